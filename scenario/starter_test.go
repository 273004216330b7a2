package scenario_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/scenario"
	"kinetree/urdf"
)

// starter returns the starter of a robot, which stands beside it, and its text.
func starter(t *testing.T, name, folder string) (*scenario.Scenario, string) {
	t.Helper()
	source, err := models.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "start.yaml")
	text, notes, err := scenario.Starter(file, source, nil)
	if err != nil || len(notes) > 0 {
		t.Fatalf("%s: %v, %q", name, err, notes)
	}
	s, err := scenario.Read([]byte(text), file, folder)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	return s, text
}

// openModels returns the names of the models but those whose loops scenarios close: starters would leave them open.
func openModels() []string {
	names := models.Names()
	for _, entry := range models.Scenarios() {
		if s, err := scenario.Open(entry.Name, nil); err == nil && len(s.Constraints) > 0 {
			names = slices.DeleteFunc(names, func(n string) bool { return n == s.Model.File })
		}
	}
	return names
}

// TestStarterHolds checks that starters of models and of random robots are stable loops that bring joints back which
// begin 1 mrad or 1 mm off.
func TestStarterHolds(t *testing.T) {
	folder, names, drawn := t.TempDir(), openModels(), uint64(6)
	if testing.Short() {
		drawn = 2
	}
	for seed := range drawn {
		robot := randrobot.New(seed, 1+2*int(seed))
		for i := range robot.Joints {
			if kind := robot.Joints[i].Type; kind == urdf.Revolute || kind == urdf.Prismatic {
				robot.Joints[i].Limit = &urdf.Limit{Lower: -3, Upper: 3, Effort: 1e4, Velocity: 10}
			}
		}
		names = append(names, written(t, robot, filepath.Join(folder, string(rune('a'+seed))+".urdf")))
	}
	for _, name := range expect.Some(t, 4, names...) {
		s, _ := starter(t, name, folder)
		run, err := s.Prepare(scenario.Env{Unlogged: true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a, err := run.Analyze(); err != nil || !a.IsStable() {
			t.Errorf("%s: %v, stable: %v", name, err, a.IsStable())
		}
		m, start := run.World.Model(), run.World.State().Q
		off := s.Clone()
		off.Reference = map[string]scenario.Reference{}
		for _, j := range m.Joints() {
			if x := start[j.Q] + 1e-3; j.NV == 1 && j.Leader < 0 && j.Friction == 0 && x < j.Upper {
				to := start[j.Q]
				off.Initial.Position[j.Name] = scenario.Numbers{x}
				off.Reference[j.Name] = scenario.Reference{Type: "hold", To: &to}
			}
		}
		off.Duration = 5
		_, end := simulate(t, off)
		for _, j := range m.Joints() {
			if x := end.End.Position[j.Q] - start[j.Q]; j.NV == 1 && j.Friction == 0 && math.Abs(x) > 1e-4 {
				t.Errorf("%s: joint %s ends %.3g off", name, j.Name, x)
			}
		}
	}
}

// written writes a robot to a file and returns its name.
func written(t *testing.T, robot *urdf.Robot, name string) string {
	t.Helper()
	var b bytes.Buffer
	if err := robot.WriteURDF(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestStarterExamples checks that all lines that are commented out can be used, and without the free base all at once.
func TestStarterExamples(t *testing.T) {
	for _, name := range openModels() {
		_, text := starter(t, name, ".")
		text = regexp.MustCompile(`(?m)^#(base|stop|  - ".*velocity).*\n`).ReplaceAllString(text, "")
		used := regexp.MustCompile(`(?m)^( *)#([^ ]| {2,})`).ReplaceAllString(text, "$1$2")
		s, err := scenario.Read([]byte(used), "a.yaml", ".")
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, used)
		}
		if s.Tune == nil || s.Actuators.Lag == 0 || len(s.Disturbances) != 1 || len(s.Links) != 1 ||
			len(s.Reference) != 1 {
			t.Errorf("%s: the examples are not all used:\n%s", name, used)
		}
		if _, err := s.Prepare(scenario.Env{Unlogged: true}); err != nil {
			t.Errorf("%s: %v\n%s", name, err, used)
		}
	}
}
