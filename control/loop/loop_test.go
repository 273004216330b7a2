package loop_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// sequence is a law that asks for one effort after another, and keeps what it was told.
type sequence struct {
	efforts  []float64
	next     int
	times    []float64
	q, qd, r []float64
	lost     []float64
}

func (s *sequence) Effort(tau []float64, in *control.Input) error {
	clear(tau)
	tau[0] = s.efforts[min(s.next, len(s.efforts)-1)]
	s.next++
	s.times = append(s.times, in.Time)
	s.q, s.qd, s.r = append(s.q, in.Q[0]), append(s.qd, in.Qd[0]), append(s.r, in.Reference.Q[0])
	if in.Lost != nil {
		s.lost = append(s.lost, in.Lost[0])
	}
	return nil
}

// walk takes a loop from segment to segment until a time, and calls visit for each segment.
func walk(t *testing.T, l *loop.Sampled, until float64, state func(t float64) (q, qd []float64),
	visit func(begin, end float64)) {
	t.Helper()
	for at := 0.0; at < until; {
		q, qd := state(at)
		end, err := l.BeginSegment(at, q, qd)
		if err != nil {
			t.Fatal(err)
		}
		if !(end > at) {
			t.Fatalf("the segment from %v ends at %v", at, end)
		}
		visit(at, end)
		at = end
	}
}

// still is the state of a joint at rest.
func still(float64) (q, qd []float64) { return []float64{0}, []float64{0} }

// effort asks for the effort at a time.
func effort(t *testing.T, l *loop.Sampled, at float64) float64 {
	t.Helper()
	tau := []float64{9}
	if err := l.Effort(tau, at, nil, nil); err != nil {
		t.Fatal(err)
	}
	return tau[0]
}

// TestDelay checks when efforts arrive, with delays from none to several periods, and that segments end nowhere else.
func TestDelay(t *testing.T) {
	m := rotor(t)
	for _, c := range []struct {
		delay float64
		ends  []float64
		want  []float64 // of the segments
	}{
		{0, []float64{0.01, 0.02, 0.03}, []float64{1, 2, 3}},
		{0.004, []float64{0.004, 0.01, 0.014, 0.02, 0.024}, []float64{0, 1, 1, 2, 2}},
		{0.01, []float64{0.01, 0.02, 0.03, 0.04}, []float64{0, 1, 2, 3}},
		{0.025, []float64{0.01, 0.02, 0.025, 0.03, 0.035, 0.04}, []float64{0, 0, 0, 1, 1, 2}},
		{0.03, []float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0, 0, 0, 1, 2}},
	} {
		l := sampled(t, loop.SampledConfig{Model: m, Law: &sequence{efforts: []float64{1, 2, 3, 4, 5, 6, 7}},
			Plan: reference.NewPlan(m, []float64{0}), Period: 0.01, Delay: c.delay})
		var ends, got []float64
		walk(t, l, c.ends[len(c.ends)-1], still, func(begin, end float64) {
			ends, got = append(ends, end), append(got, effort(t, l, begin))
			if effort(t, l, end) != effort(t, l, begin) {
				t.Errorf("delay %v: the effort from %v on is not held", c.delay, begin)
			}
		})
		if !slices.Equal(ends, c.ends) || !slices.Equal(got, c.want) {
			t.Errorf("delay %v: segments end at %v with %v, want %v with %v", c.delay, ends, got, c.ends, c.want)
		}
	}
}

// TestDecimalTimes checks that samples are at the decimal times where steps of the simulation end, that the reference
// is that after a jump then, and that a loop may begin late.
func TestDecimalTimes(t *testing.T) {
	m := rotor(t)
	law := &sequence{efforts: []float64{0}}
	plan := follow(t, m, []float64{0}, 0)(reference.Step(0.035, 0, 1))
	l := sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: plan, Period: 0.001})
	walk(t, l, 0.1, still, func(float64, float64) {})
	for k, at := range law.times {
		if want := float64(k) / 1000; at != want || law.r[k] != map[bool]float64{true: 1}[k >= 35] {
			t.Fatalf("sample %d is at %v with the reference %v", k, at, law.r[k])
		}
	}
	late := &sequence{efforts: []float64{0}}
	l = sampled(t, loop.SampledConfig{Model: m, Law: late, Plan: plan, Period: 0.001})
	if end, err := l.BeginSegment(0.0205, []float64{0}, []float64{0}); err != nil || end != 0.021 ||
		len(late.times) != 0 {
		t.Errorf("the segment ends at %v after samples at %v, %v", end, late.times, err)
	}
}

