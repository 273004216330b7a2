package sim_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/tree"
)

// steps takes steps until a time and returns the states, as the first columns of a log have them.
func steps(t interface{ Fatal(...any) }, w *sim.World, until float64) (states [][]float64) {
	for {
		s := w.State()
		states = append(states, slices.Concat([]float64{s.T}, s.Q, s.Qd, s.Qdd))
		if s.T >= until {
			return states
		}
		if status, err := w.Step(); err != nil || status != sim.Done {
			t.Fatal(status, err)
		}
	}
}

// spin is a controller that remembers: its effort grows from segment to segment.
type spin struct{ n int }

func (s *spin) BeginSegment(t float64, _, _ []float64) (float64, error) {
	s.n++
	return t + 0.0075, nil
}

func (s *spin) Effort(tau []float64, t float64, _, _ []float64) error {
	tau[len(tau)-1] = 0.1*float64(s.n) + t
	return nil
}

func (s *spin) Reset() { s.n = 0 }

// same reports whether two lists of states are equal to the last bit.
func same(a, b [][]float64) bool {
	return slices.EqualFunc(a, b, func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(p, q float64) bool { return math.Float64bits(p) == math.Float64bits(q) })
	})
}

// states is a sink for a robot whose state it reads from the world.
type states struct {
	w    *sim.World
	rows [][]float64
}

func (s *states) Begin([]string) error   { return nil }
func (s *states) End(*sim.Summary) error { return nil }
func (s *states) Record([]float64) error {
	x := s.w.State()
	s.rows = append(s.rows, slices.Concat([]float64{x.T}, x.Q, x.Qd, x.Qdd))
	return nil
}

// TestStepAndReset takes random robots with friction, end stops, wrenches, a force element, changes of the robot and a
// controller that remembers through a run, then through steps after another motion and a Reset: the states are the
// same to the last bit, and so is the account of the energy.
func TestStepAndReset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rough(t, 5)
		c.Integration.Method = rapid.SampledFrom(integrate.Methods()).Draw(t, "method")
		link := len(c.Model.Links()) - 1
		if rapid.Bool().Draw(t, "disturbed") {
			c.Disturbances.Wrenches = []sim.Wrench{{Link: link, Force: mgl64.Vec3{1, 2, 3}, From: 0.0123, To: 0.02}}
			c.Forces = []sim.ForceElement{&pull{link: link, stiffness: 3, damping: 0.1}}
			c.Disturbances.Changes = []sim.Change{{At: 0.0155, Model: c.Model}}
		}
		if rapid.Bool().Draw(t, "driven") {
			c.Controller = &spin{}
		}
		const until = 0.04
		sink := &states{}
		c.Log.Sink = sink
		w, err := sim.New(c)
		if err != nil {
			t.Fatal(err)
		}
		sink.w = w
		summary, err := w.Run(context.Background(), until)
		if err != nil {
			t.Skip("a run that does not end")
		}
		other := slices.Clone(c.Start.Velocity)
		for i := range other {
			other[i] *= 2
		}
		if err := w.Reset(nil, other); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Run(context.Background(), 0.0173); err != nil {
			t.Skip("another run that does not end")
		}
		if err := w.Reset(nil, nil); err != nil {
			t.Fatal(err)
		}
		if got := steps(t, w, until); !same(got, sink.rows[:len(got)]) {
			t.Fatalf("steps after a reset end at\n%v\na run ended at\n%v", got[len(got)-1], sink.rows[len(got)-1])
		}
		if w.Ledger() != summary.Ledger {
			t.Fatalf("the account is %+v, that of the run %+v", w.Ledger(), summary.Ledger)
		}
	})
}

// TestNoAllocation resets and steps a robot with a floating base, end stops, a controller and a force element.
func TestNoAllocation(t *testing.T) {
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	floating := expect.Model(t, robot, tree.WithFloatingBase())
	for _, m := range []*tree.Model{floating, golden.Embedded(t, "branched")} {
		for _, method := range integrate.Methods() {
			w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method}, Controller: &spin{},
				Forces: []sim.ForceElement{&pull{link: len(m.Links()) - 1, stiffness: 100, damping: 1}}})
			q, qd := m.Neutral(), make([]float64, m.NV())
			if a := testing.AllocsPerRun(20, func() {
				if err := w.Reset(q, qd); err != nil {
					t.Fatal(err)
				}
				for range 20 {
					if _, err := w.Step(); err != nil {
						t.Fatal(err)
					}
				}
				if w.Ledger().WrenchWork == 0 {
					t.Fatal("the spring does no work")
				}
			}); a != 0 {
				t.Errorf("%s, %s: %v allocations", m.Name(), method.Name, a)
			}
		}
	}
}

