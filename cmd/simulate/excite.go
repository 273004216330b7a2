package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/urdf/find"
)

// excitation is the command excite.
type excitation struct {
	settings *flags.Settings // of the model and its start
	scenario *scenario.Scenario
	design   excite.DesignTask
	margin   float64
	ranges   []string // JOINT=LOWER,UPPER
	floor    float64
	apart    float64 // distance of links
	by       string  // criterion
	terms    []string
	sought   identify.Terms
	narrow   []func(*excite.MotionLimits) error
	out      string
	track    string // file for the scenario
	reading  flags.Reading
	asJSON   bool
}

func newExcite() *cobra.Command {
	e := &excitation{settings: &flags.Settings{}, scenario: scenario.Default(),
		design: excite.DesignTask{Period: 10, Harmonics: 10, Evaluations: 10000, Seed: 1}, margin: 0.05,
		floor: math.Inf(-1), apart: math.NaN()}
	cmd := &cobra.Command{
		Use:   "excite [flags] MODEL.urdf | SCENARIO.yaml",
		Short: "Find a motion that shows a robot's parameters well, for simulate identify",
		Args:  usage(one("models or scenarios", "ur5")),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if e.scenario, err = robotOf(args[0], cmd.InOrStdin(), (*scenario.Scenario).CheckOpen); err != nil {
				return err
			}
			if err := e.settings.Apply(e.scenario); err != nil {
				return err
			}
			e.reading.Apply(e.scenario)
			return e.run(cmd)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Float64Var(&e.design.Period, "duration", e.design.Period,
		"duration of the motion in s; its inverse is the lowest frequency")
	f.IntVar(&e.design.Harmonics, "harmonics", e.design.Harmonics, "number of frequencies, multiples of the lowest")
	e.settings.Add(f, flags.Number, "dt", "dt", "time between the rows of the file in s")
	e.settings.Assignments(f, "position", "initial.position",
		"position of a joint at the start in rad or m, or in degrees with deg behind the number; repeatable (default "+
			"0, or the middle of the limits where 0 is near one)", flags.Angles)
	f.StringArrayVar(&e.ranges, "range", nil,
		"bounds of a joint's position, `JOINT=LOWER,UPPER` in rad or m, or in degrees with deg behind the numbers; "+
			"repeatable")
	f.Float64Var(&e.floor, "floor", e.floor, "height in m above which all links that move stay (default none)")
	f.Float64Var(&e.apart, "clearance", e.apart, "distance in m that links keep from each other (default none)")
	f.StringVar(&e.by, "criterion", "errors", "what is small: the standard errors, or the condition number")
	f.StringSliceVar(&e.terms, "terms", []string{"damping", "friction"},
		"what is sought of joints, as for simulate identify")
	f.Lookup("floor").DefValue, f.Lookup("clearance").DefValue = "0", "0"
	f.Float64Var(&e.margin, "margin", e.margin, "share of each limit that is kept free")
	e.settings.Add(f, flags.Triple, "gravity", "gravity", "acceleration of free fall in m/s^2")
	e.settings.Add(f, flags.Truth, "ignore-mimic", "ignore_mimic", "make joints that mimic others independent")
	f.IntVar(&e.design.Evaluations, "evaluations", e.design.Evaluations, "number of motions to try")
	f.Uint64Var(&e.design.Seed, "seed", e.design.Seed, "seed of the search")
	f.StringVarP(&e.out, "out", "o", "",
		"`file` to write, - for the output (default MODEL's name with .excitation.csv in the current folder)")
	f.StringVar(&e.track, "scenario", "",
		"`file` to write a scenario to in which the robot follows the motion, for simulate run")
	e.reading.Add(f)
	addForce(cmd)
	f.BoolVar(&e.asJSON, "json", false, "print the summary as JSON")
	return cmd
}

// check returns an error for numbers that mean nothing.
func (e *excitation) check(cmd *cobra.Command) error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	d, step := &e.design, e.scenario.Step
	if !(d.Period > 0) || math.IsInf(d.Period, 0) {
		wrong("--duration: %v s; expected a positive number", d.Period)
	} else if !(step > 0) || d.Period/step > 1e7 || d.Period/step < 2*float64(d.Harmonics) {
		wrong("--dt: %v s; expected a step of which %v s have between %d, two for the highest frequency, and 1e7",
			step, d.Period, 2*d.Harmonics)
	}
	if d.Harmonics < 2 || d.Harmonics > 100 {
		wrong("--harmonics: %d; expected 2 to 100", d.Harmonics)
	}
	if d.Evaluations < 1 {
		wrong("--evaluations: %d; expected 1 or more", d.Evaluations)
	}
	if !(e.margin >= 0 && e.margin < 1) {
		wrong("--margin: %v; expected a share from 0 to below 1", e.margin)
	}
	var err error
	if e.sought, err = identify.ParseTerms(e.terms); err != nil {
		wrong("--terms: %w", err)
	}
	switch e.by {
	case "errors":
	case "condition":
		d.Criterion = excite.SmallCondition
	default:
		wrong("--criterion: %q; expected errors or condition", e.by)
	}
	if math.IsNaN(e.floor) || math.IsInf(e.floor, 1) {
		wrong("--floor: %v; expected a height", e.floor)
	}
	if e.apart < 0 || math.IsInf(e.apart, 0) {
		wrong("--clearance: %v; expected 0 or more", e.apart)
	}
	for _, text := range e.ranges {
		joint, numbers, _ := flags.CutLast(text, '=')
		lower, upper, degrees, ok := flags.Bounds(numbers)
		if !ok {
			wrong("--range: %q; expected JOINT=LOWER,UPPER, such as elbow_joint=-1,1 or elbow_joint=-60deg,60deg", text)
			continue
		}
		e.narrow = append(e.narrow, func(l *excite.MotionLimits) error {
			if degrees && !l.Turns(joint) {
				return fmt.Errorf("joint %q slides and does not turn; expected numbers without deg (m)", joint)
			}
			return l.Narrow(joint, lower, upper)
		})
	}
	if e.out == "-" && e.asJSON {
		wrong("--json and --out - both want stdout; expected one of them")
	}
	if e.track != "" && (e.out == "-" || e.scenario.Model.File == "-" ||
		filepath.Clean(e.track) == filepath.Clean(e.out)) {
		wrong("--scenario: it names the files of the model and of the motion; expected files for both, and a third " +
			"one for itself")
	}
	if errs == nil {
		return nil
	}
	return &usageError{cmd.CommandPath(), errors.Join(errs...)}
}

