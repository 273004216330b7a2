package analysis_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/models"
	"kinetree/tree"
)

// armSetup returns the planar arm under PD with gravity compensation and a delay.
func armSetup() (*analysis.Setup, error) {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		return nil, err
	}
	m, err := tree.Build(robot)
	if err != nil {
		return nil, err
	}
	position := []float64{0.3, 0.5}
	plant, err := linearize(m, position, gravity(m, position), nil)
	law := control.Sum(m, control.NewPD(m, []float64{20000, 5000}, []float64{4000, 1000}),
		control.NewGravityCompensation(m))
	return &analysis.Setup{Model: m, Plant: plant, Position: position, Law: law, Delay: 0.001}, err
}

// TestAnalyze checks that an analysis says of both sides of its largest period what loops with these periods do, that
// its Bode data go through the points of its margins, and that the nearest loop is the one whose transfer function
// comes nearest to -1 there.
func TestAnalyze(t *testing.T) {
	s, err := armSetup()
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Analyze(0.002)
	if err != nil {
		t.Fatal(err)
	}
	if !a.IsStable() || len(a.Open) != 4 || len(a.Loops) != 2 || len(a.Closed) != len(a.ClosedA) {
		t.Errorf("spectral radius %v, %d and %d poles, %d loops", a.SpectralRadius, len(a.Open), len(a.Closed),
			len(a.Loops))
	}
	for factor, stable := range map[float64]bool{0.999: true, 1.001: false} {
		if b, err := s.Analyze(factor * a.LargestPeriod); err != nil || b.IsStable() != stable {
			t.Errorf("at %v times the largest period: %v, spectral radius %v", factor, err, b.SpectralRadius)
		}
	}
	loop, err := s.Loop(0.002)
	if err != nil {
		t.Fatal(err)
	}
	nearest, distance := "", math.Inf(1)
	for _, l := range a.Loops {
		r, err := loop.Break(l.Rate).Response(0.002)
		if err != nil {
			t.Fatal(err)
		}
		before := 0.0
		for _, p := range l.Bode {
			if p.Frequency <= before || p.Frequency > math.Pi/0.002 || p.Value != r.At(p.Frequency) {
				t.Fatalf("rate %d: the response at %v rad/s is %v", l.Rate, p.Frequency, p.Value)
			}
			before = p.Frequency
			if d := math.Hypot(1+real(p.Value), imag(p.Value)); d < distance {
				nearest, distance = l.Name, d
			}
			// which is the maximum, to rounding
			if d := 1 / math.Hypot(1+real(p.Value), imag(p.Value)); d > l.Margins.Sensitivity*(1+1e-9) {
				t.Errorf("rate %d: the sensitivity is %v at %v rad/s, more than its peak %v", l.Rate, d, p.Frequency,
					l.Margins.Sensitivity)
			}
		}
		if l.Bode[0].Frequency < 1e-4*math.Pi/0.002 || l.Bode[0].Frequency > 1.1e-4*math.Pi/0.002 {
			t.Errorf("the diagram begins at %v rad/s", l.Bode[0].Frequency)
		}
	}
	if a.Nearest == nil || *a.Nearest != nearest || a.NearestLoop().Name != nearest {
		t.Errorf("the nearest loop is %v, that of the smallest distance %s", a.Nearest, nearest)
	}
}

// onePeriod is a law that knows one period only.
type onePeriod struct {
	control.Law
	period float64
}

func (l onePeriod) Effort(tau []float64, in *control.Input) error {
	if in.Period != l.period {
		return fmt.Errorf("a period of %v s", in.Period)
	}
	return l.Law.Effort(tau, in)
}

// TestWhatIsFoundStays checks that a fault at another period costs the largest period, and nothing else.
func TestWhatIsFoundStays(t *testing.T) {
	s, err := armSetup()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := s.Analyze(0.002)
	if err != nil {
		t.Fatal(err)
	}
	s.Law = onePeriod{s.Law, 0.002}
	a, err := s.Analyze(0.002)
	if err != nil {
		t.Fatal(err)
	}
	const note = "the largest stable period is not known: a period of 0.00204 s"
	if !math.IsNaN(a.LargestPeriod) || a.Note != note {
		t.Errorf("largest period %v, %q", a.LargestPeriod, a.Note)
	}
	if !a.IsStable() || a.SpectralRadius != whole.SpectralRadius || len(a.Closed) != len(whole.Closed) ||
		!slices.EqualFunc(a.Loops, whole.Loops, func(a, b analysis.RateLoop) bool {
			return fmt.Sprint(a.Margins) == fmt.Sprint(b.Margins)
		}) {
		t.Errorf("%+v is not %+v", a, whole)
	}
}

func ExampleSetup_Analyze() {
	s, err := armSetup()
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := s.Analyze(0.002)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("stable: %v, up to a period of %.2f ms; the nearest loop is that of %s\n", a.IsStable(),
		1000*a.LargestPeriod, *a.Nearest)
	// Output: stable: true, up to a period of 13.19 ms; the nearest loop is that of joint2
}
