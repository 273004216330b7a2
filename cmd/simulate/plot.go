package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
)

// plotting holds the options of the command plot.
type plotting struct {
	options  plot.Options
	out      string
	format   string // svg or png; "" if the name of the output says it
	model    string
	size     pixels
	scale    float64
	from, to float64
}

func newPlot() *cobra.Command {
	p := &plotting{from: math.Inf(-1), to: math.Inf(1), scale: 2}
	cmd := &cobra.Command{
		Use:   "plot [flags] RUN.csv...",
		Short: "Draw the logs of runs as SVG or PNG",
		Args: usage(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no log; expected at least one, for example: %s ur5.csv", cmd.CommandPath())
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.check(args); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			if err := checkOutputs(cmd, args, output.Target{Flag: "--out", Name: p.out, Mark: plot.Mark}); err != nil {
				return err
			}
			return p.run(cmd, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&p.out, "out", "o", "",
		"picture, a `file` .svg or .png, or - for the output (default the first RUN's name with .svg in the current "+
			"folder)")
	f.StringVar(&p.format, "format", "", "svg or png, where the name of the picture does not say it (default svg)")
	f.StringSliceVar(&p.options.Joints, "joints", nil, "joints to draw, separated by commas (default all)")
	f.StringSliceVar(&p.options.What, "what", nil, "quantities to draw, separated by commas")
	f.Float64Var(&p.from, "from", p.from, "begin at this time in s")
	f.Float64Var(&p.to, "to", p.to, "end at this time in s")
	f.StringVar(&p.model, "model", "",
		"model for units and limits, a URDF file or an embedded model (default the one of the run)")
	f.StringVar(&p.options.Title, "title", "", "title (default the robot's name)")
	f.Var(&p.size, "size", "size of the picture in pixels (default what suits the panels)")
	f.Float64Var(&p.scale, "scale", p.scale, "pixels of a PNG for each pixel of the size, in either direction")
	addForce(cmd)
	f.Lookup("from").DefValue, f.Lookup("to").DefValue = "0", "0" // which is not shown
	return cmd
}

// pixels is the value of a flag WIDTHxHEIGHT.
type pixels plot.Size

func (p *pixels) String() string { return "" }

func (p *pixels) Type() string { return "WIDTHxHEIGHT" }

func (p *pixels) Set(s string) error {
	const least, most = 50, 20_000
	width, height, ok := strings.Cut(s, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if !ok || errW != nil || errH != nil || min(w, h) < least || max(w, h) > most {
		return fmt.Errorf("%q; expected WIDTHxHEIGHT from %d to %d pixels each, such as 1200x800", s, least, most)
	}
	p.Width, p.Height = float64(w), float64(h)
	return nil
}

// check completes what was asked for and refuses what makes no sense.
func (p *plotting) check(logs []string) error {
	var errs []error
	if p.out == "" {
		p.out = filepath.Base(logs[0])
		if logs[0] == "-" {
			p.out = "stdin"
		}
		p.out = strings.TrimSuffix(p.out, filepath.Ext(p.out)) + "." + cmp.Or(p.format, "svg")
	}
	switch ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(p.out), ".")); {
	case p.format != "" && p.format != "svg" && p.format != "png":
		errs = append(errs, fmt.Errorf("--format: %q; expected svg or png", p.format))
	case p.format != "":
	case p.out == "-":
		p.format = "svg"
	case ending == "svg" || ending == "png":
		p.format = ending
	default:
		errs = append(errs, fmt.Errorf("--out: %q does not end in .svg or .png; expected one of them, or --format",
			p.out))
	}
	if math.IsNaN(p.from) || math.IsNaN(p.to) || p.from > p.to {
		errs = append(errs, fmt.Errorf("--from %v --to %v; expected a span of time in s", p.from, p.to))
	}
	if !(p.scale >= 0.1 && p.scale <= 20) {
		errs = append(errs, fmt.Errorf("--scale: %v; expected 0.1 to 20", p.scale))
	}
	stdin := 0
	for _, name := range logs {
		if name == "-" {
			stdin++
		}
	}
	if p.model == "-" {
		stdin++
	}
	if stdin > 1 {
		errs = append(errs, errors.New("- is given more than once; expected the input to be one log or the model"))
	}
	p.options.Size = plot.Size(p.size)
	return errors.Join(errs...)
}

// run reads the logs and writes the picture.
func (p *plotting) run(cmd *cobra.Command, names []string) error {
	stderr := cmd.ErrOrStderr()
	logs, err := plot.ReadLogs(names, p.model, cmd.InOrStdin(), p.from, p.to)
	if err != nil {
		return err
	}
	runs := make([]*plot.Run, len(logs))
	for i, l := range logs {
		for _, n := range l.Notes {
			fmt.Fprintln(stderr, terminal.Plain("note: "+names[i]+": "+n))
		}
		runs[i] = l.Run
	}
	plot.Describe(logs, &p.options)
	drawing, err := plot.Trajectories(runs, p.options)
	if err != nil {
		return p.asked(cmd, err)
	}
	var picture bytes.Buffer
	if p.format == "png" {
		err = drawing.PNG(&picture, p.scale)
	} else {
		err = drawing.SVG(&picture)
	}
	if err != nil {
		return fmt.Errorf("the picture: %w; choose a smaller --size or --scale", err)
	}
	if err := writeFile(p.out, picture.Bytes(), cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("the picture cannot be written: %w", err)
	}
	if p.out == "-" {
		return nil
	}
	width, height := drawing.Size()
	fmt.Fprintf(cmd.OutOrStdout(), "%s, %.0f x %.0f pixels\n", terminal.Plain(p.out), width, height)
	return nil
}

// asked names the flags that ask for what cannot be drawn.
func (p *plotting) asked(cmd *cobra.Command, err error) error {
	var errs []error
	isUsage := false
	for _, e := range flatten(err) {
		var option *plot.OptionError
		if errors.As(e, &option) {
			e, isUsage = fmt.Errorf("--%s: %s", option.Option, option.Message), true
		}
		errs = append(errs, e)
	}
	if err := errors.Join(errs...); !isUsage {
		return err
	}
	return &usageError{cmd.CommandPath(), errors.Join(errs...)}
}
