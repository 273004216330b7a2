package prepare_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/rnea"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim/record"
)

// prepared returns a scenario ready to run, logged to rows.
func prepared(t *testing.T, text string, sets ...string) (*prepare.Run, *record.Rows, error) {
	t.Helper()
	s := read(t, text)
	for _, set := range sets {
		path, value, err := scenario.ParseOverride(set)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Set(path, value); err != nil {
			t.Fatal(err)
		}
	}
	rows := &record.Rows{}
	r, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: rows})
	return r, rows, err
}

// refused checks that a scenario is refused with an error.
func refused(t *testing.T, want, text string, sets ...string) {
	t.Helper()
	if _, _, err := prepared(t, text, sets...); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s %q: got %v, want %q", text, sets, err, want)
	}
}

// TestDegrees says angles in degrees, in files and by what is set, and refuses degrees of what slides or is a pose.
func TestDegrees(t *testing.T) {
	const arm = "kinetree: 1\nmodel: rr_arm\n"
	for _, c := range []struct {
		text     string
		sets     []string
		position []float64
		velocity []float64
	}{
		{"initial: {position: {joint1: 90deg, joint2: -0.5}, velocity: {joint2: '-180 deg'}}", nil,
			[]float64{math.Pi / 2, -0.5}, []float64{0, -math.Pi}},
		{"", []string{"initial.position.joint1=45deg", "initial.velocity={joint1: 1e1deg}"},
			[]float64{math.Pi / 4, 0}, []float64{math.Pi / 18, 0}},
		{"", []string{"initial={position: {joint2: [30deg]}}", "initial.position.joint2=60deg"},
			[]float64{0, math.Pi / 3}, []float64{0, 0}},
	} {
		r, _, err := prepared(t, arm+c.text, c.sets...)
		if err != nil {
			t.Fatal(err)
		}
		// One rounding of the product of the number and π/180.
		expect.Within(t, "position", r.World.State().Q, c.position, 1e-15)
		expect.Within(t, "velocity", r.World.State().Qd, c.velocity, 1e-15)
	}
	refused(t, `initial.position.slide: joint "slide" slides`,
		"kinetree: 1\nmodel: cartesian\ninitial: {position: {slide: 5deg}}")
	refused(t, `initial.velocity.slide: joint "slide" slides`, "kinetree: 1\nmodel: cartesian",
		"initial.velocity.slide=5deg")
	refused(t, `floating base is no angle`, "kinetree: 1\nmodel: ur5\nbase: floating",
		"initial.position.base=[1deg, 0, 0]")
	if _, _, err := prepared(t, "kinetree: 1\nmodel: ur5\nbase: floating",
		"initial.velocity.base=[1, 0, 0, 0, 0, 90deg]"); err != nil {
		t.Errorf("a turning base in degrees per second: %v", err)
	}
	// A number that takes the place of one in degrees is no angle any more.
	if _, _, err := prepared(t, "kinetree: 1\nmodel: cartesian", "initial.position.slide=5deg",
		"initial.position.slide=0.05"); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"90dg", "deg", "nandeg", "infdeg", "[1, 2deg"} {
		s := read(t, arm)
		path, value, err := scenario.ParseOverride("initial.position.joint1=" + bad)
		if err == nil {
			err = s.Set(path, value)
		}
		if err == nil {
			t.Errorf("%s is taken for a position", bad)
		}
	}
	s := read(t, arm)
	if err := s.Set("gravity.0", "90deg"); err == nil {
		t.Error("an acceleration in degrees is taken")
	}
}

