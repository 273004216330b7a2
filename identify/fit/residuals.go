package fit

import (
	"cmp"
	"math"

	"kinetree/identify"
	"kinetree/internal/floats"
	"kinetree/internal/libm"

	"kinetree/spatial/mat"
)

// Test is what the residuals of an effort say about the assumption of the standard errors, that they are independent
// noise and nothing is left out.
type Test struct {
	R2   float64 `json:"r2"`               // share of the effort's variance that is explained
	Lag1 float64 `json:"lag1_correlation"` // correlation of a residual with the one before
	// probability of correlations as large over several lags, of independent noise
	LjungBox float64 `json:"ljung_box_p"`
	Runs     float64 `json:"runs_p"` // probability of as few or many changes of sign, of independent noise
	Trend    Trend   `json:"trend"`  // the strongest, and rather one that can be sought
}

// Trend is a term that the equation does not have and the residuals of an effort show.
type Trend struct {
	Name        string  `json:"name"`        // of what it grows with, see trends; empty if there is none
	Coefficient float64 `json:"coefficient"` // its estimate, in SI units
	T           float64 `json:"t"`           // by its standard error
}

// trends are the terms that residuals are tested for, each as a function of what a sample says of a rate: the position
// and velocity and acceleration of its joint, and the effort that the fit explains.
var trends = []struct {
	name  string
	term  identify.Terms // by which it is sought, if there is one
	value func(q, v, a, load float64) float64
}{
	{"offset", identify.Offset, func(q, v, a, load float64) float64 { return 1 }},
	{"position", identify.Stiffness, func(q, v, a, load float64) float64 { return q }},
	{"velocity", identify.Damping, func(q, v, a, load float64) float64 { return v }},
	{"direction", identify.Friction, func(q, v, a, load float64) float64 { return float64(cmp.Compare(v, 0)) }},
	{"acceleration", identify.Armature, func(q, v, a, load float64) float64 { return a }},
	{"square of the speed", 0, func(q, v, a, load float64) float64 { return float64(v * math.Abs(v)) }},
	{"load", 0, func(q, v, a, load float64) float64 { return float64(math.Abs(load) * float64(cmp.Compare(v, 0))) }},
}

// apart is the share of the square of a term that the fit must leave of it to be told: of what is left of less, noise
// of the motion makes as much as the term.
const apart = 5e-3

// nameless is how many times as strong a trend without a term has to be as one with a term, which can be sought: the
// direction less what damping takes of it looks like the square of the speed, for example.
const nameless = 1.3

// lags is over how many lags the correlation of residuals is tested.
const lags = 10

// Tests tests the residuals of each effort. Source: Ljung and Box, "On a measure of lack of fit in time series
// models", Biometrika 65(2), 1978; Wald and Wolfowitz, "On a test whether two samples are from the same population",
// Annals of Mathematical Statistics 11(2), 1940; Rao's score test for the terms that are not sought, one at a time.
func (f *Fit) Tests() []Test {
	e, beta := f.Base.Equation, f.Values()
	n, b := e.Model().NV(), len(beta)
	k := len(trends)
	width := b + 1 + k
	position := make([]int, n) // coordinate of each rate, or -1
	for row := range position {
		position[row] = -1
	}
	for _, j := range e.Model().Joints() {
		if j.Leader < 0 && j.NQ == 1 {
			position[j.V] = j.Q
		}
	}
	fill := func(dst []float64, part, i, row int, base []float64) {
		s, load, q := f.Parts[part], floats.Dot(base, beta), 0.
		if position[row] >= 0 {
			q = s.Q[i][position[row]]
		}
		for t := range trends {
			dst[t] = trends[t].value(q, s.V[i][row], s.A[i][row], load)
		}
	}
	sums := make([]residualSums, n)
	for row := range sums {
		sums[row] = residualSums{series: [][]float64{nil}, xr: make([]float64, k), xx: make([]float64, k),
			xw: mat.NewDense(k, max(1, b), nil)}
	}
	part := 0
	f.each(k, fill, func(o *observation) {
		for row := range sums {
			s := &sums[row]
			if o.part != part {
				s.series = append(s.series, nil)
			}
			last := &s.series[len(s.series)-1]
			if !o.counts(row) {
				*last = append(*last, math.NaN())
				continue
			}
			numbers := o.rows[row*width:][:width]
			residual := numbers[b] - floats.Dot(numbers[:b], beta)
			*last = append(*last, residual)
			s.add(numbers[:b], numbers[b], numbers[b+1:], residual)
		}
		part = o.part
	})
	var root mat.Dense // of the covariance of β
	root.Mul(f.lift, f.shown.Root)
	out := make([]Test, n)
	for row := range out {
		out[row] = sums[row].test(&root, f.Efforts[row].Noise)
	}
	return out
}

