package tree

import "kinetree/compile/graph"

// JointSpring is the twin of tree.JointSpring.
type JointSpring struct {
	Q, V                     int
	Stiffness, Ratio, Offset graph.Num
}

// Stretch is the twin of the method.
func (s *JointSpring) Stretch(q []graph.Num) graph.Num { return s.Ratio.Mul(q[s.Q]).Add(s.Offset) }

// AddEffort records what the spring adds to efforts, see tree.Passive.AddEffort.
func (s *JointSpring) AddEffort(tau, q []graph.Num) {
	tau[s.V] = tau[s.V].Sub(s.Stiffness.Mul(s.Ratio).Mul(s.Stretch(q)))
}
