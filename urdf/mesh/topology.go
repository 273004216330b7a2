package mesh

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// weldTolerance is how near vertices are that count as one, relative to the size of the surface, where they do not
// agree to the bit. Files with 32-bit numbers or six digits keep 1e-7 of their size.
const weldTolerance = 1e-6

// welded returns the surface with vertices that are nearer to each other than the tolerance made one, and without the
// triangles that have lost a side by that. A triangle that stands there twice, as in files that hold a part twice,
// counts once.
func (s *Surface) welded(tolerance float64) *Surface {
	type cell [3]int64
	cells := make(map[cell][]int, len(s.Vertices))
	place := func(v mgl64.Vec3) cell {
		if tolerance == 0 {
			return cell{int64(math.Float64bits(v[0] + 0)), int64(math.Float64bits(v[1] + 0)),
				int64(math.Float64bits(v[2] + 0))}
		}
		return cell{int64(math.Floor(v[0] / tolerance)), int64(math.Floor(v[1] / tolerance)),
			int64(math.Floor(v[2] / tolerance))}
	}
	out := &Surface{}
	index := make([]int, len(s.Vertices))
	for i, v := range s.Vertices {
		index[i] = -1
		at := place(v)
		reach := int64(1)
		if tolerance == 0 {
			reach = 0
		}
	search:
		for x := -reach; x <= reach; x++ {
			for y := -reach; y <= reach; y++ {
				for z := -reach; z <= reach; z++ {
					for _, j := range cells[cell{at[0] + x, at[1] + y, at[2] + z}] {
						if vec.Len(out.Vertices[j].Sub(v)) <= tolerance {
							index[i] = j
							break search
						}
					}
				}
			}
		}
		if index[i] < 0 {
			index[i] = len(out.Vertices)
			out.Vertices = append(out.Vertices, v)
			cells[at] = append(cells[at], index[i])
		}
	}
	known := make(map[[3]int]bool, len(s.Faces))
	for _, f := range s.Faces {
		f = [3]int{index[f[0]], index[f[1]], index[f[2]]}
		if f[0] == f[1] || f[1] == f[2] || f[2] == f[0] {
			continue
		}
		turned := f
		for turned[0] > turned[1] || turned[0] > turned[2] {
			turned = [3]int{turned[1], turned[2], turned[0]}
		}
		if !known[turned] {
			known[turned] = true
			out.Faces = append(out.Faces, f)
		}
	}
	return out
}

// size returns the diagonal of the box around the surface.
func (s *Surface) size() float64 {
	low, high, ok := s.Bounds()
	if !ok {
		return 0
	}
	return vec.Len(high.Sub(low))
}

// edge is a side of triangles, from the lower vertex to the higher.
type edge [2]int

// side returns the edge from a to b and its direction: 1 or −1.
func side(a, b int) (edge, int) {
	if a < b {
		return edge{a, b}, 1
	}
	return edge{b, a}, -1
}

// shape is how the triangles of a surface hang together.
type shape struct {
	closed   bool // each edge has as many triangles on one side as on the other, if some are turned over
	oriented bool // they are as they stand
	parts    [][]int
}

// examine finds out how the triangles of a welded surface hang together. The parts are lists of faces that are
// connected by edges.
func (s *Surface) examine() shape {
	type sum struct{ count, turns int }
	edges := make(map[edge]sum, 3*len(s.Faces)/2)
	for _, f := range s.Faces {
		for k := range f {
			e, turn := side(f[k], f[(k+1)%3])
			x := edges[e]
			x.count++
			x.turns += turn
			edges[e] = x
		}
	}
	out := shape{closed: true, oriented: true}
	for _, x := range edges {
		out.closed = out.closed && x.count%2 == 0
		out.oriented = out.oriented && x.turns == 0
	}
	out.parts = s.connected()
	return out
}

// connected returns the faces of each part that hangs together by edges, in the order of their first faces.
func (s *Surface) connected() [][]int {
	parent := make([]int, len(s.Faces))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := make(map[edge]int, 3*len(s.Faces)/2)
	for i, f := range s.Faces {
		for k := range f {
			e, _ := side(f[k], f[(k+1)%3])
			if j, ok := first[e]; ok {
				parent[root(i)] = root(j)
			} else {
				first[e] = i
			}
		}
	}
	index := map[int]int{}
	var parts [][]int
	for i := range s.Faces {
		r := root(i)
		k, ok := index[r]
		if !ok {
			k = len(parts)
			index[r] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], i)
	}
	return parts
}

// part returns some of the faces as a surface, with the same vertices.
func (s *Surface) part(faces []int) *Surface {
	out := &Surface{Vertices: s.Vertices}
	for _, i := range faces {
		out.Faces = append(out.Faces, s.Faces[i])
	}
	return out
}

// winding returns how often a closed surface winds around a point that is not on it: 1 inside, 0 outside. It is the sum
// of the solid angles of the triangles (van Oosterom and Strackee, "The solid angle of a plane triangle", IEEE
// Transactions on Biomedical Engineering 30(2), 1983).
func (s *Surface) winding(p mgl64.Vec3) float64 {
	sum := 0.0
	for _, f := range s.Faces {
		a, b, c := s.Vertices[f[0]].Sub(p), s.Vertices[f[1]].Sub(p), s.Vertices[f[2]].Sub(p)
		x, y, z := vec.Len(a), vec.Len(b), vec.Len(c)
		sum += libm.Atan2(vec.Dot(a, vec.Cross(b, c)),
			float64(x*y*z)+float64(vec.Dot(a, b)*z)+float64(vec.Dot(b, c)*x)+float64(vec.Dot(c, a)*y))
	}
	return sum / (2 * math.Pi)
}
