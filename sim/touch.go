package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/dynamics/coulomb"
	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/spatial/mat"
)

// meet finds what contacts do from the current state on: the velocities after an impact, if some come together, and
// the modes. The impact is that of all contacts that touch, by the laws of package coulomb for the impulses λ,
//
//	u' = u + W Wᵀ λ,   0 ≤ λ_n ⊥ u'_n + e u_n ≥ 0,   |λ_t| ≤ μ λ_n against u'_t
//
// with the restitution e of those that approach. It is without restitution where energy would grow, and for a contact
// that would be back within the shortest time, see impact.
func (x *contacts) meet() error {
	w := x.w
	s := w.state
	for i := range x.all {
		x.all[i].dead = false
	}
	copy(x.before, s.Qd)
	energy, _ := w.energy.Energy(s.Q, s.Qd)
	for {
		copy(s.Qd, x.before)
		x.measureContacts(s.Q, s.Qd)
		struck, err := x.impact()
		if err != nil {
			return err
		}
		after, _ := w.energy.Energy(s.Q, s.Qd)
		if struck && after > energy*(1+rounding) && x.deaden() {
			continue
		}
		if err := x.settleContacts(); err != nil {
			return err
		}
		if struck && x.bounceless() {
			continue
		}
		for i := 0; struck && i < len(x.all); i++ {
			if t := &x.all[i]; t.touches() {
				x.met(t)
			}
		}
		if struck {
			w.books.StopLoss += energy - after
			w.events.impacts++
		}
		x.noteContacts()
		return nil
	}
}

// deaden takes the restitution from all contacts. It reports whether there was any.
func (x *contacts) deaden() (any bool) {
	for i := range x.all {
		t := &x.all[i]
		any = any || !t.dead && t.Restitution > 0 && t.touches()
		t.dead = true
	}
	return any
}

// impact changes the velocities if contacts that touch come together. It reports whether they do.
func (x *contacts) impact() (struck bool, err error) {
	w := x.w
	s := w.state
	var list []*touch
	for i := range x.all {
		if t := &x.all[i]; t.touches() {
			list = append(list, t)
			struck = struck || t.rate < -restful
		}
	}
	if !struck {
		return false, nil
	}
	if err := x.take(list, func(*touch) constraint.Grip { return constraint.Sticks }); err != nil {
		return false, err
	}
	w.plant.holdAlways(nil)
	r, err := w.bound.constraints.Rates(s.T, s.Q, s.Qd)
	if err != nil {
		return false, err
	}
	p := coulomb.Encounter{Matrix: r.Matrix, Free: r.Free}
	for i, t := range list {
		if t.rate < 0 && !t.dead {
			r.Free[3*i] += float64(t.Restitution * r.Free[3*i])
		}
		p.Contacts = append(p.Contacts, coulomb.Touching{Friction: t.Friction})
	}
	r.Apply(s.Qd, p.Solve().Lambda)
	x.measureContacts(s.Q, s.Qd)
	return true, nil
}

// bounceless takes the restitution from contacts that would be back too soon. It reports whether there was one.
func (x *contacts) bounceless() (any bool) {
	w := x.w
	for i := range x.all {
		t := &x.all[i]
		if !t.touches() || t.dead || t.Restitution == 0 || t.rate <= restful || 2*t.rate >= -shortest*t.leaves {
			continue
		}
		any, t.dead = true, true
		if e := t.Restitution; e < 1 { // the bounces that would come take so long
			x.event(w.state.T+float64(2*t.rate)/(-t.leaves*(1-e)), t, "rest")
		}
	}
	return any
}

// take gives the solver of the constraints the rows of contacts.
func (x *contacts) take(list []*touch, grip func(*touch) constraint.Grip) error {
	w := x.w
	x.near, x.rows, x.still, x.shared, w.stale = append(x.near[:0], list...), x.rows[:0], false, false, true
	x.q = x.q[:0]
	for _, t := range list {
		t.own.Grip = grip(t)
		x.rows = append(x.rows, &t.own)
	}
	return w.bound.constraints.Touch(x.rows)
}