// TestStepStops ends a step where a condition holds.
func TestStepStops(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{2}},
		End: sim.End{Until: []string{"hinge/position < 1.95"}}})
	status, err := sim.Done, error(nil)
	for status == sim.Done && err == nil && w.State().T < 10 {
		status, err = w.Step()
	}
	if q := w.State().Q[0]; err != nil || status != sim.Stopped || math.Abs(q-1.95) > 1e-11 {
		t.Errorf("%s at %v rad: %v", status, q, err)
	}
	if status, err := w.Step(); err != nil || status != sim.Stopped {
		t.Errorf("where the condition holds a step ends with %s, %v", status, err)
	}
}

// TestMistakes makes the mistakes of Go programs: what comes back is an error that says what was expected.
func TestMistakes(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	floating := expect.Model(t, robot, tree.WithFloatingBase())
	wrench := func(x sim.Wrench) sim.Config {
		return sim.Config{Model: m, Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{x}}}
	}
	for want, c := range map[string]sim.Config{
		"has no model; expected one made by tree.Build": {},
		"wrench 0 is on link 99; expected one of the links 0 to 1 of pendulum": wrench(sim.Wrench{Link: 99,
			To: 1}),
		"wrench 0 is on link -1":            wrench(sim.Wrench{Link: -1, To: 1}),
		"the force [NaN 0 0] N":             wrench(sim.Wrench{Force: mgl64.Vec3{math.NaN()}, To: 1}),
		"from 2 s to 1 s":                   wrench(sim.Wrench{From: 2, To: 1}),
		"from NaN s to 1 s":                 wrench(sim.Wrench{From: math.NaN(), To: 1}),
		"force element 0 is nil":            {Model: m, Forces: []sim.ForceElement{nil}},
		"quaternion x, y, z, w of length 1": {Model: floating, Start: sim.Start{Position: make([]float64, 13)}},
		"every -1th state":                  {Model: m, Log: sim.Log{Every: -1}},
		"signals 0, height, have no function": {Model: m,
			Log: sim.Log{Signals: []sim.Signals{{Names: []string{"height"}}}}},
		`joint "hinge" has the extras`:              {Model: m, Joints: []sim.JointExtras{{Restitution: 2}}},
		`joint "hinge" has the extras {Stiffness:N`: {Model: m, Joints: []sim.JointExtras{{Stiffness: math.NaN()}}},
	} {
		if _, err := sim.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	w := expect.World(t, sim.Config{Model: m})
	expect.Run(t, w, 1)
	if _, err := w.Run(context.Background(), 0.5); err == nil || !strings.Contains(err.Error(),
		"the end time is 0.5 s and the world is at 1 s") {
		t.Errorf("a run to the past: %v", err)
	}
	var none context.Context
	if _, err := w.Run(none, 2); err == nil || !strings.Contains(err.Error(), "context.Background()") {
		t.Errorf("a run without context: %v", err)
	}
	if err := expect.World(t, sim.Config{Model: floating}).Reset(make([]float64, 13), nil); err == nil {
		t.Error("a reset to a quaternion of zeros is no error")
	}
	arm := golden.Embedded(t, "branched")
	w = expect.World(t, sim.Config{Model: arm})
	before := fmt.Sprint(w.State())
	far := arm.Neutral()
	k, _ := arm.Joint("left_elbow")
	far[arm.Joints()[k].Q] = 1e3
	if err := w.Reset(far, nil); err == nil || fmt.Sprint(w.State()) != before {
		t.Errorf("a reset beyond an end stop: %v", err)
	}
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "change 0 of the robot has no model") {
			t.Errorf("recovered %q", s)
		}
	}()
	_, _ = sim.New(sim.Config{Model: m, Disturbances: sim.Disturbances{Changes: []sim.Change{{}}}})
}

// TestSkip takes the state of a run to a new world at the same time, before and while a force acts: both go on alike to
// the last bit, because a robot without friction under a force that depends on time has no other memory.
func TestSkip(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	config := sim.Config{Model: m, Ideal: true, Integration: sim.Integration{Step: 0.001}}
	config.Disturbances.Wrenches = []sim.Wrench{{Link: len(m.Links()) - 1, Force: mgl64.Vec3{1, 2, 3}, From: 0.0123,
		To: 0.02}}
	for _, from := range []int{10, 15} {
		w, later := expect.World(t, config), expect.World(t, config)
		for range from {
			if _, err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(later.Reset(w.State().Q, w.State().Qd), later.Skip(w.State().T)); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			for _, x := range []*sim.World{w, later} {
				if _, err := x.Step(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if a, b := w.State(), later.State(); a.T != b.T || !slices.Equal(a.Q, b.Q) || !slices.Equal(a.Qd, b.Qd) {
			t.Errorf("from step %d on: at %v s the positions are %v; of the world that skipped, at %v s, %v", from, a.T,
				a.Q, b.T, b.Q)
		}
	}
}
