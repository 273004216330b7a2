package prepare

import (
	"slices"

	"kinetree/control"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// touchable returns an error if a link that the law of a force moves may touch something rigid.
func (r *Run) touchable(c *sim.Config) error {
	m := c.Model
	link, err := scenario.FindLink(m, "controller.link", r.Scenario.Controller.Link)
	if err != nil {
		return err
	}
	for i := range c.Imposed.Contacts {
		p := &c.Imposed.Contacts[i]
		if p.Compliance == nil && slices.ContainsFunc(p.Links[:], func(k int) bool {
			return k >= 0 && m.Links()[k].Body == m.Links()[link].Body
		}) {
			return wrong("controller.type", "force: the contact %s is rigid, and what it bears follows from the "+
				"efforts of the law, at once; expected one with a stiffness", p.Name)
		}
	}
	return nil
}

// feel returns the force that the law of a force measures near the start, linear in the position and the velocity, for
// the analysis, which differentiates by steps that may be larger than a contact is deep. It returns nil if there is
// nothing that could be felt.
func (r *Run) feel(m *tree.Model) (func(q, qd []float64) float64, error) {
	l := r.Loop
	if l.felt == nil {
		return nil, nil
	}
	law, err := r.Scenario.Controller.TaskLaw(m, l.believed, nil, nil)
	if err != nil {
		return nil, err
	}
	sensors := sim.NewLinkWrenches(m, l.pushes, l.felt.Elements)
	sensors.Begin(0)
	n := m.NV()
	in := control.Input{Q: make([]float64, m.NQ()), Qd: make([]float64, n)}
	at := func(off, qd []float64) (float64, error) {
		m.Integrate(in.Q, l.start, off, 1)
		copy(in.Qd, qd)
		var err error
		if in.Wrenches, err = sensors.At(0, in.Q, in.Qd); err != nil {
			return 0, err
		}
		return law.(*control.ForceLaw).Pressed(&in), nil
	}
	const h = 1e-5 // rad, m, rad/s or m/s
	slopes, off, still := make([]float64, 2*n), make([]float64, n), make([]float64, n)
	here, err := at(off, still)
	if err != nil {
		return nil, err
	}
	for i := range slopes {
		moved := off
		if i >= n {
			moved = still
		}
		var sides [2]float64
		for k, step := range [2]float64{h, -h} {
			moved[i%n] = step
			if sides[k], err = at(off, still); err != nil {
				return nil, err
			}
		}
		moved[i%n] = 0
		slopes[i] = (sides[0] - sides[1]) / (2 * h)
	}
	return func(q, qd []float64) float64 {
		f := here
		m.Difference(off, l.start, q)
		for i := range n {
			f += float64(slopes[i]*off[i]) + float64(slopes[n+i]*qd[i])
		}
		return f
	}, nil
}
