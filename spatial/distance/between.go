package distance

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// NewPoint returns the origin alone, a sphere without a radius.
func NewPoint() *Convex { return &Convex{form: sphere} }

// Between returns the distance of two solids, the second one at a place in the axes of the first one (m). If they
// overlap it is negative: the shortest way that parts them. Of two half spaces it is infinitely negative. To rounding,
// but for cylinders, to about 1e-8 of their sizes. It allocates.
//
// A sphere is a point and a capsule is a line, in which their radii are left out. The difference of two such cores, the
// points a − b, is convex; its distance from the origin is found by the algorithm of Gilbert, Johnson and Keerthi, and
// if the origin is inside, by the expanding polytope of van den Bergen. Source: Gilbert, Johnson, Keerthi, "A fast
// procedure for computing the distance between complex objects in three-dimensional space", 1988; van den Bergen,
// "Proximity queries and penetration depth computation on 3D game objects", 2001.
func Between(a, b *Convex, place *spatial.Transform) float64 {
	switch {
	case a.form == halfSpace && b.form == halfSpace:
		return math.Inf(-1)
	case a.form == halfSpace:
		down := vec.MulVec(place.R.Transpose(), mgl64.Vec3{0, 0, -1})
		return place.Point(b.Support(down))[2]
	case b.form == halfSpace:
		back := place.Inverse()
		return Between(b, a, &back)
	}
	d := difference{a, b, place}
	round := a.rounding() + b.rounding()
	size := a.Bound() + b.Bound() + vec.Len(place.P)
	gap, around := d.gap(size)
	if gap > 0 {
		return gap - round
	}
	return -d.depth(around, size) - round
}

// rounding returns the radius that is left out of the core.
func (c *Convex) rounding() float64 {
	if c.form == sphere || c.form == capsule {
		return c.radius
	}
	return 0
}

// core returns the furthest point of the core in a direction.
func (c *Convex) core(toward mgl64.Vec3) mgl64.Vec3 {
	switch c.form {
	case sphere:
		return mgl64.Vec3{}
	case capsule:
		return mgl64.Vec3{2: math.Copysign(c.half[2], toward[2])}
	}
	return c.Support(toward)
}

// difference is that of two cores.
type difference struct {
	a, b  *Convex
	place *spatial.Transform
}

func (d *difference) support(toward mgl64.Vec3) mgl64.Vec3 {
	back := vec.MulVec(d.place.R.Transpose(), vec.Scaled(toward, -1))
	return d.a.core(toward).Sub(d.place.Point(d.b.core(back)))
}

// Accuracies of the methods, relative to the sizes of the solids.
const (
	closeTo  = 1e-14 // what counts as the origin
	better   = 1e-13 // an improvement that is rounding
	mostTurn = 200   // rounds
)

// gap returns the distance of the origin, 0 if it is inside, and then points around it.
func (d *difference) gap(size float64) (float64, []mgl64.Vec3) {
	simplex := []mgl64.Vec3{d.support(mgl64.Vec3{1, 0, 0})}
	at := simplex[0]
	for range mostTurn {
		l := vec.Len(at)
		if l <= closeTo*size {
			return 0, simplex
		}
		next := d.support(vec.Scaled(at, -1))
		if l-vec.Dot(at, next)/l <= better*size {
			return l, nil
		}
		var now mgl64.Vec3
		now, simplex = nearestOf(append(simplex, next))
		if vec.Len(now) >= l {
			return l, nil
		}
		if at = now; len(simplex) == 4 {
			return 0, simplex
		}
	}
	return vec.Len(at), nil
}

// nearestOf returns the point of a simplex that is nearest to the origin, and the corners that it lies between.
func nearestOf(corners []mgl64.Vec3) (best mgl64.Vec3, kept []mgl64.Vec3) {
	least := math.Inf(1)
	for some := 1; some < 1<<len(corners); some++ {
		var list []mgl64.Vec3
		for i, p := range corners {
			if some>>i&1 == 1 {
				list = append(list, p)
			}
		}
		if p, inside := foot(list); inside && vec.Len(p) < least {
			least, best, kept = vec.Len(p), p, list
		}
	}
	return best, kept
}

