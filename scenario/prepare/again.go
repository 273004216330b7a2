package prepare

import (
	"math"
	"strconv"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/tree"
)

// again is what a run that has ended keeps for becoming the next one of its variation.
type again struct {
	of      *Variation
	numbers [][]*float64 // in the scenario, for each path
	scaled  [][]float64  // what factors multiply, for each path; nil for other paths

	law   control.Renewable // nil if there is none
	gains control.RateGains // of the law, by rate
	rates [][]*float64      // in gains, for each path

	robot *alteration // nil if the runs have one robot
	start *restart

	loop     bool // sensors, delay or actuators are other ones
	wrenches bool
}

// Again makes a run that has ended, of another scenario of the variation, the one that Scenario and New give, bit
// by bit but for notes and warnings, and reports whether it could: where the scenarios differ in seeds, in gains of
// laws, in numbers of sensors and actuators and the delay, in the inertias of links, in damping and friction, in the
// state at the start, in numbers of the reference and in wrenches on links. That is by far faster. The sink takes its
// log; nil if the run before had none, either. It could not if there is something wrong with the values, which New
// tells; then a later call may succeed.
func (v *Variation) Again(r *Run, row []sweep.Value, seed int64, sink sim.Sink) bool {
	if v.renewals == nil || r.Log != nil || r.again == nil && !r.keepForAgain(v) || r.again.of != v {
		return false
	}
	a := r.again
	for k := range row {
		if row[k].Node != nil || !a.set(k, row[k].Number) {
			return false
		}
	}
	r.Scenario.Seed = seed
	var believed *tree.Model
	if a.robot != nil {
		m := a.robot.model(r)
		if m == nil || !r.World.Become(m) {
			return false
		}
		if r.Scenario.Controller.Model == "" {
			believed = m
		}
	}
	if believed != nil && r.Loop.law() != nil {
		r.Loop.believed = believed
	}
	if !a.renewLaw(r, believed) {
		return false
	}
	if r.Loop.law() != nil {
		switch l := r.Loop; {
		case a.loop:
			if len(r.Scenario.CheckLoop()) > 0 {
				return false
			}
			l.take(r.Scenario)
			if l.sampled.Become(l.Delay, l.Sensors, l.Actuators, uint64(seed)) != nil {
				return false
			}
		case l.sampled != nil:
			l.sampled.Renew(uint64(seed))
		}
	}
	if a.wrenches && !r.pushAnew() {
		return false
	}
	if !a.start.follow(r) {
		return false
	}
	if r.meter != nil {
		for i := range r.meter.parts {
			r.meter.parts[i].joint.Reset()
		}
	}
	r.World.LogTo(sink)
	return r.World.Reset(r.start.Position, r.start.Velocity) == nil
}

// renewLaw makes the law, if there is one, that of the scenario. It reports whether it could.
func (a *again) renewLaw(r *Run, believed *tree.Model) bool {
	if law, ok := r.Loop.law().(*control.Cascade); ok {
		if len(r.Scenario.Controller.CheckCascade()) > 0 {
			return false
		}
		fresh, err := r.cascade(r.World.Model(), r.Loop.Period, true)
		return err == nil && law.Become(fresh)
	}
	if a.law != nil {
		a.law.Renew(&a.gains, believed)
	}
	return true
}

// pushAnew makes the wrenches on links those of the scenario. It reports whether they mean something.
func (r *Run) pushAnew() bool {
	s := r.Scenario
	for i := range s.Disturbances {
		if len(s.Disturbances[i].Check("")) > 0 {
			return false
		}
	}
	all, err := wrenchesOf(s, r.World.Model())
	return err == nil && r.World.Push(all) == nil
}

// Renewed reports whether a run is one that Again may renew.
func (v *Variation) Renewed(r *Run) bool { return r.again != nil && r.again.of == v }

// set sets the value of a path, in the scenario and among the gains, and reports whether that means something.
func (a *again) set(k int, x float64) bool {
	what := &a.of.renewals[k]
	for i, number := range a.numbers[k] {
		if *number = x; a.scaled[k] != nil {
			*number = float64(a.scaled[k][i] * x)
		}
		if !floats.Finite(*number) || what.part == gainsOf && what.keys[3] == "i_clamp" && *number < 0 {
			return false
		}
	}
	for _, gain := range a.rates[k] {
		*gain = *a.numbers[k][0]
	}
	return true
}

// keepForAgain finds what Again needs. It returns false if the run depends on what the paths say, or on the seed,
// elsewhere than Again knows.
func (r *Run) keepForAgain(v *Variation) bool {
	s := r.Scenario
	if s.Script != "" || s.Initial.Equilibrium || s.Controller.Regulator() || s.Controller.Type == "adaptive" {
		return false
	}
	a := &again{of: v, start: &restart{}}
	if law := r.Loop.law(); law != nil {
		_, cascade := law.(*control.Cascade)
		if a.law = control.AsRenewable(law); a.law == nil && !cascade {
			return false
		}
	}
	paths := make([][]string, len(v.renewals))
	for k := range v.renewals {
		paths[k] = v.renewals[k].keys
	}
	a.numbers = strict.Numbers(s, paths)
	a.rates, a.scaled = make([][]*float64, len(paths)), make([][]float64, len(paths))
	if a.law != nil {
		if a.gains = s.Controller.RateGains(r.World.Model()); r.Loop.chain != nil {
			a.gains = r.chainGains(r.World.Model())
		}
	}
	for k := range v.renewals {
		if v.paths[k].Scale {
			a.scaled[k] = factors(v.scaled[k])
		}
		if n := len(a.numbers[k]); n == 0 || n != max(1, len(a.scaled[k])) {
			return false
		}
		ok := true
		switch what := &v.renewals[k]; what.part {
		case gainsOf:
			ok = a.keepGain(r, k)
		case positionOf, velocityOf:
			ok = a.start.keep(r, what, a.numbers[k])
		case referenceOf:
			ok = a.start.keepMotion(r, what.name)
		case loopOf:
			a.loop, ok = true, r.Loop.law() != nil && r.Loop.sampled != nil
		case cascadeOf:
			_, ok = r.Loop.law().(*control.Cascade)
		case wrenchOf:
			i, err := strconv.Atoi(what.name)
			a.wrenches, ok = true, err == nil && !s.Disturbances[i].ChangesRobot()
		default:
			if a.robot == nil {
				a.robot = newAlteration(r)
			}
			ok = a.robot != nil && a.robot.keep(what)
		}
		if !ok {
			return false
		}
	}
	r.again = a
	return true
}

// keepGain finds at which rates the gain of a path acts.
func (a *again) keepGain(r *Run, k int) bool {
	if a.law == nil {
		return false
	}
	name := a.of.renewals[k].keys[3]
	list := map[string][]float64{"p": a.gains.P, "i": a.gains.I, "d": a.gains.D, "i_clamp": a.gains.Clamp}[name]
	value := *a.numbers[k][0]
	*a.numbers[k][0] = math.NaN() // which shows where it acts
	for i, x := range r.Scenario.Controller.Rates(r.World.Model(), name) {
		if math.IsNaN(x) {
			a.rates[k] = append(a.rates[k], &list[i])
		}
	}
	*a.numbers[k][0] = value
	return true
}
