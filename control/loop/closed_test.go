package loop_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/metrics"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// rotor is a robot of one joint without gravity whose inertia is 1 kg m².
func rotor(t testing.TB) *tree.Model {
	t.Helper()
	m, err := tree.Build(&urdf.Robot{Name: "rotor",
		Links: []urdf.Link{{Name: "base"},
			{Name: "disc", Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}},
		Joints: []urdf.Joint{{Name: "axle", Type: urdf.Continuous, Parent: "base", Child: "disc",
			Axis: [3]float64{0, 0, 1}}}}, tree.WithGravity(mgl64.Vec3{}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// constant returns n equal numbers.
func constant(n int, x float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = x
	}
	return v
}

// rows keeps the log of a run.
type rows struct{ rows [][]float64 }

func (l *rows) Begin([]string) error   { return nil }
func (l *rows) End(*sim.Summary) error { return nil }
func (l *rows) Record(row []float64) error {
	l.rows = append(l.rows, append([]float64{}, row...))
	return nil
}

// run simulates a loop from a position at rest, by RK4.
func run(t rapid.TB, m *tree.Model, law sim.Controller, q []float64, step, until float64, sink sim.Sink) *sim.Summary {
	t.Helper()
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: step},
		Controller: law, Start: sim.Start{Position: q},
		Ideal: true, Log: sim.Log{Sink: sink}})
	s, err := w.Run(context.Background(), until)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// continuous closes an ideal loop.
func continuous(t rapid.TB, m *tree.Model, law control.Law, plan *reference.Plan) *loop.Continuous {
	t.Helper()
	l, err := loop.NewContinuous(m, law, plan, nil, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sampled closes a loop with samples.
func sampled(t testing.TB, c loop.SampledConfig) *loop.Sampled {
	t.Helper()
	l, err := loop.NewSampled(c)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// follow returns a plan that holds a position but for one joint.
func follow(t testing.TB, m *tree.Model, hold []float64, joint int) func(*reference.Piecewise, error) *reference.Plan {
	return func(r *reference.Piecewise, err error) *reference.Plan {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		plan := reference.NewPlan(m, hold)
		if err := plan.Follow(joint, 0, r); err != nil {
			t.Fatal(err)
		}
		return plan
	}
}

// TestRotor runs the unit step of a rotor with wn = 10 and zeta = 0.5, at 0.5 s, and measures it as a user does. RK4
// in steps of 1 ms is off by (10 h)⁴ of a period or so, 1e-9, the cubics of the measures by as much.
func TestRotor(t *testing.T) {
	m := rotor(t)
	plan := follow(t, m, []float64{0}, 0)(reference.Step(0.5, 0, 1))
	log := &rows{}
	run(t, m, continuous(t, m, control.NewPD(m, []float64{100}, []float64{10}), plan), nil, 0.001, 5, log)
	j := metrics.New(metrics.Config{Move: &reference.Move{Begin: 0.5, To: 1}})
	sample := func(row []float64) *metrics.Sample {
		r := reference.NewSetpoint(m)
		plan.At(r, row[0])
		return &metrics.Sample{Time: row[0], Position: row[1], Velocity: row[2], Effort: row[4], Reference: r.Q[0],
			ReferenceVelocity: r.Qd[0]}
	}
	for i := range log.rows[1:] {
		j.Add(sample(log.rows[i]), sample(log.rows[i+1]), 0)
	}
	r := j.Measures()
	for name, want := range map[string]float64{"overshoot": 16.3033534821580, "peak_time": 0.362759872846844,
		"rise_time":     0.163757294732835,
		"settling_time": 0.8076348973928, "ise": 0.1, "iae": 0.17131374352702555, "itae": 0.02941708134771947} {
		if got, ok := r.Value(name); !ok || math.Abs(got-want) > 1e-7*want {
			t.Errorf("%s is %.15g, want %.15g", name, got, want)
		}
	}
	// A loop with short samples and no delay comes near: half a period late on average.
	log = &rows{}
	run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: control.NewPD(m, []float64{100}, []float64{10}), Plan: plan,
		Period: 1e-4}), nil, 0.001, 5, log)
	j = metrics.New(metrics.Config{Move: &reference.Move{Begin: 0.5, To: 1}})
	for i := range log.rows[1:] {
		j.Add(sample(log.rows[i]), sample(log.rows[i+1]), 0)
	}
	// Efforts that are late by T/2 take p T/2 from the damping and d T/2 from the inertia, so zeta is 0.499875.
	// Relative to the overshoot, its derivative by zeta is −π/(1 − zeta²)^(3/2): 0.0605 % more.
	if r := j.Measures(); math.Abs(r.Overshoot/16.3033534821580-1.000605) > 2e-6 {
		t.Errorf("overshoot with samples %v", r.Overshoot)
	}
}

