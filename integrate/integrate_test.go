package integrate_test

import (
	"errors"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/integrate"
)

// oscillator is q̈ = −w² q − b q̇ + k t, several times over.
type oscillator struct {
	w, b, k []float64
	calls   int
}

func (o *oscillator) NQ() int { return len(o.w) }
func (o *oscillator) NV() int { return len(o.w) }

func (o *oscillator) Acceleration(qdd []float64, t float64, q, qd []float64) error {
	o.calls++
	for i := range qdd {
		qdd[i] = -o.w[i]*o.w[i]*q[i] - o.b[i]*qd[i] + o.k[i]*t
	}
	return nil
}

func (o *oscillator) Retract(dst, q, qd []float64, h float64) { floats.AddScaledTo(dst, q, h, qd) }

func (o *oscillator) PositionRate(dst, _, qd []float64) { copy(dst, qd) }

// run integrates from q and v to the time end in n steps.
func run(t *testing.T, method integrate.Method, sys integrate.System, q, qd []float64, end float64,
	n int) *integrate.State {
	t.Helper()
	s, err := integrate.NewState(sys, 0, q, qd)
	if err != nil {
		t.Fatal(err)
	}
	if method.Adaptive {
		return runStepped(t, method, sys.(integrate.Ambient), q, qd, end, n)
	}
	stepper := method.New(sys, integrate.Options{})
	h := end / float64(n)
	for range n {
		taken, err := stepper.Step(sys, s, h)
		if err != nil || taken != h {
			t.Fatalf("%s took %v of %v: %v", method.Name, taken, h, err)
		}
	}
	return s
}

// fixed returns the methods whose steps are those asked for.
func fixed() []integrate.Method {
	return slices.DeleteFunc(integrate.Methods(), func(m integrate.Method) bool { return m.Adaptive })
}

var orders = map[string]float64{"euler": 1, "semi-implicit": 1, "implicit": 1, "midpoint": 2, "implicit-midpoint": 2,
	"rk4": 4, "dormand-prince": 5}

// stepped is a system whose law is said to be smooth for a step h at a time only, so that an adaptive method that is
// asked for little accuracy takes steps of that length from the second one on.
type stepped struct {
	integrate.Ambient
	until float64
}

func (s *stepped) SmoothUntil() float64 { return s.until }

// runStepped is run for a method that chooses its own steps.
func runStepped(t *testing.T, method integrate.Method, sys integrate.Ambient, q, qd []float64, end float64,
	n int) *integrate.State {
	t.Helper()
	s, err := integrate.NewState(sys, 0, q, qd)
	if err != nil {
		t.Fatal(err)
	}
	b := &stepped{Ambient: sys}
	stepper := method.New(b, integrate.Options{RTol: 1e6, ATol: 1e6})
	for i := range n {
		b.until = end * float64(i+1) / float64(n)
		if _, err := stepper.Step(b, s, b.until-s.T); err != nil {
			t.Fatal(err)
		}
		s.T = b.until
	}
	return s
}

// TestOrder measures the order of each method on oscillators with a damping and a force that depends on time.
func TestOrder(t *testing.T) {
	for _, method := range integrate.Methods() {
		failure := func(n int) float64 {
			o := &oscillator{w: []float64{1, 3}, b: []float64{0, 0.5}, k: []float64{0.3, 0}}
			s := run(t, method, o, []float64{1, -0.5}, []float64{0.2, 1}, 1, n)
			// q = c t/w² + ... of the first: q = 0.3 t + A cos t + B sin t, A = 1, B = 0.2 - 0.3.
			want := 0.3 + math.Cos(1) - 0.1*math.Sin(1)
			// The second: e^(-t/4) (A cos d t + B sin d t), d = sqrt(9 - 1/16), A = -0.5, B = (1 - 0.5/4)/d.
			d := math.Sqrt(9 - 1.0/16)
			want2 := math.Exp(-0.25) * (-0.5*math.Cos(d) + (1-0.5/4)/d*math.Sin(d))
			return math.Hypot(s.Q[0]-want, s.Q[1]-want2)
		}
		coarse, fine := failure(100), failure(200)
		// The next term of the error is h times the first, here some 1/100 to 1/20.
		if got := math.Log2(coarse / fine); !(math.Abs(got-orders[method.Name]) < 0.05) {
			t.Errorf("%s: order %.3f, want %v", method.Name, got, orders[method.Name])
		}
	}
}

