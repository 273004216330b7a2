package urdf

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var jointTypes = []JointType{Revolute, Continuous, Prismatic, Fixed, Floating, Planar}

// hasAxis reports whether a joint of the type moves along or about its axis.
func (t JointType) hasAxis() bool { return t != Fixed && t != Floating }

// hasOneCoordinate reports whether a joint of the type has exactly one coordinate.
func (t JointType) hasOneCoordinate() bool {
	return t == Revolute || t == Continuous || t == Prismatic
}

func (n node) joint() Joint {
	n.allow(names{"parent child origin axis limit dynamics mimic calibration safety_controller", "dont_collapse"},
		names{"name type", "dont_collapse"})
	j := Joint{Name: n.text("name", "the name of the joint"), Pos: n.pos()}
	if j.Type = JointType(n.text("type", "one of "+typeList())); j.Type != "" && !slices.Contains(jointTypes, j.Type) {
		d := n.attrFault("joint-type", "type", "type %s; expected one of %s", quote(string(j.Type)), typeList())
		if strings.Contains(" spherical ball universal cylindrical ", " "+string(j.Type)+" ") {
			kind := strings.Replace(string(j.Type), "ball", "spherical", 1)
			d.Hint = fmt.Sprintf("write continuous, and in a scenario joints.%s.kind: %s", cut(j.Name), kind)
		}
		j.Type = ""
	}
	j.Parent, j.ParentPos = n.linkName("parent")
	j.Child, j.ChildPos = n.linkName("child")
	j.Origin = n.pose()
	j.Axis, j.AxisPos = n.axis(j.Type)
	j.Limit = n.limit(j.Type)
	j.Dynamics = n.dynamics()
	j.Mimic = n.mimic()
	if c, ok := n.one("calibration"); ok {
		c.allow(names{}, names{"rising falling", "reference_position"})
		j.Calibration = &Calibration{c.optional("rising"), c.optional("falling")}
	}
	if c, ok := n.one("safety_controller"); ok {
		c.allow(names{}, names{read: "soft_lower_limit soft_upper_limit k_position k_velocity"})
		s := &Safety{c.number("soft_lower_limit", 0), c.number("soft_upper_limit", 0),
			c.number("k_position", 0), c.needNumber("k_velocity", "a velocity gain")}
		if s.SoftLower > s.SoftUpper {
			c.elementWarning("safety", "the soft lower limit %v is above the upper one %v; exchange them (dynamics "+
				"does not use them)", s.SoftLower, s.SoftUpper)
		}
		j.Safety = s
	}
	return j
}

