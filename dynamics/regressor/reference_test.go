package regressor_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/dynamics/lagrange"
	"kinetree/dynamics/regressor"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
)

// TestReference checks Y π = M q̈_r + C q̇_r + g with the product of the Coriolis matrix, and that a reference that is
// the motion gives the regressor of the motion.
func TestReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		s, still := regressor.New(c.Model), make([]float64, n)
		y, want, product2 := make([]float64, n*s.Columns()), make([]float64, n), make([]float64, n)
		w := randrobot.Vector(5, n)
		s.ReferenceRegressor(y, c.Q, c.V, w, c.A)
		rnea.New(c.Model).InverseDynamics(want, c.Q, still, c.A, nil)
		lagrange.New(c.Model).CoriolisProduct(product2, c.Q, c.V, w)
		floats.Add(want, product2)
		got, largest := product(n, y, regressor.Parameters(c.Model))
		expect.Within(t, "Y π", got, want, exact*math.Max(1, largest))

		plain := make([]float64, len(y))
		s.ReferenceRegressor(y, c.Q, c.V, c.V, c.A)
		s.Regressor(plain, c.Q, c.V, c.A)
		expect.Near(t, "Y of the motion", y, plain, exact, 1)
	})
}

// TestReferenceOfPlanarArm checks the efforts of the arm of two links with C by Christoffel's symbols, computed on
// paper in models/README.md.
func TestReferenceOfPlanarArm(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	s := regressor.New(m)
	y := make([]float64, 2*s.Columns())
	s.ReferenceRegressor(y, []float64{0.3, -0.5}, []float64{0.7, 0.4}, []float64{1.1, -0.2}, []float64{0.6, -0.9})
	got, _ := product(2, y, regressor.Parameters(m))
	// M, C and g as closed forms; C_ij by Christoffel's symbols, h = −m2 a1 l2 sin q2
	s2, c2 := math.Sincos(-0.5)
	h := -50 * 0.5 * s2
	want := []float64{
		(10+12.5+10+50*(1.25+c2))*0.6 + (10+50*(0.25+0.5*c2))*-0.9 +
			h*0.4*1.1 + h*(0.7+0.4)*-0.2 + 9.81*(75*math.Cos(0.3)+25*math.Cos(-0.2)),
		(10+50*(0.25+0.5*c2))*0.6 + 22.5*-0.9 - h*0.7*1.1 + 9.81*25*math.Cos(-0.2),
	}
	expect.Within(t, "closed form", got, want, 1e-12*1000)
	expect.Within(t, "figures", got, []float64{989.21885976623, 237.546125025789}, 1e-9)
}

// TestReferenceDoesNotAllocate checks that a call does not allocate.
func TestReferenceDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	s := regressor.New(m)
	y, x := make([]float64, m.NV()*s.Columns()), make([]float64, m.NV())
	if n := testing.AllocsPerRun(10, func() { s.ReferenceRegressor(y, x, x, x, x) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
