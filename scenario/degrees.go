package scenario

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/vec"
	"kinetree/tree"
)

// angle is a number of the start that was given in degrees.
type angle struct{ keys []string } // initial, position or velocity, a joint, and the index of the coordinate

// degree is the unit behind a number that is in degrees, or in degrees per second.
const degree = "deg"

// ParseDegrees reads a number of degrees, such as 90deg, and returns it in radians.
func ParseDegrees(text string) (rad float64, ok bool) {
	number, ok := strings.CutSuffix(strings.TrimSpace(text), degree)
	if !ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	return float64(x / 180 * math.Pi), err == nil && floats.Finite(x)
}

// takeDegrees replaces the numbers of degrees in the value at the end of keys, among the positions and velocities of
// the start, by numbers in radians, and returns where they were.
func takeDegrees(n *strict.Node, keys []string) []angle {
	var list []angle
	take := func(n *strict.Node, keys ...string) {
		if x, ok := ParseDegrees(n.Text); ok && n.Kind == strict.String {
			n.Kind, n.Number, n.Text = strict.Number, x, strconv.FormatFloat(x, 'g', -1, 64)
			list = append(list, angle{slices.Clone(keys)})
		}
	}
	var walk func(n *strict.Node, keys []string)
	walk = func(n *strict.Node, keys []string) {
		known := [][]string{{"initial"}, {"position", "velocity"}}
		for i := 0; i < min(len(keys), len(known)); i++ {
			if !slices.Contains(known[i], keys[i]) {
				return
			}
		}
		switch {
		case len(keys) == 4:
			take(n, keys...)
		case len(keys) == 3 && n.Kind == strict.String:
			take(n, append(slices.Clone(keys), "0")...)
		case n.Kind == strict.Map:
			for _, p := range n.Pairs {
				walk(p.Value, append(slices.Clone(keys), p.Key))
			}
		case n.Kind == strict.List:
			for i, item := range n.Items {
				walk(item, append(slices.Clone(keys), strconv.Itoa(i)))
			}
		}
	}
	walk(n, keys)
	return list
}

// withoutAngles returns a list without what is at the end of keys, or around it.
func withoutAngles(list []angle, keys []string) []angle {
	var left []angle
	for _, a := range list {
		n := min(len(a.keys), len(keys))
		if !slices.Equal(a.keys[:n], keys[:n]) {
			left = append(left, a)
		}
	}
	return left
}

// CheckAngles returns an error for each number of degrees that belongs to something that does not turn.
func (s *Scenario) CheckAngles(m *tree.Model) []error {
	var errs []error
	turns := m.Angular()
	for _, a := range s.angles {
		name := a.keys[2]
		i, err := strconv.Atoi(a.keys[3])
		k, known := m.Joint(name)
		if err != nil || !known {
			if m.Floating() && name == m.BaseName() && !(a.keys[1] == "velocity" && 3 <= i && i < 6) {
				errs = append(errs, a.wrong("this number of the floating base is no angle; expected one without deg"))
			}
			continue // other names are faults anyhow
		}
		switch j := &m.Joints()[k]; {
		case a.keys[1] == "position" && j.NQ != j.NV && !(j.NQ == 1):
			errs = append(errs, a.wrong("the position of joint %q is a pose, with a quaternion x, y, z, w; expected "+
				"numbers without deg", name))
		case j.NV == 1 && vec.Len(m.Bodies()[j.Body].S[0].Ang) == 0:
			errs = append(errs, a.wrong("joint %q slides and does not turn; expected a number without deg (m or m/s)",
				name))
		case j.NV > 1 && i < j.NV && !turns[j.V+i]:
			errs = append(errs, a.wrong("number %d of joint %q slides and does not turn; expected it without deg",
				i, name))
		}
	}
	return errs
}

func (a *angle) wrong(format string, args ...any) error {
	return Wrong(strict.Join("initial."+a.keys[1], a.keys[2]), format, args...)
}

// Schema implements strict.Described: positions and velocities of the start, by joint.
func (*Joints) Schema() *strict.Schema {
	degrees := strict.TypeSchema("string")
	degrees.Pattern = `^ *[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)? *` + degree + ` *$`
	angle := &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("number"), degrees}, Words: "number"}
	return &strict.Schema{Type: strict.Types{"object", "null"}, Others: oneOrMore(angle)}
}