// settleContacts finds the modes of contacts and, with them, those of the rates at rest.
func (x *contacts) settleContacts() error {
	w := x.w
	s := w.state
	var list []*touch
	for i := range x.all {
		t := &x.all[i]
		switch {
		case t.touches():
			list = append(list, t)
		case !t.rigid():
			t.yield()
		default:
			t.mode, t.base = apart, 0
		}
	}
	if err := x.take(list, func(*touch) constraint.Grip { return constraint.Sticks }); err != nil {
		return err
	}
	x.undecided = true
	var err error
	if w.modes != nil {
		err = w.detector.settle()
	} else {
		err = w.Acceleration(s.Qdd, s.T, s.Q, s.Qd)
	}
	if x.undecided = false; err != nil {
		return err
	}
	return x.adopt()
}

// decide adds to the accelerations qdd without contacts what those of near do, and notes their modes.
func (x *contacts) decide(qdd []float64, t float64, q, qd []float64) {
	w := x.w
	r := w.bound.constraints.Accelerations(qdd, t, q, qd)
	var p coulomb.Encounter
	var rows []int // of the problem among all
	for i, k := range x.near {
		if k.rate > restful { // it leaves, and has no force
			continue
		}
		speed := vec.Len(k.slip)
		rows = append(rows, 3*i, 3*i+1, 3*i+2)
		p.Contacts = append(p.Contacts, k.touching(speed > restful, vec.Scaled(k.slip, 1/speed)))
	}
	n := len(rows)
	p.Matrix, p.Free = make([]float64, n*n), make([]float64, n)
	for i, a := range rows {
		p.Free[i] = r.Free[a]
		for j, b := range rows {
			p.Matrix[i*n+j] = r.Matrix[a*r.Rows+b]
		}
	}
	x.open = open(p.Matrix, n)
	solution := p.Solve()
	lambda := make([]float64, r.Rows)
	for i, a := range rows {
		lambda[a] = solution.Lambda[i]
	}
	r.Apply(qdd, lambda)
	size := 0.0
	for _, b := range r.Free {
		size = max(size, math.Abs(b))
	}
	x.size = size
	x.couple(r)
	next := 0
	for i, k := range x.near {
		var a [3]float64
		for c := range a {
			a[c] = r.Free[3*i+c]
			for j, l := range lambda {
				a[c] += float64(r.Matrix[(3*i+c)*r.Rows+j] * l)
			}
		}
		fate := coulomb.Apart
		if k.rate <= restful {
			fate = solution.Fates[next]
			next++
		}
		k.settle(a, [3]float64(lambda[3*i:3*i+3]), fate, size)
	}
}

// touching returns the contact as a problem of all contacts has it, sliding in a direction or with the choice.
func (t *touch) touching(slides bool, toward mgl64.Vec3) coulomb.Touching {
	item := coulomb.Touching{Friction: t.Friction}
	if slides {
		_, t1, t2 := t.axes()
		item.Slides, item.Toward = true, [2]float64{vec.Dot(t1, toward), vec.Dot(t2, toward)}
	}
	return item
}

// open reports whether a matrix of contacts, three rows each, leaves it open what presses them.
func open(matrix []float64, n int) bool {
	if n == 0 {
		return false
	}
	null := mat.NullSpace(matrix, n)
	if null == nil {
		return false
	}
	_, free := null.Dims()
	for j := range free {
		for i := 0; i < n; i += 3 {
			if math.Abs(null.At(i, j)) > 1e-6 {
				return true
			}
		}
	}
	return false
}