// foot returns the foot of the origin on what corners span, and whether it is between them.
func foot(corners []mgl64.Vec3) (p mgl64.Vec3, inside bool) {
	var axes [3]mgl64.Vec3 // orthogonal, of the edges from the first corner
	var mix [3][3]float64  // of earlier axes in each edge
	n := len(corners) - 1
	for i := range n {
		e := corners[i+1].Sub(corners[0])
		length := vec.Len(e)
		for k := range i {
			mix[i][k] = vec.Dot(axes[k], e) / vec.Dot(axes[k], axes[k])
			e = e.Sub(vec.Scaled(axes[k], mix[i][k]))
		}
		if axes[i] = e; vec.Len(e) <= 1e-12*length || length == 0 {
			return p, false
		}
	}
	p = corners[0]
	var share [3]float64
	for i := range n {
		share[i] = -vec.Dot(axes[i], corners[0]) / vec.Dot(axes[i], axes[i])
		p = p.Add(vec.Scaled(axes[i], share[i]))
	}
	first := 1.0
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			share[i] -= float64(mix[k][i] * share[k])
		}
		if first -= share[i]; share[i] < 0 {
			return p, false
		}
	}
	if n == 3 {
		p = mgl64.Vec3{}
	}
	return p, first >= 0
}

// facet is a triangle of a polytope about the origin.
type facet struct {
	corners [3]mgl64.Vec3
	normal  mgl64.Vec3
	far     float64 // of its plane from the origin
}

func newFacet(a, b, c mgl64.Vec3) (facet, bool) {
	n := vec.Cross(b.Sub(a), c.Sub(a))
	l := vec.Len(n)
	if !(l > 0) {
		return facet{}, false
	}
	n = vec.Scaled(n, 1/l)
	return facet{[3]mgl64.Vec3{a, b, c}, n, vec.Dot(n, a)}, true
}

// depth returns how far the origin is from the outside, given points around it; 0 where the difference is flat.
func (d *difference) depth(around []mgl64.Vec3, size float64) float64 {
	body, ok := d.grow(around, size)
	if !ok {
		return 0
	}
	for range 2 * mostTurn {
		nearest := 0
		for i := range body {
			if body[i].far < body[nearest].far {
				nearest = i
			}
		}
		f := body[nearest]
		next := d.support(f.normal)
		if vec.Dot(f.normal, next)-f.far <= better*size {
			return max(0, f.far)
		}
		var rest []facet
		var rim [][2]mgl64.Vec3
		for _, f := range body {
			if vec.Dot(f.normal, next)-f.far <= closeTo*size {
				rest = append(rest, f)
				continue
			}
			for k := range 3 {
				edge, met := [2]mgl64.Vec3{f.corners[k], f.corners[(k+1)%3]}, false
				for i := range rim { // an edge of two triangles that go is none of the rim
					if rim[i] == [2]mgl64.Vec3{edge[1], edge[0]} {
						rim, met = append(rim[:i:i], rim[i+1:]...), true
						break
					}
				}
				if !met {
					rim = append(rim, edge)
				}
			}
		}
		for _, e := range rim {
			if f, ok := newFacet(e[0], e[1], next); ok {
				rest = append(rest, f)
			}
		}
		if len(rest) < 4 {
			return max(0, f.far)
		}
		body = rest
	}
	least := math.Inf(1)
	for _, f := range body {
		least = min(least, f.far)
	}
	return max(0, least)
}

// grow makes a tetrahedron about the origin from points about it. It reports false where the difference is flat.
func (d *difference) grow(corners []mgl64.Vec3, size float64) ([]facet, bool) {
	flat := float64(1e-10 * size)
	add := func(toward mgl64.Vec3) bool {
		for _, way := range [2]float64{1, -1} {
			p := d.support(vec.Scaled(toward, way))
			if math.Abs(vec.Dot(toward, p.Sub(corners[0]))) > flat {
				corners = append(corners, p)
				return true
			}
		}
		return false
	}
	for len(corners) < 4 {
		grown := false
		switch len(corners) {
		case 1:
			for i := 0; i < 3 && !grown; i++ {
				axis := mgl64.Vec3{}
				axis[i] = 1
				grown = add(axis)
			}
		case 2:
			frame := spatial.AxisFrame(spatial.Unit(corners[1].Sub(corners[0])))
			grown = add(frame.Col(0)) || add(frame.Col(1))
		case 3:
			n := vec.Cross(corners[1].Sub(corners[0]), corners[2].Sub(corners[0]))
			grown = vec.Len(n) > 0 && add(spatial.Unit(n))
		}
		if !grown {
			return nil, false
		}
	}
	middle := mgl64.Vec3{}
	for _, p := range corners {
		middle = middle.Add(vec.Scaled(p, 0.25))
	}
	var body []facet
	for i := range 4 {
		p := [3]mgl64.Vec3{corners[(i+1)%4], corners[(i+2)%4], corners[(i+3)%4]}
		f, ok := newFacet(p[0], p[1], p[2])
		if ok && vec.Dot(f.normal, middle)-f.far > 0 {
			f, ok = newFacet(p[0], p[2], p[1])
		}
		if !ok {
			return nil, false
		}
		body = append(body, f)
	}
	return body, true
}
