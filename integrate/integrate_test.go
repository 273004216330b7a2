package integrate_test

import (
	"errors"
	"math"
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

func (o *oscillator) Acceleration(qdd []float64, t float64, q, v []float64) error {
	o.calls++
	for i := range qdd {
		qdd[i] = -o.w[i]*o.w[i]*q[i] - o.b[i]*v[i] + o.k[i]*t
	}
	return nil
}

func (o *oscillator) Retract(dst, q, v []float64, h float64) { floats.AddScaledTo(dst, q, h, v) }

// run integrates from q and v to the time end in n steps.
func run(t *testing.T, method integrate.Method, sys integrate.System, q, v []float64, end float64, n int) *integrate.State {
	t.Helper()
	s, err := integrate.NewState(sys, 0, q, v)
	if err != nil {
		t.Fatal(err)
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

var orders = map[string]float64{"semi-implicit": 1, "rk4": 4}

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
		// The next term of the error is h times the first, here about 1/100.
		if got := math.Log2(coarse / fine); math.Abs(got-orders[method.Name]) > 0.05 {
			t.Errorf("%s: order %.3f, want %v", method.Name, got, orders[method.Name])
		}
	}
}

// TestOneStep checks a step of each method against numbers by hand: q̈ = −q from q = 1 at rest with h = 1/2.
func TestOneStep(t *testing.T) {
	want := map[string][2]float64{
		"semi-implicit": {1 - 0.25, -0.5},
		// The Taylor series of cos and -sin up to h⁴ and h³.
		"rk4": {1 - 1.0/8 + 1.0/384, -(0.5 - 1.0/48)},
	}
	for _, method := range integrate.Methods() {
		o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
		s := run(t, method, o, []float64{1}, []float64{0}, 0.5, 1)
		w := want[method.Name]
		if math.Abs(s.Q[0]-w[0]) > 1e-15 || math.Abs(s.V[0]-w[1]) > 1e-15 || s.A[0] != -s.Q[0] || s.T != 0.5 {
			t.Errorf("%s: %+v, want q %v, v %v", method.Name, s, w[0], w[1])
		}
	}
}

// TestEvaluations checks the work per step that the documentation states.
func TestEvaluations(t *testing.T) {
	for name, want := range map[string]int{"semi-implicit": 1, "rk4": 4} {
		method, err := integrate.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
		run(t, method, o, []float64{1}, []float64{0}, 1, 10)
		if got := o.calls - 1; got != 10*want { // one for the start
			t.Errorf("%s: %d evaluations in 10 steps, want %d", name, got, 10*want)
		}
	}
}

// TestStability checks the edges of stability that the documentation states, on both sides.
func TestStability(t *testing.T) {
	grows := func(method integrate.Method, w, b, h float64) bool {
		o := &oscillator{w: []float64{w}, b: []float64{b}, k: []float64{0}}
		s := run(t, method, o, []float64{1}, []float64{1}, 5000*h, 5000)
		return !(math.Abs(s.Q[0])+math.Abs(s.V[0]) < 1e3)
	}
	for _, c := range []struct {
		name                 string
		oscillation, damping float64 // edges of h w and h b
	}{{"semi-implicit", 2, 2}, {"rk4", 2 * math.Sqrt2, 2.785293563405282}} {
		method, err := integrate.ByName(c.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []float64{0.99, 1.01} {
			if got := grows(method, c.oscillation*side, 0, 1); got != (side > 1) {
				t.Errorf("%s: oscillation at %v of the edge grows: %v", c.name, side, got)
			}
			if got := grows(method, 0, c.damping*side, 1); got != (side > 1) {
				t.Errorf("%s: damping at %v of the edge grows: %v", c.name, side, got)
			}
		}
	}
}

// TestSymplectic checks that the semi-implicit method keeps the energy of an oscillator within bounds for ever.
func TestSymplectic(t *testing.T) {
	const h = 0.1
	o := &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
	s := run(t, integrate.SemiImplicitMethod, o, []float64{1}, []float64{0}, 1e5*h, 1e5)
	// The method keeps q² + v² − h q v exactly, here 1.
	if got := s.Q[0]*s.Q[0] + s.V[0]*s.V[0] - h*s.Q[0]*s.V[0]; math.Abs(got-1) > 1e-10 {
		t.Errorf("the invariant is %v after 100,000 steps", got)
	}
}

// failing is a system whose acceleration fails from the n-th call on.
type failing struct {
	oscillator
	from int
}

var errFails = errors.New("no acceleration")

func (f *failing) Acceleration(qdd []float64, t float64, q, v []float64) error {
	if f.calls+1 >= f.from {
		return errFails
	}
	return f.oscillator.Acceleration(qdd, t, q, v)
}

func TestErrors(t *testing.T) {
	if _, err := integrate.NewState(&failing{oscillator{w: []float64{1}}, 0}, 0, []float64{1}, []float64{0}); !errors.Is(err, errFails) {
		t.Errorf("start: %v", err)
	}
	for _, method := range integrate.Methods() {
		for from := 2; from <= 1+map[string]int{"semi-implicit": 1, "rk4": 4}[method.Name]; from++ {
			sys := &failing{oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}, from}
			s, err := integrate.NewState(sys, 0, []float64{1}, []float64{0})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := method.New(sys, integrate.Options{}).Step(sys, s, 0.1); !errors.Is(err, errFails) {
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
