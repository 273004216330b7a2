package operators

import (
	"errors"
	"fmt"
	"strings"

	"kinetree/spatial"
	"kinetree/tree"
)

// Chain computes the forward dynamics of a serial chain by constraint forces, one workspace for one goroutine. Any number of chains may share a model.
type Chain struct {
	model   *tree.Model
	links   []link // constant
	bodies  []body // from the base, body 0, to the tip
	rows    []row  // of A, one for each joint; rows[0] is that of body 1
	acting  []int  // the numbers of the links on body i are carried[acting[i]:acting[i+1]]
	carried []int
}

// link holds what does not change of one body and its joint.
type link struct {
	J     spatial.InverseInertia
	JW    [5]spatial.Motion // the accelerations of the loose body by the constraint forces of its joint
	WJW   sym5
	split split // of the kinds besides revolute and prismatic
}

// body holds what a state changes of one body.
type body struct {
	X spatial.Axial  // pose in the body before it
	v spatial.Motion // velocity
	c spatial.Motion // bias acceleration v × S q̇
	p spatial.Force  // bias force v ×* M v − f_ext
	f spatial.Force  // through the joint: T τ, and then T τ + W λ
	a spatial.Motion // acceleration with gravity folded in: by T τ, and then by T τ + W λ
}

// row is a row of blocks of A λ = r.
type row struct {
	diag  sym5 // A_ii, and then its factors when the rows before it are eliminated
	right mat5 // A_i,i+1, and then Y = L⁻¹ A_i,i+1
	x     vec5 // r, and in the end λ
	scale vec5 // the diagonal of A_ii before the elimination
}

// NewChain returns a chain of a model whose bodies are one serial chain, with joints of all kinds that move a body of mass. The error names each body and joint that
// does not fit: where the chain branches, joints that follow others or have the inertia of a drive, and bodies without inverse inertia, among which are those inside universal, cylindrical and
// planar joints. O(n) memory, about 1.2 kB for each joint.
func NewChain(m *tree.Model) (*Chain, error) {
	inverse, err := inverses(m)
	if err := errors.Join(notSerial(m), err); err != nil {
		return nil, err
	}
	n := len(m.Bodies())
	c := &Chain{model: m, links: make([]link, n), bodies: make([]body, n), rows: make([]row, n-1)}
	for i := 1; i < n; i++ {
		c.bodies[i].X = m.Bodies()[i].X
		c.links[i].set(&m.Bodies()[i], &inverse[i])
	}
	c.acting, c.carried = linksOf(m)
	c.MoveBase(tree.Rest())
	return c, nil
}

// set sets the constants of a body, which has the inverse inertia J, and its joint.
func (l *link) set(b *tree.Body, J *spatial.InverseInertia) {
	split := splitOf(b)
	l.J = *J
	at := 0
	for k := range l.JW {
		if k < len(split.W) {
			J.Apply(&l.JW[k], &split.W[k])
		}
		for j := range k + 1 {
			if k < len(split.W) {
				l.WJW[at] = l.JW[k].Dot(&split.W[j])
			} else if j == k {
				l.WJW[at] = 1 // for a constraint force that there is not
			}
			at++
		}
	}
	if b.Kind != tree.Revolute && b.Kind != tree.Prismatic {
		l.split = split
	}
}

// notSerial names what keeps a model from being a serial chain of independent joints.
func notSerial(m *tree.Model) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for i := range m.Bodies() {
		if children := m.Children(i); len(children) > 1 {
			names := make([]string, len(children))
			for k, child := range children {
				names[k] = fmt.Sprintf("%q", m.JointName(child))
			}
			fault("the joints %s start from one body (%s); expected a serial chain. Use package aba for trees", strings.Join(names, ", "), bodyName(m, i))
		}
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			fault("joint %q follows %q; expected independent joints. Use package aba, or tree.IgnoreMimic", j.Name, m.Joints()[j.Leader].Name)
		}
		if j.Armature != 0 {
			fault("joint %q has a drive of inertia %v; expected joints whose effort is the whole force along their axis. Use package aba", j.Name, j.Armature)
		}
	}
	return errors.Join(faults...)
}

// bodyName says which body is meant.
func bodyName(m *tree.Model, i int) string {
	if i == 0 {
		return "the base"
	}
	return fmt.Sprintf("moved by %q", m.JointName(i))
}

