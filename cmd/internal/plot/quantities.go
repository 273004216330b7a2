package plot

import (
	"errors"
	"slices"
	"strings"

	"kinetree/internal/suggest"
)

// quantity is a quantity of each joint, such as its velocity, that a column of panels shows.
type quantity struct {
	name, label string
	reference   string // quantity that it should follow
	unit        func(Coordinate) string
	limits      func(Coordinate) [2]float64
	unknown     string // the unit if nothing is known of the joint
}

var quantities = []quantity{
	{"position", "position", "reference/position", func(j Coordinate) string { return j.Position },
		func(j Coordinate) [2]float64 { return j.Limits }, "rad or m"},
	{"error", "error", "", func(j Coordinate) string { return j.Position }, nil, "rad or m"},
	{"velocity", "velocity", "reference/velocity", func(j Coordinate) string { return j.Velocity },
		func(j Coordinate) [2]float64 { return both(j.MaxVelocity) }, "rad/s or m/s"},
	{"acceleration", "acceleration", "reference/acceleration", func(j Coordinate) string { return j.Acceleration }, nil,
		"rad/s² or m/s²"},
	{"effort", "effort", "", func(j Coordinate) string { return j.Effort },
		func(j Coordinate) [2]float64 { return both(j.MaxEffort) }, "N m or N"},
	{"friction_effort", "friction effort", "", func(j Coordinate) string { return j.Effort }, nil, "N m or N"},
	{"limit_effort", "limit effort", "", func(j Coordinate) string { return j.Effort }, nil, "N m or N"},
	{"unexplained_effort", "unexplained effort", "", func(j Coordinate) string { return j.Effort }, nil, "N m or N"},
}

func both(x float64) [2]float64 { return [2]float64{-x, x} }

// Quantities returns what Trajectories can draw: quantities of joints, energy, and base, the motion of a floating
// base. The error is reference minus position.
func Quantities() []string {
	var names []string
	for _, q := range quantities {
		names = append(names, q.name)
	}
	return append(names, "energy", "base")
}

// DefaultQuantities returns what Trajectories draws if it is there and nothing else is asked for.
func DefaultQuantities() []string {
	return []string{"position", "error", "velocity", "effort", "energy", "base"}
}

// pickQuantities lists what to draw.
func (t *trajectories) pickQuantities(names []string) error {
	if len(names) == 0 {
		for _, q := range DefaultQuantities() {
			if t.anyHas(q) {
				t.what = append(t.what, q)
			}
		}
		return nil
	}
	var errs []error
	for _, name := range names {
		switch {
		case !slices.Contains(Quantities(), name):
			errs = append(errs, wrong("what", "there is no quantity %q%s; expected some of: %s", name,
				suggest.Hint(name, Quantities()), strings.Join(Quantities(), ", ")))
		case !t.anyHas(name):
			errs = append(errs, wrong("what", "the logs have no %s%s", name,
				map[string]string{"error": ", for they have no references", "base": ", for it is fixed"}[name]))
		case !slices.Contains(t.what, name):
			t.what = append(t.what, name)
		}
	}
	return errors.Join(errs...)
}
