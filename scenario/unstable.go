package scenario

import (
	"math"

	"kinetree/internal/libm"
)

// largestJudged is the largest number of rates of a robot whose loop is judged before a run, which takes the time of
// some eigenvalues, O(rates³).
const largestJudged = 60

// Unstable returns the spectral radius of the sampled loop around the start, if that is unstable and deviations grow at
// least twofold in the time of the run; otherwise 0, as for a loop that cannot be judged. [Run.Analyze] tells more.
func (r *Run) Unstable() float64 {
	if len(r.Scenario.Constraints) > 0 {
		return 0
	}
	radius := r.SpectralRadius()
	if radius > 1 && libm.Log(radius)*r.Scenario.Duration >= math.Ln2*r.Loop.Period {
		return radius
	}
	return 0
}

// SpectralRadius returns that of the sampled loop around the start; 0 for a loop that cannot be judged, and for one of
// more than 60 rates.
func (r *Run) SpectralRadius() float64 {
	if r.Loop == nil || r.Loop.Period == 0 || r.World.NV() > largestJudged {
		return 0
	}
	setup, err := r.linear()
	if err != nil {
		return 0
	}
	loop, err := setup.Loop(r.Loop.Period)
	if err != nil || setup.Unsteady(r.Loop.Period) != "" {
		return 0
	}
	radius, err := loop.SpectralRadius()
	if err != nil {
		return 0
	}
	return radius
}