// residualSums are sums over the residuals r of an effort: with the terms x that are tested and the columns w of the
// fit.
type residualSums struct {
	series        [][]float64 // of residuals, NaN where none counts
	count         float64
	tau, tau2, r2 float64
	xr, xx        []float64
	xw            *mat.Dense
}

func (s *residualSums) add(w []float64, tau float64, x []float64, r float64) {
	s.count++
	s.tau += tau
	s.tau2 += float64(tau * tau)
	s.r2 += float64(r * r)
	for k, value := range x {
		s.xr[k] += float64(value * r)
		s.xx[k] += float64(value * value)
		if value != 0 {
			floats.AddScaled(s.xw.RawRowView(k)[:len(w)], value, w)
		}
	}
}

// explained returns the share of the variance of an effort that is explained, NaN if it has none.
func (s *residualSums) explained() float64 {
	if spread := s.tau2 - s.tau*s.tau/s.count; spread > 0 {
		return 1 - s.r2/spread
	}
	return math.NaN()
}

// test returns what the sums say, given a root of the covariance of β and the noise.
func (s *residualSums) test(root *mat.Dense, sigma float64) Test {
	t := Test{R2: s.explained(), LjungBox: 1, Runs: 1}
	if s.count == 0 {
		return t
	}
	t.Lag1, t.LjungBox = ljungBox(s.series)
	t.Runs = runs(s.series)
	strongest := 0.0
	for k, trend := range trends {
		// With r = τ − W β̂ and M = 1 − W C Wᵀ/σ² the score is xᵀ r/σ², and its variance xᵀ M x/σ².
		var taken mat.VecDense
		taken.MulVec(root.T(), mat.NewVecDense(len(s.xw.RawRowView(k)), s.xw.RawRowView(k)))
		information := s.xx[k] - libm.Pow(mat.Norm(&taken)/sigma, 2)
		if information < apart*s.xx[k] || s.xx[k] == 0 {
			continue // the fit has it, or about
		}
		score := s.xr[k] / (sigma * math.Sqrt(information))
		strength := math.Abs(score)
		if trend.term == 0 {
			strength /= nameless
		}
		if strength > strongest {
			strongest = strength
			t.Trend = Trend{trend.name, s.xr[k] / information, score}
		}
	}
	return t
}

// ljungBox returns the correlation of numbers with those before them, and the probability of as large correlations
// over the lags, if they are independent.
func ljungBox(series [][]float64) (lag1, probability float64) {
	square, count := 0., 0.
	for _, x := range series {
		for _, r := range x {
			if !math.IsNaN(r) {
				square += float64(r * r)
				count++
			}
		}
	}
	if square == 0 || count <= 2*lags {
		return 0, 1
	}
	sum := 0.0
	for lag := 1; lag <= lags; lag++ {
		product, pairs := 0., 0.
		for _, x := range series {
			for i := lag; i < len(x); i++ {
				if p := float64(x[i] * x[i-lag]); !math.IsNaN(p) {
					product += p
					pairs++
				}
			}
		}
		if pairs == 0 {
			continue
		}
		rho := product / pairs / (square / count)
		if lag == 1 {
			lag1 = rho
		}
		sum += float64(pairs * rho * rho)
	}
	return lag1, chiSquared(lags, sum)
}

// chiSquared returns the probability that the sum of the squares of an even number of standard normal variables exceeds
// x: exp(−x/2) Σ (x/2)ⁱ/i!, to half their number.
func chiSquared(number int, x float64) float64 {
	term := libm.Exp(-x / 2)
	sum := term
	for i := 1; i < number/2; i++ {
		term = float64(term*x) / float64(2*i)
		sum += term
	}
	return sum
}

// runs returns the probability of a number of runs of one sign as far from the expected one, if the signs are
// independent.
func runs(series [][]float64) float64 {
	positive, negative, changes := 0., 0., 0.
	for _, x := range series {
		last := 0.0
		for _, r := range x {
			switch {
			case math.IsNaN(r):
				continue
			case r > 0:
				positive++
			default:
				negative++
			}
			if last != 0 && (r > 0) != (last > 0) {
				changes++
			}
			last = math.Copysign(1, r)
		}
	}
	n := positive + negative
	variance := 2 * positive * negative * (float64(2*positive*negative) - n) / (n * n * (n - 1))
	if n < 2 || !(variance > 0) {
		return 1
	}
	z := (changes + 1 - (2*positive*negative/n + 1)) / math.Sqrt(variance)
	return libm.Erfc(math.Abs(z) / math.Sqrt2)
}
