package identify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// Design is the task of finding a trajectory within limits that shows the base parameters well: one with a small
// condition number of W_b, stacked over a period, as in [Fit]. Efforts are those of the base's model, its damping and
// friction included.
type Design struct {
	Base        *Base
	Limits      *Limits
	Period      float64 // s
	Harmonics   int     // of the Fourier series, 2 or more
	Evaluations int     // how many trajectories are tried
	Seed        uint64
}

// Designed is what was found.
type Designed struct {
	*Trajectory
	Condition float64 // of W_b, in SI units
	// median of the condition numbers of random trajectories within the limits, with which the search begins
	Random float64
}

// randoms is how many random trajectories a search begins with.
const randoms = 41

// Find searches for the trajectory: the best of some random ones, improved by CMA-ES. Positions, velocities and
// efforts are within the limits at all times, which is proven, not only looked at at some times. The same task gives
// the same trajectory. The error says why there is none. One evaluation takes a hundred regressors.
func (d *Design) Find() (*Designed, error) {
	s, err := newSearch(d)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(d.Seed, 1))
	var best *Designed
	var conditions []float64
	try := func(x []float64) error {
		t, err := s.within(x)
		if err != nil {
			return err
		}
		c := s.condition(t)
		conditions = append(conditions, c)
		if best == nil || c < best.Condition {
			best = &Designed{Trajectory: t, Condition: c}
		}
		return nil
	}
	x := make([]float64, s.dimension())
	for range randoms {
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		if err := try(x); err != nil {
			return nil, err
		}
	}
	slices.Sort(conditions)
	median := conditions[randoms/2]
	s.point(x, best.Trajectory)
	step := 0.3 * floats.Norm(x, 2) / math.Sqrt(float64(len(x)))
	result, err := optimize.Minimize(optimize.Problem{Func: s.cost}, x,
		&optimize.Settings{FuncEvaluations: d.Evaluations, Converger: optimize.NeverTerminate{}},
		&optimize.CmaEsChol{InitStepSize: step, Src: rand.NewPCG(d.Seed, 2)})
	if err != nil {
		return nil, fmt.Errorf("the search for a trajectory failed: %w", err)
	}
	if err := try(result.X); err != nil {
		return nil, err
	}
	best.Random = median
	return best, nil
}
