package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/internal/require"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/script"
)

// defaultRuns is how many candidates are tried if the scenario does not say it.
const defaultRuns = 500

// Tuning is a search that is ready to begin.
type Tuning struct {
	Paths   []string     // of the free numbers, in the order of the document
	Samples int          // robots that judge a candidate
	Notes   []string     // what the user should know
	Cache   *robot.Cache // has the model

	problem   Problem
	scenario  *scenario.Scenario
	effective *scenario.Scenario // with all that the robot says, and its start
	cost      *script.Expression
	asked     prepare.Asked // what the cost uses and what is required; nil for all measures
	required  []prepare.Requirement
	byDefault bool           // the scenario says nothing of what is required
	measuring bool           // some of what is required is of measures
	script    *script.Script // whose function metrics has numbers of the cost; nil for none
	scripted  []string       // these numbers
	wanted    wanted
	reduce    func(costs []float64) float64
	robots    []*scenario.Scenario // that judge candidates
	draws     Draws
	together  atomic.Int64 // how many candidates take the time of one
	mutex     sync.Mutex
	idle      []*judge // that have code and runs already
}

// New prepares the search that a scenario asks for. The error has the places of what is wrong in its file.
func New(s *scenario.Scenario, input io.Reader) (*Tuning, error) {
	if s.Tune == nil {
		return nil, s.At("").Fault("there is nothing to tune; expected a key such as tune: {free: " +
			"{controller.gains.elbow_joint.p: [10, 2000, log]}, cost: itae}")
	}
	t := &Tuning{scenario: s.Clone(), Cache: robot.NewCache()}
	run, err := prepare.New(s, t.env(input))
	if err != nil {
		return nil, s.Locate(err)
	}
	if run.Measures() == nil {
		return nil, s.At("tune").Fault("nothing is asked of the joints, so there are no metrics; " +
			"expected a controller or a reference")
	}
	if t.effective, err = robot.Effective(run.Scenario, robot.Env{Cache: t.Cache}); err != nil {
		return nil, err
	}
	faults := t.readRequirements()
	if at := s.At("tune.cost"); s.Tune.Cost == "" {
		faults = append(faults, at.Fault("there is no cost; expected an expression of metrics such as itae + "+
			"10*max(0, overshoot - 5)"))
	} else if err := t.readScript(input); err != nil {
		return nil, s.Locate(err)
	} else if t.cost, err = script.NewExpression("cost", require.Plain(s.Tune.Cost),
		slices.Concat(metrics.Names(), t.otherNumbers())); err != nil {
		faults = append(faults, expressionFaults(at, err)...)
	} else {
		faults = append(faults, t.tryCost(run)...)
		t.ask(run.Measures())
		t.wantLoop()
	}
	faults = append(faults, t.parameters()...)
	if err := t.draw(); !errors.As(err, new(strict.Faults)) && err != nil {
		return nil, err
	} else if err != nil {
		faults = append(faults, err.(strict.Faults)...)
	}
	t.Samples = len(t.robots)
	t.note()
	p := &t.problem
	p.Method = cmp.Or(s.Tune.Method, Methods()[0])
	p.Runs, p.Seed = cmp.Or(s.Tune.Runs, defaultRuns), uint64(s.Seed)
	p.Chains = min(s.Tune.Chains, p.Runs)
	for _, count := range []string{"runs", "chains"} {
		if n := s.At("tune." + count); n.Kind == strict.Number && n.Number < 1 {
			faults = append(faults, n.Fault("%v %s; expected at least 1", n.Number, count))
		}
	}
	return t, faults.Err()
}

// expressionFaults returns the faults of an expression at its place in the document.
func expressionFaults(at *strict.Node, err error) (faults strict.Faults) {
	var fault *script.Error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			faults = append(faults, expressionFaults(at, e)...)
		}
		return faults
	}
	if errors.As(err, &fault) {
		return strict.Faults{at.Fault("%s", fault.Message)}
	}
	return strict.Faults{at.Fault("%v", err)}
}

