// Package tree is the twin of tree on recorded numbers. A model is made by traced.Model.
package tree

import "fmt"

// SingularError says that the mass matrix is known to be singular while recording.
type SingularError struct{ Joint string }

// Singular returns the error of body i.
func (m *Model) Singular(i int) error {
	e := &SingularError{"base"}
	if k := m.bodies[i].Joint; k >= 0 {
		e.Joint = m.joints[k].Name
	}
	return e
}

// SingularRate returns the error of rate k.
func (m *Model) SingularRate(k int) error {
	i := 1
	for b := &m.bodies[i]; k < b.V || k >= b.V+len(b.S); b = &m.bodies[i] {
		i++
	}
	return m.Singular(i)
}

func (e *SingularError) Error() string { return fmt.Sprintf("joint %q moves no inertia", e.Joint) }
