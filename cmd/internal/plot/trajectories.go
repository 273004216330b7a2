package plot

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"kinetree/internal/suggest"
)

// Options say what of the runs is drawn, and how.
type Options struct {
	Title, Subtitle string
	Joints          []string // coordinates, or joints with all their coordinates; all if empty
	What            []string // of Quantities; if empty, those of DefaultQuantities that the logs have
	Size            Size
}

// OptionError reports an option that asks for something that cannot be drawn.
type OptionError struct{ Option, Message string }

func (e *OptionError) Error() string { return e.Option + ": " + e.Message }

func wrong(option, format string, args ...any) error {
	return &OptionError{option, fmt.Sprintf(format, args...)}
}

// baseRows lists the columns of a floating base.
var baseRows = []struct {
	title, prefix, unit string
	parts               []string
}{
	{"base position", "base/position/", "m", []string{"x", "y", "z"}},
	{"base linear velocity", "base/linear_velocity/", "m/s", []string{"x", "y", "z"}},
	{"base angular velocity", "base/angular_velocity/", "rad/s", []string{"x", "y", "z"}},
	{"base orientation (quaternion)", "base/orientation/", "", []string{"x", "y", "z", "w"}},
}

// trajectories is the drawing of runs in the making.
type trajectories struct {
	runs   []*Run
	joints []string
	what   []string
	first  float64 // span of time
	last   float64

	references, limits bool // some were drawn
}

// Trajectories draws runs over each other, a panel for each quantity of each joint, all over the same time: up to
// three joints stand side by side, more below each other. References are dashed, limits shaded where the axis reaches
// them. The error names what was asked for and is in none of the runs.
func Trajectories(runs []*Run, o Options) (*Drawing, error) {
	t := &trajectories{runs: runs, first: math.Inf(1), last: math.Inf(-1)}
	for _, r := range runs {
		if r.rows > 0 {
			t.first, t.last = min(t.first, r.first), max(t.last, r.last)
		}
	}
	if t.first > t.last {
		return nil, errors.New("there are no rows to draw")
	}
	if err := errors.Join(t.pickJoints(o.Joints), t.pickQuantities(o.What)); err != nil {
		return nil, err
	}
	f := &figure{title: o.Title, subtitle: o.Subtitle}
	t.addJoints(f)
	if slices.Contains(t.what, "energy") {
		t.addEnergies(f)
	}
	if slices.Contains(t.what, "base") {
		t.addBase(f)
	}
	if len(f.rows) == 0 {
		return nil, errors.New("the logs have no joints and no energies to draw")
	}
	f.share()
	f.legend = t.legend()
	f.dataWidth = []vg.Length{520, 270, 205, 190}[min(f.columns(), 4)-1]
	f.dataHeight = []vg.Length{150, 125, 110, 100, 88}[min(len(f.rows), 5)-1]
	return f.drawing(o.Size)
}

// pickJoints lists the coordinates to draw.
func (t *trajectories) pickJoints(names []string) error {
	var all []string
	for _, r := range t.runs {
		for _, j := range r.joints {
			if !slices.Contains(all, j) {
				all = append(all, j)
			}
		}
	}
	if len(names) == 0 {
		t.joints = all
		return nil
	}
	var errs []error
	for _, name := range names {
		found := false
		for _, j := range all {
			if j == name || strings.HasPrefix(j, name+"[") {
				found = true
				if !slices.Contains(t.joints, j) {
					t.joints = append(t.joints, j)
				}
			}
		}
		if !found {
			errs = append(errs, wrong("joints", "there is no joint %q%s; expected some of: %s", name,
				suggest.Hint(name, all), suggest.List(all)))
		}
	}
	return errors.Join(errs...)
}

func (t *trajectories) anyHas(what string) bool {
	return slices.ContainsFunc(t.runs, func(r *Run) bool {
		switch what {
		case "energy", "base":
			return slices.ContainsFunc(r.columns, func(c string) bool { return strings.HasPrefix(c, what+"/") })
		}
		return r.has("", what)
	})
}