// TestSampledRotor compares a sampled loop with a delay of 2.3 periods with the exact recursion: efforts are constant
// in between, so that the motion in a time s under u is q + s v + s² u/2.
func TestSampledRotor(t *testing.T) {
	m := rotor(t)
	for _, c := range []struct{ period, delay, step float64 }{{0.01, 0, 0.001}, {0.01, 0.004, 0.003},
		{0.01, 0.023, 0.01}, {0.01, 0.02, 0.05}, {1.0 / 300, 1.0 / 700, 0.001}} {
		log := &rows{}
		law := control.NewPD(m, []float64{40}, []float64{4})
		plan := follow(t, m, []float64{0}, 0)(reference.Step(0, 0, 1))
		run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: plan, Period: c.period, Delay: c.delay}), nil,
			c.step, 0.3, log)
		// Events, in order of time: samples, and the arrival of their efforts; then rows of the log, whose time is a
		// whole number of steps.
		q, v, u, at := 0.0, 0.0, 0.0, 0.0
		var queue []float64
		taken, arrived := 0, 0
		move := func(to float64) {
			s := to - at
			q, v, at = q+s*v+s*s/2*u, v+s*u, to
		}
		worst := 0.0
		for _, row := range log.rows {
			for {
				sample, arrival := float64(taken)*c.period, float64(arrived)*c.period+c.delay
				if math.Min(sample, arrival) > row[0]+1e-9 {
					break
				}
				if sample <= arrival+1e-9 {
					move(sample)
					queue = append(queue, 40*(1-q)-4*v)
					taken++
				} else {
					move(arrival)
					u = queue[arrived]
					arrived++
				}
			}
			move(row[0])
			worst = math.Max(worst, math.Max(math.Abs(row[1]-q), math.Abs(row[2]-v)))
		}
		// Both are exact but for the rounding of a few hundred steps.
		if worst > 1e-12 || taken < 30 {
			t.Errorf("period %v, delay %v: off by %v", c.period, c.delay, worst)
		}
	}
}

// heavier returns ur5 with the masses and inertias of all links times a factor.
func heavier(t testing.TB, factor float64) *tree.Model {
	t.Helper()
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	for i := range robot.Links {
		if in := robot.Links[i].Inertial; in != nil {
			in.Mass *= factor
			for _, x := range []*float64{&in.Inertia.IXX, &in.Inertia.IXY, &in.Inertia.IXZ, &in.Inertia.IYY,
				&in.Inertia.IYZ, &in.Inertia.IZZ} {
				*x *= factor
			}
		}
	}
	m := expect.Model(t, robot)
	return m
}

