package main

import (
	"bytes"
	"context"
	"fmt"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario/tune"
)

// report returns the report on a search.
func (t *tuner) report() ([]byte, error) {
	p := terminal.NewProgress(t.stderr, false)
	defer p.Clear()
	ctx := context.Background()
	before, err := execute(ctx, t.document, "before", t.tuning.Cache, nil, p)
	if err != nil {
		return nil, err
	}
	after, err := execute(ctx, t.tuned, "after", t.tuning.Cache, nil, p)
	if err != nil {
		return nil, err
	}
	page, err := after.page(ctx, t.tuning.Cache, p)
	if err != nil {
		return nil, err
	}
	costs := make([]float64, len(t.result.Trials))
	for i, trial := range t.result.Trials {
		costs[i] = trial.Cost
	}
	drawing, err := plot.History("Search", t.runs(), "cost", costs, plot.Size{})
	if err != nil {
		return nil, err
	}
	free := html.Table{Columns: []string{"number", "before", "after", "at a bound"}}
	for k, path := range t.tuning.Paths {
		free.Rows = append(free.Rows, []string{path, terminal.Figure(t.result.Start.X[k]),
			terminal.Figure(t.result.Best.X[k]),
			t.tuning.Bound(k, t.result.Best.X[k])})
	}
	motion, err := motionOf(before, after)
	if err != nil {
		return nil, err
	}
	page.Title, page.Subtitle = "Tuning of "+page.Title, "cost "+t.better()
	search := html.Section{Title: "Tuning", Blocks: []html.Block{
		html.Facts{{"cost", after.run.Scenario.Tune.Cost}, {"least", t.better()},
			{"search", t.runs() + ", " + t.tuning.Method()}},
		free, html.Figure{Caption: "Cost of the runs, chain by chain.", Picture: drawing}}}
	if t.tuning.Samples > 1 {
		spread, err := t.spread(ctx)
		if err != nil {
			return nil, err
		}
		search.Blocks = append(search.Blocks, spread)
	}
	page.Sections[1], page.Sections[2] = metricsOf(before, after), motion // of setup, metrics, motion, stability
	page.Sections = append([]html.Section{search}, page.Sections...)
	var text bytes.Buffer
	err = html.Write(&text, page)
	return text.Bytes(), err
}

// spread tells what the drawn robots cost with the numbers of the scenario and with those found.
func (t *tuner) spread(ctx context.Context) (html.Block, error) {
	before, err := t.tuning.Costs(ctx, t.result.Start.X)
	if err != nil {
		return nil, err
	}
	after, err := t.tuning.Costs(ctx, t.result.Best.X)
	if err != nil {
		return nil, err
	}
	table := html.Table{Caption: "Costs of the drawn robots.", Columns: []string{"of the robots", "before", "after"}}
	for _, r := range []struct{ name, title string }{{"mean", "mean"}, {"p90", "90 % cost no more than"},
		{"max", "worst"}} {
		table.Rows = append(table.Rows, []string{r.title, terminal.Figure(tune.Reduce(r.name, before)),
			terminal.Figure(tune.Reduce(r.name, after))})
	}
	for i := range before {
		table.Rows = append(table.Rows, []string{fmt.Sprintf("robot %d", i), terminal.Figure(before[i]),
			terminal.Figure(after[i])})
	}
	return table, nil
}
