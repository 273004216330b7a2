package sim

// The world as methods of integration see it that ask for more than an integrate.System: an integrate.Ambient and an
// integrate.Canonical.

// PositionRate sets dst to the derivative of the position in time.
func (w *World) PositionRate(dst, q, qd []float64) { w.config.Model.PositionRate(dst, q, qd) }

// Momentum sets p to M(q) v.
func (w *World) Momentum(p, q, qd []float64) { w.energy.GeneralizedMomentum(p, q, qd) }

// MomentumRate sets dst to the derivative of the momenta in time, M a + Ṁ v.
func (w *World) MomentumRate(dst, q, qd, qdd []float64) {
	w.energy.GeneralizedMomentumRate(dst, q, qd, qdd)
}

// Velocity sets v to M(q)⁻¹ p, with the rates that friction or stops hold at 0, whose momenta do not count. v may be p.
func (w *World) Velocity(qd, q, p []float64) error {
	if w.modes != nil {
		w.mass.Augment(w.modes.hold)
	}
	if err := w.mass.Factor(q); err != nil {
		return err
	}
	copy(qd, p)
	w.mass.Solve(qd)
	return nil
}
