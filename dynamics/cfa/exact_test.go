package cfa

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// dd is a number of about 32 digits, the sum of a float64 and its rounding error (Dekker, "A floating-point technique
// for extending the available precision", Numerische Mathematik 18, 1971).
type dd struct{ h, l float64 }

func exact(x float64) dd { return dd{h: x} }

func (a dd) add(b dd) dd {
	s := a.h + b.h
	t := s - a.h
	e := (a.h - (s - t)) + (b.h - t) + a.l + b.l
	h := s + e
	return dd{h, e - (h - s)}
}

func (a dd) neg() dd { return dd{-a.h, -a.l} }

func (a dd) sub(b dd) dd { return a.add(b.neg()) }

func (a dd) mul(b dd) dd {
	p := a.h * b.h
	e := math.FMA(a.h, b.h, -p) + float64(a.h*b.l) + float64(a.l*b.h)
	h := p + e
	return dd{h, e - (h - p)}
}

func (a dd) div(b dd) dd {
	q := exact(a.h / b.h)
	for range 2 { // Newton's correction
		q = q.add(exact(a.sub(q.mul(b)).h / b.h))
	}
	return q
}

func (a dd) sqrt() dd {
	r := exact(math.Sqrt(a.h))
	return r.add(exact(a.sub(r.mul(r)).h / (2 * r.h)))
}

// sincosDD returns sine and cosine by the Taylor series of a small part of the angle, which is then doubled.
func sincosDD(x dd) (s, c dd) {
	const halvings = 8
	x = x.mul(exact(1.0 / (1 << halvings)))
	term := exact(1)
	c = exact(1)
	for k := 1; k < 20; k++ {
		term = term.mul(x).div(exact(float64(k)))
		switch k % 4 {
		case 1:
			s = s.add(term)
		case 2:
			c = c.sub(term)
		case 3:
			s = s.sub(term)
		default:
			c = c.add(term)
		}
	}
	for range halvings {
		s, c = s.mul(c).mul(exact(2)), c.mul(c).sub(s.mul(s))
	}
	return s, c
}

type (
	vec6dd [6]dd
	mat6dd [6][6]dd
)

func (a *mat6dd) times(x *vec6dd) (y vec6dd) {
	for i := range 6 {
		for j := range 6 {
			y[i] = y[i].add(a[i][j].mul(x[j]))
		}
	}
	return y
}

// transposedTimes returns aᵀ b.
func (a *mat6dd) transposedTimes(b *mat6dd) (c mat6dd) {
	for i := range 6 {
		for j := range 6 {
			for k := range 6 {
				c[i][j] = c[i][j].add(a[k][i].mul(b[k][j]))
			}
		}
	}
	return c
}

func (a *mat6dd) transpose() (t mat6dd) {
	for i := range 6 {
		for j := range 6 {
			t[i][j] = a[j][i]
		}
	}
	return t
}

func (a vec6dd) plus(b vec6dd) vec6dd {
	for i := range 6 {
		a[i] = a[i].add(b[i])
	}
	return a
}

func cross(a, b [3]dd) [3]dd {
	return [3]dd{a[1].mul(b[2]).sub(a[2].mul(b[1])), a[2].mul(b[0]).sub(a[0].mul(b[2])),
		a[0].mul(b[1]).sub(a[1].mul(b[0]))}
}

// crossMotion returns v × m, and crossForce v ×* f.
func crossMotion(v, m *vec6dd) vec6dd {
	w, l, mw, ml := [3]dd(v[:3]), [3]dd(v[3:]), [3]dd(m[:3]), [3]dd(m[3:])
	a, b, c := cross(w, mw), cross(w, ml), cross(l, mw)
	return vec6dd{a[0], a[1], a[2], b[0].add(c[0]), b[1].add(c[1]), b[2].add(c[2])}
}

func crossForce(v, f *vec6dd) vec6dd {
	w, l, n, u := [3]dd(v[:3]), [3]dd(v[3:]), [3]dd(f[:3]), [3]dd(f[3:])
	a, b, c := cross(w, n), cross(l, u), cross(w, u)
	return vec6dd{a[0].add(b[0]), a[1].add(b[1]), a[2].add(b[2]), c[0], c[1], c[2]}
}

