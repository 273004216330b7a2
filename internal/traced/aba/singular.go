// Package aba is the twin of aba on recorded numbers.
package aba

// singular returns the error for body i.
func (s *Solver) singular(i int) error { return s.model.Singular(i) }
