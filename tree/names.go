package tree

import "fmt"

// CoordinateNames returns the names of the n coordinates, or rates, of a joint: the joint's name for one, and
// <joint>[0], <joint>[1] and so on for several.
func CoordinateNames(joint string, n int) []string {
	if n == 1 {
		return []string{joint}
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("%s[%d]", joint, i)
	}
	return names
}

// RateNames returns the names of all rates, NV of them: the CoordinateNames of the independent joints, and base[0] to
// base[5] of a floating base.
func (m *Model) RateNames() []string {
	names := make([]string, m.NV())
	if m.Floating() {
		copy(names, CoordinateNames("base", 6))
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 {
			copy(names[j.V:], CoordinateNames(j.Name, j.NV))
		}
	}
	return names
}

// RateName returns the name of the independent joint that rate i belongs to, or "base" for a floating base.
func (m *Model) RateName(i int) string { return m.JointName(m.RateBody(i)) }

// RateBody returns the body that rate i moves: of the independent joint, not of one that follows it.
func (m *Model) RateBody(i int) int {
	for b := 1; b < len(m.bodies); b++ {
		if body := &m.bodies[b]; body.V <= i && i < body.V+len(body.S) &&
			(body.Joint < 0 || m.joints[body.Joint].Leader < 0) {
			return b
		}
	}
	panic(fmt.Sprintf("tree: there is no rate %d in the model %s of nv = %d", i, m.name, m.nv))
}

// BaseName returns the name of a floating base among those of the joints: base, unless a joint is called so, then
// floating_base.
func (m *Model) BaseName() string {
	for name := "base"; ; name = "floating_" + name {
		if _, taken := m.Joint(name); !taken {
			return name
		}
	}
}
