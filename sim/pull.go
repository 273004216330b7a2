package sim

import (
	"math"

	"kinetree/dynamics/constraint"
)

// Pull tells when a plane held a wheel or a ball that rolls on it back for the first time, which no plane can: it would
// lift off there.
type Pull struct {
	Constraint string  `json:"constraint"`
	Time       float64 `json:"time"`  // s
	Force      float64 `json:"force"` // N, then
}

// watchRolling notes the first time at which a rolling contact pulls. The accelerations must belong to the current
// state.
func (w *detector) watchRolling() {
	const little = 1e-9 // of the weight: rounding
	if w.bound == nil {
		return
	}
	for i, c := range w.bound.list {
		r, rolls := c.(*constraint.Rolling)
		if !rolls || w.bound.pulled[i] {
			continue
		}
		if f := -w.bound.constraints.Multipliers(i)[0]; f > little*math.Max(1, w.bound.weight) {
			w.bound.pulled[i] = true
			w.limits.pulls = append(w.limits.pulls, Pull{r.Name, w.state.T, f})
		}
	}
}
