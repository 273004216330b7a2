package prepare

import (
	"math"

	"kinetree/control/analysis"
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
	if a := r.Judge(analysis.Wanted{}); a != nil && a.Stable != nil {
		return a.SpectralRadius
	}
	return 0
}

// Judge returns the analysis of the control loop as [Run.Analyze] does, with no more than what is wanted, and without
// what bounds the verdict; nil for a loop that there is not, that has more than 60 rates, or that cannot be linearised.
func (r *Run) Judge(wanted analysis.Wanted) *analysis.Analysis {
	if r.Loop == nil || r.Loop.Law == nil || r.World.NV() > largestJudged {
		return nil
	}
	setup, err := r.aroundStart()
	var a *analysis.Analysis
	if err == nil {
		a, err = setup.Judge(r.Loop.Period, wanted)
	}
	if err == nil && a.Stable != nil && !*a.Stable {
		before := setup.Place
		if err = r.restElsewhere(setup); err == nil && setup.Place != before {
			a, err = setup.Judge(r.Loop.Period, wanted)
		}
	}
	if setup != nil && isUnjudged(err) {
		a, err = setup.Unjudged(r.Loop.Period, err.Error())
	}
	if err != nil {
		return nil
	}
	return a
}
