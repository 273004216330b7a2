package webreport

import (
	"context"
	"fmt"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/tune"
)

// Search is a search for the numbers of a scenario that has ended.
type Search struct {
	Before, After *scenario.Scenario
	Tuning        *tune.Tuning
	Result        *tune.Result
	Runs, Better  string // how many runs there were, and how much the cost fell
}

// Tuning runs a scenario before and after a search and returns a page about it.
func Tuning(ctx context.Context, t *Search, env Env) ([]byte, error) {
	before, err := execute(ctx, t.Before, "before", env)
	if err != nil {
		return nil, err
	}
	after, err := execute(ctx, t.After, "after", env)
	if err != nil {
		return nil, err
	}
	page, err := after.page(ctx, before)
	if err != nil {
		return nil, err
	}
	costs := make([]float64, len(t.Result.Trials))
	for i, trial := range t.Result.Trials {
		costs[i] = trial.Cost
	}
	drawing, err := plot.History("Search", t.Runs, "cost", costs, plot.Size{})
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
	if t.Tuning.Samples > 1 {
		spread, err := t.spread(ctx)
		if err != nil {
			return nil, err
		}
		search.Blocks = append(search.Blocks, spread)
	}
	page.Sections = append([]html.Section{search}, page.Sections...)
	return written(page)
}

// spread tells what the drawn robots cost with the numbers of the scenario and with those found.
func (t *Search) spread(ctx context.Context) (html.Block, error) {
	before, err := t.Tuning.Costs(ctx, t.Result.Start.X)
	if err != nil {
		return nil, err
	}
	after, err := t.Tuning.Costs(ctx, t.Result.Best.X)
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