// TestActuators compares with closed forms: a rate limit of 100/s alone, a lag of 20 ms alone, both.
func TestActuators(t *testing.T) {
	m := rotor(t)
	at := func(a signal.Actuators, efforts []float64, times ...float64) (got, ends []float64) {
		l := sampled(t, loop.SampledConfig{Model: m, Law: &sequence{efforts: efforts},
			Plan: reference.NewPlan(m, []float64{0}), Period: 0.1, Actuators: a})
		i := 0
		walk(t, l, times[len(times)-1]+0.01, still, func(begin, end float64) {
			ends = append(ends, end)
			for ; i < len(times) && times[i] <= end; i++ {
				got = append(got, effort(t, l, times[i]))
			}
		})
		return got, ends
	}
	same := func(name string, got, want []float64) {
		t.Helper()
		if !floats.EqualApprox(got, want, 1e-13) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	got, ends := at(signal.Actuators{RateLimit: 100}, []float64{4, -4, -4}, 0, 0.02, 0.04, 0.05, 0.1, 0.15, 0.18, 0.19)
	same("rate limit", got, []float64{0, 2, 4, 4, 4, -1, -4, -4})
	same("segments of a rate limit", ends, []float64{0.04, 0.1, 0.18, 0.2})
	// The rest of the way is gone after the next sample.
	got, _ = at(signal.Actuators{RateLimit: 10}, []float64{4, -4, 0}, 0.1, 0.15, 0.2, 0.25)
	same("a rate limit over samples", got, []float64{1, 0.5, 0, 0})
	e := math.Exp
	got, ends = at(signal.Actuators{Lag: 0.02}, []float64{4, -4}, 0, 0.02, 0.1, 0.12)
	first := 4 * (1 - e(-5))
	same("lag", got, []float64{0, 4 * (1 - e(-1)), first, -4 + (first+4)*e(-1)})
	same("segments of a lag", ends, []float64{0.1, 0.2})
	// τ̇ = (100 t − τ)/0.02 gives τ = 100 t − 2 + 2 exp(−50 t); from 0.04 on it goes to 4.
	got, _ = at(signal.Actuators{Lag: 0.02, RateLimit: 100}, []float64{4}, 0.02, 0.04, 0.06)
	kink := 2 + 2*e(-2)
	same("both", got, []float64{2 * e(-1), kink, 4 + (kink-4)*e(-1)})
}

// TestLimit checks that limits bound what is sent, and that the law and the log hear of it.
func TestLimit(t *testing.T) {
	m := rotor(t)
	law := &sequence{efforts: []float64{1, 7, -9, 5}}
	l := sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: reference.NewPlan(m, []float64{0}), Period: 0.1,
		Delay:     0.05,
		Actuators: signal.Actuators{Limit: []float64{5}}})
	var got []float64
	var saturated []bool
	walk(t, l, 0.4, still, func(begin, _ float64) {
		got, saturated = append(got, effort(t, l, begin)), append(saturated, l.Saturated()[0])
	})
	if want := []float64{0, 1, 1, 5, 5, -5, -5, 5}; !slices.Equal(got, want) {
		t.Errorf("efforts %v, want %v", got, want)
	}
	if want := []bool{false, false, false, true, true, true, true, false}; !slices.Equal(saturated, want) {
		t.Errorf("saturated %v, want %v", saturated, want)
	}
	if !slices.Equal(law.lost, []float64{0, 0, -2, 4}) {
		t.Errorf("lost %v", law.lost)
	}
}

// measured returns what a law sees of a joint that moves as given.
func measured(t *testing.T, s signal.Sensors, seed uint64, n int, state func(t float64) (q, qd float64)) *sequence {
	t.Helper()
	m := rotor(t)
	law := &sequence{efforts: []float64{0}}
	l := sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: reference.NewPlan(m, []float64{0}), Period: 0.01,
		Sensors: s,
		Seed:    seed})
	walk(t, l, 0.01*(float64(n)-0.5), func(at float64) ([]float64, []float64) {
		q, qd := state(at)
		return []float64{q}, []float64{qd}
	}, func(float64, float64) {})
	if q, qd := l.Measured(); q[0] != law.q[n-1] || qd[0] != law.qd[n-1] {
		t.Errorf("measured %v and %v", q, qd)
	}
	return law
}

