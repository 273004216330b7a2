package reference

import (
	"fmt"
)

// Spline goes through positions at rising times (s), smoothly up to the acceleration: a cubic spline that begins and
// ends at rest. Before the first time it stays at the first position, after the last one at the last. O(n). Source:
// de Boor, "A Practical Guide to Splines", 2001, chapter IV; the complete spline.
func Spline(times, positions []float64) (*Piecewise, error) {
	if err := knots(times, positions); err != nil {
		return nil, err
	}
	if len(times) == 1 {
		return Hold(positions[0]), nil
	}
	return Hermite(times, positions, slopes(times, positions, end{own: 1}, end{own: 1}), nil)
}

// Hermite goes through positions, velocities and accelerations at rising times (s), by a polynomial of degree 5 from
// each time to the next. Without accelerations, nil, the degree is 3 and the acceleration jumps; without velocities,
// too, it is the cubic spline through the positions that has one cubic for the first two and for the last two
// intervals. Before the first time it rests at the first position, after the last one at the last; a velocity that is
// not 0 there begins and ends with a jump. O(n).
func Hermite(times, positions, velocities, accelerations []float64) (*Piecewise, error) {
	if err := knots(times, positions); err != nil {
		return nil, err
	}
	if len(times) == 1 {
		return Hold(positions[0]), nil
	}
	if velocities == nil {
		velocities = natural(times, positions)
	}
	if err := sameLength("velocities", times, velocities); err != nil {
		return nil, err
	}
	if accelerations != nil {
		if err := sameLength("accelerations", times, accelerations); err != nil {
			return nil, err
		}
	}
	p := rest(positions[0], times[0])
	for i := 1; i < len(times); i++ {
		h := times[i] - times[i-1]
		v, w := velocities[i-1], velocities[i]
		if accelerations == nil {
			p.add(times[i], cubic(h, positions[i-1], positions[i], v, w))
		} else {
			p.add(times[i], quintic(h, positions[i-1], positions[i], v, w, accelerations[i-1], accelerations[i]))
		}
	}
	return p.stop(positions[len(positions)-1]), nil
}

// cubic returns the coefficients of the cubic from position x and velocity v to y and w in the time h.
func cubic(h, x, y, v, w float64) [6]float64 {
	mean := (y - x) / h
	return [6]float64{x, v, (float64(3*mean) - float64(2*v) - w) / h, (v + w - float64(2*mean)) / (h * h)}
}

// quintic returns the coefficients of the polynomial of degree 5 from position x, velocity v and acceleration a to y,
// w and b in the time h: what is left of position, velocity and acceleration at the end after the first three terms
// is due to the others.
func quintic(h, x, y, v, w, a, b float64) [6]float64 {
	p := (y - x - float64(h*(v+h*a/2))) / (h * h * h)
	q := (w - v - float64(h*a)) / (h * h)
	r := (b - a) / h
	return [6]float64{x, v, a / 2, float64(10*p) - float64(4*q) + r/2, (float64(-15*p) + float64(7*q) - r) / h,
		(float64(6*p) - float64(3*q) + r/2) / (h * h)}
}

// natural returns the velocities of the cubic spline through positions alone.
func natural(times, positions []float64) []float64 {
	if n := len(times); n < 4 { // too few for the spline, one polynomial through them
		v := make([]float64, n)
		for i := range v {
			v[i] = lagrangeSlope(times, positions, i)
		}
		return v
	}
	n := len(times) - 1
	slope := func(i int) (h, s float64) {
		h = times[i+1] - times[i]
		return h, (positions[i+1] - positions[i]) / h
	}
	h0, s0 := slope(0)
	h1, s1 := slope(1)
	g0, r0 := slope(n - 1)
	g1, r1 := slope(n - 2)
	return slopes(times, positions, oneCubic(h0, h1, s0, s1), oneCubic(g0, g1, r0, r1))
}

// end is the equation of a spline for the velocities at an end and at the knot beside it.
type end struct{ own, beside, right float64 }

// oneCubic is the equation of an end where one cubic goes through two intervals, of lengths g and h and mean slopes r
// and s, from the end on.
func oneCubic(g, h, r, s float64) end {
	both := g + h
	return end{h, both, (float64((g+float64(2*both))*h*r) + float64(g*g*s)) / both}
}

// lagrangeSlope returns the derivative at knot i of the polynomial through all knots.
func lagrangeSlope(t, x []float64, i int) float64 {
	slope := 0.0
	for j := range t {
		if j == i {
			continue
		}
		// The derivative at t_i of the j-th Lagrange polynomial, and its part of that of the i-th.
		w := 1 / (t[j] - t[i])
		for k := range t {
			if k != i && k != j {
				w *= (t[i] - t[k]) / (t[j] - t[k])
			}
		}
		slope += float64(w*x[j]) + x[i]/(t[i]-t[j])
	}
	return slope
}

// slopes returns the velocities v of a cubic spline. With h and s the length and mean slope of the interval after a
// knot and g and r those of the one before, the acceleration is continuous there if h v₋ + 2 (g + h) v + g v₊ =
// 3 (h r + g s). The equations are solved by elimination from the first to the last.
func slopes(times, positions []float64, first, last end) []float64 {
	n := len(times) - 1
	v, after := make([]float64, n+1), make([]float64,
		n+1) // v and what multiplies the next v, once one is free of the one before
	v[0], after[0] = first.right/first.own, first.beside/first.own
	for i := 1; i < n; i++ {
		g, h := times[i]-times[i-1], times[i+1]-times[i]
		r, s := (positions[i]-positions[i-1])/g, (positions[i+1]-positions[i])/h
		pivot := float64(2*(g+h)) - float64(h*after[i-1])
		after[i] = g / pivot
		v[i] = (float64(3*(float64(h*r)+float64(g*s))) - float64(h*v[i-1])) / pivot
	}
	v[n] = (last.right - float64(last.beside*v[n-1])) / (last.own - float64(last.beside*after[n-1]))
	for i := n - 1; i >= 0; i-- {
		v[i] -= float64(after[i] * v[i+1])
	}
	return v
}

// knots checks times and positions.
func knots(times, positions []float64) error {
	if err := rising(times); err != nil {
		return err
	}
	return sameLength("positions", times, positions)
}

func sameLength(what string, times, numbers []float64) error {
	if len(numbers) != len(times) {
		return fmt.Errorf("there are %d %s and %d times; expected as many", len(numbers), what, len(times))
	}
	return finite("one of the "+what, numbers...)
}
