package scenario_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"kinetree/models"
	"kinetree/scenario"
)

// TestSchemaOfReadyScenarios checks the ready scenarios, read by another reader of YAML, against the words of JSON
// Schema that the schema in docs uses, and that it finds what is wrong with others. An unknown word of JSON Schema
// fails the test.
func TestSchemaOfReadyScenarios(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	check := func(scenario string) []string {
		t.Helper()
		var value any
		if err := yaml.Unmarshal([]byte(scenario), &value); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(value)
		if err == nil {
			err = json.Unmarshal(text, &value) // so that all numbers are float64
		}
		if err != nil {
			t.Fatal(err)
		}
		return violations(t, schema, value, "")
	}
	for _, m := range models.Scenarios() {
		text, _ := models.Scenario(m.Name)
		if faults := check(string(text)); len(faults) > 0 {
			t.Errorf("%s: %s", m.Name, strings.Join(faults, "\n"))
		}
	}
	for scenario, want := range map[string]string{
		"model: ur5": "has no kinetree",
		"{kinetree: 1, model: ur5, controler: {type: pd}}":   "unknown key controler",
		"{kinetree: 1, model: ur5, controller: {type: pdd}}": "controller/type: pdd is none of",
		"{kinetree: 1, model: ur5, controller: {type: pd, gains: {a: {p: high}}}}": "controller/gains/a/p: high is " +
			"no number",
		"{kinetree: 1, model: ur5, tune: {free: {controller.gains.a.p: [1]}, cost: itae}}": "1 items, fewer " +
			"than 2",
		"{kinetree: 1, model: ur5, gravity: [0, 1]}":                                               "2 items",
		"{kinetree: 1, model: {file: ur5, links: {a: {mas: 3}}}}":                                  "fits none",
		"{kinetree: 1, model: ur5, tune: {free: {a: [1, 2]}, cost: itae, robust: {reduce: most}}}": "most is none of",
	} {
		if faults := strings.Join(check(scenario), "\n"); !strings.Contains(faults, want) {
			t.Errorf("%s: want %q, got %q", scenario, want, faults)
		}
	}
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
			if about, _ := property["description"].(string); about == "" {
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

// violations returns where a value is not what a schema says.
func violations(t *testing.T, schema map[string]any, value any, path string) (faults []string) {
	t.Helper()
	fault := func(format string, args ...any) { faults = append(faults, path+": "+fmt.Sprintf(format, args...)) }
	object, _ := value.(map[string]any)
	items, _ := value.([]any)
	for _, word := range slices.Sorted(maps.Keys(schema)) {
		want := schema[word]
		switch word {
		case "$schema", "$id", "title", "description", "properties":
		case "type":
			kinds := map[string]bool{"object": object != nil, "array": items != nil,
				"string":  reflect.TypeOf(value) == reflect.TypeFor[string](),
				"number":  reflect.TypeOf(value) == reflect.TypeFor[float64](),
				"boolean": reflect.TypeOf(value) == reflect.TypeFor[bool](), "null": value == nil}
			number, _ := value.(float64)
			kinds["integer"] = kinds["number"] && number == float64(int64(number))
			if is, known := kinds[want.(string)]; !known {
				t.Fatalf("%s: there is no type %v", path, want)
			} else if !is {
				fault("%v is no %v", value, want)
			}
		case "const":
			if !reflect.DeepEqual(value, want) {
				fault("%v is not %v", value, want)
			}
		case "enum":
			if !slices.ContainsFunc(want.([]any), func(x any) bool { return reflect.DeepEqual(x, value) }) {
				fault("%v is none of %v", value, want)
			}
		case "required":
			for _, key := range want.([]any) {
				if _, there := object[key.(string)]; object != nil && !there {
					fault("it has no %v", key)
				}
			}
		case "minItems":
			if items != nil && float64(len(items)) < want.(float64) {
				fault("%d items, fewer than %v", len(items), want)
			}
		case "maxItems":
			if items != nil && float64(len(items)) > want.(float64) {
				fault("%d items, more than %v", len(items), want)
			}
		case "items":
			for i, item := range items {
				faults = append(faults, violations(t, want.(map[string]any), item, fmt.Sprintf("%s/%d", path, i))...)
			}
		case "anyOf":
			if !slices.ContainsFunc(want.([]any),
				func(x any) bool { return len(violations(t, x.(map[string]any), value, path)) == 0 }) {
				fault("%v fits none", value)
			}
		case "additionalProperties":
			known, _ := schema["properties"].(map[string]any)
			for _, key := range slices.Sorted(maps.Keys(object)) {
				inner, named := known[key]
				switch rest := want.(type) {
				case bool:
					if !named && !rest {
						fault("unknown key %s", key)
					}
				case map[string]any:
					if !named {
						inner = rest
					}
				}
				if inner, ok := inner.(map[string]any); ok {
					faults = append(faults, violations(t, inner, object[key], strings.TrimPrefix(path+"/"+key, "/"))...)
				}
			}
		default:
			t.Fatalf("%s: %s is a word that this test does not know", path, word)
		}
	}
	return faults
}
