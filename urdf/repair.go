package urdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Repair is a change of attributes of one element that mends a fault without a guess.
type Repair struct {
	Tag string   // of the element
	Pos Position // of the element, or of its first attribute here
	Set []Attribute
}

// Attribute is a value that a repair writes.
type Attribute struct {
	Name, Value string
	New         bool // the element does not have the attribute
}

// newRepair returns the repair of an inertia whose principal moments are p, or nil where it is far from any that a body
// has or numbers are too large for one.
// It is the smallest change of the tensor, in the Frobenius norm, after which some distribution of mass has it: the
// principal axes stay, and the moments become the nearest ones that obey a >= 0 and a + b >= c.
func newRepair(in *Inertial, p *principal) *Repair {
	if p.far() {
		return nil
	}
	near := p.nearest()
	var change mgl64.Mat3 // of the tensor: sum of (near - moment) axis axisᵀ
	for i, m := range p.moments {
		axis := p.axes.Col(i)
		for k, x := range axis {
			across := vec.Scaled(vec.Scaled(axis, x), near[i]-m)
			change.SetCol(k, change.Col(k).Add(across))
		}
	}
	largest := max(math.Abs(p.moments[0]), math.Abs(p.moments[2]))
	r := &Repair{Tag: "inertia", Pos: in.InertiaPos}
	for k, x := range in.Inertia.Array() {
		d := change.At(places[k].row, places[k].column)
		if !(math.Abs(d) > 1e-15*largest) { // no more than the rounding of the axes
			continue
		}
		if x += d; infinite(x) {
			return nil
		}
		if math.Abs(x) < 1e-15*largest { // likewise
			x = 0
		}
		r.Set = append(r.Set, Attribute{Name: places[k].name, Value: strconv.FormatFloat(x, 'g', -1, 64)})
	}
	return r
}

// places lists the attributes of <inertia> and their places in the matrix.
var places = [6]struct {
	name        string
	row, column int
}{{"ixx", 0, 0}, {"ixy", 0, 1}, {"ixz", 0, 2}, {"iyy", 1, 1}, {"iyz", 1, 2}, {"izz", 2, 2}}

// String lists the new values, for example ixx=0.2 izz=0.3.
func (r *Repair) String() string {
	var parts []string
	for _, a := range r.Set {
		value := quote(a.Value)
		if x, err := parseNumber(a.Value); err == nil {
			value = fmt.Sprintf("%.9g", x)
		} else if parseNumbers(make([]float64, 3), a.Value) == nil {
			value = a.Value
		}
		parts = append(parts, a.Name+"="+value)
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
	at := map[Position][]*Repair{}
	for _, r := range repairs {
		at[r.Pos] = append(at[r.Pos], r)
	}
	var edits []edit
	for el := range src.tags {
		places := []Position{src.element(el)}
		for i := range el.Attr {
			places = append(places, src.attribute(el, i))
		}
		for _, pos := range places {
			left := at[pos][:0]
			for _, r := range at[pos] {
				if el.FullTag() != r.Tag {
					left = append(left, r)
					continue
				}
				more, err := r.edits(src, el)
				if err != nil {
					return nil, err
				}
				edits = append(edits, more...)
			}
			if at[pos] = left; len(left) == 0 {
				delete(at, pos)
			}
		}
	}
	for pos, rs := range at {
		return nil, fmt.Errorf("line %d, column %d: there is no <%s>; expected the document of the diagnostics",
			pos.Line, pos.Column, rs[0].Tag)
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Or(a.start-b.start, strings.Compare(a.text, b.text)) })
	var out bytes.Buffer
	body := bytes.TrimPrefix(document, byteOrderMark) // of which src.data may have a part, altered
	out.Write(document[:len(document)-len(body)])
	last := 0
	for _, e := range edits {
		if e.start < last { // the same value was repaired for another reason
			continue
		}
		out.Write(body[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(body[last:])
	return out.Bytes(), nil
}

// edit replaces a range of bytes.
type edit struct {
	start, end int
	text       string
}

// edits returns the changes of the start tag of an element.
func (r *Repair) edits(src *source, el *etree.Element) ([]edit, error) {
	var list []edit
	for _, a := range r.Set {
		i := index(el, a.Name)
		if a.New != (i < 0) {
			return nil, fmt.Errorf("line %d: whether <%s> has an attribute %q is not what the repair says; expected "+
				"the document of the diagnostics", r.Pos.Line, r.Tag, a.Name)
		}
		var value strings.Builder
		if err := xml.EscapeText(&value, []byte(a.Value)); err != nil {
			return nil, err
		}
		if a.New {
			end := src.tags[el].start + 1 + len(r.Tag)
			list = append(list, edit{end, end, fmt.Sprintf(" %s=\"%s\"", a.Name, &value)})
			continue
		}
		start, end := src.value(el, i)
		list = append(list, edit{start, end, value.String()})
	}
	return list, nil
}

// RepairAll applies the repairs that the diagnostics of a document name, and those that come to light by them, such as
// a tensor that no body has behind its units. It returns the document and the diagnostics whose repairs were applied.
// The error is that of ApplyRepairs.
func RepairAll(document []byte, diagnostics Diagnostics) ([]byte, Diagnostics, error) {
	const most = 8 // rounds
	var done Diagnostics
	for round := range most {
		repairs := diagnostics.Repairs()
		if round > 0 && len(repairs) == 0 {
			break
		}
		var err error
		if document, err = ApplyRepairs(document, repairs); err != nil {
			return nil, nil, err
		}
		file := ""
		for _, d := range diagnostics {
			if file = d.File; d.Repair != nil {
				done = append(done, d)
			}
		}
		_, diagnostics = ParseBytes(document, file)
	}
	return document, done, nil
}
