package scenario

import "kinetree/internal/strict"

// equilibrium is how files name an equilibrium at the start without anything else.
const equilibrium = "equilibrium"

// DecodeNode implements strict.Decoder: the word equilibrium or the whole.
func (i *Initial) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.String {
		return n.Decode((*wholeInitial)(i))
	}
	if n.Text != equilibrium {
		return strict.Faults{n.Fault("%q; expected equilibrium, or a mapping with position and velocity", n.Text)}
	}
	i.Equilibrium = true
	return nil
}

// wholeInitial is an Initial as a mapping.
type wholeInitial Initial

// Schema implements strict.Described.
func (i *Initial) Schema() *strict.Schema {
	return &strict.Schema{AnyOf: []*strict.Schema{{Const: equilibrium}, strict.SchemaOf(wholeInitial{})}}
}
