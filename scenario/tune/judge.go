package tune

import (
	"context"
	"math"
	"slices"

	"kinetree/control/analysis"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/sim/record"
)

// judge finds the costs of candidates, side by side those that it is given together. It is for one goroutine.
type judge struct {
	*Tuning
	solo  prepare.Solo
	robot []judged // by number
	kept  int      // runs that have ended
	row   []sweep.Value
	list  prepare.MeasuresByJoint
}

// judged is a robot that judges candidates.
type judged struct {
	variation *prepare.Variation
	ended     []*prepare.Run // which become the next ones
}

// judge returns one who has judged before, or else a new one, who is going to judge some candidates.
func (t *Tuning) judge(candidates float64) *judge {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if n := len(t.idle); n > 0 {
		j := t.idle[n-1]
		t.idle = t.idle[:n-1]
		return j
	}
	j := &judge{Tuning: t, robot: make([]judged, len(t.robots)), row: make([]sweep.Value, len(t.Paths))}
	j.solo.Expect(candidates * float64(len(t.robots)) * t.effective.Duration / t.effective.Step)
	return j
}

// together returns how many candidates take about the time of one.
func (j *judge) together() int64 {
	run, err := prepare.New(j.robots[0], j.env(nil))
	if err != nil {
		return 1
	}
	return int64(max(1, j.solo.Together(run)/len(j.robots)))
}

// mostlyCoded is the share of steps that code takes, see prepare.Solo.Coded, from which on some more runs beside one
// take little time. One of the others takes as long as five to fifteen calls of the code.
const mostlyCoded = 0.97

// dismiss keeps a judge for later.
func (t *Tuning) dismiss(j *judge) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.idle = append(t.idle, j)
}

// Costs returns the cost of values of the free numbers for each robot, infinite if there is none. It may be called by
// several goroutines.
func (t *Tuning) Costs(ctx context.Context, x []float64) ([]float64, error) {
	j := t.judge(1)
	defer t.dismiss(j)
	costs, errs := j.costs(ctx, [][]float64{x})
	return costs[0], errs[0]
}

// mostTogether is how many runs are prepared at a time, and how many that have ended are kept, which takes memory.
const mostTogether = 64

// costs returns the costs of several lists of values for each robot, and for each list its error.
func (j *judge) costs(ctx context.Context, points [][]float64) (costs [][]float64, errs []error) {
	costs, errs = make([][]float64, len(points)), make([]error, len(points))
	for k := range costs {
		costs[k] = make([]float64, len(j.robots))
	}
	list := make([]trial, 0, len(points)*len(j.robots))
	for k, x := range points {
		for i := range j.robots {
			list = append(list, trial{point: k, robot: i, x: x})
		}
	}
	for some := range slices.Chunk(list, mostTogether) {
		j.try(ctx, some)
		for i := range some {
			r := &some[i]
			if costs[r.point][r.robot] = r.cost; errs[r.point] == nil {
				errs[r.point] = r.err
			}
		}
	}
	return costs, errs
}

// trial is a run that judges values.
type trial struct {
	point, robot int
	x            []float64
	cost         float64
	loop         *analysis.Analysis // of a cost that has numbers of it
	log          *record.Rows       // of a cost that has numbers of a script; nil for others
	err          error
}

// try sets the costs of some runs. Values with which a run cannot be prepared, such as weights without a regulator,
// have an infinite one.
func (j *judge) try(ctx context.Context, list []trial) {
	var runs []*prepare.Run
	var of []*trial
	for i := range list {
		r := &list[i]
		run, err := j.prepare(ctx, r)
		switch {
		case ctx.Err() != nil:
			r.err = ctx.Err()
		case err != nil:
			r.cost = math.Inf(1)
		case run != nil:
			if j.wanted.cost != (analysis.Wanted{}) {
				r.loop = run.Judge(j.wanted.cost)
			}
			runs, of = append(runs, run), append(of, r)
		}
	}
	j.solo.RunAll(ctx, runs, func(i int, summary *sim.Summary, err error) {
		of[i].cost, of[i].err = j.value(ctx, of[i], runs[i], summary, err)
		j.keep(of[i].robot, runs[i])
	})
}

