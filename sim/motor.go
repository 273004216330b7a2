package sim

import (
	"fmt"

	"kinetree/sim/step"
	"kinetree/tree"
)

// Motor and Stribeck are properties of joints, see package step.
type (
	Motor    = step.Motor
	Stribeck = step.Stribeck
)

// newTransmissions returns the transmissions of a configuration.
func newTransmissions(c *Config) (list []step.JointDrive) {
	layout := c.Model.EffortLayout()
	for k, j := range c.Model.Joints() {
		var x JointExtras
		if c.Joints != nil {
			x = c.Joints[k]
		}
		if x.Motor == nil && j.Rotor < 0 && !x.Unactuated && !(x.geared() && j.NV == 1) {
			continue
		}
		t := step.JointDrive{Joint: k, Index: layout.Index(k), Rotor: -1, Circuit: -1, V: j.V, Ratio: j.Ratio,
			Width: j.NV, Unactuated: x.Unactuated}
		if j.Rotor >= 0 {
			t.Rotor, t.V = layout.Index(j.Rotor), c.Model.Joints()[j.Rotor].V
		}
		if j.Circuit >= 0 {
			t.Circuit = layout.Index(j.Circuit)
		}
		t.SetMotor(x.Motor)
		list = append(list, t)
	}
	return list
}

// checkDrives returns an error for each drive that cannot be.
func (c *Config) checkDrives() error {
	for k, j := range c.Model.Joints() {
		var x JointExtras
		if c.Joints != nil {
			x = c.Joints[k]
		}
		switch fault := x.fault(); {
		case fault != "":
			return fmt.Errorf("joint %q %s", j.Name, fault)
		case x.Motor != nil && (j.NV != 1 || j.Drives >= 0):
			return fmt.Errorf("joint %q has a motor; expected a joint of the robot with one coordinate", j.Name)
		case j.Rotor >= 0 && x.Elastic == nil:
			return fmt.Errorf("joint %q has a rotor that nothing connects to it; expected JointExtras.Elastic", j.Name)
		case j.Rotor < 0 && x.Elastic != nil:
			return fmt.Errorf("joint %q has an elastic drive and no rotor; expected a model with tree.WithRotor(%q, "+
				"...)", j.Name, j.Name)
		case j.Circuit >= 0 && x.Motor == nil:
			return fmt.Errorf("joint %q has a circuit and no motor; expected JointExtras.Motor", j.Name)
		}
	}
	return nil
}

// motorColumns names the columns of the motors.
func (d *drive) motorColumns(m *tree.Model) (names []string) {
	for i := range d.mechanism.Drives {
		if t := &d.mechanism.Drives[i]; t.Motor != nil {
			name := tree.RotorName(m.Joints()[t.Joint].Name)
			names = append(names, name+"/voltage", name+"/current")
		}
	}
	return names
}

// appendMotors appends voltages and currents at the last evaluation to a row.
func (d *drive) appendMotors(row []float64) []float64 {
	for i := range d.mechanism.Drives {
		if t := &d.mechanism.Drives[i]; t.Motor != nil {
			row = append(row, t.Voltage, t.Current)
		}
	}
	return row
}
