package excite_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

// design returns the design of a motion of ten seconds with the given number of trials.
func design(t testing.TB, m *tree.Model, start []float64, margin float64, trials int) *excite.DesignTask {
	t.Helper()
	l, err := excite.NewLimits(m, start, margin)
	if err != nil {
		t.Fatal(err)
	}
	return &excite.DesignTask{Base: identify.FindBase(identify.NewEquation(m, 0)), Limits: l, Period: 10,
		Harmonics:   10,
		Evaluations: trials, Seed: 1, Criterion: excite.SmallCondition}
}

// find finds the motion.
func find(t testing.TB, d *excite.DesignTask) *excite.Designed {
	t.Helper()
	x, err := d.Find()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// condition returns the condition number of W_b stacked over so many times of a trajectory.
func condition(b *identify.BaseParameters, x *excite.FourierTrajectory, times int) float64 {
	e := b.Equation
	n, columns := e.Model().NV(), len(e.Names())
	W := mat.NewDense(times*n, len(b.Groups), nil)
	q, v, a, w := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n*columns)
	for i := range times {
		x.At(q, v, a, x.Period*(float64(i)+0.5)/float64(times))
		e.Rows(w, q, v, a)
		for row := range n {
			for k, g := range b.Groups {
				W.Set(i*n+row, k, w[row*columns+g.Lead])
			}
		}
	}
	var svd mat.SVD
	svd.Factorize(W, mat.SVDNone)
	values := svd.Values(nil)
	return values[0] / values[len(values)-1]
}

// checkLimits fails the test unless a trajectory keeps within the limits of a model's joints, followers included, at
// so many times, many more than a search looks at, and begins and ends at rest at its start. It returns the largest
// share of an effort's limit.
func checkLimits(t testing.TB, m *tree.Model, x *excite.FourierTrajectory, times int) (load float64) {
	t.Helper()
	n := m.NV()
	q, v, a, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	inverse := rnea.New(m)
	for i := range times + 1 {
		x.At(q, v, a, x.Period*float64(i)/float64(times))
		inverse.InverseDynamics(tau, q, v, a, nil)
		for _, j := range m.Joints() {
			position, velocity := j.Ratio*q[j.Q]+j.Offset, j.Ratio*v[j.V]
			effort := tau[j.V] + j.Damping*v[j.V] + math.Copysign(j.Friction, v[j.V])
			if position < j.Lower || position > j.Upper || math.Abs(velocity) > j.Velocity || j.Leader < 0 &&
				math.Abs(effort) > j.Effort {
				t.Fatalf("%s at %v s: position %v (%v to %v), velocity %v (%v), effort %v (%v)", j.Name,
					x.Period*float64(i)/float64(times),
					position, j.Lower, j.Upper, velocity, j.Velocity, effort, j.Effort)
			}
			if j.Leader < 0 {
				load = math.Max(load, math.Abs(effort)/j.Effort)
			}
		}
		if i == 0 || i == times {
			for k := range q {
				if math.Abs(q[k]-x.Start[k]) > 1e-12 || math.Abs(v[k]) > 1e-12 || math.Abs(a[k]) > 1e-11 {
					t.Fatalf("not at rest: position %v (%v), velocity %v, acceleration %v", q[k], x.Start[k], v[k],
						a[k])
				}
			}
		}
	}
	return load
}

// TestDesign checks that the motion that is found for the UR5 has a condition number five times below that of random
// motions of the same length within the same limits, and keeps within all limits.
func TestDesign(t *testing.T) {
	t.Parallel()
	m := golden.Embedded(t, "ur5")
	trials, least := 6000, 5.0 // how many times smaller the condition number becomes at least
	if testing.Short() {
		trials, least = 75, 1.5
	}
	d := design(t, m, m.Neutral(), 0.05, trials)
	x := find(t, d)
	checkLimits(t, m, x.FourierTrajectory, 10_000)
	// The search takes six times for each of ten harmonics.
	if got := condition(d.Base, x.FourierTrajectory, 60); math.Abs(got/x.Condition-1) > 1e-9 {
		t.Errorf("condition %v, want %v", x.Condition, got)
	}
	many := condition(d.Base, x.FourierTrajectory, 2000)
	if math.Abs(many/x.Condition-1) > 0.2 {
		t.Errorf("condition %v over 60 times, %v over 2000", x.Condition, many)
	}
	t.Logf("condition %.3f, over 2000 times %.3f; median of random ones %.3f", x.Condition, many, x.Random)
	if ratio := x.Random / many; !(ratio >= least) {
		t.Errorf("condition %v, of random ones %v: %v times as much", many, x.Random, ratio)
	}
}

