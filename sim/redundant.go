package sim

import (
	"math"

	"kinetree/spatial/mat"
)

// If constraints couple rates that rest, such as the joints of a loop, the matrix of settle is singular: friction in
// one of these joints holds all of them, and rigid bodies do not determine the share of each joint. Then settle's rule
// may find no end. The problem of settle is a minimum,
//
//	½ rᵀ K r + a₀ᵀ r   of   lower ≤ r ≤ upper
//
// with the part K of M⁻¹ of the candidates and the accelerations a₀ that the candidates would have if free. A minimum
// always exists; settle's rule finds it with a small number on the diagonal of K. Then the efforts r of coupled rates
// move along vectors z with K z = 0 until only independent efforts are within their bounds. A rate whose effort is at a
// bound rests because another rate is held, and has no events of its own. The motion does not depend on this choice,
// and the choice depends on the state alone. Source: Cottle, Pang, Stone, "The Linear Complementarity Problem", 1992,
// chapters 3 and 5.
type redundant struct {
	n            int
	K            []float64 // n x n
	little       []float64 // on the diagonal
	a0           []float64
	lower, upper []float64
	sure         []bool // of what has no choice
	at           []int  // −1 at the lower bound, 1 at the upper one, 0 between
	r, a         []float64
	size         float64 // of accelerations
}

// regular is added to the diagonal of K, in parts of the diagonal of M⁻¹ without constraints. The diagonal of K may be
// 0: no effort of a joint that turns back at a dead centre of its loop changes its acceleration.
const regular = 1e-9

// settleCoupled finds the modes of rates at rest that constraints couple.
func (w *detector) settleCoupled() error {
	var list []*rate
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.candidate {
			list = append(list, r)
		}
	}
	for _, r := range list { // let go; what friction then does is taken away again
		r.side, r.slip = 0, 0
		if r.rough {
			r.slip = 1
		}
	}
	if err := (*settling)(w.World).solve(); err != nil {
		return err
	}
	nv, n := w.NV(), len(list)
	inverse, open := make([]float64, nv*nv), make([]float64, nv*nv)
	if err := w.forward.InverseMassMatrix(open, w.state.Q); err != nil {
		return err
	}
	if err := w.plant.inverseMassMatrix(inverse); err != nil {
		return err
	}
	row := func() []float64 { return make([]float64, n) }
	p := &redundant{n: n, little: row(), K: make([]float64, n*n), a0: row(), lower: row(), upper: row(),
		sure: make([]bool, n), at: make([]int, n), r: row(), a: row()}
	for i, x := range list {
		p.lower[i], p.upper[i] = -x.Forwards, x.Backwards
		if x.pad != nil && x.pad.rests(w.state.Qd) { // a box around what the pad can bear
			p.lower[i], p.upper[i] = -x.pad.Level, x.pad.Level
		}
		if x.at < 0 || x.frozen {
			p.upper[i] = math.Inf(1)
		}
		if x.at > 0 || x.frozen {
			p.lower[i] = math.Inf(-1)
		}
		p.a0[i], p.little[i] = w.state.Qdd[x.v], float64(regular*open[x.v*nv+x.v])
		for k, y := range list {
			p.K[i*n+k] = inverse[x.v*nv+y.v]
			p.a0[i] += float64(p.K[i*n+k] * float64(y.slip*y.Forwards))
		}
		p.size = max(p.size, math.Abs(p.a0[i]))
	}
	if err := pivot(p, n); err != nil {
		return err
	}
	p.part()
	for i, x := range list {
		x.slip, x.side, x.reaction = 0, 0, p.r[i]
		switch {
		case x.pad != nil && !x.pad.rests(w.state.Qd):
			x.slip = 1
		case p.at[i] == 0:
			x.side = x.at
		case x.rough && x.pad == nil:
			x.slip = float64(-p.at[i])
		}
		x.carried = p.carried(i)
	}
	for i, x := range list {
		if x.pad != nil && p.at[i] != 0 && !x.pad.moves() {
			x.pad.release()
		}
	}
	return (*settling)(w.World).solve()
}

// carried reports whether a free rate rests because other rates are held: the held rates leave it no motion, though it
// could move without them. A joint in a dead centre of its loop is not carried.
func (p *redundant) carried(i int) bool {
	free := p.free()
	m := len(free)
	if p.at[i] == 0 || m == 0 || p.K[i*p.n+i] <= p.little[i] {
		return false
	}
	A, x := mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
	for a, f := range free {
		x.SetVec(a, p.K[f*p.n+i])
		for b, g := range free {
			A.Set(a, b, p.K[f*p.n+g])
		}
	}
	var lu mat.LU
	lu.Factorize(A)
	lu.SolveVec(x)
	left := p.K[i*p.n+i]
	for a, f := range free {
		left -= float64(p.K[i*p.n+f] * x.AtVec(a))
	}
	return left <= p.little[i]
}

