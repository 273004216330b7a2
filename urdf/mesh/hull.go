package mesh

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// ErrFlat says that the vertices of a surface lie in a plane, on a line or at a point, and enclose no volume.
var ErrFlat = errors.New("the mesh encloses no volume: its vertices lie in a plane, or nearly so")

// flat is how thin a surface is that counts as flat, relative to its size.
const flat = 1e-9

// Hull returns the convex hull of the vertices that faces use (Barber, Dobkin and Huhdanpaa, "The quickhull algorithm
// for convex hulls", ACM Transactions on Mathematical Software 22(4), 1996). The error is ErrFlat if they enclose no
// volume. O(n log n) as a rule.
//
// Where so many points are so nearly in a plane that rounding decides which facets a point sees, the facets may be
// those of points that are moved a little, by at most 1e-6 of the size and in most cases 1e-11: what Barber and others
// call joggled input. The vertices are the given ones in any case.
func (s *Surface) Hull() (*Surface, error) {
	points := s.used()
	h, err := newHull(points, s.size())
	for by := 1e-11; errors.Is(err, errTangled) && by < 2e-6; by *= 10 {
		h, err = newHull(moved(points, float64(by*s.size())), s.size())
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(h.faces, func(a, b *facet) int { return cmp.Compare(a.number, b.number) })
	out := &Surface{}
	index := map[int]int{}
	for _, f := range h.faces {
		if f.gone {
			continue
		}
		var corner [3]int
		for k, v := range f.corners {
			i, ok := index[v]
			if !ok {
				i = len(out.Vertices)
				index[v] = i
				out.Vertices = append(out.Vertices, points[v])
			}
			corner[k] = i
		}
		out.Faces = append(out.Faces, corner)
	}
	return out, nil
}

// used returns the different vertices of faces.
func (s *Surface) used() []mgl64.Vec3 {
	b := newBuilder(0)
	for _, f := range s.Faces {
		for _, i := range f {
			b.vertex(s.Vertices[i])
		}
	}
	return b.surface.Vertices
}

// moved returns points that are moved by at most half of a distance along each axis, each time alike.
func moved(points []mgl64.Vec3, by float64) []mgl64.Vec3 {
	rng := rand.New(rand.NewPCG(1, 2))
	list := make([]mgl64.Vec3, len(points))
	for i, p := range points {
		for k := range p {
			list[i][k] = p[k] + float64(by*(rng.Float64()-0.5))
		}
	}
	return list
}

// errTangled says that the facets that a point sees, as far as rounding lets it, are not one piece without holes.
var errTangled = errors.New("the vertices of the mesh are too near to planes for a convex hull")

// newHull makes the hull of points. The error is ErrFlat or errTangled.
func newHull(points []mgl64.Vec3, size float64) (*hull, error) {
	h := &hull{points: points, size: size, starts: map[int]*facet{}}
	if err := h.begin(); err != nil {
		return nil, err
	}
	for len(h.queue) > 0 {
		last := h.queue[len(h.queue)-1]
		h.queue = h.queue[:len(h.queue)-1]
		if f := last.facet; f.number == last.number && !f.gone && len(f.outside) > 0 {
			if !h.add(f) {
				return nil, errTangled
			}
		}
	}
	return h, nil
}

type hull struct {
	points []mgl64.Vec3
	size   float64
	faces  []*facet
	made   int      // facets so far
	queue  []queued // those that may have points outside

	// Of one addition, kept for the next. Most facets that are made go again, and make room for others: a hull of half
	// a million points takes some hundred bytes for each.
	gone, fresh []*facet
	free        []*facet
	horizon     []ridge
	left        []int
	starts      map[int]*facet
}

// queued is a facet as long as its number is the same.
type queued struct {
	*facet
	number int
}

// ridge is an edge of the horizon, from where a point sees the hull, and the facet beyond it.
type ridge struct {
	from, to int
	beyond   *facet
}

// facet is a triangle of the hull, its plane, and the points outside of it that are no other facet's.
type facet struct {
	number   int // in the order in which they are made
	corners  [3]int
	next     [3]*facet // across the side from corner k to corner k+1
	normal   mgl64.Vec3
	offset   float64
	outside  []int
	farthest int // index in outside
	gone     bool
}

// facet makes a facet.
func (h *hull) facet(a, b, c int) *facet {
	p := h.points[a]
	n := vec.Cross(h.points[b].Sub(p), h.points[c].Sub(p))
	if l := vec.Len(n); l > 0 {
		n = vec.Scaled(n, 1/l)
	}
	var f *facet
	if last := len(h.free) - 1; last >= 0 {
		f, h.free = h.free[last], h.free[:last]
	} else {
		f = &facet{}
		h.faces = append(h.faces, f)
	}
	h.made++
	*f = facet{number: h.made, corners: [3]int{a, b, c}, normal: n, offset: vec.Dot(n, p)}
	return f
}

// distance returns how far a point is outside of a facet.
func (h *hull) distance(f *facet, i int) float64 { return vec.Dot(f.normal, h.points[i]) - f.offset }

// thickness is how far outside a point has to be to belong to the hull: some roundings of the coordinates.
func (h *hull) thickness() float64 { return float64(1e-13 * h.size) }

// begin starts the hull with a tetrahedron of four points that are far apart.
func (h *hull) begin() error {
	far := func(measure func(p mgl64.Vec3) float64) (best int, value float64) {
		value = -1
		for i, p := range h.points {
			if x := measure(p); x > value {
				best, value = i, x
			}
		}
		return best, value
	}
	if len(h.points) < 4 {
		return ErrFlat
	}
	a, _ := far(func(p mgl64.Vec3) float64 { return vec.Len(p.Sub(h.points[0])) })
	pa := h.points[a]
	b, length := far(func(p mgl64.Vec3) float64 { return vec.Len(p.Sub(pa)) })
	if !(length > 0) {
		return ErrFlat
	}
	along := vec.Scaled(h.points[b].Sub(pa), 1/length)
	c, width := far(func(p mgl64.Vec3) float64 { return vec.Len(vec.Cross(p.Sub(pa), along)) })
	if !(width > flat*length) {
		return ErrFlat
	}
	normal := vec.Unit(vec.Cross(along, h.points[c].Sub(pa)))
	d, height := far(func(p mgl64.Vec3) float64 { return math.Abs(vec.Dot(normal, p.Sub(pa))) })
	if !(height > flat*length) {
		return ErrFlat
	}
	if vec.Dot(normal, h.points[d].Sub(pa)) > 0 {
		b, c = c, b
	}
	f := [4]*facet{h.facet(a, b, c), h.facet(a, c, d), h.facet(c, b, d), h.facet(b, a, d)}
	f[0].next = [3]*facet{f[3], f[2], f[1]}
	f[1].next = [3]*facet{f[0], f[2], f[3]}
	f[2].next = [3]*facet{f[0], f[3], f[1]}
	f[3].next = [3]*facet{f[0], f[1], f[2]}
	all := make([]int, len(h.points))
	for i := range all {
		all[i] = i
	}
	h.share(all, f[:])
	return nil
}

// share assigns each point to the first facet outside of which it lies.
func (h *hull) share(points []int, facets []*facet) {
	for _, i := range points {
		for _, f := range facets {
			d := h.distance(f, i)
			if !(d > h.thickness()) {
				continue
			}
			if len(f.outside) == 0 || d > h.distance(f, f.outside[f.farthest]) {
				f.farthest = len(f.outside)
			}
			f.outside = append(f.outside, i)
			break
		}
	}
	for _, f := range facets {
		if len(f.outside) > 0 {
			h.queue = append(h.queue, queued{f, f.number})
		}
	}
}

// add extends the hull by the farthest point outside of a facet: the facets that it sees go, and new ones join their
// horizon with it. It returns false if the horizon is not one ring.
func (h *hull) add(f *facet) bool {
	point := f.outside[f.farthest]
	h.horizon, h.left, h.gone, h.fresh = h.horizon[:0], h.left[:0], h.gone[:0], h.fresh[:0]
	h.see(f, 0, point)
	if len(h.horizon) == 0 {
		return false
	}
	clear(h.starts)
	for _, r := range h.horizon {
		f := h.facet(r.from, r.to, point)
		f.next[0] = r.beyond
		for j := range 3 {
			if r.beyond.corners[j] == r.to && r.beyond.corners[(j+1)%3] == r.from {
				r.beyond.next[j] = f
			}
		}
		h.starts[r.from] = f
		h.fresh = append(h.fresh, f)
	}
	for _, f := range h.fresh {
		g := h.starts[f.corners[1]]
		if g == nil {
			return false
		}
		f.next[1], g.next[2] = g, f
	}
	ring := 1
	for f := h.fresh[0].next[1]; f != h.fresh[0] && ring <= len(h.fresh); f = f.next[1] {
		ring++
	}
	if ring != len(h.fresh) {
		return false
	}
	rest := h.left[:0]
	for _, i := range h.left {
		if i != point {
			rest = append(rest, i)
		}
	}
	h.share(rest, h.fresh)
	h.free = append(h.free, h.gone...)
	return true
}

// see removes a facet that a point sees, and those beyond its sides, from one on, that it sees, too.
func (h *hull) see(f *facet, from, point int) {
	f.gone = true
	h.gone = append(h.gone, f)
	h.left = append(h.left, f.outside...)
	f.outside = nil
	for n := range 3 {
		k := (from + n) % 3
		g := f.next[k]
		switch {
		case g.gone:
		case h.distance(g, point) > h.thickness():
			enter := 0
			for j := range 3 {
				if g.next[j] == f && g.corners[j] == f.corners[(k+1)%3] {
					enter = j
				}
			}
			h.see(g, enter+1, point)
		default:
			h.horizon = append(h.horizon, ridge{f.corners[k], f.corners[(k+1)%3], g})
		}
	}
}