// tryCost returns what is wrong with the cost whatever the numbers are, such as a joint that is not measured.
func (t *Tuning) tryCost(run *prepare.Run) strict.Faults {
	var unknown []script.Metric
	for _, name := range slices.Concat(metrics.Names(), t.otherNumbers()) {
		unknown = append(unknown, script.Metric{Name: name, Value: math.NaN()})
	}
	joints, names, events := map[string][]script.Metric{}, []string{}, []string{}
	for _, m := range run.Measures() {
		names = append(names, m.Joint)
		joints[m.Joint] = unknown
	}
	for _, e := range run.Events() {
		events = append(events, e.Name)
		joints[e.Name] = figuresOf(&e)
	}
	if _, err := t.cost.Evaluate(unknown, joints); err != nil {
		faults := expressionFaults(t.scenario.At("tune.cost"), err)
		faults[0].Message += "; measured are the joints " + suggest.List(names)
		if len(events) > 0 {
			faults[0].Message += ", and the events " + suggest.List(events)
		}
		return faults
	}
	return nil
}

// ask notes which measures the cost uses, of those that a run has.
func (t *Tuning) ask(list prepare.MeasuresByJoint) {
	set := func(names []string) (s metrics.Set) {
		for _, name := range names {
			if i := metrics.Number(name); i >= 0 {
				s |= metrics.SetOf(i)
			}
		}
		return s
	}
	used := t.cost.Used()
	together := set(used.Numbers)
	if used.All {
		together = metrics.All
	}
	for i := range list {
		t.asked = append(t.asked, prepare.AskedOfJoint{Joint: list[i].Joint,
			Measures: together | set(used.Groups[list[i].Joint]) | t.requiredOf(list[i].Joint)})
	}
}

// env returns what runs see. They write nothing.
func (t *Tuning) env(input io.Reader) prepare.Env {
	return prepare.Env{Input: input, Unlogged: true, Strict: true, Cache: t.Cache, Asked: t.asked}
}

// parameters reads the free numbers of the scenario.
func (t *Tuning) parameters() strict.Faults {
	free := t.scenario.Text(".").At("tune", "free")
	if free == nil || len(free.Pairs) == 0 {
		return strict.Faults{t.scenario.At("tune").Fault("there are no free numbers; expected free: {PATH: " +
			"[lower, upper]}, such as controller.gains.elbow_joint.p: [10, 2000, log]")}
	}
	var faults strict.Faults
	for _, pair := range free.Pairs {
		path, bounds := pair.Key, t.scenario.Tune.Free[pair.Key]
		fault := func(format string, args ...any) { faults = append(faults, pair.Value.Fault(format, args...)) }
		if !(bounds.Lower < bounds.Upper) || math.IsInf(bounds.Lower, 0) || math.IsInf(bounds.Upper, 0) {
			fault("the bounds are %v and %v; expected a lower and a higher finite number", bounds.Lower, bounds.Upper)
			continue
		}
		if bounds.Log && bounds.Lower <= 0 {
			fault("the lower bound is %v; expected a positive number on a logarithmic scale", bounds.Lower)
			continue
		}
		start, known := t.effective.Value(path).(float64)
		if !known {
			start = (bounds.Lower + bounds.Upper) / 2
			if bounds.Log {
				start = math.Sqrt(bounds.Lower * bounds.Upper)
			}
		}
		if !(bounds.Lower <= start && start <= bounds.Upper) {
			fault("the scenario has %v, which is not within the bounds %v and %v; expected a start within them", start,
				bounds.Lower, bounds.Upper)
			continue
		}
		if err := t.try(path, start); err != nil {
			fault("the path cannot be set: %s", scenario.Reason(err))
			continue
		}
		t.Paths = append(t.Paths, path)
		t.problem.Parameters = append(t.problem.Parameters, Parameter{Name: path, Lower: bounds.Lower,
			Upper: bounds.Upper, Log: bounds.Log, Start: start})
	}
	return faults
}

