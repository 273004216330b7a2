package regressor_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/dynamics/regressor"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
)

// TestPlanarArm checks all forty columns for the arm of two links in the vertical plane (models/README.md) against
// the plane motion of each link. Seen in its own axes, x along the link and z upwards at position 0, a link with the
// angle θ whose origin has the acceleration (X, Z), gravity folded in, takes
//
//	n  = Iyy θ̈ + m cx Z − m cz X
//	fx = m X − m cz θ̈ − m cx θ̇²
//	fz = m Z + m cx θ̈ − m cz θ̇²
//
// and the first joint takes n of both links and a1 times the force of the second across the first. The other
// parameters have no part in it.
func TestPlanarArm(t *testing.T) {
	const a1, g = 1, 9.81
	const m, mcx, mcz, Iyy = 0, 1, 3, 6 // columns of a block
	s := regressor.New(golden.Embedded(t, "rr_arm"))
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(-3, 3), 6, 6).Draw(t, "state")
		q1, q2, qd1, qd2, qdd1, qdd2 := x[0], x[1], x[2], x[3], x[4], x[5]
		s1, c1 := math.Sincos(q1)
		s2, c2 := math.Sincos(q2)
		rate, acceleration := qd1+qd2, qdd1+qdd2
		X1, Z1 := g*s1-a1*qd1*qd1, g*c1+a1*qdd1 // of the elbow, in the axes of the first link
		X2, Z2 := c2*X1+s2*Z1, c2*Z1-s2*X1

		want := make([]float64, 40)
		first, second := want[:20], want[20:]
		first[mcx], first[mcz], first[Iyy] = g*c1, -g*s1, qdd1
		second[10+mcx], second[10+mcz], second[10+Iyy] = Z2, -X2, acceleration
		first[10+m] = a1 * Z1
		first[10+mcx] = Z2 + a1*(c2*acceleration-s2*rate*rate)
		first[10+mcz] = -X2 - a1*(s2*acceleration+c2*rate*rate)
		first[10+Iyy] = acceleration

		y := make([]float64, 40)
		s.Regressor(y, []float64{q1, q2}, []float64{qd1, qd2}, []float64{qdd1, qdd2})
		expect.Within(t, "Y", y, want, 1e-13*100) // forty roundings of numbers up to 100
	})
}
