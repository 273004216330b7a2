package tree

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Values are the numbers of a joint for one quantity, as files, flags and results have them by the joint's name: one
// number for a joint with one coordinate, a list for a joint with several. In JSON they are a number if there is one,
// else an array; what is not finite is null.
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

// CoordinateNames returns the names of the n coordinates of a joint: the joint's name for one, and name[0], name[1],
// ... for several.
func CoordinateNames(joint string, n int) []string {
	if n == 1 {
		return []string{joint}
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s[%d]", joint, i)
	}
	return names
}

// BaseName returns the name of a floating base among those of the joints: base, unless a joint is called so, then
// floating_base.
func (m *Model) BaseName() string {
	for name := "base"; ; name = "floating_" + name {
		if _, taken := m.Joint(name); !taken {
			return name
		}
	}
}

// AppendPosition appends the position of a joint to dst: its part of q, or what it follows from.
func (j *Joint) AppendPosition(dst, q []float64) []float64 {
	if j.Leader >= 0 {
		return append(dst, j.Ratio*q[j.Q]+j.Offset+0) // -0 becomes 0
	}
	return append(dst, q[j.Q:j.Q+j.NQ]...)
}

// AppendRate appends the velocity or acceleration of a joint to dst: its part of qd, or what it follows from.
func (j *Joint) AppendRate(dst, qd []float64) []float64 {
	if j.Leader >= 0 {
		return append(dst, j.Ratio*qd[j.V]+0)
	}
	return append(dst, qd[j.V:j.V+j.NV]...)
}

// NormalizeQuaternion makes the quaternion q, of any finite length but zero, one of length 1. It returns false if
// that cannot be done.
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
		sum += x * x
	}
	if length := math.Sqrt(sum); length != 1 {
		for i := range q {
			q[i] /= length
		}
	}
	return true
}
