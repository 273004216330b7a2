package prepare_test

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// wheel is a body of 1/3 kg m² on an axle, with a transmission of 100 to 1.
const wheel = `<robot name="wheel"><link name="stand"/><link name="wheel"><inertial><mass value="1"/>
<inertia ixx="0.3333333333333333" ixy="0" ixz="0" iyy="0.3333333333333333" iyz="0" izz="0.3333333333333333"/></inertial>
</link><joint name="x" type="continuous"><parent link="stand"/><child link="wheel"/><axis xyz="0 0 1"/></joint>
<transmission name="t"><type>transmission_interface/SimpleTransmission</type>
<joint name="x"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
<actuator name="m"><mechanicalReduction>100</mechanicalReduction></actuator></transmission></robot>`

// driven returns a run of the wheel.
func driven(t *testing.T, text string) (*prepare.Run, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "robot.urdf"), []byte(wheel), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: robot.urdf\ngravity: [0, 0, 0]\n"+text), "test.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	return prepare.New(s, prepare.Env{Unlogged: true})
}

// TestDriveKeys runs the wheel with drives whose motion is known: the gear ratio comes from a key or from the
// transmission of the robot, and a rotor is felt as its inertia times the ratio squared.
func TestDriveKeys(t *testing.T) {
	for _, c := range []struct {
		joint, rest string
		column      string
		want        float64
	}{
		// 12 V at stall, and without a load after 40 time constants
		{"motor: {torque_constant: 0.05, resistance: 1, voltage: 12}", "efforts: {x: 1000}\nduration: 0",
			"x/effort", 60},
		{"motor: {torque_constant: 0.05, resistance: 1, voltage: 12}", "efforts: {x: 1000}\nduration: 0.6",
			"x/velocity", 2.4},
		{"motor: {torque_constant: 0.05, resistance: 1, ratio: 10, command: voltage}", "efforts: {x: 12}\nduration: 0",
			"x/effort", 6},
		// 3 N m on 1/3 kg m² and on a rotor that is felt as 2/3
		{"gear: {rotor_inertia: 6.666666666666667e-5}", "efforts: {x: 3}\nduration: 1", "x/velocity", 3},
		{"gear: {rotor_inertia: 0.16666666666666666, ratio: 2}", "efforts: {x: 3}\nduration: 1", "x/velocity", 3},
		{"armature: 0.6666666666666666", "efforts: {x: 3}\nduration: 1", "x/velocity", 3},
		{"motor: {torque_constant: 1, resistance: 1, rotor_inertia: 6.666666666666667e-5}",
			"efforts: {x: 3}\nduration: 1", "x/velocity", 3},
		// 20 rad/s: after half a period, π/20 s, the twist is the other way round
		{"elastic: {stiffness: 50, rotor_inertia: 0.2, gear: 1}",
			"initial: {position: {x: 0.1, x/motor: 0}}\ndt: 0.00015707963267948965\nduration: 0.15707963267948966",
			"x/position",
			-0.1 + 2*0.1/3/(1.0/3+0.2)},
		{"elastic: {stiffness: 50, rotor_inertia: 2e-5}",
			"initial: {position: {x: 0.1, x/motor: 0}}\ndt: 0.00015707963267948965\nduration: 0.15707963267948966",
			"x/motor/position", 2 * 0.1 / 3 / (1.0/3 + 0.2)},
		// the rotor begins where the joint does, and an ideal robot has none
		{"elastic: {stiffness: 50, rotor_inertia: 2e-5}", "initial: {position: {x: 0.7}}\nduration: 0",
			"x/motor/position", 0.7},
		{"elastic: {stiffness: 50, rotor_inertia: 6.666666666666667e-5}", "ideal: true\nefforts: {x: 3}\nduration: 1",
			"x/velocity", 3},
		{"actuated: false", "controller: {type: pd, gains: {x: {p: 100, d: 10}}}\ninitial: {velocity: {x: 0.5}}\n" +
			"duration: 1", "x/velocity", 0.5},
		{"friction: 1, stribeck: {level: 1.5, velocity: 0.1}", "efforts: {x: 1.4}\nduration: 1", "x/position", 0},
		{"gear: {efficiency: 0.5}", "efforts: {x: 4}\nduration: 1", "x/velocity", 6},
		// the gear takes half of what the rotor, felt as 2/3, leaves of the effort: 0.5 · 4/(1/3 + 0.5 · 2/3)
		{"gear: {efficiency: 0.5, rotor_inertia: 6.666666666666667e-5}", "efforts: {x: 4}\nduration: 1",
			"x/velocity", 3},
		{"armature: 0.6666666666666666, gear: {efficiency: 0.5}", "efforts: {x: 4}\nduration: 1", "x/velocity", 3},
	} {
		at, err := lastRow(t, wheel, "gravity: [0, 0, 0]\njoints: {x: {"+c.joint+"}}\n"+c.rest+"\n")
		if err != nil {
			t.Errorf("%s: %v", c.joint, err)
		} else if got := at(c.column); !(math.Abs(got-c.want) < 1e-9) { // of rk4 with w h = 0.003, (w h)⁵ a step
			t.Errorf("%s, %s: %s is %v, want %v", c.joint, c.rest, c.column, got, c.want)
		}
	}
}