// linksOf returns the numbers of the links, body by body, and where those of each body begin.
func linksOf(m *tree.Model) (acting, carried []int) {
	acting = make([]int, len(m.Bodies())+1)
	for _, l := range m.Links() {
		acting[l.Body+1]++
	}
	for i := range m.Bodies() {
		acting[i+1] += acting[i]
	}
	carried = make([]int, len(m.Links()))
	next := append([]int(nil), acting...)
	for k, l := range m.Links() {
		carried[next[l.Body]] = k
		next[l.Body]++
	}
	return acting, carried
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (c *Chain) MoveBase(b *tree.BaseMotion) {
	c.bodies[0].v, c.bodies[0].a, _ = c.model.Base(b)
}

// ForwardDynamics sets qdd (rad/s², m/s²) to the accelerations at position q, velocity qd (rad/s, m/s) and effort tau (N m, N), with the wrench fext[l] on link l of the model's Links at the origin of
// the link's frame, in the link's axes; fext may be nil. All is as in package aba.
//
// The error is a [*ConstraintError] if the constraint forces are not determined beyond rounding, or the state is not finite; then qdd is not usable. It panics if a slice has
// the wrong length. O(n), three to four times the time of package aba; no allocation unless there is an error.
func (c *Chain) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	c.model.CheckLengths(q, qd, tau, qdd)
	c.model.CheckWrenches(fext)
	n := len(c.rows)
	for i := 1; i <= n; i++ {
		c.place(i, q, tau)
		c.velocity(i, qd)
		c.bias(i, qd, fext)
	}
	for i := 1; i <= n; i++ {
		c.accelerate(i)
		if !c.factor(i) {
			return c.undetermined(i)
		}
	}
	for range solutions {
		for i := 1; i <= n; i++ {
			c.forward(i)
		}
		for i := n; i > 0; i-- {
			c.backward(i)
			c.bear(i)
		}
	}
	for i := 1; i <= n; i++ {
		c.rates(i, qdd)
	}
	return nil
}

// factor sets row i of A, takes from it what the row before it leaves, and factors its diagonal:
//
//	A_ii − Y₋ᵀ D₋⁻¹ Y₋ = L D Lᵀ,   Y = L⁻¹ A_i,i+1
//
// It is false if the factors are lost in rounding.
func (c *Chain) factor(i int) bool {
	c.setRow(i)
	r := &c.rows[i-1]
	if i > 1 {
		before := &c.rows[i-2]
		r.diag.subSquare(&before.right, &before.diag)
	}
	if !r.diag.factor(&r.scale) {
		return false
	}
	r.diag.lowerColumns(&r.right)
	return true
}

// forward sets x = D⁻¹ L⁻¹ (r − Y₋ᵀ x₋) in row i.
func (c *Chain) forward(i int) {
	c.setRight(i)
	r := &c.rows[i-1]
	if i > 1 {
		before := &c.rows[i-2]
		r.x.subTransposed(&before.right, &before.x)
	}
	r.diag.half(&r.x)
}

// backward sets λ = L⁻ᵀ (x − D⁻¹ Y λ₊) in row i.
func (c *Chain) backward(i int) {
	r := &c.rows[i-1]
	if i < len(c.rows) {
		r.diag.subScaled(&r.x, &r.right, &c.rows[i].x)
	}
	r.diag.upper(&r.x)
}

// JointForce returns the force that the joint before a link's body exerts on it in the last ForwardDynamics (N m, N), effort and constraint forces together: what its bearings and its
// drive bear. It is in the link's axes, with the moment about the link's origin. It is zero for the links of the base.
func (c *Chain) JointForce(link int) spatial.Force {
	l := &c.model.Links()[link]
	f := c.bodies[l.Body].f
	l.Placement.ApplyForce(&f, &f)
	return f
}

// ConstraintError says that constraint forces are not determined: the inertias along the chain differ by more than the digits of a float64, or the state is not finite.
type ConstraintError struct {
	Joint string
}

func (e *ConstraintError) Error() string {
	return fmt.Sprintf("the constraint forces of joint %q are lost in rounding, or the state is not finite; use package aba, which does not need them", e.Joint)
}

func (c *Chain) undetermined(i int) error { return &ConstraintError{c.model.JointName(i)} }
