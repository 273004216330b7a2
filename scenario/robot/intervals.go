package robot

import (
	"math"

	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
)

// coordinates says how many coordinates the kinds have that can have limits.
var coordinates = map[string]int{"universal": 2, "cylindrical": 2, "planar": 3}

// limitsOf returns the position limits of the coordinates of a joint, or nil if none are given.
func limitsOf(j *scenario.JointChanges) (list []tree.Interval) {
	if j.Limits != nil {
		for _, x := range *j.Limits {
			list = append(list, tree.Interval(x))
		}
	}
	return list
}

// checkLimits returns the faults of the limits of the coordinates of a joint.
func checkLimits(j *scenario.JointChanges, to *urdf.Joint, fail func(name, format string, args ...any)) {
	limits := limitsOf(j)
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
