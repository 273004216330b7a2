package tree

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial/mat"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial"
	"kinetree/urdf"
)

// JointKind says how a joint moves. URDF has words for some kinds; the others are given to Build by [WithJoint].
type JointKind struct {
	stages  []stage          // a chain of these, or
	curved  BodyKind         // one body of Spherical or Free with
	columns []spatial.Motion // these columns, in the axes of the child link
	limits  []Interval       // of each coordinate of a chain; nil for none
}

// stage is a joint with one degree of freedom.
type stage struct {
	kind BodyKind
	axis mgl64.Vec3 // unit vector, in the axes of the joint's origin
}

// WithJoint makes the joint of a name one of another kind. Its type, axis, limits and mimicry in the description are
// then not used.
func WithJoint(name string, k JointKind) Option { return func(b *builder) { b.kinds[name] = k } }

// WithFreeBody says of a floating joint of the root that it stands for no joint: its child is a body of its own. Logs
// have for it what they have for a floating base.
func WithFreeBody(joint string) Option { return func(b *builder) { b.free[joint] = true } }

// SphericalJoint is a ball joint. Its position is the orientation of the child, a quaternion x, y, z, w; its velocity
// the angular velocity in the child's axes.
func SphericalJoint() JointKind {
	return JointKind{curved: Spherical, columns: []spatial.Motion{{Ang: mgl64.Vec3{1, 0, 0}},
		{Ang: mgl64.Vec3{0, 1, 0}},
		{Ang: mgl64.Vec3{0, 0, 1}}}}
}

// FloatingJoint lets the child move freely. Its position is x, y, z of the child's origin in the axes of the joint's
// origin and its orientation, a quaternion x, y, z, w; its velocity the linear and then the angular velocity of the
// child's origin, in the child's axes.
func FloatingJoint() JointKind {
	k := JointKind{curved: Free, columns: make([]spatial.Motion, 6)}
	for i := range 3 {
		k.columns[i].Lin[i], k.columns[3+i].Ang[i] = 1, 1
	}
	return k
}

// UniversalJoint turns about the axis first, which stays with the parent, and then about the axis second, which the
// first turn carries along. Both are in the axes of the joint's origin and of any length but zero. Its position is
// the two angles.
func UniversalJoint(first, second mgl64.Vec3) JointKind {
	return JointKind{stages: []stage{{Revolute, first}, {Revolute, second}}}
}

// CylindricalJoint turns about an axis and slides along it. Its position is the angle and the displacement.
func CylindricalJoint(axis mgl64.Vec3) JointKind {
	return JointKind{stages: []stage{{Revolute, axis}, {Prismatic, axis}}}
}

// PlanarJoint slides in a plane and turns about its normal. Its position is x, y and the angle; x and y are along
// axes of the plane that do not turn with the child: the x and y axes of the joint's origin if the normal is its z
// axis, and those of [spatial.AxisFrame] otherwise.
func PlanarJoint(normal mgl64.Vec3) JointKind {
	r := spatial.AxisFrame(spatial.Unit(normal))
	return JointKind{stages: []stage{{Prismatic, r.Col(0)}, {Prismatic, r.Col(1)}, {Revolute, normal}}}
}

// CustomJoint has the motion subspace of the given columns, one to six independent ones, constant in the axes of the
// child link and taken at its origin: the child moves relative to the parent at the velocity Σ S_k v_k. Its position
// is a pose as of FloatingJoint, which velocities of this kind reach from zero; that may be fewer dimensions than the
// pose has. For a screw of pitch h about z the one column is [0 0 1 0 0 h/2π].
func CustomJoint(columns ...spatial.Motion) JointKind {
	return JointKind{curved: Free, columns: columns}
}

// Within returns the kind with position limits: one interval for each coordinate, in their order (rad or m). Kinds
// whose position is an orientation or a pose cannot have any, for no number of theirs is the integral of a rate.
func (k JointKind) Within(limits ...Interval) JointKind {
	k.limits = slices.Clone(limits)
	return k
}

// kindOf returns the kind that the description gives a moving joint.
func kindOf(j *urdf.Joint) JointKind {
	switch j.Type {
	case urdf.Prismatic:
		return JointKind{stages: []stage{{Prismatic, j.Axis}}}
	case urdf.Planar:
		return PlanarJoint(j.Axis)
	case urdf.Floating:
		return FloatingJoint()
	}
	return JointKind{stages: []stage{{Revolute, j.Axis}}}
}

// fault says what is wrong with a kind that a program made, or "".
func (k *JointKind) fault() string {
	for _, s := range slices.Backward(k.stages) { // of a planar joint the normal first
		if l := libm.Hypot(libm.Hypot(s.axis[0], s.axis[1]), s.axis[2]); !(l > 1e-8) || math.IsInf(l, 1) {
			return fmt.Sprintf("the axis %v has no direction; expected three numbers, not all 0", s.axis)
		}
	}
	if len(k.limits) > 0 && len(k.limits) != len(k.stages) {
		return fmt.Sprintf("there are position limits for %d coordinates; expected them for each of %d",
			len(k.limits), len(k.stages))
	}
	for i, x := range k.limits {
		if !(x.Lower <= x.Upper) || math.IsInf(x.Lower, 1) || math.IsInf(x.Upper, -1) {
			return fmt.Sprintf("the position limits of coordinate %d are %v and %v; expected a lower one and one that "+
				"is not below it", i, x.Lower, x.Upper)
		}
	}
	if len(k.stages) > 0 {
		return ""
	}
	if n := len(k.columns); n < 1 || n > 6 {
		return fmt.Sprintf("the motion subspace has %d columns; expected 1 to 6", n)
	}
	if k.dual() == nil {
		return "the columns of the motion subspace are not independent; expected independent ones"
	}
	return ""
}

// dual returns the rows of the pseudo-inverse of S, or nil if the columns are not finite and independent.
func (k *JointKind) dual() []spatial.Force {
	n := len(k.columns)
	s := mat.NewDense(6, n, nil)
	for i := range k.columns {
		for r := range 3 {
			s.Set(r, i, k.columns[i].Ang[r])
			s.Set(3+r, i, k.columns[i].Lin[r])
		}
	}
	var svd mat.SVD
	if !floats.Finite(s.Data()...) || !svd.Factorize(s) || svd.Rank(1e-10) < n {
		return nil
	}
	var u, v, left, right mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	diagonal := mat.NewDense(n, n, nil)
	for i, x := range svd.Values() {
		diagonal.Set(i, i, 1/x)
	}
	left.Mul(&v, diagonal)
	right.Mul(&left, u.T())
	dual := make([]spatial.Force, n)
	for i := range dual {
		for r := range 3 {
			dual[i].Ang[r], dual[i].Lin[r] = right.At(i, r), right.At(i, 3+r)
		}
	}
	return dual
}
