package consistent_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/dynamics/regressor"
	"kinetree/identify/consistent"
	"kinetree/models/oracle/expect"
	"kinetree/spatial"
)

// TestPseudoInertia compares the pseudo-inertia of a cloud of points with the sums that define it, its body with the
// cloud's, and Form with the sum of parameters that it stands for. The tolerance is the rounding of some twenty points.
func TestPseudoInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const points = 20
		var body spatial.Inertia
		var sums [4][4]float64 // ∫ [x; 1] [x; 1]ᵀ dm
		draw := rapid.Float64Range(-1, 1)
		for k := range points {
			m := 0.1 + math.Abs(draw.Draw(t, "mass"))
			x := [4]float64{draw.Draw(t, "x"), draw.Draw(t, "y"), draw.Draw(t, "z"), 1}
			if k < 3 { // so that they fill some space
				x[k] += 3
			}
			xx, yy, zz := x[0]*x[0], x[1]*x[1], x[2]*x[2]
			body.M += m
			for i := range 3 {
				body.MC[i] += m * x[i]
			}
			for i, y := range [...]float64{yy + zz, -x[0] * x[1], xx + zz, -x[0] * x[2], -x[1] * x[2], xx + yy} {
				body.I[i] += m * y
			}
			for r := range 4 {
				for c := range 4 {
					sums[r][c] += m * x[r] * x[c]
				}
			}
		}
		const limit = 1e-12 * points
		J := consistent.Filled(&body, 1)
		for r := range 4 {
			for c := range 4 {
				expect.Number(t, "pseudo-inertia", J.At(r, c), sums[r][c], limit)
			}
		}
		mass, centre, tensor := consistent.BodyOf(J)
		again := spatial.NewInertia(mass, centre, tensor)
		theta := regressor.Append(nil, body)
		expect.Within(t, "body", regressor.Append(nil, again), theta, limit)
		var a [regressor.Size]float64
		want, got := 0.0, 0.0
		for i := range a {
			a[i] = draw.Draw(t, "coefficient")
			want += a[i] * theta[i]
		}
		A := consistent.Form(&a)
		for r := range 4 {
			for c := range 4 {
				got += A.At(r, c) * J.At(r, c)
			}
		}
		expect.Number(t, "form", got, want, 10*limit)
	})
}
