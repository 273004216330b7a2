package identify

import (
	"kinetree/urdf"
)

// vanishing is the share of an effort's RMS below which a term of a joint, at a rate of 1, is rounding.
const vanishing = 1e-9

// Robot returns a copy of the robot that the parameters were sought for, with them in place of its own: the inertias
// of links that move, written about the centre of mass in the axes of the link, and damping and friction of joints as
// far as they were sought. URDF has no word for armature.
func (c *Consistent) Robot(r *urdf.Robot) *urdf.Robot {
	out := r.Clone()
	for _, u := range c.unknowns {
		if u.link >= 0 {
			out.Links[u.link].Inertial = urdf.NewInertial(bodyOf(u.J))
		}
	}
	theta := c.Parameters()
	for i := range out.Joints {
		c.setTerms(&out.Joints[i], theta)
	}
	return out
}

// setTerms gives a joint the terms that were sought for it. They are not negative, so that it takes them.
func (c *Consistent) setTerms(j *urdf.Joint, theta []float64) {
	e := c.Fit.Base.Equation
	k, moves := e.model.Joint(j.Name)
	if !moves {
		return
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
			j.SetDamping(x)
		case Friction:
			j.SetFriction(x)
		}
		at += len(e.model.Joints())
	}
}
