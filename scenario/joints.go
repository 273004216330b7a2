package scenario

import (
	"strings"

	"kinetree/internal/suggest"
	"kinetree/tree"
)

// FindCoordinate returns the joint and the coordinate that a name such as elbow or slider[1] means.
func FindCoordinate(m *tree.Model, field, name string) (joint, coordinate int, err error) {
	for k, j := range m.Joints() {
		for i, n := range tree.CoordinateNames(j.Name, j.NQ) {
			if n == name {
				return k, i, nil
			}
		}
	}
	if k, ok := m.Joint(name); ok {
		n := m.Joints()[k].NQ
		return 0, 0, Wrong(field, "joint %q has %d coordinates; expected one of them, %s", name, n,
			suggest.List(tree.CoordinateNames(name, n)))
	}
	_, err = FindJoint(m, field, name)
	return 0, 0, err
}

// FindJoint returns the index of the joint of a name that a field mentions.
func FindJoint(m *tree.Model, field, name string) (int, error) {
	k, ok := m.Joint(name)
	if !ok {
		if m.Fixed(name) {
			return 0, Wrong(field, "joint %q of the robot %s is fixed; expected one that moves: %s", name, m.Name(),
				suggest.List(m.JointNames()))
		}
		names := m.JointNames()
		if m.Floating() && !strings.HasPrefix(field, "efforts") {
			names = append([]string{m.BaseName()}, names...)
		}
		return 0, Wrong(field, "%v", suggest.Missing(m.Name(), "moving joint", name, names))
	}
	return k, nil
}