// TestSensors compares with closed forms: exact, rounded, by differences, filtered.
func TestSensors(t *testing.T) {
	line := func(t float64) (q, qd float64) { return 3 * t, 3 }
	near := func(name string, got, want []float64) {
		t.Helper()
		if !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	s := measured(t, signal.Sensors{}, 1, 3, line)
	near("exact position", s.q, []float64{0, 0.03, 0.06})
	near("exact velocity", s.qd, []float64{3, 3, 3})
	s = measured(t, signal.Sensors{PositionResolution: 0.02}, 1, 5, func(t float64) (float64, float64) {
		return 1.2 * t,
			0
	})
	near("rounded position", s.q, []float64{0, 0.02, 0.02, 0.04, 0.04}) // 0.012, 0.024, 0.036, 0.048
	s = measured(t, signal.Sensors{PositionResolution: 0.02, Difference: true}, 1, 5,
		func(t float64) (float64, float64) { return 1.2 * t, 0 })
	near("velocity of a rounded position", s.qd, []float64{0, 2, 0, 2, 0})
	hz := math.Ln2 / (2 * math.Pi * 0.01) // half the way in a period
	s = measured(t, signal.Sensors{VelocityFilter: hz}, 1, 4, func(t float64) (float64, float64) {
		return 0,
			map[bool]float64{true: 8}[t > 0]
	})
	near("filtered velocity", s.qd, []float64{0, 4, 6, 7})
	s = measured(t, signal.Sensors{VelocityFilter: hz}, 1, 2, line)
	near("a filter begins with the first sample", s.qd, []float64{3, 3})
	s = measured(t, signal.Sensors{Difference: true, VelocityFilter: hz}, 1, 4, line)
	near("filtered differences", s.qd, []float64{0, 1.5, 2.25, 2.625})
}

// TestNoise checks mean, deviation and independence of the noise within five standard deviations of their estimates,
// for a fixed seed, and that seeds and channels make a difference.
func TestNoise(t *testing.T) {
	const n = 20000
	rest := func(float64) (q, qd float64) { return 1, 2 }
	s := measured(t, signal.Sensors{PositionNoise: 0.1, VelocityNoise: 0.3}, 7, n, rest)
	for _, x := range []struct {
		numbers     []float64
		mean, sigma float64
	}{{s.q, 1, 0.1}, {s.qd, 2, 0.3}} {
		mean, sigma := stat.MeanStdDev(x.numbers, nil)
		if math.Abs(mean-x.mean) > 5*x.sigma/math.Sqrt(n) || math.Abs(sigma/x.sigma-1) > 5/math.Sqrt(2*n) {
			t.Errorf("mean %v and deviation %v, want %v and %v", mean, sigma, x.mean, x.sigma)
		}
		if r := stat.Correlation(x.numbers[1:], x.numbers[:n-1], nil); math.Abs(r) > 5/math.Sqrt(n) {
			t.Errorf("samples are correlated by %v", r)
		}
	}
	if r := stat.Correlation(s.q, s.qd, nil); math.Abs(r) > 5/math.Sqrt(n) {
		t.Errorf("position and velocity are correlated by %v", r)
	}
	again, other := measured(t, signal.Sensors{PositionNoise: 0.1}, 7, 50, rest),
		measured(t, signal.Sensors{PositionNoise: 0.1}, 8, 50, rest)
	if !slices.Equal(again.q, s.q[:50]) {
		t.Error("the noise of the position depends on that of the velocity")
	}
	if slices.Equal(other.q, again.q) {
		t.Error("another seed makes the same noise")
	}
}

// TestChannels checks that the noise of a joint does not depend on which other joints there are.
func TestChannels(t *testing.T) {
	first := func(joints ...string) []float64 {
		robot := &urdf.Robot{Name: "star", Links: []urdf.Link{{Name: "hub"}}}
		for _, name := range joints {
			robot.Links = append(robot.Links, urdf.Link{Name: "of " + name})
			robot.Joints = append(robot.Joints, urdf.Joint{Name: name, Type: urdf.Continuous, Parent: "hub",
				Child: "of " + name, Axis: [3]float64{0, 0, 1}})
		}
		m := expect.Model(t, robot)
		l := sampled(t, loop.SampledConfig{Model: m, Law: control.NewGravityCompensation(m),
			Plan: reference.NewPlan(m, m.Neutral()), Period: 0.01, Seed: 3,
			Sensors: signal.Sensors{PositionNoise: 1}})
		var got []float64
		for k := range 5 {
			if _, err := l.BeginSegment(float64(k)*0.01, m.Neutral(), make([]float64, m.NV())); err != nil {
				t.Fatal(err)
			}
			q, _ := l.Measured()
			got = append(got, q[len(q)-1])
		}
		return got
	}
	if a, b := first("x"), first("y", "x"); !slices.Equal(a, b) {
		t.Errorf("noise %v and %v", a, b)
	}
}

// TestSameBytes checks that a run with everything that is random repeats bit by bit, and that another seed makes
// another one.
func TestSameBytes(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	end := func(seed uint64) []float64 {
		pid, err := control.NewPID(m, control.PIDConfig{P: stiffness, I: stiffness, D: damping, FilterTime: 0.01})
		if err != nil {
			t.Fatal(err)
		}
		return run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: pid, Plan: reference.NewPlan(m, constant(6, 0.3)),
			Period: 0.002, Delay: 0.0005, Seed: seed,
			Sensors: signal.Sensors{PositionNoise: 1e-4, PositionResolution: 1e-4, Difference: true,
				VelocityFilter: 100},
			Actuators: signal.Actuators{Limit: constant(6, 150), RateLimit: 5000, Lag: 0.002}}), nil, 0.001, 0.5,
			nil).End.Position
	}
	a := end(5)
	if !slices.Equal(a, end(5)) {
		t.Error("the same seed makes another motion")
	}
	if slices.Equal(a, end(6)) {
		t.Error("another seed makes the same motion")
	}
}

