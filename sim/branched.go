package sim

import (
	"fmt"
	"math"

	"kinetree/integrate"
)

// BranchedError reports that the velocity of a robot with constraints jumped in a step near a singular position,
// without an impact: there the motion could branch off, and the step has left its own branch.
type BranchedError struct {
	From, To    float64 // the step (s)
	Joint       string  // whose rate jumped most
	Before      float64 // its rate, in rad/s or m/s
	After       float64 // the same
	Constraints []string
}

func (e *BranchedError) Error() string {
	return fmt.Sprintf("between t = %v s and %v s the rate of joint %q jumps from %.6g to %.6g, which its "+
		"accelerations do not explain, and nothing hits: the constraints %q are near a singular position, where the "+
		"motion could branch off; expected a smaller step or a closer accuracy, or lengths that keep the robot away "+
		"from there",
		e.From, e.To, e.Joint, e.Before, e.After, e.Constraints)
}

// branches returns a *BranchedError if the velocity of a robot with constraints jumped in the step that has led to the
// current state, past a singular position: if a rate changed by what is far from the mean of the accelerations at both
// ends.
func (w *reporter) branches() error {
	const (
		part   = 0.02 // of the largest rate of its kind
		little = 1e-6 // rad/s or m/s
	)
	if w.bound == nil || w.bound.least >= integrate.Nearby {
		return nil
	}
	from, to, h := w.last, w.state, w.state.T-w.last.T
	var fastest [2]float64 // slides and turns
	for i, angular := range w.bound.angular {
		x := &fastest[0]
		if angular {
			x = &fastest[1]
		}
		*x = max(*x, math.Abs(from.Qd[i]), math.Abs(to.Qd[i]))
	}
	at, most := -1, 1.0
	for i, angular := range w.bound.angular {
		size := fastest[0]
		if angular {
			size = fastest[1]
		}
		beyond := math.Abs(to.Qd[i] - from.Qd[i] - float64(h/2*(from.Qdd[i]+to.Qdd[i])))
		if jump := beyond / (little + float64(part*size)); jump > most {
			at, most = i, jump
		}
	}
	if at < 0 {
		return nil
	}
	return &BranchedError{From: from.T, To: to.T, Joint: w.Model().RateName(at), Before: from.Qd[at], After: to.Qd[at],
		Constraints: w.bound.constraints.Names()}
}
