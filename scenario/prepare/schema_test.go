package prepare_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/batch/study"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/jsonschema"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/prepare"
)

// TestSchema checks that the schemas and pages in docs are those of the types, also of studies, which have scenarios:
// go test ./scenario -run TestSchema$ -update writes them.
func TestSchema(t *testing.T) {
	for _, c := range []struct {
		name   string
		schema func() ([]byte, error)
		page   string
	}{{"scenario", scenario.Schema, scenario.Format()}, {"study", study.Schema, study.Format()}} {
		text, err := c.schema()
		if err != nil {
			t.Fatal(err)
		}
		expect.Page(t, "../../docs/"+c.name+".schema.json", *update, text)
		expect.Page(t, "../../docs/"+c.name+"-format.md", *update, []byte(c.page))
	}
}

// validator returns a validator of scenarios by their schema.
func validator(t testing.TB) func(document string) error {
	text, err := scenario.Schema()
	if err != nil {
		t.Fatal(err)
	}
	return jsonschema.Compile(t, text)
}

// TestSchemaOfReadyScenarios checks that the schema takes the ready scenarios, and what may be written in several ways.
func TestSchemaOfReadyScenarios(t *testing.T) {
	validate, checked := validator(t), 0
	for _, m := range models.Scenarios() {
		text, _ := models.Scenario(m.Name)
		if err := validate(string(text)); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		checked++
	}
	if checked < 5 {
		t.Errorf("%d ready scenarios only", checked)
	}
	for _, text := range []string{
		"model: {file: ur5, links: {forearm_link: {mass: 2.3}}}",
		"{model: ur5, joints: , links: {tool0: }, efforts: , stop: , log: }",
		"{model: ur5, initial: equilibrium}",
		"{model: ur5, initial: {position: {elbow_joint: 90deg, wrist_1_joint: [-1.5e1 deg]}, from: a.csv}}",
		"{model: ur5, integrator: {rtol: 1e-7}}",
		"{model: ur5, efforts: {elbow_joint: script, wrist_1_joint: a.CSV, wrist_2_joint: [3]}}",
		"{model: ur5, reference: {elbow_joint: {type: trapezoidal, from_time: 0, to: 1, speed: 1, acceleration: 2}}}",
		"{model: ur5, disturbances: [{at: 1, link: tool0, payload: {mass: 2}}, {joint: elbow_joint, friction: 3}]}",
		"{model: ur5, sweep: [{csv: poses.csv}, {path: dt, grid: [0.1, a, [1]]}, {path: seed, linspace: [1, 9, 9]}]}",
		"{model: ur5, inertia: {links: [tool0]}}",
	} {
		document := "kinetree: 1\n" + text
		if strings.HasPrefix(text, "{") {
			document = "{kinetree: 1, " + text[1:]
		}
		if _, err := scenario.Read([]byte(document), "a.yaml", "."); err != nil {
			t.Errorf("%s: %v", document, err)
		}
		if err := validate(document); err != nil {
			t.Errorf("%s: %v", document, err)
		}
	}
}