// TestAnyRobot closes loops with noise on robots with joints of all kinds, and checks that positions stay positions
// and that a floating base gets no effort.
func TestAnyRobot(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		robot, opts := randrobot.Any(rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(1, 5).Draw(rt, "joints"))
		m, err := tree.Build(robot, opts...)
		if err != nil {
			rt.Fatal(err)
		}
		layout := m.EffortLayout()
		l := sampled(t, loop.SampledConfig{Model: m, Law: control.NewGravityCompensation(m),
			Plan: reference.NewPlan(m, m.Neutral()), Period: 0.01,
			Sensors: signal.Sensors{PositionNoise: 0.01, PositionResolution: 0.001, Difference: true,
				VelocityFilter: 30}, Actuators: signal.Actuators{Lag: 0.01}})
		tau := make([]float64, layout.Len())
		for k := range 3 {
			if _, err := l.BeginSegment(float64(k)*0.01, m.Neutral(), make([]float64, m.NV())); err != nil {
				rt.Fatal(err)
			}
			if err := l.Effort(tau, float64(k)*0.01+0.01, nil, nil); err != nil {
				rt.Fatal(err)
			}
		}
		if m.Floating() && floats.Norm(tau[:6], 1) != 0 {
			rt.Errorf("efforts %v on the base", tau[:6])
		}
		q, qd := l.Measured()
		again := make([]float64, len(q))
		m.Integrate(again, q, make([]float64, m.NV()), 1) // quaternions get the length 1
		if !floats.EqualApprox(again, q, 1e-12) || floats.HasNaN(qd) {
			rt.Errorf("measured %v and %v", q, qd)
		}
	})
}

// failing is a law that fails at a time.
type failing struct {
	at  float64
	tau float64
	err error
}

func (f failing) Effort(tau []float64, in *control.Input) error {
	clear(tau)
	if in.Time < f.at {
		return nil
	}
	tau[0] = f.tau
	return f.err
}

