package live

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// Knob is a number of the scenario that a page can turn.
type Knob struct {
	Path  string  `json:"path"`
	Group string  `json:"group"` // where the page shows it
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`  // empty if it is not known, or differs between the joints that the number is of
	Lower float64 `json:"lower"` // of the slider, which does not bound what may be typed
	Upper float64 `json:"upper"`
	Log   bool    `json:"log"`   // on a logarithmic scale
	Tuned bool    `json:"tuned"` // one of those that the scenario has tuned
}

// groups are the keys of a scenario whose numbers are shown as knobs at once, in this order.
var groups = []string{"controller", "reference", "efforts", "links", "joints", "sensors", "actuators", "disturbances",
	"initial"}

// spans say how far the slider of a number goes that is 0, by the last key of its path.
var spans = map[string]float64{"delay": 0.02, "period": 0.01, "friction": 10, "damping": 10, "mass": 5, "lag": 0.02,
	"position_noise": 1e-3, "velocity_noise": 1e-2, "position_resolution": 1e-3, "stiffness": 100,
	"armature": 1, "i": 100}

// knobs returns the knobs of a scenario, those of its search first, and the paths of all of its numbers. The run is
// that of the scenario; nil if it cannot be prepared.
func (st *Stage) knobs(s *scenario.Scenario, r *prepare.Run) ([]Knob, []string) {
	knobs, paths := []Knob{}, []string{}
	if s.Tune != nil {
		for path, b := range s.Tune.Free {
			if x, ok := number(s, path); ok {
				knobs = append(knobs, Knob{Path: path, Group: "tune", Value: x, Lower: b.Lower, Upper: b.Upper,
					Log: b.Log, Tuned: true})
			}
		}
		slices.SortFunc(knobs, func(a, b Knob) int { return strings.Compare(a.Path, b.Path) })
	}
	known := func(path string) bool {
		return slices.ContainsFunc(knobs, func(k Knob) bool { return k.Path == path })
	}
	walk(s.Text(st.dir), "", func(path string, x float64) {
		keys := split(path)
		paths = append(paths, path)
		if slices.Contains(groups, keys[0]) && !known(path) {
			knobs = append(knobs, newKnob(path, x))
		}
	})
	for _, u := range usuals(s, r) {
		if !known(u.path) {
			knobs = append(knobs, newKnob(u.path, u.value))
			paths = append(paths, u.path)
		}
	}
	for i := range knobs {
		knobs[i].Unit = unitOf(knobs[i].Path, s, r)
	}
	slices.SortStableFunc(knobs, func(a, b Knob) int {
		return slices.Index(order, a.Group) - slices.Index(order, b.Group)
	})
	slices.Sort(paths)
	return knobs, slices.Compact(paths)
}

// order is that of the groups on the page.
var order = append([]string{"tune"}, groups...)

// usual is a number that people turn and that a scenario need not name, with its value.
type usual struct {
	path  string
	value float64
}

// usuals returns the delay, noise and period of the loop, the gains of a file of controllers, the friction and damping
// of each joint, what the last link holds.
func usuals(s *scenario.Scenario, r *prepare.Run) []usual {
	if r == nil {
		return nil
	}
	var all []usual
	if l := r.Loop; l != nil && l.Period > 0 {
		all = append(all, usual{"controller.period", l.Period})
		for _, path := range []string{"controller.delay", "actuators.lag", "sensors.position_noise",
			"sensors.velocity_noise", "sensors.position_resolution"} {
			x, _ := number(s, path)
			all = append(all, usual{path, x})
		}
	}
	for _, x := range r.ChainGains() {
		all = append(all, usual{x.Path, x.Value})
	}
	m := r.World.Model()
	for _, j := range m.Joints() {
		if j.NV == 1 && j.Leader < 0 {
			joint := strict.Join("joints", j.Name)
			all = append(all, usual{joint + ".friction", j.Friction}, usual{joint + ".damping", j.Damping})
		}
	}
	if links := m.Links(); len(links) > 0 {
		all = append(all, usual{strict.Join("links", links[len(links)-1].Name) + ".payload.mass", 0})
	}
	return all
}

// knob returns the knob of the path that a message names, with the values that it sets.
func (st *Stage) knob(m message) (*Knob, error) {
	s, err := st.with(m)
	if err != nil {
		return nil, err
	}
	path := m.Path
	x, err := s.Get(path)
	if err != nil {
		return nil, err
	}
	value, ok := x.(float64)
	if x != nil && !ok {
		return nil, fmt.Errorf("%s is %v; expected the path of a number", path, x)
	}
	k := newKnob(path, value)
	r, err := st.prepare(context.Background(), s, prepare.Env{})
	if err != nil {
		r = nil // a scenario that does not run has knobs, too
	}
	k.Unit = unitOf(path, s, r)
	return &k, nil
}

// newKnob returns the knob of a number, which reaches from 0 to four times what it is; that of a gain over a decade and
// a half on both sides, as what is right may be far from what one begins with.
func newKnob(path string, x float64) Knob {
	keys := split(path)
	k := Knob{Path: path, Group: keys[0], Value: x, Upper: float64(4 * math.Abs(x))}
	switch last := keys[len(keys)-1]; {
	case keys[0] == "initial",
		keys[0] == "reference" && slices.Contains([]string{"to", "from", "offset", "phase"}, last):
		k.Upper = max(math.Pi, float64(2*math.Abs(x)))
		k.Lower = -k.Upper
	case keys[0] == "disturbances" && last != "at" && last != "for", keys[0] == "efforts":
		k.Upper = max(10, k.Upper)
		k.Lower = -k.Upper
	case x == 0 && spans[last] > 0:
		k.Upper = spans[last]
	case x == 0:
		k.Upper = 1
	case x > 0 && keys[0] == "controller" && len(keys) > 2 && keys[1] == "gains":
		k.Lower, k.Upper, k.Log = x/30, float64(30*x), true
	case x < 0:
		k.Lower = -k.Upper
	}
	return k
}

// number returns the number at a path.
func number(s *scenario.Scenario, path string) (float64, bool) {
	x, err := s.Get(path)
	value, ok := x.(float64)
	return value, ok && err == nil
}

// split returns the keys of a path that is one.
func split(path string) []string {
	keys, _ := strict.Split(path)
	return keys
}

// walk calls f for each number of a document, with its path.
func walk(n *strict.Node, path string, f func(path string, x float64)) {
	switch n.Kind {
	case strict.Number:
		f(path, n.Number)
	case strict.Map:
		for _, p := range n.Pairs {
			walk(p.Value, strict.Join(path, p.Key), f)
		}
	case strict.List:
		for i, item := range n.Items {
			walk(item, strict.Join(path, fmt.Sprint(i)), f)
		}
	}
}
