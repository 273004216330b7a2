package aba

import (
	"math"

	"kinetree/dynamics/crba"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// coupled computes the accelerations of a robot with joints that follow others, from the equation of motion of the
// independent ones,
//
//	M q̈ = τ − h,   M = Gᵀ M_all G,   h = Gᵀ h_all,   v_all = G v
//
// because G is constant. The articulated-body recursion frees one joint after the other, which is not possible with
// joints that move together.
type coupled struct {
	crba     *crba.Solver
	rnea     *rnea.Solver
	bias     []float64
	held     []bool // rates
	reaction []float64
	rate     []float64 // room for the components of a force in root.go
}

func newCoupled(m *tree.Model) *coupled {
	n := m.NV()
	return &coupled{crba: crba.New(m), rnea: rnea.New(m), bias: make([]float64, n), held: make([]bool, n),
		reaction: make([]float64, n), rate: make([]float64, n)}
}

// augment is Solver.Augment.
func (c *coupled) augment(d []float64) {
	c.crba.Augment(d)
	clear(c.held)
	for i, x := range d {
		c.held[i] = math.IsInf(x, 1)
	}
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
	c.reactions(q, qd, qdd, tau, fext)
	return nil
}

// reactions sets the reactions of the rates that are held: inverse dynamics of the accelerations minus the efforts.
func (c *coupled) reactions(q, qd, qdd, tau []float64, fext []spatial.Force) {
	known := false
	for i, held := range c.held {
		if !held {
			c.reaction[i] = 0
			continue
		}
		if !known {
			c.rnea.InverseDynamics(c.bias, q, qd, qdd, fext)
			known = true
		}
		c.reaction[i] = c.bias[i] - tau[i]
	}
}
