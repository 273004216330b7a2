package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/identify"
	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
	"kinetree/urdf"
)

// rubbing returns the model of a robot with the friction of 5 N m and the damping of 1 N m s/rad in each joint.
func rubbing(t testing.TB, name string) *tree.Model {
	return expect.Model(t, expect.Resisting(expect.Robot(t, name), func(int) urdf.Dynamics {
		return urdf.Dynamics{Damping: 1, Friction: 5}
	}))
}

// logged returns what a log of positions and efforts alone says of samples, with independent noise of the positions.
func logged(s *fit.Samples, sigma float64, seed uint64) *fit.Samples {
	rng := rand.New(rand.NewPCG(seed, 2))
	out := &fit.Samples{T: s.T, Q: s.Q, V: forget(s.V), A: forget(s.A), Tau: s.Tau}
	if sigma > 0 {
		out.Q = make([][]float64, len(s.Q))
		for i, q := range s.Q {
			out.Q[i] = make([]float64, len(q))
			for k, x := range q {
				out.Q[i][k] = x + sigma*rng.NormFloat64()
			}
		}
	}
	return out
}

// filtered fits the parameters of a model to a log behind a filter.
func filtered(t testing.TB, b *identify.BaseParameters, cutoff float64, s *fit.Samples) *fit.Fit {
	t.Helper()
	whole, err := s.Smooth(b.Equation.Model(), cutoff)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fit.New(b, cutoff, whole)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFilterKeepsParameters checks that the filter changes no parameter: from positions and efforts without noise,
// friction and damping come back to 0.1 % whatever the cutoff, though the efforts jump at each reversal; and so do the
// others. An equation of which only the efforts are filtered is off by a quarter at 10 Hz.
func TestFilterKeepsParameters(t *testing.T) {
	for _, name := range expect.Some(t, 1, "ur5", "panda_arm") {
		m := rubbing(t, name)
		base := identify.FindBase(identify.NewEquation(m, all))
		want := base.Values(base.Equation.Parameters())
		log := logged(sampled(m, wave(m, 1), 10_000, nil, 0), 0, 0)
		for _, cutoff := range expect.Some(t, 1, 10., 20, 5) {
			f := filtered(t, base, cutoff, log)
			for k, e := range f.Estimates {
				g := &base.Groups[k]
				name := base.Equation.Names()[g.Lead]
				off := math.Abs(e.Value - want[k])
				if resists := strings.HasSuffix(name, "friction") || strings.HasSuffix(name, "damping"); resists &&
					off > 1e-3*want[k] || off > 2e-3 { // kg m² and so on: a thousandth of the arm's
					t.Errorf("%v Hz: %s is %v, want %v", cutoff, name, e.Value, want[k])
				}
			}
		}
	}
}

// TestFilterStandardErrors checks on 200 logs of positions and efforts of the UR5 with friction, whose efforts have
// noise, that the true parameters are within 1.96 standard errors in 93 to 96 of 100 cases; with exact positions, and
// with those of encoders of 20 bits.
func TestFilterStandardErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("400 fits")
	}
	t.Parallel()
	const seeds, cutoff = 200, 10.
	m := rubbing(t, "ur5")
	base := identify.FindBase(identify.NewEquation(m, all))
	want := base.Values(base.Equation.Parameters())
	noise := []float64{3, 3, 2, 1, 1, 0.5}
	for _, encoder := range []float64{0, 2 * math.Pi / (1 << 20) / 3.46} {
		inside := 0
		for seed := range uint64(seeds) {
			log := logged(sampled(m, wave(m, 1), 2500, noise, seed), encoder, seed)
			for k, e := range filtered(t, base, cutoff, log).Estimates {
				if math.Abs(e.Value-want[k]) <= fit.Confidence*e.StdErr {
					inside++
				}
			}
		}
		// The parameters of a fit are not independent, so the share of 9600 numbers is known to some 0.5 %.
		if share := float64(inside) / float64(seeds*len(want)); share < 0.93 || share > 0.96 {
			t.Errorf("encoder %.2g rad: inside in %.1f %%", encoder, 100*share)
		} else {
			t.Logf("encoder %.2g rad: inside in %.1f %%", encoder, 100*share)
		}
	}
}

// TestChooseCutoff checks the cutoff that the spectrum of a motion gives: five times its highest frequency, which noise
// of encoders does not change, on a log of any length; and what bounds it at a low sampling rate.
func TestChooseCutoff(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	for _, c := range []struct {
		samples  int
		noise    float64
		from, to float64
	}{
		// Up to 0.5 Hz, in lines 0.1 Hz apart, of which the window makes three.
		{10_000, 0, 2.4, 3.1}, {10_000, 1e-5, 2.4, 3.1}, {1000, 1e-4, 2.4, 3.1}, {100, 0, 2, 2},
	} {
		got, err := fit.ChooseCutoff(m, logged(sampled(m, wave(m, 1), c.samples, nil, 0), c.noise, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got < c.from || got > c.to {
			t.Errorf("%d samples, noise %v: %v Hz, want %v to %v", c.samples, c.noise, got, c.from, c.to)
		}
	}
}
