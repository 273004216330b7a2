package urdf

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// EditError says why a number of a link or a joint cannot be set.
type EditError struct {
	Part    string // what was to be set, for example mass or damping
	Message string // what was given; what was expected
}

func (e *EditError) Error() string { return e.Part + ": " + e.Message }

func refuse(part, format string, args ...any) error {
	return &EditError{part, fmt.Sprintf(format, args...)}
}

// Clone returns a copy whose links and joints may be altered by their methods, which replace what a Link or a Joint
// points to and never write into it; so the copy shares that with r. O(links + joints).
func (r *Robot) Clone() *Robot {
	c := *r
	c.Links, c.Joints, c.Cut = slices.Clone(r.Links), slices.Clone(r.Joints), slices.Clone(r.Cut)
	c.Loops = slices.Clone(r.Loops)
	return &c
}

// Link returns the link of a name, for reading and altering. The error names the links that there are.
func (r *Robot) Link(name string) (*Link, error) {
	var names []string
	for i := range r.Links {
		if r.Links[i].Name == name {
			return &r.Links[i], nil
		}
		names = append(names, r.Links[i].Name)
	}
	return nil, suggest.Missing(r.Name, "link", name, names)
}

// Joint returns the joint of a name, for reading and altering. The error names the joints that there are.
func (r *Robot) Joint(name string) (*Joint, error) {
	return r.joint("joint", name, func(*Joint) bool { return true })
}

// MovingJoint is Joint, for a joint that is not fixed.
func (r *Robot) MovingJoint(name string) (*Joint, error) {
	return r.joint("moving joint", name, func(j *Joint) bool { return j.Type != Fixed })
}

func (r *Robot) joint(kind, name string, fits func(*Joint) bool) (*Joint, error) {
	var names []string
	fixed := false
	for i := range r.Joints {
		j := &r.Joints[i]
		if !fits(j) {
			fixed = fixed || j.Name == name
			continue
		}
		if j.Name == name {
			return j, nil
		}
		names = append(names, j.Name)
	}
	if fixed {
		return nil, fmt.Errorf("joint %q of the robot %s is fixed; expected one that moves: %s", name, r.Name,
			suggest.List(names))
	}
	return nil, suggest.Missing(r.Name, kind, name, names)
}

// NewInertial returns a body of a mass (kg), centre of mass (m) and tensor about it (kg m²), all in the axes of the
// link.
func NewInertial(mass float64, com [3]float64, tensor spatial.Sym3) *Inertial {
	return &Inertial{Mass: mass, Origin: Pose{XYZ: com}, Inertia: TensorOf(tensor)}
}

// inertial returns a copy of what the link has, or a body without mass.
func (l *Link) inertial() Inertial {
	if l.Inertial == nil {
		return Inertial{}
	}
	return *l.Inertial
}

// SetMass replaces the mass (kg) and scales the tensor with it, so that the link stays a body of the same form. A
// link that has moments of inertia and no mass has nothing to scale, which is an error.
func (l *Link) SetMass(mass float64) error {
	in := l.inertial()
	switch {
	case infinite(mass) || mass < 0:
		return refuse("mass", "%v kg; expected 0 or more", mass)
	case in.Mass > 0:
		t, s := in.Inertia, mass/in.Mass
		in.Inertia = Tensor{float64(t.IXX * s), float64(t.IXY * s), float64(t.IXZ * s), float64(t.IYY * s),
			float64(t.IYZ * s), float64(t.IZZ * s)}
	case in.Inertia != (Tensor{}):
		return refuse("mass",
			"the link has an inertia and no mass, so there is nothing to scale; expected the inertia, too")
	}
	in.Mass = mass
	l.Inertial = &in
	return nil
}

// SetInertia replaces the mass (kg) and the tensor, which is about the centre of mass in the axes of the description.
// It is an error if no body has the tensor, by the rules of Check.
func (l *Link) SetInertia(mass float64, tensor Tensor) error {
	in := l.inertial()
	numbers := tensor.Array()
	switch {
	case infinite(mass) || mass < 0:
		return refuse("mass", "%v kg; expected 0 or more", mass)
	case slices.ContainsFunc(numbers[:], infinite) || !possible(mass, tensor):
		return refuse("inertia", "%v: no body has these moments of inertia; expected a tensor whose principal moments "+
			"are not negative and none larger than the sum of the others", numbers)
	}
	in.Mass, in.Inertia = mass, tensor
	l.Inertial = &in
	return nil
}

// SetCOM moves the centre of mass to a place in the link's frame (m).
func (l *Link) SetCOM(p [3]float64) error {
	if slices.ContainsFunc(p[:], infinite) {
		return refuse("com", "%v; expected three finite numbers", p)
	}
	in := l.inertial()
	in.Origin.XYZ = p
	l.Inertial = &in
	return nil
}

// Stretch makes the body so many times as long along each of the axes of its tensor, the mass and its centre as they
// are. Its second moments Σ = ∫ r rᵀ dm, of which the tensor is I = tr(Σ) 1 − Σ, become S Σ S with S = diag(factors).
// What is positive semidefinite stays so, and that is what makes a tensor one of a body.
func (l *Link) Stretch(factors [3]float64) error {
	f := factors
	if slices.ContainsFunc(f[:], infinite) || min(f[0], f[1], f[2]) <= 0 {
		return refuse("stretch", "%v; expected three positive factors", f)
	}
	in := l.inertial()
	t := in.Inertia
	half := (t.IXX + t.IYY + t.IZZ) / 2 // tr(Σ)
	xx, yy, zz := float64(f[0]*f[0]*(half-t.IXX)), float64(f[1]*f[1]*(half-t.IYY)), float64(f[2]*f[2]*(half-t.IZZ))
	in.Inertia = Tensor{IXX: yy + zz, IYY: xx + zz, IZZ: xx + yy, IXY: float64(f[0] * f[1] * t.IXY),
		IXZ: float64(f[0] * f[2] * t.IXZ),
		IYZ: float64(f[1] * f[2] * t.IYZ)}
	l.Inertial = &in
	return nil
}

