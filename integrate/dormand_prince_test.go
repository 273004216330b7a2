package integrate_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/integrate"
)

// harmonic is q̈ = −q, from q = 1 at rest: q = cos t.
func harmonic() *oscillator {
	return &oscillator{w: []float64{1}, b: []float64{0}, k: []float64{0}}
}

// off returns how far the state of harmonic is from its exact one.
func off(s *integrate.State) float64 {
	return math.Max(math.Abs(s.Q[0]-math.Cos(s.T)), math.Max(math.Abs(s.Qd[0]+math.Sin(s.T)),
		math.Abs(s.Qdd[0]+math.Cos(s.T))))
}

// TestOutputDoesNotShortenSteps checks that small output intervals cost one evaluation each and no steps, and that
// the output is as exact as the steps are.
func TestOutputDoesNotShortenSteps(t *testing.T) {
	evaluations := func(outputs int) (calls int, worst float64) {
		o := harmonic()
		s, err := integrate.NewState(o, 0, []float64{1}, []float64{0})
		if err != nil {
			t.Fatal(err)
		}
		d := integrate.NewDormandPrince(o, integrate.Options{})
		for range outputs {
			if taken, err := d.Step(o, s, 20/float64(outputs)); err != nil || taken != 20/float64(outputs) {
				t.Fatal(taken, err)
			}
			worst = math.Max(worst, off(s))
		}
		return o.calls - outputs, worst
	}
	few, atEnd := evaluations(1)
	many, between := evaluations(20_000)
	if few != many || few > 3000 {
		t.Errorf("%d evaluations in steps with one output, %d with 20,000", few, many)
	}
	// 20 s at 1e-9 for each of some 300 steps, which add up.
	if t.Logf("%d evaluations; off by %.2g at the end, by %.2g between", few, atEnd, between); !(atEnd < 1e-7 &&
		between < 1e-7) {
		t.Errorf("off by %.2g at the end, by %.2g between", atEnd, between)
	}
}

// TestTolerance checks that the error follows the tolerance, and the work its fifth root.
func TestTolerance(t *testing.T) {
	at := func(tolerance float64) (float64, float64) {
		o := harmonic()
		s := follow(t, o, []float64{1}, []float64{0}, integrate.Options{RTol: tolerance, ATol: tolerance}, 100)[0]
		return off(s), float64(o.calls)
	}
	loose, few := at(1e-6)
	tight, many := at(1e-11)
	t.Logf("off by %.2g with %v evaluations, by %.2g with %v", loose, few, tight, many)
	if !(loose < 1e-3 && tight < 1e-8 && loose/tight > 1e4) {
		t.Errorf("off by %.2g and %.2g", loose, tight)
	}
	if order := 5 / math.Log10(many/few); !(math.Abs(order-5) < 0.3) {
		t.Errorf("%v and %v evaluations for 5 digits more: order %.2f", few, many, order)
	}
}

// TestSetBack sets the state back, forth and to states of other motions, as a search for events does, at random.
func TestSetBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := harmonic()
		s, err := integrate.NewState(o, 0, []float64{1}, []float64{0})
		if err != nil {
			t.Fatal(err)
		}
		d := integrate.NewDormandPrince(o, integrate.Options{RTol: 1e-9, ATol: 1e-9})
		states := []*integrate.State{s.Clone()}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			h := rapid.SampledFrom([]float64{1e-9, 1e-3, 0.02, 0.1, 0.7, 3}).Draw(t, "h")
			if taken, err := d.Step(o, s, h); err != nil || taken != h {
				t.Fatalf("took %v of %v: %v", taken, h, err)
			}
			// Each of some 30 steps per unit of 3 adds 1e-9 or less, and a state may come from any before it.
			if !(off(s) < 1e-9*(10+100*s.T)) {
				t.Fatalf("at t = %v off by %.3g", s.T, off(s))
			}
			states = append(states, s.Clone())
			if rapid.Bool().Draw(t, "back") {
				s.CopyFrom(rapid.SampledFrom(states).Draw(t, "to"))
			}
		}
	})
}

