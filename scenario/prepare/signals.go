package prepare

import (
	"errors"
	"fmt"
	"slices"

	"kinetree/control/loop"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
)

// loopSignals are the signals of a control loop that a log can have, besides the reference.
var loopSignals = map[string]struct {
	columns func(*loop.Sampled) sim.Signals
	none    string // why a loop may have none
}{
	"measured":  {loop.MeasuredSignals, ""},
	"commanded": {loop.CommandedSignals, ""},
	"parts":     {loop.PartSignals, "the law has no parts that are known; expected one such as pd or pid"},
	"filters":   {loop.TellingSignals, "the law has no filters and no levels; expected the law cascade"},
}

// linkNames returns the names of all links.
func linkNames(m *tree.Model) (names []string) {
	for _, l := range m.Links() {
		names = append(names, l.Name)
	}
	return names
}

// signals returns the columns that the scenario asks for. The loop, if there is one, has been made.
func (r *Run) signals(m *tree.Model, base sim.BaseCourse) ([]sim.Signals, error) {
	var list []sim.Signals
	var errs []error
	var links []int
	for i, name := range r.Scenario.Log.Links {
		field := fmt.Sprintf("log.links.%d", i)
		l, ok := m.Link(name)
		switch {
		case !ok:
			errs = append(errs, wrong(field, "%v", suggest.Missing(m.Name(), "link", name, linkNames(m))))
		case m.Floating() && name == "base":
			errs = append(errs, wrong(field, "the columns base/position/x and so on are those of the floating base; "+
				"expected a link of another name"))
		case slices.Contains(links, l):
			errs = append(errs, wrong(field, "%q is there already; expected each link once", name))
		default:
			links = append(links, l)
		}
	}
	if len(links) > 0 {
		list = append(list, sim.LinkSignals(m, base, links...))
	}
	if l := r.Loop; l != nil && l.sampled != nil {
		list = append(list, l.sampled.EstimateSignals())
	} else if l != nil && l.continuous != nil {
		list = append(list, l.continuous.EstimateSignals())
	}
	known := scenario.SignalNames()
	for i, name := range r.Scenario.Log.Signals {
		field := fmt.Sprintf("log.signals.%d", i)
		switch {
		case !slices.Contains(known, name):
			errs = append(errs, wrong(field, "%q%s; expected one of %s", name, suggest.Hint(name, known),
				suggest.List(known)))
		case slices.Contains(r.Scenario.Log.Signals[:i], name):
			errs = append(errs, wrong(field, "%q is there already; expected each signal once", name))
		case r.Loop == nil || r.Loop.sampled == nil:
			errs = append(errs, wrong(field,
				"%q: there is no control law that takes samples; expected a controller, and "+
					"not a continuous one", name))
		default:
			x := loopSignals[name].columns(r.Loop.sampled)
			if len(x.Names) == 0 {
				errs = append(errs, wrong(field, "%q: %s", name, loopSignals[name].none))
			}
			list = append(list, x)
		}
	}
	return list, errors.Join(errs...)
}
