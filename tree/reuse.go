package tree

import (
	"math"
	"slices"

	"kinetree/spatial"
	"kinetree/urdf"
)

// Reuse returns the model that Build makes, with the options that m was made with, of a robot that differs from the
// one of m in the inertias of some links and in the damping and friction of some joints alone. They are given by their
// indices in r, which is not checked again. O(bodies + links); what the models have in common is shared. The memory for
// the bodies is that of spare, a model from here that nobody uses any more, or nil for none.
func (m *Model) Reuse(r *urdf.Robot, links, joints []int, spare *Model) *Model {
	other := *m
	if len(links) > 0 {
		other.bodies = nil
		if spare != nil {
			other.bodies = spare.bodies[:0]
		}
		other.bodies = append(other.bodies, m.bodies...)
		for _, i := range links {
			other.bodies[m.links[i].Body].Inertia = spatial.Inertia{}
		}
		for i := range r.Links { // in the order of Build
			if slices.ContainsFunc(links, func(k int) bool { return m.links[k].Body == m.links[i].Body }) {
				other.addInertia(r, i)
			}
		}
	}
	if len(joints) > 0 {
		other.joints = slices.Clone(m.joints)
		for _, i := range joints {
			if k, moves := m.jointIndex[r.Joints[i].Name]; moves {
				other.joints[k].resist(r.Joints[i].Dynamics)
			}
		}
	}
	return &other
}

// Clone returns a copy of the model that stays what it is if Reuse takes the memory of m.
func (m *Model) Clone() *Model {
	other := *m
	other.bodies = slices.Clone(m.bodies)
	return &other
}

// addInertia adds the inertia of a link of the robot to that of its body.
func (m *Model) addInertia(r *urdf.Robot, i int) {
	if l := &r.Links[i]; !l.Inertial.Zero() {
		atLink := l.Inertial.Spatial()
		link := &m.links[i]
		atBody := atLink.InParent(&link.Placement)
		m.bodies[link.Body].Inertia.Add(&atBody)
	}
}

// resist sets the damping and the friction of a joint to those of its description.
func (j *Joint) resist(d *urdf.Dynamics) {
	j.Damping, j.Friction = 0, 0
	if d != nil {
		j.Damping, j.Friction = math.Abs(d.Damping), math.Abs(d.Friction)
	}
}

// SameJoints reports whether two models of one robot say the same of its joints, limits, damping and friction among
// them. It may be false where they do; it costs nothing.
func (m *Model) SameJoints(o *Model) bool {
	return len(m.joints) == len(o.joints) && (len(m.joints) == 0 || &m.joints[0] == &o.joints[0])
}
