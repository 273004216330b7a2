package sim

import "math"

// settle finds the modes of the rates at rest, and the accelerations of the current state. In the right modes friction
// and end stops can bear the reaction r of each held rate, and each released rate moves away from the bound of r,
//
//	held:   −μ ≤ r ≤ μ, or r ≥ −μ on a lower end stop, r ≤ μ on an upper one,   a = 0
//	else:   r = −μ and a ≥ 0, or r = μ and a ≤ 0
//
// This is a linear complementarity problem between bounds. Its matrix, the part of M⁻¹ that belongs to these rates, is
// positive definite, so there is exactly one solution. If rounding hides the solution, a rate that contradicts both
// modes is frozen. settleCoupled is for robots with constraints, whose matrix may be singular. Source: Pfeiffer,
// Glocker, "Multibody Dynamics with Unilateral Contacts", 1996, chapter 6.
func (w *detector) settle() error {
	if w.contacts != nil && !w.contacts.undecided {
		return w.contacts.settleContacts()
	}
	w.choose()
	if w.bound == nil || w.contacts != nil {
		return pivot((*settling)(w.World), len(w.modes.rates))
	}
	p := &w.bound.settling
	*p = doubting{settling: (*settling)(w.World)}
	if err := pivot(p, len(w.modes.rates)); err != nil {
		return err
	}
	if p.doubt || w.heldTogether() || w.heldApart() {
		w.choose()
		return w.settleCoupled()
	}
	return nil
}

// doubting is the problem of settle, which ends where no choice is found that nothing contradicts.
type doubting struct {
	*settling
	doubt bool
}

func (d *doubting) wrong(i int) bool { return !d.doubt && d.settling.wrong(i) }

func (d *doubting) hold(int) { d.doubt = true }

// heldApart reports whether rates are held that constraints move.
func (w *detector) heldApart() bool {
	const missed = 1e-8 // relative; what is not is rounding
	s := w.state
	return w.modes.anyHeld() &&
		w.bound.constraints.Missed(s.T, s.Q, s.Qd, s.Qdd) > missed*(1+largest(s.Qdd))
}

// heldTogether reports whether several rates with a choice are held, which may share their reactions in many ways.
func (w *detector) heldTogether() bool {
	n := 0
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.candidate && r.held() {
			n++
		}
	}
	return n > 1
}

// choose begins settle with the modes that the present velocities have. It reports whether some rate has a choice.
func (w *detector) choose() (choice bool) {
	w.modes.aim(w.state.Qd)
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		v := w.state.Qd[r.v]
		r.at = r.atStop(w.state.Q, w.state.Qd)
		r.candidate = !r.locked && v == 0 && (r.at != 0 || r.rough)
		r.slip, r.side, r.carried = 0, 0, false
		switch {
		case r.pad != nil && !r.pad.rests(w.state.Qd):
			r.candidate, r.slip, r.side = r.candidate && r.at != 0, 1, r.at
		case r.candidate:
			r.side = r.at
		case r.rough && v != 0:
			r.slip = math.Copysign(1, v)
		}
		choice = choice || r.candidate
	}
	return choice
}

// settling is the problem of settle.
type settling World

func (s *settling) solve() error {
	w := (*World)(s)
	w.modes.holdRates()
	if w.stale = true; w.lane.solve() {
		return nil
	}
	return w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd)
}

// away returns the direction in which a candidate that is not held was let go.
func (r *rate) away() float64 {
	if r.slip != 0 && r.pad == nil {
		return r.slip
	}
	return -r.at
}

func (s *settling) wrong(i int) bool {
	r := &s.modes.rates[i]
	switch {
	case !r.candidate:
		return false
	case r.held():
		x, _ := r.excess()
		return x > 0
	}
	floor := -rounding * largest(s.state.Qdd)
	if p := r.pad; r.leads() && p.rests(s.state.Qd) && p.Along(s.state.Qdd) < floor {
		return true
	}
	return r.away()*s.state.Qdd[r.v] < floor
}

func (s *settling) flip(i int) {
	r := &s.modes.rates[i]
	switch p := r.pad; {
	case p != nil && !p.moves():
		p.release()
		return
	case r.leads() && p.rests(s.state.Qd) && p.Along(s.state.Qdd) < 0:
		p.grip(false)
		return
	case p != nil && r.held():
		r.side = 0
		return
	case p != nil:
		r.side = r.at
		return
	}
	if !r.held() {
		r.slip, r.side = 0, r.at
		return
	}
	_, direction := r.excess()
	r.side = 0
	if r.rough {
		r.slip = direction
	}
}

// hold implements complementarity: what is at rest may stay so.
func (s *settling) hold(i int) {
	r := &s.modes.rates[i]
	if r.pad != nil && r.pad.rests(s.state.Qd) {
		r.pad.grip(true)
		return
	}
	r.slip, r.side, r.frozen = 0, r.at, true
}

// largest returns the largest magnitude of the numbers.
func largest(x []float64) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, math.Abs(a))
	}
	return most
}
