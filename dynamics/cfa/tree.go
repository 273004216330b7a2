package cfa

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// Tree computes the forward dynamics of any robot from the forces through its joints, one workspace for one goroutine.
// Any number of trees may share a model. It knows branches, joints that follow others, drives with an inertia, and
// bodies without an inverse inertia, which a Chain does not.
//
// The unknowns of a body are its acceleration a and the force through its joint, f = B y with the columns B = [W T] of
// the constraint forces and the efforts. With the inertia J of a drive and the children j of the body they obey
//
//	M a − B y + Σ X_jᵀ f_j = −p
//	Wᵀ (a − X a₋ − c) = 0
//	J Tᵀ (a − X a₋ − c) + y_T = τ      or, of a rate that is held, Tᵀ (a − X a₋ − c) = 0
//
// From the tips to the base, the twelve unknowns of each body are eliminated together: f = C (X a₋ + c) + g, of which
// the parent gets M += Xᵀ C X and p += Xᵀ (C c + g). So nothing is inverted but what moves with the joint, and all is
// O(n). Source: Baraff, "Linear-time dynamics using Lagrange multipliers", SIGGRAPH 1996.
//
// A joint that follows its leader at the ratio r, q̈ = r q̈_l, has a force κ for that, which takes r κ from the leader.
// What unit forces do is found with the same factors, and the system of all κ, S κ = r q̈_l − q̈, with that of a dense
// matrix: Baraff's auxiliary constraints. O(n f + f³) with f followers.
type Tree struct {
	model   *tree.Model
	nodes   []node
	acting  []int // the numbers of the links on body i are carried[acting[i]:acting[i+1]]
	carried []int
	added   []float64 // to the diagonal of the mass matrix, by rate

	followers []int       // bodies whose joints follow others
	leaders   []int       // of the bodies that they follow
	unit      [][]float64 // by follower: what a unit of its force adds to the gaps of all
	gap       []float64
	force     []float64 // κ, by body
	effort    []float64 // on the joint of each body, by its rates
	first     []int     // of the efforts of each body
	reaction  []float64
}

// vec6 is a spatial vector, angular part first, and mat6 a matrix row by row.
type (
	vec6 [6]float64
	mat6 [6]vec6
)

// node is a body of a tree.
type node struct {
	B    mat6   // column by column: W, and then T
	rate [6]int // of each column of T; −1 for a column of W
	held [6]bool
	J    [6]float64
	own  mat6 // M of the body alone
	M    mat6
	X    mat6 // from the parent
	c    vec6
	p, v vec6 // bias force of the body alone; velocity
	rest vec6 // p with what the children add
	K    block
	C    mat6 // f = C (X a₋ + c) + g
	g    vec6
	a    vec6
	y    vec6
}

// NewTree returns a tree of a model. O(n) memory, about 6 kB for each body.
func NewTree(m *tree.Model) *Tree {
	m.CheckBuilt()
	n := len(m.Bodies())
	t := &Tree{model: m, nodes: make([]node, n), added: make([]float64, m.NV()), force: make([]float64, n),
		first: make([]int, n+1), reaction: make([]float64, m.NV())}
	t.acting, t.carried = linksOf(m)
	leader := map[int]int{} // by rate
	for i := 1; i < n; i++ {
		b := &m.Bodies()[i]
		x := &t.nodes[i]
		split := splitOf(b)
		at := 0
		for _, f := range split.W {
			x.B[at], x.rate[at] = array(f.Ang, f.Lin), -1
			at++
		}
		for k, f := range split.T {
			x.B[at], x.rate[at] = array(f.Ang, f.Lin), b.V+k
			at++
		}
		t.first[i+1] = t.first[i] + len(split.T)
		x.setInertia(&b.Inertia)
		if b.Joint >= 0 && m.Joints()[b.Joint].Leader >= 0 {
			t.followers = append(t.followers, i)
		} else {
			leader[b.V] = i
		}
	}
	t.effort = make([]float64, t.first[n])
	for _, i := range t.followers {
		t.leaders = append(t.leaders, leader[m.Bodies()[i].V])
		t.unit = append(t.unit, make([]float64, len(t.followers)))
	}
	t.gap = make([]float64, len(t.followers))
	t.Augment(nil)
	t.MoveBase(tree.Rest())
	return t
}