// TestDesignLimits checks the limits on robots with followers, with damping and friction, without limits, and with
// efforts that are just enough.
func TestDesignLimits(t *testing.T) {
	strong := expect.Resisting(expect.Robot(t, "ur5"), func(i int) urdf.Dynamics {
		return urdf.Dynamics{Damping: 0.3 + 0.1*float64(i), Friction: 1.5 - 0.1*float64(i)}
	})
	for i := range strong.Joints {
		if l := strong.Joints[i].Limit; l != nil {
			l.Effort = 70
		}
	}
	free := expect.Robot(t, "rr_arm")
	for i := range free.Joints {
		if free.Joints[i].Type == urdf.Revolute {
			free.Joints[i].Type, free.Joints[i].Limit = urdf.Continuous, nil
		}
	}
	for name, r := range expect.SomeOf(t, 2, map[string]*urdf.Robot{"free": free,
		"branched": expect.Robot(t, "branched"), "cartesian": expect.Robot(t, "cartesian"), "strong": strong,
		"panda": expect.Robot(t, "panda_arm")}) {
		m := expect.Model(t, r)
		start := m.Neutral()
		excite.MoveStart(m, start, func(string) bool { return false })
		x := find(t, design(t, m, start, 0, 50))
		checkLimits(t, m, x.FourierTrajectory, 10_000)
		if name == "free" {
			q, v, a := make([]float64, 2), make([]float64, 2), make([]float64, 2)
			for i := range 1000 {
				x.At(q, v, a, 0.01*float64(i))
				if math.Abs(q[0]) > math.Pi || math.Abs(q[1]) > math.Pi {
					t.Errorf("a joint without limits turns to %v", q)
				}
			}
		}
		if !(x.Condition >= 1) || math.IsInf(x.Condition, 0) {
			t.Errorf("%s: condition %v", name, x.Condition)
		}
	}
}

// TestDesignAllTimes checks that limits hold between the times that a search looks at, without a margin: a slow
// motion of parallel joints, which turn the last link far faster than any joint, with efforts that are not enough to
// hold it up, from a start near a limit. And upright, what can be done with the efforts is done.
func TestDesignAllTimes(t *testing.T) {
	r := randrobot.Chain(4)
	for i := range r.Joints {
		j := &r.Joints[i]
		j.Type, j.Axis, j.Limit = urdf.Revolute, [3]float64{0, 1, 0}, &urdf.Limit{Lower: -3, Upper: 3, Velocity: 2,
			Effort: 10}
		j.Dynamics = &urdf.Dynamics{Damping: 0.5, Friction: 0.3}
	}
	m := expect.Model(t, r)
	starts := map[string][]float64{"upright": {0, 0, 0, 0}, "near a limit": {2.98, 0.1, -0.2, 0.1}}
	if testing.Short() {
		delete(starts, "near a limit")
	}
	for name, start := range starts {
		d := design(t, m, start, 0, 300)
		d.Period, d.Harmonics, d.Seed = 100, 5, 4 // a search that ends at a bound of efforts
		x := find(t, d)
		if load := checkLimits(t, m, x.FourierTrajectory, 50_000); load < 0.99 && name == "upright" {
			t.Errorf("%s: efforts reach %v of their limits", name, load)
		}
		if !(x.Condition <= x.Random) {
			t.Errorf("%s: condition %v, of random ones %v", name, x.Condition, x.Random)
		}
	}
}