// TestSchemaRefuses checks that the schema refuses what the program refuses for its form.
func TestSchemaRefuses(t *testing.T) {
	validate := validator(t)
	for _, document := range []string{
		"model: ur5",
		"kinetree: 1",
		"{kinetree: 2, model: ur5}",
		"{kinetree: 1, model: }",
		"{kinetree: 1, model: [ur5]}",
		"{kinetree: 1, model: {links: {a: {mass: 3}}}}",
		"{kinetree: 1, model: {file: ur5, links: {a: {mas: 3}}}}",
		"{kinetree: 1, model: ur5, controler: {type: pd}}",
		"{kinetree: 1, model: ur5, controller: {type: pdd}}",
		"{kinetree: 1, model: ur5, controller: {type: pd, gains: {elbow_joint: {p: high}}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd, gains: {elbow_joint: {k: 1}}}}",
		"{kinetree: 1, model: ur5, controller: {type: pid, gains: {'*': {i: 1, i_clamp: 1}}, anti_windup: none}}",
		"{kinetree: 1, model: ur5, base: flying}",
		"{kinetree: 1, model: ur5, gravity: [0, 1]}",
		"{kinetree: 1, model: ur5, gravity: -9.81}",
		"{kinetree: 1, model: ur5, duration: long}",
		"{kinetree: 1, model: ur5, ideal: 1}",
		"{kinetree: 1, model: ur5, seed: 1.5}",
		"{kinetree: 1, model: ur5, integrator: rk5}",
		"{kinetree: 1, model: ur5, integrator: {name: rk4, tol: 1}}",
		"{kinetree: 1, model: ur5, initial: rest}",
		"{kinetree: 1, model: ur5, initial: {position: {elbow_joint: 90 degrees}}}",
		"{kinetree: 1, model: ur5, initial: {positions: {elbow_joint: 1}}}",
		"{kinetree: 1, model: ur5, joints: {elbow_joint: {damp: 1}}}",
		"{kinetree: 1, model: ur5, links: {tool0: {payload: {mass: heavy}}}}",
		"{kinetree: 1, model: ur5, inertia: {from: mesh}}",
		"{kinetree: 1, model: ur5, inertia: {links: most}}",
		"{kinetree: 1, model: ur5, inertia: {links: []}}",
		"{kinetree: 1, model: ur5, efforts: {elbow_joint: much}}",
		"{kinetree: 1, model: ur5, efforts_table: {file: a.csv, interpolation: cubic}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, reference: {elbow_joint: {to: 1}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, reference: {elbow_joint: {type: leap, to: 1}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, reference: {elbow_joint: {type: step, to: 1}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, reference: {elbow_joint: {type: step, at: 0, to: 1, " +
			"speed: 1}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, reference: {elbow_joint: {type: spline, times: 1, " +
			"positions: []}}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, sensors: {velocity: guessed}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, actuators: {lag: [0.1]}}",
		"{kinetree: 1, model: ur5, disturbances: {link: tool0}}",
		"{kinetree: 1, model: ur5, disturbances: [{force: [1, 2, 3]}]}",
		"{kinetree: 1, model: ur5, disturbances: [{link: tool0, force: [1, 2]}]}",
		"{kinetree: 1, model: ur5, disturbances: [{link: tool0, joint: elbow_joint, friction: 1}]}",
		"{kinetree: 1, model: ur5, disturbances: [{joint: elbow_joint, force: [1, 2, 3], friction: 1}]}",
		"{kinetree: 1, model: ur5, stop: elbow_joint/limit}",
		"{kinetree: 1, model: ur5, metrics: {joints: elbow_joint}}",
		"{kinetree: 1, model: ur5, log: a.csv}",
		"{kinetree: 1, model: ur5, log: {every: 1.5}}",
		"{kinetree: 1, model: ur5, controller: {type: pd}, log: {signals: [everything]}}",
		"{kinetree: 1, model: ur5, tune: {free: {controller.gains.a.p: [1]}, cost: itae}}",
		"{kinetree: 1, model: ur5, tune: {free: {a: [1, 2, linear]}, cost: itae}}",
		"{kinetree: 1, model: ur5, tune: {free: {a: [1, 2]}, cost: itae, robust: {samples: 2, reduce: most}}}",
		"{kinetree: 1, model: ur5, tune: {free: {a: [1, 2]}, cost: itae, method: newton}}",
		"{kinetree: 1, model: ur5, sweep: [{path: dt}]}",
		"{kinetree: 1, model: ur5, sweep: [{grid: [1, 2]}]}",
		"{kinetree: 1, model: ur5, sweep: [{path: dt, grid: []}]}",
		"{kinetree: 1, model: ur5, sweep: [{path: dt, grid: [1], uniform: [0, 1]}]}",
		"{kinetree: 1, model: ur5, sweep: [{path: dt, csv: a.csv}]}",
		"{kinetree: 1, model: ur5, sweep: [{path: dt, uniform: [0, 1, 2]}]}",
	} {
		s, err := scenario.Read([]byte(document), "a.yaml", ".")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil {
			t.Errorf("the program takes %s", document)
		}
		if validate(document) == nil {
			t.Errorf("the schema takes %s", document)
		}
	}
}

// TestSchemaOfRandomScenarios checks that the schema takes each scenario that the program writes, in the form of its
// file and with every option.
func TestSchemaOfRandomScenarios(t *testing.T) {
	validate := validator(t)
	partial := func(path string) bool { // what may be set while other keys that must be beside it are not there
		return path != "reference.elbow" && strings.HasPrefix(path, "reference.") || strings.HasPrefix(path, "tune.")
	}
	rapid.Check(t, func(t *rapid.T) {
		s := drawnOf(t, slices.DeleteFunc(slices.Sorted(maps.Keys(values)), partial))
		yaml, err := s.YAML(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{string(yaml), text(t, s)} {
			if err := validate(document); err != nil {
				t.Fatalf("%v in\n%s", err, document)
			}
		}
	})
}

// TestDescribed checks that the schema describes every property.
func TestDescribed(t *testing.T) {
	text, err := scenario.Schema()
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	described := 0
	var look func(path string, schema map[string]any)
	look = func(path string, schema map[string]any) {
		properties, _ := schema["properties"].(map[string]any)
		for name, value := range properties {
			property := value.(map[string]any)
			if about, _ := property["description"].(string); about == "" && property["const"] == nil {
				t.Errorf("%s.%s has no description", path, name)
			}
			described++
			look(path+"."+name, property)
		}
		for _, word := range []string{"items", "additionalProperties"} {
			if inner, ok := schema[word].(map[string]any); ok {
				look(path, inner)
			}
		}
		forms, _ := schema["anyOf"].([]any)
		for _, form := range forms {
			look(path, form.(map[string]any))
		}
	}
	if look("", schema); described < 100 {
		t.Errorf("there are %d properties only", described)
	}
}

// TestSchemaOfStarters checks that the schema takes the scenarios that users begin with, and that they say where all
// keys are.
func TestSchemaOfStarters(t *testing.T) {
	validate := validator(t)
	for _, name := range openModels() {
		source, err := models.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := draft.Starter("starter.yaml", source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s: %v in\n%s", name, err, text)
		}
		if !strings.Contains(text, "simulate help formats scenario") {
			t.Errorf("%s: the scenario does not say where all keys are", name)
		}
	}
}
