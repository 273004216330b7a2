// Package sim runs simulations: a [World] holds a robot's model, the law that drives its joints, an integrator and the
// state, and its Run steps through time and hands the motion to a [Sink]. The equation of motion is
//
//	M(q) q̈ + C(q, q̇) q̇ + g(q) = τ − d q̇,
//
// with the efforts τ of the law and the viscous damping d of the joints, solved for q̈ by the articulated-body algorithm
// (package aba). Where joints follow others, all velocities are G q̇, and efforts and damping act through Gᵀ τ and Gᵀ d G. A floating
// base has no effort of its own, unless the law gives it one.
//
// A World is for one goroutine; the model may be shared. The same configuration gives the same motion, bit by bit.
package sim
