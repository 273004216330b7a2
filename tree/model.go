package tree

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
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
	root       int // link
	jointIndex map[string]int
	fixed      map[string]bool // names of joints that do not move
	linkIndex  map[string]int
	nq, nv     int
	gravity    mgl64.Vec3 // in world axes
	efforts    *EffortLayout
	armature   []float64         // of each rate; nil if there is none
	base       spatial.Transform // pose of body 0's frame in the world
	floating   bool              // body 1 is the root link, moved by no joint of the robot
	coupled    bool              // some joint follows another one
	flat       []scalar          // the coordinates that are added, each once
	curved     []int             // the bodies whose joint positions are poses
}

// scalar is a coordinate whose rate is its derivative.
type scalar struct{ q, v int }

// Joint is what users know of a moving joint.
//
// A joint that follows another one has no coordinates of its own: Q and V are those of the joint that it follows in
// the end, its position is Ratio q[Q] + Offset, its rate Ratio qd[V], and an effort on it counts Ratio times there.
type Joint struct {
	Name         string
	Type         urdf.JointType
	Body         int        // its successor
	Link         int        // index in Links of its child, whose frame is the joint's frame
	Q, NQ        int        // its coordinates are q[Q : Q+NQ]
	V, NV        int        // its rates are qd[V : V+NV]
	Leader       int        // index in Joints of the joint that it follows, or -1
	Drives       int        // index in Joints of the joint whose rotor or circuit this is, or -1
	Rotor        int        // index in Joints of the rotor of its drive, see WithRotor, or -1
	Circuit      int        // index in Joints of the circuit of its motor, see WithCircuit, or -1
	Ratio        float64    // 1 unless it follows another one
	Offset       float64    // 0 unless it follows another one (rad or m)
	Lower, Upper float64    // position limits (rad or m), infinite where there are none
	Limits       []Interval // of each coordinate, of a joint with several that has any; else nil
	Effort       float64    // effort limit (N m or N), infinite where there is none
	Velocity     float64    // velocity limit (rad/s or m/s), infinite where there is none
	Damping      float64    // viscous (N m s/rad or N s/m)
	Friction     float64    // Coulomb level (N m or N)
	Reduction    float64    // of the transmission in its description, see urdf.Joint; 0 for none
	Armature     float64    // inertia of its drive, see WithArmature (kg m² or kg)
	Free         bool       // it holds nothing, see WithFreeBody
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

// Bodies returns the bodies by number, for algorithms. The slice must not be changed.
func (m *Model) Bodies() []Body { return m.bodies }

// Joints returns the moving joints in the order of their bodies, without a floating base. The slice must not be
// changed.
func (m *Model) Joints() []Joint { return m.joints }

// Links returns all links in file order. The slice must not be changed.
func (m *Model) Links() []Link { return m.links }

// Joint returns the index in Joints of the moving joint of a name.
func (m *Model) Joint(name string) (int, bool) {
	k, ok := m.jointIndex[name]
	return k, ok
}

// Fixed reports whether the robot has a joint of a name that does not move.
func (m *Model) Fixed(name string) bool { return m.fixed[name] }

// Describe returns the model with other descriptions of its joints: limits, damping and friction. What change does to
// other fields of a joint is undone.
func (m *Model) Describe(change func(j *Joint)) *Model {
	other := *m
	other.joints = slices.Clone(m.joints)
	for k := range other.joints {
		j := m.joints[k]
		change(&j)
		own := &other.joints[k]
		own.Lower, own.Upper, own.Effort, own.Velocity = j.Lower, j.Upper, j.Effort, j.Velocity
		own.Limits, own.Damping, own.Friction = j.Limits, j.Damping, j.Friction
	}
	return &other
}

// Root returns the index in Links of the root link.
func (m *Model) Root() int { return m.root }

// Link returns the index in Links of the link of a name.
func (m *Model) Link(name string) (int, bool) {
	k, ok := m.linkIndex[name]
	return k, ok
}

// JointName returns the name of the joint that moves body i > 0, or "base" for a floating base.
func (m *Model) JointName(i int) string {
	if k := m.bodies[i].Joint; k >= 0 {
		return m.joints[k].Name
	}
	return "base"
}

// Floating reports whether the base floats: body 1 is the root link then, q[:7] its position x, y, z in the world and
// orientation x, y, z, w, and qd[:6] its linear and angular velocity in its own axes.
func (m *Model) Floating() bool { return m.floating }

// Coupled reports whether some joint follows another one, so that several bodies move with one coordinate.
func (m *Model) Coupled() bool { return m.coupled }

// Angular reports for each rate whether it turns: whether its effort is a moment (N m) and not a force (N).
func (m *Model) Angular() []bool {
	turns := make([]bool, m.NV())
	for i := 1; i < len(m.bodies); i++ {
		b := &m.bodies[i]
		if b.Joint >= 0 && m.joints[b.Joint].Leader >= 0 {
			continue
		}
		for k := range b.S {
			turns[b.V+k] = vec.Len(b.S[k].Ang) != 0
		}
	}
	return turns
}

// JointNames returns the names of the moving joints in order.
func (m *Model) JointNames() []string {
	names := make([]string, len(m.joints))
	for k, j := range m.joints {
		names[k] = j.Name
	}
	return names
}

// Predecessor returns the body from which joint k of Joints leads.
func (m *Model) Predecessor(k int) int { return m.bodies[m.firstBody(k)].Parent }

// firstBody returns the first of the bodies that joint k of Joints moves: the joints that are chains have bodies
// without links before their successor.
func (m *Model) firstBody(k int) int {
	i := m.joints[k].Body
	for m.bodies[i-1].Joint == k {
		i--
	}
	return i
}

// Successor returns the body to which joint k of Joints leads.
func (m *Model) Successor(k int) int { return m.joints[k].Body }

// Parent returns λ(i), the body that carries body i > 0.
func (m *Model) Parent(i int) int { return m.bodies[i].Parent }

// Children returns μ(i), the bodies that body i carries, in rising order. The slice must not be changed.
func (m *Model) Children(i int) []int { return m.children[i] }

// CheckBuilt panics unless the model was made by Build.
func (m *Model) CheckBuilt() {
	if m == nil || len(m.bodies) == 0 {
		panic("tree: there is no model; expected one made by tree.Build")
	}
}

// CheckWrenches panics unless there are no external wrenches or one for each link.
func (m *Model) CheckWrenches(fext []spatial.Force) {
	if fext != nil && len(fext) != len(m.links) {
		panic(fmt.Sprintf("tree: there are %d external wrenches, the model %s has %d links", len(fext), m.name,
			len(m.links)))
	}
}

// CheckLengths panics unless q has NQ numbers and each of vs has NV.
func (m *Model) CheckLengths(q []float64, vs ...[]float64) {
	if len(q) != m.nq {
		panic(fmt.Sprintf("tree: the position has %d numbers, the model %s has nq = %d", len(q), m.name, m.nq))
	}
	for _, v := range vs {
		if len(v) != m.nv {
			panic(fmt.Sprintf("tree: a velocity, acceleration or effort has %d numbers, the model %s has nv = %d",
				len(v), m.name, m.nv))
		}
	}
}
