package live_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// declared reads the interfaces of the page's protocol: the fields of each, and whether the engine may leave one out.
func declared(t *testing.T) map[string]map[string]bool {
	t.Helper()
	text, err := os.ReadFile("../../../web/src/protocol.ts")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]bool{}
	field := regexp.MustCompile(`(?m)^  (\w+)(\??): `)
	types := regexp.MustCompile(`(?s)export interface (\w+) \{\n(.*?)\n\}`)
	for _, m := range types.FindAllStringSubmatch(string(text), -1) {
		all[m[1]] = map[string]bool{}
		for _, f := range field.FindAllStringSubmatch(m[2], -1) {
			all[m[1]][f[1]] = f[2] == "?"
		}
	}
	return all
}

// TestProtocol compares what the page expects of answers with what they are, field by field.
func TestProtocol(t *testing.T) {
	p := open(t, step+"tune: {free: {'controller.gains.*.p': [100, 5000, log]}, cost: itae, runs: 2}\n")
	types, checked := declared(t), map[string]bool{}
	check := func(name string, value any) {
		t.Helper()
		fields, ok := value.(map[string]any)
		if !ok || len(types[name]) == 0 {
			t.Errorf("%s: an answer is %.80v, and the page has %d fields of it", name, value, len(types[name]))
			return
		}
		checked[name] = true
		for field, optional := range types[name] {
			if _, there := fields[field]; !there && !optional {
				t.Errorf("%s.%s is expected by the page, and the engine does not send it", name, field)
			}
		}
	}
	answer := func(message string) map[string]any {
		t.Helper()
		var value map[string]any
		if f := p.ask(t, message); f.Error != "" || json.Unmarshal(f.Value, &value) != nil {
			t.Fatalf("%s: %s", message, f.Error)
		}
		return value
	}
	first := func(value map[string]any, key string) any {
		t.Helper()
		list, _ := value[key].([]any)
		if len(list) == 0 {
			t.Fatalf("%s has no item", key)
		}
		return list[0]
	}
	stage := answer(`{"id": 1, "ask": "describe"}`)
	check("Stage", stage)
	for name, key := range map[string]string{"Mass": "links", "Joint": "joints", "Place": "places", "Knob": "knobs"} {
		check(name, first(stage, key))
	}
	run := answer(`{"id": 2, "ask": "simulate"}`)
	check("Result", run)
	check("Outcome", run["outcome"])
	analysis := answer(`{"id": 3, "ask": "analyze"}`)
	check("Analysis", analysis)
	check("Loop", first(analysis, "loops"))
	check("Pole", first(analysis, "closed_loop_poles"))
	check("Saved", answer(`{"id": 4, "ask": "text"}`))
	check("Candidate", answer(`{"id": 5, "ask": "tune"}`))
	check("Moving", answer(`{"id": 6, "ask": "move"}`))
	p = open(t, `{kinetree: 1, model: four_bar, constraints: [
{name: closure, type: point, links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}],
environment: [{type: sphere, radius: 1}]}`)
	stage = answer(`{"id": 1, "ask": "describe"}`)
	check("Closure", first(stage, "closures"))
	check("Obstacle", first(stage, "environment"))
	for name := range types {
		if name != "Answers" && name != "Setting" && name != "Batch" && !checked[name] {
			t.Errorf("the type %s of the page was not compared with an answer", name)
		}
	}
}
