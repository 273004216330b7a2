package check

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
	"kinetree/urdf"
)

// extent is the size of a body.
type extent struct {
	volume float64 // m³; of shapes that overlap the sum
	reach  float64 // how far it gets from the frame of its link (m)
}

// besides returns the size of a body, if it is known, for a message about a distance.
func (e extent) besides(known bool) string {
	if !known {
		return ""
	}
	return fmt.Sprintf(", from which its shapes reach %.3g m", e.reach)
}

// hasMesh reports whether a shape of a link is a mesh.
func hasMesh(l *urdf.Link) bool {
	for _, shapes := range [][]urdf.Shape{l.Visuals, l.Collisions} {
		for i := range shapes {
			if shapes[i].Geometry.Mesh != nil {
				return true
			}
		}
	}
	return false
}

// extentOf returns the size of a link by its collisions or its visuals, whichever are larger, and whether it is known:
// whether all of them are, or all of the others.
func extentOf(l *urdf.Link, mesh func(*urdf.Mesh) (bounds, bool)) (e extent, known bool) {
	for _, shapes := range [][]urdf.Shape{l.Visuals, l.Collisions} {
		var sum extent
		all := len(shapes) > 0
		for i := range shapes {
			s, ok := shapeExtent(&shapes[i], mesh)
			all = all && ok
			sum.volume += s.volume
			sum.reach = max(sum.reach, s.reach)
		}
		if all {
			e.volume, e.reach, known = max(e.volume, sum.volume), max(e.reach, sum.reach), true
		}
	}
	return e, known
}

// shapeExtent returns the size of a shape. The volume of a mesh is that of the box around it.
func shapeExtent(s *urdf.Shape, mesh func(*urdf.Mesh) (bounds, bool)) (e extent, ok bool) {
	g := &s.Geometry
	var half [3]float64 // of the box around it
	var centre [3]float64
	switch {
	case g.Box != nil:
		half = [3]float64{g.Box.Size[0] / 2, g.Box.Size[1] / 2, g.Box.Size[2] / 2}
		e.volume = float64(8 * half[0] * half[1] * half[2])
	case g.Cylinder != nil:
		r := g.Cylinder.Radius
		half = [3]float64{r, r, g.Cylinder.Length / 2}
		e.volume = float64(math.Pi * r * r * g.Cylinder.Length)
	case g.Capsule != nil:
		r := g.Capsule.Radius
		half = [3]float64{r, r, g.Capsule.Length/2 + r}
		e.volume = float64(math.Pi * r * r * (g.Capsule.Length + float64(4./3*r)))
	case g.Sphere != nil:
		r := g.Sphere.Radius
		half = [3]float64{r, r, r}
		e.volume = float64(4. / 3 * math.Pi * r * r * r)
	case g.Mesh != nil:
		b, ok := mesh(g.Mesh)
		if !ok {
			return e, false
		}
		for i, scale := range g.Mesh.Scale {
			half[i] = math.Abs(scale) * (b.max[i] - b.min[i]) / 2
			centre[i] = scale * (b.max[i] + b.min[i]) / 2
		}
		e.volume = float64(8 * half[0] * half[1] * half[2])
	}
	e.reach = length(s.Origin.XYZ) + length(centre) + length(half)
	return e, e.volume > 0 && min(half[0], half[1], half[2]) > 0 && max(e.volume, e.reach) <= math.MaxFloat64
}

func length(p [3]float64) float64 { return libm.Hypot(libm.Hypot(p[0], p[1]), p[2]) }