// free returns the indices of the efforts between their bounds.
func (p *redundant) free() (list []int) {
	for i, at := range p.at {
		if at == 0 {
			list = append(list, i)
		}
	}
	return list
}

// solve implements complementarity.
func (p *redundant) solve() error {
	free := p.free()
	for i, at := range p.at {
		switch {
		case at < 0:
			p.r[i] = p.lower[i]
		case at > 0:
			p.r[i] = p.upper[i]
		default:
			p.r[i] = 0
		}
	}
	if m := len(free); m > 0 {
		A, x := mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
		for i, f := range free {
			sum := -p.a0[f]
			for k := range p.n {
				sum -= float64(p.K[f*p.n+k] * p.r[k])
			}
			x.SetVec(i, sum)
			for k, g := range free {
				A.Set(i, k, p.K[f*p.n+g])
			}
			A.Set(i, i, A.At(i, i)+p.little[f])
		}
		var lu mat.LU
		lu.Factorize(A)
		lu.SolveVec(x)
		for i, f := range free {
			p.r[f] = x.AtVec(i)
		}
	}
	for i := range p.a {
		sum := p.a0[i] + float64(p.little[i]*p.r[i])
		for k := range p.n {
			sum += float64(p.K[i*p.n+k] * p.r[k])
		}
		p.a[i] = sum
	}
	return nil
}

// wrong implements complementarity. What the diagonal does is no contradiction.
func (p *redundant) wrong(i int) bool {
	switch tolerance := float64(rounding * p.size); {
	case p.sure[i]:
		return false
	case p.at[i] < 0:
		return p.a[i] < -tolerance
	case p.at[i] > 0:
		return p.a[i] > tolerance
	}
	slack := float64(rounding * (math.Abs(p.r[i]) + 1))
	return p.r[i] < p.lower[i]-slack || p.r[i] > p.upper[i]+slack
}

// flip implements complementarity.
func (p *redundant) flip(i int) {
	switch {
	case p.at[i] != 0:
		p.at[i] = 0
	case p.r[i] < p.lower[i]:
		p.at[i] = -1
	default:
		p.at[i] = 1
	}
}

// hold implements complementarity.
func (p *redundant) hold(i int) { p.sure[i] = true }

// part leaves only such efforts between their bounds as are independent. Where it has a choice it takes the nearest
// bound.
func (p *redundant) part() {
	for {
		free := p.free()
		z := p.null(free)
		if z == nil {
			return
		}
		first, step := -1, math.Inf(1)
		for i, f := range free[:len(z)] {
			if math.Abs(z[i]) < 1e-6*largest(z) {
				continue
			}
			for _, bound := range [...]float64{p.lower[f], p.upper[f]} {
				if t := (bound - p.r[f]) / z[i]; math.Abs(t) < math.Abs(step) {
					first, step = i, t
				}
			}
		}
		if first < 0 {
			return // stops against each other, which bear as much as one likes
		}
		for i, f := range free[:len(z)] {
			p.r[f] += float64(step * z[i])
		}
		f := free[first]
		p.at[f] = 1
		if step*z[first] < 0 {
			p.at[f] = -1
		}
	}
}

// null returns a vector z with K z = 0 for the shortest beginning of a list of efforts that has such a vector; nil if
// no beginning has one. Cholesky's factorization finds the first effort that depends on the efforts before it.
func (p *redundant) null(list []int) []float64 {
	const dependent = 1e-8 // of what an effort does without constraints
	if len(list) < 2 {
		return nil
	}
	rows := make([][]float64, 0, len(list))
	for n, f := range list {
		row := make([]float64, n+1)
		rest := p.K[f*p.n+f]
		for i, l := range rows {
			row[i] = p.K[f*p.n+list[i]]
			for k := range i {
				row[i] -= float64(row[k] * l[k])
			}
			row[i] /= l[i]
			rest -= float64(row[i] * row[i])
		}
		if rest <= float64(dependent/regular*p.little[f]) {
			return substitute(rows, row)
		}
		row[n] = math.Sqrt(rest)
		rows = append(rows, row)
	}
	return nil
}

// substitute returns (−x, 1) with Lᵀ x = y for the rows of L, and the first elements y of a row.
func substitute(rows [][]float64, row []float64) []float64 {
	n := len(rows)
	z := make([]float64, n+1)
	z[n] = 1
	for i := n - 1; i >= 0; i-- {
		z[i] = -row[i]
		for k := i + 1; k < n; k++ {
			z[i] -= float64(rows[k][i] * z[k])
		}
		z[i] /= rows[i][i]
	}
	return z
}
