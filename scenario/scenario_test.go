package scenario_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/scenario"
)

// prepare prepares a scenario of the pendulum that change has changed.
func prepare(change func(*scenario.Scenario)) (*scenario.Run, error) {
	s := scenario.Default()
	s.Model, s.Log.File = "pendulum", "-"
	change(s)
	return s.Prepare(scenario.Env{Input: strings.NewReader(""), Output: os.Stderr, Version: "test"})
}

func TestFields(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(*scenario.Scenario)
	}{
		{"duration", func(s *scenario.Scenario) { s.Duration = -1 }},
		{"duration", func(s *scenario.Scenario) { s.Duration = math.NaN() }},
		{"dt", func(s *scenario.Scenario) { s.Step = 0 }},
		{"dt", func(s *scenario.Scenario) { s.Step = 1e-20 }},
		{"gravity", func(s *scenario.Scenario) { s.Gravity[1] = math.Inf(1) }},
		{"integrator", func(s *scenario.Scenario) { s.Integrator = "euler" }},
		{"base", func(s *scenario.Scenario) { s.Base = "" }},
		{"log.every", func(s *scenario.Scenario) { s.Log.Every = 0 }},
		{"log.file", func(s *scenario.Scenario) { s.Log.File = "x.parquet" }},
		{"efforts", func(s *scenario.Scenario) { s.Efforts["x"] = 1 }},
		{"initial.position", func(s *scenario.Scenario) { s.Initial.Position["x"] = 1 }},
		{"initial.velocity", func(s *scenario.Scenario) { s.Initial.Velocity["x"] = 1 }},
		{"efforts_table.interpolation", func(s *scenario.Scenario) { s.Table.Interpolation = "spline" }},
		{"efforts_table.file", func(s *scenario.Scenario) { s.Model, s.Table.File = "-", "-" }},
	} {
		_, err := prepare(c.change)
		var e *scenario.FieldError
		if !errors.As(err, &e) || e.Field != c.field || !strings.HasPrefix(err.Error(), c.field+": ") {
			t.Errorf("%s: got %v", c.field, err)
		}
	}
	_, err := prepare(func(s *scenario.Scenario) { s.Duration, s.Step = -1, -1 })
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two faults: %v", err)
	}
}

// TestResolved checks that the scenario of a run names what was left to defaults, and that the one given stays as it was.
func TestResolved(t *testing.T) {
	given := scenario.Default()
	given.Model, given.Log.File = "panda_arm", "-"
	given.Initial.Velocity["panda_joint2"] = 0.5
	run, err := given.Prepare(scenario.Env{Output: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	got := run.Scenario.Initial
	if len(got.Position) != 7 || got.Position["panda_joint4"] != (-3.0718-0.0698)/2 || got.Position["panda_joint1"] != 0 ||
		len(got.Velocity) != 7 || got.Velocity["panda_joint2"] != 0.5 {
		t.Errorf("start %+v", got)
	}
	if len(given.Initial.Position) != 0 || len(given.Initial.Velocity) != 1 {
		t.Errorf("the scenario given has changed: %+v", given.Initial)
	}
}

func TestOpen(t *testing.T) {
	data, _ := models.URDF("pendulum")
	file := filepath.Join(t.TempDir(), "swing.urdf")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	embedded, err := scenario.Open("pendulum", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range map[string]string{file: "", "-": string(data)} {
		s, err := scenario.Open(name, strings.NewReader(input))
		if err != nil || s.SHA256 != embedded.SHA256 || s.Robot.Name != "pendulum" || s.Name != name {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	if _, err := scenario.Open("pendulm", nil); err == nil || !strings.Contains(err.Error(), `did you mean "pendulum"?`) {
		t.Errorf("got %v", err)
	}
}

// TestLogName checks that the log is named after the model and does not overwrite what the run reads.
func TestLogName(t *testing.T) {
	t.Chdir(t.TempDir())
	data, _ := models.URDF("pendulum")
	if err := os.WriteFile("arm.v2.urdf", data, 0o666); err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]string{"arm.v2.urdf": "arm.v2.csv", "ur5": "ur5.csv"} {
		run, err := prepare(func(s *scenario.Scenario) { s.Model, s.Log.File = model, "" })
		if err != nil || run.Scenario.Log.File != want {
			t.Errorf("%s: %+v, %v", model, run, err)
		}
	}
	var e *scenario.FieldError
	if _, err := prepare(func(s *scenario.Scenario) { s.Model, s.Log.File = "arm.v2.urdf", "arm.v2.urdf" }); !errors.As(err, &e) {
		t.Errorf("got %v", err)
	}
	if err := os.Rename("arm.v2.urdf", "arm.csv"); err != nil {
		t.Fatal(err)
	}
	if _, err := prepare(func(s *scenario.Scenario) { s.Model, s.Log.File = "arm.csv", "" }); !errors.As(err, &e) || e.Field != "log.file" {
		t.Errorf("a model called .csv: %v", err)
	}
}
