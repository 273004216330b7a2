package main

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/sim/record"
	"kinetree/spatial"
	"kinetree/urdf"
)

// description is a robot for programs. Links and joints are in the order of the tree.
type description struct {
	File    string             `json:"file"`
	Robot   string             `json:"robot"`
	Version string             `json:"version"`
	Root    string             `json:"root"`
	Mass    record.Number      `json:"mass"`
	NQ      int                `json:"nq"`
	NV      int                `json:"nv"`
	Links   []linkDescription  `json:"links"`
	Joints  []jointDescription `json:"joints"`
}

// linkDescription is a link; one without <inertial> has zeros.
type linkDescription struct {
	Name        string        `json:"name"`
	Mass        float64       `json:"mass"` // kg
	COM         [3]float64    `json:"com"`  // in the link frame (m)
	Inertia     inertiaMatrix `json:"inertia"`
	ParentJoint *string       `json:"parent_joint"` // null for the root
}

// inertiaMatrix is about the centre of mass in the axes of the link (kg m²).
type inertiaMatrix struct {
	XX record.Number `json:"ixx"`
	XY record.Number `json:"ixy"`
	XZ record.Number `json:"ixz"`
	YY record.Number `json:"iyy"`
	YZ record.Number `json:"iyz"`
	ZZ record.Number `json:"izz"`
}

// jointDescription is a joint; what means nothing on a joint of its type is left out.
type jointDescription struct {
	Name     string            `json:"name"`
	Type     urdf.JointType    `json:"type"`
	Parent   string            `json:"parent"`
	Child    string            `json:"child"`
	Axis     []float64         `json:"axis,omitempty"` // unit vector in the child's axes; none if fixed or floating
	Origin   originDescription `json:"origin"`
	Limit    *limitDescription `json:"limit,omitempty"`
	Damping  float64           `json:"damping"`
	Friction float64           `json:"friction"`
	Mimic    *mimicDescription `json:"mimic,omitempty"`
}

// originDescription is the pose of the child in the parent at position zero.
type originDescription struct {
	XYZ [3]float64 `json:"xyz"`
	RPY [3]float64 `json:"rpy"`
}

// limitDescription has the limits that exist.
type limitDescription struct {
	Lower        *float64 `json:"lower,omitempty"` // of the position
	Upper        *float64 `json:"upper,omitempty"`
	Velocity     *float64 `json:"velocity,omitempty"`
	Effort       *float64 `json:"effort,omitempty"`
	Acceleration *float64 `json:"acceleration,omitempty"`
	Deceleration *float64 `json:"deceleration,omitempty"`
	Jerk         *float64 `json:"jerk,omitempty"`
}

// mimicDescription says that position = multiplier * position of joint + offset.
type mimicDescription struct {
	Joint      string  `json:"joint"`
	Multiplier float64 `json:"multiplier"`
	Offset     float64 `json:"offset"`
}

// newDescription describes a robot.
func newDescription(o *outline) *description {
	r := o.robot
	d := &description{File: r.File, Robot: r.Name, Version: r.Version, Root: o.root(), Mass: record.Number(o.mass),
		NQ: o.nq, NV: o.nv,
		Links: []linkDescription{}, Joints: []jointDescription{}}
	for _, b := range o.branches {
		link := linkDescription{Name: b.link.Name}
		if in := b.link.Inertial; in != nil {
			link.Mass, link.COM, link.Inertia = in.Mass, in.Origin.XYZ, inLinkAxes(in)
		}
		if b.joint != nil {
			link.ParentJoint = &b.joint.Name
			d.Joints = append(d.Joints, describeJoint(b.joint))
		}
		d.Links = append(d.Links, link)
	}
	return d
}

// inLinkAxes returns the tensor of a link in the link's axes. Where the tensor has these axes in the file, its
// figures stay as they are.
func inLinkAxes(in *urdf.Inertial) inertiaMatrix {
	t := in.Inertia
	if in.Origin.RPY != [3]float64{} || in.Origin.Quaternion != nil {
		tensor, r := t.Sym(), rotation(&in.Origin)
		t = urdf.InertiaOf(tensor.Rotated(&r))
	}
	n := func(x float64) record.Number { return record.Number(x + 0) } // -0 becomes 0
	return inertiaMatrix{n(t.IXX), n(t.IXY), n(t.IXZ), n(t.IYY), n(t.IYZ), n(t.IZZ)}
}

// rotation returns the rotation of a pose.
func rotation(p *urdf.Pose) mgl64.Mat3 {
	if q := p.Quaternion; q != nil {
		return spatial.FromQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3{q[0], q[1], q[2]}})
	}
	return spatial.FromRPY(p.RPY[0], p.RPY[1], p.RPY[2])
}

// describeJoint describes a joint.
func describeJoint(j *urdf.Joint) jointDescription {
	d := jointDescription{Name: j.Name, Type: j.Type, Parent: j.Parent, Child: j.Child,
		Origin: originDescription{j.Origin.XYZ, j.Origin.RPY}}
	if j.Origin.Quaternion != nil {
		r := rotation(&j.Origin)
		roll, pitch, yaw := spatial.RPY(&r)
		d.Origin.RPY = [3]float64{roll + 0, pitch + 0, yaw + 0} // -0 becomes 0
	}
	if j.Dynamics != nil {
		d.Damping, d.Friction = j.Dynamics.Damping, j.Dynamics.Friction
	}
	if j.Type == urdf.Fixed { // which has no axis, and on which limits and mimicry mean nothing
		return d
	}
	if j.Type != urdf.Floating {
		d.Axis = unitAxis(j)
	}
	if l := j.Limit; l != nil {
		d.Limit = &limitDescription{nil, nil, known(l.Velocity), known(l.Effort), known(l.Acceleration),
			known(l.Deceleration), known(l.Jerk)}
		if j.Type == urdf.Revolute || j.Type == urdf.Prismatic {
			d.Limit.Lower, d.Limit.Upper = known(l.Lower), known(l.Upper)
		}
	}
	if m := j.Mimic; m != nil {
		d.Mimic = &mimicDescription{m.Joint, m.Multiplier, m.Offset}
	}
	return d
}

// known returns a limit, or nil if there is none.
func known(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
