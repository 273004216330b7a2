package expect

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TB is what a test, a benchmark and a property test have alike.
type TB interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Within fails the test unless each number of got differs from that of want by at most a limit.
func Within(t TB, what string, got, want []float64, limit float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	if d := floats.Distance(got, want, math.Inf(1)); !(d <= limit) {
		t.Fatalf("%s: %v, want %v: off by %.3g, limit %.3g", what, got, want, d, limit)
	}
}

// Number fails the test unless a number differs from the one that is wanted by at most a limit.
func Number(t TB, what string, got, want, limit float64) {
	t.Helper()
	if !(math.Abs(got-want) <= limit) {
		t.Fatalf("%s: %v, want %v: limit %.3g", what, got, want, limit)
	}
}

// Near is Within a part of the largest number of want, or of scale if that is more.
func Near(t TB, what string, got, want []float64, part, scale float64) {
	t.Helper()
	Within(t, what, got, want, part*math.Max(scale, floats.Norm(want, math.Inf(1))))
}

// Robot returns the description of an embedded robot.
func Robot(t TB, name string) *urdf.Robot {
	t.Helper()
	r, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Resisting gives each moving joint of a robot, by its index, damping and friction, and returns the robot.
func Resisting(r *urdf.Robot, of func(joint int) urdf.Dynamics) *urdf.Robot {
	for i := range r.Joints {
		if j := &r.Joints[i]; j.Type != urdf.Fixed {
			d := of(i)
			j.Dynamics = &d
		}
	}
	return r
}

// Model returns the kinematic tree of a robot.
func Model(t TB, r *urdf.Robot, opts ...tree.Option) *tree.Model {
	t.Helper()
	m, err := tree.Build(r, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// World returns the world of a configuration.
func World(t TB, c sim.Config) *sim.World {
	t.Helper()
	w, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Run runs a world up to a time and returns the summary.
func Run(t TB, w *sim.World, until float64) *sim.Summary {
	t.Helper()
	s, err := w.Run(context.Background(), until)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
