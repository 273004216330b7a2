package scenario_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/models"
	"kinetree/scenario"
)

// TestYAML checks that a document that is written says the same when it is read again, wherever it is written to.
func TestYAML(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "deep", "er")
	if err := os.MkdirAll(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	urdf, _ := models.URDF("rr_arm")
	for name, text := range map[string]string{"arm.urdf": string(urdf), "axis.csv": "duration\n1\n",
		"a.yaml": `kinetree: 1
model: arm.urdf
duration: 0.1
seed: 3
initial: {position: {joint1: -1.5e-7}}
efforts: {joint2: efforts.csv}
controller: {type: pd, period: 0.01, model: arm.urdf, gains: {"*": {p: 10}, joint1: {p: 1e3, d: 0.1}}}
reference: {joint1: {type: file, file: motion.csv}, joint2: {type: step, at: 0, to: 1}}
stop: ["joint1/position > 2.5", "yes", "1e3"]
script: law.star
log: {file: run.csv}
tune: {free: {controller.gains.joint1.p: [1, 2000, log]}, cost: "itae + 10*max(0, overshoot - 5)"}
sweep:
  - {csv: axis.csv}
  - {path: joints.joint1.friction, scale: true, uniform: [0, 1.5]}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) (*scenario.Scenario, string) {
		t.Helper()
		s, err := scenario.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return s, string(text)
	}
	s, want := read(filepath.Join(dir, "a.yaml"))
	for _, to := range []string{dir, inside} {
		text, err := s.YAML(to)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(to, "b.yaml")
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		again, got := read(name)
		if got != want {
			t.Errorf("in %s the document says\n%s\nand not\n%s\n%s", to, got, want, text)
		}
		if place := again.Sweep[0].CSV; place != filepath.Join(dir, "axis.csv") {
			t.Errorf("the axis is read from %s", place)
		}
	}
	if !strings.Contains(want, `{"path":"joints.joint1.friction","scale":true,"uniform":[0,1.5]}`) ||
		s.Sweep[1].Path != "joints.joint1.friction" {
		t.Errorf("the sweep is written as in %s", want)
	}
}

// old matches numbers as YAML 1.1 describes them: an exponent takes a point before it and a sign.
var old = regexp.MustCompile(`p: [-+]?([0-9]+|[0-9]+\.[0-9]*([eE][-+][0-9]+)?)\n?$`)

func TestYAMLNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Skip("YAML of scenarios has no such number")
		}
		s, err := scenario.Read([]byte("{kinetree: 1, model: ur5}"), "x.yaml", ".")
		if err == nil {
			err = s.Set("controller.gains.a.p", x)
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.YAML(".")
		if err != nil {
			t.Fatal(err)
		}
		again, err := scenario.Read(text, "y.yaml", ".")
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if y, err := again.Get("controller.gains.a.p"); y != x {
			t.Fatalf("%v becomes %v, %v in\n%s", x, y, err, text)
		}
		if !old.Match(text) {
			t.Fatalf("readers of YAML 1.1 take this for a text:\n%s", text)
		}
	})
}