// TestOneStep checks a step of each method against numbers by hand: q̈ = −q from q = 1 at rest with h = 1/2.
func TestOneStep(t *testing.T) {
	want := map[string][2]float64{
		"euler":         {1, -0.5},
		"semi-implicit": {1 - 0.25, -0.5},
		"implicit":      {1 - 0.25, -0.5}, // the oscillator does not say what of it is stiff
		"midpoint":      {1 - 1.0/8, -0.5},
		// v' = −h (q + q')/2 and q' = q + h v'/2.
		"implicit-midpoint": {(1 - 1.0/16) / (1 + 1.0/16), -0.5 / (1 + 1.0/16)},
		// The Taylor series of cos and -sin up to h⁴ and h³.
		"rk4": {1 - 1.0/8 + 1.0/384, -(0.5 - 1.0/48)},
	}
	for _, method := range fixed() {
		o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
		s := run(t, method, o, []float64{1}, []float64{0}, 0.5, 1)
		w, ok := want[method.Name]
		if !ok || math.Abs(s.Q[0]-w[0]) > 1e-15 || math.Abs(s.Qd[0]-w[1]) > 1e-15 || s.Qdd[0] != -s.Q[0] || s.T != 0.5 {
			t.Errorf("%s: %+v, want q %v, v %v", method.Name, s, w[0], w[1])
		}
	}
}

// TestEvaluations checks the work per step that the documentation states.
func TestEvaluations(t *testing.T) {
	most := map[string]int{"euler": 1, "semi-implicit": 1, "implicit": 1, "midpoint": 2, "rk4": 4,
		"implicit-midpoint": 9}
	for _, method := range fixed() {
		o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
		run(t, method, o, []float64{1}, []float64{0}, 0.1, 10)
		got, want := o.calls-1, 10*most[method.Name] // one for the start
		if got > want || got < want && method.Name != "implicit-midpoint" {
			t.Errorf("%s: %d evaluations in 10 steps, want %d", method.Name, got, want)
		}
	}
}

// TestForeseen compares where steps are foreseen to end with where they end, bit by bit, and the rate of that with a
// difference, which is exact for polynomials of degree 2 but for rounding.
func TestForeseen(t *testing.T) {
	sys, seen := &oscillator{w: []float64{3, 0.7}, b: []float64{0, 0.2}, k: []float64{1, -2}}, 0
	for _, method := range integrate.Methods() {
		f, ok := method.New(sys, integrate.Options{}).(integrate.Foreseen)
		if !ok {
			continue
		}
		seen++
		for _, h := range []float64{1e-3, 0.037, 0.5} {
			from, err := integrate.NewState(sys, 0.3, []float64{0.4, -1.1}, []float64{-2.3, 0.9})
			if err != nil {
				t.Fatal(err)
			}
			to := from.Clone()
			if _, err := f.Step(sys, to, h); err != nil {
				t.Fatal(err)
			}
			for i := range to.Q {
				end := func(h float64) (q, qd float64) { return f.End(h, from.Q[i], from.Qd[i], from.Qdd[i]) }
				if q, qd := end(h); q != to.Q[i] || qd != to.Qd[i] {
					t.Errorf("%s, h = %v: at %v with %v, foreseen %v with %v", method.Name, h, to.Q[i], to.Qd[i], q, qd)
				}
				after, _ := end(1.5 * h)
				before, _ := end(0.5 * h)
				if got, want := f.Rate(from.Qd[i], to.Qd[i]), (after-before)/h; math.Abs(got-want) > 1e-12 {
					t.Errorf("%s, h = %v: rate %v, want %v", method.Name, h, got, want)
				}
			}
		}
	}
	if seen < 2 {
		t.Errorf("%d methods are foreseen, want semi-implicit and euler", seen)
	}
}

