package webreport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/metrics"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/sim"
)

// Env is what runs need besides their scenarios.
type Env struct {
	Input    io.Reader
	Cache    *scenario.Cache
	Version  string                                 // of the program
	Progress func(duration float64) func(t float64) // returns what shows how far a run of a duration is
}

// Scenario runs a scenario and returns a page about it: its setup, metrics, motion and stability, and the course of
// the search if there is the history of one, a file that holds these costs. A run that diverges is no error, but one
// that is interrupted is.
func Scenario(ctx context.Context, s *scenario.Scenario, history string, costs []float64, env Env) ([]byte, error) {
	run, err := execute(ctx, s, models.Stem(s.Name()), env)
	if err != nil {
		return nil, err
	}
	page, err := run.page(ctx)
	if err != nil {
		return nil, err
	}
	if history != "" {
		drawing, err := plot.History("Search", history, "cost", costs, plot.Size{})
		if err != nil {
			return nil, err
		}
		page.Sections = append(page.Sections,
			html.Section{Title: "Tuning",
				Blocks: []html.Block{html.Figure{Caption: "Cost of the runs, chain by chain.", Picture: drawing}}})
	}
	return written(page)
}

// written returns the text of a page.
func written(page html.Page) ([]byte, error) {
	var text bytes.Buffer
	err := html.Write(&text, page)
	return text.Bytes(), err
}

// executed is a scenario that has run, with its curves.
type executed struct {
	env      Env
	run      *scenario.Run
	scenario *scenario.Scenario
	summary  *sim.Summary
	curves   *plot.Run
}

// curveSink takes the rows of a run for its curves.
type curveSink struct{ *plot.Run }

func (curveSink) End(*sim.Summary) error { return nil }

// execute runs a scenario, with what the cache has of it already.
func execute(ctx context.Context, s *scenario.Scenario, name string, env Env) (*executed, error) {
	e := &executed{env: env, scenario: s, curves: plot.NewRun(name)}
	var err error
	if e.run, err = s.Prepare(scenario.Env{Input: env.Input, Cache: env.Cache, Version: env.Version, Unlogged: true,
		Sink: curveSink{e.curves}, Progress: env.Progress(s.Duration)}); err != nil {
		return nil, s.Locate(err)
	}
	e.curves.Joints = plot.JointsOf(e.run.World.Model())
	e.summary, err = e.run.World.Run(ctx, s.Duration)
	if e.summary == nil || e.summary.Status == sim.Interrupted || e.summary.Status == sim.Failed {
		return nil, err
	}
	return e, nil
}

// page returns the report on a run.
func (e *executed) page(ctx context.Context) (html.Page, error) {
	page := html.Page{Title: e.title(), Subtitle: e.outcome(), Footer: fmt.Sprintf("simulate %s, model %s, SHA-256 %s",
		e.env.Version, e.run.Source.Name, e.run.Source.SHA256)}
	setup, err := e.setup()
	if err != nil {
		return page, err
	}
	motion, err := motionOf(e)
	if err != nil {
		return page, err
	}
	page.Sections = []html.Section{setup}
	if len(e.run.Measures()) > 0 {
		page.Sections = append(page.Sections, metricsOf(e))
	}
	page.Sections = append(page.Sections, motion)
	if e.run.Scenario.Controller.Model != "" && len(e.run.Measures()) > 0 {
		belief, err := e.belief(ctx)
		if err != nil {
			return page, err
		}
		page.Sections = append(page.Sections, belief)
	}
	stability, err := e.stability()
	if err != nil {
		return page, err
	}
	page.Sections = append(page.Sections, stability)
	return page, nil
}

func (e *executed) title() string {
	if t := e.run.Scenario.Controller.Type; t != "" && t != "none" {
		return e.run.World.Model().Name() + " under " + strings.ReplaceAll(t, "_", " ")
	}
	return e.run.World.Model().Name()
}

// outcome says how the run ended.
func (e *executed) outcome() string {
	return fmt.Sprintf("%s: %s", filepath.Base(e.scenario.Name()), e.summary.Reason)
}

