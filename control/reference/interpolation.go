package reference

import "math"

// Interpolation says how a motion goes from row to row of a file.
type Interpolation string

// The interpolations. Those of a lower degree than the columns of a file would allow leave out its velocities, or its
// accelerations.
const (
	Stairs   Interpolation = "hold"     // stays at a row up to the next one, and jumps there
	Lines    Interpolation = "linear"   // at constant velocity
	Cubic    Interpolation = "cubic"    // with the velocities; without, the cubic spline of Hermite
	Quintic  Interpolation = "quintic"  // with the velocities and accelerations
	Monotone Interpolation = "monotone" // see Within
)

// Interpolations returns the names of all interpolations.
func Interpolations() []string {
	return []string{string(Stairs), string(Lines), string(Cubic), string(Quintic), string(Monotone)}
}

// Through goes through positions at rising times (s) by an interpolation. Those of velocities and accelerations, nil
// for none, are left out by those of a lower degree. An empty interpolation is the one of the highest degree that is
// there, and Monotone for positions alone.
func Through(times, positions, velocities, accelerations []float64, by Interpolation) (*Piecewise, error) {
	if by == Cubic {
		accelerations = nil
	}
	switch {
	case by == Stairs || by == Lines:
		return polyline(times, positions, by == Stairs)
	case by == Monotone || by == "" && velocities == nil:
		return Within(times, positions)
	}
	return Hermite(times, positions, velocities, accelerations)
}

// polyline goes from position to position at rising times by constant velocities, or in stairs.
func polyline(times, positions []float64, stairs bool) (*Piecewise, error) {
	if err := knots(times, positions); err != nil {
		return nil, err
	}
	p := rest(positions[0], times[0])
	for i := 1; i < len(times); i++ {
		c := [6]float64{positions[i-1]}
		if !stairs {
			c[1] = (positions[i] - positions[i-1]) / (times[i] - times[i-1])
		}
		p.add(times[i], c)
	}
	return p.stop(positions[len(positions)-1]), nil
}

// Within goes through positions at rising times (s) by cubics that lie between both ends of each interval: where
// positions rise, the motion does not fall, and it is never beyond its positions. The acceleration jumps. Before the
// first time it rests at the first position, after the last one at the last; a velocity that is not 0 there begins and
// ends with a jump. O(n). Sources: Fritsch and Butland, "A method for constructing local monotone piecewise cubic
// interpolants", SIAM J. Sci. Stat. Comput. 5, 1984; Moler, "Numerical Computing with MATLAB", 2004, section 3.6, for
// the ends.
func Within(times, positions []float64) (*Piecewise, error) {
	if err := knots(times, positions); err != nil {
		return nil, err
	}
	n := len(times) - 1
	interval := func(i int) (h, s float64) {
		h = times[i+1] - times[i]
		return h, (positions[i+1] - positions[i]) / h
	}
	v := make([]float64, n+1)
	for i := 1; i < n; i++ {
		g, r := interval(i - 1)
		h, s := interval(i)
		if r*s > 0 {
			v[i] = float64(3*(g+h)) / ((float64(2*h)+g)/r + (h+float64(2*g))/s)
		}
	}
	switch {
	case n == 1:
		_, v[0] = interval(0)
		v[1] = v[0]
	case n > 1:
		g, r := interval(0)
		h, s := interval(1)
		v[0] = withinEnd(g, h, r, s)
		g, r = interval(n - 1)
		h, s = interval(n - 2)
		v[n] = withinEnd(g, h, r, s)
	}
	return Hermite(times, positions, v, nil)
}

// withinEnd returns the velocity at an end from which intervals of the lengths g and h with the mean slopes r and s go:
// that of the parabola through both, as far as the motion then is monotone.
func withinEnd(g, h, r, s float64) float64 {
	v := (float64((float64(2*g)+h)*r) - float64(g*s)) / (g + h)
	switch {
	case !(v*r > 0):
		return 0
	case r*s <= 0 && math.Abs(v) > math.Abs(3*r):
		return float64(3 * r)
	}
	return v
}

// Span returns the times of the first and of the last piece's ends (s): before and after them the motion rests. They
// are infinite for one that always rests, the first +Inf and the last -Inf.
func (p *Piecewise) Span() (first, last float64) {
	if len(p.breaks) == 0 {
		return math.Inf(1), math.Inf(-1)
	}
	return p.breaks[0], p.breaks[len(p.breaks)-1]
}
