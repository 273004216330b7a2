package prepare_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// prepareChanged prepares a scenario of the pendulum that change has changed.
func prepareChanged(change func(*scenario.Scenario)) (*prepare.Run, error) {
	s := scenario.Default()
	s.Model.File, s.Log.File = "pendulum", "-"
	change(s)
	return prepare.New(s, prepare.Env{Input: strings.NewReader(""), Output: os.Stderr, Version: "test"})
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
		{"dt", func(s *scenario.Scenario) { s.Step = math.Inf(1) }},
		{"kinetree", func(s *scenario.Scenario) { s.Kinetree = 2 }},
		{"gravity", func(s *scenario.Scenario) { s.Gravity[1] = math.Inf(1) }},
		{"integrator", func(s *scenario.Scenario) { s.Integrator.Name = "newton" }},
		{"base", func(s *scenario.Scenario) { s.Base = "" }},
		{"log.every", func(s *scenario.Scenario) { s.Log.Every = 0 }},
		{"log.file", func(s *scenario.Scenario) { s.Log.File = "x.parquet" }},
		{"efforts.x", func(s *scenario.Scenario) { s.Efforts["x"] = scenario.Effort{Values: scenario.Numbers{1}} }},
		{"initial.position.x", func(s *scenario.Scenario) { s.Initial.Position["x"] = scenario.Numbers{1} }},
		{"initial.velocity.x", func(s *scenario.Scenario) { s.Initial.Velocity["x"] = scenario.Numbers{1} }},
		{"efforts_table.interpolation", func(s *scenario.Scenario) { s.Table.Interpolation = "spline" }},
		{"efforts_table.file", func(s *scenario.Scenario) { s.Model.File, s.Table.File = "-", "-" }},
	} {
		_, err := prepareChanged(c.change)
		var e *scenario.FieldError
		if !errors.As(err, &e) || e.Field != c.field || !strings.HasPrefix(err.Error(), c.field+": ") {
			t.Errorf("%s: got %v", c.field, err)
		}
	}
	_, err := prepareChanged(func(s *scenario.Scenario) { s.Duration, s.Step = -1, -1 })
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("two faults: %v", err)
	}
}

// TestResolved checks that the scenario of a run names what was left to defaults, and that the one given stays as it
// was.
func TestResolved(t *testing.T) {
	given := scenario.Default()
	given.Model.File, given.Log.File = "panda_arm", "-"
	given.Initial.Velocity["panda_joint2"] = []float64{0.5}
	run, err := prepare.New(given, prepare.Env{Output: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	got := run.Scenario.Initial
	if len(got.Position) != 7 || got.Position["panda_joint4"][0] != (-3.0718-0.0698)/2 ||
		got.Position["panda_joint1"][0] != 0 ||
		len(got.Velocity) != 7 || got.Velocity["panda_joint2"][0] != 0.5 {
		t.Errorf("start %+v", got)
	}
	if len(given.Initial.Position) != 0 || len(given.Initial.Velocity) != 1 {
		t.Errorf("the scenario given has changed: %+v", given.Initial)
	}
	run.Scenario.Efforts["panda_joint1"] = scenario.Effort{Values: scenario.Numbers{1}}
	if len(given.Efforts) != 0 {
		t.Error("the scenario of the run shares its efforts with the one given")
	}
}

// TestStart checks that joints whose limits exclude zero, on either side, start in the middle of their range.
func TestStart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.urdf")
	text := `<robot name="r"><link name="l0"/>`
	for i, limits := range []string{`lower="1" upper="3"`, `lower="-3" upper="-1"`, `lower="0" upper="3"`,
		`lower="-1" upper="3"`} {
		text += fmt.Sprintf(`<link name="l%d"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" `+
			`iyz="0" izz="1"/></inertial></link>
<joint name="j%d" type="revolute"><parent link="l%d"/><child link="l%d"/><limit effort="1" velocity="1" %s/>`+
			`</joint>`, i+1, i, i, i+1, limits)
	}
	if err := os.WriteFile(file, []byte(text+"</robot>"), 0o666); err != nil {
		t.Fatal(err)
	}
	run, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File = file })
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(run.World.State().Q); got != "[2 -2 0 0]" {
		t.Errorf("start at %s", got)
	}
}

// TestProgress checks that a run tells how far it is.
func TestProgress(t *testing.T) {
	s := scenario.Default()
	s.Model.File, s.Log.File = "pendulum", "-"
	last := -1.0
	run, err := prepare.New(s, prepare.Env{Output: io.Discard, Progress: func(t float64) { last = t }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(t.Context(), 1); err != nil || last < 0.5 {
		t.Errorf("the last time told is %v, %v", last, err)
	}
}

// TestLogName checks that the log is named after the model and does not overwrite what the run reads.
func TestLogName(t *testing.T) {
	t.Chdir(t.TempDir())
	data, _ := models.URDF("pendulum")
	if err := os.WriteFile("arm.v2.urdf", data, 0o666); err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]string{"arm.v2.urdf": "arm.v2.csv", "ur5": "ur5.csv", "-": "stdin.csv"} {
		s := scenario.Default()
		s.Model.File = model
		run, err := prepare.New(s, prepare.Env{Input: bytes.NewReader(data)})
		if err != nil || run.Scenario.Log.File != want {
			t.Errorf("%s: %+v, %v", model, run, err)
		}
	}
	if _, err := prepareChanged(func(s *scenario.Scenario) { s.Log.File = "A.CSV" }); err != nil {
		t.Errorf("capital letters: %v", err)
	}
	var e *scenario.FieldError
	if _, err := prepareChanged(func(s *scenario.Scenario) {
		s.Model.File, s.Log.File = "arm.v2.urdf",
			"arm.v2.urdf"
	}); !errors.As(err, &e) {
		t.Errorf("got %v", err)
	}
	if err := os.Rename("arm.v2.urdf", "arm.csv"); err != nil {
		t.Fatal(err)
	}
	_, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File, s.Log.File = "arm.csv", "" })
	if !errors.As(err, &e) || e.Field != "log.file" {
		t.Errorf("a model called .csv: %v", err)
	}
}
