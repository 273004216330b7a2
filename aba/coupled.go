package aba

import (
	"kinetree/crba"
	"kinetree/rnea"
	"kinetree/spatial"
)

// coupled computes the accelerations of a robot with joints that follow others, from the equation of motion of the independent ones,
//
//	M q̈ = τ − h,   M = Gᵀ M_all G,   h = Gᵀ h_all,   v_all = G v
//
// for G is constant. The articulated-body recursion frees one joint after the other, which joints that move together do not allow.
type coupled struct {
	crba *crba.Solver
	rnea *rnea.Solver
	bias []float64
}

func (c *coupled) forwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	if err := c.crba.Factor(q); err != nil {
		return err
	}
	c.rnea.Bias(c.bias, q, qd, fext)
	for i, h := range c.bias {
		qdd[i] = tau[i] - h
	}
	c.crba.Solve(qdd)
	return nil
}
