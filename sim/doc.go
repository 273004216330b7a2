// Package sim runs simulations. A [World] holds the model of a robot, the [Controller] that drives its joints, an
// integrator and the state; its Run steps through time and hands the motion to a [Sink]. The equation of motion is
//
//	M(q) q̈ + C(q, q̇) q̇ + g(q) = τ − d q̇ − k (q − q₀) + f + λ + Jᵀ w,
//
// with the efforts τ of the controller, which saturate at the effort limits of the joints, the viscous damping d and
// the springs k of the joints, their Coulomb friction f, the efforts λ of end stops at the position limits, and
// wrenches w on links, constant wrenches and wrenches of a [ForceElement]. The articulated-body algorithm (package aba)
// solves the equation for q̈. With followers, the velocities of all joints are G q̇, and efforts, damping and friction
// act through Gᵀ. A floating base has no effort unless the controller sets one.
//
// Friction and end stops are exact: each rate slips, sticks, or rests on an end stop (modes.go). The modes of the rates
// are the solution of a linear complementarity problem (settle.go, pivot.go), and so are the velocities after an impact
// (impact.go). Between two changes of a mode the motion is smooth. A step that contains a change is repeated up to the
// change (guard.go, event.go), so every integrator keeps its order.
//
// A World is for one goroutine; the model may be shared. The same configuration gives the same motion, bit by bit.
package sim