// TestComputedTorque checks that the error of each joint of ur5 obeys ë + D ė + P e = 0 with the exact model, with
// another P and D for each joint, while the reference moves, and that it does not with a model 20 % too heavy.
func TestComputedTorque(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	p, d := []float64{25, 36, 49, 64, 81, 100}, []float64{6, 12, 10, 10, 18, 24}
	start := []float64{0, -1, 1, -0.5, 0.7, 0.2}
	q := []float64{0.1, -0.9, 0.8, -0.4, 1, 0.1}
	worst := func(believed *tree.Model) float64 {
		plan := reference.NewPlan(m, start)
		for k := range 6 {
			if err := plan.Follow(k, 0, &reference.Sine{Offset: start[k], Amplitude: 0.3,
				Frequency: 0.2 * float64(k+1)}); err != nil {
				t.Fatal(err)
			}
		}
		log := &rows{}
		run(t, m, continuous(t, m, control.NewComputedTorque(believed, p, d), plan), q, 0.001, 1, log)
		r, off := reference.NewSetpoint(m), 0.0
		for _, row := range log.rows {
			plan.At(r, row[0])
			for k := range 6 {
				// the velocity of the reference at the start, that of the joint is 0
				w := 0.3 * 2 * math.Pi * 0.2 * float64(k+1)
				off = math.Max(off, math.Abs(r.Q[k]-row[1+4*k]-decay(p[k], d[k], start[k]-q[k], w, row[0])))
			}
		}
		return off
	}
	// RK4 in steps of 1 ms with poles up to 24/s: (24 h)⁴/120 of the error, and as much of the fast motion of the arm.
	if off := worst(m); off > 1e-8 {
		t.Errorf("the errors are off by %v rad with the exact model", off)
	}
	if off := worst(heavier(t, 1.2)); off < 1e-2 {
		t.Errorf("the errors are off by %v rad with a wrong model", off)
	}
}

// decay solves ë + d ė + p e = 0 with e = x and ė = v at time 0.
func decay(p, d, x, v, t float64) float64 {
	switch z := d*d/4 - p; {
	case z > 0:
		w := math.Sqrt(z)
		return math.Exp(-d/2*t) * (x*math.Cosh(w*t) + (v+d/2*x)/w*math.Sinh(w*t))
	case z < 0:
		w := math.Sqrt(-z)
		return math.Exp(-d/2*t) * (x*math.Cos(w*t) + (v+d/2*x)/w*math.Sin(w*t))
	}
	return math.Exp(-d/2*t) * (x + (v+d/2*x)*t)
}

// gains of ur5: stiffness and damping for each joint that bring it to rest in well under a second.
var stiffness, damping = []float64{600, 600, 400, 60, 40, 20}, []float64{150, 150, 80, 10, 6, 2}

// TestGravityCompensation checks that PD with gravity compensation brings ur5 from random positions to rest at
// another one (Takegaki and Arimoto, "A new feedback method for dynamic control of manipulators", J. Dyn. Sys. Meas.
// Control 102, 1981), and that without it the error is G(q)/P.
func TestGravityCompensation(t *testing.T) {
	rr := golden.Embedded(t, "rr_arm")
	rapid.Check(t, func(t *rapid.T) {
		// Inertias of 10 to 100 kg m²: the slowest pole is above 3/s.
		converges(t, rr, rapid.Uint64().Draw(t, "seed"), constant(2, 5000), constant(2, 1000), 0.01, 10)
	})
	ur5 := golden.Embedded(t, "ur5")
	for seed := range uint64(5) {
		// the slowest pole is near P/D = 4/s: exp(−4·8) of 2 rad is 1e-14
		converges(t, ur5, seed, stiffness, damping, 0.002, 8)
	}
}

