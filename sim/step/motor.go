package step

import (
	"fmt"
	"math"

	"kinetree/compile/tape"
)

// Motor is a direct-current motor behind a gear, or a motor of another kind in the axes of its field:
//
//	L i̇ = u − R i − K ω,   τ = K i,   K = Ratio · TorqueConstant
//
// with the voltage u, the current i, and the effort τ on the joint, which moves at the rate ω; with an elastic drive, τ
// acts on the rotor and ω is the rate of the rotor. One constant K relates effort to current and back-EMF to rate. The
// inductance L is in the model, see tree.WithCircuit; without an inductance the voltages are in balance at each
// instant.
//
// A controller asks for an effort or for a voltage. For an effort the amplifier makes u = R τ/K + K ω; the current then
// follows τ/K at once or, with an inductance, with the time constant L/R. The voltage ends at its limit. Source: Spong,
// Hutchinson, Vidyasagar, "Robot Modeling and Control", 2006, section 6.1.
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
func (m *Motor) limited(u float64) float64 { return max(-m.MaxVoltage, min(m.MaxVoltage, u)) }

// Fault describes what is wrong with the numbers of the motor, or returns "".
func (m *Motor) Fault() string {
	k := m.constant()
	if k == 0 || math.IsNaN(k) || math.IsInf(k, 0) || !(m.Resistance > 0) || math.IsInf(m.Resistance, 1) ||
		!(m.MaxVoltage >= 0) {
		return fmt.Sprintf("has the motor %+v; expected a torque constant and a ratio that are not 0, a positive "+
			"resistance, and a voltage of 0 or more", *m)
	}
	return ""
}

// JointDrive is how the effort that a controller gives for a joint becomes one on what the drive moves.
type JointDrive struct {
	Joint      int // index in Model.Joints
	Index      int // of the effort that the controller gives, and of that on the joint
	Rotor      int // index of the effort on the rotor; −1 of a rigid drive
	Circuit    int // index of the voltage; −1 without an inductance
	V          int // rate of what the motor turns
	Ratio      float64
	Width      int // of the efforts of the joint
	Unactuated bool
	Motor      *Motor // nil for none
	bounded    bool   // the voltage has a limit
	k          float64

	Voltage, Current float64 // at the last evaluation
	Output           float64 // effort of the motor then, before the losses of the gear
}

// SetMotor gives the drive a motor, nil for none.
func (d *JointDrive) SetMotor(m *Motor) {
	if d.Motor = m; m != nil {
		d.bounded, d.k = m.MaxVoltage > 0, m.constant()
	}
}

// Constant returns the effort per current of the motor.
func (d *JointDrive) Constant() float64 { return d.k }

// bounds reports whether a voltage bounds the effort that a controller asks for.
func (d *JointDrive) bounds() bool {
	return !d.Unactuated && d.Motor != nil && d.bounded && !d.Motor.ByVoltage
}

// VoltageLimits tell what the voltages of motors leave of the efforts that controllers ask for.
type VoltageLimits struct {
	drives []JointDrive
	rates  []int // of their joints
}

// NewVoltageLimits returns the limits of the drives of joints with the given rates; nil if no voltage bounds an effort.
func NewVoltageLimits(drives []JointDrive, rates []int) *VoltageLimits {
	x := &VoltageLimits{}
	for i := range drives {
		if drives[i].bounds() {
			x.drives, x.rates = append(x.drives, drives[i]), append(x.rates, rates[i])
		}
	}
	if x.drives == nil {
		return nil
	}
	return x
}

// Attainable sets real, NV numbers, to what the voltages leave of the efforts of rates that are asked for while the
// robot moves at the rates qd: the efforts nearest to them, when the currents have followed. It does not allocate.
func (x *VoltageLimits) Attainable(real, asked, qd []float64) {
	copy(real, asked)
	for i := range x.drives {
		d := &x.drives[i]
		v, r := x.rates[i], d.Motor.Resistance
		back := float64(d.k * float64(d.Ratio*qd[d.V]))
		wanted := float64(r*asked[v])/d.k + back
		if u := d.Motor.limited(wanted); u != wanted {
			real[v] = float64(d.k * (u - back) / r)
		}
	}
}

// Rows implements tape.Rowed.
func (x *VoltageLimits) Rows(r *tape.RowList) {
	for i := range x.drives {
		x.drives[i].rows(r)
	}
}

// Act turns the efforts tau that a controller gives into those that act.
func (d *JointDrive) Act(tau, qd []float64) {
	if d.Unactuated {
		clear(tau[d.Index : d.Index+d.Width])
		return
	}
	asked := tau[d.Index]
	at := d.Index
	if d.Rotor >= 0 {
		tau[d.Index], at = 0, d.Rotor
		asked += tau[at]
	}
	d.Output = asked
	if d.Motor != nil {
		d.power(asked, float64(d.Ratio*qd[d.V]), tau, qd)
	}
	tau[at] = d.Output
}

// power finds voltage, current and effort of the motor, which turns at the rate w.
func (d *JointDrive) power(asked, w float64, tau, qd []float64) {
	m := d.Motor
	back := float64(d.k * w)
	wanted := asked
	if !m.ByVoltage {
		wanted = float64(m.Resistance*asked)/d.k + back
	}
	d.Voltage = wanted
	if d.bounded {
		d.Voltage = m.limited(wanted)
	}
	if d.Circuit >= 0 {
		d.Current = qd[d.Circuit]
		d.Output = float64(d.k * d.Current)
		tau[d.Circuit] = d.Voltage - back
		if !m.ByVoltage && (!d.bounded || d.Voltage == wanted) {
			tau[d.Circuit] = float64(m.Resistance*asked) / d.k
		}
		return
	}
	if !m.ByVoltage && (!d.bounded || d.Voltage == wanted) {
		d.Current, d.Output = asked/d.k, asked
		return
	}
	d.Current = (d.Voltage - back) / m.Resistance
	d.Output = float64(d.k * d.Current)
}

// heat returns the power that the windings of a motor without an inductance take (W). That of others is taken by the
// damping of their circuits.
func (d *JointDrive) heat() float64 {
	if d.Motor == nil || d.Circuit >= 0 {
		return 0
	}
	return float64(d.Motor.Resistance * d.Current * d.Current)
}

// rows lists the numbers of the drive.
func (d *JointDrive) rows(r *tape.RowList) {
	r.ScratchNumber(&d.Voltage)
	r.ScratchNumber(&d.Current)
	r.ScratchNumber(&d.Output)
	if m := d.Motor; m != nil {
		r.FixedNumber(&m.Resistance)
		r.FixedIf(d.bounded, &m.MaxVoltage)
		r.FixedNumber(&d.k)
		r.ScratchNumber(&m.TorqueConstant)
		r.ScratchNumber(&m.Ratio)
	}
}
