package aba

import (
	"math"
	"slices"

	"kinetree/spatial"
)

// prepare computes M and h, and factors M with what is added to it. M and h are still there if they are asked for once
// more in the same state, as they are for other efforts, and for other rates that are held.
func (c *coupled) prepare(q, qd []float64, fext []spatial.Force) error {
	if c.known && fext == nil && sameBits(q, c.q) && sameBits(qd, c.qd) {
		return c.crba.Refactor()
	}
	c.known = false
	if err := c.crba.Factor(q); err != nil {
		return err
	}
	c.rnea.Bias(c.bias, q, qd, fext)
	copy(c.q, q)
	copy(c.qd, qd)
	c.known = fext == nil
	return nil
}

// sameBits reports whether lists of numbers are the same, with the signs of their zeros.
func sameBits(x, y []float64) bool {
	return slices.EqualFunc(x, y, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
}
