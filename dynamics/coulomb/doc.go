// Package coulomb finds what contacts bear, all at once: the multipliers λ and the accelerations, or the rates, w with
//
//	w = G λ + b,   0 ≤ λ_n ⊥ w_n ≥ 0,   λ_t = −μ λ_n w_t/|w_t|, or |λ_t| ≤ μ λ_n where w_t = 0
//
// for the normal direction n and the two directions t across of each contact. The first law is Signorini's, the second
// one that of Coulomb, with the true cone, which loses as much energy as it can. G, which is W Wᵀ for the rows W of
// contacts, may be singular: then λ is one of many, and w is what all of them lead to.
//
// The method is that of Newton, on a projection that has the solution as its fixed point, and where it does not lead
// there that of Gauss and Seidel, block by block, each of which is solved exactly. Sources: Alart, Curnier, "A mixed
// formulation for frictional contact problems prone to Newton like solution methods", Computer Methods in Applied
// Mechanics and Engineering 92, 1991; Jean, "The non-smooth contact dynamics method", the same 177, 1999.
package coulomb
