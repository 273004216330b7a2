package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Estimation says which links get masses and inertias that are estimated from their shapes, and how.
type Estimation struct {
	From      string     `json:"from,omitempty" enum:"collision|visual" default:"collision" doc:"shapes taken"`
	Density   float64    `json:"density,omitempty" default:"2000" doc:"density of the links (kg/m^3)"`
	TotalMass float64    `json:"total_mass,omitempty" doc:"of the robot (kg), shared by volume; instead of a density"`
	Links     LinkChoice `json:"links,omitzero" default:"missing" doc:"without inertia or tensor, all, or named"`
}

// LinkChoice says which links are estimated: those whose inertia is missing, all with a shape, or some.
type LinkChoice struct {
	All   bool
	Names []string // instead, if there are any
}

// choices are the words of a LinkChoice.
var choices = []string{"missing", "all"}

// DecodeNode implements strict.Decoder.
func (c *LinkChoice) DecodeNode(n *strict.Node) strict.Faults {
	*c = LinkChoice{}
	switch {
	case n.Kind == strict.List && len(n.Items) > 0:
		return n.Decode(&c.Names)
	case n.Kind == strict.String && slices.Contains(choices, n.Text):
		c.All = n.Text == "all"
		return nil
	case n.Kind == strict.String:
		return strict.Faults{n.Fault("%q%s; expected missing, all or a list of links", n.Text,
			suggest.Hint(n.Text, choices))}
	}
	return strict.Faults{n.Fault("%s; expected missing, all or a list of links", n.Kind)}
}

// EncodeNode implements strict.Encoder.
func (c LinkChoice) EncodeNode() *strict.Node {
	switch {
	case c.Names != nil:
		return strict.Encode(c.Names)
	case c.All:
		return strict.Encode("all")
	}
	return strict.Encode("missing")
}

// Schema implements strict.Described.
func (*LinkChoice) Schema() *strict.Schema {
	names := strict.SchemaOf([]string(nil))
	names.MinItems = 1
	return &strict.Schema{AnyOf: []*strict.Schema{{Enum: choices}, names}}
}

// ParseInertia reads what a flag says: nothing, or KEY=VALUE,... with the keys of Inertia, and links separated by +.
func ParseInertia(text string) (*Estimation, error) {
	root := &strict.Node{Kind: strict.Map}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fmt.Errorf("%q; expected KEY=VALUE,... such as from=visual,density=2700", part)
		}
		node, err := strict.Parse([]byte(value), "")
		if err != nil {
			return nil, fmt.Errorf("%q: %s", part, Reason(err))
		}
		if names := strings.Split(value, "+"); key == "links" && !slices.Contains(choices, value) {
			node = strict.Encode(names)
		}
		if err := root.Set([]string{key}, node); err != nil {
			return nil, err
		}
	}
	var i Estimation
	if err := root.Decode(&i).Err(); err != nil {
		return nil, errors.New(Reason(err))
	}
	return &i, nil
}
