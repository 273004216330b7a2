package identify

import (
	"slices"

	"kinetree/urdf"
)

// vanishing is the share of an effort's RMS below which a term of a joint, at a rate of 1, is rounding.
const vanishing = 1e-9

// Robot returns a copy of the robot that the parameters were sought for, with them in place of its own: the inertias
// of links that move, written about the centre of mass in the axes of the link, and damping and friction of joints as
// far as they were sought. URDF has no word for armature.
func (c *Consistent) Robot(r *urdf.Robot) *urdf.Robot {
	out := *r
	out.Links, out.Joints = slices.Clone(r.Links), slices.Clone(r.Joints)
	for _, u := range c.unknowns {
		if u.link >= 0 {
			mass, com, t := bodyOf(u.J)
			out.Links[u.link].Inertial = &urdf.Inertial{Origin: urdf.Pose{XYZ: com}, Mass: mass,
				Inertia: urdf.Inertia{IXX: t[0], IXY: t[1], IYY: t[2], IXZ: t[3], IYZ: t[4], IZZ: t[5]}}
		}
	}
	theta := c.Parameters()
	for i := range out.Joints {
		c.setTerms(&out.Joints[i], theta)
	}
	return &out
}

// setTerms gives a joint the terms that were sought for it.
func (c *Consistent) setTerms(j *urdf.Joint, theta []float64) {
	e := c.Fit.Base.Equation
	k, moves := e.model.Joint(j.Name)
	if !moves || e.terms&(Damping|Friction) == 0 {
		return
	}
	d := urdf.Dynamics{}
	if j.Dynamics != nil {
		d = *j.Dynamics
	}
	at := e.rigid.Columns() + k
	for _, term := range terms {
		if e.terms&term.term == 0 {
			continue
		}
		x := theta[at]
		if x < vanishing*c.Fit.Efforts[e.model.Joints()[k].V].RMS {
			x = 0
		}
		switch term.term {
		case Damping:
			d.Damping = x
		case Friction:
			d.Friction = x
		}
		at += len(e.model.Joints())
	}
	if j.Dynamics = &d; d == (urdf.Dynamics{}) {
		j.Dynamics = nil
	}
}
