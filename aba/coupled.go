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
// joints that move together. What holds a rate that is held is M q̈ + h − τ.
type coupled struct {
	crba     *crba.Solver
	rnea     *rnea.Solver
	bias     []float64 // h
	q, qd    []float64 // the state of which crba has M and bias has h
	known    bool      // there is one
	held     []bool    // rates
	reaction []float64
	rate     []float64 // room for the components of a force in root.go
}

func newCoupled(m *tree.Model) *coupled {
	n := m.NV()
	return &coupled{crba: crba.New(m), rnea: rnea.New(m), bias: make([]float64, n), q: make([]float64, m.NQ()),
		qd: make([]float64, n), held: make([]bool, n), reaction: make([]float64, n), rate: make([]float64, n)}
}

// reuse is Solver.Reuse.
func (c *coupled) reuse(m *tree.Model) {
	c.crba.Reuse(m)
	c.rnea.Reuse(m)
	c.known = false
}

// moveBase is Solver.MoveBase.
func (c *coupled) moveBase(b *tree.BaseMotion) {
	c.rnea.MoveBase(b)
	c.known = false
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
	if err := c.prepare(q, qd, fext); err != nil {
		return err
	}
	for i, h := range c.bias {
		qdd[i] = tau[i] - h
	}
	c.crba.Solve(qdd)
	for i, held := range c.held {
		if c.reaction[i] = 0; held {
			c.reaction[i] = c.crba.Product(i, qdd) + c.bias[i] - tau[i]
		}
	}
	return nil
}

// factor factors M for other purposes than prepare.
func (c *coupled) factor(q []float64) error {
	c.known = false
	return c.crba.Factor(q)
}
