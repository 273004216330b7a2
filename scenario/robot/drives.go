package robot

import (
	"maps"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// driven reports whether something is said of what drives the joint.
func driven(j *scenario.JointChanges) bool {
	return j.Motor != nil || j.Gear != nil || j.Elastic != nil || j.Backlash != nil
}

// drive describes the drive of a joint, from all of its keys.
type drive struct {
	ratio, efficiency, rotorInertia float64 // the inertia is that of the rotor itself
}

// agree sets x to what keys say that mean the same. What they say must not differ.
func agree(x *float64, fail func(name, format string, args ...any), given map[string]*float64) {
	first := ""
	for _, name := range slices.Sorted(maps.Keys(given)) {
		switch v := given[name]; {
		case v == nil:
		case first != "" && *v != *given[first]:
			fail(name, "%v, and %s is %v; expected one of the two", *v, first, *given[first])
		default:
			first, *x = name, *v
		}
	}
}

// driveOf returns what the keys say together, with the reduction of the robot's transmission, 0 for none.
func driveOf(j *scenario.JointChanges, reduction float64, fail func(name, format string, args ...any)) drive {
	d := drive{ratio: 1, efficiency: 1}
	if reduction != 0 {
		d.ratio = reduction
	}
	ratios, losses, inertias := map[string]*float64{}, map[string]*float64{}, map[string]*float64{}
	if m := j.Motor; m != nil {
		ratios["motor.ratio"], losses["motor.efficiency"], inertias["motor.rotor_inertia"] = m.Ratio, m.Efficiency,
			m.RotorInertia
	}
	if g := j.Gear; g != nil {
		ratios["gear.ratio"], losses["gear.efficiency"], inertias["gear.rotor_inertia"] = g.Ratio, g.Efficiency,
			g.RotorInertia
	}
	if e := j.Elastic; e != nil {
		ratios["elastic.gear"], inertias["elastic.rotor_inertia"] = e.Gear, e.RotorInertia
	}
	agree(&d.ratio, fail, ratios)
	agree(&d.efficiency, fail, losses)
	agree(&d.rotorInertia, fail, inertias)
	return d
}

// inertia returns the inertia of the rotor as the joint feels it.
func (d *drive) inertia() float64 { return float64(d.rotorInertia * d.ratio * d.ratio) }

// checkDrive returns what of a drive cannot be.
func checkDrive(j *scenario.JointChanges, to *urdf.Joint, mimics bool, fail func(name, format string, args ...any)) {
	if s := j.Stribeck; s != nil && !(s.Level >= 0 && s.Velocity > 0 && floats.Finite(s.Level, s.Velocity)) {
		fail("stribeck", "level %v and velocity %v; expected 0 or more and a positive number", s.Level, s.Velocity)
	} else if s != nil {
		level := 0.0
		if to.Dynamics != nil {
			level = math.Abs(to.Dynamics.Friction)
		}
		if replace(&level, j.Friction); s.Level < math.Abs(level) {
			fail("stribeck.level", "%v, below the friction of %v; expected no less", s.Level, math.Abs(level))
		}
	}
	if !driven(j) {
		return
	}
	one := j.Kind == "" && (to.Type == urdf.Revolute || to.Type == urdf.Continuous || to.Type == urdf.Prismatic)
	if !one || mimics {
		fail("drive", "a motor, gear, elastic drive or backlash is for a revolute, continuous or prismatic joint that "+
			"follows no other one; expected none of these keys")
		return
	}
	d := driveOf(j, to.Reduction, fail)
	if d.ratio == 0 || !floats.Finite(d.ratio) {
		fail("gear.ratio", "%v; expected a number that is not 0", d.ratio)
	}
	if !(d.efficiency > 0 && d.efficiency <= 1) {
		fail("gear.efficiency", "%v; expected a number above 0, up to 1", d.efficiency)
	}
	if !(d.rotorInertia >= 0 && floats.Finite(d.rotorInertia)) {
		fail("gear.rotor_inertia", "%v; expected 0 or more", d.rotorInertia)
	}
	if m := j.Motor; m != nil {
		if m.TorqueConstant == 0 || !floats.Finite(m.TorqueConstant) {
			fail("motor.torque_constant", "%v; expected a number that is not 0", m.TorqueConstant)
		}
		if !(m.Resistance > 0 && floats.Finite(m.Resistance)) {
			fail("motor.resistance", "%v; expected a positive number", m.Resistance)
		}
		if !(m.Inductance >= 0 && floats.Finite(m.Inductance)) {
			fail("motor.inductance", "%v; expected 0 or more", m.Inductance)
		}
		if m.Voltage != nil && !(*m.Voltage > 0 && floats.Finite(*m.Voltage)) {
			fail("motor.voltage", "%v; expected a positive number", *m.Voltage)
		}
		for _, given := range [...]struct {
			name string
			x    *float64
		}{{"motor.current", m.Current}, {"motor.continuous_current", m.Continuous},
			{"motor.thermal_time", m.ThermalTime}} {
			name, x := given.name, given.x
			switch {
			case x == nil:
			case !(*x > 0 && floats.Finite(*x)):
				fail(name, "%v; expected a positive number", *x)
			case j.ByVoltage():
				fail(name, "what is given for the joint is a voltage, not a current; expected command: "+
					"effort, or no such key")
			}
		}
		if c := m.Command; c != "" && c != "effort" && c != "voltage" {
			fail("motor.command", "%q; expected effort or voltage", c)
		}
	}
	switch e := j.Elastic; {
	case e != nil:
		if !(e.Stiffness > 0 && floats.Finite(e.Stiffness)) {
			fail("elastic.stiffness", "%v; expected a positive number", e.Stiffness)
		}
		if !(e.Damping >= 0 && floats.Finite(e.Damping)) {
			fail("elastic.damping", "%v; expected 0 or more", e.Damping)
		}
		if d.rotorInertia == 0 {
			fail("elastic.rotor_inertia", "a rotor that turns on its own has an inertia; expected a positive number")
		}
	case j.Backlash != nil:
		fail("backlash", "a gap lies between a rotor and the joint; expected the key elastic, with the stiffness of "+
			"what meets in the gap and the inertia of the rotor")
	case j.Armature != nil && d.rotorInertia > 0:
		fail("armature", "%v, and the rotor has an inertia, which the joint feels as %v; expected one of the two",
			*j.Armature, d.inertia())
	}
}

// treeOptions returns the options of the tree for the drive of a joint. An ideal robot has the inertia of the rotor
// only.
func treeOptions(j *scenario.JointChanges, name string, reduction float64, ideal bool) (list []tree.Option) {
	if !driven(j) {
		return nil
	}
	d := driveOf(j, reduction, func(string, string, ...any) {})
	if j.Elastic != nil && !ideal {
		list = append(list, tree.WithRotor(name, d.inertia()))
	} else if d.rotorInertia > 0 {
		list = append(list, tree.WithArmature(name, d.inertia()))
	}
	if m := j.Motor; m != nil && m.Inductance > 0 && !ideal {
		list = append(list, tree.WithCircuit(name, m.Inductance, m.Resistance))
	}
	return list
}

// extras sets what drives a joint of a robot that is not ideal.
func extras(j *scenario.JointChanges, to *sim.JointExtras, reduction float64) {
	if s := j.Stribeck; s != nil {
		to.Stribeck = &sim.Stribeck{Level: s.Level, Velocity: s.Velocity}
	}
	if !driven(j) {
		return
	}
	d := driveOf(j, reduction, func(string, string, ...any) {})
	to.Efficiency = d.efficiency
	if e := j.Elastic; e != nil {
		to.Elastic = &tree.Coupling{Stiffness: e.Stiffness, Damping: e.Damping, Backlash: scenario.Or(j.Backlash, 0)}
	}
	if m := j.Motor; m != nil {
		to.Motor = &sim.Motor{TorqueConstant: m.TorqueConstant, Resistance: m.Resistance,
			MaxVoltage: scenario.Or(m.Voltage, 0), Ratio: d.ratio, ByVoltage: m.Command == "voltage"}
	}
}

// InnerJoints returns the options that give a model the joints of drives that another one has.
func InnerJoints(s *scenario.Scenario, m *tree.Model) (list []tree.Option) {
	for _, j := range m.Joints() {
		if j.Rotor >= 0 {
			list = append(list, tree.WithRotor(j.Name, m.Joints()[j.Rotor].Armature))
		}
		if j.Circuit >= 0 {
			c := &m.Joints()[j.Circuit]
			list = append(list, tree.WithCircuit(j.Name, c.Armature, c.Damping))
		}
	}
	return list
}