// addJoints adds the panels of the joints: a column for each of up to three of them, else a row for each.
func (t *trajectories) addJoints(f *figure) {
	var rows [][]*panel // by quantity, then by joint
	for _, q := range quantities {
		if slices.Contains(t.what, q.name) {
			rows = append(rows, t.quantityPanels(q))
		}
	}
	if len(rows) == 0 || len(t.joints) == 0 {
		return
	}
	if len(t.joints) > 3 && len(rows) > 1 {
		byJoint := make([][]*panel, len(t.joints))
		for j := range t.joints {
			for _, row := range rows {
				byJoint[j] = append(byJoint[j], row[j])
			}
		}
		rows = byJoint
		for j, name := range t.joints {
			entitle(rows[j], name)
		}
		f.rows = append(f.rows, rows...)
		return
	}
	named := make([]bool, len(t.joints))
	for _, row := range rows { // one quantity of many joints wraps
		for j, name := range t.joints {
			if row[j] != nil && !named[j] {
				row[j].title, named[j] = name, true
			}
		}
		lines := (len(row) + 3) / 4
		width := (len(row) + lines - 1) / lines
		for len(row)%width > 0 { // so that the panels of the last line are as wide
			row = append(row, nil)
		}
		for chunk := range slices.Chunk(row, width) {
			f.rows = append(f.rows, chunk)
		}
	}
}

// entitle writes a title above the first panel of a row.
func entitle(row []*panel, title string) {
	for _, p := range row {
		if p != nil {
			p.title = title
			return
		}
	}
}

// quantityPanels returns a panel for each joint, nil if it does not have the quantity.
func (t *trajectories) quantityPanels(q quantity) []*panel {
	panels := make([]*panel, len(t.joints))
	ranges := make([][2]float64, len(t.joints))
	scale := 0.0 // of the quantity over all joints: what is tiny beside it is rounding
	for j, joint := range t.joints {
		panels[j], ranges[j] = t.curves(func(r *Run) (value, reference *series) {
			return r.series[key{joint, q.name}], r.series[key{joint, q.reference}]
		})
		if r := ranges[j]; r[0] <= r[1] {
			scale = max(scale, math.Abs(r[0]), math.Abs(r[1]))
		}
	}
	for j, joint := range t.joints {
		if len(panels[j].items) == 0 {
			panels[j] = nil
			continue
		}
		info, known := t.info(joint)
		unit := q.unknown
		if known {
			unit = q.unit(info)
		}
		low, high := spread(ranges[j][0], ranges[j][1], scale)
		if known && q.limits != nil {
			low, high = t.limit(panels[j], q.limits(info), low, high)
		}
		panels[j].joint = joint
		panels[j].y = linearAxis(q.label, unit, low, high, 4)
	}
	return panels
}

// info returns what the first run that knows a joint knows of it.
func (t *trajectories) info(joint string) (Coordinate, bool) {
	for _, r := range t.runs {
		if info, ok := r.Joints[joint]; ok {
			return info, true
		}
	}
	return Coordinate{}, false
}

// curves returns a panel with a curve of each run that has one, and the range of all.
func (t *trajectories) curves(find func(r *Run) (value, reference *series)) (*panel, [2]float64) {
	p := &panel{x: t.timeAxis()}
	low, high := math.Inf(1), math.Inf(-1)
	var references, values []item
	var drawn *series
	for k, r := range t.runs {
		value, reference := find(r)
		var around []*trace
		for _, other := range r.Around {
			if s, _ := find(other); s != nil {
				around = append(around, &s.trace)
			}
		}
		if len(around) > 0 {
			b := newBand(around, p.x.low, p.x.high, t.shade(k))
			a, z := b.extent()
			low, high = min(low, a), max(high, z)
			p.items = append(p.items, b)
		}
		for _, s := range []*series{value, reference} {
			if s != nil {
				a, b := s.extent()
				low, high = min(low, a), max(high, b)
			}
		}
		if value != nil {
			values = append(values, curve{&value.trace, t.stroke(k)})
		}
		if reference == nil || drawn != nil && drawn.equal(&reference.trace) {
			continue
		}
		style := referenceLine
		if drawn != nil { // another reference than that of the runs before has the colour of its run
			style.Color = stroke(k).Color
		} else {
			drawn = reference
		}
		references = append(references, curve{&reference.trace, style})
		t.references = true
	}
	p.items = append(append(p.items, values...), references...) // dashed, so that the curves are seen beneath
	return p, [2]float64{low, high}
}

