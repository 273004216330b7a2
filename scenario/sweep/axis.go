package sweep

import (
	"math"

	"kinetree/internal/decimal"
	"kinetree/internal/libm"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Axis is one axis of a sweep, or several ones that change together if it is read from a CSV file. It decodes from a
// mapping such as
//
//	{path: controller.gains.elbow_joint.p, logspace: [10, 1000, 5]}
//	{path: model.links.forearm_link.mass, scale: true, uniform: [0.9, 1.1]}
//	{csv: poses.csv}
type Axis struct {
	Path  string // empty for a CSV file
	Scale bool   // the values multiply the value that the scenario has
	CSV   string // name of the file

	values []Value      // of a grid
	all    bool         // cases of the scenario
	draw   distribution // nil for a grid
	node   *strict.Node // for faults
}

// Value is what a path is set to.
type Value struct {
	Number float64
	Node   *strict.Node // nil for a number
}

// DecodeNode implements strict.Decoder. Any value is one.
func (v *Value) DecodeNode(n *strict.Node) strict.Faults {
	switch {
	case n.Kind == strict.Number && (math.IsInf(n.Number, 0) || math.IsNaN(n.Number)):
		return strict.Faults{n.Fault("%q; expected a finite number or another value", n.Text)}
	case n.Kind == strict.Number:
		v.Number = n.Number
	default:
		v.Node = n
	}
	return nil
}

// Schema implements strict.Described.
func (v *Value) Schema() *strict.Schema { return &strict.Schema{} }

// Strict returns the value as a node.
func (v Value) Strict() *strict.Node {
	if v.Node != nil {
		return v.Node
	}
	return strict.Encode(v.Number)
}

// Append adds the value as it stands in a table: a number with the fewest digits, a text as it is, lists and mappings
// as JSON.
func (v Value) Append(b []byte) []byte {
	if v.Node == nil {
		return decimal.Append(b, v.Number)
	}
	if v.Node.Kind == strict.String {
		return append(b, v.Node.Text...)
	}
	return appendJSON(b, v.Node)
}

// form is how an axis is written. One of the keys behind scale says where the values come from.
type form struct {
	Path            string      `json:"path" doc:"what is set; one of the keys below says to which values"`
	Scale           bool        `json:"scale" doc:"the values multiply what the scenario has"`
	Grid            []Value     `json:"grid" doc:"a list of values"`
	Linspace        *[3]float64 `json:"linspace" doc:"[first, last, number of values] with equal differences"`
	Logspace        *[3]float64 `json:"logspace" doc:"[first, last, number of values] with equal ratios"`
	CSV             string      `json:"csv"`
	Uniform         *[2]float64 `json:"uniform" doc:"[low, high]"`
	LogUniform      *[2]float64 `json:"log_uniform" doc:"[low, high], the logarithm uniform"`
	Normal          *[2]float64 `json:"normal" doc:"[mean, standard deviation]"`
	TruncatedNormal *[4]float64 `json:"truncated_normal"`
	Case            *casesOf    `json:"case" doc:"all cases of the scenario, or a list of some; without path"`
}

// casesOf are the names of cases; none stand for all.
type casesOf []string

// DecodeNode implements strict.Decoder.
func (c *casesOf) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.String && n.Text == allCases {
		return nil
	}
	if n.Kind != strict.List || len(n.Items) == 0 {
		return strict.Faults{n.Fault("%s; expected all, or a list of names of cases", n.Kind)}
	}
	var faults strict.Faults
	for _, item := range n.Items {
		if item.Kind == strict.List || item.Kind == strict.Map || item.Kind == strict.Null {
			faults = append(faults, item.Fault("%s; expected the name of a case", item.Kind))
		}
		*c = append(*c, item.Text)
	}
	return faults
}

// Schema implements strict.Described.
func (*casesOf) Schema() *strict.Schema {
	return &strict.Schema{AnyOf: []*strict.Schema{{Enum: []string{allCases}},
		{Type: strict.Types{"array"}, Items: strict.TypeSchema("string"), MinItems: 1}}}
}

// allCases stands for all cases of a scenario.
const allCases = "all"

// AllCases returns the axis of all cases of a scenario, at the place that says so.
func AllCases(at *strict.Node) Axis { return Axis{Path: casePath, all: true, node: at} }

// Docs implements strict.Documented.
func (*form) Docs() map[string]string {
	return map[string]string{
		"csv":              "a file with a header of paths and a row of values for each point; without path",
		"truncated_normal": "[mean, standard deviation, low, high], of the normal distribution before the cut",
	}
}

// Schema implements strict.Described.
func (a *Axis) Schema() *strict.Schema { return strict.SchemaOf(form{}) }

