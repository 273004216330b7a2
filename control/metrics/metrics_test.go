package metrics_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/metrics"
	"kinetree/control/reference"
)

// measure takes the measures of a motion in n steps up to the time end.
func measure(c metrics.Config, n int, end float64, at func(t float64) metrics.Sample) metrics.Measures {
	j := metrics.New(c)
	sample := func(k int) *metrics.Sample {
		t := end * float64(k) / float64(n)
		s := at(t)
		s.Time = t
		return &s
	}
	power := func(s metrics.Sample) float64 { return s.Effort * s.Velocity }
	for k := range n {
		a, b := sample(k), sample(k+1)
		h := b.Time - a.Time
		j.Add(a, b, h/6*(power(*a)+4*power(at(a.Time+h/2))+power(*b)))
	}
	return j.Measures()
}

// rotor is the unit step of inertia 1 under p = wn², d = 2 zeta wn with wn = 10 and zeta = 0.5, the reference
// velocity being 0:
//
//	y = 1 − exp(−5 t) (cos w t + 5/w sin w t),   ẏ = 100/w exp(−5 t) sin w t,   w = √75
func rotor(t float64) metrics.Sample {
	w := math.Sqrt(75)
	sin, cos := math.Sincos(w * t)
	decay := math.Exp(-5 * t)
	y, v := 1-decay*(cos+5/w*sin), 100/w*decay*sin
	return metrics.Sample{Position: y, Velocity: v, Reference: 1, Effort: 100*(1-y) - 10*v}
}

// accurate compares a number within a relative tolerance.
func accurate(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1e-3, math.Abs(want))) {
		t.Errorf("%s = %.15g, want %.15g", name, got, want)
	}
}

// TestRotor compares with the figures of the closed form. In steps of 1 ms a cubic between samples is off by h⁴/384
// times the fourth derivative of y, which is 1e4: 3e-11. Crossings and peaks are as accurate; the effort, linear
// between samples, by h²/12 of its second derivative.
func TestRotor(t *testing.T) {
	const cubic, linear = 1e-9, 2e-5
	r := measure(metrics.Config{Move: &reference.Move{To: 1}}, 6000, 6, rotor)
	w := math.Sqrt(75)
	accurate(t, "overshoot", r.Overshoot, 16.3033534821580, cubic)
	accurate(t, "peak_time", r.PeakTime, 0.362759872846844, cubic)
	accurate(t, "peak", r.Peak, 1.163033534821580, cubic)
	accurate(t, "rise_time", r.RiseTime, 0.163757294732835, cubic)
	accurate(t, "settling_time", r.SettlingTime, 0.8076348973928, cubic)
	accurate(t, "ise", r.ISE, 0.1, cubic)
	accurate(t, "iae", r.IAE, iae(w), cubic)
	// by the midpoint rule with 4e7 points, which loses ten digits to kinks and sums
	accurate(t, "itae", r.ITAE, 0.02941708134771947, 1e-8)
	accurate(t, "rms_error", r.RMSError, math.Sqrt(0.1/6), cubic)
	accurate(t, "max_error", r.MaxError, 1, cubic)
	accurate(t, "undershoot", r.Undershoot, 0, cubic)
	accurate(t, "steady_state_error", r.SteadyStateError, 0, 1e-5)
	// The work that is done on the rotor is its energy at the end, 0.
	accurate(t, "energy", r.Energy, 0, 1e-5) // to 1e-8 J, by Simpson's rule, of the 15 J that it has been in between
	accurate(t, "effort_peak", r.EffortPeak, 100, 1e-12)
	accurate(t, "peak_effort", r.PeakEffort, 100, 1e-12)
	accurate(t, "rms_effort", r.EffortRMS, math.Sqrt(r.EffortSquare/6), 1e-12)
	// ∫t e² dt with e = exp(−5 t)(cos w t + 5/w sin w t) and ∫u² dt with u = ÿ, by the integrals of t exp(−10 t)
	// times 1, cos 2wt, sin 2wt.
	z := complex(10, -2*w) // ∫exp(−z t) = 1/z, ∫t exp(−z t) = 1/z²
	a, b := (1+25/(w*w))/2, complex((1-25/(w*w))/2, -5/w)
	accurate(t, "itse", r.ITSE, a/100+real(b/(z*z)), cubic)
	// u = 100 exp(−5t)(cos wt − 5/w sin wt).
	b = complex((1-25/(w*w))/2, 5/w)
	accurate(t, "effort_square", r.EffortSquare, 1e4*(a/10+real(b/z)), linear)
	accurate(t, "effort_total_variation", r.EffortTotalVariation, totalVariation(w), linear)
}

