// Package lagrange computes the scalar functions of Lagrange's mechanics: the energies of a robot.
//
// A [Solver] is a workspace of one model for one goroutine; any number of solvers may share a model.
package lagrange

import (
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace.
type Solver struct {
	model *tree.Model
	kin   *tree.Kinematics
	v     []spatial.Motion // velocity of each body, in its frame
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	return &Solver{m, tree.NewKinematics(m), make([]spatial.Motion, len(m.Bodies()))}
}

// Energy returns the kinetic energy T = ½ Σ vᵀ I v and the potential energy U = −Σ m g·c of all links (J), at position q and
// velocity qd. U is zero for a mass at the world's origin, so with gravity along −z it counts from z = 0. O(n), no
// allocation. It panics if a slice has the wrong length.
func (s *Solver) Energy(q, qd []float64) (kinetic, potential float64) {
	s.model.CheckLengths(q, qd)
	s.kin.Update(q)
	g := s.model.Gravity()
	bodies := s.model.Bodies()
	for i := range bodies {
		b := &bodies[i]
		if i > 0 {
			s.kin.Local(i).ApplyMotion(&s.v[i], &s.v[b.Parent])
			b.AddRate(&s.v[i], qd)
			kinetic += b.Inertia.KineticEnergy(&s.v[i])
		}
		world := s.kin.BodyPose(i)
		mc := world.R.Mul3x1(b.Inertia.MC).Add(world.P.Mul(b.Inertia.M))
		potential -= g.Dot(mc)
	}
	return kinetic, potential
}
