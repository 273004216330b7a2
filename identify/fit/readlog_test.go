package fit_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"kinetree/control/loop"
	"kinetree/identify/fit"
	"kinetree/integrate"
	"kinetree/internal/table"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
	"kinetree/urdf"
)

// simulate returns the log of a simulation as the program writes it.
func simulate(t testing.TB, c sim.Config, duration float64) []byte {
	t.Helper()
	var log bytes.Buffer
	c.Log.Sink = record.NewStream(&log)
	w := expect.World(t, c)
	if _, err := w.Run(context.Background(), duration); err != nil {
		t.Fatal(err)
	}
	return log.Bytes()
}

// read reads a log.
func read(t testing.TB, log []byte, m *tree.Model) *fit.Samples {
	t.Helper()
	l, err := fit.ReadLog(bytes.NewReader(log), "log.csv", m, fit.LogFormat{})
	if err != nil {
		t.Fatal(err)
	}
	return l.Parts[0]
}

// TestReadLog checks that the log of a robot with joints of all kinds on a floating base comes back as it was
// simulated: the same states, and efforts that cause the accelerations.
func TestReadLog(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	layout := m.EffortLayout()
	constant := randrobot.Vector(3, layout.Len())
	for i := range 6 {
		constant[i] = 0
	}
	log := simulate(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Controller: loop.NewOpenLoop(constant,
			nil), Start: sim.Start{Velocity: randrobot.Vector(4, m.NV())}}, 0.02)
	read, err := fit.ReadLog(bytes.NewReader(log), "log.csv", m, fit.LogFormat{})
	if err != nil {
		t.Fatal(err)
	}
	s := read.Parts[0]
	if len(read.Unknown) > 0 {
		t.Errorf("the columns %q are not known", read.Unknown)
	}
	if s.Len() != 21 || s.T[20] != 0.02 || !s.Complete() {
		t.Fatalf("%d rows to %v s", s.Len(), s.T[s.Len()-1])
	}
	q, tau := m.Neutral(), make([]float64, layout.Len())
	copy(tau, constant)
	want := layout.Generalized(tau)
	for i, x := range s.Q[0] {
		if x != q[i] {
			t.Fatalf("position %v, want %v", s.Q[0], q)
		}
	}
	for i, x := range s.V[0] {
		if x != randrobot.Vector(4, m.NV())[i] {
			t.Fatalf("velocity %v", s.V[0])
		}
	}
	for i, x := range s.Tau[7] {
		if math.Abs(x-want[i]) > 1e-15 {
			t.Fatalf("efforts %v, want %v", s.Tau[7], want)
		}
	}
	// The logged accelerations are those of the articulated-body algorithm; inverse dynamics takes another way.
	back := make([]float64, m.NV())
	rnea.New(m).InverseDynamics(back, s.Q[7], s.V[7], s.A[7], nil)
	expect.Near(t, "the efforts that the accelerations take", back, s.Tau[7], 1e-9, 1)
}

// TestReadLogColumns checks that columns may be in any order, that what the efforts of followers and stops add
// counts, and that other columns are named.
func TestReadLogColumns(t *testing.T) {
	link := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "pair", Links: []urdf.Link{link("base"), link("a"), link("b")},
		Joints: []urdf.Joint{
			{Name: "leader", Type: urdf.Continuous, Parent: "base", Child: "a", Axis: [3]float64{0, 0, 1}},
			{Name: "follower", Type: urdf.Continuous, Parent: "base", Child: "b", Axis: [3]float64{1, 0, 0},
				Mimic: &urdf.Mimic{Joint: "leader", Multiplier: -2}}}})
	read, err := fit.ReadLog(strings.NewReader("\ufeffleader/effort,follower/effort, time ,current,"+
		"leader/position,leader/velocity,leader/limit_effort,energy/total,follower/position\n1,10,0,7,0.5,0.25,0,0,0\n"+
		"2,20,0.1,7,0.6,0.35,3,0,0\n"), "log.csv", m, fit.LogFormat{})
	if err != nil {
		t.Fatal(err)
	}
	s, unknown := read.Parts[0], read.Unknown
	if s.T[1] != 0.1 || s.Q[1][0] != 0.6 || s.V[1][0] != 0.35 || !math.IsNaN(s.A[1][0]) || s.Tau[1][0] != 2-40+3 {
		t.Errorf("read %v", s)
	}
	if len(unknown) != 1 || unknown[0] != "current" {
		t.Errorf("not known: %q", unknown)
	}
}

