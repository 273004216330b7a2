package fit_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/identify/fit"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
)

// sweep is a motion that a joint is made to follow.
type sweep struct{ middle, amplitude float64 }

func (s sweep) At(t float64) (x, v, a float64) {
	s1, c1 := math.Sincos(1.3 * t)
	s2, c2 := math.Sincos(3.1 * t)
	k := s.amplitude
	return s.middle + k*(s1+0.4*s2), k * (1.3*c1 + 1.24*c2), -k * (1.69*s1 + 3.844*s2)
}

func (sweep) Break(float64) float64 { return math.Inf(1) }

// fourBar returns a four-bar linkage with damping and friction, its loop, and the log of a motion of its crank.
func fourBar(t *testing.T) (*tree.Model, []constraint.Constraint, []byte) {
	m := expect.Model(t, resisting(expect.Robot(t, "four_bar")), tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	coupler, _ := m.Link("coupler")
	rocker, _ := m.Link("rocker")
	loop := []constraint.Constraint{&constraint.Ball{Name: "loop", Links: [2]constraint.Anchor{
		{Link: coupler, At: mgl64.Vec3{0.8}}, {Link: rocker, At: mgl64.Vec3{0.6}}}}}
	crank, _ := m.Joint("crank_joint")
	duration := 10.
	if testing.Short() {
		duration = 5
	}
	log := simulate(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.002},
		Imposed: sim.Imposed{Constraints: loop,
			Joints: []sim.PrescribedJoint{{Joint: crank, Motion: sweep{1, 1.5}}}}}, duration)
	return m, loop, log
}

// identifyClosed runs the identification of a robot with constraints.
func identifyClosed(t *testing.T, m *tree.Model, list []constraint.Constraint, log []byte) *fit.Identification {
	t.Helper()
	l, err := fit.ReadLog(bytes.NewReader(log), "log.csv", m, fit.LogFormat{Closed: true})
	if err != nil {
		t.Fatal(err)
	}
	task := fit.Task{Terms: all, Cutoff: math.NaN(), Constraints: list, Start: m.Neutral()}
	result, err := task.Run(m, expect.Robot(t, m.Name()), []*fit.Log{l}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// checkFourBar checks the estimates against the robot that was simulated, to some standard errors of independent noise
// or to what is given.
func checkFourBar(t *testing.T, x *fit.Identification, errors, within float64) {
	t.Helper()
	f := x.Fit
	inertial := 0
	for k, g := range f.Base.Groups {
		e := f.Estimates[k]
		if name := f.Base.Equation.Names()[g.Lead]; !strings.HasSuffix(name, "damping") &&
			!strings.HasSuffix(name, "friction") {
			inertial++
		}
		want := f.Base.Values(f.Base.Equation.Parameters())[k]
		if !e.Identified || !(math.Abs(e.Value-want) <= errors*e.StdErr+within) {
			t.Errorf("%s is %v ± %v; expected %v", f.Base.Name(&g), e.Value, e.StdErr, want)
		}
	}
	// In the plane the bodies have mass, two moments of mass and an inertia; what turns about the ground shows no mass.
	// Masses at both hinges of the coupler may as well be parts of crank and rocker, which takes two away.
	if inertial != 3+4+3-2 || len(f.Base.Groups) != inertial+6 {
		t.Errorf("%d base parameters, %d of bodies; expected 14 and 8", len(f.Base.Groups), inertial)
	}
	for _, e := range f.Efforts {
		if free := e.Name == "crank_joint"; e.Tied == free || free != (e.Rows > 0) {
			t.Errorf("%+v; expected an equation of the crank alone", e)
		}
	}
}

// TestIdentifiesLoop: the parameters of a four-bar linkage come back from the log of its simulation, in which the
// forces of its loop are unknown: to the accuracy of the numbers in the log, from the driven joint alone to that of
// differences, and with noise within its standard errors.
func TestIdentifiesLoop(t *testing.T) {
	m, loop, log := fourBar(t)
	checkFourBar(t, identifyClosed(t, m, loop, log), 0, 1e-9)

	table, err := csv.NewReader(bytes.NewReader(log)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 0))
	driven := func(noise float64) []byte { // time, position and effort of the crank
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		for i, row := range table {
			var cells []string
			for k, name := range table[0] {
				cell := row[k]
				switch {
				case !slices.Contains([]string{"time", "crank_joint/position", "crank_joint/effort"}, name):
					continue
				case i > 0 && name == "crank_joint/effort":
					x, _ := strconv.ParseFloat(cell, 64)
					cell = strconv.FormatFloat(x+noise*rng.NormFloat64(), 'g', -1, 64)
				}
				cells = append(cells, cell)
			}
			w.Write(cells)
		}
		w.Flush()
		return out.Bytes()
	}
	checkFourBar(t, identifyClosed(t, m, loop, driven(0)), 0, 1e-4) // friction jumps within the filter
	noisy := identifyClosed(t, m, loop, driven(0.05))
	checkFourBar(t, noisy, 4, 0)
	if e := noisy.Fit.Efforts[0]; math.Abs(e.Noise-0.05*math.Sqrt(2*noisy.Motion.Cutoff*0.002)) > 0.2*e.Noise {
		t.Errorf("the noise behind the filter is %v", e.Noise)
	}
}

// TestIdentifiesLoopOfAnother: a log without the position of any joint that moves the others is refused with what it
// lacks, and positions of another robot are doubted.
func TestIdentifiesLoopOfAnother(t *testing.T) {
	m, loop, log := fourBar(t)
	l, err := fit.ReadLog(strings.NewReader("time,crank_joint/effort\n0,1\n0.1,1\n0.2,1\n"), "log.csv", m,
		fit.LogFormat{Closed: true})
	if err != nil {
		t.Fatal(err)
	}
	task := fit.Task{Terms: all, Cutoff: math.NaN(), Constraints: loop, Start: m.Neutral()}
	_, err = task.Run(m, expect.Robot(t, "four_bar"), []*fit.Log{l}, nil)
	const want = "log.csv: there are no columns crank_joint/position, coupler_joint/position, rocker_joint/position"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v; expected %s", err, want)
	}
	for _, c := range loop {
		c.(*constraint.Ball).Links[1].At[0] = 0.5
	}
	x := identifyClosed(t, m, loop, log)
	if !slices.ContainsFunc(x.Doubts, func(d fit.Doubt) bool { return d.Kind == "unmet" }) {
		t.Errorf("%v; expected a doubt that the positions meet the constraints", x.Doubts)
	}
}
