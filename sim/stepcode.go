package sim

import (
	"slices"

	"kinetree/compile/tape"
)

// Friction and end stops may hold joints of a world. As long as no joint is held, the world needs code for free joints
// alone. Later code has switched rates: a number of the lane says whether each of these rates is held. So worlds with
// different held rates share code, and a change of a mode needs no other code.

// stepCode is the code for the steps of a shape.
type stepCode struct {
	asked    int
	made     bool
	steps    *tape.Runner // nil for none
	switched []bool       // the rates that may be held, besides those that always are
	rested   bool         // one with friction that may not has come to rest
}

// mostCodes is for how many kinds of steps there is code at most.
const mostCodes = 100

// of returns the code for a world of a shape, nil for none.
func (c *StepCodes) of(w *World, shape *stepShape, lanes int) *stepCode {
	list := c.codes[shape.text]
	i := len(list) - 1 // the last one holds the most
	for i > 0 && list[i].steps == nil && list[i-1].serves(w) {
		list[i].asked++
		i--
	}
	rested := i >= 0 && i == len(list)-1 && list[i].rested
	if i < 0 || !list[i].serves(w) || rested {
		if c.Made >= mostCodes {
			return nil
		}
		if c.codes == nil {
			c.codes = map[string][]*stepCode{}
		}
		s := &stepCode{switched: make([]bool, w.Model().NV())}
		if i >= 0 {
			copy(s.switched, list[i].switched)
		}
		s.hold(w, rested)
		c.codes[shape.text] = append(list, s)
		list, i = c.codes[shape.text], len(list)
	}
	s := list[i]
	if s.asked++; !s.made && s.asked > c.After {
		s.made = true
		p, err := tape.Record(func(t *tape.Tape) error { return w.recordStep(t, shape, s.switched) })
		if err == nil {
			if f, err := c.Assemble(p, lanes); err == nil && f.Lanes == lanes {
				s.steps = tape.NewRunner(p, f)
				c.Made++
			}
		}
	}
	if s.steps == nil {
		return nil
	}
	return s
}

// serves reports whether the code is for a world as it is.
func (s *stepCode) serves(w *World) bool {
	if w.modes != nil {
		for i := range w.modes.rates {
			if r := &w.modes.rates[i]; r.held() && !r.locked && !s.switched[r.v] {
				return false
			}
		}
	}
	return true
}

// hold makes those rates switched that are held, and those with friction if friction holds one or is to be able to.
func (s *stepCode) hold(w *World, rubs bool) {
	if w.modes == nil {
		return
	}
	rates := w.modes.rates
	rubs = rubs || slices.ContainsFunc(rates, func(r rate) bool { return r.held() && !r.locked && r.rough })
	for i := range rates {
		r := &rates[i]
		if !r.locked && (r.held() || r.rough && rubs) {
			s.switched[r.v] = true
		}
	}
}