// TestDesignMimic checks that the limits of followers bound their leader.
func TestDesignMimic(t *testing.T) {
	link := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "pair", Links: []urdf.Link{link("base"), link("a"), link("b")},
		Joints: []urdf.Joint{
			{Name: "leader", Type: urdf.Revolute, Parent: "base", Child: "a", Axis: [3]float64{0, 1, 0},
				Limit: &urdf.Limit{Lower: -3, Upper: 3, Velocity: 5, Effort: 100}},
			{Name: "follower", Type: urdf.Revolute, Parent: "base", Child: "b", Axis: [3]float64{1, 0, 0},
				Limit: &urdf.Limit{Lower: -1, Upper: 0.5, Velocity: 1, Effort: 1},
				Mimic: &urdf.Mimic{Joint: "leader", Multiplier: -2, Offset: 0.25}}}})
	x := find(t, design(t, m, m.Neutral(), 0, 50))
	checkLimits(t, m, x.FourierTrajectory, 10_000)
}

// TestDesignRepeats checks that the same design finds the same motion, and another seed another one.
func TestDesignRepeats(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	trials := 300
	if testing.Short() {
		trials = 30
	}
	d := design(t, m, m.Neutral(), 0.1, trials)
	first, second := find(t, d), find(t, design(t, m, m.Neutral(), 0.1, trials))
	if !reflect.DeepEqual(first, second) {
		t.Errorf("conditions %v and %v", first.Condition, second.Condition)
	}
	d.Seed = 2
	if other := find(t, d); reflect.DeepEqual(first.A, other.A) {
		t.Error("another seed finds the same")
	}
	if !(first.Condition < first.Random) {
		t.Errorf("condition %v, of random ones %v", first.Condition, first.Random)
	}
	d.Evaluations = 1 // then it is the best of the random ones
	if x := find(t, d); !(x.Condition < x.Random) {
		t.Errorf("condition %v after one trial, of random ones %v", x.Condition, x.Random)
	}
}

// TestLimitsMargin checks what a margin leaves.
func TestLimitsMargin(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	l, err := excite.NewLimits(m, m.Neutral(), 0.25)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(l.Upper[0]-0.75*math.Pi) > 1e-15 || math.Abs(l.Lower[1]+0.75*math.Pi) > 1e-15 ||
		l.Velocity[0] != 4.5 || l.Effort[1] != 750 {
		t.Errorf("limits %+v", l)
	}
}

// TestMoveStart checks that starts near a limit are moved, and those that are kept are not.
func TestMoveStart(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	start := m.Neutral()
	moved := excite.MoveStart(m, start, func(joint string) bool { return joint == "panda_joint6" })
	if strings.Join(moved, " ") != "panda_joint4" || start[5] != 0 || start[0] != 0 {
		t.Errorf("moved %q to %v", moved, start)
	}
	j := m.Joints()[3]
	if start[3] != (j.Lower+j.Upper)/2 {
		t.Errorf("%s is at %v", j.Name, start[3])
	}
}

