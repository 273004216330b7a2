package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/batch"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/sim/record"
)

// worker simulates runs, one after another or, by RunAll, side by side.
type worker struct {
	study  *Study
	row    []sweep.Value
	values values
	log    record.Rows
	spare  [2][]*prepare.Run // that have ended: they, or their solvers, are reused; see spares
	idle   []*underway
	code   prepare.RunCode
	keep   func() // is called before what takes long, see batch.SideBySide
}

// NewWorker returns a worker for package batch.
func (s *Study) NewWorker() (batch.Worker, error) { return &worker{study: s, keep: func() {}}, nil }

// Run implements batch.Worker.
func (w *worker) Run(ctx context.Context, r *batch.Run) error {
	run, err := w.ready(ctx, r, &w.log)
	if err != nil {
		return err
	}
	summary, err := run.World.Run(ctx, run.Scenario.Duration)
	return w.conclude(ctx, r, run, &w.log, summary, err)
}

// ready writes the values of a run into its row of the table, and prepares it. Metrics of a script have its log in the
// given columns.
func (w *worker) ready(ctx context.Context, r *batch.Run, log *record.Rows) (run *prepare.Run, err error) {
	s, sink, spare := w.study, w.sink(r, w.logs(r), log), w.spares(r)
	var c *scenario.Scenario
	if s.script == nil {
		w.row = s.fillRow(r, w.row[:0])
		if n := len(*spare); n > 0 && s.variation.Reuse((*spare)[n-1], w.row, r.Seed, sink) {
			run, *spare = (*spare)[n-1], (*spare)[:n-1]
			return run, nil
		}
		w.keep()
		c, err = s.variation.Scenario(w.row, r.Seed)
	} else {
		w.keep()
		c, err = s.fill(r)
	}
	if err == nil {
		run, err = w.prepare(ctx, c, sink, spare)
	}
	if err != nil {
		return nil, s.reason(err)
	}
	if n := len(*spare); n > 0 && s.variation.CanReuse((*spare)[n-1]) { // it could not be reused
		*spare = (*spare)[:n-1]
	}
	return run, nil
}

// spares returns the spare runs that may be reused for a run: those that have a log, or those that have none.
func (w *worker) spares(r *batch.Run) *[]*prepare.Run {
	if w.logs(r) || w.study.extra != nil {
		return &w.spare[1]
	}
	return &w.spare[0]
}

// sink returns what takes the log of a run: its trajectory if that is logged, and the given columns if metrics of a
// script ask for that; nil for nothing.
func (w *worker) sink(r *batch.Run, logged bool, log *record.Rows) sim.Sink {
	switch {
	case logged && w.study.extra != nil:
		return both{record.NewStream(r.Trajectory), log}
	case logged:
		return record.NewStream(r.Trajectory)
	case w.study.extra != nil:
		return log
	}
	return nil
}

// logs reports whether the trajectory of a run is kept, however the run ends.
func (w *worker) logs(r *batch.Run) bool {
	return r.Trajectory != nil && w.study.Trajectories.Which != "failed"
}

// conclude writes what came of a run that has been simulated, of which the context is.
func (w *worker) conclude(ctx context.Context, r *batch.Run, run *prepare.Run, log *record.Rows,
	summary *sim.Summary, err error) error {
	s := w.study
	tired := timedOut(err)
	wall := run.Scenario.Limits.Wall.Duration()
	switch {
	case tired != nil && tired.Wall > 0:
		r.Cut(fmt.Sprintf("the run took longer than %v; it was at t = %v s", wall, summary.End.Time))
	case tired != nil:
		r.Status, r.Reason = batch.TimedOut, summary.Reason
	case summary != nil && summary.Status == sim.Diverged:
		r.Status, r.Reason = batch.Diverged, summary.Reason
	case summary != nil && summary.Status == sim.Drifted:
		r.Status, r.Reason = batch.Drifted, summary.Reason
	case err != nil:
	case summary.Status == sim.Stopped:
		r.Status, r.Reason = batch.Stopped, summary.Reason
	}
	simulated := err == nil // the metrics of the script may fail still
	var extra []script.Metric
	if err == nil && s.extra != nil {
		w.keep()
		within, release := ctx, func() {}
		if wall > 0 {
			within, release = context.WithTimeout(ctx, wall)
		}
		extra, err = s.measuring.Metrics(within, prepare.LogOf(log))
		if err != nil && within.Err() != nil {
			r.Cut(fmt.Sprintf("its metrics took longer than %v", wall))
		}
		release()
	}
	w.values.list = w.values.list[:0]
	if err == nil || r.Status != batch.OK && r.Status != batch.TimedOut {
		w.values.take(s, run, summary)
	}
	spare := w.spares(r)
	*spare = append(*spare, run)
	byWall := tired != nil && tired.Wall > 0
	if r.Trajectory != nil && !w.logs(r) && err != nil && !byWall { // once more, with its trajectory
		if again := w.repeat(ctx, r); ctx.Err() == nil && (again == nil) != simulated {
			return errors.New("the run ended in another way when it was repeated for its trajectory; this is a " +
				"defect of the program")
		}
	}
	if err != nil && r.Status == batch.OK {
		return s.reason(err)
	}
	for _, x := range w.values.list {
		r.Number(x)
	}
	if r.Status == batch.TimedOut {
		return nil // what was measured up to there is not of the run
	}
	return w.extra(r, extra)
}

// timedOut returns the error of a run that has taken too much, nil for other ones.
func timedOut(err error) *sim.TimedOutError {
	if err == nil {
		return nil
	}
	var tired *sim.TimedOutError
	errors.As(err, &tired)
	return tired
}

// prepare prepares a run whose log goes to a sink, from one of the spare ones if that cannot be reused.
func (w *worker) prepare(ctx context.Context, c *scenario.Scenario, sink sim.Sink,
	spare *[]*prepare.Run) (*prepare.Run, error) {
	env := w.study.env()
	env.Done, env.Sink = ctx.Done(), sink
	if n := len(*spare); n > 0 && !w.study.variation.CanReuse((*spare)[n-1]) {
		env.Previous, *spare = (*spare)[n-1], (*spare)[:n-1]
	}
	return prepare.New(c, env)
}

// repeat runs a run once more, for its trajectory.
func (w *worker) repeat(ctx context.Context, r *batch.Run) error {
	w.keep()
	c, err := w.study.Scenario(r.Index)
	if err != nil {
		return err
	}
	run, err := w.prepare(ctx, c, w.sink(r, true, &w.log), w.spares(r))
	if err == nil {
		_, err = run.World.Run(ctx, run.Scenario.Duration)
	}
	return err
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

// both is two sinks.
type both [2]sim.Sink

// Begin implements sim.Sink.
func (b both) Begin(names []string) error { return errors.Join(b[0].Begin(names), b[1].Begin(names)) }

// Record implements sim.Sink.
func (b both) Record(row []float64) error { return errors.Join(b[0].Record(row), b[1].Record(row)) }

// End implements sim.Sink.
func (b both) End(s *sim.Summary) error { return errors.Join(b[0].End(s), b[1].End(s)) }
