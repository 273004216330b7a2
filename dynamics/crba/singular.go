package crba

// singular returns the error of rate k, whose body moves the inertia d.
func (s *Solver) singular(k int, d float64) error { return s.model.Singular(s.model.RateBody(k), d) }