func typeList() string {
	names := make([]string, len(jointTypes))
	for i, t := range jointTypes {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}

// linkName reads the attribute link of the child <parent> or <child>.
func (n node) linkName(tag string) (string, Position) {
	c, ok := n.need(tag)
	if !ok {
		return "", n.pos()
	}
	c.allow(names{}, names{read: "link"})
	return c.text("link", "the name of a link"), c.attrPos("link")
}

// axis reads the direction of the joint axis. It means nothing on a fixed or floating joint, where it is
// often zero.
func (n node) axis(t JointType) ([3]float64, Position) {
	axis := [3]float64{1, 0, 0}
	a, ok := n.one("axis")
	if !ok {
		return axis, n.pos()
	}
	a.allow(names{}, names{read: "xyz"})
	if !t.hasAxis() {
		a.severity = Warning
	}
	a.numbers(axis[:], "xyz")
	return axis, a.attrPos("xyz")
}

func (n node) limit(t JointType) *Limit {
	bounded := t == Revolute || t == Prismatic
	l, ok := n.one("limit")
	if !ok {
		if bounded {
			n.elementFault("missing-element",
				"no <limit>; expected one with effort and velocity, and with lower and upper (or make the joint "+
					"continuous)")
		}
		return nil
	}
	limit := &Limit{Acceleration: math.Inf(1), Deceleration: math.Inf(1), Jerk: math.Inf(1), Pos: l.pos()}
	known := names{"lower upper effort velocity", "command_effort current gear_velocity"}
	if n.p.version == "1.2" {
		known.read += " acceleration deceleration jerk"
		limit.Acceleration = l.number("acceleration", limit.Acceleration)
		limit.Deceleration = l.number("deceleration", limit.Deceleration)
		limit.Jerk = l.number("jerk", limit.Jerk)
		if !bounded {
			limit.Lower, limit.Upper = math.Inf(-1), math.Inf(1)
		}
	}
	l.allow(names{}, known)
	said := len(n.p.diags)
	limit.Lower = l.number("lower", limit.Lower)
	limit.Upper = l.number("upper", limit.Upper)
	bounded = bounded && len(n.p.diags) == said // else both are not known
	limit.Effort = l.bound("effort", "the largest effort in N m or N")
	limit.Velocity = l.bound("velocity", "the largest velocity in rad/s or m/s")
	if t != Fixed { // on which limits mean nothing
		for _, key := range strings.Fields(known.read) {
			if key != "lower" && key != "upper" {
				l.magnitude(key)
			}
		}
	}
	if lower, upper := limit.Lower, limit.Upper; t == Continuous && lower != 0 && !math.IsInf(lower, -1) {
		l.attrWarning("limit", "lower", continuousLimit, lower)
	} else if t == Continuous && upper != 0 && !math.IsInf(upper, 1) {
		l.attrWarning("limit", "upper", continuousLimit, upper)
	}
	switch {
	case !bounded:
	case limit.Lower > limit.Upper:
		l.attrWarning("limit", "lower", noRange, limit.Lower, limit.Upper)
	case limit.Lower == limit.Upper:
		l.elementWarning("locked",
			"lower and upper are both %v: the joint is locked; write the range, or make the joint fixed", limit.Lower)
	}
	return limit
}

// noRange is the warning of limits that leave no position, for both. What is built of a robot has none; the description
// keeps what the file says.
const noRange = "lower %v is above upper %v, which is read as no limits, as by Bullet and MuJoCo; if they are " +
	"exchanged, write lower=\"%[2]v\" upper=\"%[1]v\""

// noBound is written where a file has no bound: no joint comes near it, and a number of 32 bits holds it.
const noBound = "1e9"

// bound reads the limit of a magnitude. One that is not there stands for none.
func (n node) bound(key, meaning string) float64 {
	var d *Diagnostic
	switch s, ok := n.attr(key); {
	case !ok:
		d = n.attrMissing(key, meaning)
	case strings.TrimFunc(s, isBlank) == "":
		d = n.attrFault("empty-attribute", key, "empty; expected %s", meaning)
	default:
		return n.number(key, 0)
	}
	n.repair(d, Attribute{Name: key, Value: noBound})
	d.Hint += ", which is as good as no limit"
	return 0
}

const continuousLimit = "the limit %v is ignored: a continuous joint has none; make it revolute if there are stops"

// magnitude says what is suspicious about a limit on an absolute value, if it is there and a number.
func (n node) magnitude(key string) {
	value, ok := n.attr(key)
	x, err := parseNumber(value)
	switch {
	case !ok || err != nil:
	case x < 0 && n.p.version == "1.2":
		n.attrFault("limit", key, "%v is negative; expected the largest magnitude", x)
	case x < 0:
		n.attrWarning("limit", key, negative, x, -x)
	case x == 0:
		n.attrWarning("zero-limit", key, "0 allows none at all; write the true limit if this is a placeholder")
	}
}

func (n node) dynamics() *Dynamics {
	d, ok := n.one("dynamics")
	if !ok {
		return nil
	}
	d.allow(names{}, names{"damping friction", "D K mu_coulomb mu_viscous"})
	if !d.has("damping") && !d.has("friction") {
		d.elementWarning("dynamics", "neither damping nor friction is given; both are 0")
	}
	return &Dynamics{Damping: d.brake("damping"), Friction: d.brake("friction")}
}

// negative is the warning of a number that is a magnitude, for the number and its magnitude. What is built of a robot
// takes the magnitude; the description keeps what the file says.
const negative = "%v is negative; its magnitude %v is used"

// brake reads a coefficient that should not be negative.
func (n node) brake(key string) float64 {
	x := n.number(key, 0)
	if x < 0 {
		n.attrWarning("dynamics", key, negative, x, -x)
	}
	return x
}

func (n node) mimic() *Mimic {
	m, ok := n.one("mimic")
	if !ok {
		return nil
	}
	m.allow(names{}, names{read: "joint multiplier offset"})
	follow := &Mimic{Joint: m.text("joint", "the name of the joint to follow"),
		Multiplier: m.number("multiplier", 1), Offset: m.number("offset", 0), Pos: m.attrPos("joint")}
	if follow.Multiplier == 0 {
		m.attrWarning("locked", "multiplier", "the multiplier is 0: the joint stays at %v; write the ratio, or make "+
			"the joint fixed", follow.Offset)
	}
	return follow
}
