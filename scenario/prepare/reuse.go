package prepare

import (
	"strconv"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
	"kinetree/sim"
)

// reuse is what a run that has ended keeps, so that it can be reused for the next run of its variation.
type reuse struct {
	of      *Variation
	numbers [][]*float64 // in the scenario, for each path
	scaled  [][]float64  // what factors multiply, for each path; nil for other paths

	robot *reusedRobot // nil if the runs have one robot
	start reusedStart

	loop     bool // sensors, delay or actuators are other ones
	wrenches bool
}

// Reuse makes a run of the variation that has ended another run of it: the run that Scenario and New give, bit by bit
// but for notes and warnings. Reuse reports whether it has succeeded, and is by far faster than New. The runs may
// differ in seeds, gains and cascades of laws, numbers of sensors and actuators, the delay, inertias of links, damping
// and friction, the state at the start, numbers of the reference, and wrenches on links. The sink takes the log; it is
// nil if the run before had none. Reuse fails if the values are wrong in some way, which New tells; a later call with
// other values may succeed.
func (v *Variation) Reuse(r *Run, row []sweep.Value, seed int64, sink sim.Sink) bool {
	if v.reusable == nil || r.Log != nil || r.reuse == nil && !r.keepForReuse(v) || r.reuse.of != v {
		return false
	}
	u := r.reuse
	for k := range row {
		if row[k].Node != nil || !u.set(k, row[k].Number) {
			return false
		}
	}
	r.Scenario.Seed = seed
	if !u.robot.reuse(r) || !u.reuseLoop(r) || u.wrenches && !r.reuseWrenches() || !u.start.reuse(r) {
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

// CanReuse reports whether a run is one that Reuse may make another one.
func (v *Variation) CanReuse(r *Run) bool { return r.reuse != nil && r.reuse.of == v }

// set sets the value of a path in the scenario, and reports whether it is finite.
func (u *reuse) set(k int, x float64) bool {
	for i, number := range u.numbers[k] {
		if *number = x; u.scaled[k] != nil {
			*number = float64(u.scaled[k][i] * x)
		}
		if !floats.Finite(*number) {
			return false
		}
	}
	return true
}

// reuseLoop makes the loop, if there is one with a law, that of the scenario. It reports whether it could.
func (u *reuse) reuseLoop(r *Run) bool {
	l, s := r.Loop, r.Scenario
	if l.law() == nil {
		return true
	}
	if u.loop {
		if len(s.CheckLoop()) > 0 {
			return false
		}
		l.take(s)
	}
	switch {
	case len(s.Controller.CheckCascade()) > 0 || !r.reuseLaw():
		return false
	case u.loop:
		return l.sampled.Reuse(l.Delay, l.Sensors, l.Actuators, uint64(s.Seed)) == nil
	case l.sampled != nil:
		l.sampled.Reseed(uint64(s.Seed))
	}
	return true
}

// reuseLaw makes the law that of the scenario before its first sample. It reports whether it could.
func (r *Run) reuseLaw() bool {
	law, _, err := r.law(r.World.Model(), true)
	return err == nil && control.Reuse(r.Loop.Law, law)
}

// reuseWrenches makes the wrenches on links those of the scenario. It reports whether they mean something.
func (r *Run) reuseWrenches() bool {
	s := r.Scenario
	for i := range s.Disturbances {
		if len(s.Disturbances[i].Check("")) > 0 {
			return false
		}
	}
	all, err := wrenchesOf(s, r.World.Model())
	return err == nil && r.World.Push(all) == nil
}

// keepForReuse finds what Reuse needs. It returns false if the run depends on what the paths say, or on the seed,
// elsewhere than Reuse knows.
func (r *Run) keepForReuse(v *Variation) bool {
	s := r.Scenario
	c := &s.Controller
	if s.Script != "" || r.events != nil || s.Initial.Equilibrium || c.Regulator() || c.WrenchCompensation != "" ||
		r.Loop.law() != nil && !r.reuseLaw() {
		return false
	}
	u := &reuse{of: v, scaled: make([][]float64, len(v.reusable))}
	paths := make([][]string, len(v.reusable))
	for k := range v.reusable {
		paths[k] = v.reusable[k].keys
	}
	u.numbers = strict.Numbers(s, paths)
	for k := range v.reusable {
		if v.paths[k].Scale {
			u.scaled[k] = factors(v.scaled[k])
		}
		if n := len(u.numbers[k]); n == 0 || n != max(1, len(u.scaled[k])) {
			return false
		}
		ok := true
		switch what := &v.reusable[k]; what.part {
		case lawOf:
			ok = r.Loop.law() != nil
		case positionOf, velocityOf:
			ok = u.start.keep(r, what, u.numbers[k])
		case referenceOf:
			ok = u.start.keepMotion(r, what.name)
		case loopOf:
			u.loop, ok = true, r.Loop.law() != nil && r.Loop.sampled != nil
		case wrenchOf:
			i, err := strconv.Atoi(what.name)
			u.wrenches, ok = true, err == nil && !s.Disturbances[i].ChangesRobot()
		default:
			if u.robot == nil {
				u.robot = newReusedRobot(r)
			}
			ok = u.robot != nil && u.robot.keep(what)
		}
		if !ok {
			return false
		}
	}
	r.reuse = u
	return true
}
