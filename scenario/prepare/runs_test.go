package prepare_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
)

// in returns the scenario of a text whose files stand in a new folder.
func in(t *testing.T, files map[string]string, text string) (*scenario.Scenario, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return scenario.Read([]byte(text), filepath.Join(dir, "a.yaml"), dir)
}

// end returns where a scenario ends.
func end(t *testing.T, s *scenario.Scenario) []float64 {
	t.Helper()
	_, summary := simulate(t, s)
	return append(append([]float64{}, summary.End.Position...), summary.End.Velocity...)
}

// near reports whether vectors are within a bound of each other.
func near(a, b []float64, bound float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= bound) {
			return false
		}
	}
	return len(a) == len(b)
}

const law = `
def control(t, position, velocity, reference):
    return {j: 64 * (reference[j] - position[j]) - 8 * velocity[j] for j in position}

def effort(t, position, velocity):
    return {"joint1": 2 + 3 * t}
`

// TestSameMotion runs scenarios that say the same in two ways: a law as a script and by its gains, an effort as a
// number, a script, a file and a table of all joints, motions by their numbers and as a spline or a file.
func TestSameMotion(t *testing.T) {
	const head = "kinetree: 1\nmodel: rr_arm\nduration: 0.3\nintegrator: rk4\ninitial: {position: {joint1: -1.5}}\n"
	const pd = "controller: {type: pd, gains: {\"*\": {p: 64, d: 8}}}\n"
	var motion strings.Builder
	motion.WriteString("time,joint2/position,joint2/velocity\n")
	for i := range 31 {
		x := float64(i) / 100
		motion.WriteString(string(must(json.Marshal(x))) + "," + string(must(json.Marshal(x*x))) + "," +
			string(must(json.Marshal(2*x))) + "\n")
	}
	files := map[string]string{"law.star": law, "ramp.csv": "time,joint1/effort\n0,2\n1,5\n",
		"motion.csv": motion.String(),
		"hold.csv":   "time,joint1\n0,2\n"}
	for _, c := range []struct {
		one, other string
		bound      float64
	}{
		{pd, "script: law.star\ncontroller: {type: script}\n", 1e-12},
		{"efforts: {joint1: script}\nscript: law.star\n",
			"efforts_table: {file: ramp.csv, interpolation: linear}\n", 1e-12},
		{"efforts: {joint1: 2}\n", "efforts: {joint1: hold.csv}\n", 0},
		{"efforts: {joint1: 2}\n", "efforts_table: {file: hold.csv}\n", 0},
		{pd + "reference: {joint2: {type: ramp, from_time: 0, to_time: 0.3, to: 0.6}}\n",
			pd + "reference: {joint2: {type: trapezoidal, from_time: 0, to_time: 0.3, to: 0.6, speed: 2.0001}}\n",
			1e-3},
		{pd + "reference: {joint2: {type: sine, amplitude: 0, frequency: 1, offset: 0.2}}\n",
			pd + "reference: {joint2: {type: hold, to: 0.2}}\n", 1e-12},
		{pd + "reference: {joint2: {type: chirp, amplitude: 0.1, frequency: 2, to_frequency: 2, to_time: 9}}\n",
			pd + "reference: {joint2: {type: sine, amplitude: 0.1, frequency: 2}}\n", 1e-9},
		// A spline through samples of t² with free ends, and the samples themselves with their velocities.
		{pd + "reference: {joint2: {type: spline, times: [0, 0.1, 0.2, 0.3], positions: [0, 0.01, 0.04, 0.09]}}\n",
			pd + "reference: {joint2: {type: file, file: motion.csv}}\n", 0.05},
		{pd + "reference: {joint2: {type: min_jerk, from_time: 0.1, to_time: 0.1001, to: 0.5}}\n",
			pd + "reference: {joint2: {type: step, at: 0.1, to: 0.5}}\n", 0.05},
		{pd + "reference: {joint2: {type: trapezoidal, from_time: 0, to: 0.1, speed: 1, acceleration: 100}}\n",
			pd + "reference: {joint2: {type: trapezoidal, from_time: 0, to_time: 0.11, to: 0.1, speed: 1}}\n", 1e-9},
	} {
		var ends [2][]float64
		for i, text := range []string{c.one, c.other} {
			s, err := in(t, files, head+text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			ends[i] = end(t, s)
		}
		if still, err := in(t, files, head); err != nil || near(end(t, still), ends[0], c.bound) {
			t.Errorf("%s: nothing moves, %v", c.one, err)
		}
		if !near(ends[0], ends[1], c.bound) {
			t.Errorf("%s ends at %v,\n%s at %v", c.one, ends[0], c.other, ends[1])
		}
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// pair is two bodies on a hinge.
const pair = `<robot name="pair"><link name="one"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><link name="two"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="hinge" type="continuous"><parent link="one"/><child link="two"/><axis xyz="0 1 0"/></joint></robot>`

// TestFloatingStart checks the forms in which the start of a floating base is given, and a script that sees it.
func TestFloatingStart(t *testing.T) {
	const head = "kinetree: 1\nmodel: pair.urdf\nbase: floating\nduration: 0.1\n"
	var ends [][]float64
	for _, text := range []string{
		"initial: {base: {position: [1, 2, 3], orientation: [0, 0, 2, 0], linear_velocity: [1, 0, 0]}}\n",
		"initial: {position: {base: [1, 2, 3, 0, 0, 1, 0]}, velocity: {base: [1, 0, 0]}}\n",
		"initial: {base: {position: [1, 2, 3], orientation: [0, 0, 1, 0], linear_velocity: [1, 0, 0], " +
			"angular_velocity: [0, 0, 0]}}\ncontroller: {type: script}\nscript: zero.star\n",
	} {
		s, err := in(t, map[string]string{"pair.urdf": pair,
			"zero.star": "def control(t, position, velocity, reference):\n" +
				"  return {'hinge': 0 * position['base'][0] * velocity['base'][5]}\n"}, head+text)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, end(t, s))
	}
	if !near(ends[0], ends[1], 1e-12) || !near(ends[0], ends[2], 1e-12) || ends[0][0] == 1 {
		t.Errorf("the bases end at %v", ends)
	}
	for text, want := range map[string]string{
		"initial: {base: {position: [0, 0, 1]}, position: {base: [0, 0, 1]}}\n": "among the joints, too; keep one",
		"efforts: {base: 3}\n":      "has no actuator; expected a joint",
		"controller: {type: lqr}\n": "a floating base has no actuator",
	} {
		s, err := in(t, map[string]string{"pair.urdf": pair}, head+text)
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestScriptFaults checks what is said of scripts and files of efforts that do not fit.
func TestScriptFaults(t *testing.T) {
	files := map[string]string{"law.star": law, "other.star": "def other():\n  pass\n",
		"unasked.star": "def effort(t, position, velocity):\n  return {'joint1': 1, 'joint2': 1}\n",
		"two.csv":      "time,joint2\n0,1\n", "pose.csv": "time,joint2/position\n0,1\n"}
	for text, want := range map[string]string{
		"controller: {type: script}\n":                     "expected the name of a Starlark file",
		"controller: {type: script}\nscript: other.star\n": "has no function control(",
		"efforts: {joint1: script}\n": "comes from a script; expected " +
			"the name",
		"efforts: {joint1: script}\nscript: other.star\n":                         "has no function effort(",
		"efforts: {joint1: script}\nscript: unasked.star\n":                       `effort for "joint2", which does`,
		"efforts: {joint1: script}\nscript: no.star\n":                            "no.star",
		"efforts: {joint1: two.csv}\n":                                            "no column joint1/effort",
		"efforts: {joint2: 1}\nefforts_table: {file: two.csv}\n":                  "has an effort and a column",
		"efforts: {joint1: no.csv}\n":                                             "no.csv",
		"efforts: {joint1: [1, 2]}\n":                                             "2 numbers; expected 1",
		"efforts: {joint4: 1}\n":                                                  `no moving joint "joint4"`,
		"reference: {joint1: {type: file, file: no.csv}}\n":                       "no.csv",
		"reference: {joint1: {type: file, file: pose.csv}}\n":                     "joint1",
		"reference: {joint1: {type: trapezoidal, from_time: 0, to: 1}}\n":         "expected to_time, with or without",
		"metrics: {joints: [joint7]}\nreference: {joint1: {type: hold, to: 0}}\n": `no moving joint "joint7"`,
		"controller: {type: pd, model: ur6}\n":                                    "there is no file",
	} {
		s, err := in(t, files, "kinetree: 1\nmodel: rr_arm\nduration: 0.1\n"+text)
		if err == nil {
			run, wrong := prepare.New(s, prepare.Env{Unlogged: true})
			if err = s.Locate(wrong); err == nil {
				_, err = run.World.Run(t.Context(), 0.1)
			}
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	s, err := in(t, files, "kinetree: 1\nmodel: rr_arm\nduration: 0\nscript: law.star\nideal: true\n"+
		"joints: {joint1: {damping: 3}}\nefforts_table: {file: pose.csv}\n")
	if err != nil {
		t.Fatal(err)
	}
	run, _ := simulate(t, s)
	for _, want := range []string{"nothing uses the script", "the robot is ideal", "columns of a log are not efforts"} {
		if notes := strings.Join(run.Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("the notes are %q, want %s", notes, want)
		}
	}
}

// TestOutcome checks what a run comes to, and the poles of its loop with the closed form: a disc of inertia 1 under
// p = 100 and d = 10 without a delay, whose poles in continuous time are -5 ± 8.66 i.
func TestOutcome(t *testing.T) {
	s, err := in(t, map[string]string{"rotor.urdf": rotor}, "kinetree: 1\nmodel: rotor.urdf\nduration: 0.5\n"+
		"dt: 0.0001\ncontroller: {type: pd, gains: {spin: {p: 100, d: 10}}}\nreference: {spin: {type: step, at: 0, "+
		"to: 1}}\n"+
		"log: {file: '-'}\n")
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	run, err := prepare.New(s, prepare.Env{Output: &log, Version: "1.2"})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Closed[0]; math.Abs(p.Frequency-10) > 0.05 || math.Abs(p.Damping-0.5) > 0.005 || !a.IsStable() {
		t.Errorf("the first pole is %+v", p) // the hold delays by half a step, a twentieth of a percent of the period
	}
	modes, err := run.Linearized()
	if err != nil || modes == nil {
		t.Errorf("the robot alone: %v", err)
	}
	o, err := run.Simulate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if o.Model != "rotor" || o.Steps != 5000 || o.Rows != 5001 || o.Status != "done" || o.Followers != 0 ||
		strings.Count(log.String(), "\n") != 5002 {
		t.Errorf("it came to %+v", o)
	}
	if share := o.DriftShare; !(share >= 0 && share < 0.01) {
		t.Errorf("the drift is %v of the energy", share)
	}
	text, err := json.Marshal(o.Metrics)
	if err != nil || !strings.HasPrefix(string(text), `{"spin":{"`) || o.Metrics.Together().ISE != o.Metrics[0].ISE {
		t.Errorf("the metrics are %s, %v", text, err)
	}
	if text, err := json.Marshal(o); err != nil || !strings.Contains(string(text), `"model":"rotor"`) {
		t.Errorf("the outcome is %s, %v", text, err)
	}
	if _, err := prepare.New(must(s.Clone(), nil), prepare.Env{Output: &log}); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"controller={type: none}"} {
		path, value := must2(scenario.ParseOverride(other))
		c := s.Clone()
		if err := c.Set(path, value); err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(c, prepare.Env{Output: &log})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Analyze(); err == nil || !strings.Contains(err.Error(), "no control law to analyse") {
			t.Errorf("%s: %v", other, err)
		}
	}
}

func must2(path string, value any, err error) (string, any) {
	if err != nil {
		panic(err)
	}
	return path, value
}

// TestParseOverride reads overrides, and writes them again.
func TestParseOverride(t *testing.T) {
	for text, want := range map[string]string{"a.b=3": "a.b=3", " a = x": `a="x"`,
		`"a=b".c=[1, {d: e}]`: `"a=b".c=[1,{"d":"e"}]`,
		"a=":                  "a=null", "a='3'": `a="3"`, "a=1e-7": "a=1e-7",
		"a": "", "=3": "", "a=[1": "", `"a=3`: "", "a..b=3": ""} {
		path, value, err := scenario.ParseOverride(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q is %s, %v", text, path, value)
			}
			continue
		}
		if got := scenario.NewOverride(path, value, "--set").String(); err != nil || got != want {
			t.Errorf("%q is %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestLocate checks where faults are: at what was set last, else in the file; a scenario without a file has no places.
func TestLocate(t *testing.T) {
	s := read(t, "kinetree: 1\nmodel:\n  file: ur5\n  links: {}\ndt: 1\ncontroller: {type: pd, model: ur5}\n")
	if err := robot.Override(s, robot.Env{}, scenario.NewOverride("dt", 2.0, "--a"),
		scenario.NewOverride("dt", -2.0, "--b"),
		scenario.NewOverride("joints.elbow_joint", map[string]any{"rest": 1.0}, "--c")); err != nil {
		t.Fatal(err)
	}
	wrong := func(field string) error { return &scenario.FieldError{Field: field, Message: "no"} }
	for field, want := range map[string]string{"dt": "--b: error: dt: no", "joints": "--c: error: joints: no",
		"joints.elbow_joint.rest": "--c: error: joints.elbow_joint.rest: no",
		"model.file":              "a.yaml:3:9: error: model.file: no",
		"controller.gains":        "a.yaml:6:14: error: controller.gains: no"} {
		if got := s.Locate(wrong(field)); got.Error() != want {
			t.Errorf("%s is %v, want %s", field, got, want)
		}
	}
	both := s.Locate(errors.Join(wrong("dt"), errors.New("else")))
	if both.Error() != "--b: error: dt: no\nelse" || scenario.Reason(both) != "dt: no; else" {
		t.Errorf("two errors are %v, %s", both, scenario.Reason(both))
	}
	if got := scenario.Default().Locate(wrong("dt")); got.Error() != "dt: no" {
		t.Errorf("without a file it is %v", got)
	}
	s.Model.File = "nothing"
	_, _, err := robot.Build(s, nil)
	if err == nil {
		t.Fatal("there is a robot nothing")
	}
	if got := s.Locate(err); !strings.HasPrefix(got.Error(),
		"a.yaml:3:9: error: model.file: there is no file nothing") {
		t.Errorf("a model that is missing is %v", got)
	}
}

// effective returns what a scenario and its robot say.
func effective(s *scenario.Scenario) (*scenario.Scenario, error) {
	return robot.Effective(s, robot.Env{})
}

// TestVary varies a scenario, and compares with what the values mean.
func TestVary(t *testing.T) {
	s := read(t, "kinetree: 1\nmodel: rr_arm\nduration: 2\ncontroller: {type: pd, gains: {\"*\": {p: 7}}}\n")
	path := func(name string, scale bool) sweep.Path {
		return sweep.Path{Name: name, Scale: scale, Node: &strict.Node{File: "axis.yaml"}}
	}
	v, err := prepare.Vary(s, []sweep.Path{path("duration", true), path("model.links.link2.com.2", false),
		path("controller.gains.joint1.p", true), path("model.links.link1.com", true)}, effective)
	if err != nil {
		t.Fatal(err)
	}
	c, err := v.Scenario([]sweep.Value{{Number: 3}, {Number: 0.25}, {Number: 2}, {Number: 2}}, 9)
	if err != nil {
		t.Fatal(err)
	}
	if c.Duration != 6 || *c.Model.Links["link2"].COM != [3]float64{0.5, 0, 0.25} ||
		*c.Controller.Gains["joint1"].P != 14 || *c.Model.Links["link1"].COM != [3]float64{1, 0, 0} || c.Seed != 9 {
		t.Errorf("the run is %+v", c)
	}
	if s.Duration != 2 || s.Model.Links != nil {
		t.Errorf("the scenario has become %+v", s)
	}
	if _, err := v.Scenario([]sweep.Value{{Node: strict.Encode("x")}, {}, {}, {}}, 9); err == nil ||
		!strings.Contains(err.Error(), "axis.yaml: error: duration: x is no factor") {
		t.Errorf("a factor x: %v", err)
	}
	for name, want := range map[string]string{"duraton": "there is no such key", "controller.delay": "nothing to scale",
		"model.links.link9.com.0": "expected one of link1, link2"} {
		_, err := prepare.Vary(s, []sweep.Path{path(name, true)}, effective)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if v, err = prepare.Vary(s, []sweep.Path{path("model", true)}, effective); err == nil {
		if _, err = v.Scenario([]sweep.Value{{Number: 2}}, 1); err == nil ||
			!strings.Contains(err.Error(), "no number and no list of numbers") {
			t.Errorf("twice a model: %v", err)
		}
	}
}

// TestOpen opens scenarios by their names.
func TestOpen(t *testing.T) {
	for name, want := range map[string]bool{"a.yaml": true, "b.yml": true, "run.csv.meta.json": true, "ur5_hold": true,
		"ur5": false, "read_test.go": false} {
		if scenario.IsFile(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
	s, err := scenario.Open("-", strings.NewReader("{kinetree: 1, model: ur5}"))
	if err != nil || s.Name() != "input" || s.Model.File != "ur5" {
		t.Errorf("the input is %+v, %v", s, err)
	}
	if _, err := scenario.Open("nothing", nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing is %v", err)
	}
	s, err = scenario.Read([]byte(`{"engine": {}, "scenario": {"kinetree": 1, "model": "rr_arm", "dt": 0.5}}`), "m",
		".")
	if err != nil || s.Step != 0.5 {
		t.Errorf("the meta file says %+v, %v", s, err)
	}
}
