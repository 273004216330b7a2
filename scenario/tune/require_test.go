package tune_test

import (
	"context"
	"math"
	"strings"
	"testing"
)

// phaseMargin returns the phase margin of a disc with inertia 1 under u = -p q - d q', which is held for T and arrives
// T later: L = (p T²/2 (z + 1) + d T (z - 1))/(z (z - 1)²) with z = exp(j w T). The gain falls, so a bisection finds 1.
func phaseMargin(p, d float64) float64 {
	const T = 0.002
	at := func(w float64) (gain, phase float64) {
		s, c := math.Sincos(w * T)
		a, b := p*T*T/2, d*T
		// arguments of the factors one by one; z - 1 has that of (π + wT)/2
		return math.Hypot(a*(c+1)+b*(c-1), (a+b)*s) / (4 * math.Pow(math.Sin(w*T/2), 2)),
			math.Atan2((a+b)*s, a*(c+1)+b*(c-1)) - w*T - (math.Pi + w*T)
	}
	low, high := 1e-3, math.Pi/T
	for range 200 {
		if middle := (low + high) / 2; func() bool { g, _ := at(middle); return g > 1 }() {
			low = middle
		} else {
			high = middle
		}
	}
	_, phase := at(low)
	return math.Pi + phase
}

// TestRequire checks that a search keeps what is required though less cost is to be had, at the bound, by a phase
// margin in closed form: the mild default, and a bound that is given. Numbers of the loop in a cost are those of the
// loop.
func TestRequire(t *testing.T) {
	for _, c := range []struct {
		require string
		least   float64 // degrees
	}{
		{"", 30}, {"  require: [phase_margin > 50deg]\n", 50},
		{"  require: [hinge/phase_margin > 50deg]\n", 50},
	} {
		text := "kinetree: 1\nmodel: " + rotor(t) + strings.Replace(hidden, "  require: []\n", c.require, 1)
		problem, r := minimize(t, text, 2)
		cheaper := 0
		for _, x := range r.Trials {
			if x.Cost < r.Best.Cost {
				cheaper++
			}
		}
		got := phaseMargin(r.Best.X[0], r.Best.X[1]) * 180 / math.Pi
		report := problem.Report(r)
		if found := report.Best.PhaseMargin * 180 / math.Pi; math.Abs(found-got) > 1e-6 {
			t.Errorf("the report has a phase margin of %v°, expected %v°", found, got)
		}
		if got < c.least || cheaper == 0 || r.Best.Lack != 0 || len(report.Best.Unkept) > 0 || report.Unkept == 0 {
			t.Errorf("%q: %v°, expected at least %v°; %d candidates cost less; %+v", c.require, got, c.least, cheaper,
				report)
		}
	}
	for _, cost := range []string{"(phase_margin - 60deg)*(phase_margin - 60deg)",
		`abs(joints["hinge"]["phase_margin"] - 60deg)`} {
		text := "kinetree: 1\nmodel: " + rotor(t) + strings.Replace(hidden, "cost: itae", "cost: '"+cost+"'", 1)
		_, r := minimize(t, text, 1)
		// to what 120 runs find of a minimum
		if got := phaseMargin(r.Best.X[0], r.Best.X[1]) * 180 / math.Pi; math.Abs(got-60) > 0.1 {
			t.Errorf("%s: %v°; expected 60°", cost, got)
		}
	}
}

// TestNotKept checks that a search without a candidate that keeps what the scenario requires ends with an error which
// says what is lacking, that a bound of a measure is one, and what is said of bounds that mean nothing.
func TestNotKept(t *testing.T) {
	base := "kinetree: 1\nmodel: " + rotor(t) + hidden
	for require, want := range map[string]string{
		"[phase_margin > 89deg]": "no candidate of 120 keeps what tune.require asks; of the nearest one, " +
			"required phase_margin>89deg: it is ",
		"[max_error < 1e-12]":      "required max_error<1e-12: it is ",
		"[hinge/max_error < -1]":   "required hinge/max_error<-1: it is ",
		"[phase_margn > 40deg]":    `there is no figure "phase_margn" (did you mean "phase_margin"?)`,
		"[stable, settling < 1Hz]": `there is no unit "Hz" of settling`,
	} {
		problem, err := parse(strings.Replace(base, "require: []", "require: "+require, 1))
		if err == nil {
			_, err = problem.Minimize(context.Background(), 1, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %q", require, err, want)
		}
	}
	problem, err := parse(strings.Replace(base, "require: []", "require: [stable, max_error < 1, settling < 0.9]", 1))
	if err != nil {
		t.Fatal(err)
	}
	r, err := problem.Minimize(context.Background(), 1, nil)
	if err != nil || r.Best.Lack != 0 {
		t.Errorf("%v, %+v", err, r.Best)
	}
}
