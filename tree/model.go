package tree

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/spatial"
	"kinetree/urdf"
)

// Model is the kinematic tree of a robot. It is immutable; make one with [Build].
type Model struct {
	name       string
	bodies     []Body
	children   [][]int
	joints     []Joint
	links      []Link
	jointIndex map[string]int
	linkIndex  map[string]int
	nq, nv     int
	gravity    mgl64.Vec3        // in world axes
	base       spatial.Transform // pose of body 0's frame in the world
}

// Joint is what users know of a moving joint.
type Joint struct {
	Name         string
	Type         urdf.JointType
	Body         int     // its successor
	Q, NQ        int     // its coordinates are q[Q : Q+NQ]
	V, NV        int     // its rates are v[V : V+NV]
	Lower, Upper float64 // position limits (rad or m), infinite where there are none
	Effort       float64 // effort limit (N m or N), infinite where there is none
	Velocity     float64 // velocity limit (rad/s or m/s), infinite where there is none
	Damping      float64 // viscous (N m s/rad or N s/m)
	Friction     float64 // Coulomb level (N m or N)
}

// Link is a named frame on a body.
type Link struct {
	Name      string
	Body      int
	Placement spatial.Transform // pose of the link frame in the body frame
}

// Name returns the name of the robot.
func (m *Model) Name() string { return m.name }

// NQ returns the number of position coordinates.
func (m *Model) NQ() int { return m.nq }

// NV returns the number of velocity coordinates, the degrees of freedom.
func (m *Model) NV() int { return m.nv }

// Gravity returns the acceleration of free fall in world axes (m/s²).
func (m *Model) Gravity() mgl64.Vec3 { return m.gravity }

// BaseGravity returns the acceleration of free fall in the axes of body 0 (m/s²).
func (m *Model) BaseGravity() mgl64.Vec3 { return m.base.R.Transpose().Mul3x1(m.gravity) }

// Bodies returns the bodies by number, for algorithms. The slice must not be changed.
func (m *Model) Bodies() []Body { return m.bodies }

// Joints returns the moving joints in the order of their bodies; Joints()[k] moves body k+1. The slice must not be
// changed.
func (m *Model) Joints() []Joint { return m.joints }

// Links returns all links in file order. The slice must not be changed.
func (m *Model) Links() []Link { return m.links }

// Joint returns the index in Joints of the moving joint of a name.
func (m *Model) Joint(name string) (int, bool) {
	k, ok := m.jointIndex[name]
	return k, ok
}

// Link returns the index in Links of the link of a name.
func (m *Model) Link(name string) (int, bool) {
	k, ok := m.linkIndex[name]
	return k, ok
}

// JointOf returns the joint that moves body i > 0.
func (m *Model) JointOf(i int) *Joint { return &m.joints[i-1] }

// JointNames returns the names of the moving joints in order.
func (m *Model) JointNames() []string {
	names := make([]string, len(m.joints))
	for k, j := range m.joints {
		names[k] = j.Name
	}
	return names
}

// Predecessor returns the body from which joint k of Joints leads.
func (m *Model) Predecessor(k int) int { return m.bodies[m.joints[k].Body].Parent }

// Successor returns the body to which joint k of Joints leads.
func (m *Model) Successor(k int) int { return m.joints[k].Body }

// Parent returns λ(i), the body that carries body i > 0.
func (m *Model) Parent(i int) int { return m.bodies[i].Parent }

// Children returns μ(i), the bodies that body i carries, in rising order. The slice must not be changed.
func (m *Model) Children(i int) []int { return m.children[i] }

// Neutral returns the position at which every joint is at zero.
func (m *Model) Neutral() []float64 { return make([]float64, m.nq) }

// Integrate sets dst to the position that is reached from q at the constant velocity v in the time h. dst may be q.
// It does not allocate. It panics if a length is wrong.
func (m *Model) Integrate(dst, q, v []float64, h float64) {
	m.CheckLengths(q, v)
	m.CheckLengths(dst)
	floats.AddScaledTo(dst, q, h, v)
}

// CheckWrenches panics unless there are no external wrenches or one for each link.
func (m *Model) CheckWrenches(fext []spatial.Force) {
	if fext != nil && len(fext) != len(m.links) {
		panic(fmt.Sprintf("tree: there are %d external wrenches, the model %s has %d links", len(fext), m.name, len(m.links)))
	}
}

// CheckLengths panics unless q has NQ numbers and each of vs has NV.
func (m *Model) CheckLengths(q []float64, vs ...[]float64) {
	if len(q) != m.nq {
		panic(fmt.Sprintf("tree: the position has %d numbers, the model %s has nq = %d", len(q), m.name, m.nq))
	}
	for _, v := range vs {
		if len(v) != m.nv {
			panic(fmt.Sprintf("tree: a velocity, acceleration or effort has %d numbers, the model %s has nv = %d", len(v), m.name, m.nv))
		}
	}
}
