package reference

import (
	"fmt"

	"gonum.org/v1/gonum/interp"
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
	var s interp.ClampedCubic
	if err := s.Fit(times, positions); err != nil {
		return nil, err
	}
	return Hermite(times, positions, slopes(&s, times), nil)
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
		var err error
		if velocities, err = natural(times, positions); err != nil {
			return nil, err
		}
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
	return [6]float64{x, v, (3*mean - 2*v - w) / h, (v + w - 2*mean) / (h * h)}
}

// quintic returns the coefficients of the polynomial of degree 5 from position x, velocity v and acceleration a to y,
// w and b in the time h: what is left of position, velocity and acceleration at the end after the first three terms
// is due to the others.
func quintic(h, x, y, v, w, a, b float64) [6]float64 {
	p := (y - x - h*(v+h*a/2)) / (h * h * h)
	q := (w - v - h*a) / (h * h)
	r := (b - a) / h
	return [6]float64{x, v, a / 2, 10*p - 4*q + r/2, (-15*p + 7*q - r) / h, (6*p - 3*q + r/2) / (h * h)}
}

// natural returns the velocities of the cubic spline through positions alone.
func natural(times, positions []float64) ([]float64, error) {
	if n := len(times); n < 4 { // too few for the spline, one polynomial through them
		v := make([]float64, n)
		for i := range v {
			v[i] = lagrangeSlope(times, positions, i)
		}
		return v, nil
	}
	var s interp.NotAKnotCubic
	if err := s.Fit(times, positions); err != nil {
		return nil, err
	}
	return slopes(&s, times), nil
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
		slope += w*x[j] + x[i]/(t[i]-t[j])
	}
	return slope
}

// slopes returns the derivatives of a spline at its knots.
func slopes(s interp.DerivativePredictor, times []float64) []float64 {
	v := make([]float64, len(times))
	for i, t := range times {
		v[i] = s.PredictDerivative(t)
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
