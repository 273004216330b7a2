package aba_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestArticulatedInertia compares with the mass matrix of a robot in which a floating joint carries the link: what is
// left of it when all that hangs on the link is eliminated, M_bb − M_bs M_ss⁻¹ M_sb. The joint that carries a link has
// no part in its articulated inertia. Links of the fixed base are compared with those of a floating one.
func TestArticulatedInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 8).Draw(t, "joints")
		robot, options := randrobot.Any(seed, n)
		for i := range robot.Joints {
			robot.Joints[i].Mimic = nil
		}
		plain := expect.Model(t, robot, options...)
		joint := plain.Joints()[rapid.IntRange(0, len(plain.Joints())-1).Draw(t, "joint")]
		m := expect.Model(t, robot, append(slices.Clone(options), tree.WithJoint(joint.Name, tree.FloatingJoint()))...)
		k, _ := m.Joint(joint.Name)
		j := &m.Joints()[k]
		q := make([]float64, m.NQ())
		m.Random(q, rand.New(rand.NewPCG(seed, 1)))

		all := make([]float64, m.NV()*m.NV())
		crba.New(m).MassMatrix(all, q)
		rates := []int{j.V + 3, j.V + 4, j.V + 5, j.V, j.V + 1, j.V + 2} // angular ones first
		for i := 1; i < len(m.Bodies()); i++ {
			for up := m.Parent(i); up > 0; up = m.Parent(up) {
				if up == j.Body {
					for c := range m.Bodies()[i].S {
						rates = append(rates, m.Bodies()[i].V+c)
					}
				}
			}
		}
		sub := mat.NewSymDense(len(rates), nil)
		for r, row := range rates {
			for c, column := range rates {
				sub.SetSym(r, c, all[row*m.NV()+column])
			}
		}
		var factor mat.Cholesky
		if !factor.Factorize(sub) {
			t.Fatal("the mass matrix is not positive definite")
		}
		var inverse, want mat.SymDense
		if err := factor.InverseTo(&inverse); err != nil {
			t.Fatal(err)
		}
		if !factor.Factorize(inverse.SliceSym(0, 6)) {
			t.Fatal("the inverse of the mass matrix is not positive definite")
		}
		if err := factor.InverseTo(&want); err != nil {
			t.Fatal(err)
		}
		got, dense := make([]float64, 36), make([]float64, 0, 36)
		for r := range 6 {
			for c := range 6 {
				dense = append(dense, want.At(r, c))
			}
		}
		s := aba.New(m)
		if err := s.ArticulatedInertia(got, q, j.Link); err != nil {
			t.Fatal(err)
		}
		// two inversions of a matrix whose condition is up to some 1e5
		expect.Near(t, "articulated inertia", got, dense, 1e-9, 1)

		if !m.Floating() {
			base := expect.Model(t, robot, append(slices.Clone(options), tree.WithFloatingBase())...)
			fixed := expect.Model(t, robot, options...)
			rest, moving := make([]float64, base.NQ()), make([]float64, 36)
			base.Random(rest, rand.New(rand.NewPCG(seed, 2)))
			if err := aba.New(base).ArticulatedInertia(moving, rest, base.Root()); err != nil {
				t.Fatal(err)
			}
			if err := aba.New(fixed).ArticulatedInertia(got, rest[7:], fixed.Root()); err != nil {
				t.Fatal(err)
			}
			expect.Near(t, "that of the base", got, moving, 1e-12, 1)
		}
	})
}

// TestArticulatedInertiaOfFollowers checks that a robot whose joints follow others is refused, and that nothing
// allocates.
func TestArticulatedInertiaOfFollowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		err := aba.New(c.Model).ArticulatedInertia(make([]float64, 36), c.Q, 0)
		if (err != nil) != c.Model.Coupled() {
			t.Fatalf("coupled is %v, error %v", c.Model.Coupled(), err)
		}
	})
	m := golden.Embedded(t, "ur5")
	s, q, dst := aba.New(m), make([]float64, m.NQ()), make([]float64, 36)
	if n := testing.AllocsPerRun(10, func() {
		for l := range m.Links() {
			if err := s.ArticulatedInertia(dst, q, l); err != nil || math.IsNaN(dst[0]) {
				t.Fatal(err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
