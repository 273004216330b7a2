package study

import (
	"context"

	"kinetree/batch"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/sim/record"
)

// underway is a run that is prepared. One that has ended is used for another.
type underway struct {
	r    *batch.Run
	run  *prepare.Run
	log  record.Rows
	over func(*sim.Summary, error) // is called at its end
}

// RunAll implements batch.SideBySide. Runs whose models have the same structure go side by side if there is code for
// the models; code pays from the second run on. Other runs go one after another.
func (w *worker) RunAll(ctx context.Context, most int, next func() *batch.Run, ended func(*batch.Run, error),
	keep func()) {
	w.keep = keep
	w.idle = nil
	alone := func(u *underway) {
		keep()
		u.over(u.run.World.Run(ctx, u.run.Scenario.Duration))
	}
	for u := w.prepared(ctx, next, ended); u != nil; {
		v := w.prepared(ctx, next, ended)
		if v == nil || most < 2 || !v.run.World.Model().SameStructure(u.run.World.Model()) ||
			v.run.World.Algorithm() != u.run.World.Algorithm() {
			alone(u)
			u = v
			continue
		}
		w.code.Of(u.run)
		solver := w.code.Of(v.run)
		if solver == nil {
			alone(u)
			alone(v)
			u = w.prepared(ctx, next, ended)
			continue
		}
		lanes, waiting := sim.Lanes{Model: u.run.World.Model(), Solver: *solver, Most: most, Whole: w.code.Steps,
			Goes: keep}, []*underway{u, v}
		u = nil
		lanes.Run(ctx, func() (run sim.LaneRun, ok bool) {
			var x *underway
			if len(waiting) > 0 {
				x, waiting = waiting[0], waiting[1:]
			} else if x = w.prepared(ctx, next, ended); x == nil {
				return run, false
			}
			if !w.code.Has(x.run) { // the lanes end, and others begin
				u = x
				return run, false
			}
			return x.run.Lane(x.over), true
		})
	}
}

// prepared returns the next run that can be prepared, nil if there is none. It ends those that cannot.
func (w *worker) prepared(ctx context.Context, next func() *batch.Run, ended func(*batch.Run, error)) *underway {
	for r := next(); r != nil; r = next() {
		var u *underway
		if n := len(w.idle); n > 0 {
			u, w.idle = w.idle[n-1], w.idle[:n-1]
		} else {
			x := &underway{}
			x.over = func(summary *sim.Summary, err error) {
				err = w.conclude(ctx, x.r, x.run, &x.log, summary, err)
				w.idle = append(w.idle, x)
				ended(x.r, err)
			}
			u = x
		}
		var err error
		u.r = r
		if u.run, err = w.ready(ctx, r, &u.log); err == nil {
			return u
		}
		w.idle = append(w.idle, u)
		ended(r, err)
	}
	return nil
}
