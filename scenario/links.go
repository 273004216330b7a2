package scenario

import (
	"errors"
	"fmt"

	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// LinkChanges adds to what the description of a link says.
type LinkChanges struct {
	Payload *Payload `json:"payload,omitempty" doc:"point mass that is fixed to the link"`
}

// Payload is a point mass that is fixed to a link.
type Payload struct {
	Mass     float64    `json:"mass" default:"0" doc:"kg"`
	Position [3]float64 `json:"position" default:"[0, 0, 0]" doc:"in the frame of the link (m)"`
}

// load adds the payloads to the links of a robot, which is a clone.
func (s *Scenario) load(r *urdf.Robot) error {
	var errs []error
	for _, name := range sorted(s.Links) {
		l, err := r.Link(name)
		switch p := s.Links[name].Payload; {
		case err != nil:
			errs = append(errs, wrong("links", "%v", err))
		default:
			errs = append(errs, p.load(l))
		}
	}
	return errors.Join(errs...)
}

// load adds a payload to a link; nil is none.
func (p *Payload) load(l *urdf.Link) error {
	if p == nil {
		return nil
	}
	return edited([]error{l.AddPayload(p.Mass, p.Position)},
		func(e *urdf.EditError) error { return wrong("links", "%s.%v", l.Name, e) })
}

// wrenches returns the disturbances for the simulation.
func (s *Scenario) wrenches(m *tree.Model) ([]sim.Wrench, error) {
	var list []sim.Wrench
	var errs []error
	for i := range s.Disturbances {
		d := &s.Disturbances[i]
		if d.changesRobot() {
			continue
		}
		link, known := m.Link(d.Link)
		if !known {
			var names []string
			for _, l := range m.Links() {
				names = append(names, l.Name)
			}
			errs = append(errs, wrong(fmt.Sprintf("disturbances.%d", i), "%v",
				suggest.Missing(m.Name(), "link", d.Link, names)))
			continue
		}
		list = append(list, sim.Wrench{Link: link, Force: d.Force, Moment: d.Moment, From: d.At, To: d.end(),
			InLink: d.Frame == "link"})
	}
	return list, errors.Join(errs...)
}