// TestStabilityFunctions compares the stability function of each method with what its steps do to oscillators of all
// frequencies and dampings.
func TestStabilityFunctions(t *testing.T) {
	for _, method := range integrate.Methods() {
		if method.Stability == nil {
			continue
		}
		for _, c := range []struct{ w, b float64 }{{0.5, 0}, {1, 0.3}, {2, 1}, {0.3, 2}, {3, 5}} {
			// A mode z has the state (1, z); with h = 1, z² + b z + w² = 0.
			z := (-complex(c.b, 0) + cmplx.Sqrt(complex(c.b*c.b-4*c.w*c.w, 0))) / 2
			step := func(q, v float64) (float64, float64) {
				o := &oscillator{w: []float64{c.w}, b: []float64{c.b}, k: []float64{0}}
				n := 1
				if method.Adaptive { // begins with some short steps; the last is 1
					return lastStep(t, method, o, q, v)
				}
				s := run(t, method, o, []float64{q}, []float64{v}, float64(n), n)
				return s.Q[0], s.Qd[0]
			}
			re, vre := step(1, real(z))
			im, vim := step(0, imag(z))
			want := method.Stability(z)
			if cmplx.Abs(complex(re, im)-want) > 1e-12 || cmplx.Abs(complex(vre, vim)-want*z) > 1e-12 {
				t.Errorf("%s: a step multiplies the mode %v by %v, the stability function is %v", method.Name, z,
					complex(re, im), want)
			}
		}
	}
}

