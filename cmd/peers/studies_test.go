package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch/study"
	"kinetree/urdf"
)

// TestDescribe checks what the peer is told of each study: a line for its runs and one for each joint of the robot,
// with the friction, the gains and the target of the scenario.
func TestDescribe(t *testing.T) {
	files, err := filepath.Glob("studies/*.yaml")
	if err != nil || len(files) != len(names) {
		t.Fatalf("%d files, %d names, %v", len(files), len(names), err)
	}
	for _, name := range names {
		s, err := study.Open("studies/"+name+".yaml", nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Scenario(0)
		if err != nil {
			t.Fatal(err)
		}
		robot, course, err := describe(c, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(course)
		if err != nil {
			t.Fatal(err)
		}
		r, diagnostics := urdf.ParseFile(robot)
		if r == nil {
			t.Fatal(diagnostics)
		}
		moving, rough := 0, 0
		for _, j := range r.Joints {
			if j.Type == urdf.Fixed {
				continue
			}
			moving++
			if j.Dynamics != nil && j.Dynamics.Friction > 0 {
				rough++
			}
		}
		if n := strings.Count(string(text), "\n"); n != 1+moving {
			t.Errorf("%s: %d lines for %d joints", name, n, moving)
		}
		if strings.Contains(name, "stops") != (rough == 7) {
			t.Errorf("%s: %d joints have friction", name, rough)
		}
		want := map[string]string{
			"rk4":    "0.001 1 1 1 1 0 0 0\nshoulder_pan_joint 0 0 200 20\nshoulder_lift_joint 0 -0.5 200 20\n",
			"noise":  "0.001 1 0 1 1 0.001 0.0001 0.001\n",
			"random": "0.001 1 0 0 1 0 1 0\nshoulder_pan_joint 0 0 20 0\n",
			"stops":  "0.001 1 0 1 1 0 0 0\npanda_joint1 0 0 200 20\npanda_joint2 0 1.8 ",
		}[name]
		if !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: the peer is told\n%s", name, text)
		}
	}
}
