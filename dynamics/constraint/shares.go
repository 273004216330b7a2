package constraint

import "kinetree/spatial/mat"

// Undetermined returns an orthonormal basis of the multipliers that do nothing to the robot at time t and position q,
// nil if there are none: rows that others imply may bear any share. Correct has to follow before other methods of the
// solver. It allocates and takes O(rows³).
func (s *Solver) Undetermined(t float64, q []float64) *mat.Dense {
	if s.Rank() == s.Rows() {
		return nil
	}
	rows, _ := s.Matrix(t, q)
	n, r := s.model.NV(), s.Rows()
	columns := make([]float64, n*r)
	for i := range n {
		for k := range r {
			columns[i*r+k] = rows[k*n+i]
		}
	}
	return mat.NullSpace(columns, r)
}

// Share makes the multipliers of the last Correct those of least norm (in N and N m) that do the same to the robot,
// given what Undetermined returns. It returns a function that sets them back.
func (s *Solver) Share(undetermined *mat.Dense) (restore func()) {
	before := append([]float64(nil), s.lambda...)
	_, free := undetermined.Dims()
	for j := range free {
		part := 0.0
		for k, x := range before {
			part += float64(undetermined.At(k, j) * x)
		}
		for k := range s.lambda {
			s.lambda[k] -= float64(undetermined.At(k, j) * part)
		}
	}
	return func() { copy(s.lambda, before) }
}
