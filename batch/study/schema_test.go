package study_test

import (
	"os"
	"path/filepath"
	"testing"

	"kinetree/batch/study"
	"kinetree/models"
	"kinetree/models/oracle/jsonschema"
)

// validator returns a validator of studies by their schema.
func validator(t *testing.T) func(document string) error {
	text, err := study.Schema()
	if err != nil {
		t.Fatal(err)
	}
	return jsonschema.Compile(t, text)
}

// opened returns the error of a study with a text.
func opened(t *testing.T, text string) error {
	t.Helper()
	name := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := study.Open(name, nil)
	return err
}

// TestSchemaOfReadyStudies checks that the schema takes the ready studies, and what may be written in several ways.
func TestSchemaOfReadyStudies(t *testing.T) {
	validate := validator(t)
	for _, m := range models.Studies() {
		text, _ := models.Study(m.Name)
		if err := validate(string(text)); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	for _, text := range []string{
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001, 0.002]}]}",
		"{kinetree: 1, scenario: {kinetree: 1, model: rr_arm}, sweep: [{path: duration, uniform: [1, 2]}], samples: 3}",
		"{kinetree: 1, scenario: {model: rr_arm}, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: seed, linspace: [1, 3, 3]}], trajectories: 2, " +
			"method: sobol}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001, 0.002]}], trajectories: [0, 1], " +
			"metrics: [itae, joint1/overshoot, end_time]}",
	} {
		if err := opened(t, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestSchemaRefuses checks that the schema refuses what the program refuses for its form.
func TestSchemaRefuses(t *testing.T) {
	validate := validator(t)
	for _, text := range []string{
		"{scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 2, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, scenario: [rr_arm_step], sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, scenario: {kinetree: 1, model: rr_arm, dt: small}, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, scenario: {kinetree: 1, dt: 0.001}, sweep: [{path: dt, grid: [0.001]}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: {path: dt, grid: [0.001]}}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: 0.001}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, linspace: [0.001, 0.002]}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, uniform: [0.001, 0.002], normal: [1, 2]}]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], samples: many}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], method: halton}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], trajectories: some}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], trajectories: [-1]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], metrics: itae}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], metrics: [itea]}",
		"{kinetree: 1, scenario: rr_arm_step, sweep: [{path: dt, grid: [0.001]}], runs: 3}",
	} {
		if opened(t, text) == nil {
			t.Errorf("the program takes %s", text)
		}
		if validate(text) == nil {
			t.Errorf("the schema takes %s", text)
		}
	}
}
