package scenario

import (
	"math"

	"kinetree/internal/strict"
	"kinetree/tree"
	"kinetree/urdf"
)

// StopRange is where a coordinate of a joint with several may be, from Lower to Upper (rad or m), infinite where there
// is no limit.
type StopRange tree.Interval

// coordinates says how many coordinates the kinds have that can have limits.
var coordinates = map[string]int{"universal": 2, "cylindrical": 2, "planar": 3}

// limits returns the position limits of the coordinates of a joint, or nil if none are given.
func (j *JointChanges) limits() (list []tree.Interval) {
	if j.Limits != nil {
		for _, x := range *j.Limits {
			list = append(list, tree.Interval(x))
		}
	}
	return list
}

// checkLimits returns the faults of the limits of the coordinates of a joint.
func (j *JointChanges) checkLimits(to *urdf.Joint, fail func(name, format string, args ...any)) {
	limits := j.limits()
	if j.Limits == nil || *j.Limits == nil { // a key with nothing behind it
		return
	}
	switch n := coordinates[j.Kind]; {
	case j.Kind == "spherical" || j.Kind == "" && to.Type == urdf.Floating:
		kind := j.Kind
		if kind == "" {
			kind = string(to.Type)
		}
		fail("limits", "the position of a %s joint has a quaternion and no coordinates that could have limits; "+
			"expected a universal, cylindrical or planar joint, or no such key", kind)
	case j.Kind == "" && to.Type == urdf.Planar:
		fail("limits", "they go with a kind; expected kind: planar beside them")
	case j.Kind == "":
		fail("limits", "only a universal, cylindrical or planar joint has them; expected lower and upper, or a kind")
	case n > 0 && len(limits) != n:
		fail("limits", "there are %d; expected [lower, upper] or null for each of the %d coordinates of a %s joint",
			len(limits), n, j.Kind)
	default:
		for i, x := range limits {
			if !(x.Lower <= x.Upper) || math.IsInf(x.Lower, 1) || math.IsInf(x.Upper, -1) {
				fail("limits", "those of coordinate %d are %v and %v; expected a lower one and one that is not below "+
					"it", i, x.Lower, x.Upper)
			}
		}
	}
}

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
	return strict.Encode([]*float64{number(x.Lower), number(x.Upper)})
}

// Schema implements strict.Described.
func (*StopRange) Schema() *strict.Schema {
	return &strict.Schema{Type: strict.Types{"array", "null"}, Items: &strict.Schema{
		Type: strict.Types{"number", "null"}}, MinItems: 2, MaxItems: 2}
}
