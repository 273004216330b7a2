package scenario

import (
	"fmt"

	"kinetree/control/reference"
	"kinetree/internal/strict"
)

// EffortSignal is an effort on a joint, added to all others, that shows its frequency response. Which keys it has
// depends
// on its type.
type EffortSignal struct {
	Type        string   `json:"type" required:"true" enum:"multisine|prbs" doc:"kind of signal"`
	Amplitude   float64  `json:"amplitude" required:"true" doc:"largest magnitude (N m or N)"`
	FromTime    float64  `json:"from_time,omitempty" default:"0" doc:"when it begins (s)"`
	Period      *float64 `json:"period,omitempty" doc:"multisine: s; its lines are multiples of the inverse"`
	Frequency   *float64 `json:"frequency,omitempty" doc:"multisine: Hz of the lowest line"`
	ToFrequency *float64 `json:"to_frequency,omitempty" doc:"multisine: Hz of the highest line"`
	Hold        *float64 `json:"hold,omitempty"`
	Order       *int     `json:"order,omitempty" doc:"prbs: bits of its register, 2 to 20; 2^order - 1 holds repeat"`
}

// Docs implements strict.Documented.
func (*EffortSignal) Docs() map[string]string {
	return map[string]string{"hold": "prbs: how long each value lasts (s); multisine: the step of its efforts, " +
		"which are " +
		"held (s), that of the scenario if it is not given"}
}

// check returns which keys are missing or too many.
func (e *EffortSignal) check(field string) []error {
	return checkKeys(field, "an excitation", e.Type, strict.Given(*e), excitationKeys)
}

// Signal returns the motion in whose place an effort stands, and how long its values are held (s), given the step of
// the
// scenario. Its keys have been checked. The error tells a number that is not usable.
func (e *EffortSignal) Signal(step float64) (t reference.Trajectory, hold float64, err error) {
	hold = Or(e.Hold, step)
	if !(hold > 0) {
		return nil, 0, fmt.Errorf("it is held for %v s; expected a positive time", hold)
	}
	if e.Type == "prbs" {
		p := &reference.PRBS{Begin: e.FromTime, Amplitude: e.Amplitude, Hold: hold, Order: *e.Order}
		return p, hold, p.Check()
	}
	s := &reference.MultiSine{Begin: e.FromTime, Amplitude: e.Amplitude, Period: *e.Period, Lowest: *e.Frequency,
		Highest: *e.ToFrequency}
	return s, hold, s.Check()
}

// excitationKeys has the keys of each type.
var excitationKeys = map[string]string{
	"multisine": "amplitude period frequency to_frequency | from_time hold",
	"prbs":      "amplitude hold order | from_time",
}
