package cfa_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/cfa"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

// agree compares a tree with the articulated-body algorithm in one state, with rates that are held and with inertias
// that are added, too. Both are within some thousand roundings of the truth, of the sum of the accelerations.
func agree(t rapid.TB, m *tree.Model, seed uint64) {
	t.Helper()
	s := stateOf(m, seed)
	byForces, byBodies := cfa.NewTree(m), aba.New(m)
	some := randrobot.Vector(seed+9, m.NV())
	held := make([]float64, m.NV())
	for i, x := range some {
		if held[i] = math.Abs(x); x > 0.5 {
			held[i] = math.Inf(1)
		}
	}
	for _, added := range [][]float64{nil, held} {
		byForces.Augment(added)
		byBodies.Augment(added)
		want := s.accelerations(t, byBodies)
		got := s.accelerations(t, byForces)
		scale := 1.0
		for _, x := range want {
			scale = max(scale, math.Abs(x))
		}
		expect.Within(t, m.Name()+": accelerations", got, want, 1e-10*scale)
		size := 1.0
		for i := range want {
			size = max(size, math.Abs(byBodies.Reaction(i)))
		}
		for i := range want {
			if d := byForces.Reaction(i) - byBodies.Reaction(i); !(math.Abs(d) <= 1e-9*size) {
				t.Errorf("%s: reaction %d is %v, want %v", m.Name(), i, byForces.Reaction(i), byBodies.Reaction(i))
			}
		}
	}
	if m.Coupled() {
		return // the efforts of followers are part of what joints bear, which inverse dynamics divides among them
	}
	byForces.Augment(nil)
	qdd := s.accelerations(t, byForces)
	inverse := rnea.New(m)
	inverse.MoveBase(s.base)
	tau := make([]float64, m.NV())
	inverse.InverseDynamics(tau, s.q, s.qd, qdd, s.fext)
	for k, j := range m.Joints() {
		f, want := byForces.JointForce(j.Link), inverse.JointForce(k)
		size := 1 + want.Ang.Len() + want.Lin.Len()
		if d := f.Ang.Sub(want.Ang).Len() + f.Lin.Sub(want.Lin).Len(); !(d <= 1e-9*size) && j.Armature == 0 {
			t.Errorf("%s: joint %s bears %v, want %v", m.Name(), j.Name, f, want)
		}
	}
}

// TestTreeModels compares all embedded models in some states.
func TestTreeModels(t *testing.T) {
	for _, entry := range models.List() {
		for seed := range uint64(20) {
			agree(t, golden.Embedded(t, entry.Name), 100*seed)
		}
	}
}

// TestTreeGolden compares robots that are about.
func TestTreeGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, _ *golden.File, m *tree.Model) { agree(t, m, 7) })
}

// TestTreeRandom compares random trees with joints of all kinds, followers and drives, their bases fixed or floating.
func TestTreeRandom(t *testing.T) {
	r, opts := randrobot.AllKinds()
	agree(t, expect.Model(t, r, opts...), 1)
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, rapid.IntRange(1, 12).Draw(t, "joints"))
		agree(t, c.Build(t), rapid.Uint64Max(1<<40).Draw(t, "seed"))
	})
}

// TestTreeBarDisc compares with figures that were computed by hand.
func TestTreeBarDisc(t *testing.T) {
	m := golden.Embedded(t, "bar_disc")
	qdd := make([]float64, 2)
	if err := cfa.NewTree(m).ForwardDynamics(qdd, []float64{0.3, 1}, []float64{0.7, -2}, []float64{1, 0.5},
		nil); err != nil {
		t.Fatal(err)
	}
	expect.Within(t, "accelerations", qdd, []float64{-3.215562098572, 8.771117654128}, 1e-12)
}

// TestTreeDoesNotAllocate evaluates a robot with followers.
func TestTreeDoesNotAllocate(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	s, solver, qdd := stateOf(m, 3), cfa.NewTree(m), make([]float64, m.NV())
	if n := testing.AllocsPerRun(10, func() {
		if err := solver.ForwardDynamics(qdd, s.q, s.qd, s.tau, s.fext); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTreeSingular names the joint that moves no inertia.
func TestTreeSingular(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "empty", Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
		Joints: []urdf.Joint{{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}})
	z := []float64{0}
	err := cfa.NewTree(m).ForwardDynamics([]float64{0}, z, z, z, nil)
	want := aba.New(m).ForwardDynamics([]float64{0}, z, z, z, nil)
	if err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
}
