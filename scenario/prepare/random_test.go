package prepare_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// values are paths of a scenario, and what makes a value for each.
var values = map[string]func(t *rapid.T) any{
	"duration":                      number(0, 10),
	"dt":                            number(1e-6, 0.1),
	"gravity":                       list(3),
	"gravity.1":                     number(-10, 10),
	"seed":                          func(t *rapid.T) any { return float64(rapid.IntRange(0, 1<<53).Draw(t, "seed")) },
	"base":                          oneOf("fixed", "floating"),
	"ideal":                         oneOf(true, false),
	"integrator":                    oneOf("rk4", map[string]any{"name": "dormand-prince", "rtol": 1e-7}),
	"integrator.atol":               number(1e-9, 1e-3),
	"initial.position.elbow":        number(-3, 3),
	`initial.velocity."a.b"`:        number(-3, 3),
	"initial.position.ball":         list(4),
	"initial.base.position":         list(3),
	"joints.elbow.damping":          number(0, 9),
	"joints.wrist":                  oneOf(map[string]any{"lower": -1.0, "upper": 1.0}, map[string]any{}),
	"links.tool.payload.mass":       number(0, 9),
	"links.tool.payload.position.2": number(0, 9),
	"model.links.tool.mass":         number(0, 9),
	"model.links.tool.inertia":      list(6),
	"model.joints.elbow.origin.xyz": list(3),
	"efforts.elbow":                 oneOf(2.5, "efforts.csv", "script", []any{1.0, 2.0}),
	"efforts_table":                 oneOf(map[string]any{"file": "x.csv"}),
	"controller.type":               oneOf("pd", "pid"),
	"controller.gains.*.p":          number(0, 1e4),
	"controller.gains.elbow.d":      number(0, 1e-4),
	"controller.gains":              oneOf(map[string]any{"*": map[string]any{"p": 1.0}}),
	"controller.delay":              number(0, 0.1),
	"reference.elbow":               oneOf(map[string]any{"type": "step", "at": 0.0, "to": 1.0}),
	"reference.wrist.to":            number(-1, 1),
	"sensors.velocity":              oneOf("measured", "difference"),
	"disturbances": oneOf([]any{map[string]any{"at": 1.0, "link": "tool", "force": []any{1.0, 2.0, 3.0}}},
		[]any{}),
	"stop":                             oneOf([]any{}, []any{"elbow/position > 1", "yes"}),
	"script":                           oneOf("law.star"),
	"metrics.joints":                   oneOf([]any{"elbow"}),
	"log.every":                        oneOf(1.0, 7.0),
	"tune.cost":                        oneOf("itae", "a: b"),
	`tune.free."controller.gains.*.p"`: oneOf([]any{1.0, 2.0}, []any{1.0, 2.0, "log"}),
	"sweep":                            oneOf([]any{map[string]any{"path": "dt", "grid": []any{0.1, "x", true}}}),
	`controller.gains."it's \"it\"".i`: number(0, 1),
	"initial.position":                 oneOf(map[string]any{"1e3": 1.0, "yes": 2.0}),
	"model":                            oneOf("panda_arm", map[string]any{"file": "ur5", "joints": map[string]any{}}),
	"tune.robust":                      oneOf(map[string]any{"samples": 3.0, "reduce": "max"}),
	"controller.anti_windup":           oneOf("clamp"),
	"joints.elbow.restitution":         number(0, 1),
	"metrics.settling_band":            number(0, 0.5),
	"actuators.lag":                    number(0, 0.1),
	"log":                              oneOf(map[string]any{"file": "a.csv", "ledger": true}),
	"model.links.tool.stretch":         list(3),
	"initial.base.angular_velocity":    list(3),
	"controller.feed_forward":          oneOf(true, false),
	"ignore_mimic":                     oneOf(true, false),
	"sensors":                          oneOf(map[string]any{"position_noise": 1e-4}),
	"reference.elbow.times":            list(2),
	"controller.gains.*.effort_weight": number(0, 1),
	"model.joints.elbow.friction":      number(0, 1),
	"efforts_table.interpolation":      oneOf("hold", "linear"),
	"kinetree":                         oneOf(1.0),
	"sensors.velocity_filter_hz":       number(0, 100),
	"actuators":                        oneOf(map[string]any{}),
	"links":                            oneOf(map[string]any{"tool": map[string]any{}}),
	"initial":                          oneOf(map[string]any{"velocity": map[string]any{"elbow": 1.0}}),
	"joints":                           oneOf(map[string]any{"elbow": map[string]any{"rest": 1.0}}),
	"tune.free":                        oneOf(map[string]any{"dt": []any{0.1, 0.2}}),
	"model.joints.wrist.origin.rpy":    list(3),
	"reference.wrist.frequency":        number(0.1, 9),
	"controller.gains.wrist.i_clamp":   number(0, 9),
	"integrator.name":                  oneOf("rk4", "implicit"),
	"initial.base.linear_velocity":     list(3),
	"links.tool.payload":               oneOf(map[string]any{"mass": 1.0}),
	"controller.model":                 oneOf("ur5", "believed.urdf"),
	"controller.continuous":            oneOf(true),
	"controller.period":                number(0, 0.1),
	"controller.derivative":            oneOf("error"),
	"sensors.position_resolution":      number(0, 0.1),
	"actuators.rate_limit":             number(0, 9),
	"joints.elbow.stiffness":           number(0, 9),
	"log.ledger":                       oneOf(true, false),
	"log.file":                         oneOf("b.csv", "-"),
	"tune":                             oneOf(map[string]any{"free": map[string]any{}, "cost": "iae"}),
	"model.file":                       oneOf("branched", "sub/robot.urdf"),
	"controller.gains.elbow":           oneOf(map[string]any{"p": 3.0, "d": 4.0}),
	"initial.base":                     oneOf(map[string]any{"position": []any{0.0, 0.0, 1.0}}),
	"reference":                        oneOf(map[string]any{"elbow": map[string]any{"type": "file", "file": "m.csv"}}),
	"controller":                       oneOf(map[string]any{"type": "lqr"}),
	"metrics":                          oneOf(map[string]any{}),
	"joints.elbow":                     oneOf(map[string]any{"effort_limit": 3.0}),
	"efforts":                          oneOf(map[string]any{"a b": 1.0, "null": -0.5}),
	"model.links.tool":                 oneOf(map[string]any{"com": []any{0.0, 0.0, 1.0}}),
	"model.links":                      oneOf(map[string]any{"tool": map[string]any{"mass": 2.0}}),
	"initial.velocity":                 oneOf(map[string]any{}),

	"controller.wrench_compensation":  oneOf("known", "measured"),
	"controller.lambda":               number(0, 9),
	"controller.k.elbow":              number(0, 9),
	"controller.adaptation.elbow.mcx": number(0, 9),
	"controller.initial_parameters":   oneOf(map[string]any{"elbow": map[string]any{"m": 1.0, "Ixy": -0.5}}),
}

