package reference

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// MotionBounds are what a motion keeps to: its velocity (rad/s or m/s), acceleration and jerk, positive magnitudes.
type MotionBounds struct{ Speed, Acceleration, Jerk float64 }

// SCurve is the shortest motion from rest at one position to rest at another one, from the time begin (s) on, that
// keeps to bounds of velocity, acceleration and jerk. It has seven segments of constant jerk: j, 0, −j, cruise, −j, 0,
// j, of which those have no length that the way has no room for. Acceleration lasts T_a and its jerk T_j:
//
//	T_j = a/j        T_a = T_j + v/a                        where v j ≥ a², so that a is reached, else
//	T_j = √(v/j)     T_a = 2 T_j                            and if the way d is shorter than v T_a
//	T_j = a/j        T_a = T_j/2 + √(T_j²/4 + d/a)          where d ≥ 2 a³/j², else
//	T_j = ∛(d/(2j))  T_a = 2 T_j
//
// The error says which bound is none. Source: Biagiotti and Melchiorri, "Trajectory Planning for Automatic Machines and
// Robots", 2008, section 3.4.
func SCurve(begin, from, to float64, within MotionBounds) (*Piecewise, error) {
	v, a, j := within.Speed, within.Acceleration, within.Jerk
	if err := finite("a number of the s-curve", begin, from, to, v, a, j); err != nil {
		return nil, err
	}
	if v <= 0 || a <= 0 || j <= 0 {
		return nil, fmt.Errorf("the speed is %v, the acceleration %v and the jerk %v; expected positive numbers", v, a,
			j)
	}
	d := math.Abs(to - from)
	bend, gain := a/j, a/j+v/a // T_j and T_a
	if v*j < a*a {
		bend = math.Sqrt(v / j)
		gain = float64(2 * bend)
	}
	cruise := d/v - gain
	if cruise < 0 {
		cruise = 0
		if bend = a / j; d >= 2*a*bend*bend {
			gain = bend/2 + math.Sqrt(float64(bend*bend/4)+d/a)
		} else {
			bend = libm.Pow(d/(2*j), 1.0/3)
			gain = float64(2 * bend)
		}
	}
	j = math.Copysign(j, to-from)
	a = float64(j * bend)
	even := max(gain-float64(2*bend), 0) // between the jerks
	v = float64(a * (gain - bend))
	rise := float64(v * gain / 2)
	x1, v1 := float64(j*bend*bend*bend/6), float64(a*bend/2)
	x2, v2 := x1+float64(even*(v1+float64(a*even/2))), v1+float64(a*even)
	p, end := rest(from, begin), begin+float64(2*gain)+cruise
	p.moves = []Move{{begin, end, from, to}}
	if d == 0 {
		p.moves[0].End = begin
		return p.stop(to), nil
	}
	for _, segment := range [...]struct {
		until float64
		c     [6]float64
	}{
		{begin + bend, [6]float64{from, 0, 0, j / 6}},
		{begin + bend + even, [6]float64{from + x1, v1, a / 2}},
		{begin + gain, [6]float64{from + x2, v2, a / 2, -j / 6}},
		{begin + gain + cruise, [6]float64{from + rise, v}},
		{end - (bend + even), [6]float64{to - rise, v, 0, -j / 6}},
		{end - bend, [6]float64{to - x2, v2, -a / 2}},
		{end, [6]float64{to - x1, v1, -a / 2, j / 6}},
	} {
		if segment.until > p.breaks[len(p.breaks)-1] {
			p.add(segment.until, segment.c)
		}
	}
	return p.stop(to), nil
}
