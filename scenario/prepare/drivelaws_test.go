package prepare_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// analysed returns the analysis of a ready scenario.
func analysed(t *testing.T, name string, paths ...any) (*prepare.Run, *tape, *analysis.Analysis) {
	t.Helper()
	run, log := play(t, name, paths...)
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	if !a.IsStable() || len(a.Loops) == 0 {
		t.Fatalf("%s: stable %v, %d loops", name, a.IsStable(), len(a.Loops))
	}
	return run, log, a
}

// TestOptima compares the ready scenarios of loops with known answers with them: of the modulus and the symmetrical
// optimum the largest position after a step, and the phase margin; of loops with samples the gain up to which they are
// stable, which is the root of the conditions of Jury for the exact pole polynomials.
func TestOptima(t *testing.T) {
	for _, x := range []struct {
		name        string
		peak, phase float64
	}{
		{"modulus_optimum", 1 + math.Exp(-math.Pi), 65.5301994792978083},
		{"symmetrical_optimum", 1.434104077686134, 36.8698976458440},
	} {
		run, _, a := analysed(t, x.name)
		// Crossings are found to rounding, and steps of 0.5 ms by RK4 are off by some (10 1/s 0.5 ms)⁴, 6e-10; the peak
		// lies on a cubic between them.
		expect.Number(t, x.name+": phase margin", analysis.Degrees(a.Loops[0].Phase), x.phase, 1e-9)
		expect.Number(t, x.name+": peak", 1+run.Measures()[0].Overshoot/100, x.peak, 1e-8)
	}
	for _, x := range []struct {
		name  string
		gain  float64 // in the scenario
		want  float64
		paths []any
	}{
		{"virtual_wall", 1000, 2000.33338889259, nil},
		{"virtual_wall", 100, 666.851796302657, []any{"controller.delay", 0.001, "controller.gains.hinge.p", 100.0}},
		{"integral_force", 7, 14.8144387159297571, nil},
	} {
		_, _, a := analysed(t, x.name, x.paths...)
		expect.Number(t, x.name+": largest gain", x.gain*a.Loops[0].Gain, x.want, 1e-9*x.want)
	}
}

// TestReadyCascade checks that the ready cascade does what drives are asked for, and that its analysis is over the four
// samples after which its levels begin again.
func TestReadyCascade(t *testing.T) {
	run, _, a := analysed(t, "ur5_cascade")
	if a.Samples != 4 || a.SpectralRadius >= 1 {
		t.Errorf("a period of %d samples, spectral radius %v", a.Samples, a.SpectralRadius)
	}
	for _, l := range a.Loops {
		if l.Phase < 40*math.Pi/180 {
			t.Errorf("%s: a phase margin of %v rad; expected 40 degrees", l.Name, l.Phase)
		}
	}
	for _, m := range run.Measures() {
		if strings.HasPrefix(m.Joint, "shoulder") && !(m.Overshoot < 5 && math.Abs(m.SteadyStateError) < 1e-3) {
			t.Errorf("%s: overshoot %v %%, final error %v", m.Joint, m.Overshoot, m.SteadyStateError)
		}
	}
}

// TestMultirateScript judges a cascade in a script, whose outer level acts at each twentieth sample, by its period: the
// reference is of an independent computation.
func TestMultirateScript(t *testing.T) {
	file := filepath.Join("..", "..", "..", "shared", "trials", "control", "F7_multirate_script.yaml")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("there is no %s", file)
	}
	s, err := scenario.Open(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	if a.Samples != 20 || a.Stable == nil || *a.Stable {
		t.Fatalf("a period of %d samples, stable %v, %s", a.Samples, a.Stable, a.Reason)
	}
	expect.Number(t, "spectral radius a sample", a.SpectralRadius, 1.002544, 1e-6) // printed to six digits
}