// TestDesignErrors checks robots that cannot be moved.
func TestDesignErrors(t *testing.T) {
	limits := func(change func(r *urdf.Robot)) error {
		r := expect.Robot(t, "rr_arm")
		change(r)
		m := expect.Model(t, r)
		l, err := excite.NewLimits(m, m.Neutral(), 0)
		if err != nil {
			return err
		}
		_, err = (&excite.DesignTask{Base: identify.FindBase(identify.NewEquation(m, 0)), Limits: l, Period: 1,
			Harmonics: 2, Evaluations: 1}).Find()
		return err
	}
	for want, change := range map[string]func(r *urdf.Robot){
		`joint "joint1" has the velocity limit 0; expected one above 0`: func(r *urdf.Robot) {
			r.Joints[0].Limit.Velocity = 0
		},
		`joint "joint2" has the effort limit 0; expected one above 0`: func(r *urdf.Robot) {
			r.Joints[1].Limit.Effort = 0
		},
		`joint "joint1", with those that mimic it, has the position limits 0 and 0; expected a range`: func(
			r *urdf.Robot) {
			r.Joints[0].Limit.Lower, r.Joints[0].Limit.Upper = 0, 0
		},
		`joint "joint1" starts at 0; expected a position between 0 and 1, so that it can move either way`: func(
			r *urdf.Robot) {
			r.Joints[0].Limit.Lower, r.Joints[0].Limit.Upper = 0, 1
		},
		`joint "joint1" takes 981 N m or N to hold still at the start`: func(r *urdf.Robot) {
			r.Joints[0].Limit.Effort = 980
		},
		`joint "joint2" has 3 coordinates; expected joints with one`: func(r *urdf.Robot) {
			r.Joints[1].Type = urdf.Planar
		},
		`cannot move from the start within the limits of its efforts`: func(r *urdf.Robot) {
			r.Joints[0].Limit.Effort, r.Joints[0].Dynamics = 982, &urdf.Dynamics{Friction: 50}
		},
	} {
		if err := limits(change); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	both := limits(func(r *urdf.Robot) { r.Joints[0].Limit.Velocity, r.Joints[1].Limit.Effort = 0, 0 })
	if both == nil || strings.Count(both.Error(), "\n") != 1 {
		t.Errorf("got %v, want two faults", both)
	}
	floating := expect.Model(t, expect.Robot(t, "rr_arm"), tree.WithFloatingBase())
	if _, err := excite.NewLimits(floating, floating.Neutral(), 0); err == nil || !strings.Contains(err.Error(),
		"the base floats; expected a fixed one") {
		t.Errorf("got %v", err)
	}
	stone := expect.Model(t, &urdf.Robot{Name: "stone",
		Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 2}}}})
	if _, err := (&excite.DesignTask{Base: identify.FindBase(identify.NewEquation(stone, 0)),
		Limits: &excite.MotionLimits{},
		Period: 1, Harmonics: 2, Evaluations: 1}).Find(); err == nil ||
		!strings.Contains(err.Error(), "depend on no parameter; expected moving joints") {
		t.Errorf("got %v", err)
	}
}

// waving returns a motion of so many coordinates with velocities of some rad/s.
func waving(n int) *excite.FourierTrajectory {
	x := &excite.FourierTrajectory{Period: 10, Start: make([]float64, n)}
	for k := range n {
		turn := 1 + 0.1*float64(k)
		x.A = append(x.A, []float64{turn, -0.7, 0.4 * turn, -1.2, 0.5})
		x.B = append(x.B, []float64{0.3, 1.1 * turn, -0.6, 0.8, -turn})
	}
	return x
}

// TestTrajectory checks velocities and accelerations against differences of the positions and velocities.
func TestTrajectory(t *testing.T) {
	x := waving(6)
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(0, 10).Draw(t, "t")
		const h = 1e-5
		state := func(t float64) (q, v, a []float64) {
			q, v, a = make([]float64, 6), make([]float64, 6), make([]float64, 6)
			x.At(q, v, a, t)
			return q, v, a
		}
		before, vBefore, _ := state(at - h)
		_, v, a := state(at)
		after, vAfter, _ := state(at + h)
		for k := range v {
			// h² third derivatives, and roundings by h: 1e-10 each.
			if dq, dv := (after[k]-before[k])/(2*h), (vAfter[k]-vBefore[k])/(2*h); math.Abs(dq-v[k]) > 1e-8 ||
				math.Abs(dv-a[k]) > 1e-8 {
				t.Fatalf("coordinate %d: velocity %v, want %v; acceleration %v, want %v", k, v[k], dq, a[k], dv)
			}
		}
	})
}

// TestDoesNotAllocate checks what is called for each row.
func TestDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x, e := waving(6), identify.NewEfforts(m)
	eq := identify.NewEquation(m, identify.Damping|identify.Friction)
	q, v, a, tau := make([]float64, 6), make([]float64, 6), make([]float64, 6), make([]float64, 6)
	w := make([]float64, 6*len(eq.Names()))
	for name, call := range map[string]func(){
		"FourierTrajectory.At": func() { x.At(q, v, a, 1) },
		"Efforts.At":           func() { e.At(tau, q, v, a) },
		"Equation.Rows":        func() { eq.Rows(w, q, v, a) },
	} {
		if n := testing.AllocsPerRun(20, call); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
