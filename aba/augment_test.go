package aba_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestAugment checks on robots of all kinds of joints that the accelerations with inertias added to the diagonal of
// M, some of them infinite, are those for which inverse dynamics gives the efforts, less what the inertias take and
// with the reactions of the rates held.
func TestAugment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		m, n := c.Model, c.Model.NV()
		d := make([]float64, n)
		for i := range d {
			d[i] = rapid.SampledFrom([]float64{0, 0, 0.3, 10, math.Inf(1)}).Draw(t, "added")
		}
		s, inverse := aba.New(m), rnea.New(m)
		if rapid.Bool().Draw(t, "moved") {
			s.MoveBase(c.BaseMotion())
			inverse.MoveBase(c.BaseMotion())
		}
		s.Augment(d)
		efforts := func(tau, a []float64) {
			inverse.InverseDynamics(tau, c.Q, c.V, a, c.Fext)
			for i, x := range d {
				if !math.IsInf(x, 1) {
					tau[i] += x * a[i]
				} else if a[i] != 0 {
					t.Fatalf("rate %d is held and accelerates by %v", i, a[i])
				}
				tau[i] -= s.Reaction(i)
			}
		}
		got := make([]float64, n)
		for range 2 {
			if err := s.ForwardDynamics(got, c.Q, c.V, c.Tau, c.Fext); err != nil {
				t.Fatal(err)
			}
			judge(t, "augmented", m, c.Q, efforts, got, nil, c.Tau)
		}
		for i, x := range d {
			if r := s.Reaction(i); r != 0 && !math.IsInf(x, 1) {
				t.Fatalf("rate %d is not held and has the reaction %v", i, r)
			}
		}

		s.Augment(nil)
		if err := s.ForwardDynamics(got, c.Q, c.V, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		clear(d)
		judge(t, "no more augmented", m, c.Q, efforts, got, nil, c.Tau)
	})
}

// withDrives returns the robot with inertias of drives on some joints.
func withDrives(t *rapid.T, c *randrobot.AnyCase) *tree.Model {
	var options []tree.Option
	for _, j := range c.Model.Joints() {
		options = append(options,
			tree.WithArmature(j.Name, rapid.SampledFrom([]float64{0, 0.02, 3}).Draw(t, "armature")))
	}
	if c.Model.Floating() {
		options = append(options, tree.WithFloatingBase())
	}
	return c.Build(t, options...)
}

// TestArmature checks that the inertias of drives stand on the diagonal of the mass matrix, with the squares of the
// ratios of joints that follow others, and that all algorithms know them.
func TestArmature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		var options []tree.Option
		want := make([]float64, c.Model.NV())
		for _, j := range c.Model.Joints() {
			x := rapid.SampledFrom([]float64{0, 0.02, 3}).Draw(t, "armature")
			options = append(options, tree.WithArmature(j.Name, x))
			for i := range j.NV {
				want[j.V+i] += j.Ratio * j.Ratio * x
			}
		}
		if c.Model.Floating() {
			options = append(options, tree.WithFloatingBase())
		}
		m := c.Build(t, options...)
		n := m.NV()
		plain, M := make([]float64, n*n), make([]float64, n*n)
		crba.New(c.Model).MassMatrix(plain, c.Q)
		crba.New(m).MassMatrix(M, c.Q)
		for i := range n {
			for j := range n {
				added := 0.0
				if i == j {
					added = want[i]
				}
				if M[i*n+j] != plain[i*n+j]+added {
					t.Fatalf("element %d, %d of M is %v, want %v and %v", i, j, M[i*n+j], plain[i*n+j], added)
				}
			}
		}

		inverse := rnea.New(m)
		efforts := func(tau, a []float64) { inverse.InverseDynamics(tau, c.Q, c.V, a, c.Fext) }
		tau, got := make([]float64, n), slices.Clone(c.A)
		efforts(tau, c.A)
		if err := aba.New(m).ForwardDynamics(got, c.Q, c.V, tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		judge(t, "aba after rnea", m, c.Q, efforts, got, c.A, tau)

		kinetic, _ := lagrange.New(m).Energy(c.Q, c.V)
		twice := 0.0
		for i := range n {
			twice += c.V[i] * floats.Dot(M[i*n:i*n+n], c.V)
		}
		if math.Abs(kinetic-twice/2) > 1e-12*(1+kinetic) { // sums of n² products
			t.Fatalf("the kinetic energy is %v, want %v", kinetic, twice/2)
		}
	})
}

func TestWrongArmature(t *testing.T) {
	r := randrobot.Chain(2)
	_, err := tree.Build(r, tree.WithArmature("jont1", 1), tree.WithArmature(r.Joints[0].Name, math.NaN()),
		tree.WithArmature(r.Joints[1].Name, -1))
	diags, ok := err.(urdf.Diagnostics)
	if !ok || len(diags) != 3 || !strings.Contains(err.Error(), "no moving joint of this name") ||
		strings.Count(err.Error(), "expected 0 or more") != 2 {
		t.Errorf("%v", err)
	}
}

// TestMasslessJointWithArmature checks that a drive alone makes a joint move.
func TestMasslessJointWithArmature(t *testing.T) {
	m := expect.Model(t, singular(), tree.WithArmature("free", 0.5))
	k, _ := m.Joint("free")
	zero, tau, qdd := make([]float64, m.NV()), make([]float64, m.NV()), make([]float64, m.NV())
	tau[m.Joints()[k].V] = 2
	if err := aba.New(m).ForwardDynamics(qdd, zero, zero, tau, nil); err != nil || qdd[m.Joints()[k].V] != 4 {
		t.Errorf("acceleration %v: %v", qdd, err)
	}
}

func TestAugmentDoesNotAllocate(t *testing.T) {
	for _, coupled := range []bool{false, true} {
		var c *randrobot.AnyCase
		for seed := uint64(0); c == nil || c.Model.Coupled() != coupled; seed++ {
			c = randrobot.NewAny(t, seed, 8)
		}
		s, d := aba.New(c.Model), make([]float64, c.Model.NV())
		d[0], d[1] = math.Inf(1), 2
		qdd := make([]float64, len(d))
		if n := testing.AllocsPerRun(100, func() {
			s.Augment(nil)
			s.Augment(d)
			s.ForwardDynamics(qdd, c.Q, c.V, c.Tau, c.Fext)
		}); n != 0 {
			t.Errorf("coupled %v: %v allocations", coupled, n)
		}
	}
}
