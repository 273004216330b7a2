package cfa

import (
	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// The steps of forward dynamics by constraint forces, for one body each. But for the velocity and the solution of A λ
// = r, they take no more than the results of both neighbours.
//
//	place        X, f = T τ
//	velocity     v = X v₋ + S q̇
//	bias         c = v × S q̇,   p = v ×* M v − f_ext
//	accelerate   a = M⁻¹ (f − X₊ᵀ f₊ − p)
//	setRow       A_ii, A_i,i+1
//	twice:
//	  setRight   r = Wᵀ (c + X a₋ − a)
//	             ... λ = A⁻¹ r ...
//	  bear       f = f + W λ,   a = a + M⁻¹ (W λ − X₊ᵀ W₊ λ₊)
//	rates        q̈ = Tᵀ (a − X a₋ − c)
//
// The signs − and + as indices are the bodies before and after.
//
// The first λ are the constraint forces, after which a satisfies the constraints, but for rounding. The second λ are
// what that leaves, and bring the accelerations from an error of some κ ε to one of some (κ ε)² + ε, with the
// condition κ of A and the rounding ε: the iterative refinement of linear equations (Higham, "Accuracy and Stability
// of Numerical Algorithms", 2002, chapter 12). It is worth its time, for a light body between heavy ones has a large
// M⁻¹, with which it multiplies the rounding of their forces.

// solutions is how often A λ = r is solved.
const solutions = 2

// place sets X and f = T τ.
func (c *Chain) place(i int, q, tau []float64) {
	m, b := &c.model.Bodies()[i], &c.bodies[i]
	m.Place(&b.X, q)
	b.f = spatial.Force{}
	switch m.Kind {
	case tree.Revolute:
		b.f.Ang[2] = tau[m.V]
	case tree.Prismatic:
		b.f.Lin[2] = tau[m.V]
	default:
		for k := range c.links[i].split.T {
			b.f.AddScaled(tau[m.V+k], &c.links[i].split.T[k])
		}
	}
}

// velocity sets v from that of the body before.
func (c *Chain) velocity(i int, qd []float64) {
	b := &c.bodies[i]
	b.X.ApplyMotion(&b.v, &c.bodies[i-1].v)
	c.model.Bodies()[i].AddRate(&b.v, qd)
}

// bias sets c and p.
func (c *Chain) bias(i int, qd []float64, fext []spatial.Force) {
	m, b := &c.model.Bodies()[i], &c.bodies[i]
	m.Cross(&b.c, &b.v, qd)
	m.Inertia.BiasForce(&b.p, &b.v)
	if fext == nil {
		return
	}
	var f spatial.Force
	for _, l := range c.carried[c.acting[i]:c.acting[i+1]] {
		c.model.Links()[l].Placement.InverseForce(&f, &fext[l])
		b.p.AddScaled(-1, &f)
	}
}

// accelerate sets a from the forces through the joints before and after the body.
func (c *Chain) accelerate(i int) {
	b := &c.bodies[i]
	net := b.f
	net.AddScaled(-1, &b.p)
	if i < len(c.rows) {
		next := &c.bodies[i+1]
		var f spatial.Force
		next.X.InverseForce(&f, &next.f)
		net.AddScaled(-1, &f)
	}
	c.links[i].J.Apply(&b.a, &net)
}

// added sets m = a − X a₋ − c: what the joint adds to the acceleration of its body.
func (c *Chain) added(m *spatial.Motion, i int) {
	b := &c.bodies[i]
	b.X.ApplyMotion(m, &c.bodies[i-1].a)
	m.Add(&b.c)
	m.AddScaled(-1, &b.a)
	m.Ang[0], m.Ang[1], m.Ang[2] = -m.Ang[0], -m.Ang[1], -m.Ang[2]
	m.Lin[0], m.Lin[1], m.Lin[2] = -m.Lin[0], -m.Lin[1], -m.Lin[2]
}

// setRow sets the row of joint i, with the inverse inertia J of the body after the joint and J₋ of that before it:
//
//	A_ii = Wᵀ (J + X J₋ Xᵀ) W,   A_i,i+1 = −Wᵀ J X₊ᵀ W₊
func (c *Chain) setRow(i int) {
	r, l := &c.rows[i-1], &c.links[i]
	r.diag = l.WJW
	var J kernel.InverseInertia
	c.bodies[i].X.ApplyInverse(&J, &c.links[i-1].J)
	c.addWJW(&r.diag, i, &J)
	r.scale = vec5{r.diag[0], r.diag[2], r.diag[5], r.diag[9], r.diag[14]}
	if i == len(c.rows) {
		return
	}
	var m spatial.Motion
	var x vec5
	for k := range l.JW {
		c.bodies[i+1].X.ApplyMotion(&m, &l.JW[k])
		c.along(&x, i+1, &m)
		for j := range x {
			r.right[j][k] = -x[j]
		}
	}
}

// setRight sets r of joint i: by how much the acceleration of its body violates the constraints.
func (c *Chain) setRight(i int) {
	var m spatial.Motion
	c.added(&m, i)
	x := &c.rows[i-1].x
	c.along(x, i, &m)
	for k := range x {
		x[k] = -x[k]
	}
}

// bear adds to f the constraint forces λ and to a what they and those of the next joint cause.
func (c *Chain) bear(i int) {
	b := &c.bodies[i]
	var net spatial.Force
	c.spread(&net, i)
	b.f.Add(&net)
	if i < len(c.rows) {
		var next spatial.Force
		c.spread(&next, i+1)
		c.bodies[i+1].X.InverseForce(&next, &next)
		net.AddScaled(-1, &next)
	}
	var a spatial.Motion
	c.links[i].J.Apply(&a, &net)
	b.a.Add(&a)
}

// spread sets f = W λ.
func (c *Chain) spread(f *spatial.Force, i int) {
	x := &c.rows[i-1].x
	switch c.model.Bodies()[i].Kind {
	case tree.Revolute:
		f.Ang[0], f.Ang[1], f.Ang[2] = x[0], x[1], 0
		f.Lin[0], f.Lin[1], f.Lin[2] = x[2], x[3], x[4]
	case tree.Prismatic:
		f.Ang[0], f.Ang[1], f.Ang[2] = x[0], x[1], x[2]
		f.Lin[0], f.Lin[1], f.Lin[2] = x[3], x[4], 0
	default:
		*f = spatial.Force{}
		for k := range c.links[i].split.W {
			f.AddScaled(x[k], &c.links[i].split.W[k])
		}
	}
}

// rates sets the accelerations of the joint.
func (c *Chain) rates(i int, qdd []float64) {
	var m spatial.Motion
	c.added(&m, i)
	b := &c.model.Bodies()[i]
	switch b.Kind {
	case tree.Revolute:
		qdd[b.V] = m.Ang[2]
	case tree.Prismatic:
		qdd[b.V] = m.Lin[2]
	default:
		for k := range c.links[i].split.T {
			qdd[b.V+k] = m.Dot(&c.links[i].split.T[k])
		}
	}
}

// along sets x = Wᵀ m.
func (c *Chain) along(x *vec5, i int, m *spatial.Motion) {
	switch c.model.Bodies()[i].Kind {
	case tree.Revolute:
		x[0], x[1], x[2], x[3], x[4] = m.Ang[0], m.Ang[1], m.Lin[0], m.Lin[1], m.Lin[2]
	case tree.Prismatic:
		x[0], x[1], x[2], x[3], x[4] = m.Ang[0], m.Ang[1], m.Ang[2], m.Lin[0], m.Lin[1]
	default:
		W := c.links[i].split.W
		for k := range x {
			if k < len(W) {
				x[k] = m.Dot(&W[k])
			} else {
				x[k] = 0
			}
		}
	}
}

// addWJW adds Wᵀ J W to a.
func (c *Chain) addWJW(a *sym5, i int, J *kernel.InverseInertia) {
	N := &J.N
	var B [9]float64
	var D spatial.Sym3
	switch c.model.Bodies()[i].Kind {
	case tree.Revolute:
		J.Blocks(&B, &D)
		a[0] += N[0]
		a[1], a[2] = a[1]+N[1], a[2]+N[2]
		a[3], a[4], a[5] = a[3]+B[0], a[4]+B[3], a[5]+D[0]
		a[6], a[7], a[8], a[9] = a[6]+B[1], a[7]+B[4], a[8]+D[1], a[9]+D[2]
		a[10], a[11], a[12], a[13], a[14] = a[10]+B[2], a[11]+B[5], a[12]+D[3], a[13]+D[4], a[14]+D[5]
	case tree.Prismatic:
		J.Blocks(&B, &D)
		a[0] += N[0]
		a[1], a[2] = a[1]+N[1], a[2]+N[2]
		a[3], a[4], a[5] = a[3]+N[3], a[4]+N[4], a[5]+N[5]
		a[6], a[7], a[8], a[9] = a[6]+B[0], a[7]+B[3], a[8]+B[6], a[9]+D[0]
		a[10], a[11], a[12], a[13], a[14] = a[10]+B[1], a[11]+B[4], a[12]+B[7], a[13]+D[1], a[14]+D[2]
	default:
		W := c.links[i].split.W
		at := 0
		for k := range W {
			var m spatial.Motion
			J.Apply(&m, &W[k])
			for j := range k + 1 {
				a[at] += m.Dot(&W[j])
				at++
			}
		}
	}
}
