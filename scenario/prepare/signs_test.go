package prepare_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// hinged is a bar on a vertical hinge, as in TestChanges, with limits and dynamics of the joint.
func hinged(t *testing.T, effort, dynamics string) string {
	t.Helper()
	limit := ""
	if effort != "" {
		limit = `<limit effort="` + effort + `" velocity="100"/>`
	}
	return strings.Replace(barred, "</joint>", limit+dynamics+"</joint>", 1)
}

// signed runs a robot with a scenario's other keys for 1 s, and returns where it ends, its warnings and the error.
func signed(t *testing.T, robot, text string, strict bool) (q, qd float64, warnings []string, err error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bar.urdf"), []byte(robot), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("kinetree: 1\nintegrator: rk4\nduration: 1\n"+text), "a.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	s.Log.File = "-"
	run, err := prepare.New(s, prepare.Env{Output: &bytes.Buffer{}, Strict: strict})
	if err != nil {
		return 0, 0, nil, err
	}
	summary, err := run.World.Run(t.Context(), s.Duration)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range run.Source.Diagnostics {
		warnings = append(warnings, d.Error())
	}
	return summary.End.Position[0], summary.End.Velocity[0], append(warnings, run.Warnings...), nil
}

// TestSigns checks that negative efforts, frictions and dampings count as their magnitudes, wherever they stand, and
// that a warning says so. Truth is the motion of a bar of 0.6 kg m² about a vertical hinge.
func TestSigns(t *testing.T) {
	const model, changed = "model: bar.urdf\n", "model: {file: bar.urdf, joints: {hinge: {"
	const push, spin, idle = "efforts: {hinge: 1.2}\n", "initial: {velocity: {hinge: 2}}\n", ""
	const tool = "joints: {hinge: {"
	moves := map[string]float64{ // the velocity after 1 s
		"idle":     0,
		"pushed":   1, // by 0.6 N m of the 1.2 that are asked for
		"rubbed":   2 - 0.5,
		"damped":   2 * math.Exp(-1),
		"untapped": 2,
	}
	for _, c := range []struct{ name, effort, dynamics, text, velocity, warning string }{
		{"effort", "-0.6", "", model + push, "pushed", "limit@effort: -0.6 is negative; its magnitude 0.6 is used"},
		{"effort of nobody", "-0.6", "", model + idle, "idle", "limit@effort: -0.6 is negative"},
		{"friction", "", `<dynamics friction="-0.3"/>`, model + spin, "rubbed", "dynamics@friction: -0.3 is negative"},
		{"damping", "", `<dynamics damping="-0.6"/>`, model + spin, "damped", "dynamics@damping: -0.6 is negative"},
		{"joints, effort", "5", "", model + push + tool + "effort_limit: -0.6}}\n", "pushed",
			"joints.hinge.effort_limit: -0.6 is negative; its magnitude 0.6 is used"},
		{"joints, effort of nobody", "5", "", model + tool + "effort_limit: -0.6}}\n", "idle",
			"joints.hinge.effort_limit: -0.6 is negative"},
		{"joints, friction", "", "", model + spin + tool + "friction: -0.3}}\n", "rubbed", "joints.hinge.friction: " +
			"-0.3"},
		{"joints, damping", "", "", model + spin + tool + "damping: -0.6}}\n", "damped", "joints.hinge.damping: -0.6"},
		{"model, friction", "", "", changed + "friction: -0.3}}}\n" + spin, "rubbed",
			"model.joints.hinge.friction: -0.3"},
		{"model, damping", "", "", changed + "damping: -0.6}}}\n" + spin, "damped", "model.joints.hinge.damping: -0.6"},
		{"disturbance, friction", "", "", model + spin + "disturbances: [{at: 0, joint: hinge, friction: -0.3}]\n",
			"rubbed", "disturbances.0.friction: -0.3"},
		{"disturbance, damping", "", "", model + spin + "disturbances: [{at: 0, joint: hinge, damping: -0.6}]\n",
			"damped", "disturbances.0.damping: -0.6"},
		{"minus zero", "", `<dynamics damping="-0"/>`, model + spin + tool + "friction: -0.0}}\n", "untapped", ""},
	} {
		_, qd, warnings, err := signed(t, hinged(t, c.effort, c.dynamics), c.text, false)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if want := moves[c.velocity]; math.Abs(qd-want) > 1e-11 { // RK4 at 1 ms is off by some 1e-14
			t.Errorf("%s: the velocity is %v at the end, want %v", c.name, qd, want)
		}
		said := slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, c.warning) })
		if c.warning == "" && len(warnings) > 0 || !said && c.warning != "" {
			t.Errorf("%s: warnings %q, want %q", c.name, warnings, c.warning)
		}
	}
}

// TestStrictSigns checks that a run whose warnings nobody reads refuses negative numbers of the scenario.
func TestStrictSigns(t *testing.T) {
	for text, want := range map[string]string{
		"model: bar.urdf\njoints: {hinge: {damping: -1}}\n": "joints: hinge.damping: -1; " +
			"expected 0 or more",
		"model: bar.urdf\njoints: {hinge: {effort_limit: -1}}\n": "joints: hinge.effort_limit: -1;" +
			" expected",
		"model: {file: bar.urdf, joints: {hinge: {friction: -1}}}\n": "model.joints.hinge.friction: " +
			"-1; expected",
		"model: bar.urdf\ndisturbances: [{at: 0, joint: hinge, friction: -0.5}]\n": "-0.5; expected 0 or more",
	} {
		if _, _, _, err := signed(t, barred, text, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
