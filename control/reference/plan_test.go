package reference_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/control/reference"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// table is a robot with a planar joint p, a joint x, a joint y that follows it, and a ball joint.
func table(t *testing.T) *tree.Model {
	t.Helper()
	joint := func(name string, kind urdf.JointType, child string) urdf.Joint {
		return urdf.Joint{Name: name, Type: kind, Parent: "0", Child: child, Axis: [3]float64{0, 0, 1}}
	}
	y := joint("y", urdf.Continuous, "3")
	y.Mimic = &urdf.Mimic{Joint: "x", Multiplier: 2}
	m, err := tree.Build(&urdf.Robot{Name: "table", Links: []urdf.Link{{Name: "0"}, {Name: "1"}, {Name: "2"},
		{Name: "3"}, {Name: "4"}},
		Joints: []urdf.Joint{joint("p", urdf.Planar, "1"), joint("x", urdf.Continuous, "2"), y,
			joint("ball", urdf.Continuous, "4")}},
		tree.WithJoint("ball", tree.SphericalJoint()))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPlan(t *testing.T) {
	m := table(t)
	hold := m.Neutral()
	hold[0] = 7
	plan := reference.NewPlan(m, hold)
	piece := must[*reference.Piecewise](t)
	// the second replaces the first
	for _, r := range []reference.Trajectory{piece(reference.Step(9, 0, 1)), piece(reference.Ramp(1, 2, 0, 3))} {
		if err := plan.Follow(0, 1, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := plan.Follow(1, 0, &reference.Sine{Begin: 1.5, Amplitude: 1, Frequency: 0.5 / math.Pi}); err != nil {
		t.Fatal(err)
	}
	s := reference.NewSetpoint(m)
	plan.At(s, 1.5)
	if !slices.Equal(s.Q, []float64{7, 1.5, 0, 0, 0, 0, 0, 1}) ||
		!slices.Equal(s.Qd, []float64{0, 3, 0, 1, 0, 0, 0}) || !slices.Equal(s.Qdd, make([]float64, 7)) {
		t.Errorf("reference %+v", s)
	}
	var breaks []float64
	for at := plan.Break(0); !math.IsInf(at, 1); at = plan.Break(at) {
		breaks = append(breaks, at)
	}
	if !slices.Equal(breaks, []float64{1, 1.5, 2}) {
		t.Errorf("breaks %v", breaks)
	}
	if n := testing.AllocsPerRun(100, func() { plan.At(s, 1.7); plan.Break(1.7) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	for want, err := range map[string]error{
		`joint "y" mimics "x"`:                plan.Follow(2, 0, reference.Hold(1)),
		`position of joint "ball" is a pose`:  plan.Follow(3, 0, reference.Hold(1)),
		`joint "p" has no coordinate 3; it h`: plan.Follow(0, 3, reference.Hold(1)),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestFile reads motions with and without velocities and accelerations, of joints with one coordinate and with several.
func TestFile(t *testing.T) {
	m := table(t)
	f, err := reference.ReadMotionFile(strings.NewReader("x/acceleration,time,x/position,p[2]/position,x/velocity,x/"+
		"effort,energy/total\n"+
		"0,0,0,1,0,5,6\n0,1,1,2,1,5,6\n0,2,2,4,1,5,6\n"), "m.csv", m)
	if err != nil || !slices.Equal(f.Unused, []string{"x/effort", "energy/total"}) {
		t.Fatalf("unused %v, %v", f.Unused, err)
	}
	x, err := f.Trajectory(1, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	samePoint(t, "quintic", x.At(1.5), reference.Point{Position: 1.5, Velocity: 1}, exact)
	p, err := f.Trajectory(0, 2, reference.Cubic)
	if err != nil {
		t.Fatal(err)
	}
	samePoint(t, "parabola", p.At(1.5), reference.Point{Position: 1 + 0.75 + 1.125, Velocity: 2, Acceleration: 1},
		10*exact)
	if _, err := f.Trajectory(0, 0, ""); err == nil ||
		err.Error() != `m.csv: error: there is no column "p[0]/position"` {
		t.Errorf("got %v", err)
	}
}

func TestBadFiles(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	for text, want := range map[string]string{
		"time,lift\n": `m.csv:1:6: error: the column "lift" names no quantity; expected ` +
			`lift/position`,
		"time,lifft/position\n":              `is no motion of a joint of cartesian (did you mean "lift"?)`,
		"time,lift/positon\n":                `m.csv:1:6: error: the column "lift/positon" is no motion`,
		"time,lift/position,lift/position\n": `m.csv:1:20: error: a second column "lift/position"; keep one`,
		"time,lift/position\n0,x\n":          `m.csv:2:3: error: "x" is not a number`,
	} {
		if _, err := reference.ReadMotionFile(strings.NewReader(text), "m.csv", m); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	f, err := reference.ReadMotionFile(strings.NewReader("time,lift/position,lift/acceleration\n0,1,2\n"), "m.csv", m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Trajectory(0, 0, ""); err == nil || !strings.Contains(err.Error(),
		`but none "lift/velocity"; expected both or neither`) {
		t.Errorf("got %v", err)
	}
}

// TestPlanOfAnyRobot checks that a plan holds its position for robots of all kinds of joints.
func TestPlanOfAnyRobot(t *testing.T) {
	for seed := range uint64(20) {
		robot, opts := randrobot.Any(seed, 5)
		m := expect.Model(t, robot, opts...)
		s := reference.NewSetpoint(m)
		s.Qd[0] = 1
		reference.NewPlan(m, m.Neutral()).At(s, 3)
		if !slices.Equal(s.Q, m.Neutral()) || s.Qd[0] != 0 {
			t.Errorf("seed %d: %+v", seed, s)
		}
	}
}

// TestRests compares the time up to which a plan rests with what the plan is at many times.
func TestRests(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	p := reference.NewPlan(m, m.Neutral())
	if end := p.Rests(3); !math.IsInf(end, 1) {
		t.Errorf("a plan that holds rests until %v", end)
	}
	step, err := reference.Step(0.3, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	ramp, err := reference.Ramp(0.5, 0.7, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k, x := range []reference.Trajectory{step, ramp} {
		if err := p.Follow(k, 0, x); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][2]float64{{0, 0.3}, {0.29, 0.3}, {0.3, 0.5}, {0.5, 0.5}, {0.6, 0.6}, {0.7, math.Inf(1)}} {
		if end := p.Rests(c[0]); end != c[1] {
			t.Errorf("at %v s it rests until %v, want %v", c[0], end, c[1])
		}
	}
}
