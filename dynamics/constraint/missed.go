package constraint

import "math"

// Missed returns the largest violation of the constraints by accelerations (rad/s², m/s²) in a state that meets them:
// more than rounding if rates are held which cannot be, as a joint at a dead centre of its loop. It does not allocate.
func (s *Solver) Missed(t float64, q, qd, qdd []float64) (most float64) {
	s.place(t, q, qd, qdd)
	for r := range s.rows {
		x := &s.rows[r]
		most = max(most, math.Abs(x.derivative(x.k, qdd)))
	}
	return most
}