// settle takes over what the laws of contact have decided: the accelerations a and the forces l of the rows.
func (t *touch) settle(a, l [3]float64, fate coulomb.Fate, size float64) {
	t.leaves, t.share = a[0], l
	switch {
	case t.rate > restful:
		t.mode, t.base = apart, min(0, t.gap)
		return
	case fate == coulomb.Apart && a[0] > 1e-9*size:
		t.mode, t.base = apart, min(0, t.gap)-1e-12
		return
	case fate == coulomb.Apart:
		t.mode, t.base = rides, min(0, t.gap)-ride
		return
	case fate == coulomb.Stuck:
		if t.mode != sticks {
			t.own.Anchor = t.anchor
		}
		t.mode = sticks
		return
	}
	t.mode = slides
	if t.own.Begun = vec.Len(t.slip); t.own.Begun > restful {
		t.own.Toward = vec.Scaled(t.slip, 1/t.own.Begun)
		return
	}
	t.own.Begun = 0
	_, t1, t2 := t.axes()
	if l := libm.Hypot(a[1], a[2]); l > 0 {
		t.own.Toward = vec.Scaled(t1, a[1]/l).Add(vec.Scaled(t2, a[2]/l))
	}
}

// adopt makes the modes that have been decided those of the motion that follows.
func (x *contacts) adopt() error {
	w := x.w
	s := w.state
	for again := true; again; again = !x.shared && x.slip(w) {
		if err := x.adoptModes(); err != nil {
			return err
		}
	}
	if x.still = x.stands(); x.still {
		clear(s.Qd)
		clear(s.Qdd)
	}
	for k, t := range x.near {
		rows := w.bound.constraints.Bears(k)
		if t.basis = t.share; t.own.Grip == constraint.Sticks && !x.slips() {
			copy(t.basis[:], rows)
		}
	}
	x.measureContacts(s.Q, s.Qd)
	return nil
}

// slip lets contacts slide that have been found to stick within rounding, and do not. It reports whether there was one.
func (x *contacts) slip(w *World) (any bool) {
	for k, t := range x.near {
		l := w.contacts.bearing(k)
		across := libm.Hypot(l[1], l[2])
		if t.mode == sticks && across > 0 && t.grasp(l) < -w.contacts.contactTolerance() {
			_, t1, t2 := t.axes()
			t.mode, t.own.Begun, any = slides, 0, true
			t.own.Toward = vec.Scaled(t1, -l[1]/across).Add(vec.Scaled(t2, -l[2]/across))
		}
	}
	return any
}

// adoptModes makes the present modes those of the motion that follows.
func (x *contacts) adoptModes() error {
	w := x.w
	s := w.state
	var list []*touch
	for i := range x.all {
		t := &x.all[i]
		if t.rigid() && t.mode >= slides {
			list = append(list, t)
		}
	}
	if err := x.take(list, func(t *touch) constraint.Grip {
		if t.mode == slides {
			return constraint.Slides
		}
		return constraint.Sticks
	}); err != nil {
		return err
	}
	c := w.bound.constraints
	for k, t := range x.near {
		c.Portion(k, t.share[:])
	}
	if len(list) > 0 {
		if err := w.Project(s.T, s.Q, s.Qd); err != nil {
			return err
		}
	}
	if err := w.Acceleration(s.Qdd, s.T, s.Q, s.Qd); err != nil {
		return err
	}
	x.shared = c.Rank() < c.Rows()
	return nil
}

// stands reports whether contacts, and what holds rates, leave no motion in a state at rest but for rounding.
func (x *contacts) stands() bool {
	w := x.w
	held := 0
	for i := 0; w.modes != nil && i < len(w.modes.rates); i++ {
		if w.modes.rates[i].held() {
			held++
		}
	}
	c := w.bound.constraints
	x.floats = c.Rank()+held < w.NV()
	return len(x.near) > 0 && largest(w.state.Qd) <= restful && !w.plant.driven() && !(x.floats && x.moves(w.state.Qdd))
}

// moves reports whether accelerations are more than rounding of those that contacts prevent.
func (x *contacts) moves(qdd []float64) bool { return largest(qdd) > float64(rounding*x.size) }

// slips reports whether a contact slides with friction.
func (x *contacts) slips() bool {
	if x == nil {
		return false
	}
	for _, t := range x.near {
		if t.mode == slides && t.Friction > 0 {
			return true
		}
	}
	return false
}
