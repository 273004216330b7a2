package sim

import (
	"math"

	"kinetree/internal/vec"
)

// lookBackAtContacts notes what the guards of contacts look back to at the start of a step.
func (x *contacts) lookBackAtContacts() error {
	if x == nil {
		return nil
	}
	if err := x.refreshContacts(); err != nil {
		return err
	}
	if err := x.checkCrossing(); err != nil {
		return err
	}
	if err := x.steer(); err != nil {
		return err
	}
	for i := range x.all {
		t := &x.all[i]
		if t.pressed() {
			t.begin()
		}
		t.earlier.gap, t.earlier.rate, t.earlier.along = t.opening(), t.rate, t.glides()
	}
	x.grip = x.contactGrip()
	return nil
}

// refreshContacts brings what contacts bear, and where they are, up to date with the current state.
func (x *contacts) refreshContacts() error {
	if x == nil {
		return nil
	}
	w := x.w
	s := w.state
	if !x.fresh {
		if err := w.Acceleration(s.Qdd, s.T, s.Q, s.Qd); err != nil {
			return err
		}
	}
	x.measureContacts(s.Q, s.Qd)
	return nil
}

// opening returns what is positive as long as a contact that is apart stays so, or as one with a compliance stays
// pressed.
func (t *touch) opening() float64 {
	switch {
	case t.rigid():
		return t.gap - t.base
	case t.mode != apart:
		return t.press(&t.whereabouts)
	case t.gap > 0:
		return t.gap
	}
	return -t.press(&t.whereabouts) / t.Compliance.Stiffness // it penetrates yet, and the damper would pull
}

// glides returns what is positive as long as a contact that slides does so in its direction, or as one with a
// compliance sticks.
func (t *touch) glides() float64 {
	if t.mode == sticks && !t.rigid() {
		return float64(t.Friction*t.press(&t.whereabouts)) - vec.Len(t.holds(&t.whereabouts))
	}
	return t.along()
}

// contactGrip returns how far what the contacts bear is within what they can (N).
func (x *contacts) contactGrip() float64 {
	least := math.Inf(1)
	for k, t := range x.near {
		least = min(least, t.grasp(x.bearing(k)))
	}
	return least + x.contactTolerance()
}

// contactTolerance returns what rounding may make of the forces of contacts (N).
func (x *contacts) contactTolerance() float64 {
	w := x.w
	most := 0.0
	for k := range x.near {
		l := x.bearing(k)
		most = max(most, math.Abs(l[0]), math.Abs(l[1]), math.Abs(l[2]))
	}
	return float64(rounding * (w.bound.weight + most))
}

// contactGuards returns the guards of contacts.
func (x *contacts) guards() (list []guard) {
	if x == nil {
		return nil
	}
	for i := range x.all {
		t := &x.all[i]
		list = append(list, guard{kind: meeting, touch: t})
		if t.Friction > 0 {
			list = append(list, guard{kind: gliding, touch: t})
		}
	}
	return append(list, guard{kind: grasping})
}

// contactActive is active for the guards of contacts.
func (x *contacts) contactActive(g *guard) bool {
	switch t := g.touch; g.kind {
	case meeting:
		return !t.rigid() || t.mode == apart || t.mode == rides
	case gliding:
		return !x.deaf() && t.mode == slides && (t.own.Begun > 0 || t.along() != 0) || t.mode == sticks && !t.rigid()
	}
	return len(x.near) > 0 && !x.deaf()
}

// deaf reports whether a step has had so many events that contacts which stick and slip by turns, in ways too small to
// see, keep what they do to its end; see frozen.go.
func (x *contacts) deaf() bool { return x.w.events.count > mostCrowd/2 }

// contactValue is value for the guards of contacts.
func (x *contacts) contactValue(g *guard) float64 {
	switch g.kind {
	case meeting:
		return g.touch.opening()
	case gliding:
		return g.touch.glides()
	}
	return x.contactGrip()
}

// contactBefore is before for the guards of contacts.
func (x *contacts) contactBefore(g *guard) float64 {
	switch g.kind {
	case meeting:
		return g.touch.earlier.gap
	case gliding:
		return g.touch.earlier.along
	}
	return x.grip
}

// contactSlope returns the slopes of the guard of a contact at both ends of the step, if they are known.
func contactSlope(g *guard) (begin, end float64, known bool) {
	t := g.touch
	if g.kind != meeting || !t.rigid() && (t.mode != apart || t.gap <= 0) {
		return 0, 0, false
	}
	return t.earlier.rate, t.rate, true
}

// contactAccuracy returns how far from zero the guard of a contact may be at its event.
func contactAccuracy(g *guard) float64 {
	const units = 4e-16
	t := g.touch
	if g.kind == gliding && t.mode == sticks && !t.rigid() {
		return float64(rounding * t.Compliance.Stiffness * 1e-6)
	}
	if g.kind == gliding {
		return max(float64(1e-16*t.own.Begun), math.SmallestNonzeroFloat64)
	}
	return max(float64(units*(vec.Len(t.point)+t.Ball.Radius)), math.SmallestNonzeroFloat64)
}

// suspectContacts reports whether a contact may have an event in the step of length h.
func (x *contacts) suspectContacts(h float64) bool {
	if x == nil {
		return false
	}
	if len(x.near) > 0 && !x.deaf() && x.contactGrip() < 0 {
		return true
	}
	for i := range x.all {
		t := &x.all[i]
		g := guard{kind: meeting, touch: t}
		if x.contactActive(&g) {
			end := t.opening()
			d0, d1, known := contactSlope(&g)
			if end <= 0 || known && (t.earlier.gap+float64(h/3*d0) < 0 || end-float64(h/3*d1) < 0) {
				return true
			}
		}
		if g.kind = gliding; t.Friction > 0 && x.contactActive(&g) && t.glides() <= 0 {
			return true
		}
	}
	return false
}

// contactLosses collects what contacts that slide lose per second, in the order in which the books ask (W).
func (x *contacts) contactLosses() {
	if x != nil {
		x.losses = append(x.losses, x.w.bound.constraints.FrictionLoss())
	}
}

// bookContacts books what contacts have lost by sliding in a step of length h, by Simpson's rule.
func (x *contacts) bookContacts(h float64) {
	if x == nil || len(x.losses) != 3 {
		return
	}
	x.w.books.FrictionLoss += float64(h / 6 * (x.losses[0] + float64(4*x.losses[1]) + x.losses[2]))
}