func TestBadLoops(t *testing.T) {
	m := rotor(t)
	plan := reference.NewPlan(m, []float64{0})
	ok := loop.SampledConfig{Model: m, Law: failing{}, Plan: plan, Period: 0.01}
	for want, change := range map[string]func(*loop.SampledConfig){
		"period of the controller is 0 s":             func(c *loop.SampledConfig) { c.Period = 0 },
		"period of the controller is NaN s":           func(c *loop.SampledConfig) { c.Period = math.NaN() },
		"delay of the controller is -1 s; expected 0": func(c *loop.SampledConfig) { c.Delay = -1 },
		"to 1000 periods, 10 s":                       func(c *loop.SampledConfig) { c.Delay = 11 },
		"the position noise is -1":                    func(c *loop.SampledConfig) { c.Sensors.PositionNoise = -1 },
		"the position resolution is NaN": func(c *loop.SampledConfig) {
			c.Sensors.PositionResolution = math.NaN()
		},
		"expected no velocity noise": func(c *loop.SampledConfig) {
			c.Sensors = signal.Sensors{VelocityNoise: 1, Difference: true}
		},
		`the effort limit of "axle" is -1; expected 0`: func(c *loop.SampledConfig) {
			c.Actuators.Limit = []float64{-1}
		},
		"the rate limit is -1 per second": func(c *loop.SampledConfig) { c.Actuators.RateLimit = -1 },
		"the lag -1 s":                    func(c *loop.SampledConfig) { c.Actuators.Lag = -1 },
	} {
		c := ok
		change(&c)
		if _, err := loop.NewSampled(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	wrong := errors.New("no law")
	for want, law := range map[string]control.Law{
		"no law": failing{0.02, 1, wrong},
		`the control law asks for the effort NaN of "axle" at t = 0.02 s; expected a finite number`: failing{0.02,
			math.NaN(), nil},
	} {
		c := ok
		c.Law = law
		l := sampled(t, c)
		for k := range 3 {
			_, err := l.BeginSegment(float64(k)/100, []float64{0}, []float64{0})
			if got := fmt.Sprint(err); k < 2 && err != nil || k == 2 && got != want {
				t.Errorf("sample %d: got %v, want %q", k, err, want)
			}
		}
		ideal := continuous(t, m, law, plan)
		if err := ideal.Effort([]float64{0}, 0.02, []float64{0}, []float64{0}); fmt.Sprint(err) != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	pid, err := control.NewPID(m, control.PIDConfig{P: []float64{1}, I: []float64{1}, D: []float64{1},
		FilterTime: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loop.NewContinuous(m, pid, plan, nil, 0.01); err == nil || !strings.Contains(err.Error(),
		"expected a period of the controller") {
		t.Errorf("got %v", err)
	}
	if _, err := loop.NewContinuous(m, failing{}, plan, []float64{math.NaN()}, 0.01); err == nil ||
		!strings.Contains(err.Error(), "is NaN; expected 0 or more") {
		t.Errorf("got %v", err)
	}
}

// TestContinuous checks that the ideal loop ends its segments where the reference jumps, answers at their ends before
// the jump, and keeps to limits.
func TestContinuous(t *testing.T) {
	m := rotor(t)
	plan := follow(t, m, []float64{0}, 0)(reference.Step(0.1+0.2, 0, 1)) // a rounding after 0.3
	l, err := loop.NewContinuous(m, control.NewPD(m, []float64{10}, []float64{0}), plan, []float64{7}, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	at := func(time float64) float64 {
		tau := []float64{9}
		if err := l.Effort(tau, time, []float64{0.5}, []float64{0}); err != nil {
			t.Fatal(err)
		}
		return tau[0]
	}
	if end, err := l.BeginSegment(0, nil, nil); err != nil || end != 0.1+0.2 || at(0) != -5 || at(end) != -5 {
		t.Errorf("until %v: %v and %v, %v", end, at(0), at(end), err)
	}
	if end, err := l.BeginSegment(0.3, nil, nil); err != nil || !math.IsInf(end, 1) || at(0.3) != 5 || at(5) != 5 {
		t.Errorf("until %v: %v and %v, %v", end, at(0.3), at(5), err)
	}
	tau := []float64{0}
	if err := l.Effort(tau, 1, []float64{-2}, []float64{0}); err != nil || tau[0] != 7 {
		t.Errorf("effort %v, %v", tau, err)
	}
}

func TestDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	pid, err := control.NewPID(m, control.PIDConfig{P: stiffness, I: stiffness, D: damping})
	if err != nil {
		t.Fatal(err)
	}
	plan := reference.NewPlan(m, m.Neutral())
	l := sampled(t, loop.SampledConfig{Model: m, Law: pid, Plan: plan, Period: 0.01, Delay: 0.025,
		Actuators: signal.Actuators{Limit: constant(6, 1), RateLimit: 50, Lag: 0.01},
		Sensors: signal.Sensors{PositionNoise: 0.01, PositionResolution: 0.001, Difference: true,
			VelocityFilter: 30}})
	ideal := continuous(t, m, control.NewComputedTorque(m, stiffness, damping), plan)
	q, qd, tau, at := m.Neutral(), make([]float64, 6), make([]float64, 6), 0.0
	if n := testing.AllocsPerRun(100, func() {
		at, _ = l.BeginSegment(at, q, qd)
		l.Effort(tau, at, q, qd)
		ideal.BeginSegment(at, q, qd)
		ideal.Effort(tau, at, q, qd)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
