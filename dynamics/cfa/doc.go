// Package cfa computes forward dynamics with the constraint-force algorithm: from the forces by which the joints of a
// robot hold its bodies together. [Tree] does so for every robot.
//
// The rest is about serial chains. Their equations are block tridiagonal, so that they are solved in O(n), or in
// O(log n) steps whose parts run in parallel.
//
// A stack is one spatial vector for each moving body, in body coordinates with the angular part first. H has the
// motion subspaces S_i of the joints on its diagonal, M the bodies' inertias; φ⁻¹ f are the forces on the bodies from
// the forces f through the joints, (φ⁻¹ f)_i = f_i − Σ X_jᵀ f_j over the children j of body i, and φ⁻ᵀ a what each
// joint adds to the accelerations a of the bodies.
//
// The force through a joint is f = T τ + W λ. The columns of W bear what the joint does not let move, Hᵀ W = 0, and T
// the effort, Hᵀ T = 1. Newton's equation of all bodies and the constraints of the joints are, with the bodies' bias
// forces p and the bias accelerations c,
//
//	M a = φ⁻¹ (T τ + W λ) − p,   Wᵀ (φ⁻ᵀ a − c) = 0
//
// The second of them, with a from the first, is a system for the constraint forces, and q̈ is what the joints add to
// the motion along their axes:
//
//	A λ = Wᵀ (c − φ⁻ᵀ a⁰),   A = Wᵀ φ⁻ᵀ M⁻¹ φ⁻¹ W,   a⁰ = M⁻¹ (φ⁻¹ T τ − p)
//	q̈ = Tᵀ (φ⁻ᵀ a − c)
//
// A is symmetric and positive definite, and for a chain block tridiagonal, because a constraint force acts on two
// bodies. [Chain] solves it by block elimination, and [ParallelChain] by odd-even reduction. Both solve it a second
// time for what the rounding of the first leaves, which makes the accelerations as exact as those of the
// articulated-body algorithm. Source: Fijany, Sharf and D'Eleuterio, "Parallel O(log N) algorithms for computation of
// manipulator forward dynamics", IEEE Trans. Robotics and Automation 11, 1995.
//
// docs/constraint-forces.md has measured figures of accuracy and time.
package cfa
