package cfa

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial/mat"

	"kinetree/spatial"
	"kinetree/tree"
)

// split says how the force through a joint comes apart into the effort and the constraint forces, f = T τ + W λ:
//
//	Sᵀ T = 1,   Sᵀ W = 0
//
// For a joint on the z axis both are unit vectors, in general those of mat.Dual.
type split struct{ T, W []spatial.Force }

func splitOf(b *tree.Body) split {
	unit := func(k int) (f spatial.Force) {
		if k < 3 {
			f.Ang[k] = 1
		} else {
			f.Lin[k-3] = 1
		}
		return f
	}
	effort := 2 // the row of the 6 that a joint on z has its effort in
	switch {
	case len(b.S) == 0: // the base
		return split{}
	case b.Kind == tree.Prismatic:
		effort = 5
	case b.Kind != tree.Revolute:
		return splitColumns(b.S)
	}
	out := split{T: []spatial.Force{unit(effort)}}
	for k := range 6 {
		if k != effort {
			out.W = append(out.W, unit(k))
		}
	}
	return out
}

// splitColumns is splitOf for any columns.
func splitColumns(S []spatial.Motion) split {
	k := len(S)
	s := mat.NewDense(6, k, nil)
	for j := range S {
		s.SetCol(j, append(S[j].Ang[:], S[j].Lin[:]...))
	}
	T, W := mat.Dual(s)
	var out split
	for j := range k {
		out.T = append(out.T, column(T, j))
	}
	for j := range 6 - k {
		out.W = append(out.W, column(W, j))
	}
	return out
}

func column(m *mat.Dense, j int) spatial.Force {
	c := m.Column(j)
	return spatial.Force{Ang: mgl64.Vec3(c[:3]), Lin: mgl64.Vec3(c[3:])}
}
