package sim

import (
	"errors"
	"fmt"
	"math"

	"kinetree/tree"
)

// checkStart returns an error for each joint that does not start within its limits, and for each position that is no
// pose. A position that is within the limits but for rounding is moved to the limit.
func (w *World) checkStart(q, qd []float64) error {
	errs := w.checkPoses(q)
	for i := range w.limits.bounds {
		b := &w.limits.bounds[i]
		if x := q[b.Q]; math.Abs(min(max(x, b.Lower), b.Upper)-x) <= rounding*max(1, math.Abs(x)) {
			q[b.Q] = min(max(x, b.Lower), b.Upper)
		}
		outside := func(limiting int) {
			x := q[b.Q]
			radians := float64(x * math.Pi / 180)
			e := &OutsideError{b.Name(w.Model()), x, b.Range, w.Model().Joints()[limiting].Name,
				w.Model().Angular()[b.V] && (x == math.Round(x) || math.Abs(x) > 2*math.Pi) &&
					radians >= b.Lower && radians <= b.Upper}
			if limiting == b.Joint {
				e.Limiting = e.Joint
			}
			errs = append(errs, e)
		}
		switch x, v := q[b.Q], qd[b.V]; {
		case x < b.Lower:
			outside(b.LowerOf)
		case x > b.Upper:
			outside(b.UpperOf)
		case b.Lower == b.Upper && v != 0:
			errs = append(errs, fmt.Errorf("joint %q is locked, for its limits are both %v, and its start velocity "+
				"is %v; expected 0", b.Name(w.Model()), x, v))
		}
	}
	return errors.Join(errs...)
}

// checkPoses returns an error for each quaternion that has not the length 1. That of a vector of zeros, which is no
// position of a floating base, is 0.
func (w *World) checkPoses(q []float64) (errs []error) {
	const near = 1e-6 // of numbers that somebody has typed or rounded
	m := w.Model()
	if m.NQ() == m.NV() {
		return nil
	}
	rest, whole := w.books.mean, w.books.q // scratch
	clear(rest)
	m.Integrate(whole, q, rest, 0) // with quaternions of length 1
	check := func(name string, from, n int) {
		for i := from; i < from+n; i++ {
			if !(math.Abs(whole[i]-q[i]) <= near) {
				errs = append(errs, fmt.Errorf("the start position of %s is %v, whose last four numbers are not a "+
					"quaternion x, y, z, w of length 1; begin with Model.Neutral", name, q[from:from+n]))
				return
			}
		}
	}
	if m.Floating() {
		check("the floating base", 0, 7)
	}
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.NQ != j.NV && j.Leader < 0 {
			check("joint \""+j.Name+"\"", j.Q, j.NQ)
		}
	}
	return errs
}

// Reset takes the world back to time 0, to a position q (NQ numbers) and a velocity qd (NV numbers), nil for those of
// the configuration. What comes then is bit by bit what a new world with this start does: changes of the robot are
// undone, a controller that is a [Resetter] forgets, and an account of the energy begins. After an error about q or qd
// the world is what it was; after another one it has to be reset again. Reset does not allocate unless the controller
// does, or the robot has changed. It panics if a length is wrong.
func (w *World) Reset(q, qd []float64) error {
	if q == nil {
		q = w.config.Start.Position
	}
	if qd == nil {
		qd = w.config.Start.Velocity
	}
	w.Model().CheckLengths(q, qd)
	copy(w.last.Q, q) // scratch
	copy(w.last.Qd, qd)
	if err := w.checkStart(w.last.Q, w.last.Qd); err != nil {
		return err
	}
	if err := w.assemble(w.last.Q, w.last.Qd); err != nil {
		return err
	}
	if w.changed > 0 {
		w.changed = 0
		w.become(w.first)
	}
	if r, ok := w.config.Controller.(Resetter); ok {
		r.Reset()
	}
	w.state.T, w.logbook.time = 0, 0
	copy(w.state.Q, w.last.Q)
	copy(w.state.Qd, w.last.Qd)
	clear(w.state.Qdd)
	w.resetStepper()
	return w.start()
}

// OutsideError reports that a joint does not start within its limits.
type OutsideError struct {
	Joint    string // or the coordinate, such as slider[1], of a joint with several
	Position float64
	Range    tree.Range
	Limiting string // the joint whose limit it is
	Degrees  bool   // whether the position is an angle that is within the limits as one in degrees
}

func (e *OutsideError) Error() string {
	limits := fmt.Sprintf("its limits are %v and %v", e.Range.Lower, e.Range.Upper)
	if e.Limiting != e.Joint {
		limits += fmt.Sprintf(" because joint %q follows it", e.Limiting)
	}
	hint := ""
	if e.Degrees {
		hint = fmt.Sprintf("; did you mean %vdeg?", e.Position)
	}
	return fmt.Sprintf("joint %q: the start position %v is outside, %s; expected one between them, other limits, or "+
		"an ideal robot without any%s", e.Joint, e.Position, limits, hint)
}
