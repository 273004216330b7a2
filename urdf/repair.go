package urdf

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
)

// Repair is the smallest change of a link's tensor of inertia, in the Frobenius norm, after which some distribution
// of mass has it: the principal axes stay, and the moments become the nearest ones that obey a >= 0 and a + b >= c.
type Repair struct {
	Pos      Position // of the element <inertia>
	From, To Tensor
}

// newRepair returns the repair of an inertia whose principal moments are p, or nil where numbers are too large for one.
func newRepair(in *Inertial, p *principal) *Repair {
	near := p.nearest()
	var change mgl64.Mat3 // of the tensor: sum of (near - moment) axis axisᵀ
	for i, m := range p.moments {
		axis := p.axes.Col(i)
		change = change.Add(axis.OuterProd3(axis).Mul(near[i] - m))
	}
	largest := max(math.Abs(p.moments[0]), math.Abs(p.moments[2]))
	to := in.Inertia
	for k, entry := range to.entries() {
		d := change.At(places[k].row, places[k].column)
		if math.Abs(d) > 1e-15*largest { // more than the rounding of the axes
			*entry += d
		}
	}
	if numbers := to.Array(); slices.ContainsFunc(numbers[:], infinite) {
		return nil
	}
	return &Repair{Pos: in.InertiaPos, From: in.Inertia, To: to}
}

// places lists the attributes of <inertia> and their places in the matrix.
var places = [6]struct {
	name        string
	row, column int
}{{"ixx", 0, 0}, {"ixy", 0, 1}, {"ixz", 0, 2}, {"iyy", 1, 1}, {"iyz", 1, 2}, {"izz", 2, 2}}

// entries returns the elements of a tensor in the order of places.
func (t *Tensor) entries() [6]*float64 {
	return [6]*float64{&t.IXX, &t.IXY, &t.IXZ, &t.IYY, &t.IYZ, &t.IZZ}
}

// String lists the new values, for example ixx=0.2 izz=0.3.
func (r *Repair) String() string {
	var parts []string
	to, from := r.To.Array(), r.From.Array()
	for k, p := range places {
		if to[k] != from[k] {
			parts = append(parts, fmt.Sprintf("%s=%.9g", p.name, to[k]))
		}
	}
	return strings.Join(parts, " ")
}

// Repairs returns the repairs that the diagnostics name.
func (ds Diagnostics) Repairs() []*Repair {
	var rs []*Repair
	for _, d := range ds {
		if d.Repair != nil {
			rs = append(rs, d.Repair)
		}
	}
	return rs
}

// ApplyRepairs returns a copy of a URDF document with the values of the repairs, which come from the diagnostics of
// the same document, and no other byte changed. It is an error if an element to repair is not where the repair says.
// O(document).
func ApplyRepairs(document []byte, repairs []*Repair) ([]byte, error) {
	src, fault := parseXML(document)
	if fault != nil {
		return nil, errors.New(fault.message)
	}
	at := map[Position]*Repair{}
	for _, r := range repairs {
		at[r.Pos] = r
	}
	var edits []edit
	for el := range src.tags {
		r := at[src.element(el)]
		if r == nil || el.FullTag() != "inertia" {
			continue
		}
		delete(at, r.Pos)
		to, from := r.To.Array(), r.From.Array()
		for k, p := range places {
			i := index(el, p.name)
			if i < 0 {
				return nil, fmt.Errorf("line %d: the element <inertia> has no attribute %q; expected the document of "+
					"the diagnostics", r.Pos.Line, p.name)
			}
			if to[k] != from[k] {
				start, end := src.value(el, i)
				edits = append(edits, edit{start, end, strconv.FormatFloat(to[k], 'g', -1, 64)})
			}
		}
	}
	for pos := range at {
		return nil, fmt.Errorf("line %d, column %d: there is no <inertia>; expected the document of the diagnostics",
			pos.Line, pos.Column)
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	skipped := len(document) - len(src.data) // a byte order mark
	out.Write(document[:skipped])
	last := 0
	for _, e := range edits {
		out.Write(src.data[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(src.data[last:])
	return out.Bytes(), nil
}

// edit replaces a range of bytes.
type edit struct {
	start, end int
	text       string
}
