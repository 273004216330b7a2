package randrobot

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// AllKinds returns a robot with a floating base and one joint of each kind, named after it:
//
//	base -spherical- l1 -revolute- l2 -follower- l3 -planar- l4
//	base -floating- l5 -universal- l6 -cylindrical- l7
//	base -screw- l8 -custom- l9 -chained- l10
//	base -prismatic- l11 -weld- l12
//
// The joint follower slides by −0.5 times the angle of revolute and 0.1 m, chained turns by 2 times that and −0.3
// rad. The screw has a pitch of 0.2 m per turn about x; custom has three columns. With tree.IgnoreMimic the same
// robot has no followers.
func AllKinds() (*urdf.Robot, []tree.Option) {
	rng := rand.New(rand.NewPCG(1, 5))
	r := &urdf.Robot{Name: "all_kinds", Version: "1.0", Links: []urdf.Link{{Name: "base", Inertial: box(rng)}}}
	add := func(parent, child, name string, t urdf.JointType) *urdf.Joint {
		r.Links = append(r.Links, urdf.Link{Name: child, Inertial: box(rng)})
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: t, Parent: parent, Child: child, Origin: pose(rng),
			Axis: direction(rng)})
		return &r.Joints[len(r.Joints)-1]
	}
	add("base", "l1", "spherical", urdf.Fixed)
	add("l1", "l2", "revolute", urdf.Revolute).Limit = &urdf.Limit{Lower: -1, Upper: 2, Effort: 3, Velocity: 4}
	add("l2", "l3", "follower", urdf.Prismatic).Mimic = &urdf.Mimic{Joint: "revolute", Multiplier: -0.5, Offset: 0.1}
	add("l3", "l4", "planar", urdf.Planar)
	add("base", "l5", "floating", urdf.Floating)
	add("l5", "l6", "universal", urdf.Fixed)
	add("l6", "l7", "cylindrical", urdf.Fixed)
	add("base", "l8", "screw", urdf.Fixed)
	add("l8", "l9", "custom", urdf.Fixed)
	add("l9", "l10", "chained", urdf.Continuous).Mimic = &urdf.Mimic{Joint: "follower", Multiplier: 2, Offset: -0.3}
	add("base", "l11", "prismatic", urdf.Prismatic)
	add("l11", "l12", "weld", urdf.Fixed)
	return r, []tree.Option{
		tree.WithFloatingBase(),
		tree.WithJoint("spherical", tree.SphericalJoint()),
		tree.WithJoint("universal", tree.UniversalJoint(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 1})),
		tree.WithJoint("cylindrical", tree.CylindricalJoint(mgl64.Vec3{1, 2, 3})),
		tree.WithJoint("screw", tree.CustomJoint(Screw(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{}, 0.2))),
		tree.WithJoint("custom", tree.CustomJoint(columns(rng, 3)...)),
	}
}

// Screw returns the velocity of a body that turns about the unit vector axis through a point at 1 rad/s and advances
// by the pitch (m) in each turn.
func Screw(axis, through mgl64.Vec3, pitch float64) spatial.Motion {
	return spatial.Motion{Ang: axis, Lin: through.Cross(axis).Add(axis.Mul(pitch / (2 * math.Pi)))}
}

// Humanoid returns a robot of 31 links on a floating base, for benchmarks: a pelvis, two legs of 6 revolute joints, a
// waist of 2, a neck of 2 and two arms of 7. All links are boxes.
func Humanoid() (*urdf.Robot, []tree.Option) {
	r := &urdf.Robot{Name: "humanoid", Version: "1.0"}
	link := func(name string, mass, x, y, z float64) {
		t := spatial.Box(mass, x, y, z)
		r.Links = append(r.Links,
			urdf.Link{Name: name, Inertial: &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0, 0, -z / 2}}, Mass: mass,
				Inertia: urdf.Tensor{IXX: t[0], IYY: t[2], IZZ: t[5]}}})
	}
	// limb adds a chain of joints, about z, x or y as the letters of axes say. The first is at the given place, each
	// other at the end of the box before it, whose length along z is negative where the limb points upwards.
	limb := func(parent, name, axes string, at [3]float64, mass, length float64) {
		for i, a := range axes {
			child := fmt.Sprintf("%s%d", name, i)
			link(child, mass, 0.08, 0.08, length)
			j := urdf.Joint{Name: child, Type: urdf.Continuous, Parent: parent, Child: child,
				Origin: urdf.Pose{XYZ: at}}
			j.Axis[a-'x'] = 1
			r.Joints = append(r.Joints, j)
			parent, at = child, [3]float64{0, 0, -length}
		}
	}
	link("pelvis", 8, 0.2, 0.3, 0.1)
	limb("pelvis", "left_leg", "zxyyyx", [3]float64{0, 0.1, -0.1}, 2, 0.15)
	limb("pelvis", "right_leg", "zxyyyx", [3]float64{0, -0.1, -0.1}, 2, 0.15)
	limb("pelvis", "waist", "zy", [3]float64{}, 6, -0.2)
	limb("waist1", "neck", "zy", [3]float64{0, 0, 0.2}, 1, -0.1)
	limb("waist1", "left_arm", "yxzyzyx", [3]float64{0, 0.2, 0.2}, 1, 0.1)
	limb("waist1", "right_arm", "yxzyzyx", [3]float64{0, -0.2, 0.2}, 1, 0.1)
	return r, []tree.Option{tree.WithFloatingBase()}
}
