// Package constraint keeps a robot on constraints besides those of its tree: loops that are closed by points, hinges,
// welds, sliders and rods, gears, wheels and skates that roll without slip, joints that move as prescribed, and
// Pfaffian rows of a program's own,
//
//	A(q) q̇ = b(q, t).
//
// The multipliers λ solve the equation of motion and the derivative of the constraints together:
//
//	M q̈ + h = τ + Aᵀ λ,   A q̈ = ḃ − Ȧ q̇   ⟹   (A M⁻¹ Aᵀ) λ = ḃ − Ȧ q̇ − A q̈₀
//
// with the accelerations q̈₀ = M⁻¹ (τ − h) without constraints. M is not formed. Its inverse has a square root R, M⁻¹ =
// R Rᵀ, that the articulated-body algorithm applies in O(n) (package aba), so that
//
//	W = A R,   A M⁻¹ Aᵀ = W Wᵀ,   q̈ = q̈₀ + R Wᵀ λ
//
// A row of W has elements only for the rates on the ways of its two links to the base. The triangular factor of a QR
// factorization of Wᵀ, which keeps these zeros and tells the rank (factor.go), gives λ without the product W Wᵀ, which
// would lose half of the digits near singular configurations.
//
// What integration lets drift is taken back by projection, with the mass matrix as the metric: the smallest change of
// the position, and then of the velocity, that meets the constraints. There is no number to tune. The projection is of
// the size of the integrator's error, so methods keep their order. Through singular positions a mechanism goes with the
// velocity that it has (pass, Solver.calm), and positions are counted from a place at the loop, so that rounding is of
// the size of the loop and not of its distance from the origin. Sources: Hairer, Lubich and Wanner, "Geometric
// Numerical Integration", 2nd ed. 2006, sections IV.4 and VII.1; Featherstone 2008, chapter 8; Heath, "Some extensions
// of an algorithm for sparse linear least squares problems", SIAM J. Sci. Stat. Comput. 3, 1982, for the rank.
package constraint
