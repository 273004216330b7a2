package robot

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
)

// kindOf returns the kind that a scenario gives a joint, of which URDF has no word, or another axis. The axis of the
// description is that about which a universal joint turns first, along which a cylindrical one slides, and the normal
// of a planar one.
func kindOf(j *scenario.JointChanges, to *urdf.Joint) tree.JointKind {
	axis := mgl64.Vec3(to.Axis)
	switch j.Kind {
	case "spherical":
		return tree.SphericalJoint()
	case "cylindrical":
		return tree.CylindricalJoint(axis).Within(limitsOf(j)...)
	case "planar":
		return tree.PlanarJoint(axis).Within(limitsOf(j)...)
	}
	second := across(axis)
	if j.SecondAxis != nil {
		second = *j.SecondAxis
	}
	return tree.UniversalJoint(axis, second).Within(limitsOf(j)...)
}

// across returns an axis across another one: of x it is y, of y it is z, of z it is x, and of others what is across
// them and nearest to that.
func across(axis mgl64.Vec3) mgl64.Vec3 {
	most := 0
	for i := range axis {
		if math.Abs(axis[i]) > math.Abs(axis[most]) {
			most = i
		}
	}
	var next mgl64.Vec3
	next[(most+1)%3] = 1
	return vec.Scaled(next, vec.Dot(axis, axis)).Sub(vec.Scaled(axis, vec.Dot(next, axis)))
}

// checkKind returns the faults of the kind of a joint and what belongs to it.
func checkKind(j *scenario.JointChanges, to *urdf.Joint, fail func(name, format string, args ...any)) {
	switch j.Kind {
	case "", "spherical", "universal", "cylindrical", "planar":
	default:
		fail("kind", "%q; expected spherical, universal, cylindrical or planar", j.Kind)
	}
	if a := j.SecondAxis; a != nil {
		second, first := mgl64.Vec3(*a), mgl64.Vec3(to.Axis)
		switch {
		case j.Kind != "universal":
			fail("second_axis", "only a universal joint has one; expected kind: universal, or no such key")
		case !(vec.Len(vec.Cross(second, first)) > 1e-6*vec.Len(second)*vec.Len(first)) ||
			math.IsInf(vec.Len(second), 1):
			fail("second_axis", "%v is none, or along the first, %v; expected an axis that is not", *a, to.Axis)
		}
	}
}
