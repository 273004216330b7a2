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

// PositionNames returns the names of all position coordinates, NQ of them: the CoordinateNames of the independent
// joints, and base[0] to base[6] of a floating base.
func (m *Model) PositionNames() []string {
	return m.coordinateNames(m.NQ(), 7, func(j *Joint) (at, n int) { return j.Q, j.NQ })
}

// RateNames returns the names of all rates, NV of them: the CoordinateNames of the independent joints, and base[0] to
// base[5] of a floating base.
func (m *Model) RateNames() []string {
	return m.coordinateNames(m.NV(), 6, func(j *Joint) (at, n int) { return j.V, j.NV })
}

// coordinateNames returns n names, those of a floating base first, and of joints where of says they are.
func (m *Model) coordinateNames(n, base int, of func(j *Joint) (at, n int)) []string {
	names := make([]string, n)
	if m.Floating() {
		copy(names, CoordinateNames("base", base))
	}
	for i := range m.joints {
		if j := &m.joints[i]; j.Leader < 0 {
			at, n := of(j)
			copy(names[at:], CoordinateNames(j.Name, n))
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
