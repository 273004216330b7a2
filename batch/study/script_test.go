package study_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/scenario"
)

// files writes files into a new directory and returns it.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// table runs a study and returns its table by columns.
func table(t *testing.T, s *study.Study, trajectories string) (columns map[string][]string, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "out")
	if err := s.Keep(trajectories); err != nil {
		t.Fatal(err)
	}
	if _, err := batch.Execute(t.Context(), batch.Config{Dir: dir, Runs: s.Len(), Axes: s.Axes, Metrics: s.Metrics,
		Trajectories: s.Trajectories}, s.NewWorker); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(dir, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	columns = map[string][]string{}
	for k, name := range rows[0] {
		for _, row := range rows[1:] {
			columns[name] = append(columns[name], row[k])
		}
	}
	return columns, dir
}

// number returns a field of a table.
func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

const scripted = `
def runs():
    print("two bases")
    return [
        scenario("fall.yaml", {"gravity": [-1, 0, 0]}),
        scenario("fall.yaml", {"gravity": [-2, 0, 0], "seed": 5}),
        scenario("fall.yaml", {"duration": 0.2, "ideal": True, "integrator": "rk4", "initial.position": {"x": 1}}),
        scenario("fall.yaml", {"duration": None}),
    ]

def metrics(trajectory):
    x = trajectory["slide/position"]
    if x[0] == 1:
        return {"path": -1, "more": 2}
    return {"path": x[-1] - x[0]}
`

// slider is a mass on a rail along x.
const slider = `<robot name="slider"><link name="rail"/><link name="mass"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="mass"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="9" velocity="9"/></joint></robot>`