// transformDD returns the matrix of X with the pose at position q: [Rᵀ 0; −Rᵀ [p]× Rᵀ].
func transformDD(b *tree.Body, q float64) mat6dd {
	unit := func(c, s float64) (dd, dd) {
		x, y := exact(c), exact(s)
		l := x.mul(x).add(y.mul(y)).sqrt()
		return x.div(l), y.div(l)
	}
	cg, sg := exact(1), exact(0)
	if b.X.Twisted {
		cg, sg = unit(b.X.Cg, b.X.Sg)
	}
	ca, sa := unit(b.X.Ca, b.X.Sa)
	ct, st := unit(b.X.Cz, b.X.Sz)
	p := [3]dd{exact(b.X.P[0]), exact(b.X.P[1]), exact(b.X.P[2])}
	if b.Kind == tree.Revolute {
		st, ct = sincosDD(exact(b.Offset).add(exact(q)))
	} else {
		d := exact(b.Offset).add(exact(q))
		p[1], p[2] = p[1].sub(sa.mul(d)), p[2].add(ca.mul(d))
	}
	p[0], p[1] = cg.mul(p[0]).sub(sg.mul(p[1])), sg.mul(p[0]).add(cg.mul(p[1]))
	// Rows of Rᵀ = Rz(−θ) Rx(−α) Rz(−γ).
	x := [3]dd{ct.mul(cg).sub(st.mul(ca).mul(sg)), ct.mul(sg).add(st.mul(ca).mul(cg)), st.mul(sa)}
	y := [3]dd{st.mul(cg).neg().sub(ct.mul(ca).mul(sg)), ct.mul(ca).mul(cg).sub(st.mul(sg)), ct.mul(sa)}
	z := [3]dd{sa.mul(sg), sa.mul(cg).neg(), ca}
	var m mat6dd
	for i, row := range [3][3]dd{x, y, z} {
		moved := cross(p, row) // of −Rᵀ [p]×, whose rows are −(row × p)
		for j := range 3 {
			m[i][j], m[i+3][j+3], m[i+3][j] = row[j], row[j], moved[j]
		}
	}
	return m
}

func inertiaDD(b *spatial.Inertia) (m mat6dd) {
	I, c := b.I.Mat3(), b.MC
	skew := mgl64.Mat3{0, c[2], -c[1], -c[2], 0, c[0], c[1], -c[0], 0}
	for i := range 3 {
		for j := range 3 {
			m[i][j], m[i][j+3], m[i+3][j] = exact(I.At(i, j)), exact(skew.At(i, j)), exact(-skew.At(i, j))
		}
		m[i+3][i+3] = exact(b.M)
	}
	return m
}

// exactDynamics returns the accelerations of a chain of revolute and prismatic joints, computed with some 30 digits
// by the articulated-body algorithm in plain 6 x 6 matrices (Featherstone 2008, table 7.1).
func exactDynamics(m *tree.Model, q, qd, tau []float64) []float64 {
	n := len(m.Bodies())
	X, IA, U := make([]mat6dd, n), make([]mat6dd, n), make([]vec6dd, n)
	v, c, p := make([]vec6dd, n), make([]vec6dd, n), make([]vec6dd, n)
	axis, u := make([]int, n), make([]dd, n)
	for i := 1; i < n; i++ {
		b := &m.Bodies()[i]
		if axis[i] = 2; b.Kind == tree.Prismatic {
			axis[i] = 5
		}
		X[i], IA[i] = transformDD(b, q[i-1]), inertiaDD(&b.Inertia)
		var rate vec6dd
		rate[axis[i]] = exact(qd[i-1])
		v[i] = X[i].times(&v[i-1]).plus(rate)
		c[i] = crossMotion(&v[i], &rate)
		h := IA[i].times(&v[i])
		p[i] = crossForce(&v[i], &h)
	}
	for i := n - 1; i > 0; i-- {
		S := axis[i]
		U[i] = IA[i].transpose()[S]
		u[i] = exact(tau[i-1]).sub(p[i][S])
		if i == 1 {
			break
		}
		Ia, pa := IA[i], p[i]
		for r := range 6 {
			x := U[i][r].div(U[i][S])
			for s := range 6 {
				Ia[r][s] = Ia[r][s].sub(x.mul(U[i][s]))
			}
			pa[r] = pa[r].add(x.mul(u[i]))
		}
		pa = pa.plus(Ia.times(&c[i]))
		XI := X[i].transposedTimes(&Ia)
		Xt := X[i].transpose()
		XI = XI.transpose()
		XIX := X[i].transposedTimes(&XI)
		for r := range 6 {
			for s := range 6 {
				IA[i-1][r][s] = IA[i-1][r][s].add(XIX[s][r])
			}
		}
		p[i-1] = p[i-1].plus(Xt.times(&pa))
	}
	_, gravity, _ := m.Base(tree.Rest())
	var a vec6dd
	for k := range 3 {
		a[k+3] = exact(gravity.Lin[k])
	}
	qdd := make([]float64, n-1)
	for i := 1; i < n; i++ {
		a = X[i].times(&a).plus(c[i])
		rest := u[i]
		for k := range 6 {
			rest = rest.sub(U[i][k].mul(a[k]))
		}
		x := rest.div(U[i][axis[i]])
		a[axis[i]] = a[axis[i]].add(x)
		qdd[i-1] = x.h
	}
	return qdd
}
