package mesh

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Treatment tells what was done to a surface before the integrals over it were taken.
type Treatment string

// The treatments.
const (
	AsItIs     Treatment = ""
	TurnedOver Treatment = "inside out: its faces are turned over"        // closed, but turned inwards as a whole
	HullOfOpen Treatment = "open: its convex hull is taken"               // an edge has an odd number of faces
	HullOfMess Treatment = "inside out in part: its convex hull is taken" // its faces are turned differently
	HullOfKnot Treatment = "crossing itself: its convex hull is taken"    // an edge pierces a triangle
)

// Solid returns the integrals of the body that a surface encloses, and how it was repaired for that: exactly over a
// closed polyhedron, which may consist of several parts and have cavities, else over the convex hull. A part that lies
// within another one is in its body already and counts once. The error is ErrFlat if there is no volume.
func (s *Surface) Solid() (Integrals, Treatment, error) {
	body, repair := s.judge()
	if body == nil {
		var err error
		if body, err = s.Hull(); err != nil {
			return Integrals{}, repair, err
		}
	}
	size := s.size()
	least := float64(flat * flat * size * size * size)
	x := body.Integrals()
	if !(x.Volume > least) { // of triangles seen from both sides
		var err error
		if body, err = s.Hull(); err != nil {
			return Integrals{}, repair, err
		}
		x, repair = body.Integrals(), HullOfOpen
	}
	if !(x.Volume > least) {
		return Integrals{}, repair, ErrFlat
	}
	return x, repair, nil
}

// judge returns the surface welded and turned outwards, or nil if it encloses no body as it is.
func (s *Surface) judge() (*Surface, Treatment) {
	w := s.welded(0)
	x := w.examine()
	if !x.closed || !x.oriented {
		w = s.welded(float64(weldTolerance * s.size()))
		x = w.examine()
	}
	switch {
	case len(w.Faces) == 0 || !x.closed:
		return nil, HullOfOpen
	case !x.oriented:
		return nil, HullOfMess
	case w.crosses():
		return nil, HullOfKnot
	}
	parts := make([]*Surface, len(x.parts))
	for i, faces := range x.parts {
		parts[i] = w.part(faces)
	}
	if straddle(parts) {
		return nil, HullOfKnot
	}
	if body := body(parts); body != nil {
		return body, AsItIs
	}
	for _, p := range parts {
		p.flip()
	}
	if body := body(parts); body != nil {
		return body, TurnedOver
	}
	return nil, HullOfMess
}

// straddle reports whether a part has vertices inside another one and outside of it. So it does if the two cross; but
// where an edge of one meets a side of a triangle of the other, crosses does not see it. It looks at some vertices of
// each part, and gives up after a while.
func straddle(parts []*Surface) bool {
	const most = 64    // vertices of a part
	left := 50_000_000 // solid angles of triangles, some seconds
	boxes := boxesOf(parts)
	for i, p := range parts {
		for j, other := range parts {
			if i == j || !boxes[i].meets(&boxes[j]) {
				continue
			}
			inside, outside := false, false
			for k := 0; k < len(p.Faces) && left > 0; k += 1 + len(p.Faces)/most {
				v := p.Vertices[p.Faces[k][0]]
				if !boxes[j].contains(v) {
					outside = true
					continue
				}
				left -= len(other.Faces)
				w := math.Abs(other.winding(v)) // neither 0 nor 1 on the surface
				inside, outside = inside || math.Abs(w-1) < 1e-6, outside || w < 1e-6
			}
			if inside && outside {
				return true
			}
		}
	}
	return false
}

// body returns the parts that bound the body which closed surfaces enclose: those turned outwards that no other one
// contains, and the cavities in them. It returns nil if one is turned inwards where there is nothing around it.
func body(parts []*Surface) *Surface {
	out := &Surface{Vertices: parts[0].Vertices}
	boxes := boxesOf(parts)
	for i, p := range parts {
		around := p.around(parts, boxes, i)
		switch outwards := p.Integrals().Volume >= 0; {
		case outwards && around == 0, !outwards && around == 1:
			out.Faces = append(out.Faces, p.Faces...)
		case !outwards && around <= 0:
			return nil
		}
	}
	return out
}

// extent is the box around a part.
type extent struct{ low, high mgl64.Vec3 }

func boxesOf(parts []*Surface) []extent {
	boxes := make([]extent, len(parts))
	for i, p := range parts {
		boxes[i].low, boxes[i].high, _ = p.Bounds()
	}
	return boxes
}

// contains reports whether a point is in the box.
func (e *extent) contains(p mgl64.Vec3) bool {
	return p[0] >= e.low[0] && p[1] >= e.low[1] && p[2] >= e.low[2] &&
		p[0] <= e.high[0] && p[1] <= e.high[1] && p[2] <= e.high[2]
}

// meets reports whether two boxes have a point in common.
func (e *extent) meets(o *extent) bool {
	return e.low[0] <= o.high[0] && e.low[1] <= o.high[1] && e.low[2] <= o.high[2] &&
		o.low[0] <= e.high[0] && o.low[1] <= e.high[1] && o.low[2] <= e.high[2]
}

// around returns how often the other parts, which lie in boxes, wind around part i.
func (s *Surface) around(parts []*Surface, boxes []extent, i int) int {
	p := s.Vertices[s.Faces[0][0]]
	sum := 0.0
	for j, other := range parts {
		if j == i {
			continue
		}
		if !boxes[j].contains(p) {
			continue // it does not wind around what lies outside of its box
		}
		sum += other.winding(p)
	}
	return int(math.Round(sum))
}
