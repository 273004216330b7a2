package sim

// implicit is the workspace for StiffAcceleration.
type implicit struct {
	controller LinearFeedback // nil if there is none
	kp, kd     []float64      // of damping, springs and controller
	added      []float64      // h B + h² K, infinite for rates that are held
}

func newImplicit(c *Config) *implicit {
	n := c.Model.NV()
	x := &implicit{kp: make([]float64, n), kd: make([]float64, n), added: make([]float64, n)}
	x.controller, _ = c.Controller.(LinearFeedback)
	return x
}

// StiffAcceleration implements integrate.Stiff with the damping and the springs of the joints and the gains of the
// controller. A joint whose actuator is at its limit has no gains.
func (w *World) StiffAcceleration(qdd []float64, t float64, q, qd []float64, h float64) error {
	tau, err := w.efforts(t, q, qd)
	if err != nil {
		return err
	}
	x := w.implicit
	clear(x.kp)
	clear(x.kd)
	if x.controller != nil {
		x.controller.Gains(x.kp, x.kd)
		for i := range w.drive.actuators {
			if a := &w.drive.actuators[i]; a.exceeded {
				j := &w.Model().Joints()[a.joint]
				x.kp[j.V], x.kd[j.V] = 0, 0
			}
		}
	}
	for i, d := range w.passive.Damping {
		x.kd[i] += d
	}
	for i, k := range w.passive.Stiffness {
		x.kp[i] += k
	}
	for i := range x.added {
		x.added[i] = h*x.kd[i] + h*h*x.kp[i]
		tau[i] -= h * x.kp[i] * qd[i]
		if w.modes != nil {
			x.added[i] += w.modes.hold[i]
		}
	}
	w.forward.Augment(x.added)
	w.stale = true
	return w.solve(qdd, t, q, qd, tau)
}
