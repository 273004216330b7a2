package constraint

// Misses returns what is to be zero of a position at time t, row by row; 0 for rows on velocities alone. It allocates.
func (s *Solver) Misses(t float64, q []float64) []float64 {
	s.place(t, q, nil, nil)
	list := make([]float64, len(s.rows))
	for r := range s.rows {
		if x := &s.rows[r]; x.k < x.holonomic {
			list[r] = x.off(x.k)
		}
	}
	return list
}

// Matrix returns the rows A of all constraints at time t and position q, row by row of NV numbers, and for each whether
// it is on positions, too. It allocates and takes O(n²).
func (s *Solver) Matrix(t float64, q []float64) (rows []float64, holonomic []bool) {
	n := s.model.NV()
	rows = make([]float64, len(s.rows)*n)
	unit := make([]float64, n)
	at := func(qd []float64, into func(r int, rate float64)) {
		s.place(t, q, qd, nil)
		for r := range s.rows {
			into(r, s.rows[r].rate(s.rows[r].k, qd))
		}
	}
	still := make([]float64, len(s.rows))
	at(unit, func(r int, rate float64) { still[r] = rate })
	for i := range n {
		unit[i] = 1
		at(unit, func(r int, rate float64) { rows[r*n+i] = rate - still[r] })
		unit[i] = 0
	}
	for r := range s.rows {
		holonomic = append(holonomic, s.rows[r].k < s.rows[r].holonomic)
	}
	return rows, holonomic
}