// iae sums up |∫e dt| between the zeros of e, where tan w t = −w/5, with ∫e dt = −exp(−5 t)(10 cos w t + (25/w − w)
// sin w t)/100.
func iae(w float64) (sum float64) {
	integral := func(t float64) float64 {
		return -math.Exp(-5*t) * (10*math.Cos(w*t) + (25/w-w)*math.Sin(w*t)) / 100
	}
	last := 0.0
	for k := 1; last < 6; k++ {
		next := (math.Pi*float64(k) - math.Atan2(w, 5)) / w
		sum += math.Abs(integral(next) - integral(last))
		last = next
	}
	return sum
}

// totalVariation sums up |Δu| of u = 100 exp(−5 t)(cos w t − 5/w sin w t) between its extremes: u̇ = −100 exp(−5
// t)(10 cos w t + (w − 25/w) sin w t).
func totalVariation(w float64) (sum float64) {
	u := func(t float64) float64 { return 100 * math.Exp(-5*t) * (math.Cos(w*t) - 5/w*math.Sin(w*t)) }
	last := u(0)
	for k := 1; ; k++ {
		t := (math.Pi*float64(k) - math.Atan2(10, w-25/w)) / w
		if t > 6 {
			return sum + math.Abs(u(6)-last)
		}
		sum += math.Abs(u(t) - last)
		last = u(t)
	}
}

// TestOrder checks that the error of the measures falls with the fourth power of the step.
func TestOrder(t *testing.T) {
	for name, want := range map[string]float64{"overshoot": 16.3033534821580, "rise_time": 0.163757294732835,
		"settling_time": 0.8076348973928, "ise": 0.1} {
		off := func(n int) float64 {
			r := measure(metrics.Config{Move: &reference.Move{To: 1}}, n, 4, rotor)
			x, ok := r.Value(name)
			if !ok {
				t.Fatalf("no measure %q", name)
			}
			return math.Abs(x - want)
		}
		if coarse, fine := off(100), off(400); fine > coarse/60 { // 4⁴ = 256, but crossings lie in steps here and there
			t.Errorf("%s is off by %v in 100 steps and by %v in 400", name, coarse, fine)
		}
	}
}

// TestBetween checks a move that begins between two samples at another position than 0, backwards.
func TestBetween(t *testing.T) {
	const begin = 0.50037
	r := measure(metrics.Config{Move: &reference.Move{Begin: begin, To: -2}}, 4000, 4, func(t float64) metrics.Sample {
		s := metrics.Sample{Position: 1, Reference: 1}
		if t >= begin {
			s = rotor(t - begin)
			s.Position, s.Velocity, s.Effort, s.Reference = 1-3*s.Position, -3*s.Velocity, -3*s.Effort, -2
		}
		return s
	})
	// The cubic of the step in which it begins does not know when: 100 rad/s² · 3 · h²/8.
	const tolerance = 1e-4
	accurate(t, "overshoot", r.Overshoot, 16.3033534821580, tolerance)
	accurate(t, "peak", r.Peak, 1-3*1.163033534821580, tolerance)
	accurate(t, "peak_time", r.PeakTime, 0.362759872846844, tolerance)
	accurate(t, "rise_time", r.RiseTime, 0.163757294732835, 1e-3)
	accurate(t, "settling_time", r.SettlingTime, 0.8076348973928, tolerance)
	accurate(t, "ise", r.ISE, 0.9, tolerance)
	accurate(t, "itae", r.ITAE, 3*0.029417, 1e-3)
}

// TestFirstOrder checks 1 − exp(−t): rise ln 9, settling ln 50, ∫|e| = 1, ∫t|e| = 1.
func TestFirstOrder(t *testing.T) {
	at := func(t float64) metrics.Sample {
		return metrics.Sample{Position: 1 - math.Exp(-t), Velocity: math.Exp(-t), Reference: 1, Effort: math.Exp(-t),
			Saturated: t < 1}
	}
	r := measure(metrics.Config{Move: &reference.Move{To: 1}}, 40000, 40, at)
	for name, want := range map[string]float64{"rise_time": math.Log(9), "settling_time": math.Log(50), "iae": 1,
		"ise": 0.5, "itae": 1, "itse": 0.25,
		"overshoot": 0, "undershoot": 0, "peak": 1, "effort_total_variation": 1, "saturation_share": 1.0 / 40,
		"energy": 0.5} {
		got, ok := r.Value(name)
		if !ok {
			t.Errorf("no measure %q", name)
		}
		accurate(t, name, got, want, 1e-6)
	}
	r = measure(metrics.Config{Move: &reference.Move{To: 1}, Band: 0.5}, 4000, 4, at)
	accurate(t, "settling_time to a half", r.SettlingTime, math.Ln2, 1e-9)
}

