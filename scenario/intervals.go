package scenario

import (
	"math"

	"kinetree/internal/strict"
	"kinetree/tree"
)

// StopRange is where a coordinate of a joint with several may be, from Lower to Upper (rad or m), infinite where there
// is no limit.
type StopRange tree.Interval

// DecodeNode implements strict.Decoder: [lower, upper], where null stands for no limit.
func (x *StopRange) DecodeNode(n *strict.Node) strict.Faults {
	*x = StopRange{math.Inf(-1), math.Inf(1)}
	if n.Kind == strict.Null {
		return nil
	}
	if n.Kind != strict.List || len(n.Items) != 2 {
		return strict.Faults{n.Fault("%s; expected [lower, upper] with null for no limit, or null", n.Kind)}
	}
	var faults strict.Faults
	for i, to := range [...]*float64{&x.Lower, &x.Upper} {
		if n.Items[i].Kind != strict.Null {
			faults = append(faults, n.Items[i].Decode(to)...)
		}
	}
	return faults
}

// EncodeNode implements strict.Encoder. No limit is null, which JSON has, too.
func (x StopRange) EncodeNode() *strict.Node {
	return strict.Encode([]*float64{Number(x.Lower), Number(x.Upper)})
}

// Schema implements strict.Described.
func (*StopRange) Schema() *strict.Schema {
	return &strict.Schema{Type: strict.Types{"array", "null"}, Items: &strict.Schema{
		Type: strict.Types{"number", "null"}}, MinItems: 2, MaxItems: 2}
}