// TestScriptedMetrics runs a study of a script whose function measures the way of a mass that falls along its rail,
// which is g t²/2.
func TestScriptedMetrics(t *testing.T) {
	dir := files(t, map[string]string{"slider.urdf": slider, "study.star": strings.Replace(scripted,
		`"initial.position": {"x": 1}`, `"initial.position": {"slide": 1}`, 1),
		"fall.yaml": "kinetree: 1\nmodel: slider.urdf\nduration: 1\nintegrator: rk4\n"})
	var printed []string
	_, err := study.Open(filepath.Join(dir, "study.star"), func(text string) { printed = append(printed, text) })
	if err == nil || !strings.Contains(err.Error(), "study.star:8:") ||
		!strings.Contains(err.Error(), "duration: nothing; expected a finite number") {
		t.Errorf("a duration of nothing: %v", err)
	}
	if len(printed) != 1 || printed[0] != "two bases" {
		t.Errorf("printed %q", printed)
	}
	text, err := os.ReadFile(filepath.Join(dir, "study.star"))
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `{"duration": None}`, `{"script": "law.star"}`, 1))
	if err := os.WriteFile(filepath.Join(dir, "study.star"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := study.Open(filepath.Join(dir, "study.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.String() != "4 runs of a script" || !slices.Contains(s.Metrics, "path") ||
		!slices.Equal(s.Axes, []string{"gravity", "duration", "ideal", "integrator", "initial.position", "script"}) {
		t.Errorf("%v: axes %q, metrics %q", s, s.Axes, s.Metrics)
	}
	if got := strings.Join(s.Row(2), "; "); got !=
		`duration = 0.2; ideal = true; integrator = rk4; initial.position = {"slide":1}` {
		t.Errorf("row 2 is %s", got)
	}
	columns, out := table(t, s, "all")
	for i, want := range []float64{-0.5, -1} { // RK4 is exact for a constant acceleration, to rounding
		if got := number(t, columns["path"][i]); got-want > 1e-12 || want-got > 1e-12 {
			t.Errorf("run %d: the way is %v, want %v", i, got, want)
		}
	}
	if columns["status"][2] != "error" || !strings.Contains(columns["reason"][2], "more, which the first run has not") {
		t.Errorf("another metric: %s, %s", columns["status"][2], columns["reason"][2])
	}
	if columns["seed"][1] != "5" || columns["gravity"][0] != "[-1,0,0]" || columns["gravity"][2] != "" ||
		columns["ideal"][2] != "true" || columns["script"][3] != "law.star" {
		t.Errorf("the table has %q", columns)
	}
	if log, err := os.ReadFile(filepath.Join(out, "trajectories", "000001.csv")); err != nil ||
		!strings.HasPrefix(string(log), "time,slide/position") || strings.Count(string(log), "\n") != 1002 {
		t.Errorf("the trajectory of run 1: %v, %d bytes", err, len(log))
	}
}

// TestInputs checks what the results of studies depend on: their texts, scenarios, files, and what is set.
func TestInputs(t *testing.T) {
	dir := files(t, map[string]string{"slider.urdf": slider, "push.csv": "time,slide\n0,1\n1,2\n",
		"poses.csv": "initial.position.slide,ideal\n0.1,true\n0.2,false\n",
		"fall.yaml": "kinetree: 1\nmodel: slider.urdf\nduration: 0.01\n",
		"study.yaml": "kinetree: 1\nscenario: fall.yaml\nseed: 4\nsweep:\n  - {csv: poses.csv}\n" +
			"  - {path: efforts.slide, grid: [1, push.csv]}\n",
		"study.star": "def runs():\n  return [scenario('fall.yaml', {'efforts.slide': e}) for e in [1, 'push.csv']]\n"})
	inputs := func(name string, set ...scenario.Override) *study.Inputs {
		t.Helper()
		s, err := study.Open(filepath.Join(dir, name), nil, set...)
		if err != nil {
			t.Fatal(err)
		}
		in, err := s.Inputs("1.2")
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	sorted := func(m map[string]string) (names []string) {
		for name := range m {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	a := inputs("study.yaml")
	if a.Engine != "kinetree 1.2" || a.Study != "study.yaml" || a.Seed != 4 || a.Script != "" || a.Set != nil ||
		!slices.Equal(sorted(a.Files), []string{"poses.csv", "push.csv", "slider.urdf"}) {
		t.Errorf("the inputs are %+v", a)
	}
	b := inputs("study.yaml", scenario.NewOverride("gravity.0", 3.0, "--set"))
	if text, err := json.Marshal(b.Scenarios); err != nil ||
		string(text) != `[{"duration":0.01,"gravity":[3,0,-9.81],"kinetree":1,"model":"slider.urdf"}]` ||
		!slices.Equal(b.Set, []string{"gravity.0=3"}) {
		t.Errorf("with another gravity the scenarios are %s and %q was set, %v", text, b.Set, err)
	}
	c := inputs("study.star")
	if len(c.Script) != 64 || c.Sweep != nil || len(c.Scenarios) != 1 ||
		!slices.Equal(sorted(c.Files), []string{"push.csv", "slider.urdf"}) {
		t.Errorf("the inputs of the script are %+v", c)
	}
}

// TestMetrics checks the columns of metrics that a study asks for.
func TestMetrics(t *testing.T) {
	const text = "kinetree: 1\nscenario: {model: rr_arm, duration: 0.05, controller: {type: pd, gains: {\"*\": {p: " +
		"9}}}}\n" +
		"sweep:\n  - {path: seed, grid: [3, 4]}\nmetrics: "
	s, err := open(t, text+"[joint2/iae, end_time, rms_error]")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"joint2/iae", "end_time", "rms_error", "joint1/rms_error", "joint2/rms_error"}; !slices.Equal(
		s.Metrics, want) {
		t.Errorf("columns %q, want %q", s.Metrics, want)
	}
	columns, _ := table(t, s, "none")
	if columns["end_time"][1] != "0.05" || !slices.Equal(columns["seed"], []string{"3", "4"}) {
		t.Errorf("the table has %q", columns)
	}
	for metrics, want := range map[string]string{
		"[joint3/iae]":  `metrics: joint3/iae: the joint "joint3" is not measured (did you mean "joint1"?)`,
		"[iaee]":        `there is no metric "iaee" (did you mean "iae"?)`,
		"[]\nmethod: a": "method: ",
	} {
		if _, err := open(t, text+metrics); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", metrics, err, want)
		}
	}
	if s, err = open(t, text+"[]"); err != nil || len(s.Metrics) != 0 {
		t.Errorf("no metrics: %q, %v", s.Metrics, err)
	}
}

// TestOpenFaults checks what is said of studies that cannot be.
func TestOpenFaults(t *testing.T) {
	const head = "kinetree: 1\nscenario: {model: ur5}\n"
	for text, want := range map[string]string{
		"- a":                            "expected a study: a mapping with kinetree, scenario and sweep",
		"scenario: a.yaml":               "expected kinetree: 1",
		"kinetree: 1":                    "there is no key scenario",
		"kinetree: 1\nscenario: [1]":     "scenario: a list; expected the name of a scenario file",
		"kinetree: 1\nscenario: no.yaml": "no.yaml",
		"kinetree: 1\nscenario: {}":      "there is no key model",
		head + "trajectories: [4]":       "run 4; the study has the runs 0 to 0",
		head + "sweep: [{csv: no.csv}]":  "no.csv",
		"kinetree: 1\nscenario: {model: ur5, duration: x}":                   "study.yaml:2:34: error: duration",
		"kinetree: 1\nscenario: {model: {file: ur5, links: {l: {mass: 1}}}}": `no link "l"`,
		head + "sweep: [{path: a.b, grid: [1]}]": "study.yaml:3:16: error: a: " +
			"there is no such key",
		"kinetree: 1\nscenario: {model: ur6}\nsweep: [{path: gravity.1, grid: [1]}]": "no embedded model",
		head + "sweep: [{path: model.links.x.com.1, grid: [1]}]": "model.links.x: the robot says " +
			"nothing",
	} {
		if _, err := open(t, text+"\n"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := study.Open("rr_arm_gain", nil); err == nil ||
		!strings.Contains(err.Error(), `no embedded study of that name (did you mean "rr_arm_gains"?)`) {
		t.Errorf("a name of nothing: %v", err)
	}
	_, err := study.Open("rr_arm_gains", nil, scenario.NewOverride("durtion", 1.0, "--set"))
	if err == nil || !strings.Contains(err.Error(),
		`--set: error: durtion: there is no such key (did you mean "duration"?)`) {
		t.Errorf("an override of nothing: %v", err)
	}
}

// TestBombs checks that a script that would take all memory in some runs makes these rows with a reason, and that the
// others have their numbers.
func TestBombs(t *testing.T) {
	dir := files(t, map[string]string{"fall.yaml": "kinetree: 1\nmodel: pendulum\nduration: 0.01\n", "bombs.star": `
def runs():
    return [scenario("fall.yaml", {"duration": (i % 2 + 1) * 0.01}) for i in range(6)]

def metrics(trajectory):
    n = len(trajectory["time"])
    return {"rows": n if n < 15 else len(("a" * 1000000).replace("a", "b" * 1000000))}
`})
	s, err := study.Open(filepath.Join(dir, "bombs.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	columns, _ := table(t, s, "none")
	for i, status := range columns["status"] {
		reason := columns["reason"][i]
		if wrong := i%2 == 1; wrong && (status != "error" || !strings.Contains(reason, "bombs.star:7:") ||
			!strings.Contains(reason, "expected at most 1000000")) || !wrong && (status != "ok" || reason != "") {
			t.Errorf("run %d: %s, %s", i, status, reason)
		}
	}
}

// TestMetricsFail keeps the reason of a run whose metrics fail, and its trajectory.
func TestMetricsFail(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "s.star")
	const text = `
def runs():
    return [scenario("rr_arm_step", {"duration": 0.01, "initial.position.joint1": 0.1 * i}) for i in range(9)]

def metrics(trajectory):
    if trajectory["joint1/position"][0] > 0.55:
        fail("it is high")
    return {"m": 1.0}
`
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := study.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	in, err := s.Inputs("1")
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	if _, err := batch.Execute(context.Background(), batch.Config{Dir: out, Inputs: in, Runs: s.Len(), Axes: s.Axes,
		Metrics: s.Metrics, Trajectories: batch.Trajectories{Which: "failed"}}, s.NewWorker); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(table), ",error,") - strings.Count(string(table), "it is high"); n != 0 ||
		strings.Count(string(table), ",error,") != 3 {
		t.Errorf("three runs are high, not so:\n%s", table)
	}
	if v, err := batch.Verify(out); err != nil || v.Trajectories != 3 {
		t.Errorf("%+v, %v; want the trajectories of three", v, err)
	}
}
