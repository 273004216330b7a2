package identify_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kinetree/identify"
)

// predicted returns the standard errors of the parameters of a base that a log of a motion gives, at so many times and
// for the noise of each effort: the roots of the diagonal of (W_bᵀ Σ⁻¹ W_b)⁻¹.
func predicted(b *identify.BaseParameters, x *identify.FourierTrajectory, times int, noise []float64) []float64 {
	e := b.Equation
	n, columns := e.Model().NV(), len(e.Names())
	W := mat.NewDense(times*n, len(b.Groups), nil)
	q, v, a, w := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n*columns)
	for i := range times {
		x.At(q, v, a, x.Period*(float64(i)+0.5)/float64(times))
		e.Rows(w, q, v, a)
		for row := range n {
			for k, g := range b.Groups {
				W.Set(i*n+row, k, w[row*columns+g.Lead]/noise[row])
			}
		}
	}
	var square, covariance mat.Dense
	square.Mul(W.T(), W)
	if err := covariance.Inverse(&square); err != nil {
		panic(err)
	}
	out := make([]float64, len(b.Groups))
	for k := range out {
		out[k] = math.Sqrt(covariance.At(k, k))
	}
	return out
}

// ratio returns the geometric mean of the ratios of numbers.
func ratio(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Log(a[i]/b[i]) / float64(len(a))
	}
	return math.Exp(sum)
}

// TestPrecision checks that the motion with the largest determinant gives standard errors which are 1.6 times smaller
// than those of the motion with the smallest condition number, on the UR5 with friction and with noise of efforts in
// proportion to their limits, as the covariance of a log of ten seconds predicts them; and that the condition number is
// the smaller one of the other.
func TestPrecision(t *testing.T) {
	if testing.Short() {
		t.Skip("two searches of 6000 motions are not made with -short")
	}
	t.Parallel()
	m := rubbing(t, "ur5")
	by := func(c identify.Criterion, terms identify.Terms) *identify.Designed {
		d := design(t, m, m.Neutral(), 0.05, 6000)
		d.Criterion, d.Base, d.Noise = c, identify.FindBase(identify.NewEquation(m, terms)), d.Limits.EffortNoise()
		x := find(t, d)
		checkLimits(t, m, x.FourierTrajectory, 10_000)
		return x
	}
	precise, conditioned := by(identify.Determinant, all), by(identify.SmallCondition, 0)
	base := identify.FindBase(identify.NewEquation(m, all))
	noise := []float64{1.5, 1.5, 1.5, 0.28, 0.28, 0.28}
	better := ratio(predicted(base, conditioned.FourierTrajectory, 1000, noise),
		predicted(base, precise.FourierTrajectory, 1000,
			noise))
	t.Logf("standard errors %.2f times smaller; %.2f times smaller than of random motions; condition %.3g and %.3g",
		better,
		precise.Gain, precise.Condition, conditioned.Condition)
	if better < 1.6 {
		t.Errorf("standard errors are %.2f times smaller", better)
	}
	if !(precise.Gain > 1.5) {
		t.Errorf("standard errors are %.2f times smaller than of random motions", precise.Gain)
	}
}