func (e *excitation) run(cmd *cobra.Command) error {
	if err := e.check(cmd); err != nil {
		return err
	}
	e.scenario.Log.File = "-" // which is not written
	run, err := prepare.New(e.scenario, prepare.Env{Input: cmd.InOrStdin(), Output: io.Discard})
	if err != nil {
		return err
	}
	warn(cmd.ErrOrStderr(), run)
	if err := robot.CheckTree(run.Source, "a motion of each joint on its own is sought"); err != nil {
		return err
	}
	kept, err := e.bound(cmd, run)
	if err != nil {
		return err
	}
	found, err := e.design.Find()
	if err != nil {
		return fmt.Errorf("%s: no excitation: %w", run.Source.Name, err)
	}
	m := run.World.Model()
	x := found.Tabulate(m, e.scenario.Step)
	name, out, err := e.write(cmd, run, found, x)
	if err != nil {
		return err
	}
	r := e.design.Report(m, found, x, e.scenario.Step)
	r.File, r.Out = run.Source.Name, name
	if e.asJSON {
		return terminal.WriteJSON(out, r, "  ")
	}
	if err := terminal.Excitation(out, r); err != nil {
		return err
	}
	switch {
	case e.track != "":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s\n", terminal.PlainArgument(e.track))
	case name != "-":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s --efforts %s --efforts-interp linear --duration %v",
			terminal.PlainArgument(run.Source.Name), terminal.PlainArgument(name), e.design.Period)
		for _, joint := range x.Extents {
			if kept(joint.Name) {
				fmt.Fprintf(out, " --position %s=%v", terminal.PlainArgument(joint.Name), joint.Start)
			}
		}
		fmt.Fprintln(out)
	}
	return nil
}

// bound gives the search what it keeps within, and moves the start there. It returns whether the start of a joint is to
// be said to those who repeat the motion: it was given or moved.
func (e *excitation) bound(cmd *cobra.Command, run *prepare.Run) (kept func(joint string) bool, err error) {
	m, start := run.World.Model(), run.World.State().Q
	given := e.scenario.Initial.Position
	keep := func(joint string) bool { _, ok := given[joint]; return ok }
	moved := excite.MoveStart(m, start, keep)
	limits, err := excite.NewLimits(m, start, e.margin)
	if err != nil {
		return nil, fmt.Errorf("%s: no excitation: %w", run.Source.Name, err)
	}
	for _, narrow := range e.narrow {
		err = errors.Join(err, narrow(limits))
	}
	if err != nil {
		return nil, fmt.Errorf("--range: %w", err)
	}
	d := &e.design
	if !math.IsInf(e.floor, -1) || !math.IsNaN(e.apart) {
		d.Space = excite.NewSpace(m, run.Source.Robot, new(find.Resolver), e.floor, e.apart)
		if guesses := d.Space.Guesses; len(guesses) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(),
				"note: %d links are taken for rods between their joints, since their shapes are "+
					"not known: %s; the first one: %s\n", len(guesses), terminal.Plain(suggest.List(guesses)),
				terminal.Plain(d.Space.Why.Error()))
		}
	}
	if d.Space != nil || e.narrow != nil {
		more, err := excite.ChooseStart(limits, d.Space, keep, d.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: no excitation: %w", run.Source.Name, err)
		}
		moved = append(moved, more...)
	}
	d.Base = identify.FindBase(identify.NewEquation(m, e.sought))
	d.Limits, d.Noise = limits, limits.EffortNoise()
	return func(joint string) bool { return keep(joint) || slices.Contains(moved, joint) }, nil
}

// write writes the motion and the scenario that follows it. It returns the name of the motion's file, and where the
// report goes.
func (e *excitation) write(cmd *cobra.Command, run *prepare.Run, found *excite.Designed, x *excite.Excitation) (
	name string, report io.Writer, err error) {
	var table bytes.Buffer
	if err := x.WriteCSV(&table); err != nil {
		return "", nil, err
	}
	name, report = cmp.Or(e.out, run.Source.Stem()+".excitation.csv"), cmd.OutOrStdout()
	header, _, _ := strings.Cut(table.String(), "\n")
	if err := checkOutputs(cmd, []string{run.Source.Name}, output.Target{Flag: "--out", Name: name, Mark: header},
		output.Target{Flag: "--scenario", Name: e.track, Mark: signature}); err != nil {
		return "", nil, err
	}
	if err := writeFile(name, table.Bytes(), report); err != nil {
		return "", nil, fmt.Errorf("the excitation cannot be written: %w", err)
	}
	if name == "-" {
		report = cmd.ErrOrStderr()
	}
	if e.track != "" {
		text, err := draft.Tracking(e.track, name, e.scenario, run.Source, run.World.Model(), found)
		if err == nil {
			err = writeFile(e.track, []byte("# "+signature+"\n"+text), report)
		}
		if err != nil {
			return "", nil, fmt.Errorf("the scenario cannot be written: %w", err)
		}
	}
	return name, report, nil
}
