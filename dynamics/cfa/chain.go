package cfa

import (
	"errors"

	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// Chain computes the forward dynamics of a serial chain by constraint forces, one workspace for one goroutine. Any
// number of chains may share a model.
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
	J     kernel.InverseInertia
	JW    [5]spatial.Motion // the accelerations of the loose body by the constraint forces of its joint
	WJW   sym5
	split split // of the kinds besides revolute and prismatic
}

// body holds what a state changes of one body.
type body struct {
	X kernel.Axial   // pose in the body before it
	v spatial.Motion // velocity
	c spatial.Motion // bias acceleration v × S q̇
	p spatial.Force  // bias force v ×* M v − f_ext
	f spatial.Force  // through the joint: T τ, and then T τ + W λ
	a spatial.Motion // acceleration with gravity folded in: by T τ, and then by T τ + W λ
}

// row is a row of blocks of A λ = r.
type row struct {
	diag  sym5 // A_ii, and then the factors L D Lᵀ of what the elimination of other rows leaves of it
	right mat5 // A_i,i+1, and then L⁻¹ A_i,i+1
	x     vec5 // r, and in the end λ
	scale vec5 // the diagonal of A_ii before the elimination
}

// NewChain returns a chain of a model whose bodies are one serial chain, with joints of all kinds that move a body of
// mass. The error names each body and joint that does not fit: where the chain branches, joints that follow others or
// have the inertia of a drive, and bodies without inverse inertia, among which are those inside universal,
// cylindrical and planar joints. O(n) memory, about 1.2 kB for each joint.
func NewChain(m *tree.Model) (*Chain, error) {
	m.CheckBuilt()
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
func (l *link) set(b *tree.Body, J *kernel.InverseInertia) {
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

// ForwardDynamics sets qdd (rad/s², m/s²) to the accelerations at position q, velocity qd (rad/s, m/s) and effort tau
// (N m, N), with the wrench fext[l] on link l of the model's Links at the origin of the link's frame, in the link's
// axes; fext may be nil. All is as in package aba.
//
// The error is a [*ConstraintError] if the constraint forces are not determined beyond rounding, or the state is not
// finite, and a [*tree.PoseError] if a quaternion is zero; then qdd is not usable. It panics if a slice has the wrong
// length. O(n), three to four times the time of package aba; no allocation unless there is an error.
func (c *Chain) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	c.model.CheckLengths(q, qd, tau, qdd)
	c.model.CheckWrenches(fext)
	if err := c.model.CheckPosition(q); err != nil {
		return err
	}
	n := len(c.rows)
	for i := 1; i <= n; i++ {
		c.place(i, q, tau)
		c.velocity(i, qd)
		c.bias(i, qd, fext)
	}
	for i := 1; i <= n; i++ {
		c.accelerate(i)
		if !c.factor(i) {
			return c.undetermined(i, c.rows[:i])
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

// JointForce returns the force that the joint before a link's body exerts on it in the last ForwardDynamics (N m, N),
// effort and constraint forces together: what its bearings and its drive bear. It is in the link's axes, with the
// moment about the link's origin. It is zero for the links of the base.
func (c *Chain) JointForce(link int) spatial.Force {
	l := &c.model.Links()[link]
	f := c.bodies[l.Body].f
	l.Placement.ApplyForce(&f, &f)
	return f
}
