// Package lagrange computes what Lagrange's mechanics says of a robot as a whole: its energies, the Coriolis matrix
// and the Christoffel symbols of its mass matrix, its momentum, and its centre of mass. With the mass matrix M of
// package crba and the gravity effort g of package rnea,
//
//	M(q) q̈ + C(q, q̇) q̇ + g(q) = τ.
//
// A [Solver] is a workspace of one model for one goroutine; any number of solvers may share a model. Results in the
// world are in the world's axes; spatial vectors have the angular part first. Matrices are given row by row.
package lagrange

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace.
type Solver struct {
	model   *tree.Model
	kin     *tree.Kinematics
	bodies  []body
	columns []column
	unit    []float64 // a unit velocity, for the Christoffel symbols
}

// body holds the quantities of one body. The frame of all but the last line is one for all bodies of a tree; see
// place and placeInTrees.
type body struct {
	pose    spatial.Transform
	v       spatial.Motion  // velocity
	I, Ic   spatial.Inertia // of the body, and of the composite body: all that the joint from λ carries, frozen
	B       kernel.Coriolis // 2 B of the composite body
	first   int             // its columns are columns[first:end]
	end     int
	product product       // of coriolis_product.go, in the body's frame
	h, f    spatial.Force // of generalized.go, in the body's frame: momentum and net force of the composite body
	mass    float64       // of energy.go: of the composite body, and its first moment in the body's frame
	moment  mgl64.Vec3
}

// column holds the quantities of one column of a motion subspace, Ratio S, in the frame of the tree.
type column struct {
	J, dJ  spatial.Motion // the column, and its derivative in time
	rate   int            // index in q̇
	before int            // the column before it on the way to the base, or -1
}

// New returns a solver for a model.
func New(m *tree.Model) *Solver {
	m.CheckBuilt()
	s := &Solver{model: m, kin: tree.NewKinematics(m), bodies: make([]body, len(m.Bodies())),
		unit: make([]float64, m.NV())}
	for i := 1; i < len(m.Bodies()); i++ {
		b, own := &m.Bodies()[i], &s.bodies[i]
		before := s.bodies[b.Parent].end - 1 // −1 if λ is the base, which has no columns
		own.first = len(s.columns)
		for k := range b.S {
			s.columns = append(s.columns, column{rate: b.V + k, before: before})
			before = len(s.columns) - 1
		}
		own.end = len(s.columns)
	}
	return s
}

// Reuse gives the solver another model of the same structure (tree.Model.SameStructure). The solver then equals a new
// solver of that model. No allocation.
func (s *Solver) Reuse(m *tree.Model) {
	s.model = m
	s.kin.Reuse(m)
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest in the world's origin otherwise. The
// links of a moving base count in the energies and in the momentum. The matrices, and Coriolis efforts, are those of
// the joints' motion alone.
func (s *Solver) MoveBase(b *tree.BaseMotion) { s.kin.MoveBase(b) }

// LinkSet says which links count.
type LinkSet uint8

const (
	All    LinkSet = iota // all links
	Moving                // the links that joints move; with a floating base these are all
)

// first returns the number of the first body of the set.
func (p LinkSet) first() int { return int(p) }

// place sets the poses of all bodies in the frame with the world's axes and the given origin.
func (s *Solver) place(origin mgl64.Vec3) {
	for i := range s.bodies {
		seenFrom(&s.bodies[i].pose, origin, s.kin.BodyPose(i))
	}
}

// placeInTrees sets the poses of all moving bodies in the frame of the first body of their tree, the one that is on
// the base. So lengths are those of the tree, wherever in the world it is.
func (s *Solver) placeInTrees() {
	for i := 1; i < len(s.bodies); i++ {
		if parent := s.model.Parent(i); parent == 0 {
			s.bodies[i].pose = spatial.Identity()
		} else {
			s.kin.Local(i).ComposePose(&s.bodies[i].pose, &s.bodies[parent].pose)
		}
	}
}

// compose sets the columns, and the inertias of all moving bodies and composite bodies:
//
//	J = Ratio S,   Ic = I + Σ Ic of the children
func (s *Solver) compose() {
	bodies := s.model.Bodies()
	for i := 1; i < len(bodies); i++ {
		b, own := &bodies[i], &s.bodies[i]
		kernel.InverseRigid(&own.I, &own.pose, &b.Inertia)
		own.Ic = own.I
		for k := range b.S {
			b.Column(&s.columns[own.first+k].J, &own.pose, k)
		}
	}
	for i := len(bodies) - 1; i > 0; i-- {
		if parent := bodies[i].Parent; parent > 0 {
			s.bodies[parent].Ic.Add(&s.bodies[i].Ic)
		}
	}
}

// seenFrom sets x to a pose in the world in the frame with the world's axes and the given origin.
func seenFrom(x *spatial.Transform, origin mgl64.Vec3, pose *spatial.Transform) {
	x.R = pose.R
	x.P[0], x.P[1], x.P[2] = pose.P[0]-origin[0], pose.P[1]-origin[1], pose.P[2]-origin[2]
}

// checkSize panics unless a destination has the wanted number of elements.
func (s *Solver) checkSize(what string, dst []float64, want int) {
	if len(dst) != want {
		panic(fmt.Sprintf("lagrange: the %s has %d numbers, of the model %s it has %d", what, len(dst), s.model.Name(),
			want))
	}
}
