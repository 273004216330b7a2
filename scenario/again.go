package scenario

import (
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
)

// again is what a run that has ended keeps for the next one with other gains.
type again struct {
	of     *Variation
	law    control.Tunable
	gains  control.RateGains // of the law, by rate
	values []*float64        // in the scenario, for each path
	rates  [][]*float64      // in gains, for each path
}

// gainPath is a path controller.gains.JOINT.NAME.
type gainPath struct{ joint, name string }

// tunable are the names of the gains that a law may be given anew.
var tunable = []string{"p", "i", "d", "i_clamp"}

// gainPaths returns what gains the paths are of; nil if one of them is of something else.
func gainPaths(paths []sweep.Path) []gainPath {
	list := make([]gainPath, 0, len(paths))
	for _, p := range paths {
		keys, err := strict.Split(p.Name)
		if err != nil || len(keys) != 4 || keys[0] != "controller" || keys[1] != "gains" ||
			!slices.Contains(tunable, keys[3]) {
			return nil
		}
		list = append(list, gainPath{keys[2], keys[3]})
	}
	return list
}

// Again makes a run that has ended, of another scenario of the variation, the one that Scenario and Prepare give, bit
// by bit but for notes, and reports whether it could: where the scenarios differ in the gains of laws and in seeds
// alone. That is by far faster. Otherwise, and where there is something wrong with the values, the run is good for
// nothing but Env.Previous. It does not allocate but for the first time.
func (v *Variation) Again(r *Run, row []sweep.Value, seed int64) bool {
	if v.gains == nil || !r.silent || r.again == nil && !r.keepForAgain(v) {
		return false
	}
	a := r.again
	if a.of != v {
		return false
	}
	for k := range row {
		x := row[k].Number
		if v.paths[k].Scale {
			factor, ok := v.scaled[k].(float64)
			if !ok {
				return false
			}
			x = float64(factor * x)
		}
		if row[k].Node != nil || !finite(x) || x < 0 && v.gains[k].name == "i_clamp" {
			return false
		}
		*a.values[k] = x
		for _, gain := range a.rates[k] {
			*gain = x
		}
	}
	r.Scenario.Seed = seed
	a.law.Tune(&a.gains)
	r.Loop.sampled.Renew(uint64(seed))
	for i := range r.meter.parts {
		r.meter.parts[i].joint.Reset()
	}
	return r.World.Reset(nil, nil) == nil
}

// keepForAgain finds what Again needs. It returns false if the run depends on gains, or on the seed, elsewhere than in
// its loop.
func (r *Run) keepForAgain(v *Variation) bool {
	s := r.Scenario
	if r.Loop == nil || r.Loop.sampled == nil || r.meter == nil || s.Script != "" || s.Initial.Equilibrium ||
		s.Controller.regulator() || s.Controller.Type == "adaptive" {
		return false
	}
	a := &again{of: v, law: control.AsTunable(r.Loop.Law)}
	if a.law == nil {
		return false
	}
	m, c := r.World.Model(), &s.Controller
	a.gains = control.RateGains{P: c.rates(m, "p"), I: c.rates(m, "i"), D: c.rates(m, "d"),
		Clamp: c.rates(m, "i_clamp")}
	lists := map[string][]float64{"p": a.gains.P, "i": a.gains.I, "d": a.gains.D, "i_clamp": a.gains.Clamp}
	c.Gains = maps.Clone(c.Gains)
	for _, p := range v.gains {
		given, value := c.Gains[p.joint], new(float64)
		*gainNamed(p.name).field(&given), *value = value, math.NaN() // which shows where it acts
		c.Gains[p.joint] = given
		var rates []*float64
		for i, x := range c.rates(m, p.name) {
			if math.IsNaN(x) {
				rates = append(rates, &lists[p.name][i])
			}
		}
		*value = 0
		a.values, a.rates = append(a.values, value), append(a.rates, rates)
	}
	r.again = a
	return true
}
