package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/control/analysis"
	"kinetree/internal/require"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// points are the operating points of an analysis: the cases of a scenario, each in one pose or in several.
type points struct {
	Poses int                           `json:"poses,omitempty"`
	Cases terminal.ByName[any]          `json:"cases,omitempty"` // an analysis, or an atPoses
	Worst analysis.Brief                `json:"worst"`           // in each figure
	Band  map[string]analysis.Band      `json:"band"`            // by figure, of the worst loop at each point
	Loops terminal.ByName[jointBands]   `json:"loops"`           // by joint and figure
	Pose  map[string]map[string]float64 `json:"worst_pose,omitempty"`

	all    []*analysis.Analysis
	names  []string // of the points
	joints []string
	cases  []atCase
}

// atCase is a case with the analyses of its points.
type atCase struct {
	name string
	list []*analysis.Analysis
}

type jointBands = map[string]analysis.Band

// atPoses is what the points of a case come to.
type atPoses struct {
	Worst analysis.Brief           `json:"worst"`
	Band  map[string]analysis.Band `json:"band"`
}

// wantedOfPoints are the figures that bands are of. Poses have of the slow ones, of all loops at once, what is
// required.
func wantedOfPoints(poses int, required []require.Bound[*analysis.Analysis]) (figures []string, all analysis.Wanted) {
	figures, ofAll := analysis.Numbers()
	for _, f := range ofAll {
		if poses == 0 || f == "spectral_radius" ||
			slices.ContainsFunc(required, func(q require.Bound[*analysis.Analysis]) bool { return q.Figure() == f }) {
			figures = append(figures, f)
		}
	}
	for _, f := range figures {
		all.Want(f)
	}
	return figures, all
}

// analyzePoints analyses a scenario in its cases and poses.
func analyzePoints(cmd *cobra.Command, s *scenario.Scenario, poses int, seed uint64, skew float64,
	required []require.Bound[*analysis.Analysis]) (*points, error) {
	env := prepare.Env{Input: cmd.InOrStdin(), Version: version.String(), Unlogged: true, Cache: robot.NewCache()}
	list, err := robot.Cases(s, env.Robot())
	if err != nil {
		return nil, err
	}
	p := &points{Poses: poses}
	figures, wanted := wantedOfPoints(poses, required)
	var errs []error
	poseOf := map[string]map[string]float64{} // by the name of the point
	for _, c := range list {
		run, err := prepare.New(c, env)
		if err != nil {
			errs = append(errs, of(c, err))
			continue
		}
		if run.Loop != nil {
			run.Loop.Skew = skew
		}
		if run.Constrained() {
			return nil, errors.New("a robot with constraints that no law drives has poles and no loops, which " +
				"`simulate analyze` tells of one case and pose; expected --case NAME, and no --poses")
		}
		x := atCase{name: c.Of()}
		if poses == 0 {
			a, err := run.Analyze()
			if err != nil {
				errs = append(errs, of(c, err))
				continue
			}
			x.list = append(x.list, a)
			p.names = append(p.names, c.Of())
			p.Cases = append(p.Cases, terminal.Named[any]{Name: c.Of(), Value: a})
		} else {
			drawn := draft.DrawnPoses(run.World.Model(), run.World.State().Q, poses, seed)
			if x.list, err = run.JudgeIn(c, drawn, wanted, skew, env); err != nil {
				errs = append(errs, of(c, err))
				continue
			}
			for i, q := range drawn {
				name := fmt.Sprintf("pose %d", i)
				if c.Of() != "" {
					name = c.Of() + ", " + name
				}
				p.names = append(p.names, name)
				poseOf[name] = run.Positions(q)
			}
			if c.Of() != "" {
				p.Cases = append(p.Cases, terminal.Named[any]{Name: c.Of(), Value: atPoses{analysis.Worst(x.list),
					bandsOf(x.list, "", figures, p.names[len(p.names)-len(drawn):])}})
			}
		}
		for _, a := range x.list {
			for _, l := range a.Loops {
				if !slices.Contains(p.joints, l.Name) {
					p.joints = append(p.joints, l.Name)
				}
			}
		}
		p.cases, p.all = append(p.cases, x), append(p.all, x.list...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	p.Worst, p.Band = analysis.Worst(p.all), bandsOf(p.all, "", figures, p.names)
	ofLoops, _ := analysis.Numbers()
	for _, joint := range p.joints {
		p.Loops = append(p.Loops, terminal.Named[jointBands]{Name: joint,
			Value: bandsOf(p.all, joint, ofLoops, p.names)})
	}
	if poses > 0 {
		p.Pose = map[string]map[string]float64{}
		for figure, b := range p.Band {
			p.Pose[figure] = poseOf[b.In]
		}
	}
	return p, nil
}

// bandsOf returns the bands of figures.
func bandsOf(list []*analysis.Analysis, joint string, figures, names []string) map[string]analysis.Band {
	bands := map[string]analysis.Band{}
	for _, f := range figures {
		b := analysis.Over(list, joint, f)
		b.In = names[b.Worst]
		bands[f] = b
	}
	return bands
}

// tell prints the points and their frequency responses, and checks what is required of each.
func (p *points) tell(cmd *cobra.Command, bode string, asJSON bool,
	required []require.Bound[*analysis.Analysis]) error {
	out := cmd.OutOrStdout()
	if bode != "" {
		if p.Poses > 0 {
			return &usageError{cmd.CommandPath(), errors.New("--bode is of the start; expected no --poses")}
		}
		var b bytes.Buffer
		if err := analysis.WriteBodes(&b, p.names, p.all); err != nil {
			return err
		}
		if err := writeFile(bode, b.Bytes(), out); err != nil {
			return fmt.Errorf("the Bode data cannot be written: %w", err)
		}
		if bode == "-" { // the data are the output
			out = cmd.ErrOrStderr()
		}
	}
	var err error
	if asJSON {
		err = terminal.WriteJSON(out, p, "  ")
	} else {
		err = p.write(out)
	}
	return errors.Join(err, p.check(required))
}

// check returns for each requirement that is not kept the error of the point that is farthest from it.
func (p *points) check(required []require.Bound[*analysis.Analysis]) error {
	var errs []error
	for _, q := range required {
		most, at := -1.0, 0
		for i, a := range p.all {
			if lack := q.Lack(a); lack > most || lack == most && q.Check(p.all[at]) == nil {
				most, at = lack, i
			}
		}
		if err := q.Check(p.all[at]); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.names[at], err))
		}
	}
	return errors.Join(errs...)
}

