package identify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/internal/philox"

	"gonum.org/v1/gonum/optimize"
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
	Base        *BaseParameters
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

// Designed is what was found.
type Designed struct {
	*FourierTrajectory
	Condition float64 // of W_b, in SI units
	// median of the condition numbers of random trajectories within the limits, with which the search begins
	Random float64
	// how many times smaller the standard errors of the parameters are than with those random trajectories, their
	// geometric mean
	Gain float64
}

// randoms is how many random trajectories a search begins with.
const randoms = 41

// stages are the steps of the search as shares of the size of where it stands, one search after the other.
var stages = [...]float64{0.6, 0.3}

// Find searches for the trajectory: the best of some random ones, improved by CMA-ES. Positions, velocities and
// efforts are within the limits at all times, which is proven, not only looked at at some times. The same task gives
// the same trajectory. The error says why there is none. One evaluation takes a hundred regressors.
func (d *DesignTask) Find() (*Designed, error) {
	s, err := newSearch(d)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(d.Seed, 1))
	var best *Designed
	var conditions, precisions []float64
	least := math.Inf(1)
	try := func(x []float64) error {
		t, err := s.within(x)
		if err != nil {
			return err
		}
		s.stack(t)
		c, p := s.condition(), s.precision()
		conditions, precisions = append(conditions, c), append(precisions, p)
		if cost := s.judge(); best == nil || cost < least {
			least, best = cost, &Designed{FourierTrajectory: t, Condition: c, Gain: p}
		}
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
	slices.Sort(conditions)
	slices.Sort(precisions)
	median, usual := conditions[randoms/2], precisions[randoms/2]
	s.point(x, best.FourierTrajectory)
	for stage, share := range stages {
		if err := s.improve(x, share, d.Evaluations/len(stages)+1, rand.NewPCG(d.Seed, uint64(2+stage))); err != nil {
			return nil, err
		}
	}
	if err := try(x); err != nil {
		return nil, err
	}
	best.Gain = libm.Exp(best.Gain - usual)
	best.Random = median
	return best, nil
}

// improve searches for a point with a smaller cost by CMA-ES, from x, which it sets, with a step that is a share of its
// size. The method of this package samples with the covariance alone and not with its step, so the step is the unit of
// what it seeks, and one search is followed by others with smaller steps.
func (s *search) improve(x []float64, share float64, evaluations int, source rand.Source) error {
	step := share * floats.Norm(x, 2) / math.Sqrt(float64(len(x)))
	from, y := slices.Clone(x), make([]float64, len(x))
	least := s.cost(x)
	_, err := optimize.Minimize(optimize.Problem{Func: func(z []float64) float64 {
		cost := s.cost(floats.AddScaledTo(y, from, step, z))
		if cost < least {
			least = cost
			copy(x, y)
		}
		return cost
	}}, make([]float64, len(x)),
		&optimize.Settings{FuncEvaluations: evaluations, Converger: optimize.NeverTerminate{}},
		&optimize.CmaEsChol{InitStepSize: 1, Src: source})
	if err != nil {
		return fmt.Errorf("the search for a trajectory failed: %w", err)
	}
	return nil
}