func array(ang, lin mgl64.Vec3) vec6 { return vec6{ang[0], ang[1], ang[2], lin[0], lin[1], lin[2]} }

// setInertia sets the matrix of an inertia.
func (x *node) setInertia(inertia *spatial.Inertia) {
	for k := range 6 {
		var e spatial.Motion
		if k < 3 {
			e.Ang[k] = 1
		} else {
			e.Lin[k-3] = 1
		}
		var f spatial.Force
		inertia.Apply(&f, &e)
		for r, y := range array(f.Ang, f.Lin) {
			x.own[r][k] = y
		}
	}
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (t *Tree) MoveBase(b *tree.BaseMotion) {
	v, a, _ := t.model.Base(b)
	t.nodes[0].v, t.nodes[0].a = array(v.Ang, v.Lin), array(a.Ang, a.Lin)
}

// Augment is that of aba.Solver: it adds to the diagonal of the mass matrix in the calls that follow, and holds rates
// for which d is infinite.
func (t *Tree) Augment(d []float64) {
	if n := t.model.NV(); d != nil && len(d) != n {
		panic(fmt.Sprintf("cfa: %d inertias are added, the model %s has nv = %d", len(d), t.model.Name(), n))
	}
	clear(t.added)
	copy(t.added, t.model.Armature())
	for i, x := range d {
		t.added[i] += x
	}
	for i := 1; i < len(t.nodes); i++ {
		x := &t.nodes[i]
		follows := t.follows(i)
		for k, v := range x.rate {
			x.held[k], x.J[k] = false, 0
			if v >= 0 && !follows {
				x.held[k], x.J[k] = math.IsInf(t.added[v], 1), t.added[v]
			}
		}
	}
}

// follows reports whether the joint before a body follows another one.
func (t *Tree) follows(i int) bool {
	k := t.model.Bodies()[i].Joint
	return k >= 0 && t.model.Joints()[k].Leader >= 0
}

// ForwardDynamics is that of aba.Solver. The error is a *tree.SingularError if a joint moves no inertia, or if one that
// follows another one would move none on its own, and a *tree.PoseError if a quaternion is zero. It does not allocate
// unless there is an error.
func (t *Tree) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	t.model.CheckLengths(q, qd, tau, qdd)
	t.model.CheckWrenches(fext)
	if err := t.model.CheckPosition(q); err != nil {
		return err
	}
	for i := 1; i < len(t.nodes); i++ {
		t.place(i, q, qd, fext)
	}
	if err := t.factor(); err != nil {
		return err
	}
	t.give(tau)
	t.solve(true)
	if len(t.followers) > 0 {
		if err := t.couple(tau); err != nil {
			return err
		}
	}
	t.rates(qdd, tau)
	return nil
}

// place sets what the state says of a body.
func (t *Tree) place(i int, q, qd []float64, fext []spatial.Force) {
	b, x := &t.model.Bodies()[i], &t.nodes[i]
	pose := b.X
	b.Place(&pose, q)
	for k := range 6 {
		var e spatial.Motion
		if k < 3 {
			e.Ang[k] = 1
		} else {
			e.Lin[k-3] = 1
		}
		pose.ApplyMotion(&e, &e)
		for r, y := range array(e.Ang, e.Lin) {
			x.X[r][k] = y
		}
	}
	moved := x.X.times(&t.nodes[b.Parent].v)
	v := motionOf(&moved)
	b.AddRate(&v, qd)
	x.v = array(v.Ang, v.Lin)
	var c spatial.Motion
	b.Cross(&c, &v, qd)
	x.c = array(c.Ang, c.Lin)
	var p, f spatial.Force
	b.Inertia.BiasForce(&p, &v)
	if fext != nil {
		for _, l := range t.carried[t.acting[i]:t.acting[i+1]] {
			t.model.Links()[l].Placement.InverseForce(&f, &fext[l])
			p.AddScaled(-1, &f)
		}
	}
	x.p, x.M = array(p.Ang, p.Lin), x.own
}