// columnsOfPoints are the figures of a table of points.
var columnsOfPoints = []struct {
	figure, title string
	shown         func(x float64) string
}{
	{"gain_margin", "gain margin dB@.", func(x float64) string { return terminal.Figure(analysis.Decibels(x)) }},
	{"phase_margin", "phase margin °@.", func(x float64) string { return terminal.Figure(analysis.Degrees(x)) }},
	{"delay_margin", "delay margin s@.", terminal.Figure},
	{"sensitivity_peak", "sensitivity dB@.", func(x float64) string { return terminal.Figure(analysis.Decibels(x)) }},
	{"disk_margin", "disk margin@.", terminal.Figure},
	{"bandwidth", "bandwidth rad/s@.", terminal.Figure},
}

// write writes the points as text: a row for each case, that of its worst pose if there are several, the worst of all,
// and for each joint from least to largest.
func (p *points) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	what := terminal.Counted(len(p.cases), "case")
	switch poses := terminal.Counted(p.Poses, "pose"); {
	case p.cases[0].name == "":
		what = poses
	case p.Poses > 0:
		what += ", " + poses + " of each"
	}
	first := p.all[0]
	fmt.Fprintf(w, "%s: %s\n", terminal.Plain(first.Model), what)
	titles := []string{"case", "stable", "spectral radius@."}
	for _, c := range columnsOfPoints {
		titles = append(titles, c.title)
	}
	t := terminal.NewTable(append(titles, "largest period s@.")...)
	row := func(name string, list []*analysis.Analysis) {
		b := analysis.Worst(list)
		stable := "yes"
		switch {
		case b.Stable == nil:
			stable = "not judged: " + b.Reason
		case !*b.Stable:
			stable = "NO"
		}
		cells := []string{terminal.Plain(name), terminal.Plain(stable), terminal.Figure(b.SpectralRadius)}
		for _, c := range columnsOfPoints {
			cells = append(cells, c.shown(list[analysis.Over(list, "", c.figure).Worst].Number("", c.figure)))
		}
		t.Add(append(cells, terminal.Figure(b.LargestPeriod))...)
	}
	for _, c := range p.cases {
		if c.name != "" {
			row(c.name, c.list)
		}
	}
	row("worst", p.all)
	t.Write(w)
	if len(p.Loops) == 0 {
		return w.Flush()
	}
	fmt.Fprintf(w, "\nLoops, broken at the actuator with all others closed, from the least to the largest\n")
	titles = []string{"joint"}
	for _, c := range columnsOfPoints {
		titles = append(titles, c.title[:len(c.title)-2])
	}
	t = terminal.NewTable(append(titles, "least phase margin in")...)
	for _, joint := range p.Loops {
		cells := []string{terminal.Plain(joint.Name)}
		for _, c := range columnsOfPoints {
			b := joint.Value[c.figure]
			cells = append(cells, c.shown(b.Least)+" .. "+c.shown(b.Largest))
		}
		t.Add(append(cells, terminal.Plain(joint.Value["phase_margin"].In))...)
	}
	t.Write(w)
	if pose := p.Pose["phase_margin"]; pose != nil {
		var list []string
		for _, joint := range p.joints {
			if x, ok := pose[joint]; ok {
				list = append(list, fmt.Sprintf("%s %s", joint, terminal.Figure(x)))
			}
		}
		fmt.Fprintf(w, "\nThe least phase margin is in %s: %s\n", terminal.Plain(p.Band["phase_margin"].In),
			terminal.Plain(suggest.List(list)))
	}
	return w.Flush()
}
