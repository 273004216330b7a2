package cfa

// The solution of A λ = r by odd-even reduction. Of the rows that are multiples of h, the odd multiples are taken out
// at once, for none of them is a neighbour of another. Row j, its diagonal factored as L D Lᵀ, says
//
//	λ_j = L⁻ᵀ (x_j − D⁻¹ (Y λ_j−h + Z λ_j+h)),   Y = L⁻¹ A_j,j−h,   Z = L⁻¹ A_j,j+h,   x_j = D⁻¹ L⁻¹ r_j
//
// which, put into the rows of both neighbours, leaves a system of the same form for the even multiples:
//
//	A_j−h,j−h −= Yᵀ D⁻¹ Y    A_j−h,j+h = −Yᵀ D⁻¹ Z    r_j−h −= Yᵀ x_j
//	A_j+h,j+h −= Zᵀ D⁻¹ Z                             r_j+h −= Zᵀ x_j
//
// A is reduced once, and each r follows. Rows are counted from 0 here.

// reduce reduces A to its row 0, which it factors, too. It is false if factors are lost in rounding.
func (p *ParallelChain) reduce() bool {
	n := len(p.rows)
	p.lost.Store(int64(n))
	p.reductions = 0
	for p.h = 1; p.h < n; p.h *= 2 {
		p.team.all(p, p.odd(), (*ParallelChain).takeOut)
		p.team.all(p, p.even(), (*ParallelChain).join)
		p.reductions++
	}
	if last := &p.rows[0]; !last.diag.factor(&last.scale) {
		p.lost.Store(0)
	}
	return p.lost.Load() == int64(n)
}

// odd returns how many odd multiples of h are less than n, and even how many even ones.
func (p *ParallelChain) odd() int  { return ((len(p.rows)-1)/p.h + 1) / 2 }
func (p *ParallelChain) even() int { return (len(p.rows)-1)/(2*p.h) + 1 }

// takeOut factors row j, the odd multiple 2k+1 of h.
func (p *ParallelChain) takeOut(k int) {
	j := p.h * (2*k + 1)
	r, Y := &p.rows[j], &p.left[j]
	if !r.diag.factor(&r.scale) {
		p.lose(j)
		return
	}
	*Y = p.rows[j-p.h].right.transposed()
	r.diag.lowerColumns(Y)
	if j+p.h < len(p.rows) {
		r.diag.lowerColumns(&r.right)
	}
}

// join takes from row j, the even multiple 2k of h, what the rows taken out on both sides leave.
func (p *ParallelChain) join(k int) {
	j := 2 * k * p.h
	r := &p.rows[j]
	if j > 0 {
		out := &p.rows[j-p.h]
		r.diag.subSquare(&out.right, &out.diag)
	}
	if at := j + p.h; at < len(p.rows) {
		out, Y := &p.rows[at], &p.left[at]
		r.diag.subSquare(Y, &out.diag)
		if at+p.h < len(p.rows) {
			r.right.setProduct(Y, &out.right, &out.diag)
		}
	}
}

// lose notes that the factors of row j are lost, if it is the first one.
func (p *ParallelChain) lose(j int) {
	for {
		first := p.lost.Load()
		if int64(j) >= first || p.lost.CompareAndSwap(first, int64(j)) {
			return
		}
	}
}

// solve sets λ of all rows from the accelerations of the bodies.
func (p *ParallelChain) solve() {
	n := len(p.rows)
	p.team.all(p, n, (*ParallelChain).right)
	for p.h = 1; p.h < n; p.h *= 2 {
		p.team.all(p, p.even(), (*ParallelChain).follow)
	}
	p.rows[0].diag.upper(&p.rows[0].x)
	for p.h /= 2; p.h > 0; p.h /= 2 {
		p.team.all(p, p.odd(), (*ParallelChain).putIn)
	}
}

// right sets r_j, or x_j if row j is taken out first.
func (p *ParallelChain) right(j int) {
	p.setRight(j + 1)
	if r := &p.rows[j]; j%2 == 1 || len(p.rows) == 1 {
		r.diag.half(&r.x)
	}
}

// follow takes from r of row j, the even multiple 2k of h, what the rows taken out on both sides leave, and sets x_j
// if row j is taken out next or is the last one left.
func (p *ParallelChain) follow(k int) {
	j := 2 * k * p.h
	r := &p.rows[j]
	if j > 0 {
		out := &p.rows[j-p.h]
		r.x.subTransposed(&out.right, &out.x)
	}
	if at := j + p.h; at < len(p.rows) {
		r.x.subTransposed(&p.left[at], &p.rows[at].x)
	}
	if k%2 == 1 || p.even() == 1 {
		r.diag.half(&r.x)
	}
}

// putIn sets λ of row j, the odd multiple 2k+1 of h, when those of its neighbours are known.
func (p *ParallelChain) putIn(k int) {
	j := p.h * (2*k + 1)
	r := &p.rows[j]
	r.diag.subScaled(&r.x, &p.left[j], &p.rows[j-p.h].x)
	if j+p.h < len(p.rows) {
		r.diag.subScaled(&r.x, &r.right, &p.rows[j+p.h].x)
	}
	r.diag.upper(&r.x)
}