// TestReadLogFaults checks what is said of logs that cannot be read: all faults, with their places.
func TestReadLogFaults(t *testing.T) {
	m := expect.Model(t, expect.Robot(t, "rr_arm"))
	const header = "time,joint1/position,joint1/effort,joint2/position,joint2/effort\n"
	for log, want := range map[string]string{
		"":     "log.csv: error: the file is empty; expected a header with the column time",
		header: "log.csv: error: there is a header but no row; expected at least one",
		"time,joint1/position,joint1/efort,joint2/position,joint2/effort\n0,0,0,0,0\n": "log.csv:1:1: error: there " +
			"are no columns joint1/effort (did you mean \"joint1/efort\"?); expected the position and the effort of " +
			"each joint",
		"time,joint1/position\n0,0\n": "log.csv:1:1: error: there are no columns joint1/effort, " +
			"joint2/effort, joint2/position; expected the position and the effort of each joint",
		"t;x\n0;1\n": "log.csv:1:1: error: there is no column time; separate " +
			"the columns by commas",
		"time,time," + header[5:] + "0,0,0,0,0,0\n": "log.csv:1:6: error: a second column time; keep one",
		header[:len(header)-1] + ",joint1/effort\n": "log.csv:1:66: error: a second column joint1/effort; keep one",
		header + "0,1,2,3,4\n0,1,2,x,inf\n1,2\n2,1,1,1,1": "log.csv:3:7: error: \"x\" is not a number; expected a " +
			"finite decimal number\nlog.csv:3:9: " +
			"error: \"inf\" is not a number; expected a finite decimal number\nlog.csv:4:1: error: the row has 2 " +
			"fields; expected 5 as in the header",
		header + "0,1,2,3,\"4\n": "log.csv:2:",
		"timestamp,joint1/position\n0,0\n": "log.csv:1:1: error: there is no column time; rename timestamp to time, " +
			"in seconds",
		"time,joint1/pos,joint1/torque,joint2/pos,joint2/torque\n0,0,0,0,0\n": "log.csv:1:1: error: there are no " +
			"columns joint1/effort, joint1/position, joint2/effort, joint2/position (rename joint1/torque to " +
			"joint1/effort, rename joint1/pos to joint1/position, rename joint2/torque to joint2/effort, and so on); " +
			"expected the position and the effort of each joint",
		header + "0,1,2,,4\n1,,,,\n": "log.csv: error: each row lacks the time, a position or an effort; expected " +
			"rows without empty fields",
	} {
		_, err := fit.ReadLog(strings.NewReader(log), "log.csv", m, fit.LogFormat{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", log, err, want)
		}
		var fault *table.Error
		if !errors.As(err, &fault) {
			t.Errorf("%q: the error has the type %T", log, err)
		}
	}
}

// FuzzReadLog checks that no log makes a panic, and that what is read has the lengths of the model.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte("time,joint1/position,joint1/effort,joint2/position,joint2/effort\n0,1,2,3,4\n0.1,1,2,3,4\n"))
	f.Add([]byte("time,joint1/position\n0,1\n"))
	m := expect.Model(f, expect.Robot(f, "rr_arm"))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := fit.ReadLog(bytes.NewReader(data), "log.csv", m, fit.LogFormat{})
		if err != nil {
			return
		}
		for _, s := range log.Parts {
			if s.Len() == 0 || len(s.Q[0]) != 2 || len(s.Tau) != s.Len() {
				t.Errorf("%q gives %v", data, s)
			}
		}
		motion, err := fit.Prepare(m, math.NaN(), log)
		if err != nil {
			return
		}
		for _, s := range motion.Parts {
			if s.Len() == 0 || !s.Complete() {
				t.Errorf("%q gives %v", data, s)
			}
		}
	})
}
