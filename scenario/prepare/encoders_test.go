package prepare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/scenario/prepare"
)

// logged runs a scenario that has to be one.
func logged(t *testing.T, text string) (*prepare.Run, *tape) {
	t.Helper()
	s, err := in(t, nil, text)
	if err != nil {
		t.Fatal(err)
	}
	x := &tape{}
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: x})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run, x
}

// TestContinuousCurrent asks a motor for more than it bears: it gives its largest current, 20 A, which is 20 N m, until
// the mean square has come to that of 10 A, 400 (1 - exp(-t/2 s)) = 100 at t = 2 s log(4/3), and then 10 A.
func TestContinuousCurrent(t *testing.T) {
	run, x := logged(t, `{kinetree: 1, model: pendulum, gravity: [0, 0, 0], duration: 1.2, joints: {hinge: {motor: {
    torque_constant: 0.1, resistance: 1, ratio: 10, current: 20, continuous_current: 10, thermal_time: 2}}},
    controller: {type: pd, period: 0.001, gains: {hinge: {p: 1.0e6}}}, reference: {hinge: {type: step, at: 0,
    to: 1.0e3}}}`)
	falls := 2 * math.Log(4.0/3)
	for row := range x.rows {
		at := x.of(t, row, "time", "hinge/effort")
		switch time, effort := at[0], at[1]; {
		case time < falls-1e-3:
			expect.Number(t, fmt.Sprintf("effort at %v s", time), effort, 20, 1e-12)
		case time > falls+2e-3: // beyond the sample in which the average arrives
			expect.Number(t, fmt.Sprintf("effort at %v s", time), effort, 10, 1e-9) // of sums of 1000 squares
		}
	}
	if share := run.Measures()[0].SaturationShare; share != 1 {
		t.Errorf("limited for %v of the time; expected all of it", share)
	}
}

// TestEncoders checks that positions are measured in counts of the encoders: of the rotor's behind the gear, of the
// joint's, and of all others in what sensors have.
func TestEncoders(t *testing.T) {
	_, x := logged(t, `{kinetree: 1, model: ur5, duration: 0.3, sensors: {position_resolution: 1.0e-3}, joints: {
    shoulder_pan_joint: {elastic: {stiffness: 5000, damping: 5, rotor_inertia: 1.0e-4, gear: 100}, encoder: {
    motor: 4096, link: 65536}}, elbow_joint: {gear: {ratio: -50}, encoder: {motor: 1000}},
    wrist_1_joint: {encoder: {link: 5000}}}, controller: {type: pd_gravity, gains: {"*": {p: 400, d: 40}}},
    reference: {shoulder_pan_joint: {type: step,
    at: 0.01, to: 0.5}, elbow_joint: {type: step, at: 0.01, to: 0.3}, wrist_1_joint: {type: step, at: 0.01, to: 0.4}},
    log: {signals: [measured]}}`)
	for name, step := range map[string]float64{"shoulder_pan_joint/motor": 2 * math.Pi / 409600,
		"shoulder_pan_joint": 2 * math.Pi / 65536, "elbow_joint": 2 * math.Pi / 50000,
		"wrist_1_joint": 2 * math.Pi / 5000, "wrist_2_joint": 1e-3} {
		for row := range x.rows {
			q := x.of(t, row, name+"/measured/position", name+"/position")
			counts := q[0] / step
			if math.Abs(counts-math.Round(counts)) > 1e-6 || row%10 == 0 && math.Abs(q[0]-q[1]) > 10*step+0.01 {
				t.Fatalf("%s: measured %v at %v; expected a multiple of %v near it", name, q[0], q[1], step)
			}
		}
	}
}

// TestEncodedSteps runs joints with encoders side by side with code for whole steps and each alone. Motors keep a run
// from being code.
func TestEncodedSteps(t *testing.T) {
	var texts []string
	for k := range 5 {
		texts = append(texts, fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.2, log: {every: 20},
    joints: {elbow_joint: {gear: {ratio: 100}, encoder: {motor: %v}}, wrist_1_joint: {encoder: {link: %v}}},
    controller: {type: pid, period: 0.001, gravity: true, output_limit: %v, dead_band: 1.0e-4, setpoint_weights: {
    p: 0.9}, gains: {"*": {p: 400, i: 100, d: 40}}}, reference: {elbow_joint: {type: step, at: 0.01, to: 0.2}}}`,
			1000+100*k, 5000+100*k, 20+k))
	}
	compareLogged(t, "encoders", texts, 200)
}

// TestEncoderFaults checks what is said of encoders and currents that cannot be.
func TestEncoderFaults(t *testing.T) {
	for joint, want := range map[string]string{
		"encoder: {motor: 0}":              "joints: joint1.encoder.motor: 0 counts; expected a positive number",
		"encoder: {motor: 100, link: 100}": "joints: joint1.encoder: rotor and joint are one without an elastic drive",
		"motor: {torque_constant: 1, resistance: 1, command: voltage, current: 3}": "joints: joint1.motor.current: " +
			"what is given for the joint is a voltage",
		"motor: {torque_constant: 1, resistance: 1, continuous_current: -3}": "" +
			"joints: joint1.motor.continuous_current: -3",
	} {
		s, err := in(t, nil, `{kinetree: 1, model: rr_arm, joints: {joint1: {`+joint+`}}}`)
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v; expected %q", joint, err, want)
		}
	}
}
