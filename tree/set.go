package tree

import (
	"errors"
	"fmt"
	"math"
)

// Quantity is what the numbers of a joint tell.
type Quantity uint8

// The quantities.
const (
	Position Quantity = iota
	Velocity
	Acceleration
	Effort
)

func (w Quantity) String() string {
	return [...]string{"position", "velocity", "acceleration", "effort"}[w]
}

// agreement is how far a number that is given for a follower may be from what its leader's says, relative to the
// larger of it and 1: far above the rounding of decimal numbers, far below any mistake.
const agreement = 1e-9

// Set puts the numbers that are given for a position, velocity or acceleration of joint k into x, the vector of all.
// A quaternion becomes one of length 1. For a joint that follows another one it only compares them with those of that
// joint, which must be in x before. The error says what is wrong with the numbers, not which joint has them.
func (m *Model) Set(k int, what Quantity, x, given []float64) error {
	j := &m.Joints()[k]
	first, n := j.V, j.NV
	if what == Position {
		first, n = j.Q, j.NQ
	}
	if len(given) != n {
		return fmt.Errorf("%s; expected %s", counted(len(given)), shape(m, k, what))
	}
	if j.Leader >= 0 {
		return followed(m, j, what, x, given[0])
	}
	copy(x[first:first+n], given)
	if what != Position {
		return nil
	}
	switch m.Bodies()[j.Body].Kind {
	case Spherical, Free:
		if q := x[first+n-4 : first+n]; !NormalizeQuaternion(q) {
			return fmt.Errorf("the quaternion is %v; expected x,y,z,w that are not all 0", Values(given[n-4:]))
		}
	}
	return nil
}

// followed compares the number given for a follower.
func followed(m *Model, j *Joint, what Quantity, x []float64, given float64) error {
	want := j.Ratio*x[j.V] + 0 // -0 becomes 0
	if what == Position {
		want = j.Ratio*x[j.Q] + j.Offset
	}
	if math.Abs(given-want) <= agreement*math.Max(1, math.Abs(want)) {
		return nil
	}
	leader := m.Joints()[j.Leader].Name
	return fmt.Errorf("the joint mimics %q, so its %s is %v, not %v; set that of %q and leave this one out", leader,
		what, want, given, leader)
}

// counted says how many numbers there are.
func counted(n int) string {
	if n == 1 {
		return "1 number"
	}
	return fmt.Sprintf("%d numbers", n)
}

// shape says which numbers a joint has.
func shape(m *Model, k int, what Quantity) string {
	j := &m.Joints()[k]
	n := j.NV
	if what == Position {
		n = j.NQ
	}
	kind := m.Bodies()[j.Body].Kind
	switch {
	case n == 1:
		return "1"
	case what == Position && kind == Free:
		return "7: x, y, z and a quaternion x, y, z, w"
	case what == Position && kind == Spherical:
		return "4: a quaternion x, y, z, w"
	case kind == Free && n == 6:
		return "6: linear x, y, z and angular x, y, z"
	case kind == Revolute && n == 3:
		return "3: along the x and y of the plane and about its normal"
	}
	return fmt.Sprintf("%d", n)
}

// SetBasePosition puts the numbers that are given for the pose of a floating base into q: x, y, z or these and a
// quaternion x, y, z, w, which becomes one of length 1.
func SetBasePosition(q, given []float64) error {
	if len(given) != 3 && len(given) != 7 {
		return fmt.Errorf("%s; expected 3, x,y,z, or 7, these and a quaternion x,y,z,w", counted(len(given)))
	}
	copy(q[:7], given)
	if len(given) == 7 && !NormalizeQuaternion(q[3:7]) {
		return fmt.Errorf("the quaternion is %v; expected x,y,z,w that are not all 0", Values(given[3:]))
	}
	return nil
}

// SetBaseVelocity puts the numbers that are given for the velocity of a floating base into qd: the linear one or the
// linear and the angular one.
func SetBaseVelocity(qd, given []float64) error {
	if len(given) != 3 && len(given) != 6 {
		return errors.New(counted(len(given)) + "; expected 3, linear x,y,z, or 6, these and angular x,y,z")
	}
	copy(qd[:6], given)
	return nil
}
