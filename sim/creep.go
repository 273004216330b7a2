package sim

import (
	"kinetree/dynamics/constraint"
	"kinetree/dynamics/coulomb"
	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/internal/vec"
)

// A contact creeps if friction alone would stop it within a step. Its direction is stiff: a velocity u across the
// direction decays with the rate μ N/(m |v|), which is beyond what a step of an explicit method follows. Rounding would
// then grow until friction points anywhere, and what should hardly move would fall. So the direction of a contact that
// creeps is that of the velocity at the end of the step by the implicit Euler method, which is one more problem of all
// contacts, and friction keeps it within the step: a direction of order 1, at velocities that do not matter.

// couple notes how forces across at each contact of near move each of them across, when modes are chosen.
func (x *contacts) couple(r *constraint.Answer) {
	n := len(x.near)
	x.mobility, x.coupled = append(x.mobility[:0], make([]float64, n*n)...), n
	for i, t := range x.near {
		t.place = i
		for k := range n {
			for c := 1; c <= 2; c++ {
				row := r.Matrix[(3*i+c)*r.Rows+3*k:]
				x.mobility[i*n+k] = max(x.mobility[i*n+k], libm.Hypot(row[1], row[2]))
			}
		}
	}
}

// creeps reports whether a contact of near creeps in a step of length h.
func (x *contacts) creeps(t *touch, h float64) bool {
	if t.mode != slides || t.Friction == 0 {
		return false
	}
	slows := 0.0 // by friction (m/s²)
	for k, other := range x.near {
		if i := t.place*x.coupled + other.place; other.mode == slides {
			slows += float64(other.Friction * x.bearing(k)[0] * x.mobility[i])
		}
	}
	return vec.Len(t.slip) < float64(h*slows)
}

// steer gives contacts that slide the direction of their friction in the step that begins.
func (x *contacts) steer() error {
	w := x.w
	s, h := w.state, w.config.Integration.Step
	any := false
	for _, t := range x.near {
		t.own.Held = x.creeps(t, h)
		any = any || t.own.Held
	}
	for i := range x.all {
		if t := &x.all[i]; t.mode == slides && !t.own.Held {
			t.aim()
		}
	}
	if !any || x.straight(h) {
		return nil
	}
	if err := x.take(x.near, func(*touch) constraint.Grip { return constraint.Sticks }); err != nil {
		return err
	}
	x.undecided, x.ahead = true, h
	err := w.Acceleration(s.Qdd, s.T, s.Q, s.Qd)
	if x.undecided, x.ahead = false, 0; err != nil {
		return err
	}
	return x.adoptModes()
}

// straight reports whether all contacts that creep go on in the directions that their friction has: whether the
// velocities at the end of the step would be along these, by the present accelerations.
func (x *contacts) straight(h float64) bool {
	const (
		along = 1e-9 // the share of what accelerations do in the step that is rounding
		angle = 1e-5 // rad, whose cosine is 1 to 5e-11
	)
	s := x.w.state
	next := append(x.later[:0], s.Qd...)
	floats.AddScaled(next, h, s.Qdd)
	x.later = next
	x.kin.UpdateVelocity(s.Q, next)
	for _, t := range x.near {
		if !t.own.Held {
			continue
		}
		var end whereabouts
		end.look(t.ContactPair, x.kin)
		t.own.Begun = vec.Len(t.slip)
		d := vec.Dot(t.own.Toward, end.slip)
		off := vec.Len(end.slip.Sub(vec.Scaled(t.own.Toward, d)))
		if !(d > 0) || vec.Dot(t.own.Toward, t.slip) < 0 || off > max(float64(along*h*x.size), float64(angle*d)) {
			return false
		}
	}
	return true
}

// foresee gives contacts that creep their direction, given the accelerations qdd without contacts.
func (x *contacts) foresee(qdd []float64, t float64, q, qd []float64) {
	h := x.ahead
	r := x.w.bound.constraints.Accelerations(qdd, t, q, qd)
	p := coulomb.Encounter{Matrix: r.Matrix, Free: r.Free}
	for i := range p.Matrix {
		p.Matrix[i] = float64(p.Matrix[i] * h)
	}
	for i, k := range x.near {
		_, t1, t2 := k.axes()
		for c, now := range [3]float64{k.rate, vec.Dot(t1, k.slip), vec.Dot(t2, k.slip)} {
			p.Free[3*i+c] = now + float64(h*p.Free[3*i+c])
		}
		p.Contacts = append(p.Contacts, k.touching(k.mode == slides && !k.own.Held, k.own.Toward))
	}
	solution := p.Solve()
	for i, k := range x.near {
		if !k.own.Held {
			continue
		}
		_, t1, t2 := k.axes()
		u := solution.Rates[3*i+1 : 3*i+3]
		v := vec.Scaled(t1, u[0]).Add(vec.Scaled(t2, u[1]))
		speed, begun := vec.Len(v), vec.Len(k.slip)
		switch {
		case solution.Fates[i] == coulomb.Slips && speed > 0 && vec.Dot(v, k.slip) >= 0:
			k.own.Toward = vec.Scaled(v, 1/speed)
		case begun > 0: // it comes to rest in the step, or turns back
			k.own.Toward = vec.Scaled(k.slip, 1/begun)
		}
	}
}
