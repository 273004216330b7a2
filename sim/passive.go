package sim

import "kinetree/tree"

// JointExtras are properties of a joint that its description in URDF cannot have. They are for joints with one position
// coordinate.
type JointExtras struct {
	Stiffness float64 // of a spring, whose effort is Stiffness (Rest − position) (N m/rad or N/m)
	Rest      float64 // position where the spring has no effort (rad or m)
	// The joint rebounds from its end stops with Restitution times its approach velocity, 0 to 1.
	Restitution float64
}

// Passive returns the dampers and springs of a robot. An ideal robot has none.
func Passive(m *tree.Model, joints []JointExtras, ideal bool) *tree.Passive {
	if ideal {
		return &tree.Passive{}
	}
	springs := make([]tree.Spring, len(joints))
	for k, j := range joints {
		springs[k] = tree.Spring{Joint: k, Stiffness: j.Stiffness, Rest: j.Rest}
	}
	return m.Passive(springs)
}

// Passive returns the dampers and springs of the robot. They must not be changed.
func (w *World) Passive() *tree.Passive { return w.passive }