// TestCascadeFaults checks what is said of cascades that cannot be.
func TestCascadeFaults(t *testing.T) {
	for _, x := range []struct{ controller, want string }{
		{`type: cascade, period: 0.001`, "controller.joints: the cascade of no joint is given"},
		{`type: pd, joints: {"*": {position: {p: 1}}}`, "controller.joints: the law pd does not use it"},
		{`type: cascade, joints: {"*": {position: {p: 1, every: -1}}}`,
			"controller.joints.*.position.every: -1; expected 1 to 100"},
		{`type: cascade, joints: {joint1: {position: {p: 1}, effort: {filters: [{notch: {frequency: 9, width: 2,
    depth: 3}}]}}}`, "controller.joints.joint1.effort.filters.0.notch.depth: 3 dB; expected more than 3.01 dB"},
		{`type: cascade, joints: {joint1: {velocity: {p: 1, filters: [{lead: {zero: 1, pole: 2}, biquad: {b: [1, 0, 0],
    a: [1, 0, 0]}}]}}}`, "controller.joints.joint1.velocity.filters.0: 2 keys; expected one of"},
		{`type: cascade, joints: {joint1: {velocity: {p: 1, filters: [{biquad: {b: [1, 0, 0], a: [2, 0, 0]}}]}}}`,
			"controller.joints.joint1.velocity.filters.0.biquad.a: [2 0 0]; expected 1 as the first number"},
		{`type: cascade, joints: {joint3: {position: {p: 1}}}`, "controller.joints.joint3"},
		{`type: cascade, joints: {joint1: {position: {p: 1}, effort: {current_limit: 3}}}`,
			"controller.joints.joint1.effort.current_limit: joint \"joint1\" has no motor"},
		{`type: cascade, period: 0.01, joints: {joint1: {velocity: {p: 1, filters: [{low_pass: {frequency: 50}}]}}}`,
			"joint1: velocity: filter 0: the frequency 50 Hz; expected less than half the rate of the samples, 50 Hz"},
		{`type: cascade, continuous: true, joints: {joint1: {velocity: {p: 1}}}`, "controller.continuous"},
		{`type: cascade, joints: {joint1: {velocity: {p: 1}, anti_windup: none}}`,
			`controller.joints.joint1.anti_windup: "none"; expected one of clamp`},
	} {
		s, err := in(t, nil, "{kinetree: 1, model: rr_arm, controller: {"+x.controller+"}}")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), `"*"`, "*"), x.want) {
			t.Errorf("%s: got the error %v; expected %q", x.controller, err, x.want)
		}
	}
}

// TestFollowing checks that laws which know dampers, friction and springs follow a motion without an error, and that
// they do not without: a share of 1 leaves nothing for the feedback.
func TestFollowing(t *testing.T) {
	for _, x := range []struct{ law, with string }{
		{`type: pd, gains: {"*": {p: 400, d: 40}}, feed_forward: `,
			`{acceleration: 1, velocity: 1, gravity: 1, damping: 1, friction: 1}`},
		{`type: pid, gains: {"*": {p: 400, i: 50, d: 40}}, include: [springs], feed_forward: `,
			`{acceleration: 1, velocity: 1, gravity: 1, damping: 1, friction: 1}`},
		{`type: computed_torque, gains: {"*": {p: 400, d: 40}}, include: `, `[damping, friction, springs]`},
		{`type: impedance, gains: {"*": {p: 400, d: 40}}, include: `, `[damping, friction, springs]`},
	} {
		springs := ""
		if !strings.HasPrefix(x.law, "type: pd,") {
			springs = "stiffness: 30, "
		}
		worst := func(law string) float64 {
			s, err := in(t, nil, `{kinetree: 1, model: rr_arm, duration: 1, dt: 0.0005, initial: {position:
    {joint1: 0.3}}, joints: {joint1: {`+springs+`damping: 3, friction: 1}, joint2: {damping: 2}}, reference: {
    joint1: {type: min_jerk, from_time: 0, to_time: 1, to: 1}, joint2: {type: min_jerk,
    from_time: 0, to_time: 1, to: 0.7}}, controller: {
    continuous: `+map[bool]string{true: "false, period: 0.0005", false: "true"}[strings.Contains(law, "pid")]+`, `+
				law+`}}`)
			if err != nil {
				t.Fatal(err)
			}
			run, _ := simulate(t, s)
			worst := 0.0
			for _, m := range run.Measures() {
				worst = max(worst, m.MaxError)
			}
			return worst
		}
		with, without := worst(x.law+x.with), worst(x.law+map[bool]string{true: "[]", false: "true"}[x.with[0] == '['])
		// At the first instant friction holds the joint, and a sample of 0.5 ms is late by half of it, in which the
		// efforts of springs change by some tenths of a N m.
		if !(with < 5e-4 && without > 10*with) {
			t.Errorf("%s: an error of up to %v rad, and %v without; expected less than 5e-4 rad", x.law+x.with, with,
				without)
		}
	}
}

