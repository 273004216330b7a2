package sim

import (
	"math"

	"kinetree/spatial/mat"
	"kinetree/tree"
)

// shortest is the longest time of flight (s) that is not simulated: a rate that would return to its end stop sooner
// comes to rest there, whether the rate bounces or an impact elsewhere lifts the rate. Each bounce is shorter than the
// bounce before, so this bound ends an infinite sequence of bounces. The energy is booked as lost at end stops.
const shortest = 1e-6

// impact finds the velocities after rates have reached their end stops, by Newton's law of restitution for all stops
// at once. The velocities u of the rates at their stops, positive away from the stops, change by the impulses λ of the
// stops,
//
//	u' = u + A λ,   λ ≥ 0,   u' ≥ −e u,   λ = 0 or u' = −e u for each
//
// with the part A of M⁻¹ of these rates. The restitution e belongs to rates that approach their stops; e is 0 for rates
// that rest there. So an impact may lift another joint from its stop; an impact that presses another joint against its
// stop has no effect on that joint. Friction is a finite effort and has no impulse: rates that stick may begin to slip.
// Locked rates stay locked.
//
// The lost energy is booked. Energy cannot grow unless a rate leaves its stop at the very instant in which another
// impact pushes the rate back. Such an impact counts as an impact without restitution, which never adds energy.
// Source: Glocker, "Set-Valued Force Laws", 2001, chapter 8, for this law and its energy.
type impact struct {
	inverse  []float64 // M⁻¹
	before   []float64 // v before the impact
	change   []float64
	contacts []contact
	matrix   []float64 // the part of M⁻¹ of the contacts with impulses
	impulses []float64 // of these
	exchange []int     // rows of the matrix that change places
	which    []int     // these
}

// contact is a rate at its end stop.
type contact struct {
	rate    *rate
	side    float64
	u       float64 // before
	e       float64
	struck  bool // it has an impulse
	stays   bool // it is not to leave the stop
	impulse float64
	after   float64 // u'
}

func newImpact(m *tree.Model, n int) *impact {
	nv := m.NV()
	return &impact{inverse: make([]float64, nv*nv), before: make([]float64, nv), change: make([]float64, nv),
		contacts: make([]contact, 0, n),
		matrix:   make([]float64, n*n), impulses: make([]float64, n), exchange: make([]int, n),
		which: make([]int, 0, n)}
}

// approaches finds the rates at their stops. It reports whether one of them moves into its stop.
func (w *detector) approaches() bool {
	x, into := w.modes.impacts, false
	x.contacts = x.contacts[:0]
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		side := r.atStop(w.state.Q, w.state.Qd)
		if side == 0 && r.frozen && r.rough && !r.locked && w.state.Qd[r.v] == 0 {
			side = 1 // it stays at rest, be it by an impulse of either sign
		}
		if side == 0 {
			continue
		}
		u := float64(-side * w.state.Qd[r.v])
		c := contact{rate: r, side: side, u: u}
		switch {
		case r.frozen:
			c.struck, c.stays = true, true
			into = into || u < 0
		case u < 0:
			c.e, into = r.endStop(side).restitution, true
		}
		x.contacts = append(x.contacts, c)
	}
	return into
}

// collide changes the velocities if a rate moves into its stop, and finds the modes and accelerations after that.
func (w *detector) collide() error {
	if !w.approaches() {
		return relax(w.World)
	}
	w.lane.leaveEvent()
	x := w.modes.impacts
	copy(x.before, w.state.Qd)
	w.stale = true
	w.plant.augment(w.modes.locked)
	if err := w.plant.inverseMassMatrix(x.inverse); err != nil {
		return err
	}
	energy, _ := w.energy.Energy(w.state.Q, w.state.Qd)
	for {
		if err := pivot(x, len(x.contacts)); err != nil {
			return err
		}
		x.apply(w.state.Qd)
		after, _ := w.energy.Energy(w.state.Q, w.state.Qd)
		if after > energy*(1+rounding) && (x.deaden() || x.stay()) {
			continue
		}
		if err := w.settle(); err != nil {
			return err
		}
		if !x.bounceless(w.state.Qdd) {
			w.books.StopLoss += energy - after
			w.events.impacts++
			return relax(w.World)
		}
	}
}