// TestDriveFaults names the key of each fault.
func TestDriveFaults(t *testing.T) {
	for _, c := range [][2]string{
		{"backlash: 0.1", "x.backlash: a gap lies between a rotor and the joint; expected the key elastic"},
		{"elastic: {stiffness: 50}", "x.elastic.rotor_inertia"},
		{"elastic: {stiffness: -1, rotor_inertia: 1}", "x.elastic.stiffness: -1"},
		{"motor: {torque_constant: 0, resistance: 1}", "x.motor.torque_constant: 0"},
		{"motor: {torque_constant: 1, resistance: 0}", "x.motor.resistance: 0"},
		{"motor: {torque_constant: 1, resistance: 1, voltage: -3}", "x.motor.voltage: -3"},
		{"motor: {torque_constant: 1, resistance: 1, inductance: -3}", "x.motor.inductance: -3"},
		{"gear: {ratio: 3}, motor: {torque_constant: 1, resistance: 1, ratio: 4}",
			"x.motor.ratio: 4, and gear.ratio is 3"},
		{"gear: {efficiency: 1.2}", "x.gear.efficiency: 1.2"},
		{"gear: {ratio: 0}", "x.gear.ratio: 0"},
		{"armature: 1, gear: {rotor_inertia: 1}", "x.armature: 1, and the rotor has an inertia"},
		{"kind: spherical, gear: {rotor_inertia: 1}", "x.drive"},
		{"friction: 2, stribeck: {level: 1, velocity: 1}", "x.stribeck.level: 1, below the friction of 2"},
		{"stribeck: {level: 1, velocity: 0}", "x.stribeck"},
		{"actuated: false}, y: {damping: 0", "joints: the robot wheel has no moving joint \"y\""},
	} {
		joint, want := c[0], c[1]
		_, err := driven(t, "joints: {x: {"+joint+"}}\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", joint, err, want)
		}
	}
}

// TestUndrivenEffort refuses an effort for a joint that nothing drives.
func TestUndrivenEffort(t *testing.T) {
	_, err := driven(t, "joints: {x: {actuated: false}}\nefforts: {x: 3}\n")
	if err == nil || !strings.Contains(err.Error(), `efforts.x: joint "x" has no actuator`) {
		t.Error(err)
	}
}