// Constrain implements strict.Constrained: values come from one source, and for one path or from a file for many.
func (*form) Constrain(s *strict.Schema) {
	for _, source := range sources {
		one := &strict.Schema{Required: []string{"path", source}, Names: &strict.Schema{Enum: []string{"path", "scale",
			source}}}
		if source == casePath {
			one = &strict.Schema{Required: []string{source}, Names: &strict.Schema{Enum: []string{source}}}
		}
		if source == "csv" {
			one = &strict.Schema{Required: []string{"csv"}, Names: &strict.Schema{Enum: []string{"csv", "scale"}}}
		}
		s.OneOf = append(s.OneOf, one)
	}
	s.Property("grid").MinItems = 1
}

// EncodeNode implements strict.Encoder: the axis as it was read.
func (a Axis) EncodeNode() *strict.Node { return a.node.Clone() }

// sources are the keys that say where values come from.
var sources = []string{"grid", "linspace", "logspace", "csv", "uniform", "log_uniform", "normal", "truncated_normal",
	casePath}

// DecodeNode implements strict.Decoder.
func (a *Axis) DecodeNode(n *strict.Node) strict.Faults {
	var f form
	faults := n.Decode(&f)
	*a = Axis{Path: f.Path, Scale: f.Scale, CSV: f.CSV, node: n}
	if n.Kind == strict.Null {
		return strict.Faults{n.Fault("nothing; expected an axis: a path and its values")}
	}
	if n.Kind != strict.Map || len(faults) > 0 {
		return faults
	}
	var given []string
	for _, key := range sources {
		if n.Get(key) != nil {
			given = append(given, key)
		}
	}
	fault := func(key, format string, args ...any) {
		faults = append(faults, n.Find(key).Fault(format, args...))
	}
	switch {
	case len(given) == 0:
		fault("", "an axis without values; expected one of %s", suggest.List(sources))
		return faults
	case len(given) > 1:
		fault(given[1], "the axis has values already (%s); keep one of both", given[0])
		return faults
	}
	key := given[0]
	if key == "csv" {
		switch {
		case f.Path != "":
			fault("path", "the header of %s names the paths; leave this out", f.CSV)
		case f.CSV == "":
			fault("csv", "the name of a file is empty")
		}
		return faults
	}
	if key == casePath {
		if f.Path != "" || f.Scale {
			fault(casePath, "an axis of cases has no path and no scale; expected {case: all}, or "+
				"{case: [empty, loaded]}")
		}
		a.Path, a.all = casePath, len(*f.Case) == 0
		for _, name := range *f.Case {
			a.values = append(a.values, Value{Node: strict.Encode(name)})
		}
		return faults
	}
	if f.Path == "" {
		fault("path", "an axis without a path; expected for example controller.gains.elbow_joint.p")
	} else if _, err := strict.Split(f.Path); err != nil {
		fault("path", "%v", err)
	}
	switch key {
	case "grid":
		if a.values = f.Grid; len(a.values) == 0 {
			fault(key, "a grid without values; expected at least one")
		}
	case "linspace", "logspace":
		ends := f.Linspace
		if key == "logspace" {
			ends = f.Logspace
		}
		first, last, count := ends[0], ends[1], ends[2]
		switch {
		case count != math.Trunc(count) || count < 1 || count > maxRuns:
			fault(key+".2", "%v values; expected a whole number from 1 to %d", count, maxRuns)
		case key == "logspace" && (first <= 0 || last <= 0):
			fault(key, "from %v to %v; expected positive numbers, since their ratios are equal", first, last)
		case key == "logspace":
			a.values = spaced(Logspace(first, last, int(count)))
		default:
			a.values = spaced(Linspace(first, last, int(count)))
		}
	case "uniform":
		a.draw = uniform{f.Uniform[0], f.Uniform[1]}
	case "log_uniform":
		a.draw = logUniform{f.LogUniform[0], f.LogUniform[1]}
	case "normal":
		a.draw = normal{f.Normal[0], f.Normal[1]}
	case "truncated_normal":
		t := f.TruncatedNormal
		a.draw = truncatedNormal{t[0], t[1], t[2], t[3]}
	}
	if a.draw != nil {
		if wrong := a.draw.check(); wrong != "" {
			fault(key, "%s", wrong)
		}
	}
	return faults
}

// Linspace returns n numbers from first to last with equal differences, the ends exact.
func Linspace(first, last float64, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		s := float64(i) / float64(max(n-1, 1))
		list[i] = float64(first*(1-s)) + float64(last*s)
	}
	return list
}

// Logspace returns n positive numbers from first to last with equal ratios, the ends exact.
func Logspace(first, last float64, n int) []float64 {
	list := Linspace(libm.Log(first), libm.Log(last), n)
	for i := range list {
		list[i] = libm.Exp(list[i])
	}
	list[0] = first
	if n > 1 {
		list[n-1] = last
	}
	return list
}

func spaced(numbers []float64) []Value {
	values := make([]Value, len(numbers))
	for i, x := range numbers {
		values[i].Number = x
	}
	return values
}
