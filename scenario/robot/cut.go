package robot

import (
	"errors"
	"slices"

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
		case urdf.Planar:
			c = &constraint.Planar{Name: j.Name, Links: links, Axis: axis}
		case urdf.Floating:
			continue // which closes nothing
		}
		if wrongs := constraint.Check(m, c); len(wrongs) > 0 {
			for _, e := range wrongs {
				errs = append(errs, wrong("model", "joint %q closes a loop: %v", j.Name, e))
			}
			continue
		}
		list = append(list, c)
	}
	for i := range r.Loops {
		l := &r.Loops[i]
		c := loopConstraint(m, r, l)
		if wrongs := constraint.Check(m, c); len(wrongs) > 0 {
			for _, e := range wrongs {
				errs = append(errs, wrong("model", "<%s> %q: %v", l.Element, l.Name, e))
			}
			continue
		}
		list = append(list, c)
	}
	return list, errors.Join(errs...)
}

// loopConstraint returns the constraint that a loop of a file is.
func loopConstraint(m *tree.Model, r *urdf.Robot, l *urdf.Closure) constraint.Constraint {
	var links [2]constraint.Anchor
	var axis, rpy [2]mgl64.Vec3
	for i, name := range l.Links {
		at := l.Origins[i].Transform()
		links[i].Link, _ = m.Link(name)
		links[i].At, axis[i] = at.P, vec.MulVec(at.R, mgl64.Vec3(l.Axis))
		roll, pitch, yaw := spatial.RPY(&at.R)
		rpy[i] = mgl64.Vec3{roll, pitch, yaw}
	}
	switch l.Type {
	case urdf.BallLoop:
		return &constraint.Ball{Name: l.Name, Links: links}
	case urdf.DistanceLoop:
		return &constraint.Distance{Name: l.Name, Links: links, Length: l.Length}
	case urdf.CouplingLoop:
		c := &constraint.Positions{Name: l.Name}
		ways := [2][]int{wayOf(m, r, l.Links[0]), wayOf(m, r, l.Links[1])}
		for i, factor := range []float64{-l.Ratio, 1} {
			for _, k := range ways[i] {
				if !slices.Contains(ways[1-i], k) { // beyond the nearest common ancestor
					c.Joints, c.Coefficients = append(c.Joints, k), append(c.Coefficients, factor)
				}
			}
		}
		return c
	case urdf.LoopType(urdf.Fixed):
		return &constraint.Weld{Name: l.Name, Links: links, RPY: rpy}
	case urdf.LoopType(urdf.Prismatic):
		return &constraint.Slider{Name: l.Name, Links: links, Axis: axis}
	case urdf.LoopType(urdf.Planar):
		return &constraint.Planar{Name: l.Name, Links: links, Axis: axis}
	}
	return &constraint.Hinge{Name: l.Name, Links: links, Axis: axis}
}

// wayOf returns the joints that move between the root of a robot and a link.
func wayOf(m *tree.Model, r *urdf.Robot, link string) (joints []int) {
	for link != "" {
		parent := ""
		for i := range r.Joints {
			if j := &r.Joints[i]; j.Child == link {
				if k, ok := m.Joint(j.Name); ok {
					joints = append(joints, k)
				}
				parent = j.Parent
			}
		}
		link = parent
	}
	return joints
}
