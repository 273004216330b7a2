package prepare_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
)

// write writes a robot with the given joints, each between the link before and the next.
func write(t *testing.T, joints ...string) string {
	t.Helper()
	text := `<robot name="r"><link name="l0"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" ` +
		`iyz="0" izz="1"/></inertial></link>`
	for i, j := range joints {
		text += fmt.Sprintf(`<link name="l%d"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" `+
			`iyz="0" izz="1"/></inertial></link>
<joint %s<parent link="l%d"/><child link="l%d"/></joint>`, i+1, j, i, i+1)
	}
	file := filepath.Join(t.TempDir(), "r.urdf")
	if err := os.WriteFile(file, []byte(text+"</robot>"), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFollowerLimits checks that the start is where the limits of all joints that move together allow it.
func TestFollowerLimits(t *testing.T) {
	const leader = `name="a" type="continuous">`
	follower := func(limits, mimic string) string {
		return fmt.Sprintf(`name="b" type="revolute"><limit effort="1" velocity="1" %s/><mimic joint="a" %s/>`, limits,
			mimic)
	}
	for _, c := range []struct {
		joints []string
		want   float64
	}{
		{[]string{leader, follower(`lower="-1" upper="1"`, ``)}, 0},
		{[]string{leader, follower(`lower="1" upper="2"`, ``)}, 1.5},
		{[]string{leader, follower(`lower="1" upper="2"`, `multiplier="-2" offset="0.5"`)}, -0.5},
		{[]string{leader, follower(`lower="1" upper="2"`, `multiplier="0"`)}, 0},
		{[]string{`name="a" type="revolute"><limit effort="1" velocity="1" lower="1" upper="3"/>`,
			follower(`lower="2" upper="9"`, ``)}, 2.5},
		// no place for both
		{[]string{`name="a" type="revolute"><limit effort="1" velocity="1" lower="1" upper="3"/>`,
			follower(`lower="5" upper="9"`, ``)}, 2},
	} {
		run, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File = write(t, c.joints...) })
		if err != nil {
			t.Fatal(err)
		}
		if got := run.World.State().Q; len(got) != 1 || math.Abs(got[0]-c.want) > 1e-15 {
			t.Errorf("%q: start at %v, want %v", c.joints, got, c.want)
		}
	}
}

// TestBaseName checks what a floating base is called where a joint has its name, and that the scenario of the run has
// its start.
func TestBaseName(t *testing.T) {
	file := write(t, `name="base" type="continuous">`)
	run, err := prepareChanged(func(s *scenario.Scenario) {
		s.Model.File, s.Base = file, "floating"
		s.Initial.Position["base"] = []float64{0.5}
		s.Initial.Position["floating_base"] = []float64{1, 2, 3, 0, 0, 0, 5}
		s.Initial.Velocity["floating_base"] = []float64{4, 5, 6}
		s.Efforts["base"] = scenario.Effort{Values: scenario.Numbers{7}}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(run.World.State().Q, run.World.State().Qd); got != "[1 2 3 0 0 0 1 0.5] [4 5 6 0 0 0 0]" {
		t.Errorf("start at %s", got)
	}
	got := run.Scenario.Initial
	if fmt.Sprint(got.Position,
		got.Velocity) != "map[base:0.5 floating_base:1,2,3,0,0,0,1] map[base:0 floating_base:4,5,6,0,0,0]" {
		t.Errorf("the scenario says %v", got)
	}
	// The start of a run can be given again.
	again, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File, s.Base, s.Initial = file, "floating", got })
	if err != nil || fmt.Sprint(again.World.State()) == "" || again.World.State().Q[2] != 3 {
		t.Errorf("again: %v", err)
	}
}

// TestWrongNumbers checks values that a joint cannot take.
func TestWrongNumbers(t *testing.T) {
	file := write(t, `name="p" type="planar">`, `name="a" type="continuous">`,
		`name="b" type="continuous"><mimic joint="a"/>`)
	for want, change := range map[string]func(s *scenario.Scenario){
		`initial.position.p: joint "p": 1 number; expected 3`: func(s *scenario.Scenario) {
			s.Initial.Position["p"] = []float64{1}
		},
		`initial.velocity.a: joint "a": 0 numbers; expected 1`: func(s *scenario.Scenario) {
			s.Initial.Velocity["a"] = nil
		},
		`efforts.p: joint "p": 2 numbers; expected 3`: func(s *scenario.Scenario) {
			s.Efforts["p"] = scenario.Effort{Values: scenario.Numbers{1, 2}}
		},
		`efforts.b: joint "b": 2 numbers; expected 1`: func(s *scenario.Scenario) {
			s.Efforts["b"] = scenario.Effort{Values: scenario.Numbers{1, 2}}
		},
		`initial.position.b: joint "b": the joint mimics "a", so its position is`: func(s *scenario.Scenario) {
			s.Initial.Position["b"] = []float64{1}
		},
		`initial.velocity.base: the robot r has no moving joint "base"`: func(s *scenario.Scenario) {
			s.Initial.Velocity["base"] = make([]float64, 6)
		},
	} {
		_, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File = file; change(s) })
		var field *scenario.FieldError
		if !errors.As(err, &field) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
