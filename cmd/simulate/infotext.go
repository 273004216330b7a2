package main

import (
	"bufio"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"kinetree/spatial"
	"kinetree/urdf"
)

// text writes a robot for people: what it is as a whole, then its tree.
func (o *outline) text(out *bufio.Writer) {
	r := o.robot
	fmt.Fprintf(out, "%s\n", plain(r.Name))
	head := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(head, "  %s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	line("file", "%s, URDF %s", plain(r.File), r.Version)
	line("links", "%d, root %s", len(r.Links), plain(o.root()))
	line("joints", "%s", o.kinds())
	line("nq, nv", "%d, %d with the base fixed", o.nq, o.nv)
	line("mass", "%s kg", digits(o.mass))
	if o.moving > 0 {
		line("units", "m, kg, s, rad; N m and N m s/rad, of prismatic joints N and N s/m")
	}
	head.Flush()
	out.WriteByte('\n')
	o.table().write(out)
}

// kinds says how many joints there are, of which kinds.
func (o *outline) kinds() string {
	number := map[urdf.JointType]int{}
	for _, j := range o.robot.Joints {
		number[j.Type]++
	}
	var parts []string
	for _, t := range []urdf.JointType{urdf.Revolute, urdf.Continuous, urdf.Prismatic, urdf.Planar, urdf.Floating,
		urdf.Fixed} {
		if number[t] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", number[t], t))
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	text := fmt.Sprintf("%d: %s; %d moving", len(o.robot.Joints), strings.Join(parts, ", "), o.moving)
	if o.mimics > 0 {
		text += fmt.Sprintf(", %d of them by mimicry", o.mimics)
	}
	return text
}

// table returns the tree, a row for each link with the joint that carries it.
func (o *outline) table() *table {
	const point = "."
	t := &table{columns: []*column{{title: "link"}, {title: "joint"}, {title: "type"}, {title: "axis"},
		{title: "limits", marker: " .. "},
		{title: "in degrees", marker: " .. "}, {title: "effort", marker: point}, {title: "velocity", marker: point},
		{title: "damping", marker: point},
		{title: "friction", marker: point}, {title: "mimics"}, {title: "mass", marker: point},
		{title: "com x", marker: point}, {title: "com y", marker: point}, {title: "com z", marker: point}}}
	for _, b := range o.branches {
		row := append([]string{b.indent("  ") + plain(b.link.Name)}, jointCells(b.joint)...)
		t.rows = append(t.rows, append(row, massCells(b.link)...))
	}
	return t
}

// jointCells returns the cells of a joint, from its name to what it mimics. Those that mean nothing are empty.
func jointCells(j *urdf.Joint) []string {
	var name, kind, axis, limits, degrees, effort, velocity, damping, friction, mimic string
	if j != nil {
		name, kind = plain(j.Name), string(j.Type)
		if j.Type != urdf.Fixed && j.Type != urdf.Floating {
			axis = strings.Join(decimals(unitAxis(j)), " ")
		}
		if j.Type != urdf.Fixed {
			limits, degrees = rangeCells(j)
			if l := j.Limit; l != nil {
				effort, velocity = limit(l.Effort), limit(l.Velocity)
			}
			if d := j.Dynamics; d != nil {
				damping, friction = notZero(d.Damping), notZero(d.Friction)
			}
			if j.Mimic != nil {
				mimic = mimicry(j.Mimic)
			}
		}
	}
	return []string{name, kind, axis, limits, degrees, effort, velocity, damping, friction, mimic}
}

// massCells returns the mass and the centre of mass of a link, empty if it has no mass of its own.
func massCells(l *urdf.Link) []string {
	if l.Inertial == nil {
		return make([]string, 4)
	}
	return append([]string{digits(l.Inertial.Mass)}, decimals(l.Inertial.Origin.XYZ[:])...)
}

// rangeCells returns the range of a joint's position, and the same in degrees if it turns.
func rangeCells(j *urdf.Joint) (limits, degrees string) {
	l := j.Limit
	switch {
	case j.Type == urdf.Revolute && l != nil:
		const degree = math.Pi / 180
		return fmt.Sprintf("%s .. %s rad", digits(l.Lower), digits(l.Upper)),
			fmt.Sprintf("%.4g .. %.4g", l.Lower/degree, l.Upper/degree)
	case j.Type == urdf.Prismatic && l != nil:
		return fmt.Sprintf("%s .. %s m", digits(l.Lower), digits(l.Upper)), ""
	case j.Type == urdf.Continuous:
		return "unlimited", ""
	default:
		return "", ""
	}
}

// unitAxis returns the axis of a joint with length 1.
func unitAxis(j *urdf.Joint) []float64 {
	axis := spatial.Unit(j.Axis)
	return axis[:]
}

// mimicry returns the position of a joint that mimics another one: 2 * elbow + 0.1.
func mimicry(m *urdf.Mimic) string {
	text := plain(m.Joint)
	if m.Multiplier != 1 {
		text = digits(m.Multiplier) + " * " + text
	}
	switch {
	case m.Offset > 0:
		text += " + " + digits(m.Offset)
	case m.Offset < 0:
		text += " - " + digits(-m.Offset)
	}
	return text
}

// limit returns the limit of an effort or a velocity, which is empty if there is none.
func limit(x float64) string {
	if math.IsInf(x, 0) {
		return ""
	}
	return digits(x)
}

// notZero returns a coefficient, which is empty if it has no effect.
func notZero(x float64) string {
	if x == 0 {
		return ""
	}
	return digits(x)
}

// digits writes a number with five digits.
func digits(x float64) string { return fmt.Sprintf("%.5g", x+0) } // -0 becomes 0

// decimals writes lengths with five decimals: to the hundredth of a millimetre.
func decimals(xs []float64) []string {
	var parts []string
	for _, x := range xs {
		text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.5f", x), "0"), ".")
		if text == "-0" {
			text = "0"
		}
		parts = append(parts, text)
	}
	return parts
}
