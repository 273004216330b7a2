// Package operators shows manipulator dynamics as algebra of stacked spatial vectors, and computes forward dynamics
// from it in a way that parallelises: by the constraint forces of the joints, whose equations are block tridiagonal.
//
// # Operators
//
// A stack is one spatial vector for each moving body, in body coordinates, 6 N numbers for N bodies with the angular
// part first. The equations of a whole tree are then products of a few operators, each of which is a loop over the
// bodies:
//
//	H  N joints: the rates of the joints to motions, S_i on its diagonal
//	φ  forces from the tips to the base: (φ f)_i = f_i + Σ X_jᵀ (φ f)_j over the children j of i; transposed, motions from the base to the tips
//	M  the bodies' spatial inertias on its diagonal
//
//	v = φᵀ H q̇,   M_q = Hᵀ φ M φᵀ H
//
// and with the articulated inertias P of the bodies, D = Hᵀ P H, G = P H D⁻¹, K = E G with the part E of φ⁻¹ = 1 − E
// that carries a force over one joint, and ψ, which is φ with the joints free, ψ⁻¹ = 1 − E (1 − G Hᵀ),
//
//	M_q = (1 + Hᵀ φ K) D (1 + Hᵀ φ K)ᵀ,   (1 + Hᵀ φ K)⁻¹ = 1 − Hᵀ ψ K
//
// [System] has these operators for every tree at a position. Sources: Rodriguez, Jain and Kreutz-Delgado, "Spatial
// operator algebra for multibody system dynamics", J. Astronautical Sciences 40, 1992; Jain, "Robot and Multibody
// Dynamics", 2011, chapters 3 to 7. (H here has the joint axes as columns; there it is the transpose.)
//
// # Forward dynamics by constraint forces
//
// The force through a joint is f = T τ + W λ. The columns of W bear what the joint does not let move, Hᵀ W = 0, and T
// the effort, Hᵀ T = 1. Newton's equation of all bodies and what the joints demand are, with P = φ⁻¹, the bodies'
// bias forces p and the bias accelerations c,
//
//	M a = P (T τ + W λ) − p,   Wᵀ (Pᵀ a − c) = 0
//
// The second of them, with a from the first, is a system for the constraint forces, and q̈ what the motions do along
// the joints:
//
//	A λ = Wᵀ (c − Pᵀ a⁰),   A = Wᵀ Pᵀ M⁻¹ P W,   a⁰ = M⁻¹ (P T τ − p)
//	q̈ = Tᵀ (Pᵀ a − c)
//
// So M_q⁻¹ = C − Bᵀ A⁻¹ B, a Schur complement, with B = Wᵀ Pᵀ M⁻¹ P T and C = Tᵀ Pᵀ M⁻¹ P T. A is symmetric and
// positive definite, and for a chain block tridiagonal, for a constraint force acts on two bodies. [Chain] solves it
// by block elimination in O(n), and [ParallelChain] by odd-even reduction in O(log n) steps whose parts do not depend
// on each other. Both solve it a second time for what the rounding of the first leaves, which makes the accelerations
// as exact as those of the articulated-body algorithm. Source: Fijany, Sharf and D'Eleuterio, "Parallel O(log N)
// algorithms for computation of manipulator forward dynamics", IEEE Trans. Robotics and Automation 11, 1995.
//
// docs/operators.md has measured figures of accuracy and time.
package operators
