package lagrange_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/stencil"
	"kinetree/tree"
)

// TestGeneralizedMomentum checks p = M v with the mass matrix of crba, and ṗ by differences along a course, of robots
// with moving bases, too.
func TestGeneralizedMomentum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		n := c.Model.NV()
		s, masses := lagrange.New(c.Model), crba.New(c.Model)
		p, M := nan(n), make([]float64, n*n)
		s.GeneralizedMomentum(p, c.Q, c.V)
		masses.MassMatrix(M, c.Q)
		expect.Near(t, "M v", p, times(n, M, c.V), exact,
			(1+floats.Norm(M, math.Inf(1)))*(1+floats.Norm(c.V, math.Inf(1))))

		want := c.Rates(n, func(dst []float64, base *tree.BaseMotion, q, v []float64) {
			s.MoveBase(base)
			s.GeneralizedMomentum(dst, q, v)
		})
		s = c.solver()
		s.GeneralizedMomentum(p, c.Q, c.V)
		rate := nan(n)
		s.GeneralizedMomentumRate(rate, c.Q, c.V, c.A)
		expect.Near(t, "rate", rate, want, stencil.Relative, 1+floats.Norm(M, math.Inf(1))+floats.Norm(p, math.Inf(1)))
	})
}
