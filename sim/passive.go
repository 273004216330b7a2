package sim

import "kinetree/tree"

// JointExtras is what a joint of the model has besides what its description can say. It is for joints with one
// position.
type JointExtras struct {
	Stiffness   float64 // of a spring, whose effort is Stiffness (Rest − position) (N m/rad or N/m)
	Rest        float64 // position where the spring has no effort (rad or m)
	Restitution float64 // of the stops at its limits: the share of the velocity that an impact returns, 0 to 1
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
