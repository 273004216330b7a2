// Package tune searches for numbers of a scenario, gains of a controller above all, that make its cost least. The
// cost is an expression of the metrics of a run. A candidate is judged by the scenario as it is, or by several robots
// that are drawn, the same ones for all candidates: then by the mean, the largest or the ninetieth percentile of
// their costs. A run that diverges, or ends before its time, is worse than all that do not.
//
// The cost of whole simulations takes long, may fail, has corners, and has no derivatives. [Minimize] has two searches,
// those of gonum/optimize:
//
//	Nelder-Mead   a simplex that reflects, grows and shrinks (Nelder, Mead 1965): few parameters
//	CMA-ES        samples of a normal distribution that learns the shape of the valley (Hansen 2016): more parameters, rough costs
//
// A search is made of chains, which know nothing of each other: the first starts at the given values, the others at
// random ones, and each begins anew around its best point when it has come to an end before its share of the runs is
// used up. Chains run at the same time on as many workers as there are; results do not depend on how many.
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/optimize"
)

// Parameter is a number to find.
type Parameter struct {
	Name         string
	Lower, Upper float64
	Log          bool    // equal ratios count alike, not equal differences; both bounds are positive
	Start        float64 // the first value to try, within the bounds
}

// Methods returns the names of the methods.
func Methods() []string { return []string{"nelder-mead", "cma-es"} }

// Problem says what is searched.
type Problem struct {
	Parameters []Parameter
	Method     string // one of Methods
	Runs       int    // evaluations of the cost at most
	Chains     int    // 1 or more
	Seed       uint64
	Workers    int // 1 or more
	// Cost returns the cost of values of the parameters, which it must not keep. What is not finite counts as worse
	// than all others; an error ends the search. It is called by several goroutines at the same time, each with its
	// number below Workers.
	Cost func(ctx context.Context, x []float64, worker int) (float64, error)
	// Progress is called after each evaluation with the number of those done and the least cost so far; it may be
	// nil. One call at a time.
	Progress func(runs int, least float64)
}

// Trial is an evaluation.
type Trial struct {
	Chain int
	X     []float64
	Cost  float64
}

// Result is what a search has found.
type Result struct {
	Best   Trial
	Start  Trial   // the given values
	Trials []Trial // all, chain by chain
}

// worst is the cost of a run that has none, for the optimizers, which compare only.
const worst = 1e300

// Minimize searches. It ends early with what was found and the context's error if that is cancelled.
func Minimize(ctx context.Context, p Problem) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &search{problem: &p, least: math.Inf(1)}
	chains := make([]*chain, p.Chains)
	next := make(chan *chain, p.Chains)
	for i := range chains {
		chains[i] = &chain{search: s, ctx: ctx, number: i, runs: p.Runs / p.Chains,
			rng: rand.New(rand.NewPCG(p.Seed, uint64(i)))}
		if i < p.Runs%p.Chains {
			chains[i].runs++
		}
		next <- chains[i]
	}
	close(next)
	var group sync.WaitGroup
	for worker := range min(p.Workers, p.Chains) {
		group.Go(func() {
			for c := range next {
				c.worker = worker
				c.run()
			}
		})
	}
	group.Wait()
	return s.result(chains)
}

func (p *Problem) check() error {
	var errs []error
	if len(p.Parameters) == 0 {
		errs = append(errs, errors.New("there is no parameter to tune; expected one or more"))
	}
	for _, x := range p.Parameters {
		switch {
		case !(x.Lower < x.Upper) || math.IsInf(x.Lower, 0) || math.IsInf(x.Upper, 0):
			errs = append(errs, fmt.Errorf("%s: the bounds are %v and %v; expected a lower and a higher finite number",
				x.Name, x.Lower, x.Upper))
		case x.Log && x.Lower <= 0:
			errs = append(errs, fmt.Errorf("%s: the lower bound is %v; expected a positive number on a logarithmic scale", x.Name, x.Lower))
		case !(x.Lower <= x.Start && x.Start <= x.Upper):
			errs = append(errs, fmt.Errorf("%s: the start %v is not within the bounds %v and %v", x.Name, x.Start,
				x.Lower, x.Upper))
		}
	}
	if p.Runs < p.Chains || p.Chains < 1 || p.Workers < 1 {
		errs = append(errs, fmt.Errorf("%d runs in %d chains by %d workers; expected at least one each, and a run "+
			"for each chain", p.Runs, p.Chains, p.Workers))
	}
	if p.Method != "nelder-mead" && p.Method != "cma-es" {
		errs = append(errs, fmt.Errorf("there is no method %q; expected one of %q", p.Method, Methods()))
	}
	return errors.Join(errs...)
}

// search is what chains share.
type search struct {
	problem *Problem
	mutex   sync.Mutex
	runs    int
	least   float64
}

// done counts an evaluation.
func (s *search) done(cost float64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.runs++
	s.least = min(s.least, cost)
	if s.problem.Progress != nil {
		s.problem.Progress(s.runs, s.least)
	}
}

