package scenario

import (
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Effort is what drives a joint in an open loop: constant numbers, a column of a file, or the function effort of the
// script.
type Effort struct {
	Values Numbers
	File   string
	Script bool
}

// fromScript is how scenario files name the function effort of the script.
const fromScript = "script"

// EncodeNode implements strict.Encoder.
func (e Effort) EncodeNode() *strict.Node {
	switch {
	case e.Script:
		return strict.Encode(fromScript)
	case e.File != "":
		return strict.Encode(e.File)
	}
	return e.Values.EncodeNode()
}

// DecodeNode implements strict.Decoder.
func (e *Effort) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.String {
		return e.Values.DecodeNode(n)
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
func (*Effort) Schema() *strict.Schema {
	file := strict.TypeSchema("string")
	file.Pattern, file.Words = `\.[cC][sS][vV]$`, "a file `.csv`"
	return &strict.Schema{AnyOf: append(new(Numbers).Schema().AnyOf, &strict.Schema{Const: fromScript}, file)}
}

// Numbers are those of a joint: one for a joint with one coordinate, else a list.
type Numbers []float64

// String returns the numbers separated by commas, as flags take them.
func (v Numbers) String() string { return tree.Values(v).String() }

// DecodeNode implements strict.Decoder: a number or a list of numbers.
func (v *Numbers) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.List {
		return n.Decode((*[]float64)(v))
	}
	var x float64
	if faults := n.Decode(&x); len(faults) > 0 {
		return faults
	}
	*v = Numbers{x}
	return nil
}

// EncodeNode implements strict.Encoder.
func (v Numbers) EncodeNode() *strict.Node {
	if len(v) == 1 {
		return strict.Encode(v[0])
	}
	return strict.Encode(append([]float64{}, v...))
}

// Schema implements strict.Described.
func (*Numbers) Schema() *strict.Schema { return oneOrMore(strict.TypeSchema("number")) }

// oneOrMore returns the schema of one value, or of a list of values.
func oneOrMore(one *strict.Schema) *strict.Schema {
	list := strict.TypeSchema("array")
	list.Items = one
	return &strict.Schema{AnyOf: []*strict.Schema{one, list}}
}

// DecodeNode implements strict.Decoder: a name or the whole.
func (i *Integrator) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.String {
		i.Name = n.Text
		return nil
	}
	return n.Decode((*wholeIntegrator)(i))
}

// EncodeNode implements strict.Encoder.
func (i Integrator) EncodeNode() *strict.Node {
	if i.RTol == 0 && i.ATol == 0 {
		return strict.Encode(i.Name)
	}
	return strict.Encode(wholeIntegrator(i))
}

// wholeIntegrator is an Integrator as a mapping.
type wholeIntegrator Integrator

// Schema implements strict.Described.
func (i *Integrator) Schema() *strict.Schema {
	whole := strict.SchemaOf(wholeIntegrator{})
	return &strict.Schema{AnyOf: []*strict.Schema{whole.Property("name"), whole}}
}

// Bounds are those of a number that is tuned.
type Bounds struct {
	Lower, Upper float64
	Log          bool // on a logarithmic scale
}

// EncodeNode implements strict.Encoder.
func (b Bounds) EncodeNode() *strict.Node {
	if b.Log {
		return strict.Encode([]any{b.Lower, b.Upper, "log"})
	}
	return strict.Encode([]any{b.Lower, b.Upper})
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
func (*Bounds) Schema() *strict.Schema {
	number := strict.TypeSchema("number")
	return &strict.Schema{Type: strict.Types{"array"}, MinItems: 2, MaxItems: 3,
		Start: []*strict.Schema{number, number, {Const: "log"}}}
}