func motionOf(x *vec6) (m spatial.Motion) {
	copy(m.Ang[:], x[:3])
	copy(m.Lin[:], x[3:])
	return m
}

// factor eliminates the bodies from the tips to the base.
func (t *Tree) factor() error {
	for i := len(t.nodes) - 1; i > 0; i-- {
		x := &t.nodes[i]
		K := &x.K
		for r := range 6 {
			for k := range 6 {
				K.a[r][k], K.a[r][6+k] = x.M[r][k], -x.B[k][r]
				K.a[6+r][k], K.a[6+r][6+k] = float64(x.moved(r)*x.B[r][k]), 0
			}
			if x.rate[r] >= 0 && !x.held[r] {
				K.a[6+r][6+r] = 1
			}
		}
		if !K.factor() {
			return t.singular(i)
		}
		for k := range 6 { // C, column by column: y by a unit of X a₋ + c
			var z vec12
			for r := range 6 {
				z[6+r] = float64(x.moved(r) * x.B[r][k])
			}
			K.solve(&z)
			for r := range 6 {
				sum := 0.0
				for j := range 6 {
					sum += float64(x.B[j][r] * z[6+j])
				}
				x.C[r][k] = sum
			}
		}
		if parent := t.model.Parent(i); parent > 0 {
			t.nodes[parent].M.addCongruent(&x.X, &x.C)
		}
	}
	return nil
}

// singular returns the error for body i, with the inertia that its joint moves.
func (t *Tree) singular(i int) error {
	x, d := &t.nodes[i], 0.0
	for k, v := range x.rate {
		if v >= 0 {
			d = x.B[k].dot(ptr(x.M.times(&x.B[k])))
		}
	}
	return t.model.Singular(i, d)
}

// moved returns the factor of the acceleration along column k: 1 of what the joint does not let move, and the inertia
// of its drive of the others.
func (x *node) moved(k int) float64 {
	if x.rate[k] < 0 || x.held[k] {
		return 1
	}
	return x.J[k]
}

// give sets the efforts of the joints: those that follow others have none of their own.
func (t *Tree) give(tau []float64) {
	for i := 1; i < len(t.nodes); i++ {
		at := t.first[i]
		for _, v := range t.nodes[i].rate {
			if v < 0 {
				continue
			}
			if t.effort[at] = tau[v]; t.follows(i) {
				t.effort[at] = 0
			}
			at++
		}
	}
}

// solve finds the accelerations and forces of all bodies by the efforts, with the motion and the wrenches of the state,
// or without them.
func (t *Tree) solve(whole bool) {
	for i := range t.nodes {
		x := &t.nodes[i]
		if x.rest = (vec6{}); whole {
			x.rest = x.p
		}
	}
	for i := len(t.nodes) - 1; i > 0; i-- {
		x := &t.nodes[i]
		z := t.right(i, nil)
		x.K.solve(&z)
		x.g = x.force(&z)
		if parent := t.model.Parent(i); parent > 0 {
			f := x.g
			if whole {
				f.add(ptr(x.C.times(&x.c)))
			}
			t.nodes[parent].rest.add(ptr(x.X.transposedTimes(&f)))
		}
	}
	for i := 1; i < len(t.nodes); i++ {
		x := &t.nodes[i]
		var d vec6
		if parent := t.model.Parent(i); whole || parent > 0 {
			d = x.X.times(&t.nodes[parent].a)
		}
		if whole {
			d.add(&x.c)
		}
		z := t.right(i, &d)
		x.K.solve(&z)
		copy(x.a[:], z[:6])
		copy(x.y[:], z[6:])
	}
}

