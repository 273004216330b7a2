package tree

import "fmt"

// PoseError says that a position has a quaternion of zeros, which is no orientation.
type PoseError struct {
	Joint string // "base" for a floating base
	Base  bool
}

func (e *PoseError) Error() string {
	what := fmt.Sprintf("joint %q", e.Joint)
	if e.Base {
		what = "the floating base"
	}
	return fmt.Sprintf("the quaternion x, y, z, w in the position of %s is 0, 0, 0, 0; expected one of any other "+
		"length, as in Model.Neutral", what)
}

// CheckPosition returns a *PoseError for the first joint whose quaternion in q is zero: a vector of zeros is a position
// only of robots without spherical, floating and custom joints. Algorithms that return errors return this one; those
// that do not give NaN for what depends on the orientation. It does not allocate unless there is an error. O(1) for a
// robot whose positions are a vector space.
func (m *Model) CheckPosition(q []float64) error {
	for _, i := range m.curved {
		b := &m.bodies[i]
		at := b.Q + b.nq() - 4
		if q[at] == 0 && q[at+1] == 0 && q[at+2] == 0 && q[at+3] == 0 {
			return &PoseError{Joint: m.JointName(i), Base: b.Joint < 0}
		}
	}
	return nil
}
