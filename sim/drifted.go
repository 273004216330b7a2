package sim

import (
	"fmt"
	"math"

	"kinetree/dynamics/lagrange"
	"kinetree/internal/vec"
)

// DriftedError reports that the integration has added or lost so much energy that a run is of no use, although all of
// its states are finite.
type DriftedError struct {
	Drift float64 // energy that the integration has added (J), see Ledger
	Share float64 // its magnitude, relative to the energy that moved
	Most  float64 // share that is allowed, see Integration.MaxDrift
}

func (e *DriftedError) Error() string {
	verb := "added"
	if e.Drift < 0 {
		verb = "lost"
	}
	return fmt.Sprintf("the integration has %s %.4g J, %.3g %% of the energy that moved in the run; expected at most "+
		"%.3g %%: take a smaller step or a closer accuracy", verb, math.Abs(e.Drift), 100*e.Share, 100*e.Most)
}

// slightFall is the height (m) whose energy is the least that a drift is compared with: a robot that rests, or nearly
// so, moves less, and rounding and the events of friction may be a large share of that.
const slightFall = 0.01

// drifted returns an error if the run with an account has drifted beyond what is allowed. Energies that overflow are
// beyond it.
func (w *reporter) drifted(l *Ledger) error {
	most := w.config.Integration.MaxDrift
	fall := slightFall * w.energy.Mass(lagrange.Moving) * vec.Len(w.Model().Gravity())
	if math.Abs(l.Drift) <= most*max(l.Moved, fall) || math.IsInf(most, 1) {
		return nil
	}
	return &DriftedError{Drift: l.Drift, Share: l.DriftShare(), Most: most}
}
