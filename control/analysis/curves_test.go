package analysis_test

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/models/oracle/golden"
)

// closeTo reports whether two numbers agree to a share, of the differences of order 4 by which a law is linearised.
func closeTo(x, y float64) bool { return math.Abs(x-y) <= 1e-7*math.Abs(y) }

// TestCurves compares KS and the compliance of a rotor of inertia 1 under a PD law with closed forms. At every instant
// L = (d s + p)/s², KS = (d s + p) S and the compliance 1/(s² + d s + p). With samples of T the rotor is
// P = T² (z + 1)/(2 (z − 1)²), its velocity V = T/(z − 1), and with a delay of a sample L = (p P + d V)/z,
// KS = L S z/P · 1/z, and the compliance P S, as the load comes without the delay.
func TestCurves(t *testing.T) {
	m := rotor(t)
	plant, err := linearize(m, []float64{0}, []float64{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const p, d, T = 90.0, 11.0, 0.01
	for _, period := range []float64{0, T} {
		s := &analysis.Setup{Model: m, Plant: plant, Position: []float64{0},
			Law: control.NewPD(m, []float64{p}, []float64{d}), Delay: period}
		a, err := s.Analyze(period)
		if err != nil {
			t.Fatal(err)
		}
		c, err := a.Curves(0)
		if err != nil || len(c.Frequency) < 100 || len(c.Compliance) != len(c.Frequency) {
			t.Fatalf("%d frequencies: %v", len(c.Frequency), err)
		}
		v, err := a.SingularValues()
		if err != nil {
			t.Fatal(err)
		}
		loop := func(w float64) (l, effort, compliance complex128) {
			x := complex(0, w)
			if period == 0 {
				l = (d*x + p) / (x * x)
				return l, (d*x + p) / (1 + l), 1 / (x*x + d*x + p)
			}
			z := cmplx.Exp(x * T)
			pos, vel := T*T*(z+1)/(2*(z-1)*(z-1)), T/(z-1)
			l = (p*pos + d*vel) / z
			return l, l / (1 + l) / (pos / z), pos / (1 + l)
		}
		for i, w := range c.Frequency {
			if period > 0 && w > 0.99*math.Pi/T { // where P is rounding
				continue
			}
			l, effort, compliance := loop(w)
			if cmplx.Abs(c.Loop[i]-l) > 1e-7*cmplx.Abs(l) || !closeTo(c.Effort[i], cmplx.Abs(effort)) ||
				!closeTo(c.Compliance[i], cmplx.Abs(compliance)) {
				t.Errorf("period %v, %v rad/s: L %v, |KS| %v, compliance %v, want %v, %v and %v", period, w, c.Loop[i],
					c.Effort[i], c.Compliance[i], l, cmplx.Abs(effort), cmplx.Abs(compliance))
			}
		}
		for i, w := range v.Frequency {
			l, _, _ := loop(w)
			x := cmplx.Abs(1 / (1 + l))
			if !closeTo(v.LargestS[i], x) || !closeTo(v.LeastS[i], x) ||
				math.Abs(v.LargestT[i]-cmplx.Abs(l/(1+l))) > 1e-7 {
				t.Errorf("period %v, %v rad/s: singular values %v, %v and %v", period, w, v.LargestS[i], v.LeastS[i],
					v.LargestT[i])
			}
		}
		locus, err := a.Locus(0)
		if err != nil || !slices.Contains(locus.Factor, 1) || locus.Factor[0] != 0.01 {
			t.Fatalf("%v: %v", locus, err)
		}
		for i, factor := range locus.Factor { // each pole is a zero of 1 + factor L
			for _, x := range locus.Poles[i] {
				l := (d*x + p) / (x * x)
				if period > 0 {
					z := cmplx.Exp(x * T)
					l = (p*T*T*(z+1)/(2*(z-1)*(z-1)) + d*T/(z-1)) / z
				}
				if cmplx.Abs(1+complex(factor, 0)*l) > 1e-6 {
					t.Errorf("period %v: %v is no pole with the gain times %v: 1 + L is %v", period, x, factor,
						1+complex(factor, 0)*l)
				}
			}
		}
		if last := locus.Factor[len(locus.Factor)-1]; period > 0 && !closeTo(last, 4*a.Loops[0].Gain) {
			t.Errorf("the locus ends at the factor %v, and the gain margin is %v", last, a.Loops[0].Gain)
		}
	}
}

// TestOwners has three carriages in a row that do not feel each other: each pole is one of m s² + d s + p of one of them,
// and the singular values are the magnitudes of the sensitivities.
func TestOwners(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	n := m.NV()
	zero, p, d := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range n {
		p[i], d[i] = 100*float64(1+i*i), 5*float64(1+i)
	}
	plant, err := linearize(m, zero, zero, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &analysis.Setup{Model: m, Plant: plant, Position: zero, Law: control.NewPD(m, p, d)}
	a, err := s.Analyze(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.FindOwners(); err != nil {
		t.Fatal(err)
	}
	owned := map[string]int{}
	for _, pole := range a.Closed {
		owned[pole.Joint]++
		k := slices.Index(a.Names, pole.Joint)
		if k < 0 {
			t.Fatalf("the pole %v belongs to %q", pole.S, pole.Joint)
		}
		mass := 1 / a.B[n+k][k]
		if x := complex(mass, 0)*pole.S*pole.S + complex(d[k], 0)*pole.S + complex(p[k], 0); cmplx.Abs(x) > 1e-6*p[k] {
			t.Errorf("%v is no pole of %s", pole.S, pole.Joint)
		}
	}
	if len(owned) != n {
		t.Errorf("poles of %v", owned)
	}
	v, err := a.SingularValues()
	if err != nil || len(v.Frequency) < 100 {
		t.Fatal(err)
	}
	for i, w := range v.Frequency {
		most, least := 0.0, math.Inf(1)
		for k := range n {
			l := complex(a.B[n+k][k], 0) * (complex(0, d[k]*w) + complex(p[k], 0)) / complex(-w*w, 0)
			most, least = max(most, cmplx.Abs(1/(1+l))), min(least, cmplx.Abs(1/(1+l)))
		}
		if !closeTo(v.LargestS[i], most) || math.Abs(v.LeastS[i]-least) > 1e-7 {
			t.Errorf("%v rad/s: singular values from %v to %v, want %v and %v", w, v.LeastS[i], v.LargestS[i], least,
				most)
		}
	}
}
