package robot

import (
	"errors"
	"maps"
	"slices"

	"kinetree/scenario"
	"kinetree/urdf"
)

// addPayloads adds the payloads to the links of a robot, which is a clone.
func addPayloads(s *scenario.Scenario, r *urdf.Robot) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.Links)) {
		l, err := r.Link(name)
		switch p := s.Links[name].Payload; {
		case err != nil:
			errs = append(errs, wrong("links", "%v", err))
		default:
			errs = append(errs, AddPayload(p, l))
		}
	}
	return errors.Join(errs...)
}

// AddPayload adds a payload to a link; nil is none.
func AddPayload(p *scenario.Payload, l *urdf.Link) error {
	if p == nil {
		return nil
	}
	return edited([]error{l.AddPayload(p.Mass, p.Position)},
		func(e *urdf.EditError) error { return wrong("links", "%s.%v", l.Name, e) })
}