// AddPayload fixes a point mass (kg) to a place in the link's frame (m). With the masses m and M at a distance d the
// tensor about the common centre of mass is that of the link and that of a mass m M/(m + M) at d. A mass of 0 changes
// nothing.
func (l *Link) AddPayload(mass float64, at [3]float64) error {
	if slices.ContainsFunc(append(at[:], mass), infinite) || mass < 0 {
		return refuse("payload", "a mass of %v kg at %v; expected 0 kg or more and finite numbers", mass, at)
	}
	switch in := l.Inertial; {
	case mass == 0:
	case in == nil:
		l.Inertial = NewInertial(mass, at, spatial.Sym3{})
	default:
		x := in.Origin.Transform()
		tensor, total := in.Inertia.Sym(), in.Mass+mass
		d := mgl64.Vec3(at).Sub(x.P)
		sum := *in
		sum.Mass, sum.Origin = total, Pose{XYZ: x.P.Add(vec.Scaled(d, mass/total))}
		sum.Inertia = TensorOf(spatial.ParallelAxis(tensor.Rotated(&x.R), in.Mass*mass/total, d))
		l.Inertial = &sum
	}
	return nil
}

// SetDamping replaces the damping of a joint that moves (N m s/rad or N s/m).
func (j *Joint) SetDamping(damping float64) error {
	return j.setDynamics("damping", damping, func(d *Dynamics) { d.Damping = damping })
}

// SetFriction replaces the Coulomb level of a joint that moves (N m or N).
func (j *Joint) SetFriction(friction float64) error {
	return j.setDynamics("friction", friction, func(d *Dynamics) { d.Friction = friction })
}

func (j *Joint) setDynamics(part string, x float64, set func(*Dynamics)) error {
	switch {
	case infinite(x) || x < 0:
		return refuse(part, "%v; expected 0 or more", x)
	case j.Type == Fixed:
		return refuse(part, "the joint is fixed; expected one that moves")
	}
	var d Dynamics
	if j.Dynamics != nil {
		d = *j.Dynamics
	}
	set(&d)
	if j.Dynamics = &d; d == (Dynamics{}) {
		j.Dynamics = nil
	}
	return nil
}

// Range returns where the joint may be by its own limits (rad or m): infinite where it has none, and if they leave no
// position.
func (j *Joint) Range() (lower, upper float64) {
	if l := j.Limit; l == nil || j.Type != Revolute && j.Type != Prismatic || l.Lower > l.Upper {
		return math.Inf(-1), math.Inf(1)
	}
	return j.Limit.Lower, j.Limit.Upper
}

// SetRange replaces the limits of the position of a joint with one coordinate (rad or m); infinite ones are none. A
// continuous joint becomes a revolute one.
func (j *Joint) SetRange(lower, upper float64) error {
	switch {
	case !j.Type.hasOneCoordinate():
		return refuse("lower", "a %s joint has no range; expected a joint with one coordinate", j.Type)
	case math.IsNaN(lower) || math.IsNaN(upper):
		return refuse("lower", "the range is %v to %v; expected numbers", lower, upper)
	case lower > upper:
		return refuse("lower", "%v is above the upper limit %v; expected a lower one", lower, upper)
	}
	if j.Type == Continuous {
		j.Type = Revolute
	}
	l := j.limit()
	l.Lower, l.Upper = lower, upper
	j.Limit = l
	return nil
}

// SetEffortLimit replaces the largest effort of the actuator of a joint with one coordinate (N m or N).
func (j *Joint) SetEffortLimit(effort float64) error {
	switch {
	case !j.Type.hasOneCoordinate():
		return refuse("effort_limit", "a %s joint has none; expected a joint with one coordinate", j.Type)
	case !(effort >= 0):
		return refuse("effort_limit", "%v; expected 0 or more", effort)
	}
	l := j.limit()
	l.Effort = effort
	j.Limit = l
	return nil
}

// limit returns a copy of the limits of the joint, or ones that do not bound it.
func (j *Joint) limit() *Limit {
	if j.Limit != nil {
		l := *j.Limit
		return &l
	}
	none := math.Inf(1)
	return &Limit{Lower: -none, Upper: none, Effort: none, Velocity: none, Acceleration: none, Deceleration: none,
		Jerk: none}
}

// SetOriginXYZ moves the joint to a place in the frame of its parent link (m).
func (j *Joint) SetOriginXYZ(xyz [3]float64) error {
	if slices.ContainsFunc(xyz[:], infinite) {
		return refuse("origin.xyz", "%v; expected three finite numbers", xyz)
	}
	j.Origin.XYZ = xyz
	return nil
}

// SetOriginRPY turns the joint to angles about the axes of its parent link (rad).
func (j *Joint) SetOriginRPY(rpy [3]float64) error {
	if slices.ContainsFunc(rpy[:], infinite) {
		return refuse("origin.rpy", "%v; expected three finite numbers", rpy)
	}
	j.Origin.RPY, j.Origin.Quaternion = rpy, nil
	return nil
}
