package webreport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
)

// Env is what runs need besides their scenarios.
type Env struct {
	Input    io.Reader
	Cache    *robot.Cache
	Version  string                                 // of the program
	Progress func(duration float64) func(t float64) // returns what shows how far a run of a duration is
	Warn     func(text string)                      // is told that the run of a scenario is of no use; may be nil
}

// Scenario runs a scenario, or its cases, and returns a page about it: what came of it, its metrics, motion and
// stability, the course of the search if there is the history of one, a file that holds these costs, and its setup. A
// run that diverges is no error, but one that is interrupted is.
func Scenario(ctx context.Context, s *scenario.Scenario, history string, costs []float64, env Env) ([]byte, error) {
	if cases, err := robot.Cases(s, robot.Env{Input: env.Input, Cache: env.Cache}); err != nil || len(cases) > 1 ||
		cases[0] != s {
		if err != nil {
			return nil, err
		}
		return casesPage(ctx, s, cases, history, costs, env)
	}
	run, err := execute(ctx, s, models.Stem(s.Name()), env)
	if err != nil {
		return nil, err
	}
	if spoiled := run.spoiled(); spoiled != "" && env.Warn != nil {
		env.Warn("the run is " + spoiled)
	}
	page, err := run.page(ctx)
	if err != nil {
		return nil, err
	}
	if err := addHistory(&page, history, costs); err != nil {
		return nil, err
	}
	return written(page)
}

// addHistory adds the course of a search to a page, before its setup, if a file holds one.
func addHistory(page *html.Page, history string, costs []float64) error {
	if history == "" {
		return nil
	}
	drawing, err := plot.History("Search", history, "cost", costs, plot.Size{})
	if err != nil {
		return err
	}
	setup := len(page.Sections) - 1 // stays the last one
	page.Sections = slices.Insert(page.Sections, setup, html.Section{Title: "Tuning",
		Blocks: []html.Block{figure("Cost of the runs, chain by chain.", drawing)}})
	return nil
}

// figure returns a picture for broad and narrow screens.
func figure(caption string, d *plot.Drawing) html.Figure {
	return html.Figure{Caption: caption, Picture: d, Narrow: d.Narrow()}
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
	run      *prepare.Run
	scenario *scenario.Scenario
	outcome  *prepare.Outcome
	curves   *plot.Run
	chatter  *chatter
	asked    html.Checks // what the results tell first
}

// execute runs a scenario, with what the cache has of it already.
func execute(ctx context.Context, s *scenario.Scenario, name string, env Env) (*executed, error) {
	e := &executed{env: env, scenario: s, curves: plot.NewRun(name)}
	var err error
	e.chatter = &chatter{}
	if e.run, err = prepare.New(s, prepare.Env{Input: env.Input, Cache: env.Cache, Version: env.Version, Unlogged: true,
		Sink: curveSink{e.curves, e.chatter}, Progress: env.Progress(s.Duration)}); err != nil {
		return nil, s.Locate(err)
	}
	e.curves.Joints, e.curves.Held = plot.JointsOf(e.run.World.Model()), held(e.run)
	e.chatter.expect(e.run, e.curves.Joints)
	e.outcome, err = e.run.Simulate(ctx)
	if e.outcome == nil || e.outcome.Status == sim.Interrupted || e.outcome.Status == sim.Failed {
		return nil, err
	}
	return e, nil
}

// page returns the report on a run, which is drawn over those before it: first what came of it, at the end its setup.
func (e *executed) page(ctx context.Context, before ...*executed) (html.Page, error) {
	page := html.Page{Title: e.title(), Subtitle: filepath.Base(e.scenario.Name()) + ": " + e.outcome.Ended,
		Dark: plot.DarkColours(), Footer: fmt.Sprintf("simulate %s, model %s, SHA-256 %s", e.env.Version,
			e.run.Source.Name, e.run.Source.SHA256)}
	linear, err := e.run.Analyze()
	var impossible *scenario.FieldError
	if err != nil && !errors.As(err, &impossible) {
		return page, err
	}
	runs := append(before, e)
	measured := len(e.run.Measures()) > 0
	page.Sections = append(page.Sections, e.results(linear, impossible))
	if measured {
		page.Sections = append(page.Sections, metricsOf(runs...))
	}
	motion, err := motionOf(runs...)
	if err != nil {
		return page, err
	}
	page.Sections = append(page.Sections, motion)
	if measured && e.run.Scenario.Controller.Model != "" {
		belief, err := e.belief(ctx)
		if err != nil {
			return page, err
		}
		page.Sections = append(page.Sections, belief)
	}
	stability, err := e.stability(linear)
	if err != nil {
		return page, err
	}
	if len(stability.Blocks) > 0 {
		page.Sections = append(page.Sections, stability)
	}
	setup, err := e.setup()
	page.Sections = append(page.Sections, setup)
	return page, err
}

func (e *executed) title() string {
	if t := e.run.Scenario.Controller.Type; t != "" && t != "none" {
		return e.run.World.Model().Name() + " under " + strings.ReplaceAll(t, "_", " ")
	}
	return e.run.World.Model().Name()
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
	section := html.Section{Title: "Setup", Folded: true, Blocks: []html.Block{facts}}
	for _, n := range e.run.Notes {
		section.Blocks = append(section.Blocks, html.Paragraph(n))
	}
	text, err := e.scenario.YAML(filepath.Dir(e.scenario.Name()))
	section.Blocks = append(section.Blocks, html.Listing{Caption: e.scenario.Name() + ", without comments",
		Text: string(text)})
	return section, err
}
