package study

import (
	"context"

	"kinetree/batch"
	"kinetree/compile"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// code computes the accelerations of a model for several runs at a time.
type code struct {
	model   *tree.Model
	gravity bool // is computed, too
	solver  sim.LaneSolver
	none    bool // there is no code for the model here
	whole   *sim.StepCodes
}

// of returns the code for the model of a run, nil if there is none.
func (c *code) of(run *scenario.Run) *sim.LaneSolver {
	if m, gravity := run.World.Model(), run.WantsGravity(); c.model != m || gravity && !c.gravity {
		solver, reason := scenario.LaneSolver(m, compile.Options{Gravity: gravity})
		*c = code{m, gravity, solver, reason != nil, scenario.StepCodes()}
	}
	if c.none {
		return nil
	}
	return &c.solver
}

// underway is a run that is prepared.
type underway struct {
	r   *batch.Run
	run *scenario.Run
	log *columns
}

// RunAll implements batch.Crew. Runs with the same model go side by side if there is code for it; it pays from the
// second one on. Others go one after another.
func (w *worker) RunAll(ctx context.Context, most int, next func() *batch.Run, ended func(*batch.Run, error)) {
	alone := func(u *underway) {
		summary, err := u.run.World.Run(ctx, u.run.Scenario.Duration)
		ended(u.r, w.conclude(ctx, u.r, u.run, u.log, summary, err))
	}
	for u := w.prepared(ctx, next, ended); u != nil; {
		v := w.prepared(ctx, next, ended)
		if v == nil || v.run.World.Model() != u.run.World.Model() || most < 2 {
			alone(u)
			u = v
			continue
		}
		solver := w.code.of(u.run)
		if solver == nil {
			alone(u)
			alone(v)
			u = w.prepared(ctx, next, ended)
			continue
		}
		lanes, waiting := sim.Lanes{Model: u.run.World.Model(), Solver: *solver, Most: most,
			Whole: w.code.whole}, []*underway{u, v}
		u = nil
		lanes.Run(ctx, func() (run sim.LaneRun, ok bool) {
			var x *underway
			if len(waiting) > 0 {
				x, waiting = waiting[0], waiting[1:]
			} else if x = w.prepared(ctx, next, ended); x == nil {
				return run, false
			}
			if x.run.World.Model() != lanes.Model { // the lanes end, and others begin
				u = x
				return run, false
			}
			return x.run.Lane(func(summary *sim.Summary, err error) {
				ended(x.r, w.conclude(ctx, x.r, x.run, x.log, summary, err))
			}), true
		})
	}
}

// prepared returns the next run that can be prepared, nil if there is none. It ends those that cannot.
func (w *worker) prepared(ctx context.Context, next func() *batch.Run, ended func(*batch.Run, error)) *underway {
	for r := next(); r != nil; r = next() {
		u := &underway{r: r, log: &columns{}}
		var err error
		if u.run, err = w.ready(ctx, r, u.log); err == nil {
			return u
		}
		ended(r, err)
	}
	return nil
}
