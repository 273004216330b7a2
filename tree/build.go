package tree

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/urdf"
)

// The codes of Build's own diagnostics.
const (
	Unsupported      = "unsupported"
	UnsupportedMimic = "unsupported-mimic"
)

// Option changes what Build makes of a robot.
type Option func(*builder)

// WithGravity sets the acceleration of free fall in world axes (m/s²), which is (0, 0, -9.81) otherwise.
func WithGravity(g mgl64.Vec3) Option { return func(b *builder) { b.model.gravity = g } }

// IgnoreMimic makes joints that mimic another one independent.
func IgnoreMimic() Option { return func(b *builder) { b.ignoreMimic = true } }

// Build makes the kinematic tree of a robot, its root link fixed to the world. The error, if any, is a [urdf.Diagnostics] that names
// each fault of the structure and each joint of a kind that is not supported yet: floating and planar joints, and
// joints that mimic another one. O(links + joints).
func Build(r *urdf.Robot, opts ...Option) (*Model, error) {
	if err := r.Check().Err(); err != nil {
		return nil, err
	}
	b := &builder{robot: r, model: &Model{name: r.Name, gravity: mgl64.Vec3{0, 0, -9.81}}}
	for _, o := range opts {
		o(b)
	}
	if b.supported(); len(b.diags) > 0 {
		return nil, b.diags
	}
	b.number()
	b.placeFrames()
	b.addInertias()
	return b.model, nil
}

type builder struct {
	robot       *urdf.Robot
	model       *Model
	ignoreMimic bool
	diags       urdf.Diagnostics
	pose        []spatial.Transform // of each body in its parent, before frames are rotated
}

// supported finds joints that the algorithms cannot handle yet.
func (b *builder) supported() {
	for i := range b.robot.Joints {
		j := &b.robot.Joints[i]
		code, missing := Unsupported, ""
		switch {
		case j.Type == urdf.Fixed:
		case j.Type != urdf.Revolute && j.Type != urdf.Continuous && j.Type != urdf.Prismatic:
			missing = fmt.Sprintf("joints of type %q are not supported yet; expected revolute, continuous, prismatic or fixed", j.Type)
		case j.Mimic != nil && !b.ignoreMimic:
			code = UnsupportedMimic
			missing = fmt.Sprintf("the joint mimics %q, which is not supported yet; ignore mimicry to make it independent", j.Mimic.Joint)
		}
		if missing != "" {
			b.diags = append(b.diags, urdf.Diagnostic{Severity: urdf.Error, Code: code, File: b.robot.File, Pos: j.Pos,
				Path: fmt.Sprintf("robot/joint[@name=%q]", j.Name), Message: missing})
		}
	}
}

// number walks the tree depth first, siblings in file order, without recursion. It numbers bodies and joints and gives each
// link its place on a body.
func (b *builder) number() {
	m := b.model
	m.linkIndex, m.jointIndex = map[string]int{}, map[string]int{}
	for i, l := range b.robot.Links {
		m.linkIndex[l.Name] = i
	}
	m.links = make([]Link, len(b.robot.Links))
	below := make([][]*urdf.Joint, len(m.links)) // the joints that start from each link
	isChild := make([]bool, len(m.links))
	for i := range b.robot.Joints {
		j := &b.robot.Joints[i]
		parent := m.linkIndex[j.Parent]
		below[parent] = append(below[parent], j)
		isChild[m.linkIndex[j.Child]] = true
	}
	root := 0
	for isChild[root] {
		root++
	}

	m.bodies, m.children = []Body{{}}, [][]int{nil}
	b.pose = []spatial.Transform{spatial.Identity()}
	m.links[root] = Link{b.robot.Links[root].Name, 0, spatial.Identity()}
	todo := pushReversed(nil, below[root])
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		from := &m.links[m.linkIndex[j.Parent]]
		origin := j.Origin.Transform()
		at := from.Placement.Compose(&origin) // the child link frame on the parent's body
		child := m.linkIndex[j.Child]
		if j.Type == urdf.Fixed {
			m.links[child] = Link{j.Child, from.Body, at}
		} else {
			// The body frame: the child link frame, rotated so that the axis is on z.
			axis := spatial.Transform{R: spatial.AxisFrame(spatial.Unit(j.Axis))}
			b.pose = append(b.pose, at.Compose(&axis))
			m.links[child] = Link{j.Child, b.addBody(j, from.Body), axis.Inverse()}
		}
		todo = pushReversed(todo, below[child])
	}
}

// pushReversed puts joints on a stack, such that the first of them comes off first.
func pushReversed(stack, joints []*urdf.Joint) []*urdf.Joint {
	for i := len(joints) - 1; i >= 0; i-- {
		stack = append(stack, joints[i])
	}
	return stack
}

// addBody numbers the body that joint j moves, and the joint.
func (b *builder) addBody(j *urdf.Joint, parent int) int {
	m := b.model
	i := len(m.bodies)
	body := Body{Parent: parent, Q: m.nq, V: m.nv}
	if j.Type == urdf.Prismatic {
		body.Kind = Prismatic
	}
	joint := Joint{Name: j.Name, Type: j.Type, Body: i, Q: m.nq, NQ: 1, V: m.nv, NV: 1,
		Lower: math.Inf(-1), Upper: math.Inf(1), Effort: math.Inf(1), Velocity: math.Inf(1)}
	if l := j.Limit; l != nil {
		joint.Effort, joint.Velocity = l.Effort, l.Velocity
		if j.Type != urdf.Continuous {
			joint.Lower, joint.Upper = l.Lower, l.Upper
		}
	}
	if d := j.Dynamics; d != nil {
		joint.Damping, joint.Friction = d.Damping, d.Friction
	}
	m.bodies = append(m.bodies, body)
	m.children = append(m.children, nil)
	m.children[parent] = append(m.children[parent], i)
	m.jointIndex[j.Name] = len(m.joints)
	m.joints = append(m.joints, joint)
	m.nq += joint.NQ
	m.nv += joint.NV
	return i
}

// placeFrames chooses the body frames and moves the links' places along.
func (b *builder) placeFrames() {
	m := b.model
	frames := m.chooseFrames(b.pose)
	m.base = frames[0].aboutZ()
	for i := range m.links {
		l := &m.links[i]
		back := none.minus(frames[l.Body]).aboutZ()
		l.Placement = back.Compose(&l.Placement)
	}
}

// addInertias adds up the inertias of each body's links.
func (b *builder) addInertias() {
	m := b.model
	for i, l := range b.robot.Links {
		if l.Inertial.Zero() {
			continue
		}
		atLink := l.Inertial.Spatial()
		link := &m.links[i]
		atBody := atLink.InParent(&link.Placement)
		m.bodies[link.Body].Inertia.Add(&atBody)
	}
}
