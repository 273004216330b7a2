package tree

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
	"kinetree/spatial"
	"kinetree/urdf"
)

// Option changes what Build makes of a robot.
type Option func(*builder)

// WithGravity sets the acceleration of free fall in world axes (m/s²), which is (0, 0, -9.81) otherwise.
func WithGravity(g mgl64.Vec3) Option { return func(b *builder) { b.model.gravity = g } }

// WithFloatingBase lets the root link move freely in the world. See [Model.Floating].
func WithFloatingBase() Option { return func(b *builder) { b.model.floating = true } }

// IgnoreMimic makes joints that mimic another one independent.
func IgnoreMimic() Option { return func(b *builder) { b.ignoreMimic = true } }

// Build makes the kinematic tree of a robot, its root link fixed to the world unless an option lets it float. The
// error, if any, is a [urdf.Diagnostics] that names each fault of the robot and of the options. O(links + joints).
func Build(r *urdf.Robot, opts ...Option) (*Model, error) {
	if r == nil {
		return nil, errors.New("there is no robot to build a model of; expected one as urdf.Parse returns it")
	}
	if err := r.Check().Err(); err != nil {
		return nil, err
	}
	b := &builder{robot: r, model: &Model{name: r.Name, gravity: mgl64.Vec3{0, 0, -9.81}},
		kinds:    map[string]JointKind{},
		armature: map[string]float64{}, free: map[string]bool{}}
	for _, o := range opts {
		o(b)
	}
	b.checkKinds()
	b.checkArmature()
	b.addDrives()
	if len(b.diags) > 0 {
		return nil, b.diags
	}
	b.number()
	b.follow()
	b.layOut()
	b.model.efforts = b.model.layOutEfforts()
	b.addArmature()
	b.linkDrives()
	b.placeFrames()
	b.addInertias()
	b.model.fixed = map[string]bool{}
	for i := range b.robot.Joints {
		if j := &b.robot.Joints[i]; !moves(j) {
			b.model.fixed[j.Name] = true
		}
	}
	return b.model, nil
}

type builder struct {
	robot       *urdf.Robot
	model       *Model
	ignoreMimic bool
	kinds       map[string]JointKind // that options give to joints
	armature    map[string]float64
	free        map[string]bool // joints that hold nothing
	drives      []innerJoint
	diags       urdf.Diagnostics
	pose        []spatial.Transform // of each body in its parent, before frames are rotated
	mimics      []*urdf.Mimic       // of each of the model's joints; nil for an independent one
}

// checkKinds finds kinds that options give wrongly.
func (b *builder) checkKinds() {
	joints := map[string]*urdf.Joint{}
	for i := range b.robot.Joints {
		joints[b.robot.Joints[i].Name] = &b.robot.Joints[i]
	}
	names := slices.Sorted(maps.Keys(joints))
	for _, name := range slices.Sorted(maps.Keys(b.kinds)) {
		k := b.kinds[name]
		d := urdf.Diagnostic{Code: "joint-kind", File: b.robot.File, Path: fmt.Sprintf("robot/joint[@name=%q]", name)}
		if j, ok := joints[name]; ok {
			d.Pos, d.Message = j.Pos, k.fault()
		} else {
			d.Message = "there is no joint of this name; expected one of " + suggest.List(names)
		}
		if d.Message != "" {
			b.diags = append(b.diags, d)
		}
	}
	for i := range b.robot.Joints { // what an option makes a chain or a pose cannot be followed
		j := &b.robot.Joints[i]
		if _, given := b.kinds[j.Name]; given || j.Mimic == nil || b.ignoreMimic || !moves(j) {
			continue
		}
		if k, given := b.kinds[j.Mimic.Joint]; given && len(k.stages) != 1 {
			b.diags = append(b.diags, b.robot.Located(urdf.Diagnostics{{Code: "joint-kind", File: b.robot.File,
				Pos: j.Mimic.Pos, Path: fmt.Sprintf("robot/joint[@name=%q]/mimic@joint", j.Name),
				Message: fmt.Sprintf("joint %q is given several coordinates; expected a joint with one",
					j.Mimic.Joint)}})...)
		}
	}
}

// moves reports whether the description makes a joint move.
func moves(j *urdf.Joint) bool { return j.Type != urdf.Fixed }

