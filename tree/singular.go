package tree

import (
	"fmt"
	"math"
)

// SingularError says that the mass matrix is singular: an effort on a joint, or a wrench on a floating base, meets no
// inertia, so its acceleration is not defined.
type SingularError struct {
	Joint string  // "base" for a floating base
	Link  string  // the root link, if it is that of a floating base
	D     float64 // the inertia that is moved (kg m² or kg); NaN if the state is not finite or overflows
}

// Singular returns the error of body i, which moves the inertia d.
func (m *Model) Singular(i int, d float64) *SingularError {
	e := &SingularError{Joint: m.JointName(i), D: d}
	if m.bodies[i].Joint < 0 {
		e.Link = m.links[m.root].Name
	}
	return e
}

func (e *SingularError) Error() string {
	what, cure := fmt.Sprintf("joint %q", e.Joint), "give the links that it carries mass and inertia, or make it fixed"
	if e.Link != "" {
		what, cure = fmt.Sprintf("the floating link %q", e.Link), "give it, or what is fixed to it, mass and inertia, "+
			"or leave the base fixed"
	}
	switch {
	case math.IsNaN(e.D):
		return fmt.Sprintf("the inertia that %s moves is not finite: the state is not finite or too large", what)
	case e.D < 0:
		return fmt.Sprintf("%s moves a negative inertia (%.3g), which no body has; check the masses and inertias of "+
			"the links that it carries", what, e.D)
	}
	return fmt.Sprintf("%s moves no inertia (%.3g), so its acceleration is not defined; %s", what, e.D, cure)
}
