package sizing_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/control/sizing"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/tree"
	"kinetree/urdf"
)

// axis is a disc of 2 kg m², of which some is the inertia of its drive.
func axis(t *testing.T, armature float64) *tree.Model {
	t.Helper()
	robot,
		_ := urdf.Parse(strings.NewReader(`<robot name="axis"><link name="base"/><joint name="axis" type="continuous">
<parent link="base"/><child link="disc"/><axis xyz="0 0 1"/></joint><link name="disc"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="2"/></inertial></link></robot>`), "axis.urdf")
	return expect.Model(t, robot, tree.WithArmature("axis", armature))
}

// thirds moves a disc by 1.5 rad in 0.6 s, in thirds, and rests for 0.4 s: 18.75 rad/s² to 3.75 rad/s. The efforts are
// those of an inertia.
func thirds(m *sizing.DriveMeter, inertia float64) *sizing.Usage {
	state := func(t, v float64) *integrate.State { return &integrate.State{T: t, Qd: []float64{v}} }
	const n = 1000
	v := 0.0
	for i := range n {
		a := 0.0
		switch {
		case i < 200:
			a = 18.75
		case i >= 400 && i < 600:
			a = -18.75
		}
		w := v + a/n
		if i >= 599 {
			w = 0
		}
		effort := []float64{inertia * a}
		m.Observe(state(float64(i)/n, v), state(float64(i+1)/n, w), effort, effort, nil)
		v = w
	}
	m.Finish()
	return m.Joints[0]
}

// TestUsage compares with the closed form: RMS = 37.5 √0.4, peak power 37.5 · 3.75, braking gives back ½ 2 3.75².
func TestUsage(t *testing.T) {
	u := thirds(sizing.NewMeter(axis(t, 0)), 2)
	for _, c := range []struct {
		what      string
		got, want float64
	}{{"RMS", u.RMSEffort, 23.71708245126284}, {"peak", u.PeakEffort, 37.5}, {"velocity", u.PeakVelocity, 3.75},
		{"peak power", u.PeakPower, 140.625}, {"brake energy", u.BrakeEnergy, 14.0625}, {"mean power", u.MeanPower,
			14.0625},
		{"net power", u.NetPower, 0}, {"duty", u.Duty, 0.6}, {"duration", u.Duration, 1}} {
		expect.Number(t, c.what, c.got, c.want, 1e-10)
	}
}

// TestJudge compares a motor behind a gear with a sum over the points, and finds that the best ratio of a pure
// inertia J
// is √(J/J_rotor): there the load and the rotor take the same torque.
func TestJudge(t *testing.T) {
	// 0.5 kg m² of the effort are those of the drive that the model has, and no load.
	u := thirds(sizing.NewMeter(axis(t, 0.5)), 2.5)
	m := sizing.CatalogueMotor{Name: "m", ContinuousTorque: 1, PeakTorque: 3, RatedSpeed: 300, MaxSpeed: 400,
		RotorInertia: 2e-4, TorqueConstant: 0.1, Resistance: 0.5}
	for _, efficiency := range []float64{1, 0.8} {
		const n = 60.0
		c := u.Judge(&m, n, efficiency)
		drive := 37.5/(n*efficiency) + n*m.RotorInertia*18.75
		brake := 37.5*efficiency/n + n*m.RotorInertia*18.75
		rms := math.Sqrt(0.2*drive*drive + 0.2*brake*brake)
		expect.Number(t, "RMS", c.RMSTorque, rms, 1e-10)
		expect.Number(t, "peak", c.PeakTorque, drive, 1e-10)
		expect.Number(t, "speed", c.PeakSpeed, 225, 1e-9)
		expect.Number(t, "of curve", c.Peak, drive/3, 1e-10)
		expect.Number(t, "heat", c.Heat, 0.5*rms*rms/0.01, 1e-9)
	}
	best, ratio := math.Inf(1), 0.0
	for n := 90.0; n <= 110; n += 0.5 {
		if c := u.Judge(&m, n, 1); c.RMSTorque < best {
			best, ratio = c.RMSTorque, n
		}
	}
	if ratio != math.Sqrt(2/m.RotorInertia) {
		t.Errorf("the best ratio is %v; expected %v", ratio, math.Sqrt(2/m.RotorInertia))
	}
	// At 350 rad/s half of the peak torque is left; none beyond 400 rad/s.
	expect.Number(t, "curve", m.Curve(-350), 1.5, 1e-12)
	if c := u.Judge(&m, 120, 1); !math.IsInf(c.Peak, 1) && c.Speed <= 1 {
		t.Errorf("450 rad/s: %+v; expected a motor that is too slow", c)
	}
}

// TestChoose prefers what fits, then the mass, then what takes the least of a motor.
func TestChoose(t *testing.T) {
	u := thirds(sizing.NewMeter(axis(t, 0)), 2)
	motors,
		err := sizing.ReadCatalogue(strings.NewReader("name,continuous_torque,peak_torque,max_speed,"+
		"rotor_inertia,mass\n"+
		"heavy,3,10,500,1e-4,3\nweak,0.01,0.02,500,1e-6,0.1\nright,0.6,2,500,1e-5,0.8\n"), "c.csv")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range u.Choose(motors, []float64{50, 100, 200}, 1) {
		names = append(names, c.Motor.Name)
	}
	if got := strings.Join(names, " "); got != "right heavy weak" {
		t.Errorf("the order is %s", got)
	}
	// Of two motions the harder one counts, number by number.
	easy, hard := sizing.NewMeter(axis(t, 0)), sizing.NewMeter(axis(t, 0))
	thirds(easy, 1)
	thirds(hard, 3)
	worst := sizing.Worst([]*sizing.DriveMeter{easy, hard}).Joints[0]
	expect.Number(t, "worst RMS", worst.RMSEffort, 1.5*23.71708245126284, 1e-9)
	expect.Number(t, "worst torque", worst.Judge(&motors[0], 100, 1).RMSTorque,
		hard.Joints[0].Judge(&motors[0], 100, 1).RMSTorque, 1e-12)
	if len(worst.Points) != len(easy.Joints[0].Points)+len(hard.Joints[0].Points) {
		t.Errorf("%d points", len(worst.Points))
	}
}

// TestCatalogueRefused tells all that is wrong with a catalogue.
func TestCatalogueRefused(t *testing.T) {
	const header = "name,continuous_torque,peak_torque,max_speed,rotor_inertia\n"
	for text, wants := range map[string][]string{
		"": {"c.csv:1:1: error: the file is empty"},
		"name,peak_torque,colour\n": {"there is no column continuous_torque", `the column "colour" is none of a motor`,
			"there is no column max_speed"},
		header: {"there is a header and no motor"},
		header + "a,1,2,3\nb,x,2,3,0\nb,1,2,0,0\n": {"c.csv:2:1: error: the row has 4 fields",
			`c.csv:3:3: error: continuous_torque is "x"`,
			`the name "b"; expected one that no other motor has`, `max_speed is "0"; expected a positive number`},
		header + "a,3,2,3,0\n": {"the continuous torque 3 and the peak torque 2; expected the larger ones last"},
	} {
		_, err := sizing.ReadCatalogue(strings.NewReader(text), "c.csv")
		for _, want := range wants {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got %v; expected %s", text, err, want)
			}
		}
	}
}
