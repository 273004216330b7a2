package sim

// What methods of integration ask of the world that need more than an integrate.System: it is an integrate.Ambient and
// an integrate.Canonical, too.

// PositionRate sets dst to the derivative of the position in time.
func (w *World) PositionRate(dst, q, qd []float64) { w.config.Model.PositionRate(dst, q, qd) }

// Momentum sets p to M(q) qd, whatever the base does.
func (w *World) Momentum(p, q, qd []float64) {
	w.plant.restBase()
	w.energy.GeneralizedMomentum(p, q, qd)
	w.plant.addBallast(p, qd)
}

// MomentumRate sets dst to the derivative of the momenta in time, M qdd + Ṁ qd.
func (w *World) MomentumRate(dst, q, qd, qdd []float64) {
	w.plant.restBase()
	w.energy.GeneralizedMomentumRate(dst, q, qd, qdd)
	w.plant.addBallast(dst, qdd)
}

// Velocity sets qd to M(q)⁻¹ p, with 0 for the rates that friction or end stops hold, whose momenta do not count. qd
// may be p.
func (w *World) Velocity(qd, q, p []float64) error {
	if w.modes != nil {
		w.mass.Augment(w.plant.withBallast(w.modes.hold))
	}
	if err := w.mass.Factor(q); err != nil {
		return err
	}
	copy(qd, p)
	w.mass.Solve(qd)
	return nil
}