// setup describes the scenario.
func (e *executed) setup() (html.Section, error) {
	s, m := e.run.Scenario, e.run.World.Model()
	facts := html.Facts{
		{"model", e.run.Source.Name + ", " + terminal.Counted(len(m.Joints()), "joint") + ", base " + s.Base},
		{"time", fmt.Sprintf("%v s in steps of %v s, integrator %s", s.Duration, s.Step, e.run.Method.Name)},
	}
	if l := e.run.Loop; l != nil && l.Law != nil {
		when := "at every instant"
		if l.Period > 0 {
			when = fmt.Sprintf("period %v s, delay %v s", l.Period, l.Delay)
		}
		facts = append(facts, [2]string{"controller", s.Controller.Type + ", " + when})
	}
	facts = append(facts, [2]string{"end", e.summary.Reason})
	section := html.Section{Title: "Setup"}
	if e.summary.Status != sim.Done {
		section.Blocks = append(section.Blocks, html.Warning("The run is not complete: "+e.summary.Reason))
	}
	section.Blocks = append(section.Blocks, facts)
	for _, w := range e.run.Warnings {
		section.Blocks = append(section.Blocks, html.Warning(w))
	}
	for _, n := range e.run.Notes {
		section.Blocks = append(section.Blocks, html.Paragraph(n))
	}
	text, err := e.scenario.YAML(filepath.Dir(e.scenario.Name()))
	section.Blocks = append(section.Blocks, html.Listing{Caption: e.scenario.Name() + ", without comments",
		Text: string(text)})
	return section, err
}

// columnsOfMetrics are those of the tables.
var columnsOfMetrics = []struct{ name, title string }{
	{"rise_time", "rise s"}, {"settling_time", "settling s"}, {"overshoot", "overshoot %"}, {"peak_time", "peak at s"},
	{"steady_state_error", "error at the end"},
	{"iae", "IAE"}, {"itae", "ITAE"}, {"rms_error", "RMS error"}, {"max_error", "largest error"},
	{"effort_peak", "effort peak"}, {"effort_square", "∫ effort²"},
	{"saturation_share", "saturated"}, {"energy", "energy J"},
}

// metricsOf returns the metrics of runs, which have names if there are several.
func metricsOf(runs ...*executed) html.Section {
	table := html.Table{Caption: "Angles in rad, lengths in m, times from the step on. All joints: sums of integrals " +
		"and energies, the root of the sum of squares of RMS errors, else the largest.", Columns: []string{"joint"}}
	if len(runs) > 1 {
		table.Columns = append(table.Columns, "run")
	}
	for _, m := range columnsOfMetrics {
		table.Columns = append(table.Columns, m.title)
	}
	add := func(name string, e *executed, r *metrics.Measures) {
		row := []string{name}
		if len(runs) > 1 {
			row = append(row, e.curves.Name)
		}
		for _, m := range columnsOfMetrics {
			x, _ := r.Value(m.name)
			row = append(row, terminal.Figure(x))
		}
		table.Rows = append(table.Rows, row)
	}
	for i, joint := range runs[0].run.Measures() {
		for _, e := range runs {
			add(joint.Joint, e, &e.run.Measures()[i].Measures)
		}
	}
	if len(runs[0].run.Measures()) > 1 {
		for _, e := range runs {
			all := e.run.Measures().Together()
			add("all joints", e, &all)
		}
	}
	return html.Section{Title: "Metrics", Blocks: []html.Block{table}}
}

// motionOf draws runs over each other.
func motionOf(runs ...*executed) (html.Section, error) {
	var curves []*plot.Run
	what := []string{"position", "velocity", "effort"}
	if l := runs[0].run.Loop; l != nil {
		what = []string{"position", "error", "effort"}
	}
	for _, e := range runs {
		curves = append(curves, e.curves)
	}
	section := html.Section{Title: "Motion"}
	drawing, err := plot.Trajectories(curves, plot.Options{Title: runs[0].run.World.Model().Name(), What: what})
	var nothing *plot.OptionError
	if errors.As(err, &nothing) { // a robot without joints
		section.Blocks = append(section.Blocks, html.Paragraph("There is nothing to draw: "+nothing.Message))
		return section, nil
	}
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks,
		html.Figure{Caption: "References are dashed; shaded areas are beyond limits.", Picture: drawing})
	return section, nil
}