// TestUndershoot checks y = 1 − exp(−t)(1 + 2t), which begins with slope −1: its minimum is where exp(−t)(2t − 1) = 0.
func TestUndershoot(t *testing.T) {
	r := measure(metrics.Config{Move: &reference.Move{To: 1}}, 30000, 30, func(t float64) metrics.Sample {
		return metrics.Sample{Position: 1 - math.Exp(-t)*(1+2*t), Velocity: math.Exp(-t) * (2*t - 1), Reference: 1}
	})
	accurate(t, "undershoot", r.Undershoot, 100*(2*math.Exp(-0.5)-1), 1e-8)
}

// TestTracking checks a joint that follows no move: e = sin t over whole periods.
func TestTracking(t *testing.T) {
	r := measure(metrics.Config{}, 1000, 2*math.Pi, func(t float64) metrics.Sample {
		return metrics.Sample{Position: 5, Reference: 5 + math.Sin(t), ReferenceVelocity: math.Cos(t), Effort: 3}
	})
	for name, want := range map[string]float64{"iae": 4, "ise": math.Pi, "itae": 4 * math.Pi,
		"itse": math.Pi * math.Pi, "rms_error": math.Sqrt(0.5), "max_error": 1,
		"effort_square": 18 * math.Pi, "effort_total_variation": 0, "energy": 0} {
		got, _ := r.Value(name)
		accurate(t, name, got, want, 1e-9)
	}
	for _, name := range []string{"rise_time", "settling_time", "overshoot", "undershoot", "peak", "peak_time"} {
		if x, ok := r.Value(name); !ok || !math.IsNaN(x) {
			t.Errorf("%s of no move is %v", name, x)
		}
	}
}

