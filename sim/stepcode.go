package sim

import (
	"slices"

	"kinetree/compile/tape"
)

// Friction and end stops hold some rates of a world. The first code of a shape is for worlds without held rates. Later
// code has *switched* rates: numbers of the lane say whether a switched rate is held or free. So worlds whose held
// rates differ go side by side, and a change of a mode needs no other code.

// stepCode is the code for the steps of a shape.
type stepCode struct {
	asked    int          // steps that worlds wanted code for
	made     bool         // it was tried to make the code
	steps    *tape.Runner // nil if there is no code
	switched []bool       // by rate; rates that are always held are not switched
	rested   bool         // a rate with friction that is not switched has come to rest
}

// mostCodes is the largest number of codes.
const mostCodes = 100

// of returns the code for a world of a shape, nil for none.
func (c *StepCodes) of(w *World, shape *stepShape, lanes int) *stepCode {
	list := c.codes[shape.text]
	i := len(list) - 1 // the last code has the most switched rates
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
		p, err := tape.Record(func(t *tape.Tape) error { return w.recorder.recordStep(t, shape, s.switched) })
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

// serves reports whether each held rate of a world is switched in the code.
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

// hold makes the held rates of a world switched. The rates with friction become switched, too, if rubs says so or if
// friction holds one of them.
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