// number walks the tree depth first, siblings in file order, without recursion. It numbers bodies and joints and
// gives each link its place on a body.
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
	for isChild[m.root] {
		m.root++
	}

	m.bodies, m.children = []Body{{Joint: -1}}, [][]int{nil}
	b.pose = []spatial.Transform{spatial.Identity()}
	place := spatial.Identity()
	on := 0
	if m.floating {
		on, place = b.addBodies(FloatingJoint(), -1, 0, place)
	}
	m.links[m.root] = Link{b.robot.Links[m.root].Name, on, place}
	todo := pushReversed(nil, below[m.root])
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		from := &m.links[m.linkIndex[j.Parent]]
		origin := j.Origin.Transform()
		at := from.Placement.Compose(&origin) // the child link frame on the parent's body
		child := m.linkIndex[j.Child]
		if kind, given := b.kinds[j.Name]; given || moves(j) {
			if !given {
				kind = kindOf(j)
			}
			body, placement := b.addBodies(kind, len(m.joints), from.Body, at)
			m.links[child] = Link{j.Child, body, placement}
			b.addJoint(j, body, child, given)
			b.limit(kind.limits)
		} else {
			m.links[child] = Link{j.Child, from.Body, at}
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

// addBodies numbers the bodies that a joint moves, whose child link frame at zero position has the pose at on the
// body parent. It returns the last body and the pose of the child link frame on it.
func (b *builder) addBodies(k JointKind, joint, parent int, at spatial.Transform) (body int, link spatial.Transform) {
	m := b.model
	add := func(body Body, pose spatial.Transform) {
		body.Parent, body.Joint, body.Ratio = parent, joint, 1
		parent = len(m.bodies)
		m.bodies = append(m.bodies, body)
		m.children = append(m.children, nil)
		m.children[body.Parent] = append(m.children[body.Parent], parent)
		b.pose = append(b.pose, pose)
	}
	if len(k.stages) == 0 {
		add(Body{Kind: k.curved, S: k.columns, dual: k.dual(), unit: slices.Equal(k.columns, FloatingJoint().columns)},
			at)
		return parent, spatial.Identity()
	}
	// A body frame is the child link frame, rotated so that the axis is on z.
	for _, s := range k.stages {
		axis := spatial.Transform{R: spatial.AxisFrame(spatial.Unit(s.axis))}
		body := Body{Kind: s.kind, S: make([]spatial.Motion, 1)}
		if s.kind == Revolute {
			body.S[0].Ang[2] = 1
		} else {
			body.S[0].Lin[2] = 1
		}
		add(body, at.Compose(&axis))
		at = axis.Inverse()
	}
	return parent, at
}

// addJoint lists a joint of the description that moves the body, of the kind of its type or of one that an option
// gives. Of negative limits of magnitudes, damping and friction the magnitude counts, and limits that leave no position
// are none, which the description's diagnostics say.
func (b *builder) addJoint(j *urdf.Joint, body, link int, given bool) {
	m := b.model
	joint := Joint{Name: j.Name, Type: j.Type, Body: body, Link: link, Leader: -1, Drives: -1, Rotor: -1,
		Circuit: -1, Ratio: 1, Reduction: j.Reduction, Free: b.free[j.Name] && j.Type == urdf.Floating && !given,
		Lower: math.Inf(-1), Upper: math.Inf(1), Effort: math.Inf(1), Velocity: math.Inf(1)}
	if l := j.Limit; l != nil && !given {
		joint.Effort, joint.Velocity = math.Abs(l.Effort), math.Abs(l.Velocity)
		joint.Lower, joint.Upper = j.Range()
	}
	joint.resist(j.Dynamics)
	mimic := j.Mimic
	if b.ignoreMimic || given {
		mimic = nil
	}
	b.mimics = append(b.mimics, mimic)
	m.jointIndex[j.Name] = len(m.joints)
	m.joints = append(m.joints, joint)
}

// limit gives the joint that was added last the position limits of a kind that an option gives.
func (b *builder) limit(list []Interval) {
	switch j := &b.model.joints[len(b.model.joints)-1]; len(list) {
	case 0:
	case 1:
		j.Lower, j.Upper = list[0].Lower, list[0].Upper
	default:
		j.Limits = list
	}
}

// follow finds what each joint that mimics another one follows in the end. For b = r1 a + o1 and c = r2 b + o2 it is
// c = r2 r1 a + r2 o1 + o2.
func (b *builder) follow() {
	m := b.model
	for k := range m.joints {
		j := &m.joints[k]
		for mimic := b.mimics[k]; mimic != nil; mimic = b.mimics[j.Leader] {
			j.Offset += float64(j.Ratio * mimic.Offset)
			j.Ratio = float64(j.Ratio * mimic.Multiplier)
			j.Leader = m.jointIndex[mimic.Joint]
			m.coupled = true
		}
	}
}

// layOut gives each independent joint its coordinates, in order, and each follower those of its leader.
func (b *builder) layOut() {
	m := b.model
	for i := 1; i < len(m.bodies); i++ {
		body := &m.bodies[i]
		if k := body.Joint; k >= 0 && m.joints[k].Leader >= 0 {
			continue
		}
		body.Q, body.V = m.nq, m.nv
		m.nq += body.nq()
		m.nv += len(body.S)
		if body.curved() {
			m.curved = append(m.curved, i)
		} else {
			m.flat = append(m.flat, scalar{body.Q, body.V})
		}
		if k := body.Joint; k >= 0 {
			j := &m.joints[k]
			if i == m.firstBody(k) {
				j.Q, j.V = body.Q, body.V
			}
			j.NQ, j.NV = m.nq-j.Q, m.nv-j.V
		}
	}
	for k := range m.joints {
		if j := &m.joints[k]; j.Leader >= 0 {
			leader, body := &m.joints[j.Leader], &m.bodies[j.Body]
			j.Q, j.NQ, j.V, j.NV = leader.Q, leader.NQ, leader.V, leader.NV
			body.Q, body.V, body.Ratio, body.Offset = j.Q, j.V, j.Ratio, j.Offset
		}
	}
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
	for i := range b.robot.Links {
		b.model.addInertia(b.robot, i)
	}
}
