package scenario

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// MotorSpec is a motor behind a gear, see [sim.Motor].
type MotorSpec struct {
	TorqueConstant float64  `json:"torque_constant" required:"true"`
	Resistance     float64  `json:"resistance" required:"true" doc:"of the windings (ohm)"`
	Inductance     float64  `json:"inductance,omitempty" default:"0" doc:"of the windings (H)"`
	Voltage        *float64 `json:"voltage,omitempty" doc:"largest magnitude (V); any if it is not given"`
	Current        *float64 `json:"current,omitempty" doc:"largest magnitude (A); any if it is not given"`
	Continuous     *float64 `json:"continuous_current,omitempty"`
	ThermalTime    *float64 `json:"thermal_time,omitempty" doc:"of continuous_current (s); 10 if it is not given"`
	Ratio          *float64 `json:"ratio,omitempty"`
	Efficiency     *float64 `json:"efficiency,omitempty"`
	RotorInertia   *float64 `json:"rotor_inertia,omitempty"`
	Command        string   `json:"command,omitempty" enum:"effort|voltage" default:"effort"`
}

// Docs implements strict.Documented.
func (*MotorSpec) Docs() map[string]string {
	return map[string]string{
		"torque_constant": "N m/A at the rotor, and V s/rad of the back-EMF; N/A and V s/m of a linear motor",
		"continuous_current": "largest root of the mean square of the current over thermal_time, an average that " +
			"forgets exponentially (A); for laws on samples, whose efforts it bounds",
		"ratio":         ratioDoc,
		"efficiency":    efficiencyDoc,
		"rotor_inertia": inertiaDoc,
		"command": "what the law and efforts give for the joint: its effort, which the motor makes as far as its " +
			"voltage allows, or the voltage (V)",
	}
}

// GearSpec is a gear without a motor, or beside one.
type GearSpec struct {
	Ratio        *float64 `json:"ratio,omitempty"`
	Efficiency   *float64 `json:"efficiency,omitempty"`
	RotorInertia *float64 `json:"rotor_inertia,omitempty"`
}

// Docs implements strict.Documented.
func (*GearSpec) Docs() map[string]string {
	return map[string]string{"ratio": ratioDoc, "efficiency": efficiencyDoc, "rotor_inertia": inertiaDoc}
}

// ElasticSpec is an elastic transmission between the rotor and the joint, see [tree.Coupling].
type ElasticSpec struct {
	Stiffness    float64  `json:"stiffness" required:"true" doc:"at the joint (N m/rad or N/m)"`
	Damping      float64  `json:"damping,omitempty" default:"0" doc:"at the joint (N m s/rad or N s/m)"`
	RotorInertia *float64 `json:"rotor_inertia,omitempty"`
	Gear         *float64 `json:"gear,omitempty"`
}

// Docs implements strict.Documented.
func (*ElasticSpec) Docs() map[string]string {
	return map[string]string{"rotor_inertia": inertiaDoc, "gear": ratioDoc}
}

const (
	ratioDoc = "of the gear, turns of the rotor per turn of the joint; the mechanicalReduction of the robot's " +
		"transmission if it is not given, else 1"
	efficiencyDoc = "of the gear, above 0 up to 1; what it loses is friction; 1 if it is not given"
	inertiaDoc    = "of the rotor about its own axis (kg m^2 or kg); the joint feels ratio^2 times as much"
)

// StribeckSpec is friction that is higher at low velocities, see [sim.Stribeck].
type StribeckSpec struct {
	Level    float64 `json:"level" required:"true" doc:"friction that holds the joint at rest (N m or N)"`
	Velocity float64 `json:"velocity" required:"true"`
}

// Docs implements strict.Documented.
func (*StribeckSpec) Docs() map[string]string {
	return map[string]string{"velocity": "where the rise above the key friction is down to 1/e (rad/s or m/s)"}
}

// driven reports whether something is said of what drives the joint.
func (j *JointChanges) driven() bool {
	return j.Motor != nil || j.Gear != nil || j.Elastic != nil || j.Backlash != nil
}

// drive describes the drive of a joint, from all of its keys.
type drive struct {
	ratio, efficiency, rotorInertia float64 // the inertia is that of the rotor itself
}

// agree sets x to what keys say that mean the same. What they say must not differ.
func agree(x *float64, fail func(name, format string, args ...any), given map[string]*float64) {
	first := ""
	for _, name := range sorted(given) {
		switch v := given[name]; {
		case v == nil:
		case first != "" && *v != *given[first]:
			fail(name, "%v, and %s is %v; expected one of the two", *v, first, *given[first])
		default:
			first, *x = name, *v
		}
	}
}

