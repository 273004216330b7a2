package scenario

import (
	"errors"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// cutJoints returns the constraints that take the place of the joints that were cut because they close loops.
func cutJoints(m *tree.Model, r *urdf.Robot) (list []constraint.Constraint, err error) {
	var errs []error
	for i := range r.Cut {
		j := &r.Cut[i]
		parent, _ := m.Link(j.Parent)
		child, _ := m.Link(j.Child)
		at := j.Origin.Transform()
		links := [2]constraint.Anchor{{Link: parent, At: at.P}, {Link: child}}
		u := spatial.Unit(mgl64.Vec3(j.Axis))
		axis := [2]mgl64.Vec3{vec.MulVec(at.R, u), u}
		var c constraint.Constraint
		switch j.Type {
		case urdf.Revolute, urdf.Continuous:
			c = &constraint.Hinge{Name: j.Name, Links: links, Axis: axis}
		case urdf.Prismatic:
			c = &constraint.Slider{Name: j.Name, Links: links, Axis: axis}
		case urdf.Fixed:
			roll, pitch, yaw := spatial.RPY(&at.R)
			c = &constraint.Weld{Name: j.Name, Links: links, RPY: [2]mgl64.Vec3{{roll, pitch, yaw}}}
		case urdf.Floating:
			continue // which closes nothing
		default:
			errs = append(errs, wrong("model", "joint %q closes a loop and is of the type %v; expected revolute, "+
				"continuous, prismatic or fixed there", j.Name, j.Type))
			continue
		}
		if e := constraint.Check(m, c); e != nil {
			errs = append(errs, wrong("model", "joint %q closes a loop: %v", j.Name, e))
			continue
		}
		list = append(list, c)
	}
	return list, errors.Join(errs...)
}
