package tree

import (
	"fmt"
	"math"
)

// SingularError says that the mass matrix is singular: an effort on a joint meets no inertia, so its acceleration is
// not defined.
type SingularError struct {
	Joint string
	D     float64 // the inertia that the joint moves (kg m² or kg); NaN if the state is not finite or overflows
}

func (e *SingularError) Error() string {
	switch {
	case math.IsNaN(e.D):
		return fmt.Sprintf("the inertia that joint %q moves is not finite: the state is not finite or too large",
			e.Joint)
	case e.D < 0:
		return fmt.Sprintf("joint %q moves a negative inertia (%.3g), which no body has; check the masses and "+
			"inertias of the links that it carries", e.Joint, e.D)
	}
	return fmt.Sprintf("joint %q moves no inertia (%.3g), so its acceleration is not defined; give the links that it "+
		"carries mass and inertia, or make it fixed", e.Joint, e.D)
}
