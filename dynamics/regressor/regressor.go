// Package regressor writes the equations of motion as linear in the inertial parameters of the bodies: the efforts
// are Y π and the energy is yᵀ π,
//
//	τ = M(q) q̈ + C(q, q̇) q̇ + g(q) = Y(q, q̇, q̈) π.
//
// Each block of a robot, that is each body that a joint moves, has ten parameters, its spatial inertia in the frame
// of its joint, which is that of the joint's child link. Links that fixed joints weld to it count as part of it:
//
//	m                        mass (kg)
//	m cx, m cy, m cz         mass times centre of mass (kg m)
//	Ixx Ixy Iyy Ixz Iyz Izz  tensor of inertia about the ORIGIN of the frame, not about the centre of mass (kg m²),
//	                         its products with the sign of the matrix element
//
// Links that are welded to a fixed base have no parameters. The inertia of drives (tree.WithArmature) belongs to no
// body and is not part of Y π.
//
// The force that the motion of body i takes is linear in its parameters, f_i = A(v_i, a_i) π_i, and the efforts are
// its work on the motions that the joints give to the body:
//
//	Y_i = J_iᵀ A(v_i, a_i)
//
// J_i is the Jacobian of the frame, v_i and a_i its velocity and its acceleration with gravity folded in, all in its
// own axes. Columns of J_i are zero for joints that do not carry the body, so Y is block upper triangular on a chain
// and has the zeros of the tree elsewhere. For joints that follow others the rows add up, Gᵀ Y with v_all = G v, as
// those of J_iᵀ do.
//
// Source: Atkeson, An and Hollerbach, "Estimation of inertial parameters of manipulator loads and links", Int. J.
// Robotics Research 5(3), 1986; Khalil and Dombre, "Modeling, Identification and Control of Robots", 2002, chapter
// 12.
package regressor

import (
	"fmt"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Size is the number of inertial parameters of a body.
const Size = 10

// Names are the names of a body's parameters, in order.
var Names = [Size]string{"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"}

// ParameterBlock is a body with parameters.
type ParameterBlock struct {
	Name string // of the joint that moves it, or that of a floating base (see tree.Model.BaseName)
	Link int    // index in the model's Links of the link in whose frame the parameters are
}

// Blocks returns the blocks of a model in the order of their parameters: a floating base first, and then the moving
// joints in order, those that follow others included.
func Blocks(m *tree.Model) []ParameterBlock {
	var blocks []ParameterBlock
	if m.Floating() {
		blocks = append(blocks, ParameterBlock{m.BaseName(), m.Root()})
	}
	for _, j := range m.Joints() {
		blocks = append(blocks, ParameterBlock{j.Name, j.Link})
	}
	return blocks
}

// Parameters returns the parameters of a model, ten for each block.
func Parameters(m *tree.Model) []float64 {
	var pi []float64
	for _, b := range Blocks(m) {
		link := &m.Links()[b.Link]
		back := link.Placement.Inverse()
		pi = Append(pi, m.Bodies()[link.Body].Inertia.InParent(&back))
	}
	return pi
}

// Append appends the ten numbers of an inertia to dst.
func Append(dst []float64, i spatial.Inertia) []float64 {
	return append(append(append(dst, i.M), i.MC[:]...), i.I[:]...)
}

// Solver is the workspace of one model for one goroutine. Any number of solvers may share a model.
type Solver struct {
	model          *tree.Model
	kin            *tree.Kinematics
	blocks         []ParameterBlock
	jacobian, rate []float64
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	m.CheckBuilt()
	return &Solver{m, tree.NewKinematics(m), Blocks(m), make([]float64, 6*m.NV()), make([]float64, 6*m.NV())}
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest in the world's origin otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) { s.kin.MoveBase(b) }

// Columns returns the number of columns of Y, ten for each block.
func (s *Solver) Columns() int { return Size * len(s.blocks) }

// Regressor sets y, NV rows of Columns numbers, to Y(q, q̇, q̈) at position q, velocity qd (rad/s, m/s) and
// acceleration qdd (rad/s², m/s²). Rows are those of the efforts of package rnea (N m, N), a floating base first.
// O(nv n) for n blocks, no allocation. It panics if a slice has the wrong length.
func (s *Solver) Regressor(y, q, qd, qdd []float64) {
	n, columns := s.model.NV(), s.Columns()
	s.checkSize("regressor", y, n*columns)
	s.kin.UpdateAcceleration(q, qd, qdd)
	for i, b := range s.blocks {
		pose := s.kin.Pose(b.Link)
		v, a := s.kin.Velocity(b.Link, tree.Local), s.kin.Acceleration(b.Link, tree.Local)
		a.Lin = a.Lin.Sub(vec.MulVec(pose.R.Transpose(), s.model.Gravity()))
		J := s.jacobian
		s.kin.Jacobian(J, b.Link, tree.Local)
		for row := range n {
			block := y[row*columns+Size*i:][:Size]
			if c := column(J, n, row); c == (spatial.Motion{}) {
				clear(block)
			} else {
				virtualWork(block, &c, &v, &a)
			}
		}
	}
}

// column returns a column of a Jacobian with n of them.
func column(J []float64, n, k int) (c spatial.Motion) {
	for r := range 3 {
		c.Ang[r], c.Lin[r] = J[r*n+k], J[(3+r)*n+k]
	}
	return c
}

// Energy sets kinetic and potential, Columns numbers each, such that their products with the parameters are the
// kinetic and the potential energy (J) of the blocks, at position q and velocity qd:
//
//	T = ½ Σ vᵀ I v,   U = −Σ g·(m p + R m c)
//
// with the pose R, p of each block's frame in the world. So U is zero for a mass at the world's origin. O(n), no
// allocation. It panics if a slice has the wrong length.
func (s *Solver) Energy(kinetic, potential, q, qd []float64) {
	s.checkSize("regressor of the kinetic energy", kinetic, s.Columns())
	s.checkSize("regressor of the potential energy", potential, s.Columns())
	s.kin.UpdateVelocity(q, qd)
	for i, b := range s.blocks {
		v, pose := s.kin.Velocity(b.Link, tree.Local), s.kin.Pose(b.Link)
		kineticEnergy(kinetic[Size*i:][:Size], &v)
		potentialEnergy(potential[Size*i:][:Size], &pose, s.model.Gravity())
	}
}

// checkSize panics unless a destination has the wanted number of elements.
func (s *Solver) checkSize(what string, dst []float64, want int) {
	if len(dst) != want {
		panic(fmt.Sprintf("regressor: the %s has %d numbers, of the model %s it has %d", what, len(dst),
			s.model.Name(), want))
	}
}
