package cfa

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// The solution of A λ = r is looked at from inside, for the second solution of each ForwardDynamics would hide what
// is wrong with the first.

// system returns A in full and r, with the ones on the diagonal that stand for no constraint force, before anything
// is eliminated.
func (c *Chain) system() (*mat.Dense, *mat.VecDense) {
	n := len(c.rows)
	A, r := mat.NewDense(5*n, 5*n, nil), mat.NewVecDense(5*n, nil)
	for i := range n {
		c.setRow(i + 1)
		c.setRight(i + 1)
		at := 0
		for k := range 5 {
			r.SetVec(5*i+k, c.rows[i].x[k])
			for l := range k + 1 {
				x := c.rows[i].diag[at]
				A.Set(5*i+k, 5*i+l, x)
				A.Set(5*i+l, 5*i+k, x)
				at++
			}
			for l := range 5 {
				if i+1 < n {
					x := c.rows[i].right[l][k]
					A.Set(5*i+k, 5*i+5+l, x)
					A.Set(5*i+5+l, 5*i+k, x)
				}
			}
		}
	}
	return A, r
}

// drawChain draws a chain of all kinds of joints in a random state, and computes the accelerations without constraint
// forces.
func drawChain(t *rapid.T, joints int) (*ParallelChain, []float64) {
	seed := rapid.Uint64().Draw(t, "seed")
	robot, opts := randrobot.AnyChain(seed, rapid.IntRange(1, joints).Draw(t, "joints"), true)
	m := modelOf(t, robot, opts...)
	p, err := NewParallelChain(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	q := make([]float64, m.NQ())
	m.Random(q, rand.New(rand.NewPCG(seed, 9)))
	p.loosen(q, randrobot.Vector(seed, m.NV()), randrobot.Vector(seed+1, m.NV()))
	return p, q
}

// loosen makes the steps of ForwardDynamics before A.
func (c *Chain) loosen(q, qd, tau []float64) {
	for i := 1; i <= len(c.rows); i++ {
		c.place(i, q, tau)
		c.velocity(i, qd)
		c.bias(i, qd, nil)
	}
	for i := 1; i <= len(c.rows); i++ {
		c.accelerate(i)
	}
}

// TestSystem compares A with Wᵀ φ⁻ᵀ M⁻¹ φ⁻¹ W of the spatial operators.
func TestSystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawChain(t, 10)
		got, _ := p.system()
		o := newOperators(p.model, q)
		_, W := o.splits()
		A := &mat.Dense{}
		if W != nil {
			A = mul(W.T(), o.loose(), W)
		}
		// The numbers of the constraint forces that there are, and those of the others.
		var real []int
		filled := mat.NewDense(5*len(p.rows), 5*len(p.rows), nil)
		for i := range p.rows {
			for k := range 5 {
				if k < len(splitOf(&p.model.Bodies()[i+1]).W) {
					real = append(real, 5*i+k)
				} else {
					filled.Set(5*i+k, 5*i+k, 1)
				}
			}
		}
		largest := 1.0
		for a, i := range real {
			for b, k := range real {
				filled.Set(i, k, A.At(a, b))
				largest = math.Max(largest, math.Abs(A.At(a, b)))
			}
		}
		filled.Sub(filled, got)
		// sums of some hundred products
		if off := math.Max(mat.Max(filled), -mat.Min(filled)); !(off <= 1e-12*largest) {
			t.Fatalf("A is off by %.3g, of a largest element of %.3g", off, largest)
		}
	})
}

// TestSolutions compares one solution of A λ = r by block elimination and one by odd-even reduction with one in full.
func TestSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, _ := drawChain(t, 40)
		A, r := p.system()
		var want mat.VecDense
		var lu mat.LU
		lu.Factorize(A)
		if err := lu.SolveVecTo(&want, false, r); err != nil {
			t.Fatal(err)
		}
		// Rounding, grown by the condition: a backward stable solution of a positive definite system.
		limit := 1e-14 * lu.Cond() * mat.Norm(&want, math.Inf(1))
		check := func(what string) {
			for i := range p.rows {
				for k, x := range p.rows[i].x {
					if d := math.Abs(x - want.AtVec(5*i+k)); !(d <= limit) {
						t.Fatalf("%s: constraint force %d of row %d is %v, off by %.3g, limit %.3g, condition %.3g",
							what, k, i, x, d, limit, lu.Cond())
					}
				}
			}
		}
		if !p.reduce() {
			t.Fatal("lost")
		}
		p.solve()
		check("odd-even reduction")
		for i := 1; i <= len(p.rows); i++ {
			if !p.factor(i) {
				t.Fatal("lost")
			}
			p.forward(i)
		}
		for i := len(p.rows); i > 0; i-- {
			p.backward(i)
		}
		check("block elimination")
	})
}

// TestScan compares the velocities by odd-even reduction with those one after the other.
func TestScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawChain(t, 60)
		n := len(p.rows)
		p.q, p.qd, p.tau = q, randrobot.Vector(1, p.model.NV()), make([]float64, p.model.NV())
		p.bodies[0].v.Ang, p.bodies[0].v.Lin = [3]float64{1, 2, 3}, [3]float64{4, 5, 6}
		p.team.all(p, n, (*ParallelChain).begin)
		p.velocities()
		got := append([]body(nil), p.bodies...)
		for i := 1; i <= n; i++ {
			p.velocity(i, p.qd)
			v, w := &p.bodies[i].v, &got[i].v
			// Sums of some 60 rates with levers of some 60 m.
			if d := v.Ang.Sub(w.Ang).Len() + v.Lin.Sub(w.Lin).Len(); !(d <= 1e-13*60*60) {
				t.Fatalf("body %d of %d moves at %v, want %v: off by %.3g", i, n, *w, *v, d)
			}
		}
	})
}

// modelOf returns the model of a robot. Package expect, which does the same, rests on this one.
func modelOf(t rapid.TB, r *urdf.Robot, options ...tree.Option) *tree.Model {
	t.Helper()
	m, err := tree.Build(r, options...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
