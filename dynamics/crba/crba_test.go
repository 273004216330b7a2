package crba_test

import (
	"testing"

	"kinetree/dynamics/crba"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := crba.New(m)
		n := m.NV()
		for _, state := range f.States {
			q, M, inverse := state.Position(t, m), make([]float64, n*n), make([]float64, n*n)
			s.MassMatrix(M, q)
			f.CompareMatrix(t, f.Robot+" M", m, M, state.M)
			if len(state.Minv) == 0 {
				continue
			}
			if err := s.Factor(q); err != nil {
				t.Fatal(err)
			}
			s.Inverse(inverse)
			f.CompareMatrix(t, f.Robot+" M⁻¹", m, inverse, state.Minv)
		}
	})
}
