package aba

import (
	"kinetree/compile/graph"
	"kinetree/internal/traced/spatial"
)

// prepare is that of package aba. The graph has M and h of a state once.
func (c *coupled) prepare(q, qd []graph.Num, fext []spatial.Force) error {
	if err := c.crba.Factor(q); err != nil {
		return err
	}
	c.rnea.Bias(c.bias, q, qd, fext)
	return nil
}
