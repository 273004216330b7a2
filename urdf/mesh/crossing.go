package mesh

import (
	"math"
	"slices"

	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// crosses reports whether a surface crosses itself: whether an edge of a triangle pierces the inside of another one.
// Surfaces that touch, as parts that stand on each other do, do not cross. O(n log n) for n triangles that are spread
// in space.
func (s *Surface) crosses() bool {
	h := newHierarchy(s)
	return h.any(0, 0, func(i, j int) bool { return s.pierce(i, j) || s.pierce(j, i) })
}

// margin keeps what touches from crossing: the relative distance from a plane, and from the sides of a triangle, within
// which a point counts as on them.
const margin = 1e-7

// pierce reports whether a side of triangle i goes through the inside of triangle j.
func (s *Surface) pierce(i, j int) bool {
	f, g := s.Faces[i], s.Faces[j]
	a, b, c := s.Vertices[g[0]], s.Vertices[g[1]], s.Vertices[g[2]]
	u, v := b.Sub(a), c.Sub(a)
	n := vec.Cross(u, v)
	area := vec.Len(n)
	size := math.Max(vec.Len(u), math.Max(vec.Len(v), vec.Len(v.Sub(u))))
	if !(area > margin*size*size) {
		return false // a triangle without an inside
	}
	n = vec.Scaled(n, 1/area)
	for k := range f {
		p, q := s.Vertices[f[k]], s.Vertices[f[(k+1)%3]]
		d, e := vec.Dot(n, p.Sub(a)), vec.Dot(n, q.Sub(a))
		far := margin * math.Max(size, vec.Len(q.Sub(p)))
		if !(d > far && e < -far || d < -far && e > far) {
			continue
		}
		x := p.Add(vec.Scaled(q.Sub(p), d/(d-e))).Sub(a)
		// barycentric coordinates
		beta, gamma := vec.Dot(n, vec.Cross(x, v))/area, vec.Dot(n, vec.Cross(u, x))/area
		if inside := margin * 10; beta > inside && gamma > inside && beta+gamma < 1-inside {
			return true
		}
	}
	return false
}

// hierarchy is a tree of boxes around triangles.
type hierarchy struct {
	surface *Surface
	order   []int // faces, such that each box has a run of them
	boxes   []box
}

// box is around the faces order[from:to]; those of its halves are boxes left and left+1, if it has any.
type box struct {
	low, high      mgl64.Vec3
	from, to, left int
}

// leaf is how many triangles a box has that is not halved.
const leaf = 4

func newHierarchy(s *Surface) *hierarchy {
	h := &hierarchy{surface: s, order: make([]int, len(s.Faces))}
	middle := make([]mgl64.Vec3, len(s.Faces))
	for i, f := range s.Faces {
		h.order[i] = i
		middle[i] = s.Vertices[f[0]].Add(s.Vertices[f[1]]).Add(s.Vertices[f[2]])
	}
	h.boxes = append(h.boxes, box{from: 0, to: len(h.order), left: -1})
	for k := 0; k < len(h.boxes); k++ {
		b := &h.boxes[k]
		run := h.order[b.from:b.to]
		b.low, b.high, _ = s.part(run).Bounds()
		if len(run) <= leaf {
			continue
		}
		axis := 0
		for j := range 3 {
			if b.high[j]-b.low[j] > b.high[axis]-b.low[axis] {
				axis = j
			}
		}
		slices.SortFunc(run, func(i, j int) int {
			if d := middle[i][axis] - middle[j][axis]; d != 0 {
				return int(math.Copysign(1, d))
			}
			return i - j
		})
		half := (b.from + b.to) / 2
		from, to := b.from, b.to
		b.left = len(h.boxes)
		h.boxes = append(h.boxes, box{from: from, to: half, left: -1}, box{from: half, to: to, left: -1})
	}
	return h
}

// any reports whether test holds for any two triangles, one of box i and one of box j, whose own boxes meet.
func (h *hierarchy) any(i, j int, test func(f, g int) bool) bool {
	a, b := &h.boxes[i], &h.boxes[j]
	for k := range 3 {
		if a.low[k] > b.high[k] || b.low[k] > a.high[k] {
			return false
		}
	}
	switch {
	case i == j && a.left >= 0:
		return h.any(a.left, a.left, test) || h.any(a.left+1, a.left+1, test) || h.any(a.left, a.left+1, test)
	case a.left >= 0 && (b.left < 0 || a.to-a.from >= b.to-b.from):
		return h.any(a.left, j, test) || h.any(a.left+1, j, test)
	case b.left >= 0:
		return h.any(i, b.left, test) || h.any(i, b.left+1, test)
	}
	for x, f := range h.order[a.from:a.to] {
		others := h.order[b.from:b.to]
		if i == j {
			others = others[x+1:]
		}
		for _, g := range others {
			if test(f, g) {
				return true
			}
		}
	}
	return false
}
