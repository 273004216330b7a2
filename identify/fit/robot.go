package fit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/identify"
	"kinetree/identify/consistent"
	"kinetree/urdf"
)

// vanishing is the share of an effort's RMS below which a term of a joint, at a rate of 1, is rounding.
const vanishing = 1e-9

// Robot returns a copy of the robot that the parameters were sought for, with them in place of its own: the inertias
// of links that move, written about the centre of mass in the axes of the link, and damping and friction of joints as
// far as they were sought, friction that depends on the direction as its mean. URDF has no word for the others; see
// [Consistent.JointValues].
func (c *Consistent) Robot(r *urdf.Robot) *urdf.Robot {
	out := r.Clone()
	for _, u := range c.unknowns {
		if u.link >= 0 {
			out.Links[u.link].Inertial = urdf.NewInertial(consistent.BodyOf(u.J))
		}
	}
	for _, v := range c.JointValues() {
		j := &out.Joints[slices.IndexFunc(out.Joints, func(j urdf.Joint) bool { return j.Name == v.Joint })]
		if v.Damping != nil {
			j.SetDamping(*v.Damping)
		}
		if v.Friction != nil {
			j.SetFriction(*v.Friction)
		}
	}
	return out
}

// JointValues are the parameters of a joint besides those of bodies, as far as they were sought.
type JointValues struct {
	Joint                                        string
	Armature, Damping, Friction, Stiffness, Rest *float64 // in SI units; Rest is where the spring has no effort
}

// JointValues returns the parameters of the moving joints that are not of bodies, none of them negative. What is next
// to nothing is 0. A spring has its rest where it holds an offset; an offset without a spring is of the log alone.
func (c *Consistent) JointValues() []JointValues {
	e := c.Fit.Base.Equation
	theta := c.Parameters()
	var out []JointValues
	for k, j := range e.Model().Joints() {
		found := map[identify.Terms]*float64{}
		for term, x := range e.OfJoint(theta, k) {
			if math.Abs(x) < vanishing*c.Fit.Efforts[j.V].RMS {
				x = 0
			}
			found[term] = &x
		}
		v := JointValues{Joint: j.Name, Armature: found[identify.Armature], Damping: found[identify.Damping],
			Friction: found[identify.Friction], Stiffness: found[identify.Stiffness]}
		if e.Terms()&identify.Directional != 0 {
			mean := (*found[identify.FrictionForward] + *found[identify.FrictionBackward]) / 2
			v.Friction = &mean
		}
		if offset := found[identify.Offset]; offset != nil && v.Stiffness != nil && *v.Stiffness > 0 {
			rest := -*offset / *v.Stiffness
			v.Rest = &rest
		}
		out = append(out, v)
	}
	return out
}

// Scenario returns a scenario, as text, in which a robot that is described in a file has the values of its joints, also
// those that a URDF has no word for; "" if none were sought. Its gravity, base and joints that mimic others are the
// model's.
func (c *Consistent) Scenario(file string) string {
	m := c.Fit.Base.Equation.Model()
	var joints strings.Builder
	for _, v := range c.JointValues() {
		var fields []string
		for _, f := range []struct {
			name  string
			value *float64
		}{{"damping", v.Damping}, {"friction", v.Friction}, {"stiffness", v.Stiffness}, {"rest", v.Rest},
			{"armature", v.Armature}} {
			if f.value != nil {
				fields = append(fields, fmt.Sprintf("%s: %s", f.name, strconv.FormatFloat(*f.value, 'g', -1, 64)))
			}
		}
		if fields != nil {
			fmt.Fprintf(&joints, "  %s: {%s}\n", strconv.Quote(v.Joint), strings.Join(fields, ", "))
		}
	}
	if joints.Len() == 0 {
		return ""
	}
	base := "fixed"
	if m.Floating() {
		base = "floating"
	}
	g := m.Gravity()
	return fmt.Sprintf("kinetree: 1\nmodel: %s\nbase: %s\ngravity: [%v, %v, %v]\njoints:\n%s", strconv.Quote(file),
		base, g[0], g[1], g[2], &joints)
}
