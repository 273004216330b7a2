package prepare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/integrate/stability"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// TestOutlook runs robots with the largest steps that the advice gives, and with ten times those: the first runs hold,
// with a drift of at most 5 % of the energy that moved, most of the others do not.
func TestOutlook(t *testing.T) {
	wrong, longer := 0, 0
	for _, c := range []struct {
		model string
		start scenario.Joints
	}{{"ur5", nil}, {"ur5", scenario.Joints{"elbow_joint": {-1.5}}}, {"panda_arm", nil},
		{"double_pendulum", scenario.Joints{"shoulder": {2}}}, {"rr_arm", nil},
		{"cart_pole", scenario.Joints{"hinge": {0.5}}}, {"pendulum", scenario.Joints{"hinge": {3}}},
		{"branched", nil}} {
		s := scenario.Default()
		s.Model.File, s.Duration = c.model, 3
		if c.start != nil {
			s.Initial.Position = c.start
		}
		run, motion, err := prepare.Outlook(s, prepare.Env{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := stability.NewAdvice(run.World.Model(), motion, s.Step)
		if err != nil {
			t.Fatal(err)
		}
		if motion.Until != 3 || motion.Turn.Joint == "" {
			t.Errorf("%s: the motion is %+v", c.model, motion)
		}
		for _, one := range a.Integrators {
			if one.Adaptive || one.Largest == 0 || one.Any || testing.Short() && one.Method != "rk4" {
				continue
			}
			for _, factor := range []float64{1, 10} {
				s := s.Clone()
				s.Integrator.Name, s.Step = one.Method, factor*one.Largest
				any := 1e9
				s.Limits.Drift = &any
				run, err := prepare.New(s, prepare.Env{Unlogged: true})
				if err != nil {
					t.Fatal(err)
				}
				share := math.Inf(1)
				if o, err := run.Simulate(t.Context()); err == nil {
					share = o.DriftShare
				}
				switch {
				case factor > 1:
					if longer++; share > 0.05 {
						wrong++
					}
				case !(share <= 0.05):
					t.Errorf("%s by %s with its largest step %v s: the drift is %v", c.model, one.Method, one.Largest,
						share)
				}
			}
		}
	}
	if longer == 0 || wrong < longer/2 {
		t.Errorf("of %d runs with tenfold steps only %d have a drift beyond 5 %%", longer, wrong)
	}
}

// TestOutlookOfMany checks that of a robot with many rates the fastest modes are judged, and that small swings grow
// with steps somewhat longer than the largest one, and do not with shorter ones.
func TestOutlookOfMany(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no chain of hundreds of links is looked at")
	}
	var text strings.Builder
	text.WriteString(`<robot name="chain"><link name="l0"/>`)
	for i := range 4 * prepare.MostRates {
		fmt.Fprintf(&text, `<link name="l%d"><inertial><origin xyz="0 0 -0.1"/><mass value="1"/><inertia ixx="1e-3" `+
			`iyy="1e-3" izz="1e-3" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j%d" type="continuous">`+
			`<parent link="l%d"/><child link="l%d"/><origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/></joint>`, i+1, i+1, i,
			i+1)
	}
	text.WriteString(`</robot>`)
	s := scenario.Default()
	s.Model.File, s.Duration = "-", 0.5
	s.Initial.Position = scenario.Joints{"j1": {1e-3}, "j7": {1e-3}, "j100": {-1e-3}}
	run, motion, err := prepare.Outlook(s, prepare.Env{Input: strings.NewReader(text.String())})
	if err != nil || len(motion.Looks) == 0 || motion.Looks[0].Spectrum.Whole() || !(motion.Until > 0) ||
		!run.JudgedAtOnce() {
		t.Fatalf("%+v, %v", motion, err)
	}
	a, err := stability.NewAdvice(run.World.Model(), motion, s.Step)
	if err != nil || !a.Judged || a.Whole {
		t.Fatalf("%+v, %v", a, err)
	}
	for _, one := range a.Integrators {
		if one.Method != "rk4" && one.Method != "semi-implicit" {
			continue
		}
		for _, factor := range []float64{0.95, 1.1} {
			s := s.Clone()
			s.Integrator.Name, s.Step = one.Method, factor*one.Largest
			any := 1e300
			s.Limits.Drift, s.Duration = &any, 400*s.Step
			run, err := prepare.New(s, prepare.Env{Input: strings.NewReader(text.String()), Unlogged: true})
			if err != nil {
				t.Fatal(err)
			}
			speed := math.Inf(1) // that of a swing of 1 mrad with the fastest mode is 0.6 rad/s
			if _, err := run.Simulate(t.Context()); err == nil {
				speed = 0
				for _, v := range run.World.State().Qd {
					speed = max(speed, math.Abs(v))
				}
			}
			if speed < 2 != (factor < 1) {
				t.Errorf("%s with %v of the largest step %v s: a joint has the speed %v rad/s", one.Method, factor,
					one.Largest, speed)
			}
		}
	}
}

// TestOutlookOfConstraints: on what its loop leaves of it a parallelogram is a pendulum, with the inertia 2 m l²/3 + M
// l² and the stiffness (m + M) g l about the lowest position. So rk4 follows it in steps up to 2√2/ω and a symplectic
// method up to 2/ω; and with damping, of which each joint has a part, euler is stable up to c/k. A robot whose joints
// all move as prescribed has no modes.
func TestOutlookOfConstraints(t *testing.T) {
	const inertia, stiffness = 2*0.25/3 + 2*0.25, 3 * 9.81 * 0.5
	omega := math.Sqrt(stiffness / inertia)
	look := func(name string, over ...scenario.Override) (*prepare.Run, *stability.Advice) {
		t.Helper()
		s, err := scenario.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := robot.Override(s, robot.Env{}, over...); err != nil {
			t.Fatal(err)
		}
		run, motion, err := prepare.Outlook(s, prepare.Env{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := stability.NewAdvice(run.World.Model(), motion, s.Step)
		if err != nil {
			t.Fatal(err)
		}
		return run, a
	}
	var rest []scenario.Override
	for _, joint := range []string{"left_joint", "right_joint", "coupler_joint"} {
		rest = append(rest, scenario.NewOverride("initial.position."+joint, 0., "test"))
	}
	run, a := look("parallelogram_swing", rest...)
	if !run.ModesJudged() || !a.Judged || !a.Whole {
		t.Errorf("%+v; expected modes that are judged", a)
	}
	// the linearization is of differences; the searches for steps end at 1e-6
	expect.Within(t, "frequency, inertia, stiffness", []float64{a.Fastest.Frequency, a.Fastest.Inertia,
		a.Fastest.Stiffness}, []float64{omega, inertia, stiffness}, 1e-7)
	want := map[string]float64{"rk4": 2 * math.Sqrt2 / omega, "semi-implicit": 2 / omega, "implicit": 2 / omega,
		"euler": 0, "implicit-midpoint": math.Inf(1)}
	for _, one := range a.Integrators {
		if largest, ok := want[one.Method]; ok && largest != one.Largest {
			expect.Within(t, one.Method, []float64{one.Largest}, []float64{largest}, 1e-4)
			delete(want, one.Method)
		} else if ok {
			delete(want, one.Method)
		}
	}
	if len(want) > 0 {
		t.Errorf("%v were not judged", want)
	}

	// The coupler does not turn, so the joint between it and the left crank moves as this does: the damping is that of
	// three joints.
	damped := rest
	for _, joint := range []string{"left_joint", "right_joint", "coupler_joint"} {
		damped = append(damped, scenario.NewOverride("joints."+joint+".damping", 1., "test"))
	}
	_, a = look("parallelogram_swing", damped...)
	for _, one := range a.Integrators {
		if one.Method == "euler" {
			expect.Within(t, one.Method, []float64{one.Largest}, []float64{3 / stiffness}, 1e-6)
		}
	}

	run, a = look("slider_crank_drive")
	if run.ModesJudged() || a.Judged || a.Whole || a.Until != 0 {
		t.Errorf("%+v; expected no modes where the only joint that is free moves as prescribed", a)
	}
}

// TestOutlookOfImpacts looks along the fall of a robot of 72 joints onto its stops, of which each impact is a problem
// for all of them: the look ends after so much work, whatever happens.
func TestOutlookOfImpacts(t *testing.T) {
	axes := []string{"1 0 0", "0 1 0", "0 0 1"}
	links, rates := "", 0
	for chain := range 12 {
		parent := "base"
		for k := range 6 {
			name := fmt.Sprintf("c%dk%d", chain, k)
			m := 0.05 * math.Pow(0.85, float64(k))
			links += link(name, parent, fmt.Sprintf("%v 0.02 -0.05", 0.03*float64(chain%4)), axes[(chain+k)%3], "", m,
				"0.005 0 -0.02", m*1e-3, m*1e-3, m*4e-4)
			parent, rates = name, rates+1
		}
	}
	links = strings.ReplaceAll(links, `lower="-3" upper="3"`, `lower="-0.05" upper="0.08"`)
	s := scenario.Default()
	s.Model.File, s.Joints = fileOf(t, "stops", links), map[string]scenario.JointChanges{}
	elastic := 0.98
	for chain := range 12 {
		for k := range 6 {
			s.Joints[fmt.Sprintf("jc%dk%d", chain, k)] = scenario.JointChanges{Restitution: &elastic}
		}
	}
	_, motion, err := prepare.Outlook(s, prepare.Env{})
	if err != nil {
		t.Fatal(err)
	}
	if motion.Until >= s.Duration || motion.Until < 0.02 {
		t.Fatalf("looked at up to t = %v s of %v", motion.Until, s.Duration)
	}
	s.Integrator, s.Duration = scenario.Integrator{Name: "dormand-prince", RTol: 1e-6}, motion.Until
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	o, err := run.Simulate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// 20,000,000 parts of steps, counted for each pair of rates; an impact on several stops at a time ends one
	if most := 1.1 * 2e7 / float64(rates*rates); o.Impacts < 100 || float64(o.Impacts) > most {
		t.Errorf("%d impacts up to t = %v s; expected 100 to %v", o.Impacts, motion.Until, most)
	}
}
