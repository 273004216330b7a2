package aba_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestRoot checks on random robots, with followers, floating bases and held rates among them, that R Rᵀ is the inverse
// of the mass matrix and that the components of forces are those of Rᵀ Jᵀ f, with the Jacobian of package tree.
func TestRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		m := c.Model
		q, _, _, _, _ := c.State(m)
		n := m.NV()
		hold := make([]float64, n)
		for i := range hold {
			if rapid.IntRange(0, 4).Draw(t, "hold") == 0 {
				hold[i] = math.Inf(1)
			}
		}
		s := aba.New(m)
		s.Augment(hold)
		if err := s.Articulate(q); err != nil {
			t.Fatal(err)
		}
		s.TakeRoot()
		root := make([]float64, n*n) // rows Rᵀ e_i
		for i := range n {
			s.AddEffort(root[i*n:i*n+n], s.WayOfRate(i), i, 1)
		}
		mass := crba.New(m)
		mass.Augment(hold)
		if err := mass.Factor(q); err != nil {
			t.Fatal(err)
		}
		inverse := make([]float64, n*n)
		mass.Inverse(inverse)
		scale := 0.0
		for i := range n {
			scale = max(scale, inverse[i*n+i])
		}
		for i := range n {
			x := append([]float64(nil), root[i*n:i*n+n]...)
			s.FromRoot(x)
			for j := range n {
				if math.Abs(x[j]-inverse[i*n+j]) > 1e-9*scale { // of inertias that differ by some orders of magnitude
					t.Fatalf("column %d of R R' is %v, of the inverse %v", i, x, inverse[i*n:i*n+n])
				}
			}
		}
		kin := tree.NewKinematics(m)
		kin.Update(q)
		link := rapid.IntRange(0, len(m.Links())-1).Draw(t, "link")
		l := &m.Links()[link]
		number := rapid.Float64Range(-2, 2)
		var f spatial.Force
		for i := range 3 {
			f.Ang[i], f.Lin[i] = number.Draw(t, "moment"), number.Draw(t, "force")
		}
		J := make([]float64, 6*n)
		kin.Jacobian(J, link, tree.Local)
		want := make([]float64, n)
		for i := range n {
			e := 0.0
			for r := range 3 {
				e += J[r*n+i]*f.Ang[r] + J[(3+r)*n+i]*f.Lin[r]
			}
			s.AddEffort(want, s.WayOfRate(i), i, e)
		}
		got := make([]float64, n)
		var inBody [1]spatial.Force
		l.Placement.InverseForce(&inBody[0], &f)
		s.AddForces(got, 0, s.Way(l.Body, 0), l.Body, 0, inBody[:])
		for i := range n {
			if math.Abs(got[i]-want[i]) > 1e-9*math.Sqrt(scale) {
				t.Fatalf("R'J'f is %v; expected %v", got, want)
			}
		}
	})
}
