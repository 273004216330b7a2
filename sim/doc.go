// Package sim runs simulations: a [World] holds a robot's model, the law that drives its joints, an integrator and the
// state, and its Run steps through time and hands the motion to a [Sink]. The equation of motion is
//
//	M(q) q̈ + C(q, q̇) q̇ + g(q) = τ − d q̇ − k (q − q₀) + f + λ + Jᵀ w,
//
// with the efforts τ of the law, which end at the limits of the actuators, the viscous damping d and the springs k of
// the joints, their Coulomb friction f, the efforts λ of stops at their limits, and wrenches w on links. It is solved
// for q̈ by the articulated-body algorithm (package aba). Where joints follow others, all velocities are G q̇, and
// efforts, damping and friction act through Gᵀ. A floating base has no effort of its own, unless the law gives it
// one.
//
// Friction and stops are exact: a rate slips, sticks, or rests on a stop (modes.go), which of them follows from a
// linear complementarity problem (settle.go, pivot.go), and so do the velocities after an impact (impact.go). Between
// changes the motion is smooth. A step that contains a change is repeated up to it (guard.go, event.go), so every
// integrator keeps its order.
//
// A World is for one goroutine; the model may be shared. The same configuration gives the same motion, bit by bit.
package sim
