package webreport

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// Titled is one of several scenarios of a page, with a name: a case, or what is compared with others.
type Titled struct {
	Name     string
	Scenario *scenario.Scenario
}

// Several are scenarios that have run.
type Several struct {
	parts []*part
	env   Env
}

// part is a scenario that has run, with the analysis of its loop if there is one.
type part struct {
	*executed
	linear     *analysis.Analysis
	impossible *scenario.FieldError
}

// Run runs scenarios one after another, and analyses their loops. A run that diverges is no error, but one that is
// interrupted is.
func Run(ctx context.Context, parts []Titled, env Env) (*Several, error) {
	s := &Several{env: env}
	var errs []error
	for _, p := range parts {
		e, err := execute(ctx, p.Scenario, p.Name, env)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x := &part{executed: e}
		if err == nil {
			x.linear, err = e.run.Analyze()
			if errors.As(err, &x.impossible) {
				err = nil
			}
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.Name, err))
		}
		s.parts = append(s.parts, x)
	}
	return s, errors.Join(errs...)
}

// Len returns how many scenarios have run.
func (s *Several) Len() int { return len(s.parts) }

// Judged returns what there is to require of the run of part i, and what it came to.
func (s *Several) Judged(i int) (*prepare.Judged, *prepare.Outcome) {
	p := s.parts[i]
	end := p.run.Scenario.Duration
	return &prepare.Judged{Measures: p.outcome.Metrics, Events: p.run.Events().Bounded(end), Loop: p.linear,
		Duration: end}, p.outcome
}

// mostCurves is how many runs have curves of their own. Of more of them the first has, within the band of all.
const mostCurves = 8

// runs returns what the parts have executed.
func (s *Several) runs() []*executed {
	runs := make([]*executed, len(s.parts))
	for i, p := range s.parts {
		runs[i] = p.executed
	}
	return runs
}

// Page returns a page about the scenarios, which shows a table first, if there is one: what came of each, their
// metrics, their curves over each other, and the margins of their loops. What is said of the setup is that of the
// given scenarios, one of which may have several cases.
func (s *Several) Page(title, subtitle string, first *html.Table, setup ...*scenario.Scenario) ([]byte, error) {
	page, err := s.page(title, subtitle, first, setup...)
	if err != nil {
		return nil, err
	}
	return written(page)
}

func (s *Several) page(title, subtitle string, first *html.Table, setup ...*scenario.Scenario) (html.Page, error) {
	page := html.Page{Title: title, Subtitle: subtitle, Dark: plot.DarkColours(), Footer: "simulate " + s.env.Version}
	results := html.Section{Title: "Results"}
	if first != nil {
		results.Blocks = append(results.Blocks, *first)
	}
	measured := false
	for _, p := range s.parts {
		blocks := p.results(p.linear, p.impossible).Blocks
		results.Blocks = append(append(results.Blocks, html.Paragraph(p.curves.Name+":")), blocks...)
		measured = measured || len(p.run.Measures()) > 0
		page.Footer += fmt.Sprintf("; model %s, SHA-256 %s", p.run.Source.Name, p.run.Source.SHA256)
		if spoiled := p.spoiled(); spoiled != "" && s.env.Warn != nil {
			s.env.Warn("the run of " + p.curves.Name + " is " + spoiled)
		}
	}
	page.Sections = append(page.Sections, results)
	if measured {
		page.Sections = append(page.Sections, metricsOf(s.runs()...))
	}
	motion, err := motionOf(s.drawn()...)
	if err != nil {
		return page, err
	}
	page.Sections = append(page.Sections, motion)
	stability, err := s.stability()
	if err != nil {
		return page, err
	}
	if len(stability.Blocks) > 0 {
		page.Sections = append(page.Sections, stability)
	}
	section := html.Section{Title: "Setup", Folded: true}
	for _, x := range setup {
		text, err := x.YAML(filepath.Dir(x.Name()))
		if err != nil {
			return page, err
		}
		section.Blocks = append(section.Blocks, html.Listing{Caption: x.Name() + ", without comments",
			Text: string(text)})
	}
	page.Sections = append(page.Sections, section)
	return page, nil
}

// drawn returns the runs whose curves are drawn over each other.
func (s *Several) drawn() []*executed {
	runs := s.runs()
	if len(runs) <= mostCurves {
		return runs
	}
	first, curves := *runs[0], *runs[0].curves
	for _, e := range runs {
		curves.Around = append(curves.Around, e.curves)
	}
	first.curves = &curves
	return []*executed{&first}
}