func TestOddInputs(t *testing.T) {
	nan := math.NaN()
	unit := metrics.Config{Move: &reference.Move{To: 1}}
	value := func(r metrics.Measures, name string) float64 {
		x, ok := r.Value(name)
		if !ok {
			t.Fatalf("no measure %q", name)
		}
		return x
	}
	oscillation := measure(unit, 1000, 10, func(t float64) metrics.Sample {
		return metrics.Sample{Position: 1 - math.Cos(t), Velocity: math.Sin(t), Reference: 1}
	})
	still := measure(unit, 10, 1, func(float64) metrics.Sample { return metrics.Sample{Reference: 1} })
	there := measure(unit, 10, 1, func(float64) metrics.Sample { return metrics.Sample{Position: 1, Reference: 1} })
	short := measure(metrics.Config{Move: &reference.Move{Begin: 5, To: 1}}, 10, 1,
		func(float64) metrics.Sample { return metrics.Sample{Effort: 2} })
	diverged := measure(unit, 10, 1,
		func(t float64) metrics.Sample { return metrics.Sample{Position: map[bool]float64{true: nan}[t > 0.5]} })
	empty := metrics.New(unit)
	none := empty.Measures()
	for _, c := range []struct {
		name string
		got  float64
		want float64
	}{
		{"never settles", value(oscillation, "settling_time"), nan},
		{"but rises", value(oscillation, "rise_time"), math.Acos(0.1) - math.Acos(0.9)},
		{"and overshoots", value(oscillation, "overshoot"), 100},
		{"never rises", value(still, "rise_time"), nan},
		{"does not settle", value(still, "settling_time"), nan},
		{"has no peak beyond the start", value(still, "peak"), 0},
		{"has an error", value(still, "steady_state_error"), 1},
		{"is there already", value(there, "settling_time"), nan},
		{"is there without a rise", value(there, "rise_time"), nan},
		{"ends before it begins", value(short, "iae"), 0},
		{"had no error", value(short, "rms_error"), nan},
		{"had an effort", value(short, "effort_square"), 4},
		{"nothing at all", value(none, "iae"), 0},
		{"no end", value(none, "steady_state_error"), nan},
		{"no time", value(none, "saturation_share"), nan},
	} {
		if !(math.Abs(c.got-c.want) < 1e-6 || math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	for _, name := range metrics.Names() {
		if x := value(diverged, name); !math.IsNaN(x) {
			t.Errorf("%s of a run that is not finite is %v", name, x)
		}
	}
	if _, ok := diverged.Value("speed"); ok {
		t.Error("there is a measure of any name")
	}
}

// TestJumps checks that steps at whose borders effort and reference jump are measured without smearing.
func TestJumps(t *testing.T) {
	j := metrics.New(metrics.Config{})
	for k, u := range []float64{1, -2, 4} {
		begin := metrics.Sample{Time: float64(k), Reference: float64(k), Effort: u, Saturated: u == 4}
		end := begin
		end.Time++
		j.Add(&begin, &end, 0)
		j.Add(&end, &end, 0)
	}
	r := j.Measures()
	for name, want := range map[string]float64{"effort_square": 1 + 4 + 16, "effort_total_variation": 3 + 6,
		"effort_peak": 4, "iae": 0 + 1 + 2, "ise": 1 + 4,
		"itae": 1.5 + 2*2.5, "max_error": 2, "saturation_share": 1.0 / 3} {
		got, _ := r.Value(name)
		accurate(t, name, got, want, 1e-14)
	}
}

// TestHiddenPeak checks that a hump between two samples is seen.
func TestHiddenPeak(t *testing.T) {
	j := metrics.New(metrics.Config{Move: &reference.Move{To: 1}})
	j.Add(&metrics.Sample{Reference: 1}, &metrics.Sample{Time: 1, Position: 1, Velocity: 1, Reference: 1}, 0)
	j.Add(&metrics.Sample{Time: 1, Position: 1, Velocity: 1, Reference: 1},
		&metrics.Sample{Time: 2, Position: 1, Velocity: -1, Reference: 1}, 0)
	r := j.Measures()
	// 1 + s − s² has its maximum 1.25 in the middle; it is more than 0.02 above 1 until s² − s + 0.02 = 0.
	accurate(t, "overshoot", r.Overshoot, 25, 1e-12)
	accurate(t, "peak_time", r.PeakTime, 1.5, 1e-12)
	accurate(t, "settling_time", r.SettlingTime, 1.5+math.Sqrt(0.25-0.02), 1e-12)
}

// TestInvariance checks that measures do not depend on where the joint is and when it moves, and scale with the way.
func TestInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift, scale := rapid.Float64Range(-5, 5).Draw(t, "shift"), rapid.Float64Range(-3, 3).Draw(t, "scale")
		if math.Abs(scale) < 0.01 {
			scale = 1
		}
		zeta := rapid.Float64Range(0.05, 0.9).Draw(t, "zeta")
		w := math.Sqrt(1 - zeta*zeta)
		response := func(shift, scale float64) metrics.Measures {
			return measure(metrics.Config{Move: &reference.Move{To: shift + scale}}, 500, 10,
				func(t float64) metrics.Sample {
					sin, cos := math.Sincos(w * t)
					decay := math.Exp(-zeta * t)
					return metrics.Sample{Position: shift + scale*(1-decay*(cos+zeta/w*sin)),
						Velocity: scale * decay * sin / w, Reference: shift + scale}
				})
		}
		a, b := response(0, 1), response(shift, scale)
		// Rounding of the position, 1e-15 of the shift, becomes an error of a crossing time by the velocity there, of
		// an extreme by nothing.
		tolerance := 1e-9 * (1 + math.Abs(shift/scale))
		for _, name := range []string{"rise_time", "overshoot", "undershoot"} {
			x, _ := a.Value(name)
			y, _ := b.Value(name)
			if math.Abs(x-y) > tolerance {
				t.Errorf("%s is %v and %v", name, x, y)
			}
		}
		if math.Abs(b.ISE-scale*scale*a.ISE) > tolerance*(1+scale*scale) ||
			math.Abs(b.IAE-math.Abs(scale)*a.IAE) > tolerance*(1+math.Abs(scale)) {
			t.Errorf("ISE %v and %v, IAE %v and %v with the scale %v", a.ISE, b.ISE, a.IAE, b.IAE, scale)
		}
	})
}

func TestCombine(t *testing.T) {
	a := measure(metrics.Config{Move: &reference.Move{To: 1}}, 100, 1, func(t float64) metrics.Sample {
		return metrics.Sample{Position: t, Velocity: 1, Reference: 1}
	})
	b := measure(metrics.Config{}, 100, 1,
		func(t float64) metrics.Sample { return metrics.Sample{Position: 2, Reference: -1} })
	combine := func(list ...metrics.Measures) metrics.Measures {
		var all metrics.Measures
		metrics.Combine(&all, len(list), func(k int) *metrics.Measures { return &list[k] })
		return all
	}
	all := combine(a, b)
	accurate(t, "iae", all.IAE, 0.5+3, 1e-12)
	accurate(t, "rms_error", all.RMSError, math.Sqrt(1.0/3+9), 1e-12)
	accurate(t, "steady_state_error", all.SteadyStateError, -3, 1e-12)
	accurate(t, "rise_time", all.RiseTime, 0.8, 1e-12)
	if !all.Moves {
		t.Error("none moves")
	}
	never := a
	never.SettlingTime = math.NaN()
	for _, joints := range [][]metrics.Measures{{a, never}, {never, a}, {b}, nil} {
		if all := combine(joints...); !math.IsNaN(all.SettlingTime) {
			t.Errorf("settling time %v", all.SettlingTime)
		}
	}
}

