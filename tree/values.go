package tree

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Quantity is what the values of a joint measure.
type Quantity uint8

const (
	Position Quantity = iota
	Velocity
	Acceleration
	Effort
)

// String returns the word for the quantity in files, logs and requests.
func (q Quantity) String() string {
	return [...]string{"position", "velocity", "acceleration", "effort"}[q]
}

// Values are the numbers of one quantity of a joint, as files, flags and results give them under the joint's name: one
// number for a joint with one coordinate, a list for a joint with several. In JSON one value is a number, several are
// an array, and values that are not finite are null.
type Values []float64

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	if len(v) == 1 {
		return number(nil, v[0]), nil
	}
	b := []byte{'['}
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = number(b, x)
	}
	return append(b, ']'), nil
}

// number adds a number as encoding/json writes it.
func number(b []byte, x float64) []byte {
	text, err := json.Marshal(x)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Values) UnmarshalJSON(data []byte) error {
	var one float64
	if err := json.Unmarshal(data, &one); err == nil {
		*v = Values{one}
		return nil
	}
	var several []float64
	if err := json.Unmarshal(data, &several); err != nil {
		return fmt.Errorf("%s; expected a number or an array of numbers", data)
	}
	*v = several
	return nil
}

// String returns the numbers separated by commas, as flags take them.
func (v Values) String() string {
	var parts []string
	for _, x := range v {
		parts = append(parts, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(parts, ",")
}

// span returns where the values of a quantity of the joint stand in the vector of all joints. Those of a follower are
// its leader's.
func (j *Joint) span(q Quantity) (first, n int) {
	if q == Position {
		return j.Q, j.NQ
	}
	return j.V, j.NV
}

// AppendPosition appends the position of a joint to dst: its part of q, or what follows from its leader's position.
func (j *Joint) AppendPosition(dst, q []float64) []float64 {
	if j.Leader >= 0 {
		return append(dst, float64(j.Ratio*q[j.Q])+j.Offset+0) // -0 becomes 0
	}
	return append(dst, q[j.Q:j.Q+j.NQ]...)
}

// AppendRate appends the velocity or acceleration of a joint to dst: its part of the vector qd, or what follows from
// its leader's.
func (j *Joint) AppendRate(dst, qd []float64) []float64 {
	if j.Leader >= 0 {
		return append(dst, float64(j.Ratio*qd[j.V])+0)
	}
	return append(dst, qd[j.V:j.V+j.NV]...)
}

// agreement is how far a value that is given for a follower may be from the one that follows from its leader's,
// relative to the larger of it and 1: far above the rounding of decimal numbers, far below any mistake.
const agreement = 1e-9

// SetJoint puts the values that are given for a position, velocity or acceleration of joint k into x, the vector of all
// joints. It makes a quaternion one of length 1. For a joint that follows another one it only compares the values with
// those of that joint, which must be in x before. The error says what is wrong with the values, not which joint has
// them.
func (m *Model) SetJoint(x []float64, k int, q Quantity, given []float64) error {
	j := &m.joints[k]
	first, n := j.span(q)
	if len(given) != n {
		return fmt.Errorf("%s; expected %s", counted(len(given)), m.expected(j, q))
	}
	if j.Leader >= 0 {
		return m.checkFollower(j, q, x, given[0])
	}
	copy(x[first:first+n], given)
	if q == Position && m.bodies[j.Body].curved() && !NormalizeQuaternion(x[first+n-4:first+n]) {
		return fmt.Errorf("the quaternion is %v; expected x,y,z,w that are not all 0", Values(given[n-4:]))
	}
	return nil
}

// checkFollower compares the value given for a follower with the one that follows from its leader's.
func (m *Model) checkFollower(j *Joint, q Quantity, x []float64, given float64) error {
	want := float64(j.Ratio*x[j.V]) + 0 // -0 becomes 0
	if q == Position {
		want = float64(j.Ratio*x[j.Q]) + j.Offset
	}
	if math.Abs(given-want) <= agreement*math.Max(1, math.Abs(want)) {
		return nil
	}
	leader := m.joints[j.Leader].Name
	return fmt.Errorf("the joint mimics %q, so its %s is %v, not %v; set that of %q and leave this one out", leader,
		q, want, given, leader)
}

// counted says how many numbers there are.
func counted(n int) string {
	if n == 1 {
		return "1 number"
	}
	return fmt.Sprintf("%d numbers", n)
}

// expected says how many values a quantity of a joint has, and which.
func (m *Model) expected(j *Joint, q Quantity) string {
	_, n := j.span(q)
	kind := m.bodies[j.Body].Kind
	switch {
	case n == 1:
		return "1"
	case q == Position && kind == Free:
		return "7: x, y, z and a quaternion x, y, z, w"
	case q == Position && kind == Spherical:
		return "4: a quaternion x, y, z, w"
	case kind == Free && n == 6:
		return "6: linear x, y, z and angular x, y, z"
	case kind == Revolute && n == 3:
		return "3: along the x and y of the plane and about its normal"
	}
	return fmt.Sprintf("%d", n)
}

// SetBasePosition puts the values that are given for the pose of a floating base into q: x, y, z or these and a
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

// SetBaseVelocity puts the values that are given for the velocity of a floating base into qd: the linear one or the
// linear and the angular one.
func SetBaseVelocity(qd, given []float64) error {
	if len(given) != 3 && len(given) != 6 {
		return errors.New(counted(len(given)) + "; expected 3, linear x,y,z, or 6, these and angular x,y,z")
	}
	copy(qd[:6], given)
	return nil
}

// NormalizeQuaternion scales the quaternion q to length 1. It returns false if its length is zero or not finite.
func NormalizeQuaternion(q []float64) bool {
	largest := 0.0
	for _, x := range q {
		largest = math.Max(largest, math.Abs(x)) // NaN stays
	}
	if !(largest > 0) || math.IsInf(largest, 0) {
		return false
	}
	sum := 0.0
	for i, x := range q {
		x /= largest // so that squares neither overflow nor vanish
		q[i] = x
		sum += float64(x * x)
	}
	if length := math.Sqrt(sum); length != 1 {
		for i := range q {
			q[i] /= length
		}
	}
	return true
}