// converges runs PD with and without gravity compensation from a random position to another one.
func converges(t rapid.TB, m *tree.Model, seed uint64, p, d []float64, step, until float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	n := m.NV()
	start, goal := make([]float64, n), make([]float64, n)
	for i := range n {
		start[i], goal[i] = 2*rng.Float64()-1, 2*rng.Float64()-1
	}
	plan := reference.NewPlan(m, goal)
	pd := control.NewPD(m, p, d)
	s := run(t, m, continuous(t, m, control.Sum(m, pd, control.NewGravityCompensation(m)), plan), start, step, until,
		nil)
	if off := floats.Distance(s.End.Position, goal, math.Inf(1)); off > 1e-9 {
		t.Errorf("from %v to %v: off by %v", start, goal, off)
	}
	s = run(t, m, continuous(t, m, pd, plan), start, step, until, nil)
	g := make([]float64, n)
	rnea.New(m).Gravity(g, s.End.Position)
	for i := range g {
		if e := goal[i] - s.End.Position[i]; math.Abs(e-g[i]/p[i]) > 1e-9 {
			t.Errorf("joint %d rests with the error %v, want %v", i, e, g[i]/p[i])
		}
	}
}

// TestIntegral checks that the integral of a PID takes the error that gravity leaves, in samples of 2 ms with a delay.
func TestIntegral(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	goal := []float64{0.3, -1, 1, 0.2, 0.4, 0}
	integral := make([]float64, 6)
	floats.AddScaled(integral, 2, stiffness)
	pid, err := control.NewPID(m, control.PIDConfig{P: stiffness, I: integral, D: damping})
	if err != nil {
		t.Fatal(err)
	}
	s := run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: pid, Plan: reference.NewPlan(m, goal), Period: 0.002,
		Delay: 0.001}), goal, 0.002, 15, nil)
	// The slowest pole is near −2.5/s.
	if off := floats.Distance(s.End.Position, goal, math.Inf(1)); off > 1e-9 {
		t.Errorf("off by %v", off)
	}
}

// push adds constant efforts, as a person does who leans on the arm.
type push []float64

func (p push) Effort(tau []float64, _ *control.Input) error { copy(tau, p); return nil }

// TestImpedance checks that an arm under impedance control follows a motion without an error, and yields to an
// external effort as springs do.
func TestImpedance(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	law := control.NewImpedance(m, stiffness, damping)
	start := []float64{0, -1, 1, -0.5, 0.7, 0.2}
	plan := follow(t, m, start, 2)(reference.MinJerk(0, 0.8, 1, -0.5))
	log := &rows{}
	run(t, m, continuous(t, m, law, plan), start, 0.001, 1, log)
	r := reference.NewSetpoint(m)
	for _, row := range log.rows {
		plan.At(r, row[0])
		for k := range 6 {
			// RK4 in steps of 1 ms of a motion with derivatives up to 1e4/s⁵.
			if math.Abs(r.Q[k]-row[1+4*k]) > 1e-9 {
				t.Fatalf("at %v s joint %d is at %v, want %v", row[0], k, row[1+4*k], r.Q[k])
			}
		}
	}
	tau := push{5, -10, 7, 2, -1, 0.5}
	s := run(t, m, continuous(t, m, control.Sum(m, law, tau), reference.NewPlan(m, start)), start, 0.002, 8, nil)
	for k := range 6 {
		if got := s.End.Position[k] - start[k]; math.Abs(got-tau[k]/stiffness[k]) > 1e-9 {
			t.Errorf("joint %d yields %v, want %v", k, got, tau[k]/stiffness[k])
		}
	}
}

// TestFeedForward checks that feed-forward alone carries an arm along a motion for a short time, before the
// instability of an arm without feedback shows, and that PD keeps it there.
func TestFeedForward(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	start := []float64{-1, 0.5}
	plan := follow(t, m, start, 0)(reference.MinJerk(0.1, 0.9, -1, 0.5))
	law := control.Sum(m, control.NewFeedForward(m, nil), control.NewPD(m, constant(2, 5000), constant(2, 1000)))
	s := run(t, m, continuous(t, m, law, plan), start, 0.001, 1, nil)
	if off := floats.Distance(s.End.Position, []float64{0.5, 0.5}, math.Inf(1)); off > 1e-9 {
		t.Errorf("off by %v", off)
	}
}