// try puts the list into the scenario of which a path is an item, and returns the error of a run in which the path has
// a value.
func (t *Tuning) try(path string, x float64) error {
	if err := t.scenario.Settle(path, func() (*scenario.Scenario, error) { return t.effective, nil }); err != nil {
		return err
	}
	c := t.scenario.Clone()
	if err := c.Set(path, x); err != nil {
		return err
	}
	_, err := prepare.New(c, t.env(nil))
	return err
}

// note tells if the law is to be judged by robots that it does not know, and knows them.
func (t *Tuning) note() {
	c := &t.scenario.Controller
	if !c.Believes() || c.Model != "" || t.scenario.Tune.Robust == nil {
		return
	}
	for _, axis := range t.scenario.Sweep {
		if strings.HasPrefix(axis.Path, "model.") || strings.HasPrefix(axis.Path, "links.") {
			t.Notes = append(t.Notes,
				fmt.Sprintf("the law %s computes with each robot as it is drawn; controller: {model: %s} makes it "+
					"believe in the one that is described", c.Type, t.scenario.Model.File))
			return
		}
	}
}

// Scenario returns the scenario with values of the free numbers.
func (t *Tuning) Scenario(x []float64) (*scenario.Scenario, error) { return t.with(t.scenario, x) }

// with returns a copy of a scenario with values of the free numbers.
func (t *Tuning) with(s *scenario.Scenario, x []float64) (*scenario.Scenario, error) {
	s = s.Clone()
	for k, path := range t.Paths {
		if err := s.Set(path, x[k]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Minimize searches with as many workers, which do not change the result. progress may be nil; see Problem. If the
// context is cancelled, the error is its own and the result has what was found.
func (t *Tuning) Minimize(ctx context.Context, workers int, progress func(runs int, least float64)) (*Result, error) {
	p := t.problem
	crew := make([]*judge, max(0, workers))
	for i := range crew {
		crew[i] = t.judge(float64(p.Runs) / float64(workers))
		defer t.dismiss(crew[i])
	}
	together := crew[0].together()
	t.together.Store(together)
	p.Together = func() int { return int(t.together.Load()) }
	p.Workers, p.Progress, p.Cost = workers, progress, func(ctx context.Context, points [][]float64,
		worker int) ([]float64, []error) {
		list, errs := crew[worker].costs(ctx, points)
		if crew[worker].solo.Coded() >= mostlyCoded {
			t.together.Store(together)
		} else {
			t.together.Store(1)
		}
		costs := make([]float64, len(points))
		for k := range costs {
			if errs[k] == nil {
				costs[k] = t.reduce(list[k])
			}
		}
		return costs, errs
	}
	p.Standing = func(ctx context.Context, x []float64, worker int) (radius, lack float64) {
		return crew[worker].standing(ctx, x)
	}
	r, err := Minimize(ctx, p)
	if r != nil && err == nil && !t.byDefault && r.Best.Lack > 0 && !r.Best.Unstable() {
		return r, fmt.Errorf("no candidate of %d keeps what tune.require asks; of the nearest one, %w", len(r.Trials),
			errors.Join(t.Unkept(r.Best.X)...))
	}
	if r != nil && err == nil && math.IsInf(r.Best.Cost, 0) {
		err = fmt.Errorf("no run of %d has a finite cost: all diverge, drift, end before their time, or have no "+
			"number for what the cost uses, as overshoot and settling_time of joints without a step; expected another "+
			"start, other bounds or another cost", len(r.Trials))
	}
	return r, err
}

// Runs returns how many candidates a search tries at most.
func (t *Tuning) Runs() int { return t.problem.Runs }

// Bound says at which of its bounds a value of a free number is, "lower", "upper" or "": there the bounds, and not
// the cost, have chosen it.
func (t *Tuning) Bound(k int, x float64) string { return t.problem.Parameters[k].Bound(x) }

// Method returns the name of the method.
func (t *Tuning) Method() string { return t.problem.Method }

// measures returns the measures over all joints and the numbers of the loop, those that the cost uses, and those of
// each joint and event if it may use any. A move that takes longer than the run takes as long as the run.
func (t *Tuning) measures(list prepare.MeasuresByJoint, events prepare.MeasuresByEvent, scripted []script.Metric,
	loop *analysis.Analysis, duration float64) (together []script.Metric, joints map[string][]script.Metric) {
	used := t.cost.Used()
	if used.Grouped() {
		joints = map[string][]script.Metric{}
	}
	for i := range list {
		r := &list[i].Measures
		for _, time := range []*float64{&r.RiseTime, &r.SettlingTime} {
			if r.Moves && math.IsNaN(*time) {
				*time = duration
			}
		}
		if used.Grouped() {
			joints[list[i].Joint] = append(named(r, metrics.Names()), numbers(loop, list[i].Joint, loopNumbers())...)
		}
	}
	for i := range events {
		if used.Grouped() {
			joints[events[i].Name] = figuresOf(&events[i])
		}
	}
	all := list.Together()
	for _, name := range used.Numbers {
		switch i := slices.IndexFunc(scripted, func(m script.Metric) bool { return m.Name == name }); {
		case metrics.Number(name) >= 0:
			together = append(together, named(&all, []string{name})...)
		case i >= 0:
			together = append(together, scripted[i])
		case slices.Contains(metrics.EventNames(), name):
			x, _ := events.Worst(name)
			together = append(together, script.Metric{Name: name, Value: math.Abs(x)})
		default:
			together = append(together, numbers(loop, "", []string{name})...)
		}
	}
	return together, joints
}

// otherNumbers returns the names of the numbers that a cost may have besides measures: those of the control loop, the
// worst figures of events, and those of the script.
func (t *Tuning) otherNumbers() []string {
	list := loopNumbers()
	for _, name := range metrics.EventNames() {
		if metrics.Number(name) < 0 {
			list = append(list, name)
		}
	}
	return append(list, t.scripted...)
}

// readScript learns from a run which numbers the function metrics of the scenario's script returns, if it has one.
func (t *Tuning) readScript(input io.Reader) error {
	env := t.env(input)
	of, err := prepare.ReadScript(t.scenario, env)
	if err != nil || of == nil || !of.Has("metrics") {
		return err
	}
	list, err := prepare.ScriptMetrics(context.Background(), t.scenario, env, of)
	if err != nil {
		return err
	}
	known := slices.Concat(metrics.Names(), t.otherNumbers())
	for _, m := range list {
		if slices.Contains(known, m.Name) {
			return fmt.Errorf("%s: metrics returned %s, which is the name of another number of tune.cost; expected a "+
				"name of its own", t.scenario.Script, m.Name)
		}
		t.scripted = append(t.scripted, m.Name)
	}
	t.script = of
	return nil
}

// figuresOf returns the figures of an event with their names.
func figuresOf(e *prepare.EventMeasures) (list []script.Metric) {
	for _, f := range e.Figures {
		list = append(list, script.Metric{Name: f.Name, Value: f.Value})
	}
	return list
}

// numbers returns numbers of a loop with their names, of a joint or for "" of all, NaN if there is none.
func numbers(loop *analysis.Analysis, joint string, names []string) (list []script.Metric) {
	for _, name := range names {
		x := math.NaN()
		if loop != nil {
			x = loop.Number(joint, name)
		}
		list = append(list, script.Metric{Name: name, Value: x})
	}
	return list
}

// named returns measures with their names.
func named(r *metrics.Measures, names []string) []script.Metric {
	out := make([]script.Metric, len(names))
	for i, name := range names {
		out[i].Name = name
		out[i].Value, _ = r.Value(name)
	}
	return out
}
