package fastest

import (
	"fmt"
	"math"
	"slices"

	"kinetree/control/reference"
	"kinetree/tree"
)

// Route is a path of a robot: the positions of its joints over a number s that rises from 0 along it. At stops the path
// has a corner, where the robot rests.
type Route struct {
	model *tree.Model
	along []*reference.Piecewise // of each coordinate
	knots []float64              // of s: where a derivative may jump
	stops []float64              // of these, those where the robot rests, the ends included
	Left  int                    // points that repeat the one before and are left out
}

// RouteShape says how a path goes from point to point.
type RouteShape string

// The shapes.
const (
	// Smooth is the cubic spline through the points, over the distance that they are apart.
	Smooth RouteShape = "spline"
	// Straight goes along straight lines in the space of the joints and rests where their direction changes.
	Straight RouteShape = "lines"
)

// straight is how far the direction of a line may change, relative to its length, until that is a corner.
const straight = 1e-9

// NewRoute returns the path through points, NQ numbers each, of a model whose joints have one coordinate each. The
// number s is the length of the lines between the points, whose coordinates count alike (rad, m). The error says that
// there are fewer than two points that differ.
func NewRoute(m *tree.Model, points [][]float64, shape RouteShape) (*Route, error) {
	r := &Route{model: m}
	var kept [][]float64
	for _, p := range points {
		m.CheckLengths(p)
		if n := len(kept); n > 0 && slices.Equal(kept[n-1], p) {
			r.Left++
			continue
		}
		kept = append(kept, p)
	}
	if len(kept) < 2 {
		return nil, fmt.Errorf("the path has %d points that differ; expected two at least", len(kept))
	}
	r.knots = make([]float64, len(kept))
	for i := 1; i < len(kept); i++ {
		r.knots[i] = r.knots[i-1] + distance(kept[i-1], kept[i])
	}
	for k := range m.NQ() {
		var motion *reference.Piecewise
		var err error
		if shape == Smooth {
			numbers := make([]float64, len(kept))
			for i := range kept {
				numbers[i] = kept[i][k]
			}
			motion, err = reference.Hermite(r.knots, numbers, nil, nil)
		} else {
			list := make([]reference.Waypoint, len(kept))
			for i := range kept {
				list[i] = reference.Waypoint{Time: r.knots[i], Position: kept[i][k]}
			}
			motion, err = reference.Waypoints(list, false)
		}
		if err != nil {
			return nil, err
		}
		r.along = append(r.along, motion)
	}
	r.stops = []float64{0}
	for i := 1; i < len(kept)-1; i++ {
		if shape == Straight && corner(kept[i-1], kept[i], kept[i+1]) {
			r.stops = append(r.stops, r.knots[i])
		}
	}
	r.stops = append(r.stops, r.Length())
	return r, nil
}

// Length returns s at the end.
func (r *Route) Length() float64 { return r.knots[len(r.knots)-1] }

// distance returns that of two points.
func distance(a, b []float64) float64 {
	sum := 0.0
	for k := range a {
		sum += float64((b[k] - a[k]) * (b[k] - a[k]))
	}
	return math.Sqrt(sum)
}

// corner reports whether the direction changes at b.
func corner(a, b, c []float64) bool {
	g, h := distance(a, b), distance(b, c)
	for k := range a {
		if math.Abs((b[k]-a[k])/g-(c[k]-b[k])/h) > straight {
			return true
		}
	}
	return false
}

// At sets q to the position at s, and d1 and d2 to its first and second derivative by s, NQ numbers each: where they
// jump, those behind the jump, or before it.
func (r *Route) At(q, d1, d2 []float64, s float64, before bool) {
	if before {
		s = math.Nextafter(s, math.Inf(-1))
	} else if s >= r.Length() { // behind which the motions rest
		s = math.Nextafter(r.Length(), 0)
	}
	for k, along := range r.along {
		p := along.At(s)
		q[k], d1[k], d2[k] = p.Position, p.Velocity, p.Acceleration
	}
}

// turns returns where between two values of s, within a piece, a joint turns round.
func (r *Route) turns(from, to float64) (list []float64) {
	for _, along := range r.along {
		a, b, c := along.At(from), along.At((from+to)/2), along.At(math.Nextafter(to, 0))
		// The derivative is that parabola, in z from 0 to 1.
		p0 := a.Velocity
		p2 := float64(2 * (a.Velocity + c.Velocity - float64(2*b.Velocity)))
		p1 := c.Velocity - a.Velocity - p2
		for _, z := range roots(p2, p1, p0) {
			if z > 0 && z < 1 {
				list = append(list, from+float64(z*(to-from)))
			}
		}
	}
	return list
}

// roots returns the real roots of a z² + b z + c, rising; none of what is constant.
func roots(a, b, c float64) []float64 {
	d := float64(b*b) - float64(4*a*c)
	switch {
	case a == 0 && b == 0, d < 0:
		return nil
	case a == 0:
		return []float64{-c / b}
	}
	w := -(b + math.Copysign(math.Sqrt(d), b)) / 2
	if w == 0 {
		return []float64{0}
	}
	x, y := w/a, c/w
	return []float64{math.Min(x, y), math.Max(x, y)}
}
