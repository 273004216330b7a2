package study_test

import (
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch/study"
)

// TestEnds checks where runs in an open loop end, and that the function metrics of the scenario's script counts in a
// study in YAML. A rotor of inertia J with damping d that turns at 5 rad/s has 5 exp(-d t/J) after the time t and has
// come by J/d (5 - that).
func TestEnds(t *testing.T) {
	const inertia, duration = 0.2, 2.0
	given := map[string]string{
		"bar.urdf": `<robot name="r"><link name="w"/><link name="a"><inertial><mass value="1"/>` +
			`<inertia ixx="0.2" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.2"/></inertial></link>` +
			`<joint name="j" type="continuous"><parent link="w"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>`,
		"m.star": "def metrics(trajectory):\n" +
			"    return {\"turns\": trajectory[\"j/position\"][-1]/6.283185307179586, \"none\": None}\n",
		"study.yaml": "kinetree: 1\nscenario: {kinetree: 1, model: bar.urdf, duration: 2, script: m.star, " +
			"initial: {velocity: {j: 5}}}\nsweep: [{path: joints.j.damping, grid: [0.1, 0.5, 1]}]\n",
	}
	for metrics, want := range map[string][]string{
		"": {"end_time", "energy_drift", "impacts", "j/end_position", "j/end_velocity", "turns", "none"},
		"metrics: [j/end_velocity, end_position, end_time]\n": {"j/end_velocity", "j/end_position", "end_time", "turns",
			"none"},
	} {
		with := map[string]string{"study.yaml": given["study.yaml"] + metrics, "bar.urdf": given["bar.urdf"],
			"m.star": given["m.star"]}
		s, err := study.Open(filepath.Join(files(t, with), "study.yaml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		names := s.Metrics
		columns, _ := table(t, s, "none")
		if !slices.Equal(names, want) {
			t.Errorf("the metrics are %v, want %v", names, want)
			continue
		}
		for i, text := range columns["joints.j.damping"] {
			d, _ := strconv.ParseFloat(text, 64)
			v := 5 * math.Exp(-d*duration/inertia)
			q := inertia / d * (5 - v)
			for name, want := range map[string]float64{"j/end_position": q, "j/end_velocity": v,
				"turns": q / (2 * math.Pi)} {
				got, err := strconv.ParseFloat(columns[name][i], 64)
				if err != nil || math.Abs(got-want) > 1e-9 { // rk4 with steps of 1 ms: (d h/J)⁴ of it
					t.Errorf("damping %v: %s %s, want %v", d, name, columns[name][i], want)
				}
			}
		}
	}
	given["study.yaml"] += "metrics: [k/end_velocity]\n"
	if _, err := study.Open(filepath.Join(files(t, given), "study.yaml"), nil); err == nil ||
		!strings.Contains(err.Error(), `the joint "k" is not measured; expected one of j`) {
		t.Errorf("a metric of a joint that is not there: %v", err)
	}
}

// TestNoEmptyColumns checks that joints which are not asked to move have no columns of moves, unless a run may ask them
// to.
func TestNoEmptyColumns(t *testing.T) {
	const controller = "controller: {type: pd_gravity, gains: {'*': {p: 4000, d: 800}}}"
	const step = "reference: {joint1: {type: step, at: 0.1, to: 0.2}}"
	const arm = "scenario: {model: rr_arm, duration: 0.5, " + controller
	for text, want := range map[string][]string{
		// one joint moves
		arm + ", " + step + "}\nmetrics: [overshoot, max_error]\n": {
			"overshoot", "joint1/overshoot", "max_error", "joint1/max_error", "joint2/max_error"},
		// none moves
		arm + "}\n": {"steady_state_error",
			"joint1/steady_state_error", "joint2/steady_state_error", "itae"},
		// runs may differ in their references
		arm + ", " + step + "}\nmetrics: [overshoot]\n" +
			"sweep: [{path: reference.joint2, grid: [{type: step, at: 0, to: 0.3}]}]\n": {"overshoot",
			"joint1/overshoot", "joint2/overshoot"},
	} {
		s, err := study.Open(filepath.Join(files(t, map[string]string{"study.yaml": "kinetree: 1\n" + text}),
			"study.yaml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		names := s.Metrics
		columns, _ := table(t, s, "none")
		if !slices.Equal(names[:min(len(names), len(want))], want) {
			t.Errorf("the metrics are %v, want %v", names, want)
		}
		for _, name := range names {
			if slices.Equal(columns[name], []string{""}) {
				t.Errorf("the column %s is empty", name)
			}
		}
	}
}
