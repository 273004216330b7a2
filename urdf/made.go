package urdf

import (
	"fmt"
	"slices"
)

// made finds what reading has found in a file already, or a file cannot have, but a robot that a program made can:
// empty names, types that URDF does not define, quaternions of length zero, and magnitudes that are negative.
func (c *checker) made() {
	name := func(name string, pos Position, element string, i int) {
		if name == "" {
			c.note(Error, "empty-attribute", pos, fmt.Sprintf("robot/%s[%d]@name", element, i+1),
				"the name is empty; expected a name")
		}
	}
	rotation := func(p *Pose, pos Position, pathOf func(name string) string, name, part string) {
		if p.Quaternion != nil && *p.Quaternion == ([4]float64{}) {
			c.note(Error, "rotation", pos, pathOf(name)+part+"/origin@quat_xyzw",
				"a quaternion of length zero; expected a rotation")
			c.faulty.joints = true
		}
	}
	for i := range c.robot.Links {
		l := &c.robot.Links[i]
		name(l.Name, l.Pos, "link", i)
		if l.Inertial != nil {
			rotation(&l.Inertial.Origin, l.Inertial.Pos, linkPath, l.Name, "/inertial")
		}
	}
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		name(j.Name, j.Pos, "joint", i)
		rotation(&j.Origin, j.Pos, jointPath, j.Name, "")
		if !slices.Contains(jointTypes, j.Type) {
			c.note(Error, "joint-type", j.Pos, jointPath(j.Name)+"@type", "type %s; expected one of %s",
				quote(string(j.Type)), typeList())
		}
		if j.Parent == "" || j.Child == "" {
			c.note(Error, "empty-attribute", j.Pos, jointPath(j.Name),
				"the joint has no name of its parent or child; expected the names of two links")
		}
		if l := j.Limit; l != nil && j.Type != Fixed {
			c.magnitude("limit", j, "limit@effort", l.Effort)
			c.magnitude("limit", j, "limit@velocity", l.Velocity)
			if (j.Type == Revolute || j.Type == Prismatic) && l.Lower > l.Upper {
				c.note(Warning, "limit", j.Pos, jointPath(j.Name)+"/limit@lower", noRange, l.Lower, l.Upper)
			}
		}
		if d := j.Dynamics; d != nil {
			c.magnitude("dynamics", j, "dynamics@damping", d.Damping)
			c.magnitude("dynamics", j, "dynamics@friction", d.Friction)
		}
		if j.Mimic != nil && j.Mimic.Joint == "" {
			c.note(Error, "mimic", j.Mimic.Pos, jointPath(j.Name)+"/mimic@joint",
				"the name is empty; expected the name of the joint to follow")
		}
	}
}

// magnitude warns of a number of a joint that should not be negative.
func (c *checker) magnitude(code string, j *Joint, attribute string, x float64) {
	if x < 0 {
		c.note(Warning, code, j.Pos, jointPath(j.Name)+"/"+attribute, negative, x, -x)
	}
}
