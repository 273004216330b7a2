package prepare_test

import (
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

// TestCache checks that runs share a model exactly if all that it is built of is the same.
func TestCache(t *testing.T) {
	cache := robot.NewCache()
	model := func(change func(*scenario.Scenario)) *tree.Model {
		t.Helper()
		s := scenario.Default()
		s.Model.File = "ur5"
		change(s)
		run, err := prepare.New(s, prepare.Env{Cache: cache, Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		return run.World.Model()
	}
	mass := func(m float64) func(*scenario.Scenario) {
		return func(s *scenario.Scenario) {
			s.Model.Links = map[string]scenario.LinkChange{"forearm_link": {Mass: &m}}
		}
	}
	plain := model(func(*scenario.Scenario) {})
	for name, change := range map[string]func(*scenario.Scenario){
		"position": func(s *scenario.Scenario) { s.Initial.Position["elbow_joint"] = []float64{1} },
		"seed":     func(s *scenario.Scenario) { s.Seed = 8 },
		"ideal":    func(s *scenario.Scenario) { s.Ideal = true },
		"duration": func(s *scenario.Scenario) { s.Duration, s.Step = 7, 0.01 },
		"gains": func(s *scenario.Scenario) {
			p := 3.0
			s.Controller = scenario.Controller{Type: "pd", Gains: map[string]scenario.Gains{"*": {P: &p}}}
		},
	} {
		if model(change) != plain {
			t.Errorf("%s: the run has a model of its own", name)
		}
	}
	heavy := model(mass(3))
	if model(mass(3)) != heavy {
		t.Error("two runs with the same mass have two models")
	}
	seen := map[*tree.Model]string{plain: "nothing", heavy: "mass"}
	for name, change := range map[string]func(*scenario.Scenario){
		"mass of 4": mass(4),
		"gravity":   func(s *scenario.Scenario) { s.Gravity[2] = -1.62 },
		"base":      func(s *scenario.Scenario) { s.Base = "floating" },
		"joint": func(s *scenario.Scenario) {
			x := 3.0
			s.Joints["elbow_joint"] = scenario.JointChanges{Damping: &x}
		},
		"link": func(s *scenario.Scenario) {
			s.Links = map[string]scenario.LinkChanges{"tool0": {Payload: &scenario.Payload{Mass: 2}}}
		},
		"file": func(s *scenario.Scenario) { s.Model.File = "panda_arm" },
	} {
		m := model(change)
		if other, ok := seen[m]; ok {
			t.Errorf("%s: the run has the model of %s", name, other)
		}
		seen[m] = name
	}
}
