package crba_test

import (
	"testing"

	"kinetree/dynamics/crba"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

func TestGolden(t *testing.T) {
	check := func(t *testing.T, f *golden.File, m *tree.Model) {
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
	}
	t.Run("embedded", func(t *testing.T) { check(t, golden.Load(t, "ur5_robot"), golden.Embedded(t, "ur5")) })
	t.Run("files", func(t *testing.T) {
		for _, f := range golden.All(t) {
			check(t, f, f.Model(t))
		}
	})
}
