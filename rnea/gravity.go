package rnea

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Gravity sets tau to g(q), the efforts that hold the robot still. See InverseDynamics, which has the same result at
// rest. On a base at rest the force through a joint is that of all masses that it carries: with their mass M and their
// first moment h, both about the body's origin in its axes, and the acceleration a = −g,
//
//	f = (h × a, M a),   M_λ += M,   h_λ += R h + M p
//
// where R and p are the pose in λ. The forces themselves need not be passed on, which saves half the operations.
func (s *Solver) Gravity(tau, q []float64) {
	if base := &s.bodies[0]; base.v != (spatial.Motion{}) || base.a.Ang != (mgl64.Vec3{}) {
		s.InverseDynamics(tau, q, s.zero, s.zero, nil)
		return
	}
	s.model.CheckLengths(q, tau)
	clear(tau)
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m := b.m
		m.Place(&b.X, q)
		b.X.Turn(&b.a.Lin, &b.parent.a.Lin)
		b.mass, b.moment = m.Inertia.M, m.Inertia.MC
	}
	for i := len(s.bodies) - 1; i > 0; i-- {
		b := &s.bodies[i]
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			h, a := &b.moment, &b.a.Lin
			tau[m.V] += float64(m.Ratio * (float64(h[0]*a[1]) - float64(h[1]*a[0])))
		default:
			f := spatial.Force{Ang: vec.Cross(b.moment, b.a.Lin), Lin: vec.Scaled(b.a.Lin, b.mass)}
			m.AddEffort(tau, &f)
		}
		if m.Parent > 0 {
			b.X.AddMoment(&b.parent.moment, &b.moment, b.mass)
			b.parent.mass += b.mass
		}
	}
}
