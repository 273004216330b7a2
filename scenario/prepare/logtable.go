package prepare

import (
	"context"

	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/sim"
)

// LogTable keeps a log in memory, by columns. It is a sim.Sink.
type LogTable struct {
	names  []string
	values [][]float64
}

// Reset empties the table, for another run.
func (c *LogTable) Reset() *LogTable {
	for i := range c.values {
		c.values[i] = c.values[i][:0]
	}
	return c
}

// Begin implements sim.Sink.
func (c *LogTable) Begin(names []string) error {
	c.names = append(c.names[:0], names...)
	for len(c.values) < len(names) {
		c.values = append(c.values, nil)
	}
	return nil
}

// Record implements sim.Sink.
func (c *LogTable) Record(row []float64) error {
	for i, x := range row {
		c.values[i] = append(c.values[i], x)
	}
	return nil
}

// End implements sim.Sink.
func (c *LogTable) End(*sim.Summary) error { return nil }

// Trajectory returns the log, which the table keeps, for a script.
func (c *LogTable) Trajectory() script.RunLog {
	return script.RunLog{Columns: c.names, Column: func(i int) []float64 { return c.values[i] }}
}

// ScriptMetrics runs a scenario and returns the numbers of the function metrics of a script.
func ScriptMetrics(ctx context.Context, s *scenario.Scenario, env Env, measuring *script.Script) ([]script.Metric,
	error) {
	log := &LogTable{}
	env.Sink = log
	run, err := New(s, env)
	if err != nil {
		return nil, err
	}
	if _, err := run.World.Run(ctx, run.Scenario.Duration); err != nil {
		return nil, err
	}
	return measuring.Metrics(ctx, log.Trajectory())
}
