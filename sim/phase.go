package sim

// The world as methods of integration see it that ask for more than an integrate.System: an integrate.Ambient and an
// integrate.Canonical.

// PositionRate sets dst to the derivative of the position in time.
func (w *World) PositionRate(dst, q, v []float64) { w.config.Model.PositionRate(dst, q, v) }

// Momentum sets p to M(q) v.
func (w *World) Momentum(p, q, v []float64) { w.energy.GeneralizedMomentum(p, q, v) }

// MomentumRate sets dst to the derivative of the momenta in time, M a + Ṁ v.
func (w *World) MomentumRate(dst, q, v, a []float64) {
	w.energy.GeneralizedMomentumRate(dst, q, v, a)
}

// Velocity sets v to M(q)⁻¹ p, with the rates that friction or stops hold at 0, whose momenta do not count. v may be p.
func (w *World) Velocity(v, q, p []float64) error {
	if w.modes != nil {
		w.mass.Augment(w.modes.hold)
	}
	if err := w.mass.Factor(q); err != nil {
		return err
	}
	copy(v, p)
	w.mass.Solve(v)
	return nil
}
