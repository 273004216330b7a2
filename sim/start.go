package sim

import (
	"errors"
	"fmt"
	"math"

	"kinetree/tree"
)

// nothing is how far outside of the limits constraints may take a joint at the start (rad or m), for lengths and limits
// of files are rounded.
const nothing = 1e-6

// checkStart returns an error for each joint that does not start within its limits, and for each position that is no
// pose. A position that is within the limits but for rounding is moved to the limit. Where constraints are yet to be
// met, next to nothing is no error.
func (w *World) checkStart(q, qd []float64, yet bool) error {
	errs := w.checkPoses(q)
	for i := range w.limits.bounds {
		b := &w.limits.bounds[i]
		switch excess := w.excessOf(b, q); {
		case yet && excess > 0 && excess <= nothing:
			continue
		case excess > 0:
			errs = append(errs, w.outside(b, q))
			continue
		}
		q[b.Q] = min(max(q[b.Q], b.Lower), b.Upper)
		if v := qd[b.V]; b.Lower == b.Upper && v != 0 {
			errs = append(errs, fmt.Errorf("joint %q is locked, for its limits are both %v, and its start velocity "+
				"is %v; expected 0", b.Name(w.Model()), q[b.Q], v))
		}
	}
	return errors.Join(errs...)
}

// excessOf returns how far a position is outside of the limits of a coordinate, 0 if by no more than rounding.
func (w *World) excessOf(b *tree.CoordinateRange, q []float64) float64 {
	x := q[b.Q]
	excess := math.Abs(min(max(x, b.Lower), b.Upper) - x)
	if excess <= rounding*max(1, math.Abs(x)) {
		return 0
	}
	return excess
}

// outside returns the error of a coordinate that is outside of its limits.
func (w *World) outside(b *tree.CoordinateRange, q []float64) *OutsideError {
	limiting := b.LowerOf
	if q[b.Q] > b.Upper {
		limiting = b.UpperOf
	}
	x := q[b.Q]
	radians := float64(x * math.Pi / 180)
	e := &OutsideError{Joint: b.Name(w.Model()), Position: x, Range: b.Range,
		Limiting: w.Model().Joints()[limiting].Name,
		Degrees: w.Model().Angular()[b.V] && (x == math.Round(x) || math.Abs(x) > 2*math.Pi) && radians >= b.Lower &&
			radians <= b.Upper}
	if limiting == b.Joint {
		e.Limiting = e.Joint
	}
	return e
}

// furthestOutside returns the coordinate that is furthest outside of its limits, or nil.
func (w *World) furthestOutside(q []float64) (at *tree.CoordinateRange) {
	most := 0.0
	for i := range w.limits.bounds {
		b := &w.limits.bounds[i]
		if excess := w.excessOf(b, q); excess > most {
			at, most = b, excess
		}
	}
	return at
}

// widen moves the stops of what is outside of its limits to where it is.
func (w *World) widen(q []float64) {
	for i := range w.limits.bounds {
		if b := &w.limits.bounds[i]; w.excessOf(b, q) > 0 {
			w.limits.widened = true
			w.setStops(b, min(b.Lower, q[b.Q]), max(b.Upper, q[b.Q]))
		}
	}
}

// narrow undoes widen.
func (w *World) narrow() {
	if !w.limits.widened {
		return
	}
	w.limits.widened = false
	for i, b := range w.Model().Bounds() {
		w.setStops(&w.limits.bounds[i], b.Lower, b.Upper)
	}
}

// setStops moves the stops of a coordinate.
func (w *World) setStops(b *tree.CoordinateRange, lower, upper float64) {
	b.Lower, b.Upper = lower, upper
	if r := w.modes.of(b.V); !r.rigid {
		r.lower.position, r.upper.position = lower, upper
	}
}

// checkPoses returns an error for each quaternion that has not the length 1. That of a vector of zeros, which is no
// position of a floating base, is 0.
func (w *World) checkPoses(q []float64) (errs []error) {
	const near = 1e-6 // of numbers that somebody has typed or rounded
	m := w.Model()
	if m.NQ() == m.NV() {
		return nil
	}
	rest, whole := w.books.Mean, w.books.Q // scratch
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

// Reset takes the world back to time 0, to a position q (NQ numbers) and a velocity qd (NV numbers); nil stands for the
// start of the configuration. The world then equals a new world with this start, bit by bit: changes of the robot are
// undone, a controller that is a [Resetter] forgets, and a new account of the energy begins. After an error about q or
// qd the world is unchanged; after another error the world has to be reset again. Reset does not allocate unless the
// controller does, or the robot has changed. It panics if a length is wrong.
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
	if err := w.checkStart(w.last.Q, w.last.Qd, w.bound != nil); err != nil {
		return err
	}
	if err := w.plant.assemble(w.last.Q, w.last.Qd); err != nil {
		return err
	}
	if w.changed > 0 {
		w.changed = 0
		w.reuse(w.first)
	}
	if r, ok := w.config.Controller.(Resetter); ok {
		r.Reset()
	}
	w.state.T, w.logbook.time = 0, 0
	copy(w.state.Q, w.last.Q)
	copy(w.state.Qd, w.last.Qd)
	clear(w.state.Qdd)
	w.plant.resetStepper()
	return w.start()
}

// Skip takes the clock of a world that was made or reset, and has not run since, to a time t >= 0 (s). The state stays,
// but for what constraints and prescribed motions ask at that time. Changes of the robot that are due by then are made,
// and the controller begins there, as at a start. A world that goes on from the state of another one, at its time,
// meets references and disturbances when the other one would have. After an error the world has to be reset.
func (w *World) Skip(t float64) error {
	if r, ok := w.config.Controller.(Resetter); ok {
		r.Reset()
	}
	w.state.T, w.logbook.time = t, t
	w.timed.begin(t)
	if w.bound != nil {
		w.plant.moveBase(t)
		if err := w.bound.constraints.Project(t, w.state.Q, w.state.Qd); err != nil {
			return fmt.Errorf("at t = %v s: %w", t, err)
		}
	}
	w.plant.resetStepper()
	return w.start()
}

// OutsideError reports that a joint does not start within its limits.
type OutsideError struct {
	Joint    string // or the coordinate, such as slider[1], of a joint with several
	Position float64
	Range    tree.Range
	Limiting string // the joint whose limit it is
	// Assembled tells that the constraints have put it there, and that no position within the limits was found.
	Assembled bool
	Degrees   bool // the position is an angle that is within the limits as one in degrees
}

func (e *OutsideError) Error() string {
	limits := fmt.Sprintf("its limits are %v and %v", e.Range.Lower, e.Range.Upper)
	if e.Limiting != e.Joint {
		limits += fmt.Sprintf(" because joint %q follows it", e.Limiting)
	}
	if e.Assembled {
		return fmt.Sprintf("joint %q: the constraints take it to the position %v at the start, which is outside: %s; "+
			"and no position within all limits that closes them was found; expected limits that let them close, or an "+
			"ideal robot without any", e.Joint, e.Position, limits)
	}
	hint := ""
	if e.Degrees {
		hint = fmt.Sprintf("; did you mean %vdeg?", e.Position)
	}
	return fmt.Sprintf("joint %q: the start position %v is outside, %s; expected one between them, other limits, or "+
		"an ideal robot without any%s", e.Joint, e.Position, limits, hint)
}
