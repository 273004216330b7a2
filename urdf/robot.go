package urdf

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
)

// Robot is the content of a URDF file.
type Robot struct {
	Name      string
	Version   string // "1.0", "1.1" or "1.2"
	Links     []Link // in file order
	Joints    []Joint
	Cut       []Joint   // those that close loops, for their child hangs on another joint already
	Loops     []Closure // constraints besides the tree
	Materials []Material
	File      string // the name that diagnostics carry; may be empty
	Pos       Position
	origin    Provenance // of the places, nil if they are those of the file
}

// Position is a place in a file, both numbers counting from 1; columns count characters. It is zero
// for a robot that was not read from a file.
type Position struct{ Line, Column int }

// Pose is the pose of a frame in another one.
type Pose struct {
	XYZ        [3]float64  // m
	RPY        [3]float64  // rad, unused if Quaternion is set
	Quaternion *[4]float64 // x, y, z, w, any length but zero
}

// Transform returns the pose as a rotation and a position.
func (p *Pose) Transform() spatial.Transform {
	if q := p.Quaternion; q != nil {
		return spatial.Transform{R: spatial.FromQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3{q[0], q[1], q[2]}}),
			P: p.XYZ}
	}
	return spatial.Transform{R: spatial.FromRPY(p.RPY[0], p.RPY[1], p.RPY[2]), P: p.XYZ}
}

// Link is a rigid body with its own frame.
type Link struct {
	Name       string
	Inertial   *Inertial // nil: no mass
	Visuals    []Shape
	Collisions []Shape
	Pos        Position
}

// Inertial is the mass of a link.
type Inertial struct {
	Origin  Pose    // of the centre of mass and of the tensor's axes, in the link frame
	Mass    float64 // kg
	Inertia Tensor

	Pos, MassPos, InertiaPos Position
}

// Zero reports whether there is neither mass nor a moment of inertia. A nil Inertial is zero, too.
func (in *Inertial) Zero() bool { return in == nil || in.Mass == 0 && in.Inertia == Tensor{} }

// Spatial returns the inertia about the link's origin, in the link frame.
func (in *Inertial) Spatial() spatial.Inertia {
	x := in.Origin.Transform()
	tensor := in.Inertia.Sym()
	return spatial.NewInertia(in.Mass, x.P, tensor.Rotated(&x.R))
}

// Tensor is a tensor of inertia about the centre of mass (kg m²). The products carry the sign of the matrix element.
type Tensor struct {
	IXX float64 `json:"ixx"`
	IXY float64 `json:"ixy"`
	IXZ float64 `json:"ixz"`
	IYY float64 `json:"iyy"`
	IYZ float64 `json:"iyz"`
	IZZ float64 `json:"izz"`
}

// Sym returns the tensor as a symmetric matrix.
func (t Tensor) Sym() spatial.Sym3 {
	return spatial.Sym3{t.IXX, t.IXY, t.IYY, t.IXZ, t.IYZ, t.IZZ}
}

// TensorOf returns a symmetric matrix as a tensor.
func TensorOf(t spatial.Sym3) Tensor {
	return Tensor{IXX: t[0], IXY: t[1], IYY: t[2], IXZ: t[3], IYZ: t[4], IZZ: t[5]}
}

// Array returns the six numbers in the order of files: ixx, ixy, ixz, iyy, iyz, izz.
func (t Tensor) Array() [6]float64 { return [6]float64{t.IXX, t.IXY, t.IXZ, t.IYY, t.IYZ, t.IZZ} }

// Shape is a visual or a collision of a link. Dynamics does not use it.
type Shape struct {
	Name     string
	Origin   Pose // in the link frame
	Geometry Geometry
	Material *Material // may be nil
	Pos      Position
}

// Geometry is the form of a shape; exactly one field is set, or none where the file names none or several (with a
// warning). A size that is malformed is zero (with a warning).
type Geometry struct {
	Box      *Box
	Cylinder *Cylinder
	Capsule  *Capsule
	Sphere   *Sphere
	Mesh     *Mesh
}

// Box has full edge lengths (m).
type Box struct{ Size [3]float64 }

// Cylinder has its axis along z, its centre at the origin (m).
type Cylinder struct{ Radius, Length float64 }

// Capsule is a cylinder with a half sphere at either end, which Length does not count (m).
type Capsule struct{ Radius, Length float64 }

// Sphere has its centre at the origin (m).
type Sphere struct{ Radius float64 }

// Mesh names a file, which this package does not open.
type Mesh struct {
	Filename string
	Scale    [3]float64
	Pos      Position
}

// Material is a colour or texture, or the name of one that another element defines.
type Material struct {
	Name    string
	Color   *[4]float64 // red, green, blue, alpha in 0 ... 1
	Texture string
	Pos     Position
}

// JointType is the kind of a joint.
type JointType string

// The joint types of URDF.
const (
	Revolute   JointType = "revolute"
	Continuous JointType = "continuous"
	Prismatic  JointType = "prismatic"
	Fixed      JointType = "fixed"
	Floating   JointType = "floating"
	Planar     JointType = "planar"
)

// Joint connects a child link to its parent link.
type Joint struct {
	Name          string
	Type          JointType
	Parent, Child string
	Origin        Pose // of the child link frame in the parent link frame at zero position
	// in the child link frame, of any length but zero; unused if fixed or floating
	Axis        [3]float64
	Limit       *Limit
	Dynamics    *Dynamics
	Mimic       *Mimic
	Calibration *Calibration
	Safety      *Safety
	// Reduction is the mechanicalReduction of the robot's transmission for the joint, turns of its actuator per turn of
	// the joint; 0 if there is none.
	Reduction                         float64
	Pos, ParentPos, ChildPos, AxisPos Position
}

// Limit bounds a joint. Lower and Upper mean nothing on a continuous joint. Effort and Velocity are magnitudes: of a
// negative one, which URDF 1.2 forbids, package tree takes the magnitude.
type Limit struct {
	Lower    float64 `json:"lower" finite:"omit"` // rad or m
	Upper    float64 `json:"upper" finite:"omit"`
	Velocity float64 `json:"velocity" finite:"omit"` // rad/s or m/s
	Effort   float64 `json:"effort" finite:"omit"`   // N m or N
	// per s²; URDF 1.2, infinite if not given, as the next ones
	Acceleration float64  `json:"acceleration" finite:"omit"`
	Deceleration float64  `json:"deceleration" finite:"omit"`
	Jerk         float64  `json:"jerk" finite:"omit"` // per s³
	Pos          Position `json:"-"`
}

// Dynamics is the passive resistance of a joint. Of negative numbers package tree takes the magnitudes.
type Dynamics struct {
	Damping  float64 // N m s/rad or N s/m
	Friction float64 // N m or N
}

// Mimic makes a joint follow another: position = Multiplier * position of Joint + Offset.
type Mimic struct {
	Joint      string   `json:"joint"`
	Multiplier float64  `json:"multiplier"`
	Offset     float64  `json:"offset"`
	Pos        Position `json:"-"`
}

// Calibration holds reference positions (rad or m); nil where not given.
type Calibration struct{ Rising, Falling *float64 }

// Safety holds the parameters of a safety controller. Dynamics does not use them.
type Safety struct{ SoftLower, SoftUpper, KPosition, KVelocity float64 }
