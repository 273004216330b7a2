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
		if err := aba.NewByMassMatrix(m).ArticulatedInertia(got, q, j.Link); err != nil {
			t.Fatal(err)
		}
		expect.Near(t, "articulated inertia by the mass matrix", got, dense, 1e-9, 1)

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

// TestArticulatedInertiaOfFollowers compares that of the root of robots whose joints follow others with the mass matrix
// of the robot on a floating base, without its joints: M_bb − M_bs M_ss⁻¹ M_sb. What carries a leader and not its
// follower is refused. Nothing allocates for others.
func TestArticulatedInertiaOfFollowers(t *testing.T) {
	coupled, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		m := c.Build(t, tree.WithFloatingBase())
		if !m.Coupled() {
			return
		}
		coupled++
		q, n := make([]float64, m.NQ()), m.NV()
		m.Random(q, rand.New(rand.NewPCG(3, 3)))
		all := make([]float64, n*n)
		crba.New(m).MassMatrix(all, q)
		M := mat.NewDense(n, n, all)
		var solved, taken, want mat.Dense
		want.CloneFrom(M.Slice(0, 6, 0, 6))
		if n > 6 {
			if solved.Solve(M.Slice(6, n, 6, n), M.Slice(6, n, 0, 6)) != nil {
				t.Fatal("the mass matrix is singular")
			}
			taken.Mul(M.Slice(0, 6, 6, n), &solved)
			want.Sub(&want, &taken)
		}
		got, dense := make([]float64, 36), make([]float64, 36)
		s := aba.New(m)
		if err := s.ArticulatedInertia(got, q, m.Root()); err != nil {
			t.Fatal(err)
		}
		for i := range 6 {
			for k := range 6 {
				dense[i*6+k] = want.At((i+3)%6, (k+3)%6) // linear rows come first in M
			}
		}
		expect.Near(t, "articulated inertia", got, dense, 1e-9, 1)
		for l := range m.Links() {
			if s.ArticulatedInertia(got, q, l) != nil {
				refused++
			}
		}
	})
	if coupled == 0 || refused == 0 {
		t.Errorf("%d robots have followers, %d links are refused", coupled, refused)
	}
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
