// Package crba is the twin of dynamics/crba on recorded numbers.
package crba

import "kinetree/compile/graph"

// singular returns the error of rate k.
func (s *Solver) singular(k int, _ graph.Num) error { return s.model.SingularRate(k) }