// TestStartFrom goes on from the last row of a log: two runs in a row end as one does, but for time; numbers that are
// given take the place of logged ones; the meta file repeats the run without the log.
func TestStartFrom(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	run := func(text string) *prepare.Run {
		t.Helper()
		s, err := scenario.Open(write("a.yaml", "kinetree: 1\n"+text), nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := prepare.New(s, prepare.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.World.Run(context.Background(), r.Scenario.Duration); err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, model := range []string{"model: branched\n", "model: ur5\nbase: floating\n"} {
		half := run(model + "duration: 0.1\nlog: {file: half.csv}\ninitial: {velocity: {}}")
		whole := run(model + "duration: 0.2\nlog: {file: whole.csv}")
		rest := run(model + "duration: 0.1\nlog: {file: rest.csv}\ninitial: {from: half.csv}")
		expect.Within(t, "the last position", rest.World.State().Q, whole.World.State().Q, 0)
		expect.Within(t, "the last velocity", rest.World.State().Qd, whole.World.State().Qd, 0)
		again, err := scenario.Open(filepath.Join(dir, "rest.csv.meta.json"), nil)
		if err != nil || again.Initial.From != "" {
			t.Fatal(err, again.Initial.From)
		}
		r, err := prepare.New(again, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		expect.Within(t, "the start of the repeated run", r.World.State().Q, half.World.State().Q, 0)
	}
	if r := run("model: rr_arm\nduration: 0.01\nlog: {file: arm.csv}\ninitial: {velocity: {joint1: 1}}"); r == nil {
		t.Fatal()
	}
	other := run("model: rr_arm\nduration: 0\nlog: {file: b.csv}\ninitial: {from: arm.csv, position: {joint2: 0.25}}")
	if q := other.World.State().Q; q[1] != 0.25 || q[0] == 0 {
		t.Errorf("the start is %v", q)
	}
	write("empty.csv", "time,joint1/position,joint2/position,joint1/velocity,joint2/velocity\n")
	write("nan.csv", "time,joint1/position,joint2/position,joint1/velocity,joint2/velocity\n0,1,2,NaN,3\n")
	for name, want := range map[string]string{
		"half.csv": "has no column joint1/position, joint1/velocity, joint2/position, joint2/velocity; expected the " +
			"log of a " +
			"run of rr_arm",
		"empty.csv":   "has no rows",
		"nan.csv":     "ends with the joint1/velocity NaN",
		"missing.csv": "no such file",
	} {
		if name == "half.csv" {
			run("model: branched\nduration: 0\nlog: {file: half.csv}")
		}
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\ninitial: {from: "+name+"}"), "a.yaml", dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := prepare.New(s, prepare.Env{Unlogged: true}); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "initial.from") {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\ninitial: {from: arm.csv}\nlog: {file: arm.csv}"),
		"a.yaml",
		dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = prepare.New(s, prepare.Env{})
	if err == nil || !strings.Contains(err.Error(), "the log would overwrite") {
		t.Errorf("a log that is the start: %v", err)
	}
}

// moved returns how far joints are from a position in the course of a run, at most.
func moved(t *testing.T, r *prepare.Run, rows *record.Rows, from []float64) float64 {
	t.Helper()
	if _, err := r.World.Run(context.Background(), r.Scenario.Duration); err != nil {
		t.Fatal(err)
	}
	most := 0.0
	for k, j := range r.World.Model().Joints() {
		x, err := rows.Column(j.Name + "/position")
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, math.Abs(slices.Max(x)-from[k]), math.Abs(slices.Min(x)-from[k]))
	}
	return most
}

// TestHoldFromEquilibrium holds an arm with many laws, with delay and lag, springs and a wrench: from the equilibrium
// nothing moves. Joints with integrals begin where they were told; the pose of a pd is where P (r − q) is what
// gravity takes there. Without the key the same loops sag.
func TestHoldFromEquilibrium(t *testing.T) {
	const arm = "kinetree: 1\nmodel: rr_arm\nduration: 0.5\nactuators: {lag: 0.004}\n" +
		"disturbances: [{at: 0, link: link2, force: [3, 0, -2]}]\njoints: {joint2: {stiffness: 20, rest: 0.4}}\n"
	const start = "initial: {position: {joint1: 0.4, joint2: -0.6}, equilibrium: true}\n"
	for name, c := range map[string]struct {
		law      string
		integral bool
	}{
		"pid":      {`{type: pid, period: 0.004, delay: 0.006, gains: {"*": {p: 9000, i: 9000, d: 600}}}`, true},
		"filtered": {`{type: pid, period: 0.004, filter_time: 0.01, gains: {"*": {p: 9000, i: 9000, d: 600}}}`, true},
		"mixed": {`{type: pid, period: 0.004, gains: {joint1: {p: 9000, i: 9000, d: 600},
			joint2: {p: 5000, d: 400}}}`, false},
		"pd":      {`{type: pd, period: 0.002, delay: 0.003, gains: {"*": {p: 9000, d: 600}}}`, false},
		"gravity": {`{type: pd_gravity, gains: {"*": {p: 9000, d: 600}}}`, false},
		"torque":  {`{type: computed_torque, gains: {"*": {p: 100, d: 20}}}`, false},
		"lqi": {`{type: lqi, period: 0.004, delay: 0.002, gains: {"*": {position_weight: 100, velocity_weight: 1,
			effort_weight: 0.01, integral_weight: 100}}}`, true},
	} {
		r, rows, err := prepared(t, arm+"controller: "+c.law+"\n"+start)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		begin := slices.Clone(r.World.State().Q)
		if d := moved(t, r, rows, begin); d > 1e-9 { // rounding of the solution, in loops that amplify it little
			t.Errorf("%s: from the equilibrium joints move by %.3g rad", name, d)
		}
		asked := []float64{0.4, -0.6}
		if c.integral {
			expect.Within(t, name+": the start with integrals", begin, asked, 1e-9)
		} else if math.Abs(begin[1]-asked[1]) < 1e-3 {
			t.Errorf("%s: the start %v does not sag", name, begin)
		}
		r, rows, err = prepared(t, arm+"controller: "+c.law+"\n"+start, "initial.equilibrium=false")
		if err != nil {
			t.Fatal(err)
		}
		if d := moved(t, r, rows, asked); d < 1e-3 {
			t.Errorf("%s: without the equilibrium joints move by %.3g rad only", name, d)
		}
	}
	// P (r − q) = g(q), by inverse dynamics alone.
	r, _, err := prepared(t, "kinetree: 1\nmodel: rr_arm\n"+
		"controller: {type: pd, gains: {'*': {p: 9000, d: 600}}}\n"+start)
	if err != nil {
		t.Fatal(err)
	}
	q, g := r.World.State().Q, make([]float64, 2)
	rnea.New(r.World.Model()).Gravity(g, q)
	expect.Within(t, "what the pd gives", []float64{9000 * (0.4 - q[0]), 9000 * (-0.6 - q[1])}, g, 1e-8)
}

// TestEquilibrium finds equilibria without a law, by the word alone, and says why there is none.
func TestEquilibrium(t *testing.T) {
	// The pendulum of the library: g sin φ with 1 kg at 1 m, against a spring of 4 N m/rad with rest at 1 rad.
	r, rows, err := prepared(t,
		"kinetree: 1\nmodel: pendulum\nduration: 0.2\njoints: {hinge: {stiffness: 4, rest: 1}}\n"+
			"initial: equilibrium")
	if err != nil {
		t.Fatal(err)
	}
	q := r.World.State().Q[0]
	if lack := 4*(1-q) - 9.81*math.Sin(q); math.Abs(lack) > 1e-8 || q == 0 {
		t.Errorf("at %v rad %v N m are lacking", q, lack)
	}
	if d := moved(t, r, rows, []float64{q}); d > 1e-9 {
		t.Errorf("the pendulum moves by %v rad", d)
	}
	r, _, err = prepared(t, "kinetree: 1\nmodel: pendulum\nefforts: {hinge: 5}\ninitial: equilibrium")
	if err != nil {
		t.Fatal(err)
	}
	if q := r.World.State().Q[0]; math.Abs(5-9.81*math.Sin(q)) > 1e-8 {
		t.Errorf("5 N m hold the pendulum at %v rad", q)
	}
	refused(t, `initial.equilibrium: there is no equilibrium near the start: joint "hinge" lacks`,
		"kinetree: 1\nmodel: pendulum\nefforts: {hinge: 12}\ninitial: equilibrium")
	refused(t, "initial.equilibrium: nothing holds a floating base", "kinetree: 1\nmodel: ur5\nbase: floating\n"+
		"initial: equilibrium")
	refused(t, "initial.velocity: an equilibrium is at rest", "kinetree: 1\nmodel: pendulum\n"+
		"initial: {equilibrium: true, velocity: {hinge: 1}}")
	refused(t, "beyond its effort limit of 3", "kinetree: 1\nmodel: pendulum\njoints: {hinge: {effort_limit: 3}}\n"+
		"controller: {type: pid, gains: {hinge: {p: 100, i: 100, d: 10}}}\n"+
		"initial: {equilibrium: true, position: {hinge: 1}}")
	if _, err := scenario.Read([]byte("kinetree: 1\nmodel: pendulum\ninitial: balance"), "a.yaml", "."); err == nil ||
		!strings.Contains(err.Error(), `"balance"; expected equilibrium`) {
		t.Errorf("another word: %v", err)
	}
}

// TestScriptedEquilibrium gives a script's integral the value that holds the arm.
func TestScriptedEquilibrium(t *testing.T) {
	s, err := in(t, map[string]string{"law.star": `
initial_state = {"joint1": 0, "joint2": 0}
def control(t, position, velocity, reference, state):
    e = {j: reference[j] - position[j] for j in position}
    return {j: 9000 * e[j] - 600 * velocity[j] + state[j] for j in e}, {j: state[j] + 0.004 * 9000 * e[j] for j in e}
`}, "kinetree: 1\nmodel: rr_arm\nduration: 0.3\nscript: law.star\ncontroller: {type: script, period: 0.004}\n"+
		"initial: {equilibrium: true, position: {joint1: 0.4, joint2: -0.6}}")
	if err != nil {
		t.Fatal(err)
	}
	rows := &record.Rows{}
	r, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: rows})
	if err != nil {
		t.Fatal(err)
	}
	if d := moved(t, r, rows, []float64{0.4, -0.6}); d > 1e-9 {
		t.Errorf("the arm moves by %v rad", d)
	}
}

// TestLogColumns asks for links and for signals of the loop, and for what is not there.
func TestLogColumns(t *testing.T) {
	const pid = "kinetree: 1\nmodel: rr_arm\nduration: 0.01\ncontroller: {type: pid, gains: {'*': {p: 9}}}\n"
	r, rows, err := prepared(t, pid+"log: {links: [link2], signals: [parts, measured]}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.World.Run(context.Background(), 0.01); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(rows.Columns())
	for _, want := range []string{" link2/position/x ", " link2/angular_acceleration/z ",
		" joint1/parts/p joint1/parts/i " +
			"joint1/parts/d ", " joint2/measured/position joint2/measured/velocity]"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in %s", want, text)
		}
	}
	refused(t, `log.links.0: the robot rr_arm has no link "link9" (did you mean`, pid+"log: {links: [link9]}")
	refused(t, `log.links.1: "link2" is there already`, pid+"log: {links: [link2, link2]}")
	refused(t, `log.signals.0: "mesured" (did you mean "measured"?)`, pid+"log: {signals: [mesured]}")
	refused(t, `log.signals.1: "parts" is there already`, pid+"log: {signals: [parts, parts]}")
	refused(t, `log.signals.0: "measured": there is no control law that takes samples`,
		"kinetree: 1\nmodel: rr_arm\nlog: {signals: [measured]}")
	refused(t, `log.signals.0: "parts": the law has no parts`,
		"kinetree: 1\nmodel: rr_arm\ncontroller: {type: computed_torque, gains: {'*': {p: 9}}}\n"+
			"log: {signals: [parts]}")
	refused(t, "the columns base/position/x and so on are those of the floating base",
		"kinetree: 1\nmodel: ur5\nbase: floating\nlog: {links: [base]}")
}

// TestEquilibriumWithoutLaw checks that a robot that nothing drives starts where it hangs, the nearest such position
// and not one some turns away.
func TestEquilibriumWithoutLaw(t *testing.T) {
	for _, from := range []float64{0, 0.3} {
		s := scenario.Default()
		s.Model.File, s.Duration = "ur5", 0.1
		s.Initial.Equilibrium = true
		s.Initial.Position = scenario.Joints{"shoulder_lift_joint": {from}}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		q := run.World.State().Q
		if math.Abs(q[1]-math.Pi/2) > 1e-9 || math.Abs(q[0]) > 1e-9 || math.Abs(q[2]) > 1e-9 {
			t.Errorf("from %v it hangs at %v", from, q)
		}
	}
}