// lastStep takes a step of length 1 of a method that chooses its own steps, but for bounds.
func lastStep(t *testing.T, method integrate.Method, o *oscillator, q, v float64) (float64, float64) {
	t.Helper()
	b := &stepped{Ambient: o, until: 1}
	stepper := method.New(b, integrate.Options{RTol: 1e6, ATol: 1e6}).(integrate.Restarter)
	s, err := integrate.NewState(b, 0, []float64{0}, []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stepper.Step(b, s, 1); err != nil { // finds out that it may take long steps
		t.Fatal(err)
	}
	stepper.Restart()
	s.Q[0], s.Qd[0] = q, v
	if err := b.Acceleration(s.Qdd, s.T, s.Q, s.Qd); err != nil {
		t.Fatal(err)
	}
	b.until = 2
	calls := o.calls
	if _, err := stepper.Step(b, s, 1); err != nil || o.calls != calls+6 {
		t.Fatalf("%d evaluations, want one step: %v", o.calls-calls, err)
	}
	return s.Q[0], s.Qd[0]
}

// TestStability checks the edges of stability that the documentation states, on both sides: of h w for an
// oscillation, and of h b for a damping. Where the edge is 0 every step grows, where it is infinite none does.
func TestStability(t *testing.T) {
	const steps = 5000
	inf := math.Inf(1)
	grows := func(method integrate.Method, w, b float64) bool {
		o := &oscillator{w: []float64{w}, b: []float64{b}, k: []float64{0}}
		s := run(t, method, o, []float64{1}, []float64{1}, steps, steps)
		return !(math.Hypot(s.Q[0], s.Qd[0]/math.Max(1, w)) < 1e3)
	}
	edges := map[string][2]float64{"euler": {0, 2}, "semi-implicit": {2, 2}, "implicit": {2, 2}, "midpoint": {0, 2},
		"rk4": {2 * math.Sqrt2, 2.785293563405282}, "implicit-midpoint": {inf, inf}}
	for _, method := range fixed() {
		edge, ok := edges[method.Name]
		if !ok {
			t.Fatalf("no edges of %s", method.Name)
		}
		for i, e := range edge {
			tries := map[float64]bool{0.999 * e: false, 1.001 * e: true}
			switch e {
			case 0:
				tries = map[float64]bool{0.5: true}
			case inf:
				tries = map[float64]bool{0.5: false, 30: false, 1e4: false}
			}
			for z, want := range tries {
				if got := grows(method, []float64{z, 0}[i], []float64{0, z}[i]); got != want {
					t.Errorf("%s: %s of %v per step grows: %v", method.Name,
						[]string{"an oscillation", "a damping"}[i], z, got)
				}
			}
		}
	}
}

// TestStabilityOfDormandPrince checks the edges of the stability function that the documentation states.
func TestStabilityOfDormandPrince(t *testing.T) {
	for z, want := range map[complex128]bool{complex(-3.3065, 0): true, complex(-3.3067, 0): false,
		complex(0, 0.997): true, complex(0, 0.998): false} {
		if got := cmplx.Abs(integrate.DormandPrinceMethod.Stability(z)) <= 1; got != want {
			t.Errorf("stable at %v: %v", z, got)
		}
	}
}

// TestSymplectic checks that the semi-implicit method keeps the energy of an oscillator within bounds for ever.
func TestSymplectic(t *testing.T) {
	const h = 0.1
	o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
	s := run(t, integrate.SemiImplicitMethod, o, []float64{1}, []float64{0}, 1e5*h, 1e5)
	// The method keeps q² + v² − h q v exactly, here 1.
	if got := s.Q[0]*s.Q[0] + s.Qd[0]*s.Qd[0] - h*s.Q[0]*s.Qd[0]; math.Abs(got-1) > 1e-10 {
		t.Errorf("the invariant is %v after 100,000 steps", got)
	}
}

// failing is a system whose acceleration fails from the n-th call on.
type failing struct {
	oscillator
	from int
}

var errFails = errors.New("no acceleration")

func (f *failing) Acceleration(qdd []float64, t float64, q, qd []float64) error {
	if f.calls+1 >= f.from {
		return errFails
	}
	return f.oscillator.Acceleration(qdd, t, q, qd)
}

func TestErrors(t *testing.T) {
	if _, err := integrate.NewState(&failing{oscillator{w: []float64{1}}, 0}, 0, []float64{1},
		[]float64{0}); !errors.Is(err, errFails) {
		t.Errorf("start: %v", err)
	}
	for _, method := range integrate.Methods() {
		for from := 2; ; from++ {
			sys := &failing{oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}, from}
			s, err := integrate.NewState(sys, 0, []float64{1}, []float64{0})
			if err != nil {
				t.Fatal(err)
			}
			_, err = method.New(sys, integrate.Options{}).Step(sys, s, 0.1)
			if err == nil && sys.calls < from { // the step asks less often
				break
			}
			if !errors.Is(err, errFails) {
				t.Errorf("%s with a failure in call %d: %v", method.Name, from, err)
			}
		}
	}
	if _, err := integrate.ByName("rk5"); err == nil || !strings.Contains(err.Error(), `did you mean "rk4"?`) {
		t.Errorf("unknown method: %v", err)
	}
}

func TestDoesNotAllocate(t *testing.T) {
	o := &oscillator{w: []float64{1, 2}, b: []float64{0, 0}, k: []float64{0, 0}}
	for _, method := range integrate.Methods() {
		s, err := integrate.NewState(o, 0, []float64{1, 2}, []float64{0, 0})
		if err != nil {
			t.Fatal(err)
		}
		stepper := method.New(o, integrate.Options{})
		if n := testing.AllocsPerRun(100, func() { stepper.Step(o, s, 0.01) }); n != 0 {
			t.Errorf("%s: %v allocations", method.Name, n)
		}
	}
}
