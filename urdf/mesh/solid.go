package mesh

import "math"

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
	x := body.Integrals()
	if size := s.size(); !(x.Volume > flat*flat*size*size*size) {
		return Integrals{}, repair, ErrFlat
	}
	return x, repair, nil
}

// judge returns the surface welded and turned outwards, or nil if it encloses no body as it is.
func (s *Surface) judge() (*Surface, Treatment) {
	w := s.welded(0)
	x := w.examine()
	if !x.closed || !x.oriented {
		w = s.welded(weldTolerance * s.size())
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

// body returns the parts that bound the body which closed surfaces enclose: those turned outwards that no other one
// contains, and the cavities in them. It returns nil if one is turned inwards where there is nothing around it.
func body(parts []*Surface) *Surface {
	out := &Surface{Vertices: parts[0].Vertices}
	for i, p := range parts {
		around := p.around(parts, i)
		switch outwards := p.Integrals().Volume >= 0; {
		case outwards && around == 0, !outwards && around == 1:
			out.Faces = append(out.Faces, p.Faces...)
		case !outwards && around <= 0:
			return nil
		}
	}
	return out
}

// around returns how often the other parts wind around part i.
func (s *Surface) around(parts []*Surface, i int) int {
	p := s.Vertices[s.Faces[0][0]]
	sum := 0.0
	for j, other := range parts {
		if j == i {
			continue
		}
		low, high, _ := other.Bounds()
		if p[0] < low[0] || p[1] < low[1] || p[2] < low[2] || p[0] > high[0] || p[1] > high[1] || p[2] > high[2] {
			continue // it does not wind around what lies outside of its box
		}
		sum += other.winding(p)
	}
	return int(math.Round(sum))
}
