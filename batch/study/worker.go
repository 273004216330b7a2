package study

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/batch"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/sim/record"
)

// worker simulates runs, one after another.
type worker struct {
	study  *Study
	row    []sweep.Value
	values []float64
	log    columns
	last   *scenario.Run // whose solvers the next run takes over
}

// NewWorker returns a worker for package batch.
func (s *Study) NewWorker() (batch.Worker, error) { return &worker{study: s}, nil }

// Run implements batch.Worker. It is not interrupted, so that a run that began ends.
func (w *worker) Run(r *batch.Run) error {
	s := w.study
	c, row, err := s.fill(r, w.row[:0])
	if w.row = row; err != nil {
		return s.reason(err)
	}
	kept := r.Trajectory != nil
	onlyFailed := kept && s.Trajectories.Which == "failed"
	run, summary, err := w.simulate(c, r, kept && !onlyFailed)
	if run == nil {
		return s.reason(err)
	}
	switch {
	case summary != nil && summary.Status == sim.Diverged:
		r.Status, r.Reason = batch.Diverged, summary.Reason
	case err != nil:
	case summary.Status == sim.Stopped:
		r.Status, r.Reason = batch.Stopped, summary.Reason
	}
	var extra []script.Metric
	if err == nil && s.extra != nil {
		extra, err = s.script.Metrics(w.log.trajectory())
	}
	if onlyFailed && (err != nil || r.Status == batch.Diverged) { // once more, with its trajectory
		if _, _, again := w.simulate(c, r, true); again == nil && err == nil {
			return errors.New("the run failed, and did not when it was repeated for its trajectory; this is a defect " +
				"of the program")
		}
	}
	if err != nil && r.Status != batch.Diverged {
		return s.reason(err)
	}
	w.values = s.values(w.values[:0], run, summary)
	for _, x := range w.values {
		r.Number(x)
	}
	return w.extra(r, extra)
}

// simulate runs a scenario. There is no run if it cannot be prepared.
func (w *worker) simulate(c *scenario.Scenario, r *batch.Run, logged bool) (*scenario.Run, *sim.Summary, error) {
	env := w.study.env()
	env.Previous = w.last
	switch {
	case logged && w.study.extra != nil:
		env.Sink = both{record.NewStream(r.Trajectory), w.log.reset()}
	case logged:
		env.Sink = record.NewStream(r.Trajectory)
	case w.study.extra != nil:
		env.Sink = w.log.reset()
	}
	run, err := c.Prepare(env)
	if err != nil {
		w.last = nil // it may have taken them
		return nil, nil, err
	}
	w.last = run
	summary, err := run.World.Run(context.Background(), run.Scenario.Duration)
	return run, summary, err
}

// extra writes the numbers of the script.
func (w *worker) extra(r *batch.Run, list []script.Metric) error {
	for _, m := range list {
		if !slices.Contains(w.study.extra, m.Name) {
			return errors.New("metrics returned " + m.Name + ", which the first run has not; expected " +
				suggest.List(w.study.extra))
		}
	}
	for _, name := range w.study.extra {
		x := math.NaN()
		if i := slices.IndexFunc(list, func(m script.Metric) bool { return m.Name == name }); i >= 0 {
			x = list[i].Value
		}
		r.Number(x)
	}
	return nil
}

// reason returns an error as a table has it, on one line and without the places of values, which the study sets: names
// of files are as the study gives them, wherever it is run from.
func (s *Study) reason(err error) error {
	text := scenario.Reason(err)
	if s.dir != "." {
		text = strings.ReplaceAll(text, s.dir+string(filepath.Separator), "")
	}
	return errors.New(text)
}

// columns keeps a log in memory, by columns.
type columns struct {
	names  []string
	values [][]float64
}

func (c *columns) reset() *columns {
	for i := range c.values {
		c.values[i] = c.values[i][:0]
	}
	return c
}

// Begin implements sim.Sink.
func (c *columns) Begin(names []string) error {
	c.names = append(c.names[:0], names...)
	for len(c.values) < len(names) {
		c.values = append(c.values, nil)
	}
	return nil
}

// Record implements sim.Sink.
func (c *columns) Record(row []float64) error {
	for i, x := range row {
		c.values[i] = append(c.values[i], x)
	}
	return nil
}

// End implements sim.Sink.
func (c *columns) End(*sim.Summary) error { return nil }

// trajectory returns the log for a script.
func (c *columns) trajectory() script.RunLog {
	return script.RunLog{Columns: c.names, Column: func(i int) []float64 { return c.values[i] }}
}

// both is two sinks.
type both [2]sim.Sink

// Begin implements sim.Sink.
func (b both) Begin(names []string) error { return errors.Join(b[0].Begin(names), b[1].Begin(names)) }

// Record implements sim.Sink.
func (b both) Record(row []float64) error { return errors.Join(b[0].Record(row), b[1].Record(row)) }

// End implements sim.Sink.
func (b both) End(s *sim.Summary) error { return errors.Join(b[0].End(s), b[1].End(s)) }