// keep keeps a run of a robot that has ended, if there are not too many.
func (j *judge) keep(robot int, run *prepare.Run) {
	if j.kept < mostTogether {
		j.kept++
		j.robot[robot].ended = append(j.robot[robot].ended, run)
	}
}

// standing returns the largest spectral radius of the robots' control loops with values of the free numbers, 0 if none
// can be judged, and the most that one of them lacks of what is required.
func (j *judge) standing(ctx context.Context, x []float64) (largest, lack float64) {
	for i := range j.robots {
		run, err := j.prepare(ctx, &trial{robot: i, x: x})
		if run == nil || err != nil {
			continue
		}
		a := run.Judge(j.wanted.required)
		if a != nil && a.Stable != nil {
			largest = max(largest, a.SpectralRadius)
		}
		if a == nil || a.Stable == nil || *a.Stable {
			lack = max(lack, j.lack(ctx, run, a))
		}
		j.keep(i, run)
	}
	return largest, lack
}

// lack returns how much a run lacks of what is required. It runs it if that is about what is measured.
func (j *judge) lack(ctx context.Context, run *prepare.Run, a *analysis.Analysis) (sum float64) {
	judged := &prepare.Judged{Loop: a, Duration: run.Scenario.Duration}
	if j.measuring {
		j.solo.RunAll(ctx, []*prepare.Run{run}, func(int, *sim.Summary, error) {})
		judged.Measures, judged.Events = run.AppendMeasures(nil), run.Events().Bounded(judged.Duration)
	}
	for i := range j.required {
		if q := &j.required[i]; !j.byDefault || a != nil && a.Stable != nil {
			sum += q.Lack(judged)
		}
	}
	return sum
}

// value returns the cost of a run that has ended.
func (j *judge) value(ctx context.Context, of *trial, run *prepare.Run, summary *sim.Summary,
	err error) (float64, error) {
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case summary == nil || summary.Status == sim.Failed:
		return 0, err
	case summary.Status != sim.Done:
		return math.Inf(1), nil
	}
	j.list = run.AppendMeasures(j.list[:0])
	var scripted []script.Metric
	if j.script != nil {
		if scripted, err = j.script.Metrics(ctx, prepare.LogOf(of.log)); err != nil {
			return 0, err
		}
	}
	duration := run.Scenario.Duration
	cost, err := j.cost.Evaluate(j.measures(j.list, run.Events().Bounded(duration), scripted, of.loop, duration))
	if err != nil {
		return 0, expressionFaults(j.scenario.At("tune.cost"), err).Err()
	}
	if math.IsNaN(cost) || math.IsInf(cost, -1) {
		cost = math.Inf(1)
	}
	return cost, nil
}

// prepare returns the run of a trial, one that has ended in place of a new one where that is possible. There is none
// if the values cannot be set, which is the error of the trial.
func (j *judge) prepare(ctx context.Context, r *trial) (*prepare.Run, error) {
	robot, base := &j.robot[r.robot], j.robots[r.robot]
	env := j.env(nil)
	env.Done = ctx.Done()
	if j.script != nil {
		r.log = &record.Rows{}
		env.Sink = r.log
	}
	if n := len(robot.ended); n > 0 {
		last := robot.ended[n-1]
		robot.ended = robot.ended[:n-1]
		j.kept--
		for k, x := range r.x {
			j.row[k] = sweep.Value{Number: x}
		}
		if robot.variation.Reuse(last, j.row, base.Seed, env.Sink) {
			return last, nil
		}
		if !robot.variation.CanReuse(last) {
			env.Previous = last
		}
	}
	if robot.variation == nil {
		var err error
		if robot.variation, err = j.vary(base); err != nil {
			r.err = err
			return nil, nil
		}
	}
	s, err := j.with(base, r.x)
	if err != nil {
		r.err = err
		return nil, nil
	}
	return prepare.New(s, env)
}

// vary returns the variation of a robot in the free numbers.
func (t *Tuning) vary(robot *scenario.Scenario) (*prepare.Variation, error) {
	var paths []sweep.Path
	for _, name := range t.Paths {
		paths = append(paths, sweep.Path{Name: name, Node: t.scenario.At("tune.free")})
	}
	return prepare.Vary(robot, paths, func(*scenario.Scenario) (*scenario.Scenario, error) { return t.effective, nil })
}
