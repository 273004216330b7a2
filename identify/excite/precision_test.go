package excite_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
)

// predicted returns the standard errors of the parameters of a base that a log of a motion gives, at so many times and
// for the noise of each effort: the roots of the diagonal of (W_bᵀ Σ⁻¹ W_b)⁻¹.
func predicted(b *identify.BaseParameters, x *excite.FourierTrajectory, times int, noise []float64) []float64 {
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

// TestPrecision checks that the motions with the largest determinant give standard errors which are 1.6 times smaller
// than those of the motions with the smallest condition number, on the UR5 with friction and with noise of efforts in
// proportion to their limits, as the covariance of a log of ten seconds predicts them. Searches end in different
// valleys: for the seeds 1 to 5 the ratio is 1.78, 1.58, 1.71, 1.87, 1.54, the last one because the other motion has
// the condition number 4.9 instead of 5.1 to 5.4. Their mean is 1.69; that of the first two is asked for, since each
// seed takes long. Of random motions, the standard errors are 2.02 to 2.15 times as large, with a search that does not
// adapt 1.83 to 1.87 times, whence the bound 1.9.
func TestPrecision(t *testing.T) {
	if testing.Short() {
		t.Skip("four searches of 6000 motions are not made with -short")
	}
	t.Parallel()
	m := expect.Model(t, expect.Resisting(expect.Robot(t, "ur5"), func(int) urdf.Dynamics {
		return urdf.Dynamics{Damping: 1, Friction: 5}
	}))
	const all = identify.Damping | identify.Friction
	base, noise := identify.FindBase(identify.NewEquation(m, all)), []float64{1.5, 1.5, 1.5, 0.28, 0.28, 0.28}
	const seeds = 2
	var ratios, gains [seeds]float64
	t.Run("seeds", func(t *testing.T) {
		for k := range seeds {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				by := func(c excite.Criterion, terms identify.Terms) *excite.Designed {
					d := design(t, m, m.Neutral(), 0.05, 6000)
					d.Criterion, d.Base, d.Noise = c, identify.FindBase(identify.NewEquation(m, terms)),
						d.Limits.EffortNoise()
					d.Seed = uint64(1 + k)
					x := find(t, d)
					checkLimits(t, m, x.FourierTrajectory, 10_000)
					return x
				}
				precise, conditioned := by(excite.Determinant, all), by(excite.SmallCondition, 0)
				ratios[k] = ratio(predicted(base, conditioned.FourierTrajectory, 1000, noise),
					predicted(base, precise.FourierTrajectory, 1000, noise))
				gains[k] = precise.Gain
			})
		}
	})
	t.Logf("standard errors %.3f times smaller; %.3f times smaller than of random motions", ratios, gains)
	if mean := math.Sqrt(ratios[0] * ratios[1]); !(mean >= 1.6) {
		t.Errorf("standard errors are %.3f times smaller", mean)
	}
	if least := min(gains[0], gains[1]); !(least > 1.9) {
		t.Errorf("standard errors are %.3f times smaller than of random motions", least)
	}
}
