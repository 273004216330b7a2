package prepare

import (
	"context"

	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/sim/record"
)

// LogOf returns a log in memory as the function metrics of a script gets it.
func LogOf(rows *record.Rows) script.RunLog {
	return script.RunLog{Columns: rows.Columns(), Column: func(i int) []float64 {
		column, _ := rows.Column(rows.Columns()[i]) // which is there
		return column
	}}
}

// ScriptMetrics runs a scenario and returns the numbers of the function metrics of a script.
func ScriptMetrics(ctx context.Context, s *scenario.Scenario, env Env, measuring *script.Script) ([]script.Metric,
	error) {
	rows := &record.Rows{}
	env.Sink = rows
	run, err := New(s, env)
	if err != nil {
		return nil, err
	}
	if _, err := run.World.Run(ctx, run.Scenario.Duration); err != nil {
		return nil, err
	}
	return measuring.Metrics(ctx, LogOf(rows))
}
