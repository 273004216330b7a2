package aba

import (
	"kinetree/rnea"
	"kinetree/spatial"
)

// coupledDerivatives computes the derivatives where joints follow others, by the factors of the mass matrix:
//
//	∂q̈/∂q = −M⁻¹ ∂τ/∂q,   ∂q̈/∂q̇ = −M⁻¹ ∂τ/∂q̇,   ∂q̈/∂τ = M⁻¹
type coupledDerivatives struct {
	forward *coupled
	inverse *rnea.DerivativeSolver
	column  []float64
}

// derivatives sets the derivatives after the accelerations.
func (c *coupledDerivatives) derivatives(dq, dqd, dtau, q, qd, qdd []float64, fext []spatial.Force) {
	c.inverse.InverseDynamics(dq, dqd, q, qd, qdd, fext)
	c.solve(dq)
	c.solve(dqd)
	if dtau != nil {
		c.forward.inverse(dtau)
	}
}

// solve replaces x by −M⁻¹ x, column by column.
func (c *coupledDerivatives) solve(x []float64) {
	n := len(c.column)
	for k := range n {
		for i := range n {
			c.column[i] = -x[i*n+k]
		}
		c.forward.crba.Solve(c.column)
		for i := range n {
			x[i*n+k] = c.column[i]
		}
	}
}