// right returns the right side of the equations of a body whose parent adds d to its acceleration; nil for none.
func (t *Tree) right(i int, d *vec6) (z vec12) {
	x := &t.nodes[i]
	at := t.first[i]
	for r := range 6 {
		z[r] = -x.rest[r]
		if d != nil {
			z[6+r] = float64(x.moved(r) * x.B[r].dot(d))
		}
		if x.rate[r] >= 0 {
			if !x.held[r] {
				z[6+r] += t.effort[at]
			}
			at++
		}
	}
	return z
}

// force returns B y.
func (x *node) force(z *vec12) (f vec6) {
	for k := range 6 {
		for r := range 6 {
			f[r] += float64(x.B[k][r] * z[6+k])
		}
	}
	return f
}

// joint returns what the joint before a body adds to its acceleration along column k.
func (t *Tree) joint(i, k int, whole bool) float64 {
	x := &t.nodes[i]
	d := x.a
	if parent := t.model.Parent(i); whole || parent > 0 {
		d.sub(ptr(x.X.times(&t.nodes[parent].a)))
	}
	if whole {
		d.sub(&x.c)
	}
	return x.B[k].dot(&d)
}

// gaps sets gap to what followers lack of the acceleration of their leaders.
func (t *Tree) gaps(gap []float64, whole bool) {
	for k, i := range t.followers {
		gap[k] = float64(t.model.Bodies()[i].Ratio*t.joint(t.leaders[k], 5, whole)) - t.joint(i, 5, whole)
	}
}

// couple finds the forces κ with which followers move as their leaders do, and solves anew.
func (t *Tree) couple(tau []float64) error {
	t.gaps(t.gap, true)
	for k := range t.followers {
		clear(t.effort)
		t.push(k, 1)
		t.solve(false)
		t.gaps(t.unit[k], false)
	}
	// Unit force k changes gap j by unit[k][j], which is the element of −S; S is symmetric.
	if !eliminate(t.unit, t.gap) {
		return t.singular(t.followers[0])
	}
	t.give(tau)
	clear(t.force)
	for k, x := range t.gap {
		t.push(k, x)
		t.force[t.followers[k]] = x
	}
	t.solve(true)
	return nil
}

// push adds a force of follower k to the efforts.
func (t *Tree) push(k int, x float64) {
	i := t.followers[k]
	t.effort[t.first[i]] += x
	t.effort[t.first[t.leaders[k]]] -= float64(t.model.Bodies()[i].Ratio * x)
}

// rates sets the accelerations of the rates and what holds some of them.
func (t *Tree) rates(qdd, tau []float64) {
	clear(t.reaction)
	for i := 1; i < len(t.nodes); i++ {
		if t.follows(i) {
			continue
		}
		x := &t.nodes[i]
		for k, v := range x.rate {
			switch {
			case v < 0:
			case x.held[k]:
				qdd[v] = 0
				t.reaction[v] = x.y[k] - tau[v]
			default:
				qdd[v] = t.joint(i, k, true)
			}
		}
	}
	for k, i := range t.followers { // a leader that is held bears what its followers need
		if l := &t.nodes[t.leaders[k]]; l.held[5] {
			t.reaction[l.rate[5]] += float64(t.model.Bodies()[i].Ratio * t.force[i])
		}
	}
}

// Reaction returns the effort that held rate i in the last ForwardDynamics (N m or N), 0 unless Augment holds the rate.
func (t *Tree) Reaction(i int) float64 { return t.reaction[i] }

// JointForce returns the force that the joint before a link's body exerts on it in the last ForwardDynamics (N m, N),
// in the link's axes, with the moment about the link's origin. It is zero for the links of the base.
func (t *Tree) JointForce(link int) spatial.Force {
	l := &t.model.Links()[link]
	x := &t.nodes[l.Body]
	var z vec12
	copy(z[6:], x.y[:])
	y := x.force(&z)
	f := spatial.Force{Ang: mgl64.Vec3(y[:3]), Lin: mgl64.Vec3(y[3:])}
	l.Placement.ApplyForce(&f, &f)
	return f
}