// TestScriptsLose checks that a script is told what was lost of its effort by a limit.
func TestScriptsLose(t *testing.T) {
	s, err := in(t, map[string]string{"law.star": "initial_state = 0.0\n" +
		"def control(t, position, velocity, reference, state, lost):\n" +
		"    return {\"joint1\": 50, \"joint2\": 0 if t == 0 else 1000 * lost[\"joint1\"] + state}, state\n"},
		`{kinetree: 1, model: rr_arm, duration: 0.01, joints: {joint1: {effort_limit: 20}}, script: law.star,
    log: {signals: [commanded]}, controller: {type: script, period: 0.001}}`)
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
	expect.Number(t, "what the script was told", x.of(t, x.last(), "joint2/commanded/effort")[0], 1000*(20-50), 0)
}

// TestSchedules checks gains over a position, which the efforts at the start show, and over the payload, and what is
// said of those that cannot be.
func TestSchedules(t *testing.T) {
	first := func(rest string) (float64, error) {
		s, err := in(t, nil, `{kinetree: 1, model: rr_arm, gravity: [0, 0, 0], duration: 0.01, initial: {position: {
    joint2: 0.5}}, reference: {joint1: {type: step, at: 0, to: 0.1}}, log: {signals: [commanded]}, `+rest+`}`)
		if err != nil {
			return 0, err
		}
		x := &tape{}
		run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: x})
		if err == nil {
			_, err = run.Simulate(t.Context())
		}
		if err != nil {
			return 0, err
		}
		return x.of(t, 0, "joint1/commanded/effort")[0], nil
	}
	const gains = `points: [0, 1], gains: [{joint1: {p: 10}}, {joint1: {p: 30}}]`
	for _, x := range []struct {
		rest string
		want float64 // p 0.1
	}{
		{`controller: {type: pd, schedule: {over: joint2/position, ` + gains + `}}`, 2},
		{`controller: {type: pid, gains: {joint1: {i: 1}}, schedule: {over: joint2/position, ` + gains + `}}`, 2},
		{`controller: {type: pd, schedule: {over: payload, ` + gains + `}}, links: {link2: {payload:
    {mass: 0.25}}}`, 1.5},
		{`controller: {type: pd, schedule: {over: payload, ` + gains + `}}, links: {link2: {payload: {mass: 4}}}`, 3},
	} {
		got, err := first(x.rest)
		if err != nil {
			t.Fatal(err)
		}
		expect.Number(t, x.rest, got, x.want, 1e-12)
	}
	for rest, want := range map[string]string{
		`controller: {type: lqr, schedule: {over: payload, ` + gains + `}}`: "the law lqr does not use it",
		`controller: {type: computed_torque, include: [spring]}`: "controller.include.0: " +
			"\"spring\" (did you mean",
		`controller: {type: pd, schedule: {over: speed, ` + gains + `}}`: "controller.schedule.over: \"speed\"; " +
			"expected payload",
		`controller: {type: pd, schedule: {over: joint9/position, ` + gains + `}}`: "controller.schedule.over",
		`controller: {type: pd, schedule: {over: payload, points: [1], gains: []}}`: "controller.schedule: there are " +
			"1 points and 0 gains",
		`controller: {type: pd, schedule: {over: payload, points: [1], gains: [{joint1: {i: 1}}]}}`: "the law pd " +
			"does not use it",
		`controller: {type: pd, schedule: {over: payload, points: [1], gains: [{joint5: {p: 1}}]}}`: "joint5",
	} {
		if _, err := first(rest); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v; expected %q", rest, err, want)
		}
	}
}
