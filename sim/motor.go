package sim

import (
	"fmt"
	"math"

	"kinetree/tree"
)

// Motor is a direct-current motor, or one of another kind as it appears in the axes of its field, behind a gear:
//
//	L i̇ = u − R i − K ω,   τ = K i,   K = Ratio · TorqueConstant
//
// with the voltage u, the current i, and the effort τ on the joint or, of an elastic drive, on the rotor, which moves
// at the rate ω. The constant of the effort is that of the back-EMF, too. The inductance L is in the model, see
// tree.WithCircuit; without it the current is that at which the voltages are in balance.
//
// What a controller gives for the joint is the effort that it wants or the voltage. For an effort the amplifier makes
// u = R τ/K + K ω, with which the current follows τ/K at once or, with an inductance, with the time constant L/R. The
// voltage ends at its limit. Source: Spong, Hutchinson, Vidyasagar, "Robot Modeling and Control", 2006, section 6.1.
type Motor struct {
	TorqueConstant float64 // N m/A, of the rotor; N/A of a linear motor
	Resistance     float64 // Ω
	MaxVoltage     float64 // largest magnitude of the voltage (V); 0 for any
	Ratio          float64 // of the gear, positions of the rotor per position of the joint; 0 for 1
	ByVoltage      bool    // controllers give the voltage
}

// constant returns K, the effort per current.
func (m *Motor) constant() float64 {
	if m.Ratio == 0 {
		return m.TorqueConstant
	}
	return float64(m.TorqueConstant * m.Ratio)
}

// limited returns a voltage within the limit.
func (m *Motor) limited(u float64) float64 {
	if m.MaxVoltage > 0 {
		return max(-m.MaxVoltage, min(m.MaxVoltage, u))
	}
	return u
}

// attainable returns the effort nearest to one that is asked for at a rate of the motor which the voltage allows, when
// the current has followed.
func (m *Motor) attainable(asked, w float64) float64 {
	k := m.constant()
	back := float64(k * w)
	wanted := float64(m.Resistance*asked)/k + back
	if u := m.limited(wanted); u != wanted {
		return float64(k * (u - back) / m.Resistance)
	}
	return asked
}

// fault describes what is wrong with the numbers of a motor, or returns "".
func (m *Motor) fault() string {
	k := m.constant()
	if k == 0 || math.IsNaN(k) || math.IsInf(k, 0) || !(m.Resistance > 0) || math.IsInf(m.Resistance, 1) ||
		!(m.MaxVoltage >= 0) {
		return fmt.Sprintf("has the motor %+v; expected a torque constant and a ratio that are not 0, a positive "+
			"resistance, and a voltage of 0 or more", *m)
	}
	return ""
}

// transmission is how the effort that a controller gives for a joint becomes one on what the drive moves.
type transmission struct {
	joint      int
	effort     int // index of the effort that the controller gives, and of that on the joint
	rotor      int // index of the effort on the rotor; −1 of a rigid drive
	circuit    int // index of the voltage; −1 without an inductance
	v          int // rate of what the motor turns
	ratio      float64
	width      int // of the efforts of the joint
	unactuated bool
	motor      *Motor // nil for none
	k          float64

	voltage, current float64 // at the last evaluation
	output           float64 // effort of the motor then, before the losses of the gear
}

// newTransmissions returns those of a configuration.
func newTransmissions(c *Config) (list []transmission) {
	layout := c.Model.EffortLayout()
	for k, j := range c.Model.Joints() {
		var x JointExtras
		if c.Joints != nil {
			x = c.Joints[k]
		}
		if x.Motor == nil && j.Rotor < 0 && !x.Unactuated && !(x.geared() && j.NV == 1) {
			continue
		}
		t := transmission{joint: k, effort: layout.Index(k), rotor: -1, circuit: -1, v: j.V, ratio: j.Ratio,
			width: j.NV, unactuated: x.Unactuated, motor: x.Motor}
		if j.Rotor >= 0 {
			t.rotor, t.v = layout.Index(j.Rotor), c.Model.Joints()[j.Rotor].V
		}
		if j.Circuit >= 0 {
			t.circuit = layout.Index(j.Circuit)
		}
		if t.motor != nil {
			t.k = t.motor.constant()
		}
		list = append(list, t)
	}
	return list
}

// drive turns the efforts tau that a controller gives into those that act.
func (t *transmission) drive(tau, qd []float64) {
	if t.unactuated {
		clear(tau[t.effort : t.effort+t.width])
		return
	}
	asked := tau[t.effort]
	at := t.effort
	if t.rotor >= 0 {
		tau[t.effort], at = 0, t.rotor
		asked += tau[at]
	}
	t.output = asked
	if t.motor != nil {
		t.power(asked, float64(t.ratio*qd[t.v]), tau, qd)
	}
	tau[at] = t.output
}

// power finds voltage, current and effort of the motor, which turns at the rate w.
func (t *transmission) power(asked, w float64, tau, qd []float64) {
	m := t.motor
	back := float64(t.k * w)
	wanted := asked
	if !m.ByVoltage {
		wanted = float64(m.Resistance*asked)/t.k + back
	}
	t.voltage = m.limited(wanted)
	free := t.voltage == wanted
	switch {
	case t.circuit >= 0:
		t.current = qd[t.circuit]
		t.output = float64(t.k * t.current)
		tau[t.circuit] = t.voltage - back
		if free && !m.ByVoltage {
			tau[t.circuit] = float64(m.Resistance*asked) / t.k
		}
	case free && !m.ByVoltage:
		t.current, t.output = asked/t.k, asked
	default:
		t.current = (t.voltage - back) / m.Resistance
		t.output = float64(t.k * t.current)
	}
}

// heat returns the power that the windings of a motor without an inductance take (W). That of others is taken by the
// damping of their circuits.
func (t *transmission) heat() float64 {
	if t.motor == nil || t.circuit >= 0 {
		return 0
	}
	return float64(t.motor.Resistance * t.current * t.current)
}

// checkDrives returns what of the drives cannot be.
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
	for i := range d.transmissions {
		if t := &d.transmissions[i]; t.motor != nil {
			name := tree.RotorName(m.Joints()[t.joint].Name)
			names = append(names, name+"/voltage", name+"/current")
		}
	}
	return names
}

// appendMotors appends voltages and currents at the last evaluation to a row.
func (d *drive) appendMotors(row []float64) []float64 {
	for i := range d.transmissions {
		if t := &d.transmissions[i]; t.motor != nil {
			row = append(row, t.voltage, t.current)
		}
	}
	return row
}