func number(low, high float64) func(*rapid.T) any {
	return func(t *rapid.T) any { return rapid.Float64Range(low, high).Draw(t, "number") }
}

func list(n int) func(*rapid.T) any {
	return func(t *rapid.T) any {
		out := make([]any, n)
		for i := range out {
			out[i] = rapid.Float64Range(-1, 1).Draw(t, strconv.Itoa(i))
		}
		return out
	}
}

func oneOf(values ...any) func(*rapid.T) any {
	return func(t *rapid.T) any { return rapid.SampledFrom(values).Draw(t, "value") }
}

// drawn returns a scenario in which some paths have been set: one that is read, an embedded one or the default one.
func drawn(t *rapid.T) *scenario.Scenario { return drawnOf(t, slices.Sorted(maps.Keys(values))) }

// drawnOf is drawn for some of the paths.
func drawnOf(t *rapid.T, paths []string) *scenario.Scenario {
	s := scenario.Default()
	s.Model.File = "ur5"
	if rapid.Bool().Draw(t, "read") {
		var err error
		if s, err = scenario.Open(rapid.SampledFrom(models.Scenarios()).Draw(t, "scenario").Name, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range rapid.SliceOfN(rapid.SampledFrom(paths), 0, 6).Draw(t, "paths") {
		if err := s.Set(path, values[path](t)); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	return s
}

// text returns every option of a scenario, with sorted keys.
func text(t interface{ Fatal(...any) }, s *scenario.Scenario) string {
	b, err := json.Marshal(strict.Encode(*s).Value())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWrittenAndRead checks that a scenario that is written to YAML, in the form of its file or with every option, and
// read again is the same scenario.
func TestWrittenAndRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		yaml, err := s.YAML(".")
		if err != nil {
			t.Fatal(err)
		}
		again, err := scenario.Read(yaml, "again.yaml", ".")
		if err != nil {
			t.Fatalf("%v in\n%s", err, yaml)
		}
		if got, want := text(t, again), text(t, s); got != want {
			t.Fatalf("the scenario is\n%s\nwant\n%s\nfrom\n%s", got, want, yaml)
		}
		whole, err := scenario.Read([]byte(text(t, s)), "whole.json", ".")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := text(t, whole), text(t, s); got != want {
			t.Fatalf("the scenario is\n%s\nwant\n%s", got, want)
		}
	})
}

// TestSetWhatIsThere checks that a value that is set is there, and that setting it again changes nothing, nor does it
// change a copy.
func TestSetWhatIsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawn(t)
		path := rapid.SampledFrom(slices.Sorted(maps.Keys(values))).Draw(t, "path")
		before := text(t, s)
		if v, err := s.Get(path); err != nil && path[len(path)-1] != '2' { // an item of no list
			t.Fatalf("%s: %v", path, err)
		} else if v != nil {
			if err := s.Set(path, v); err != nil {
				t.Fatal(err)
			}
			if got := text(t, s); got != before {
				t.Fatalf("setting %s to what it is makes\n%s\nof\n%s", path, got, before)
			}
		}
		c, value := *s, values[path](t)
		if err := c.Set(path, value); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if got := text(t, s); got != before {
			t.Fatalf("setting %s in a copy makes\n%s\nof\n%s", path, got, before)
		}
		if number, ok := value.(float64); ok && number != 0 {
			if got, err := c.Get(path); !reflect.DeepEqual(got, value) {
				t.Fatalf("%s is %v, %v; want %v", path, got, err, value)
			}
		}
	})
}

// TestPathsOfSchema walks all paths that a scenario with all keys has: each can be got, and set to what it is.
func TestPathsOfSchema(t *testing.T) {
	s, err := scenario.Open("ur5_tune_robust", nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := robot.Effective(s, robot.Env{})
	if err != nil {
		t.Fatal(err)
	}
	want := text(t, e)
	paths := 0
	var walk func(n *strict.Node, path string)
	walk = func(n *strict.Node, path string) {
		if path != "" {
			v, err := e.Get(path)
			if err == nil && v == nil {
				t.Errorf("%s has no value", path)
			}
			if err == nil {
				err = e.Set(path, v)
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			paths++
		}
		for _, p := range n.Pairs {
			walk(p.Value, strict.Join(path, p.Key))
		}
		for i, item := range n.Items {
			walk(item, strict.Join(path, strconv.Itoa(i)))
		}
	}
	walk(strict.Encode(*e), "")
	if got := text(t, e); got != want {
		t.Errorf("the scenario has become\n%s\nfrom\n%s", got, want)
	}
	if paths < 300 {
		t.Errorf("%d paths, want some hundreds", paths)
	}
}