// drive returns what the keys say together, with the reduction of the robot's transmission, 0 for none.
func (j *JointChanges) drive(reduction float64, fail func(name, format string, args ...any)) drive {
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
func (j *JointChanges) checkDrive(to *urdf.Joint, mimics bool, fail func(name, format string, args ...any)) {
	if s := j.Stribeck; s != nil && !(s.Level >= 0 && s.Velocity > 0 && finite(s.Level, s.Velocity)) {
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
	if !j.driven() {
		return
	}
	one := j.Kind == "" && (to.Type == urdf.Revolute || to.Type == urdf.Continuous || to.Type == urdf.Prismatic)
	if !one || mimics {
		fail("drive", "a motor, gear, elastic drive or backlash is for a revolute, continuous or prismatic joint that "+
			"follows no other one; expected none of these keys")
		return
	}
	d := j.drive(to.Reduction, fail)
	if d.ratio == 0 || !finite(d.ratio) {
		fail("gear.ratio", "%v; expected a number that is not 0", d.ratio)
	}
	if !(d.efficiency > 0 && d.efficiency <= 1) {
		fail("gear.efficiency", "%v; expected a number above 0, up to 1", d.efficiency)
	}
	if !(d.rotorInertia >= 0 && finite(d.rotorInertia)) {
		fail("gear.rotor_inertia", "%v; expected 0 or more", d.rotorInertia)
	}
	if m := j.Motor; m != nil {
		if m.TorqueConstant == 0 || !finite(m.TorqueConstant) {
			fail("motor.torque_constant", "%v; expected a number that is not 0", m.TorqueConstant)
		}
		if !(m.Resistance > 0 && finite(m.Resistance)) {
			fail("motor.resistance", "%v; expected a positive number", m.Resistance)
		}
		if !(m.Inductance >= 0 && finite(m.Inductance)) {
			fail("motor.inductance", "%v; expected 0 or more", m.Inductance)
		}
		if m.Voltage != nil && !(*m.Voltage > 0 && finite(*m.Voltage)) {
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
			case !(*x > 0 && finite(*x)):
				fail(name, "%v; expected a positive number", *x)
			case j.byVoltage():
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
		if !(e.Stiffness > 0 && finite(e.Stiffness)) {
			fail("elastic.stiffness", "%v; expected a positive number", e.Stiffness)
		}
		if !(e.Damping >= 0 && finite(e.Damping)) {
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
func (j *JointChanges) treeOptions(name string, reduction float64, ideal bool) (list []tree.Option) {
	if !j.driven() {
		return nil
	}
	d := j.drive(reduction, func(string, string, ...any) {})
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
func (j *JointChanges) extras(to *sim.JointExtras, reduction float64) {
	if s := j.Stribeck; s != nil {
		to.Stribeck = &sim.Stribeck{Level: s.Level, Velocity: s.Velocity}
	}
	if !j.driven() {
		return
	}
	d := j.drive(reduction, func(string, string, ...any) {})
	to.Efficiency = d.efficiency
	if e := j.Elastic; e != nil {
		to.Elastic = &tree.Coupling{Stiffness: e.Stiffness, Damping: e.Damping, Backlash: or(j.Backlash, 0)}
	}
	if m := j.Motor; m != nil {
		to.Motor = &sim.Motor{TorqueConstant: m.TorqueConstant, Resistance: m.Resistance, MaxVoltage: or(m.Voltage, 0),
			Ratio: d.ratio, ByVoltage: m.Command == "voltage"}
	}
}

// byVoltage reports whether what is given for the joint is a voltage.
func (j *JointChanges) byVoltage() bool {
	return j.Motor != nil && j.Motor.Command == "voltage"
}

// checkActuated returns an error for each effort that is given for a joint that nothing drives.
func (s *Scenario) checkActuated() error {
	var errs []error
	for _, name := range sorted(s.Efforts) {
		if a := s.Joints[name].Actuated; a != nil && !*a {
			errs = append(errs, wrong("efforts."+quote(name), "joint %q has no actuator (joints.%s.actuated is "+
				"false); expected no effort", name, quote(name)))
		}
	}
	return errors.Join(errs...)
}

// driveNotes returns what the user should know of the drives.
func (s *Scenario) driveNotes(m *tree.Model) (notes []string) {
	for _, j := range m.Joints() {
		given := s.Joints[j.Name]
		if given.byVoltage() && !s.Ideal && !math.IsInf(j.Effort, 1) {
			notes = append(notes, fmt.Sprintf("joint %s takes voltages; its effort limit of %v is not used", j.Name,
				j.Effort))
		}
	}
	return notes
}

// forgetCharges removes the charges of circuits from a plant.
func forgetCharges(p *analysis.Plant, m *tree.Model, decay float64) {
	for _, j := range m.Joints() {
		if j.Circuit >= 0 {
			p.Forget(m.Joints()[j.Circuit].V, decay)
		}
	}
}

// hasCircuit reports whether a motor has an inductance.
func hasCircuit(m *tree.Model) bool {
	return slices.ContainsFunc(m.Joints(), func(j tree.Joint) bool { return j.Circuit >= 0 })
}

// followRotors makes the rotors of elastic drives follow what their joints are asked to do, unless they have a
// reference of their own.
func (s *Scenario) followRotors(m *tree.Model, plan *reference.Plan, motions map[int]reference.Trajectory) error {
	var errs []error
	for k, t := range motions {
		rotor := m.Joints()[k].Rotor
		if rotor < 0 {
			continue
		}
		if _, own := s.Reference[m.Joints()[rotor].Name]; !own {
			errs = append(errs, plan.Follow(rotor, 0, t))
		}
	}
	return errors.Join(errs...)
}

// withoutDrives leaves the regulator one effort for each joint of the robot, and none for what its drive has besides.
func withoutDrives(p *analysis.Plant, m *tree.Model) {
	rows, _ := p.B.Dims()
	for _, j := range m.Joints() {
		for i := 0; i < rows && j.Drives >= 0; i++ {
			p.B.Set(i, j.V, 0)
		}
	}
}

// innerJoints returns the options that give a model the joints of drives that another one has.
func (s *Scenario) innerJoints(m *tree.Model) (list []tree.Option) {
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
