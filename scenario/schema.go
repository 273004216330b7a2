package scenario

import (
	_ "embed"
	"strings"

	"kinetree/integrate"
	"kinetree/internal/strict"
)

func schema() *strict.Schema {
	return strict.NewSchema(*Default(), "urn:kinetree:scenario:1", "Kinetree scenario")
}

// Schema returns the JSON Schema of scenario files, for editors.
func Schema() ([]byte, error) { return schema().JSON("  ") }

//go:embed format.md
var format string

// Format returns a page about scenario files in Markdown, with all keys.
func Format() string { return format + "\n" + schema().Page() }

// Constrain implements strict.Constrained.
func (*Scenario) Constrain(s *strict.Schema) { s.Property("kinetree").Const = 1 }

// Constrain implements strict.Constrained.
func (*wholeIntegrator) Constrain(s *strict.Schema) {
	for _, m := range integrate.Methods() {
		s.Property("name").Enum = append(s.Property("name").Enum, m.Name)
	}
}

// Constrain implements strict.Constrained.
func (*EffortTable) Constrain(s *strict.Schema) {
	s.Property("interpolation").Enum = []string{"hold", "linear"}
}

// Constrain implements strict.Constrained.
func (*Log) Constrain(s *strict.Schema) { s.Property("signals").Items.Enum = SignalNames() }

// Constrain implements strict.Constrained: a motion has the keys of its type.
func (*Reference) Constrain(s *strict.Schema) { constrainKeys(s, keys) }

// Constrain implements strict.Constrained: a move has the keys of its type.
func (*SequenceMove) Constrain(s *strict.Schema) { constrainKeys(s, moveKeys) }

// constrainKeys gives what has a type the keys of its type.
func constrainKeys(s *strict.Schema, keys map[string]string) {
	kind := s.Property("type")
	kind.Description += ", each with its keys, those in brackets if they are wanted"
	for i, name := range kind.Enum {
		must, may, _ := strings.Cut(keys[name], "|")
		kind.Description += [...]string{": ", "; "}[min(i, 1)] + strings.Join(append([]string{name},
			strings.Fields(must)...), " ")
		if may = strings.TrimSpace(may); may != "" {
			kind.Description += " [" + may + "]"
		}
		form := &strict.Schema{Properties: strict.Properties{{Key: "type", Schema: &strict.Schema{Const: name}}},
			Required: append([]string{"type"}, strings.Fields(must)...)}
		form.Names = &strict.Schema{Enum: append(form.Required[:len(form.Required):len(form.Required)],
			strings.Fields(may)...)}
		s.AnyOf = append(s.AnyOf, form)
	}
}

// Constrain implements strict.Constrained: something happens to a link, or to a joint.
func (*Disturbance) Constrain(s *strict.Schema) {
	for _, keys := range [...][]string{{"link", "force", "moment", "payload"}, {"joint", "friction", "damping"}} {
		s.OneOf = append(s.OneOf, &strict.Schema{Required: keys[:1],
			Names: &strict.Schema{Enum: append([]string{"at", "for"}, keys...)}})
	}
}

// SignalNames returns the names of the signals of a control loop that a log can have on request.
func SignalNames() []string { return []string{"measured", "commanded", "parts", "filters"} }
