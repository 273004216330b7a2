package distance

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// hull is a convex polytope, whose faces are triangles.
type hull struct {
	vertices []mgl64.Vec3
	faces    []face
	size     float64
}

type face struct {
	corners [3]int
	normal  mgl64.Vec3
	offset  float64 // of its plane from the origin
}

// NewHull returns a convex polytope of vertices (m) and triangles, given by indices of vertices and seen from outside
// in the positive sense. The error says where they are not convex, or enclose no volume.
func NewHull(vertices []mgl64.Vec3, triangles [][3]int) (*Convex, error) {
	h := &hull{vertices: append([]mgl64.Vec3(nil), vertices...)}
	for _, v := range vertices {
		h.size = max(h.size, vec.Len(v))
	}
	if len(triangles) < 4 {
		return nil, fmt.Errorf("a hull of %d triangles encloses no volume; expected 4 or more", len(triangles))
	}
	for i, t := range triangles {
		for _, v := range t {
			if v < 0 || v >= len(vertices) {
				return nil, fmt.Errorf("triangle %d has the vertex %d; expected 0 to %d", i, v, len(vertices)-1)
			}
		}
		a, b, c := vertices[t[0]], vertices[t[1]], vertices[t[2]]
		n := vec.Cross(b.Sub(a), c.Sub(a))
		l := vec.Len(n)
		if !(l > 0) {
			continue // a triangle without area adds nothing
		}
		n = vec.Scaled(n, 1/l)
		h.faces = append(h.faces, face{t, n, vec.Dot(n, a)})
	}
	if len(h.faces) < 4 {
		return nil, errors.New("the triangles of the hull have no areas; expected 4 or more that have")
	}
	const bulge = 1e-5 // of the size; joggled hulls have as much
	for i := range h.faces {
		f, deepest := &h.faces[i], 0.0
		for k, v := range vertices {
			above := vec.Dot(f.normal, v) - f.offset
			if above > bulge*h.size {
				return nil, fmt.Errorf("vertex %d is %v m above triangle %d; expected a convex surface, seen from "+
					"outside in the positive sense", k, above, i)
			}
			deepest = min(deepest, above)
		}
		if deepest > -1e-9*h.size {
			return nil, errors.New("the vertices of the hull lie in a plane; expected some that enclose a volume")
		}
	}
	return &Convex{form: polytope, hull: h}, nil
}

// field returns the distance of a point.
func (h *hull) field(x, inside mgl64.Vec3) Field {
	tiny := float64(thin * h.size)
	highest, most := 0, math.Inf(-1)
	for i := range h.faces {
		f := &h.faces[i]
		if above := vec.Dot(f.normal, x) - f.offset; above > most {
			highest, most = i, above
		}
	}
	if most <= tiny {
		for i, high := 0, math.Inf(-1); i < len(h.faces); i++ {
			f := &h.faces[i]
			if above := vec.Dot(f.normal, x) - f.offset; above > high && vec.Dot(f.normal, inside) > 0 {
				highest, most, high = i, above, above
			}
		}
		return Field{Distance: most, Normal: h.faces[highest].normal}
	}
	least := math.Inf(1)
	var at, edge mgl64.Vec3
	var on feature
	for i := range h.faces {
		f := &h.faces[i]
		if vec.Dot(f.normal, x) <= f.offset { // from below a face is not the nearest
			continue
		}
		p, kind, along := f.nearest(h.vertices, x)
		if d := vec.Len(x.Sub(p)); d < least {
			least, at, on, edge = d, p, kind, along
		}
	}
	n := vec.Scaled(x.Sub(at), 1/least)
	alike := max(1e-12, float64(4e-16*h.size)/least) // what rounding leaves of n
	for i := range h.faces {                         // triangles of one plane share edges that are none
		f := &h.faces[i]
		if vec.Len(f.normal.Sub(n)) <= alike && vec.Dot(f.normal, at)-f.offset > -tiny {
			return Field{Distance: vec.Dot(f.normal, x) - f.offset, Normal: f.normal}
		}
	}
	turn := across(1/least, n)
	if on == anEdge {
		turn = turn.Add(outer(-1/least, edge))
	}
	return Field{least, n, turn}
}

type feature uint8

const (
	aFace feature = iota
	anEdge
	aVertex
)

// nearest returns the point of the triangle that is nearest to x, what it lies on, and the direction of an edge.
// Source: Ericson, "Real-Time Collision Detection", 2004, section 5.1.5, for the regions.
func (f *face) nearest(vertices []mgl64.Vec3, x mgl64.Vec3) (p mgl64.Vec3, on feature, edge mgl64.Vec3) {
	least := math.Inf(1)
	inside := true
	for k := range 3 {
		a, b := vertices[f.corners[k]], vertices[f.corners[(k+1)%3]]
		e := b.Sub(a)
		if vec.Dot(vec.Cross(f.normal, e), x.Sub(a)) >= 0 {
			continue
		}
		inside = false
		s, kind := vec.Dot(x.Sub(a), e)/vec.Dot(e, e), anEdge
		if s <= 0 || s >= 1 {
			s, kind = min(max(s, 0), 1), aVertex
		}
		q := a.Add(vec.Scaled(e, s))
		if d := vec.Len(x.Sub(q)); d < least {
			least, p, on, edge = d, q, kind, vec.Scaled(e, 1/vec.Len(e))
		}
	}
	if inside {
		above := vec.Dot(f.normal, x) - f.offset
		return x.Sub(vec.Scaled(f.normal, above)), aFace, edge
	}
	return p, on, edge
}
