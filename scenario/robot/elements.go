package robot

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// ForceElements returns the force elements for the simulation.
func ForceElements(s *scenario.Scenario, m *tree.Model) (list []sim.ForceElement, err error) {
	var errs []error
	for i := range s.Elements {
		f := &s.Elements[i]
		x := &resolver{m: m, field: fmt.Sprintf("force_elements.%d", i)}
		if f.Type != "spring" {
			x.wrong("type", "%q; expected spring", f.Type)
		}
		for _, number := range []struct {
			key   string
			value float64
		}{{"stiffness", f.Stiffness}, {"damping", f.Damping}, {"rest", f.Rest}} {
			if !(number.value >= 0) {
				x.wrong(number.key, "%v; expected 0 or more", number.value)
			}
		}
		places := x.pair(f.Links, scenario.Vectors(f.At[:]))
		if len(f.Links) == 2 && f.Links[0] == f.Links[1] {
			x.wrong("links", "both are %q; expected two links, or a link and world", f.Links[0])
		}
		errs = append(errs, x.errs...)
		list = append(list, &sim.LineSpring{Links: [2]int{places[0].Link, places[1].Link},
			At:        [2]mgl64.Vec3{places[0].At, places[1].At},
			Stiffness: f.Stiffness, Damping: f.Damping, Rest: f.Rest})
	}
	return list, errors.Join(errs...)
}
