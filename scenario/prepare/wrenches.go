package prepare

import (
	"errors"
	"fmt"

	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// wrenchesOf returns the disturbances for the simulation.
func wrenchesOf(s *scenario.Scenario, m *tree.Model) ([]sim.Wrench, error) {
	var list []sim.Wrench
	var errs []error
	for i := range s.Disturbances {
		d := &s.Disturbances[i]
		if d.ChangesRobot() {
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
		list = append(list, sim.Wrench{Link: link, Force: d.Force, Moment: d.Moment, From: d.At, To: d.End(),
			InLink: d.Frame == "link"})
	}
	return list, errors.Join(errs...)
}
