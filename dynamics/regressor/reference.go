package regressor

import (
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// The regressor with a velocity and an acceleration of reference, q̇_r and q̈_r, which adaptive control asks for
// (Slotine and Li, "On the adaptive control of robot manipulators", Int. J. Robotics Research 6(3), 1987):
//
//	Y(q, q̇, q̇_r, q̈_r) π = M(q) q̈_r + C(q, q̇) q̇_r + g(q)
//
// with the matrix C of package lagrange, so that Ṁ − 2 C is antisymmetric. The force on a body is
//
//	f = I d + ½ (v ×* I w + w ×* I v − I (v × w)),   w = J q̇_r,   d = J q̈_r + J̇ q̇_r + v × w
//
// in the axes of the body, in which J̇ is the derivative of the components of J. The terms without d are a symmetric
// form of v and w, so f is the difference of two forces of the same body in plain motion, v ×* I v + I a, each of which
// is linear in π:
//
//	f = I (d − ½ v × w) + s ×* I s − r ×* I r,   s = ½ (v + w),   r = ½ (v − w)

// ReferenceRegressor sets y, NV rows of Columns numbers, to Y(q, q̇, q̇_r, q̈_r) at position q, velocity qd, reference
// velocity qdr (rad/s, m/s) and reference acceleration qddr (rad/s², m/s²), for a base at rest. With qdr = qd it is
// Regressor(q, qd, qddr). O(nv n) for n blocks, no allocation. It panics if a slice has the wrong length.
func (s *Solver) ReferenceRegressor(y, q, qd, qdr, qddr []float64) {
	n, columns := s.model.NV(), s.Columns()
	s.checkSize("regressor", y, n*columns)
	s.model.CheckLengths(q, qdr, qddr)
	s.kin.UpdateVelocity(q, qd)
	for i, b := range s.blocks {
		s.kin.Jacobian(s.jacobian, b.Link, tree.Local)
		s.kin.JacobianRate(s.rate, b.Link, tree.Local)
		v := s.kin.Velocity(b.Link, tree.Local)
		var w, d, c spatial.Motion
		for k := range n {
			c = column(s.jacobian, n, k)
			w.AddScaled(qdr[k], &c)
			d.AddScaled(qddr[k], &c)
			c = column(s.rate, n, k)
			d.AddScaled(qdr[k], &c)
		}
		pose := s.kin.Pose(b.Link)
		d.Lin = d.Lin.Sub(vec.MulVec(pose.R.Transpose(), s.model.Gravity()))
		c.SetCross(&v, &w)
		d.AddScaled(0.5, &c)                 // d − ½ v × w
		var plus, minus, none spatial.Motion // s and r
		plus.AddScaled(0.5, &v)
		plus.AddScaled(0.5, &w)
		minus.AddScaled(0.5, &v)
		minus.AddScaled(-0.5, &w)
		for row := range n {
			block := y[row*columns+Size*i:][:Size]
			c := column(s.jacobian, n, row)
			if c == (spatial.Motion{}) {
				clear(block)
				continue
			}
			virtualWork(block, &c, &plus, &d)
			var other [Size]float64
			virtualWork(other[:], &c, &minus, &none)
			for k := range block {
				block[k] -= other[k]
			}
		}
	}
}