// TestPoses checks that PD brings a ball joint from a turn about one axis to a turn about another one.
func TestPoses(t *testing.T) {
	robot := &urdf.Robot{Name: "ball",
		Links: []urdf.Link{{Name: "base"},
			{Name: "ball", Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 2, IZZ: 2.5}}}},
		Joints: []urdf.Joint{{Name: "joint", Type: urdf.Fixed, Parent: "base", Child: "ball"}}}
	m := expect.Model(t, robot, tree.WithJoint("joint", tree.SphericalJoint()))
	quaternion := func(axis mgl64.Vec3, angle float64) []float64 {
		q := mgl64.QuatRotate(angle, axis)
		return []float64{q.V[0], q.V[1], q.V[2], q.W}
	}
	start, goal := quaternion(mgl64.Vec3{0, 0, 1}, 1), quaternion(mgl64.Vec3{0.6, 0.8, 0}, 2)
	law := control.NewPD(m, constant(3, 20), constant(3, 10))
	s := run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: reference.NewPlan(m, goal), Period: 0.001}),
		start,
		0.001, 12, nil)
	e := make([]float64, 3)
	if m.Difference(e, s.End.Position, goal); floats.Norm(e, 2) > 1e-9 {
		t.Errorf("off by %v", e)
	}
}

// TestWindup checks what anti-windup is for: with limits on the effort a step overshoots less.
func TestWindup(t *testing.T) {
	m := rotor(t)
	overshoot := func(kind control.AntiWindup) float64 {
		pid, err := control.NewPID(m, control.PIDConfig{P: []float64{10}, I: []float64{2}, D: []float64{7},
			AntiWindup: kind, TrackingTime: 0.05})
		if err != nil {
			t.Fatal(err)
		}
		plan := follow(t, m, []float64{0}, 0)(reference.Step(0, 0, 3))
		log := &rows{}
		s := run(t, m, sampled(t, loop.SampledConfig{Model: m, Law: pid, Plan: plan, Period: 0.005,
			Actuators: signal.Actuators{Limit: []float64{3}}}), nil, 0.005, 100, log)
		// The integral's own pole is near −0.2/s.
		if math.Abs(s.End.Position[0]-3) > 1e-6 {
			t.Errorf("%s: the rotor ends at %v", kind, s.End.Position[0])
		}
		most := 0.0
		for _, row := range log.rows {
			if math.Abs(row[4]) > 3 {
				t.Fatalf("%s: effort %v", kind, row[4])
			}
			most = math.Max(most, row[1]-3)
		}
		return most
	}
	none := overshoot(control.ClampOnly)
	for _, kind := range []control.AntiWindup{control.Conditional, control.BackCalculation} {
		if got := overshoot(kind); got > none/2 {
			t.Errorf("%s overshoots by %v, without anti-windup by %v", kind, got, none)
		}
	}
}

// stopping is a law that cancels a context at a sample.
type stopping struct {
	control.Law
	left   int
	cancel context.CancelFunc
}

func (s *stopping) Effort(tau []float64, in *control.Input) error {
	if s.left--; s.left == 0 {
		s.cancel()
	}
	return s.Law.Effort(tau, in)
}

// TestInterrupt checks that a run ends soon after an interrupt, also if a step of the integrator has a million samples:
// within the step, as soon as another goroutine has said so.
func TestInterrupt(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	ctx, cancel := context.WithCancel(context.Background())
	l, err := loop.NewSampled(loop.SampledConfig{Model: m, Law: &stopping{control.NewGravityCompensation(m), 1000,
		cancel},
		Plan: reference.NewPlan(m, m.Neutral()), Period: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.001},
		Controller: l, Start: sim.Start{Position: m.Neutral()}})
	s, err := w.Run(ctx, 1)
	if err == nil || s.Status != sim.Interrupted || !(s.End.Time > 0.9e-6 && s.End.Time < 0.5e-3) {
		t.Errorf("it ends at %v s, %v, %v", s.End.Time, s.Status, err)
	}
}
