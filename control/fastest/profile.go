package fastest

import (
	"math"
	"sort"
)

// profile is how a part of the path is passed: x = ṡ² at its nodes, and u = s̈ at both ends of each cell.
type profile struct {
	cells []cell
	x     []float64
	u     [][2]float64
}

// move is a motion with a constant third derivative: s = y t + a t²/2 + (b − a) t³/(6 T) in the time T, from the
// speed y. Each cell is passed by one. Backwards in time the speeds stay and the accelerations change their sign.
type move struct{ y, a, b, time float64 }

// leap returns the move over a length from the speed y with the accelerations a and b at its ends, and its last speed;
// −1 if it does not get there.
func leap(length, y, a, b float64) (m move, last float64) {
	d := float64(y*y) + float64(length*(float64(2*a)+b)*2/3)
	if !(d > 0) {
		return move{}, -1
	}
	t := 2 * length / (y + math.Sqrt(d))
	return move{y, a, b, t}, y + float64((a+b)*t/2)
}

// bridge returns the move over a length from one speed to another one that begins with the acceleration a.
func bridge(length, y, last, a float64) move {
	p := (float64(2*y) + last) / 3
	t := 2 * length / (p + math.Sqrt(math.Max(0, float64(p*p)+float64(2*a*length/3))))
	return move{y, a, float64(2*(last-y))/t - a, t}
}

// join returns the accelerations at both ends of the move over a length between two speeds, as near to each other as
// their bounds allow.
func join(length, y, last float64, from, to [2]float64) (a, b float64) {
	mean := (last - y) * (last + y) / float64(2*length)
	first, second := within(mean, from), within(mean, to)
	switch off := math.Abs(first-mean) - math.Abs(second-mean); {
	case off > 0 || off == 0 && first != mean:
		return first, bridge(length, y, last, first).b
	case off < 0:
		return -bridge(length, last, y, -second).b, second
	}
	return mean, mean
}

// within returns the number within bounds that is nearest to x.
func within(x float64, bounds [2]float64) float64 { return math.Max(bounds[0], math.Min(bounds[1], x)) }

// at returns s, y and u at a time.
func (m *move) at(t float64) (s, y, u float64) {
	j := m.jerk()
	return float64(t * (m.y + float64(t*(m.a/2+float64(j*t/6))))), m.y + float64(t*(m.a+float64(j*t/2))),
		m.a + float64(j*t)
}

// jerk returns the third derivative.
func (m *move) jerk() float64 { return (m.b - m.a) / m.time }

// move returns that of a cell.
func (p *profile) move(i int) move {
	length := p.cells[i].to - p.cells[i].from
	y, last, u := math.Sqrt(p.x[i]), math.Sqrt(p.x[i+1]), p.u[i]
	if y > last { // towards rest all digits are at the end
		m, _ := leap(length, last, -u[1], -u[0])
		return move{y, u[0], u[1], m.time}
	}
	m, _ := leap(length, y, u[0], u[1])
	return m
}

// times returns when the nodes are passed.
func (p *profile) times() []float64 {
	list := make([]float64, len(p.x))
	for i := range p.cells {
		list[i+1] = list[i] + p.move(i).time
	}
	return list
}

// at returns the cell at a time, given those of the nodes, and the time since its start.
func (p *profile) at(times []float64, t float64) (i int, since float64) {
	i = min(max(0, sort.SearchFloat64s(times, t)-1), len(p.cells)-1)
	return i, t - times[i]
}
