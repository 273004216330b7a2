package prepare

import (
	"maps"
	"slices"

	"kinetree/scenario"
	"kinetree/tree"
)

// ordered returns the names of joints in order, those of joints that follow others last.
func ordered[T any](m *tree.Model, byJoint map[string]T) []string {
	follows := func(name string) int {
		if k, ok := m.Joint(name); ok && m.Joints()[k].Leader >= 0 {
			return 1
		}
		return 0
	}
	names := slices.Sorted(maps.Keys(byJoint))
	slices.SortStableFunc(names, func(a, b string) int { return follows(a) - follows(b) })
	return names
}

// wrong returns what is wrong with a field of a scenario.
func wrong(field, format string, args ...any) error { return scenario.Wrong(field, format, args...) }