// relax finds the modes of what is not at an end stop that it moves into.
func relax(w *World) error {
	if w.contacts != nil {
		return w.contacts.meet()
	}
	return w.detector.settle()
}

// deaden takes the restitution from all contacts. It reports whether there was any.
func (x *impact) deaden() bool {
	any := false
	for i := range x.contacts {
		any = any || x.contacts[i].e != 0
		x.contacts[i].e = 0
	}
	return any
}

// stay keeps all contacts at their stops. It reports whether one was not. An impact that lets nothing leave is a
// projection of the velocities and takes energy whatever the mass matrix, where rounding has made the choice of those
// that leave a matter of chance.
func (x *impact) stay() bool {
	any := false
	for i := range x.contacts {
		any = any || !x.contacts[i].stays
		x.hold(i)
	}
	return any
}

// bounceless takes the restitution from the contacts that would be back at their stops too soon, and keeps those
// there that would leave without. It reports whether there was one.
func (x *impact) bounceless(a []float64) bool {
	any := false
	for i := range x.contacts {
		c := &x.contacts[i]
		back := c.side * a[c.rate.v] // towards the stop
		if c.struck && c.e == 0 || c.after <= 0 || 2*c.after >= shortest*back {
			continue
		}
		if any = true; !c.struck {
			c.struck, c.stays = true, true
		}
		c.e = 0
	}
	return any
}

// apply sets v to the velocities after the impulses.
func (x *impact) apply(v []float64) {
	n := len(v)
	clear(x.change)
	for i := range x.contacts {
		c := &x.contacts[i]
		if !c.struck {
			continue
		}
		row := x.inverse[c.rate.v*n : c.rate.v*n+n]
		for k, m := range row {
			x.change[k] -= float64(c.side * c.impulse * m)
		}
	}
	floor := rounding * largest(x.change)
	for k := range v {
		v[k] = x.before[k]
		if math.Abs(x.change[k]) > floor {
			v[k] += x.change[k]
		}
	}
	for i := range x.contacts {
		switch c := &x.contacts[i]; {
		case c.struck:
			v[c.rate.v] = float64(-c.side*c.wanted()) + 0 // without rounding, and not −0
		case -c.side*v[c.rate.v] < 0: // by rounding
			v[c.rate.v] = 0
		}
	}
}

// wanted returns the velocity u' of a contact that has an impulse.
func (c *contact) wanted() float64 { return float64(-c.e * c.u) }

// solve implements complementarity: A λ = −e u − u over the contacts with impulses.
func (x *impact) solve() error {
	x.which = x.which[:0]
	for i := range x.contacts {
		if x.contacts[i].struck {
			x.which = append(x.which, i)
		}
	}
	k := len(x.which)
	for a, i := range x.which {
		for b, j := range x.which {
			x.matrix[a*k+b] = x.coupling(i, j)
		}
		x.impulses[a] = x.contacts[i].wanted() - x.contacts[i].u
	}
	if k > 0 {
		mat.Eliminate(x.matrix[:k*k], x.exchange[:k])
		mat.Substitute(x.matrix[:k*k], x.exchange[:k], x.impulses[:k])
	}
	for a, i := range x.which {
		x.contacts[i].impulse = x.impulses[a]
	}
	for i := range x.contacts {
		c := &x.contacts[i]
		c.after = c.u
		for _, j := range x.which {
			c.after += float64(x.coupling(i, j) * x.contacts[j].impulse)
		}
	}
	return nil
}

// coupling returns element i, j of A.
func (x *impact) coupling(i, j int) float64 {
	a, b := &x.contacts[i], &x.contacts[j]
	return float64(a.side * b.side * x.inverse[a.rate.v*len(x.before)+b.rate.v])
}

// wrong implements complementarity.
func (x *impact) wrong(i int) bool {
	c := &x.contacts[i]
	if c.struck {
		return c.impulse < 0 && !c.stays
	}
	return c.after < c.wanted()-float64(rounding*largest(x.before))
}

// hold implements complementarity: the contact has no restitution and does not leave.
func (x *impact) hold(i int) {
	c := &x.contacts[i]
	c.struck, c.stays, c.e = true, true, 0
}

// flip implements complementarity.
func (x *impact) flip(i int) { x.contacts[i].struck = !x.contacts[i].struck }