// TestEventCostsNoSteps steps again and again from a state within the last step.
func TestEventCostsNoSteps(t *testing.T) {
	o := harmonic()
	s, err := integrate.NewState(o, 0, []float64{1}, []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	d := integrate.NewDormandPrince(o, integrate.Options{})
	for s.T < 1.5 {
		if _, err := d.Step(o, s, 1e-3); err != nil {
			t.Fatal(err)
		}
	}
	for s.Q[0] > 0 { // to the output behind the zero of cos
		begin := s.Clone()
		if _, err := d.Step(o, s, 1e-3); err != nil {
			t.Fatal(err)
		}
		if s.Q[0] > 0 {
			continue
		}
		low, high, calls := 0.0, 1e-3, o.calls
		for range 40 {
			middle := (low + high) / 2
			s.CopyFrom(begin)
			if _, err := d.Step(o, s, middle); err != nil {
				t.Fatal(err)
			}
			if s.Q[0] > 0 {
				low = middle
			} else {
				high = middle
			}
		}
		if o.calls-calls > 41 || !(math.Abs(s.T-math.Pi/2) < 1e-8) {
			t.Errorf("%d evaluations find the zero at %v, want π/2", o.calls-calls, s.T)
		}
		break
	}
}

// push is a mass of 1 kg under a force that changes its sign every second, and says when. It fails where it is asked
// beyond.
type push struct {
	oscillator
	sign, until float64
	t           *testing.T
}

func (p *push) SmoothUntil() float64 { return p.until }

func (p *push) Acceleration(qdd []float64, t float64, _, _ []float64) error {
	if p.calls++; t > p.until || t < p.until-1 {
		p.t.Errorf("asked at %v in the segment that ends at %v", t, p.until)
	}
	qdd[0] = p.sign
	return nil
}

// TestSmoothUntil steps across jumps of the law, with intervals that do not fit them.
func TestSmoothUntil(t *testing.T) {
	p := &push{oscillator: oscillator{w: []float64{0}}, sign: 1, until: 1, t: t}
	s, err := integrate.NewState(p, 0, []float64{0}, []float64{0})
	if err != nil {
		t.Fatal(err)
	}
	d := integrate.NewDormandPrince(p, integrate.Options{})
	for s.T < 10 {
		begin := s.T
		taken, err := d.Step(p, s, 0.3)
		if err != nil || s.T != begin+taken || s.T > p.until || taken < 0.3 && s.T != p.until {
			t.Fatalf("took %v to %v, the segment ends at %v: %v", taken, s.T, p.until, err)
		}
		if s.T == p.until {
			p.sign, p.until = -p.sign, p.until+1
			d.Restart()
			if err := p.Acceleration(s.Qdd, s.T, s.Q, s.Qd); err != nil {
				t.Fatal(err)
			}
		}
	}
	// It stands every two seconds, 1 m further each time. The steps grow within a segment, so they are few.
	if math.Abs(s.Q[0]-5) > 1e-12 || math.Abs(s.Qd[0]) > 1e-12 || p.calls > 400 {
		t.Errorf("after 10 s at %v m with %v m/s, %d evaluations", s.Q[0], s.Qd[0], p.calls)
	}
}

// blowUp is q̈ = 2 q³, q(0) = q̇(0) = 1: q = 1/(1 − t).
type blowUp struct{ oscillator }

func (blowUp) Acceleration(qdd []float64, _ float64, q, _ []float64) error {
	qdd[0] = 2 * q[0] * q[0] * q[0]
	return nil
}

// dead has no acceleration that is a number.
type dead struct{ oscillator }

func (dead) Acceleration(qdd []float64, _ float64, _, _ []float64) error {
	qdd[0] = math.NaN()
	return nil
}

// TestUnderflow checks the error where no step is short enough: at a pole, and where nothing is a number.
func TestUnderflow(t *testing.T) {
	for where, sys := range map[string]integrate.System{"dormand-prince: at t = 0.999999": &blowUp{*harmonic()},
		"dormand-prince: at t = 0 s": &dead{*harmonic()}} {
		s, err := integrate.NewState(sys, 0, []float64{1}, []float64{1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = integrate.NewDormandPrince(sys, integrate.Options{}).Step(sys, s, 2)
		if err == nil || !strings.HasPrefix(err.Error(), where) || !strings.Contains(err.Error(),
			"is still not as accurate as asked (rtol 1e-09, atol 1e-12)") {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// TestUnsolved checks the error of the implicit midpoint method on a law that jumps back and forth.
func TestUnsolved(t *testing.T) {
	sys := &jumpy{*harmonic()}
	s, err := integrate.NewState(sys, 0, []float64{1}, []float64{1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = integrate.NewImplicitMidpoint(sys).Step(sys, s, 0.1)
	if err == nil || !strings.Contains(err.Error(),
		"implicit-midpoint: at t = 0 s with h = 0.1 s: the equation of the step was not solved") {
		t.Errorf("got %v", err)
	}
}

// jumpy brakes hard, whichever way it goes.
type jumpy struct{ oscillator }

func (jumpy) Acceleration(qdd []float64, _ float64, _, v []float64) error {
	qdd[0] = -math.Copysign(1e3, v[0])
	return nil
}

// TestWithoutPositionRate checks that poses without their rate are called the caller's mistake.
func TestWithoutPositionRate(t *testing.T) {
	defer func() {
		if s, ok := recover().(string); !ok || !strings.Contains(s, "PositionRate") {
			t.Errorf("recovered %q", s)
		}
	}()
	integrate.NewDormandPrince(plain{lopsided}, integrate.Options{})
}

// TestDenseOnPoses compares the output between the steps with an integration in the space around, and checks that
// quaternions have length 1.
func TestDenseOnPoses(t *testing.T) {
	q, v := []float64{0.5, -0.5, 0.5, 0.5}, []float64{1, 2, -1.5}
	times := []float64{0.001, 0.3, 0.31, 0.77, 1, 1.9}
	for i, s := range follow(t, lopsided, q, v, integrate.Options{RTol: 1e-11, ATol: 1e-11}, times...) {
		want := lopsided.at(q, v, times[i], 5000)
		if d := floats.Distance(append(append([]float64{}, s.Q...), s.Qd...), want, math.Inf(1)); !(d < 1e-9) {
			t.Errorf("at %v off by %.2g", times[i], d)
		}
		if l := (mgl64.Vec4{s.Q[0], s.Q[1], s.Q[2], s.Q[3]}).Len(); math.Abs(l-1) > 1e-14 {
			t.Errorf("at %v the quaternion has the length %v", times[i], l)
		}
	}
}

// falling is a free fall.
type falling struct{}

func (falling) NQ() int { return 1 }
func (falling) NV() int { return 1 }
func (falling) Acceleration(qdd []float64, _ float64, _, _ []float64) error {
	qdd[0] = -10
	return nil
}
func (falling) Retract(dst, q, qd []float64, h float64) { dst[0] = q[0] + h*qd[0] }

// TestExactMotionKeepsDigits follows a free fall, whose steps have no error, so that each may be ten times the one
// before, in a hundred pieces that begin anew.
func TestExactMotionKeepsDigits(t *testing.T) {
	s, err := integrate.NewState(falling{}, 0, []float64{1}, []float64{2})
	if err != nil {
		t.Fatal(err)
	}
	stepper := integrate.NewDormandPrince(falling{}, integrate.Options{})
	for n := range 10_000 {
		if n%100 == 0 {
			stepper.Restart()
		}
		if _, err := stepper.Step(falling{}, s, 0.001); err != nil {
			t.Fatal(err)
		}
		// Rounding of the sums of 10,000 times and of some hundred steps, of positions up to 500.
		if want := 1 + 2*s.T - 5*s.T*s.T; math.Abs(s.Q[0]-want) > 1e-10 {
			t.Fatalf("output %d at %v s is off by %v", n, s.T, s.Q[0]-want)
		}
	}
}

// TestTinyOutputs asks for steps of a few units in the last place of the time, from a state where the method begins
// anew.
func TestTinyOutputs(t *testing.T) {
	for n := range 100 {
		begin := 0.05764502687486532 + float64(n)*1e-4
		s, err := integrate.NewState(falling{}, begin, []float64{1}, []float64{2})
		if err != nil {
			t.Fatal(err)
		}
		stepper := integrate.NewDormandPrince(falling{}, integrate.Options{})
		for h := 1e-18; h < 1e-12; h *= 1.1 {
			s.T = begin
			stepper.Restart()
			if _, err := stepper.Step(falling{}, s, h); err != nil || math.IsNaN(s.Q[0]) {
				t.Fatalf("a step of %v s from %v s: %v, %v", h, begin, s.Q, err)
			}
		}
	}
}

// TestPiecewise checks that a method that returns at each of its own steps gives the same states at the times asked
// for, bit by bit, and the times of its steps in between.
func TestPiecewise(t *testing.T) {
	o := harmonic()
	whole := integrate.NewDormandPrince(o, integrate.Options{RTol: 1e-10})
	pieces := integrate.NewDormandPrince(o, integrate.Options{RTol: 1e-10, Piecewise: true})
	a, err1 := integrate.NewState(o, 0, []float64{1}, []float64{0})
	b, err2 := integrate.NewState(o, 0, []float64{1}, []float64{0})
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	parts := 0
	for n := range 20 {
		from, end := 5*float64(n), 5*float64(n+1)
		if _, err := whole.Step(o, a, end-from); err != nil {
			t.Fatal(err)
		}
		for b.T = from; b.T < end; parts++ {
			h := end - b.T
			taken, err := pieces.Step(o, b, h)
			if err != nil || !(taken > 0 && taken <= h) {
				t.Fatalf("at t = %v s it took %v of %v s, %v", b.T, taken, h, err)
			}
			if taken == h {
				b.T = end
			}
		}
		if a.T = end; a.Q[0] != b.Q[0] || a.Qd[0] != b.Qd[0] || a.Qdd[0] != b.Qdd[0] {
			t.Fatalf("at t = %v s: %v and %v", end, a, b)
		}
	}
	if parts < 60 {
		t.Errorf("%d parts only", parts)
	}
}
