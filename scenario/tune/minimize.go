// Package tune searches for numbers of a scenario, gains of a controller above all, that make its cost least. The
// cost is an expression of the metrics of a run. A candidate is judged by the scenario as it is, or by several robots
// that are drawn, the same ones for all candidates: then by the mean, the largest or the ninetieth percentile of
// their costs. A run that diverges, or ends before its time, is worse than all that do not. So is one whose control
// loop is unstable, which friction, limits and an exact model may hide, than all that are stable.
//
// The cost of whole simulations takes long, may fail, has corners, and has no derivatives. [Minimize] has two searches:
//
//	nelder-mead  a simplex that reflects, grows and shrinks (Nelder and Mead 1965): few parameters, smooth costs
//	cma-es       samples of a normal distribution that learns the shape of the valley (Hansen 2016): more parameters,
//	             rough costs, several valleys; in the end a simplex polishes the best point
//
// Both work on a scale on which the bounds of each parameter are 0 and 1, and reflect at the bounds what lies beyond
// them. A search has one or more chains: the first starts at the given values, the others at random ones. The better
// half of them goes on, and of those again, until the best chain has the rest of the runs for itself. The candidates,
// and so the result, depend on the seed, but not on the number of workers.
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"kinetree/internal/libm"
	"kinetree/internal/suggest"
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
	// Chains is how many starts the search has. If it is 0, there is one for CMA-ES, which begins anew at other places
	// by itself, and for Nelder-Mead one for each 100 runs a parameter, from 1 to 4.
	Chains  int
	Seed    uint64
	Workers int // 1 or more
	// Cost returns the costs of several points, each with a value for each parameter, which it must not keep, and the
	// error of each. A cost that is not finite counts as worse than all others; an error ends the search. It is called
	// by several goroutines at the same time, each with its number below Workers.
	Cost func(ctx context.Context, points [][]float64, worker int) (costs []float64, errs []error)
	// Standing returns the spectral radius of the control loop of a point, 0 if that cannot be judged, and what it
	// lacks of what is required; nil judges none. It is called as Cost is, for a point that would be the best of its
	// chain so far.
	Standing func(ctx context.Context, x []float64, worker int) (radius, lack float64)
	// Together returns how many points Cost judges in about the time of one, for now; nil stands for 1. A worker is
	// given so many at least, and a method that asks for one has the others judged that it may ask for next. The result
	// does not depend on it.
	Together func() int
	// Progress is called after each evaluation with the number of those done and the cost of the best so far; it may
	// be nil. One call at a time.
	Progress func(runs int, least float64)
}

// Trial is an evaluation.
type Trial struct {
	Chain int
	X     []float64
	Score
}

// Score is what a candidate comes to.
type Score struct {
	Cost float64 // one that is not finite is worse than all others
	// Radius is the spectral radius of the candidate's control loop, 0 if it is not judged, as it is of candidates that
	// others of less cost come before.
	Radius float64
	// Lack is how much the candidate lacks of what is required, 0 of one that keeps it or is not judged.
	Lack float64
}

// Unstable reports whether the control loop is. One that is at the limit is unstable, too, whatever rounding makes of
// it, such as that of a joint that nothing holds.
func (s Score) Unstable() bool { return !(s.Radius < 1-1e-12) }

// Result is what a search has found.
type Result struct {
	Best   Trial
	Start  Trial   // the given values; a search that was cancelled before they were judged has the cost NaN
	Trials []Trial // all, chain by chain
}

// worst is the cost of a run that has none, for the optimizers, which compare only.
const worst = 1e300

// Better reports whether a candidate is better than another one.
func (s Score) Better(than Score) bool { return s.rank() < than.rank() }

// rank returns a number that is less for a better candidate. It is the cost if the control loop is stable and keeps
// what is required. Those that do not are behind, in the order of what they lack, so that a search finds to what is
// required. The unstable ones are behind: first in the order of their spectral radii, to three decimals, so that a
// search finds to stability, and among equal ones in that of their costs.
func (s Score) rank() float64 {
	const behind, finest, most = 1e200, 1e-3, 1e9
	switch {
	case !(math.Abs(s.Cost) < worst):
		return worst
	case !s.Unstable() && s.Lack == 0:
		return min(s.Cost, behind)
	case !s.Unstable():
		return float64(behind * (1 + float64(0.4*s.Lack/(1+s.Lack))))
	}
	step := most
	if steps := (s.Radius - 1) / finest; steps < most {
		step = math.Floor(max(steps, 0))
	}
	share := s.Cost / (1 + math.Abs(s.Cost)) // of the way from one step to the next, from −1 to 1
	return float64(behind * (step + 2 + float64(share/2)))
}

// Minimize searches. It ends early with what was found and the context's error if that is cancelled.
func Minimize(ctx context.Context, p Problem) (*Result, error) {
	if p.Chains == 0 {
		p.Chains = 1
		if n := len(p.Parameters); n > 0 && p.Method == "nelder-mead" {
			p.Chains = min(max(p.Runs/(100*n), 1), 4)
		}
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	s := &search{problem: &p, ctx: ctx, fail: fail, leader: Score{Cost: math.Inf(1)}, busy: make([]bool, p.Workers)}
	s.freed = sync.NewCond(&s.mutex)
	chains := make([]*chain, p.Chains)
	for i := range chains {
		chains[i] = newChain(s, i)
	}
	s.run(slices.Clone(chains))
	r := &Result{}
	for _, c := range chains {
		r.Trials = append(r.Trials, c.trials...)
	}
	for i, t := range r.Trials {
		if i == 0 || t.Better(r.Best.Score) {
			r.Best = t
		}
	}
	if len(chains[0].trials) > 0 {
		r.Start = chains[0].trials[0]
	} else {
		r.Start.Cost = math.NaN()
		for _, x := range p.Parameters {
			r.Start.X = append(r.Start.X, x.Start)
		}
	}
	if len(r.Trials) == 0 {
		r.Best = r.Start
	}
	return r, context.Cause(ctx)
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
			errs = append(errs, fmt.Errorf("%s: the lower bound is %v; expected a positive number on a logarithmic "+
				"scale", x.Name, x.Lower))
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
		errs = append(errs, fmt.Errorf("there is no method %q; expected one of %s", p.Method, suggest.List(Methods())))
	}
	return errors.Join(errs...)
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
		return libm.Log(x/p.Lower) / libm.Log(p.Upper/p.Lower)
	}
	return (x - p.Lower) / (p.Upper - p.Lower)
}

// value returns the value at u of the unit scale, which goes back and forth between the bounds beyond its ends.
func (p *Parameter) value(u float64) float64 {
	if u == p.unit(p.Start) { // not what rounding makes of it
		return p.Start
	}
	u = math.Abs(math.Remainder(u, 2)) // mirrored at 0 and 1
	x := p.Lower + float64(u*(p.Upper-p.Lower))
	if p.Log {
		x = float64(p.Lower * libm.Pow(p.Upper/p.Lower, u))
	}
	return min(max(x, p.Lower), p.Upper)
}