// TestElasticPoles finds the poles of the elastic joint: two at 0 of the rigid motion, and ±20i, under a law with
// gains of 0; and with a motor that takes voltages those of the other test.
func TestElasticPoles(t *testing.T) {
	run, err := driven(t, `joints: {x: {elastic: {stiffness: 50, rotor_inertia: 0.2, gear: 1}}}
controller: {type: pd, gains: {x: {p: 1, d: 0.1}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range a.Open {
		if cmplx.Abs(p.S-20i) < 1e-9 || cmplx.Abs(p.S+20i) < 1e-9 {
			found++
		}
	}
	if len(a.Open) != 4 || found != 2 {
		t.Errorf("poles %v", a.Open)
	}
	// L J s² + R J s + K² = 0 and the rigid position
	run, err = driven(t, `joints:
  x: {motor: {torque_constant: 0.05, resistance: 1, inductance: 0.001, command: voltage}}
controller: {type: pd, gains: {x: {p: 1, d: 0.1}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	if a, err = run.Analyze(); err != nil {
		t.Fatal(err)
	}
	for _, sign := range []float64{-1, 1} {
		found, want := false, -500+sign*math.Sqrt(500*500-25*3*1000)
		for _, p := range a.Open {
			found = found || cmplx.Abs(p.S-complex(want, 0)) < 1e-9*math.Abs(want)
		}
		if !found || len(a.Open) != 3 {
			t.Errorf("poles %v, want %v among three", a.Open, want)
		}
	}
}

// TestMotorSideFeedback closes a stiff loop at the rotor, which damps the joint, and at the joint, which does not: the
// analysis and the runs agree on what is stable.
func TestMotorSideFeedback(t *testing.T) {
	for gains, stable := range map[string]bool{"x/motor: {p: 100, d: 3}": true, "x: {p: 100, d: 3}": false} {
		run, err := driven(t, fmt.Sprintf(`joints: {x: {elastic: {stiffness: 50, rotor_inertia: 0.2, gear: 1}}}
controller: {type: pd, gains: {%s}}
reference: {x: {type: step, at: 0, from: 0, to: 0.5}}
limits: {drift: 1e6}
duration: 20
`, gains))
		if err != nil {
			t.Fatal(err)
		}
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		if a.IsStable() != stable {
			t.Errorf("%s: the analysis says that the loop is stable: %v", gains, a.IsStable())
		}
		_, err = run.World.Run(context.Background(), 20)
		q := run.World.State().Q
		if settled := err == nil && math.Abs(q[0]-0.5) < 1e-4 && math.Abs(q[1]-0.5) < 1e-4; settled != stable {
			t.Errorf("%s: it is at %v after 20 s, %v", gains, q, err)
		}
	}
}

// TestElasticRegulator holds the elastic joint by all of its state, which no gain on the joint alone does as well.
func TestElasticRegulator(t *testing.T) {
	run, err := driven(t, `joints: {x: {elastic: {stiffness: 50, rotor_inertia: 2.0e-5},
  motor: {torque_constant: 1, resistance: 1, inductance: 0.001}}}
controller: {type: lqr, gains: {x: {position_weight: 100}}}
reference: {x: {type: step, at: 0, from: 0, to: 0.5}}
duration: 10
`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(context.Background(), 10); err != nil {
		t.Fatal(err)
	}
	if q := run.World.State().Q; !(math.Abs(q[0]-0.5) < 1e-5 && math.Abs(q[1]-0.5) < 1e-5) {
		t.Errorf("it is at %v", q)
	}
}

// TestDriveEquilibrium winds springs up until they carry the weight: at the start of equilibrium nothing moves.
func TestDriveEquilibrium(t *testing.T) {
	at, err := func() (func(string) float64, error) {
		return lastRow(t, wheel, `joints: {x: {stiffness: 30, rest: 1, elastic: {stiffness: 50, rotor_inertia: 2e-5},
  motor: {torque_constant: 0.05, resistance: 2, inductance: 0.01}}}
controller: {type: pd, gains: {x: {p: 20, d: 1}}}
initial: equilibrium
duration: 0.5
`)
	}()
	if err != nil {
		t.Fatal(err)
	}
	// 30 (1 − q) = 20 q, and 50 N m/rad of the twist carry what the law gives; 5 N m/A carry it by their current
	for column, want := range map[string]float64{"x/position": 0.6, "x/motor/position": 0.6 - 12.0/50, "x/velocity": 0,
		"x/effort": -12, "x/motor/current": -12.0 / 5, "x/motor/voltage": -24.0 / 5} {
		if got := at(column); !(math.Abs(got-want) < 1e-8) {
			t.Errorf("%s is %v, want %v", column, got, want)
		}
	}
}
