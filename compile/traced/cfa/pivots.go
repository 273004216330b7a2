// Package cfa is the twin of dynamics/cfa on recorded numbers.
package cfa

import (
	"fmt"

	"kinetree/compile/graph"
	"kinetree/compile/traced/spatial"
	"kinetree/compile/traced/tree"
	"kinetree/spatial/mat"
)

// factor factors the matrix by elimination. Which pivots are the largest is not known while recording: the first one
// that is known not to be zero is taken, and else the first one that is not known to be zero.
func (b *block) factor() bool {
	for i := range b.rows {
		b.rows[i] = i
	}
	for k := range b.a {
		at := -1
		for i := k; i < len(b.a); i++ {
			v, known := b.a[b.rows[i]][k].Value()
			if known && v != 0 {
				at = i
				break
			}
			if !known && at < 0 {
				at = i
			}
		}
		if at < 0 {
			return false
		}
		b.rows[k], b.rows[at] = b.rows[at], b.rows[k]
		row := &b.a[b.rows[k]]
		for _, r := range b.rows[k+1:] {
			other := &b.a[r]
			other[k] = other[k].Div(row[k])
			for j := k + 1; j < len(other); j++ {
				other[j] = other[j].Sub(other[k].Mul(row[j]))
			}
		}
	}
	return true
}

// team runs the parts of a step one after the other.
type team struct{}

func newTeam(int) *team { return nil }

func (*team) begin(*ParallelChain, int) {}
func (*team) end()                      {}

func (*team) all(p *ParallelChain, count int, step func(p *ParallelChain, k int)) {
	for k := range count {
		step(p, k)
	}
}

// undetermined returns the error of row i.
func (c *Chain) undetermined(i int, _ []row) error {
	return fmt.Errorf("the constraint forces of joint %q are not determined", c.model.JointName(i))
}

// noInverse returns the error of joint i.
func noInverse(m *tree.Model, i int) error {
	return fmt.Errorf("what joint %q moves has no inverse inertia", m.JointName(i))
}

// singular returns the error for body i.
func (t *Tree) singular(i int) error { return t.model.Singular(i) }

// splitColumns is splitOf for any columns, which are those of a model.
func splitColumns(S []spatial.Motion) (out split) {
	s := mat.NewDense(6, len(S), nil)
	for j := range S {
		for k := range 3 {
			ang, _ := S[j].Ang[k].Value()
			lin, _ := S[j].Lin[k].Value()
			s.Set(k, j, ang)
			s.Set(3+k, j, lin)
		}
	}
	T, W := mat.Dual(s)
	return split{columns(T), columns(W)}
}

func columns(m *mat.Dense) []spatial.Force {
	_, n := m.Dims()
	out := make([]spatial.Force, n)
	for j := range out {
		for k := range 3 {
			out[j].Ang[k], out[j].Lin[k] = graph.Known(m.At(k, j)), graph.Known(m.At(3+k, j))
		}
	}
	return out
}
