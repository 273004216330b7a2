package scenario

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

// ByVoltage reports whether what is given for the joint is a voltage.
func (j *JointChanges) ByVoltage() bool {
	return j.Motor != nil && j.Motor.Command == "voltage"
}
