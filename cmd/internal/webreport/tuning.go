package webreport

import (
	"context"
	"fmt"
	"slices"
	"strings"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/scenario/tune"
)

// Search is a search for the numbers of a scenario that has ended.
type Search struct {
	Before, After *scenario.Scenario
	Tuning        *tune.Tuning
	Result        *tune.Result
	Runs, Better  string // how many runs there were, and how much the cost fell
}

// Tuning runs a scenario, or its cases, before and after a search and returns a page about it.
func Tuning(ctx context.Context, t *Search, env Env) ([]byte, error) {
	page, before, after, err := t.ran(ctx, env)
	if err != nil {
		return nil, err
	}
	drawing, err := plot.History("Search", t.Runs, "cost", t.Result.Costs(), plot.Size{})
	if err != nil {
		return nil, err
	}
	free := html.Table{Columns: []string{"number", "before", "after", "at a bound"}}
	for k, path := range t.Tuning.Paths {
		free.Rows = append(free.Rows, []string{path, terminal.Figure(t.Result.Start.X[k]),
			terminal.Figure(t.Result.Best.X[k]),
			t.Tuning.Bound(k, t.Result.Best.X[k])})
	}
	page.Title, page.Subtitle = "Tuning of "+page.Title, "cost "+t.Better
	search := html.Section{Title: "Tuning", Blocks: []html.Block{
		html.Facts{{"cost", after.run.Scenario.Tune.Cost}, {"least", t.Better},
			{"search", t.Runs + ", " + t.Tuning.Method()}},
		free, figure("Cost of the runs, chain by chain.", drawing)}}
	if len(t.Tuning.Draws().Paths) > 0 {
		robots, err := t.robots(ctx, before, after)
		if err != nil {
			return nil, err
		}
		search.Blocks = append(search.Blocks, robots...)
	}
	page.Sections = slices.Insert(page.Sections, 1, search) // behind the results
	return written(page)
}

// ran runs the scenario before and after the search and returns a page about the runs, and those of the first case.
func (t *Search) ran(ctx context.Context, env Env) (page html.Page, before, after *executed, err error) {
	sides := [2][]*scenario.Scenario{}
	for i, s := range []*scenario.Scenario{t.Before, t.After} {
		if sides[i], err = robot.Cases(s, robot.Env{Cache: env.Cache}); err != nil {
			return page, nil, nil, err
		}
	}
	if len(t.Before.Cases.List()) == 0 {
		if before, err = execute(ctx, t.Before, "before", env); err != nil {
			return page, nil, nil, err
		}
		if after, err = execute(ctx, t.After, "after", env); err != nil {
			return page, nil, nil, err
		}
		after.asked = t.checks()
		page, err = after.page(ctx, before)
		return page, before, after, err
	}
	var parts []Titled
	for i, when := range []string{"before", "after"} {
		for _, c := range sides[i] {
			parts = append(parts, Titled{c.Of() + ", " + when, c})
		}
	}
	all, err := Run(ctx, parts, env)
	if err != nil {
		return page, nil, nil, err
	}
	before, after = all.parts[0].executed, all.parts[len(sides[0])].executed
	after.asked = t.checks()
	page, err = all.page(after.title(), "", nil, t.After)
	return page, before, after, err
}

// checks tells whether the cost fell and whether the bounds let the search find the least one.
func (t *Search) checks() html.Checks {
	better := t.Result.Best.Better(t.Result.Start.Score)
	checks := html.Checks{{Verdict: verdict(better), Name: "cost", Text: t.Better}}
	var at []string
	for k, path := range t.Tuning.Paths {
		if bound := t.Tuning.Bound(k, t.Result.Best.X[k]); bound != "" {
			at = append(at, fmt.Sprintf("%s is at its %s bound", path, bound))
		}
	}
	if len(at) > 0 {
		return append(checks, html.Check{Verdict: html.Bad, Name: "bounds",
			Text: strings.Join(at, ", ") + ", which has chosen it instead of the cost"})
	}
	return append(checks, html.Check{Verdict: html.Good, Name: "bounds", Text: "all numbers are inside their bounds"})
}
