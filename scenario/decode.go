package scenario

import (
	"encoding/json"
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Effort is what drives a joint in an open loop: constant numbers, a column of a file, or the function effort of the
// script.
type Effort struct {
	Values tree.Values
	File   string
	Script bool
}

// fromScript is how scenario files name the function effort of the script.
const fromScript = "script"

// MarshalJSON writes the numbers, the name of the file or the word script.
func (e Effort) MarshalJSON() ([]byte, error) {
	switch {
	case e.Script:
		return json.Marshal(fromScript)
	case e.File != "":
		return json.Marshal(e.File)
	}
	return json.Marshal(e.Values)
}

// DecodeNode implements strict.Decoder.
func (e *Effort) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.String {
		return decodeValues(&e.Values, n)
	}
	switch {
	case n.Text == fromScript:
		e.Script = true
	case strings.HasSuffix(strings.ToLower(n.Text), ".csv"):
		e.File = n.Text
	default:
		return strict.Faults{n.Fault("%q; expected a number, a file whose name ends in .csv, or script for the "+
			"function effort of the script", n.Text)}
	}
	return nil
}

// Schema implements strict.Described.
func (*Effort) Schema() map[string]any {
	return map[string]any{"anyOf": []any{numberOrList(), map[string]any{"type": "string"}},
		"description": "N m or N: a number, a list for a joint with several coordinates, a CSV file, or script"}
}

// decodeValues reads a number or a list of numbers.
func decodeValues(v *tree.Values, n *strict.Node) strict.Faults {
	if n.Kind == strict.List {
		return n.Decode((*[]float64)(v))
	}
	var x float64
	if faults := n.Decode(&x); len(faults) > 0 {
		return faults
	}
	*v = tree.Values{x}
	return nil
}

// numberOrList is the schema of tree.Values.
func numberOrList() map[string]any {
	number := map[string]any{"type": "number"}
	return map[string]any{"anyOf": []any{number, map[string]any{"type": "array", "items": number}}}
}

// DecodeNode implements strict.Decoder.
func (j *Joints) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.Null {
		return nil
	}
	if n.Kind != strict.Map {
		return strict.Faults{n.Fault("%s; expected a mapping of joints to numbers", n.Kind)}
	}
	var faults strict.Faults
	if *j == nil {
		*j = Joints{}
	}
	for _, p := range n.Pairs {
		var v tree.Values
		faults = append(faults, decodeValues(&v, p.Value)...)
		(*j)[p.Key] = v
	}
	return faults
}

// Schema implements strict.Described.
func (*Joints) Schema() map[string]any {
	return map[string]any{"type": "object", "additionalProperties": numberOrList()}
}

// DecodeNode implements strict.Decoder: a name or the whole.
func (i *Integrator) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.String {
		i.Name = n.Text
		return nil
	}
	type whole Integrator
	return n.Decode((*whole)(i))
}

// Schema implements strict.Described.
func (i *Integrator) Schema() map[string]any {
	type whole Integrator
	return map[string]any{"anyOf": []any{map[string]any{"type": "string"}, strict.SchemaOf(whole{})},
		"description": "method of integration"}
}

// Bounds are those of a number that is tuned.
type Bounds struct {
	Lower, Upper float64
	Log          bool // on a logarithmic scale
}

// MarshalJSON writes [lower, upper] or [lower, upper, "log"].
func (b Bounds) MarshalJSON() ([]byte, error) {
	list := []any{b.Lower, b.Upper}
	if b.Log {
		list = append(list, "log")
	}
	return json.Marshal(list)
}

// DecodeNode implements strict.Decoder.
func (b *Bounds) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.List || len(n.Items) < 2 || len(n.Items) > 3 {
		return strict.Faults{n.Fault("%s; expected [lower, upper] or [lower, upper, log]", n.Kind)}
	}
	faults := append(n.Items[0].Decode(&b.Lower), n.Items[1].Decode(&b.Upper)...)
	if len(n.Items) == 3 {
		if n.Items[2].Text != "log" {
			faults = append(faults, n.Items[2].Fault("%q%s; expected log", n.Items[2].Text,
				suggest.Hint(n.Items[2].Text, []string{"log"})))
		}
		b.Log = true
	}
	return faults
}

// Schema implements strict.Described.
func (*Bounds) Schema() map[string]any {
	return map[string]any{"type": "array", "minItems": 2, "maxItems": 3,
		"items":       map[string]any{"anyOf": []any{map[string]any{"type": "number"}, map[string]any{"const": "log"}}},
		"description": "[lower, upper] or [lower, upper, log]"}
}
