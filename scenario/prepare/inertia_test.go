package prepare_test

import (
	"reflect"
	"strings"
	"testing"

	"kinetree/scenario"
)

// TestParseInertia checks what a flag may say, and that the scenario keeps it.
func TestParseInertia(t *testing.T) {
	for text, want := range map[string]scenario.Estimation{
		"":                         {},
		"links=missing":            {},
		"from=visual,density=2700": {From: "visual", Density: 2700},
		"total_mass=250,links=all": {TotalMass: 250, Links: scenario.LinkChoice{All: true}},
		"links=tool0+wrist,from=visual,": {From: "visual",
			Links: scenario.LinkChoice{Names: []string{"tool0", "wrist"}}},
	} {
		got, err := scenario.ParseInertia(text)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
			continue
		}
		s := scenario.Default()
		if err := s.Set("inertia", got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*s.Inertia, want) {
			t.Errorf("%q: the scenario has %+v, want %+v", text, *s.Inertia, want)
		}
	}
	for text, want := range map[string]string{
		"visual":       "expected KEY=VALUE",
		"form=visual":  `did you mean "from"`,
		"from=mesh":    "expected one of collision, visual",
		"density=much": "expected a finite number",
	} {
		if _, err := scenario.ParseInertia(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
	}
}
