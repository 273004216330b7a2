package terminal

import (
	"bufio"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"kinetree/urdf"
)

// Outline writes a summary of a robot as text: its totals, then its tree.
func Outline(out *bufio.Writer, o *urdf.Outline) {
	r := o.Robot
	fmt.Fprintf(out, "%s\n", Plain(r.Name))
	head := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(head, "  %s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	line("file", "%s, URDF %s", Plain(r.File), r.Version)
	line("links", "%d, root %s", len(r.Links), Plain(o.Root()))
	line("joints", "%s", kinds(o))
	line("nq, nv", "%d, %d with the base fixed", o.NQ, o.NV)
	line("mass", "%s kg", fiveDigits(o.Mass))
	if o.Moving > 0 {
		line("units", "m, kg, s, rad; N m and N m s/rad, of prismatic joints N and N s/m")
	}
	head.Flush()
	out.WriteByte('\n')
	treeTable(o).Write(out)
}

// kinds says how many joints there are, of which kinds.
func kinds(o *urdf.Outline) string {
	number := map[urdf.JointType]int{}
	for _, j := range o.Robot.Joints {
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
	text := fmt.Sprintf("%d: %s; %d moving", len(o.Robot.Joints), strings.Join(parts, ", "), o.Moving)
	if o.Mimics > 0 {
		text += fmt.Sprintf(", %d of them by mimicry", o.Mimics)
	}
	return text
}

// treeTable returns the tree, a row for each link with the joint that carries it.
func treeTable(o *urdf.Outline) *Table {
	t := NewTable("link", "joint", "type", "axis", "limits@ .. ", "in degrees@ .. ", "effort@.", "velocity@.",
		"damping@.", "friction@.", "mimics", "mass@.", "com x@.", "com y@.", "com z@.")
	for _, b := range o.Branches {
		row := append([]string{indent(&b, "  ") + Plain(b.Link.Name)}, jointCells(b.Joint)...)
		t.Add(append(row, massCells(b.Link)...)...)
	}
	return t
}

// deepest is how deep the lines of a tree are indented. Real robots are less deep; the output for a chain of any
// length stays in proportion to it.
const deepest = 40

// indent returns the beginning of a line of the tree: a step for each level, and the level as a number where it is
// too deep for that.
func indent(b *urdf.Branch, step string) string {
	if b.Depth <= deepest {
		return strings.Repeat(step, b.Depth)
	}
	return fmt.Sprintf("%slevel %d: ", strings.Repeat(step, deepest), b.Depth)
}

// jointCells returns the cells of a joint, from its name to what it mimics. Those that mean nothing are empty.
func jointCells(j *urdf.Joint) []string {
	var name, kind, axis, limits, degrees, effort, velocity, damping, friction, mimic string
	if j != nil {
		name, kind = Plain(j.Name), string(j.Type)
		if j.Type != urdf.Fixed && j.Type != urdf.Floating {
			unit := j.UnitAxis()
			axis = strings.Join(decimals(unit[:]), " ")
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
	return append([]string{fiveDigits(l.Inertial.Mass)}, decimals(l.Inertial.Origin.XYZ[:])...)
}

// rangeCells returns the range of a joint's position, and the same in degrees if it turns.
func rangeCells(j *urdf.Joint) (limits, degrees string) {
	l := j.Limit
	switch {
	case j.Type == urdf.Revolute && l != nil:
		const degree = math.Pi / 180
		return fmt.Sprintf("%s .. %s rad", fiveDigits(l.Lower), fiveDigits(l.Upper)),
			fmt.Sprintf("%.4g .. %.4g", l.Lower/degree, l.Upper/degree)
	case j.Type == urdf.Prismatic && l != nil:
		return fmt.Sprintf("%s .. %s m", fiveDigits(l.Lower), fiveDigits(l.Upper)), ""
	case j.Type == urdf.Continuous:
		return "unlimited", ""
	default:
		return "", ""
	}
}

// mimicry returns the position of a joint that mimics another one: 2 * elbow + 0.1.
func mimicry(m *urdf.Mimic) string {
	text := Plain(m.Joint)
	if m.Multiplier != 1 {
		text = fiveDigits(m.Multiplier) + " * " + text
	}
	switch {
	case m.Offset > 0:
		text += " + " + fiveDigits(m.Offset)
	case m.Offset < 0:
		text += " - " + fiveDigits(-m.Offset)
	}
	return text
}

// limit returns the limit of an effort or a velocity, which is empty if there is none.
func limit(x float64) string {
	if math.IsInf(x, 0) {
		return ""
	}
	return fiveDigits(x)
}

// notZero returns a coefficient, which is empty if it has no effect.
func notZero(x float64) string {
	if x == 0 {
		return ""
	}
	return fiveDigits(x)
}

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

// LinkTree writes the name of a robot and its links as check_urdf does.
func LinkTree(out *bufio.Writer, r *urdf.Robot) {
	fmt.Fprintf(out, "robot name is: %s\n---------- Successfully Parsed XML ---------------\n", Plain(r.Name))
	for _, b := range urdf.NewOutline(r).Branches {
		if b.Joint == nil {
			fmt.Fprintf(out, "root Link: %s has %d child(ren)\n", Plain(b.Link.Name), b.Children)
		} else {
			fmt.Fprintf(out, "%schild(%d):  %s\n", indent(&b, "    "), b.Place, Plain(b.Link.Name))
		}
	}
}