// stability has the worst margins of each part, from least to largest those of each joint, and the frequency responses
// of a joint's loops over each other.
func (s *Several) stability() (html.Section, error) {
	section := html.Section{Title: "Stability"}
	var list []*analysis.Analysis
	var names, joints []string
	each := html.Table{Caption: "The worst loop of each in each figure, broken at its actuator, all others closed.",
		Columns: []string{"of", "stable"}}
	for _, f := range marginColumns {
		each.Columns = append(each.Columns, f.title)
	}
	for _, p := range s.parts {
		if p.linear == nil || p.linear.Stable == nil {
			continue
		}
		list, names = append(list, p.linear), append(names, p.curves.Name)
		row := []string{p.curves.Name, "no"}
		if p.linear.IsStable() {
			row[1] = "yes"
		}
		for _, f := range marginColumns {
			row = append(row, f.shown(p.linear.Number("", f.figure)))
		}
		each.Rows = append(each.Rows, row)
		for _, l := range p.linear.Loops {
			if !slices.Contains(joints, l.Name) {
				joints = append(joints, l.Name)
			}
		}
	}
	if len(list) == 0 {
		return section, nil
	}
	section.Blocks = append(section.Blocks, each)
	band := html.Table{Caption: "Each joint, from the least to the largest.", Columns: []string{"joint"}}
	for _, f := range marginColumns {
		band.Columns = append(band.Columns, f.title)
	}
	band.Columns = append(band.Columns, "least phase margin of")
	for _, joint := range joints {
		of := holding(list, joint)
		row := []string{joint}
		for _, f := range marginColumns {
			b := analysis.Over(of, joint, f.figure)
			row = append(row, f.shown(b.Least)+" … "+f.shown(b.Largest))
		}
		worst := of[analysis.Over(of, joint, "phase_margin").Worst]
		band.Rows = append(band.Rows, append(row, names[slices.Index(list, worst)]))
	}
	if len(list) > 1 {
		section.Blocks = append(section.Blocks, band)
	}
	for _, joint := range joints {
		var loops []plot.Response
		for i, a := range list {
			for k := range a.Loops {
				if a.Loops[k].Name == joint {
					loops = append(loops, responseOf(names[i], &a.Loops[k]))
				}
			}
		}
		if len(loops) > mostCurves { // the legend of more has no room
			loops = loops[:mostCurves]
		}
		drawing, err := plot.Bode("Loop of "+joint, "", loops, plot.Size{})
		if err != nil {
			return section, err
		}
		section.Blocks = append(section.Blocks, figure("", drawing))
	}
	return section, nil
}

// holding returns the analyses that have a loop of a joint.
func holding(list []*analysis.Analysis, joint string) (some []*analysis.Analysis) {
	for _, a := range list {
		if slices.ContainsFunc(a.Loops, func(l analysis.RateLoop) bool { return l.Name == joint }) {
			some = append(some, a)
		}
	}
	return some
}

// marginColumns are the figures of tables of margins.
var marginColumns = []struct {
	figure, title string
	shown         func(x float64) string
}{
	{"gain_margin", "gain margin dB", inDecibels}, {"phase_margin", "phase margin °", inDegrees},
	{"delay_margin", "delay margin s", terminal.Figure}, {"sensitivity_peak", "sensitivity dB", inDecibels},
	{"disk_margin", "disk margin", terminal.Figure}, {"bandwidth", "bandwidth rad/s", terminal.Figure},
}

func inDecibels(x float64) string { return terminal.Figure(analysis.Decibels(x)) }

func inDegrees(x float64) string { return terminal.Figure(analysis.Degrees(x)) }

// casesPage runs the cases of a scenario and returns a page about them.
func casesPage(ctx context.Context, s *scenario.Scenario, cases []*scenario.Scenario, history string,
	costs []float64, env Env) ([]byte, error) {
	var parts []Titled
	for _, c := range cases {
		parts = append(parts, Titled{c.Of(), c})
	}
	all, err := Run(ctx, parts, env)
	if err != nil {
		return nil, err
	}
	most := math.Inf(-1)
	worst := ""
	for _, p := range all.parts {
		if x := p.run.Measures().Together().MaxError; x > most {
			most, worst = x, p.curves.Name
		}
	}
	subtitle := fmt.Sprintf("%s: %s", filepath.Base(s.Name()), terminal.Counted(len(cases), "case"))
	if worst != "" {
		subtitle += ", the largest error in " + worst
	}
	page, err := all.page(all.parts[0].title(), subtitle, nil, s)
	if err == nil {
		err = addHistory(&page, history, costs)
	}
	if err != nil {
		return nil, err
	}
	return written(page)
}