// stroke returns the line of a run. Of several, the earlier ones are thicker, so that they are seen beneath the
// others where all are the same.
func (t *trajectories) stroke(k int) draw.LineStyle {
	line := stroke(k)
	line.Width += vg.Length(0.5 * vg.Length(min(len(t.runs)-1-k, 4)))
	return line
}

// shade returns the colour of the band around a run.
func (t *trajectories) shade(k int) color.Color { return faded(stroke(k).Color) }

func (t *trajectories) timeAxis() axis {
	low, high := t.first, t.last
	if low == high {
		low, high = low-0.5, high+0.5
	}
	return linearAxis("time", "s", low, high, 5)
}

// limit adds limits to a panel whose axis reaches from low to high. The axis is extended to a limit if that takes
// little of its room; else a note says where it is.
func (t *trajectories) limit(p *panel, limits [2]float64, low, high float64) (float64, float64) {
	lower, upper := limits[0], limits[1]
	switch {
	case finite(lower) && lower == -upper:
		p.note = "limits ±" + number(upper, 4)
	case finite(lower) && finite(upper):
		p.note = "limits " + number(lower, 4) + " to " + number(upper, 4)
	case finite(lower):
		p.note = "lower limit " + number(lower, 4)
	case finite(upper):
		p.note = "upper limit " + number(upper, 4)
	}
	const most = 0.6 // of the range without the limit
	size := high - low
	for _, l := range []limit{{lower, false}, {upper, true}} {
		if !finite(l.y) || l.upper && l.y > high+float64(most*size) || !l.upper && l.y < low-float64(most*size) {
			continue
		}
		low, high = min(low, l.y-float64(0.06*size)), max(high, l.y+float64(0.06*size))
		p.items = append(p.items, l)
		t.limits = true
	}
	return low, high
}

// addEnergies adds a row with a panel for each energy.
func (t *trajectories) addEnergies(f *figure) {
	var names []string
	for _, r := range t.runs {
		for _, c := range r.columns {
			if strings.HasPrefix(c, "energy/") && !slices.Contains(names, c) {
				names = append(names, c)
			}
		}
	}
	var row []*panel
	for _, name := range names {
		row = append(row, t.columnPanel(name, strings.ReplaceAll(strings.TrimPrefix(name, "energy/"), "_",
			" ")+" energy", "J"))
	}
	for chunk := range slices.Chunk(row, 4) {
		f.rows = append(f.rows, chunk)
	}
}

// addBase adds the motion of a floating base.
func (t *trajectories) addBase(f *figure) {
	for _, b := range baseRows {
		var row []*panel
		for _, part := range b.parts {
			if slices.ContainsFunc(t.runs, func(r *Run) bool { return r.series[key{"", b.prefix + part}] != nil }) {
				row = append(row, t.columnPanel(b.prefix+part, part, b.unit))
			}
		}
		if len(row) > 0 {
			row[0].title = b.title
			f.rows = append(f.rows, row)
		}
	}
}

// columnPanel returns the panel of a column that belongs to no joint.
func (t *trajectories) columnPanel(column, label, unit string) *panel {
	p, r := t.curves(func(r *Run) (value, reference *series) { return r.series[key{"", column}], nil })
	low, high := spread(r[0], r[1], 0)
	p.y = linearAxis(label, unit, low, high, 4)
	return p
}

// legend explains the lines; a single run without references or limits needs none.
func (t *trajectories) legend() []entry {
	var out []entry
	if len(t.runs) > 1 || t.references || t.limits {
		for k, r := range t.runs {
			line := t.stroke(k)
			out = append(out, entry{name: r.Name, line: &line})
			if n := len(r.Around); n > 0 {
				out = append(out, entry{name: fmt.Sprintf("%s, %d runs", r.Name, n), band: t.shade(k)})
			}
		}
	}
	if t.references {
		out = append(out, entry{name: "reference", line: &referenceLine})
	}
	if t.limits {
		out = append(out, entry{name: "limit", area: true})
	}
	return out
}