// result puts the chains together.
func (s *search) result(chains []*chain) (*Result, error) {
	r := &Result{}
	var errs []error
	for _, c := range chains {
		r.Trials = append(r.Trials, c.trials...)
		// each once
		if err := c.err; err != nil &&
			!slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() }) {
			errs = append(errs, err)
		}
	}
	for i, t := range r.Trials {
		if i == 0 || t.Cost < r.Best.Cost || math.IsNaN(r.Best.Cost) {
			r.Best = t
		}
	}
	if len(chains[0].trials) > 0 {
		r.Start = chains[0].trials[0]
	}
	return r, errors.Join(errs...)
}

// chain is one line of search.
type chain struct {
	*search
	ctx    context.Context
	number int
	worker int
	runs   int // left
	rng    *rand.Rand
	trials []Trial
	best   []float64 // on the unit scale
	least  float64
	err    error
}

// run searches until the runs are used up.
func (c *chain) run() {
	n := len(c.problem.Parameters)
	c.least = math.Inf(1)
	start := make([]float64, n)
	for i, p := range c.problem.Parameters {
		if start[i] = p.unit(p.Start); c.number > 0 {
			start[i] = c.rng.Float64()
		}
	}
	if c.problem.Method == "cma-es" { // which does not try where it starts
		c.evaluate(start)
	}
	for size := 0.3; c.runs > 0 && c.err == nil; size = max(size/2, 0.02) {
		before := c.runs
		c.descend(start, size)
		if c.runs == before { // the optimizer asks for nothing
			c.evaluate(start)
		}
		if c.best != nil {
			copy(start, c.best)
		}
		for i := range start { // so that the next descent does not repeat this one
			start[i] += size / 4 * c.rng.NormFloat64()
		}
	}
}

// descend runs the method from a start on the unit scale, with steps of the given size.
func (c *chain) descend(start []float64, size float64) {
	settings := &optimize.Settings{FuncEvaluations: c.runs, Converger: &optimize.FunctionConverge{Absolute: 1e-12,
		Relative: 1e-6, Iterations: 20 * len(start)}}
	var method optimize.Method = &optimize.NelderMead{SimplexSize: size}
	if c.problem.Method == "cma-es" {
		method = &optimize.CmaEsChol{InitStepSize: size, Src: rand.NewPCG(c.rng.Uint64(), c.rng.Uint64())}
		settings.Converger = optimize.NeverTerminate{} // it ends itself when its samples are almost the same
	}
	objective := optimize.Problem{Func: c.evaluate, Status: func() (optimize.Status, error) {
		if c.err != nil || c.runs <= 0 {
			return optimize.FunctionEvaluationLimit, nil
		}
		return optimize.NotTerminated, nil
	}}
	// The statuses say why a descent has ended, which does not matter: another one begins.
	if _, err := optimize.Minimize(objective, start, settings, method); err != nil && c.err == nil && c.runs > 0 {
		c.err = err
	}
}

// evaluate returns the cost at a point of the unit scale.
func (c *chain) evaluate(u []float64) float64 {
	if c.err == nil {
		c.err = c.ctx.Err()
	}
	if c.err != nil || c.runs <= 0 {
		return worst
	}
	c.runs--
	x := make([]float64, len(u))
	for i, p := range c.problem.Parameters {
		x[i] = p.value(u[i])
	}
	cost, err := c.problem.Cost(c.ctx, x, c.worker)
	if err != nil {
		c.err = err
		return worst
	}
	c.trials = append(c.trials, Trial{c.number, x, cost})
	c.done(cost)
	if math.IsNaN(cost) || cost > worst {
		return worst
	}
	if cost < c.least {
		c.least, c.best = cost, append(c.best[:0], u...)
	}
	return cost
}

// Bound says at which of its bounds a value is, to a thousandth of the way between them: "lower", "upper" or "".
func (p *Parameter) Bound(x float64) string {
	const near = 1e-3
	switch u := p.unit(x); {
	case u <= near:
		return "lower"
	case u >= 1-near:
		return "upper"
	}
	return ""
}

// unit returns where a value lies between the bounds, from 0 to 1.
func (p *Parameter) unit(x float64) float64 {
	if p.Log {
		return math.Log(x/p.Lower) / math.Log(p.Upper/p.Lower)
	}
	return (x - p.Lower) / (p.Upper - p.Lower)
}

// value returns the value at u of the unit scale, which goes back and forth between the bounds beyond its ends.
func (p *Parameter) value(u float64) float64 {
	if u == p.unit(p.Start) { // not what rounding makes of it
		return p.Start
	}
	u = math.Abs(math.Remainder(u, 2)) // mirrored at 0 and 1
	x := p.Lower + u*(p.Upper-p.Lower)
	if p.Log {
		x = p.Lower * math.Pow(p.Upper/p.Lower, u)
	}
	return min(max(x, p.Lower), p.Upper)
}
