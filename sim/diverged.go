package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// DivergedError reports that a state is not finite any more.
type DivergedError struct {
	Time  float64 // of the last finite state (s)
	Joint string  // the first joint that is not finite
	Base  bool    // it is the floating base
	// If the damping of a joint is too strong for the step: that joint, and the step that it needs (s).
	Stiff string
	Limit float64
}

func (e *DivergedError) Error() string {
	hint := "take a smaller step, or check masses, damping and efforts"
	if e.Stiff != "" {
		hint = fmt.Sprintf("the damping of joint %q needs a step below %.2g s", e.Stiff, e.Limit)
	}
	what := fmt.Sprintf("joint %q", e.Joint)
	if e.Base {
		what = "the floating base"
	}
	return fmt.Sprintf("the simulation diverged after t = %v s: the motion of %s is not finite any more; %s", e.Time,
		what, hint)
}

// diverged returns the error for a motion that is not finite at a joint, or at "base".
func (w *reporter) diverged(joint string) error {
	e := &DivergedError{Time: w.last.T, Joint: joint}
	if _, known := w.Model().Joint(joint); !known {
		e.Base = true
	}
	if stiff, limit := w.stiffest(); limit < w.config.Integration.Step {
		e.Stiff, e.Limit = stiff, limit
	}
	return e
}

// stepFailed returns the status and the error of a run in which a step, or the work at the end of a step, failed.
func (w *reporter) stepFailed(err error) (Status, error) {
	var singular *tree.SingularError
	var diverged *DivergedError
	switch {
	case errors.As(err, &diverged):
		return Diverged, err
	case errors.As(err, &singular) && (math.IsNaN(singular.D) || w.moved(singular)): // within the step
		return Diverged, w.diverged(singular.Joint)
	case errors.As(err, &singular):
		return Diverged, fmt.Errorf("after t = %v s: %w", w.last.T, err)
	default:
		return Failed, fmt.Errorf("after t = %v s: %w", w.last.T, err)
	}
}

// moved reports whether a joint that seems to move no inertia moved some at the start of the last step. Then its
// inertia is small only beside the numbers of a state that grows without bounds.
func (w *reporter) moved(e *tree.SingularError) bool {
	const part = 1e-6
	k, ok := w.Model().Joint(e.Joint)
	w.plant.augment(nil)
	w.stale = true
	return ok && w.forward.Articulate(w.last.Q) == nil &&
		e.D > part*w.forward.JointInertia(w.Model().Joints()[k].V)
}

// stiffest returns the joint whose damping d allows the smallest step, and that step: explicit methods need about h
// d/D < 2, where D is the inertia that the joint moves, here at the start. The damping of joints that follow it
// counts.
func (w *reporter) stiffest() (joint string, step float64) {
	step = math.Inf(1)
	rest := make([]float64, w.NV())
	w.plant.augment(nil)
	w.stale = true
	if w.mechanism.Passive.Damping == nil ||
		w.forward.ForwardDynamics(make([]float64, w.NV()), w.config.Start.Position, rest,
			rest, nil) != nil {
		return "", step
	}
	at := -1
	for i, d := range w.mechanism.Passive.Damping {
		if limit := 2 * w.forward.JointInertia(i) / d; d > 0 && limit < step {
			at, step = i, limit
		}
	}
	if at < 0 {
		return "", step
	}
	return w.Model().RateName(at), step
}

// finite reports whether all numbers of the state are finite.
func (w *reporter) finite() bool { return finite(w.state.Q, w.state.Qd, w.state.Qdd) }

// finite reports whether all numbers of lists are finite.
func finite(lists ...[]float64) bool {
	sum := 0.0 // 0 x is 0, or NaN if x is not finite
	for _, xs := range lists {
		for _, x := range xs {
			sum += float64(0 * x)
		}
	}
	return sum == 0
}

// notFinite returns the name of the first joint whose numbers are not finite, or "base".
func (w *reporter) notFinite() string {
	bad := func(xs []float64) bool {
		return slices.ContainsFunc(xs, func(x float64) bool { return x-x != 0 })
	}
	s := w.state
	if w.Model().Floating() && (bad(s.Q[:7]) || bad(s.Qd[:6]) || bad(s.Qdd[:6])) {
		return "base"
	}
	for _, j := range w.Model().Joints() {
		if bad(s.Q[j.Q:j.Q+j.NQ]) || bad(s.Qd[j.V:j.V+j.NV]) || bad(s.Qdd[j.V:j.V+j.NV]) {
			return j.Name
		}
	}
	return ""
}