func TestJSON(t *testing.T) {
	r := measure(metrics.Config{}, 10, 1, func(t float64) metrics.Sample { return metrics.Sample{Reference: 1} })
	text, err := json.Marshal(&r)
	var back map[string]*float64
	if err != nil || json.Unmarshal(text, &back) != nil || len(back) != len(metrics.Names()) ||
		back["rise_time"] != nil || math.Abs(*back["iae"]-1) > 1e-14 {
		t.Errorf("%s, %v", text, err)
	}
	if !strings.HasPrefix(string(text), `{"rise_time":null,"settling_time":null,"overshoot"`) {
		t.Errorf("order %s", text)
	}
}

func TestDoesNotAllocate(t *testing.T) {
	j := metrics.New(metrics.Config{Move: &reference.Move{To: 1}})
	a, b := rotor(0.1), rotor(0.2)
	a.Time, b.Time = 0.1, 0.2
	if n := testing.AllocsPerRun(100, func() { j.Add(&a, &b, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWrongBand(t *testing.T) {
	defer func() {
		if s, ok := recover().(string); !ok || !strings.Contains(s, "settling band is -1") {
			t.Errorf("recovered %q", s)
		}
	}()
	metrics.New(metrics.Config{Band: -1})
}

// TestWithout checks on random motions that the measures that are wanted do not depend on which these are, and that the
// others are NaN.
func TestWithout(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for k := range 300 {
		c := metrics.Config{}
		if k%3 > 0 {
			c.Move = &reference.Move{Begin: 0.3 * rng.Float64(), To: 1}
		}
		a, b, phase := 20*rng.Float64(), 20*rng.Float64(), 6*rng.Float64()
		at := func(x float64) metrics.Sample {
			sin, cos := math.Sincos(b*x + phase)
			decay := math.Exp(-a * x)
			return metrics.Sample{Position: 1 - decay*cos, Velocity: decay * (a*cos + b*sin), Reference: 1,
				Effort: sin, Saturated: sin > 0.7}
		}
		all := measure(c, 100, 2, at)
		c.Without = metrics.Set(rng.Uint32()) & metrics.All
		some := measure(c, 100, 2, at)
		for i, name := range metrics.Names() {
			x, want := some.At(i), all.At(i)
			if c.Without&metrics.SetOf(i) != 0 {
				want = math.NaN()
			}
			if math.Float64bits(x) != math.Float64bits(want) && !(math.IsNaN(x) && math.IsNaN(want)) {
				t.Errorf("motion %d without %b: %s = %v, want %v", k, c.Without, name, x, want)
			}
		}
	}
}

// TestDuty moves a joint with 2 kg m² by 1.5 rad in 0.6 s in thirds and lets it rest for 0.4 s: the root of the mean
// square of the effort is 37.5 √0.4, the largest power 37.5 · 3.75, and it moves for 60 % of the time. A creep that is
// less than a thousandth of the largest speed is none.
func TestDuty(t *testing.T) {
	m := metrics.New(metrics.Config{})
	const n = 1000
	v, x := 0.0, 0.0
	for i := range n {
		a := 0.0
		switch {
		case i < 200:
			a = 18.75
		case i >= 400 && i < 600:
			a = -18.75
		}
		w := v + a/n
		if i >= 599 {
			w = 1e-3
		}
		y := x + (v+w)/(2*n)
		m.Add(&metrics.Sample{Time: float64(i) / n, Position: x, Velocity: v, Effort: 2 * a},
			&metrics.Sample{Time: float64(i+1) / n, Position: y, Velocity: w, Effort: 2 * a}, 0)
		v, x = w, y
	}
	r := m.Measures()
	accurate(t, "rms_effort", r.EffortRMS, 23.71708245126284, 1e-12)
	accurate(t, "peak_power", r.PeakPower, 140.625, 1e-12)
	accurate(t, "duty", r.Duty, 0.6, 1e-12)
}
