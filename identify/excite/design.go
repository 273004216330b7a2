package excite

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/identify"
	"kinetree/internal/cmaes"
	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/internal/philox"
)

// Criterion is what a motion is judged by.
type Criterion uint8

const (
	// Determinant seeks the smallest standard errors of all parameters: the largest determinant of their information
	// W_bᵀ Σ⁻¹ W_b, with the noise Σ of the efforts. It does not depend on the units of parameters.
	Determinant Criterion = iota
	// SmallCondition seeks the smallest condition number of W_b, in SI units.
	SmallCondition
)

// DesignTask is the task of finding a trajectory within limits that shows the base parameters well, over a period, as
// in [Fit]. Efforts are those of the base's model, its damping and friction included.
type DesignTask struct {
	Base        *identify.BaseParameters
	Limits      *MotionLimits
	Criterion   Criterion
	Noise       []float64 // of each effort, a standard deviation or in proportion to it; nil if they are all alike
	Space       *Space    // that the motion keeps to; nil if there is no bound
	Period      float64   // s
	Harmonics   int       // of the Fourier series, 2 or more
	Evaluations int       // how many trajectories are tried
	Seed        uint64
}

// EffortNoise returns what the noise of efforts is in proportion to if nothing is known of it: to the limits of the
// efforts, as drives and their sensors are large or small. It is nil if an effort has no limit.
func (l *MotionLimits) EffortNoise() []float64 {
	if slices.ContainsFunc(l.Effort, func(x float64) bool { return math.IsInf(x, 0) }) {
		return nil
	}
	return slices.Clone(l.Effort)
}

// Designed is the motion that a search has found.
type Designed struct {
	*FourierTrajectory
	Condition float64 // of W_b, in SI units
	// median of the condition numbers of random trajectories within the limits, with which the search begins
	Random float64
	// how many times smaller the standard errors of the parameters are than with those random trajectories, their
	// geometric mean
	Gain float64

	cost float64 // by the criterion
}

// randoms is how many random trajectories a search begins with.
const randoms = 41

// Find searches for the trajectory: the best of some random ones, improved by CMA-ES. Positions, velocities and
// efforts are within the limits at all times, which is proven, not only looked at at some times. The same task gives
// the same trajectory. The error says why there is none. One evaluation takes a hundred regressors.
func (d *DesignTask) Find() (*Designed, error) {
	s, err := newSearch(d)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(d.Seed, 1))
	var tried []*Designed
	try := func(x []float64) error {
		t, err := s.within(x)
		if err != nil {
			return err
		}
		s.stack(t)
		tried = append(tried, &Designed{FourierTrajectory: t, Condition: s.condition(), Gain: s.precision(),
			cost: s.judge()})
		return nil
	}
	x := make([]float64, s.dimension())
	for range randoms {
		for i := range x {
			x[i] = philox.Normal(rng.Uint64(), rng.Uint64())
		}
		if err := try(x); err != nil {
			return nil, err
		}
	}
	median := func(of func(*Designed) float64) float64 {
		slices.SortStableFunc(tried, func(a, b *Designed) int { return cmp.Compare(of(a), of(b)) })
		return of(tried[randoms/2])
	}
	random := median(func(x *Designed) float64 { return x.Condition })
	usual := median(func(x *Designed) float64 { return x.Gain })
	byCost := func(a, b *Designed) int { return cmp.Compare(a.cost, b.cost) }
	slices.SortStableFunc(tried, byCost)
	if err := try(s.improve(tried, rng)); err != nil {
		return nil, err
	}
	best := slices.MinFunc(tried, byCost)
	best.Gain = libm.Exp(best.Gain - usual)
	best.Random = random
	return best, nil
}

// Of CMA-ES: the standard deviation of the first distribution as a share of the root mean square of the coefficients at
// its mean; and a population that is usual for long searches and down to half of that for shorter ones, so that they
// have as many generations. Among others these found the best motions of several arms within 500 to 6000 evaluations.
const (
	spread      = 0.5
	generations = 200
)

// improve searches for the point with the smallest cost by CMA-ES, which learns the variances of the coefficients
// alone, since they are a hundred or more. When a distribution has come to an end, another one begins at the next best
// of the motions that are given in the order of their costs, with twice the population.
func (s *search) improve(starts []*Designed, rng *rand.Rand) []float64 {
	n, least := s.dimension(), math.Inf(1)
	best, mean := make([]float64, n), make([]float64, n)
	judge := func(x []float64) float64 {
		cost := s.cost(x)
		if cost < least {
			least = cost
			copy(best, x)
		}
		return cost
	}
	s.point(mean, starts[0].FourierTrajectory)
	judge(mean)
	usual := cmaes.Population(n)
	size := min(max(s.Evaluations/generations, usual/2), usual)
	for k, left := 0, s.Evaluations-1; left >= size; k, size = k+1, 2*size {
		s.point(mean, starts[k%len(starts)].FourierTrajectory)
		step := spread * floats.Norm(mean, 2) / math.Sqrt(float64(n))
		e := cmaes.NewSeparable(mean, slices.Repeat([]float64{step}, n), size)
		candidates, costs := make([][]float64, size), make([]float64, size)
		for i := range candidates {
			candidates[i] = make([]float64, n)
		}
		for ; left >= size && !e.Ended(); left -= size {
			e.Sample(candidates, rng)
			for i, x := range candidates {
				costs[i] = judge(x)
			}
			e.Update(costs)
		}
	}
	return best
}
