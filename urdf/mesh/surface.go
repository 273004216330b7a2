package mesh

import (
	"fmt"
	"math"

	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// Surface is a list of triangles. The corners of a triangle run counterclockwise as seen from outside.
type Surface struct {
	Vertices []mgl64.Vec3
	Faces    [][3]int // indices of vertices
}

// Limits of a file, which bound memory and time on any input. The meshes of robots stay far below.
const (
	MaxBytes = 512 << 20
	MaxFaces = 20_000_000
	MaxAgain = 500_000   // faces of a scene that it shows again, for which a small file would be enough
	maxNodes = 1_000_000 // of a scene, those that are shown again counted again
	deepest  = 200       // levels of nodes
)

// Transformed returns the surface under the linear map a followed by the translation p. A map that mirrors would turn
// the surface inside out, so the corners of its triangles change their order.
func (s *Surface) Transformed(a *mgl64.Mat3, p mgl64.Vec3) *Surface {
	out := &Surface{make([]mgl64.Vec3, len(s.Vertices)), make([][3]int, len(s.Faces))}
	for i, v := range s.Vertices {
		out.Vertices[i] = vec.MulVec(*a, v).Add(p)
	}
	copy(out.Faces, s.Faces)
	if mirrors(a) {
		out.flip()
	}
	return out
}

// flip turns all triangles over.
func (s *Surface) flip() {
	for i := range s.Faces {
		f := &s.Faces[i]
		f[1], f[2] = f[2], f[1]
	}
}

// add appends the triangles of another surface.
func (s *Surface) add(other *Surface) {
	first := len(s.Vertices)
	s.Vertices = append(s.Vertices, other.Vertices...)
	for _, f := range other.Faces {
		s.Faces = append(s.Faces, [3]int{f[0] + first, f[1] + first, f[2] + first})
	}
}

// shown is a surface that is put together of others.
type shown struct {
	Surface
	again int // faces of surfaces that it had shown before
}

// show appends the triangles of a surface under a map, and is told whether it is shown again.
func (s *shown) show(other *Surface, at mgl64.Mat4, again bool) error {
	if len(other.Faces) == 0 {
		return nil
	}
	if again {
		if s.again += len(other.Faces); s.again > MaxAgain {
			return fmt.Errorf("the scene shows %d faces again; expected at most %d", s.again, MaxAgain)
		}
	}
	if len(s.Faces)+len(other.Faces) > MaxFaces || len(s.Vertices)+len(other.Vertices) > 3*MaxFaces {
		return fmt.Errorf("the scene shows more than %d faces or %d vertices; expected fewer", MaxFaces, 3*MaxFaces)
	}
	linear := at.Mat3()
	s.add(other.Transformed(&linear, at.Col(3).Vec3()))
	return nil
}

// polygon appends a plane polygon as a fan of triangles. The signed areas of a fan add up to that of the polygon, also
// where it is not convex.
func (s *Surface) polygon(corners []int) {
	for i := 2; i < len(corners); i++ {
		s.Faces = append(s.Faces, [3]int{corners[0], corners[i-1], corners[i]})
	}
}

// strip appends a strip of triangles, each of which shares a side with the one before and is turned as the first one.
func (s *Surface) strip(corners []int) {
	for i := 2; i < len(corners); i++ {
		s.Faces = append(s.Faces, [3]int{corners[i-2+i%2], corners[i-1-i%2], corners[i]})
	}
}

// runs adds polygons with so many corners each, or triangles.
func (s *Surface) runs(corners, counts []int) error {
	if counts == nil {
		if len(corners)%3 != 0 {
			return fmt.Errorf("%d corners of triangles; expected a multiple of 3", len(corners))
		}
		for i := 0; i < len(corners); i += 3 {
			s.polygon(corners[i : i+3])
		}
		return nil
	}
	for _, n := range counts {
		if n < 0 || n > len(corners) {
			return fmt.Errorf("a polygon with %d corners, where %d are left", n, len(corners))
		}
		s.polygon(corners[:n])
		corners = corners[n:]
	}
	return nil
}

// Bounds returns the corners of the box, parallel to the axes, around the vertices that faces use. ok is false if there
// are none.
func (s *Surface) Bounds() (low, high mgl64.Vec3, ok bool) {
	for k := range low {
		low[k], high[k] = math.Inf(1), math.Inf(-1)
	}
	for _, f := range s.Faces {
		for _, i := range f {
			for k, x := range s.Vertices[i] {
				low[k], high[k] = math.Min(low[k], x), math.Max(high[k], x)
			}
		}
	}
	return low, high, len(s.Faces) > 0
}

// check returns an error if the surface has no triangle, or a number that is not finite.
func (s *Surface) check() error {
	if len(s.Faces) == 0 {
		return fmt.Errorf("the mesh has no faces; expected triangles or polygons")
	}
	if len(s.Faces) > MaxFaces {
		return fmt.Errorf("the mesh has %d faces; expected at most %d", len(s.Faces), MaxFaces)
	}
	for i, v := range s.Vertices {
		if x := v[0] + v[1] + v[2]; math.IsNaN(x-x) || math.IsInf(x, 0) {
			return fmt.Errorf("vertex %d is %v; expected finite numbers", i, v)
		}
	}
	return nil
}
