package rnea

import "kinetree/spatial"

// JointForce returns what joint k of the model's Joints exerts on its child link in the motion of the last
// InverseDynamics, Gravity or Bias: a moment and a force (N m, N) at the origin of the child link's frame, in its axes.
// It is f of the recursion, all that passes from the parent to the child: what the bearing takes and, along the axes of
// the joint, what its drive gives and the inertia of the drive does not take,
//
//	Sᵀ f = τ − armature q̈.
//
// What follows other joints has in it the force of what couples them. The inner bodies of a joint that is a chain have
// no mass, so the force through each of them is the one on its child. O(1), no allocation.
//
// With a motion that ForwardDynamics of package aba has found, these are the reactions of a robot under given efforts.
func (s *Solver) JointForce(k int) (f spatial.Force) {
	j := &s.model.Joints()[k]
	s.model.Links()[j.Link].Placement.ApplyForce(&f, &s.bodies[j.Body].f)
	return f
}
