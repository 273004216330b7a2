package tune_test

import (
	"encoding/json"
	"math"
	"math/cmplx"
	"testing"
)

// hidden is a search whose run hides an unstable loop: feed-forward leaves no error, and friction holds the rest.
const hidden = `
gravity: [0, 0, 0]
duration: 2
dt: 0.002
joints: {hinge: {friction: 1}}
controller: {type: pd, feed_forward: true, period: 0.002, delay: 0.002, gains: {hinge: {p: 100, d: 10}}}
reference: {hinge: {type: min_jerk, from_time: 0.1, to_time: 1, to: 1}}
tune:
  free: {controller.gains.hinge.p: [10, 1e5, log], controller.gains.hinge.d: [1, 1000, log]}
  cost: itae
  require: []
  runs: 120
`

// cubic returns the coefficients of z³ + c2 z² + c1 z + c0, whose roots are the poles of a disc with inertia 1 under
// u = −k (p q + d q̇), sampled with the period T and delayed by it: of q⁺ = q + T q̇ + T²/2 u₋, q̇⁺ = q̇ + T u₋.
func cubic(p, d, k float64) (c [3]float64) {
	const T = 0.002
	return [3]float64{k * (T*T*p/2 - T*d), 1 + k*(T*d+T*T*p/2), -2}
}

// stable is the criterion of Jury for a cubic.
func stable(c [3]float64) bool {
	return 1+c[2]+c[1]+c[0] > 0 && 1-c[2]+c[1]-c[0] > 0 && math.Abs(c[0]) < 1 &&
		math.Abs(c[0]*c[0]-1) > math.Abs(c[0]*c[2]-c[1])
}

// radius returns the largest modulus of the roots of a cubic, by the method of Durand and Kerner.
func radius(c [3]float64) float64 {
	z := [3]complex128{1, complex(0.4, 0.9), complex(-0.65, 0.72)}
	for range 500 {
		for i := range z {
			value := ((z[i]+complex(c[2], 0))*z[i]+complex(c[1], 0))*z[i] + complex(c[0], 0)
			z[i] -= value / ((z[i] - z[(i+1)%3]) * (z[i] - z[(i+2)%3]))
		}
	}
	return max(cmplx.Abs(z[0]), cmplx.Abs(z[1]), cmplx.Abs(z[2]))
}

// TestUnstableBehind checks that a search does not return gains of an unstable loop that cost less than stable ones,
// that the spectral radii are those of the poles in closed form, and that the report has the margins.
func TestUnstableBehind(t *testing.T) {
	for _, method := range []string{"nelder-mead", "cma-es"} {
		problem, r := minimize(t, "kinetree: 1\nmodel: "+rotor(t)+hidden+"  method: "+method+"\n", 2)
		cheaper, unstable := 0, 0
		for _, x := range r.Trials {
			c := cubic(x.X[0], x.X[1], 1)
			// Poles that are nearly the same are exact to the square root of the rounding.
			if want := radius(c); x.Radius > 0 && math.Abs(x.Radius-want) > 1e-7*want {
				t.Errorf("%s: p, d = %v have the radius %v; expected %v", method, x.X, x.Radius, want)
			}
			if x.Radius > 0 && !stable(c) {
				unstable++
			}
			if x.Cost < r.Best.Cost {
				cheaper++
				if stable(c) {
					t.Errorf("%s: %v is stable and costs less than the best, %v", method, x, r.Best)
				}
			}
		}
		if unstable == 0 || cheaper == 0 {
			t.Errorf("%s: %d candidates are unstable, %d cost less than the best; expected some", method, unstable,
				cheaper)
		}
		p, d := r.Best.X[0], r.Best.X[1]
		if !stable(cubic(p, d, 1)) || r.Best.Unstable() || !(r.Best.Cost < r.Start.Cost) {
			t.Errorf("%s: the best, %v, has the radius %v; expected a stable one that costs less than %v", method,
				r.Best, radius(cubic(p, d, 1)), r.Start.Cost)
		}
		report := problem.Report(r)
		if report.Unstable != unstable || report.Start.Stable == nil || !*report.Start.Stable {
			t.Errorf("%s: the report has %+v", method, report)
		}
		low, high := 1.0, 1e6
		for range 100 {
			if middle := (low + high) / 2; stable(cubic(p, d, middle)) {
				low = middle
			} else {
				high = middle
			}
		}
		if got := report.Best.GainMargin; math.Abs(got-low) > 1e-6*low {
			t.Errorf("%s: the gain margin is %v; expected %v", method, got, low)
		}
		text, err := json.Marshal(report)
		var read struct{ Before, After map[string]any }
		if err := json.Unmarshal(text, &read); err != nil || read.After["stable"] != true ||
			read.Before["phase_margin"] == nil {
			t.Errorf("%s: %v in %s", method, err, text)
		}
		if err != nil {
			t.Error(err)
		}
	}
}

// TestAllUnstable checks that a search whose candidates are all unstable goes towards stability, and says so.
func TestAllUnstable(t *testing.T) {
	problem, r := minimize(t, `kinetree: 1
model: `+rotor(t)+`
duration: 0.1
dt: 0.002
controller: {type: pd, period: 0.002, delay: 0.002, gains: {hinge: {p: 100, d: 900}}}
reference: {hinge: {type: step, at: 0, to: 1e-3}}
tune: {free: {controller.gains.hinge.d: [600, 1000]}, cost: 1/effort_square, runs: 30}
`, 1)
	best, report := r.Best.X[0], problem.Report(r)
	if !r.Best.Unstable() || *report.Best.Stable || report.Unstable == 0 || math.Abs(best-600) > 4 {
		t.Errorf("d = %v of %d unstable candidates; expected 600, where deviations grow slowest", best, report.Unstable)
	}
}
