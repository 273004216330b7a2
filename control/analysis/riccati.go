package analysis

import (
	"errors"
	"fmt"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// The regulators of this file solve Riccati equations by the structure-preserving doubling algorithm. With G = B R⁻¹
// Bᵀ and H = Q, for a discrete system,
//
//	W = 1 + G H,   A⁺ = A W⁻¹ A,   G⁺ = G + A W⁻¹ G Aᵀ,   H⁺ = H + Aᵀ H W⁻¹ A
//
// converges quadratically, H to the solution P and A to 0 (Chu, Fan, Lin and Wang, "Structure-preserving algorithms
// for periodic discrete-time algebraic Riccati equations", Int. J. Control 77(8), 2004). A continuous system becomes
// a discrete one with the same P by a Cayley transform (Chu, Fan and Lin, "A structure-preserving doubling algorithm
// for continuous-time algebraic Riccati equations", Linear Algebra and its Applications 396, 2005).

// LQR returns the feedback K, u = −K x, that minimises ∫(xᵀ Q x + uᵀ R u) dt of ẋ = A x + B u, and the P of the least
// cost xᵀ P x from x on:
//
//	Aᵀ P + P A − P B R⁻¹ Bᵀ P + Q = 0,   K = R⁻¹ Bᵀ P
//
// Q must be symmetric and positive semidefinite, R symmetric and positive definite. The error says what is wrong with
// them, or that no feedback that they lead to makes the system stable. It panics if sizes do not fit. O(n³).
func LQR(a, b, q, r *mat.Dense) (k, p *mat.Dense, err error) {
	g, solveR, err := weights(a, b, q, r)
	if err != nil {
		return nil, nil, err
	}
	n, _ := a.Dims()
	p = mat.NewDense(n, n, nil)
	// What rounding leaves of the equation is of the same kind, for a correction of P and the closed loop.
	var closed, rest mat.Dense
	closed.CloneFrom(a)
	rest.CloneFrom(q)
	for range 3 {
		correction, err := continuous(&closed, g, &rest)
		if err != nil {
			return nil, nil, err
		}
		p.Add(p, correction)
		closed.Mul(g, p)
		closed.Sub(a, &closed)
		rest.CloneFrom(residual(a, g, q, p))
	}
	if err := stable(&closed, func(s complex128) bool { return real(s) < 0 }); err != nil {
		return nil, nil, err
	}
	k = &mat.Dense{}
	k.Mul(b.T(), p)
	return k, p, solveR.SolveTo(k, k)
}

// residual returns Aᵀ P + P A − P G P + Q.
func residual(a, g, q, p *mat.Dense) *mat.Dense {
	var pa, gp, r mat.Dense
	pa.Mul(p, a)
	gp.Mul(g, p)
	r.Mul(p, &gp)
	r.Sub(q, &r)
	r.Add(&r, &pa)
	r.Add(&r, pa.T())
	return symmetric(&r)
}

// DiscreteLQR returns the feedback K, u = −K x, that minimises Σ(xᵀ Q x + uᵀ R u) of x⁺ = A x + B u, and the P of the
// least cost xᵀ P x from x on:
//
//	P = Aᵀ P A − Aᵀ P B (R + Bᵀ P B)⁻¹ Bᵀ P A + Q,   K = (R + Bᵀ P B)⁻¹ Bᵀ P A
//
// Otherwise it is as [LQR].
func DiscreteLQR(a, b, q, r *mat.Dense) (k, p *mat.Dense, err error) {
	g, _, err := weights(a, b, q, r)
	if err != nil {
		return nil, nil, err
	}
	n, _ := a.Dims()
	p, k = mat.NewDense(n, n, nil), &mat.Dense{}
	// As in LQR, with R + Bᵀ P B in the place of R.
	var closed, rest mat.Dense
	closed.CloneFrom(a)
	rest.CloneFrom(q)
	for range 3 {
		correction, err := double(&closed, g, &rest)
		if err != nil {
			return nil, nil, err
		}
		p.Add(p, correction)
		var pb, s, x, bx, y mat.Dense
		pb.Mul(p, b)
		s.Mul(b.T(), &pb)
		s.Add(&s, r)
		k.Mul(pb.T(), a)
		if k.Solve(&s, k) != nil || x.Solve(&s, b.T()) != nil {
			return nil, nil, errUnstable
		}
		bx.Mul(b, &x)
		g = symmetric(&bx)
		closed.Mul(b, k)
		closed.Sub(a, &closed)
		y.Mul(p, &closed)
		rest.Mul(a.T(), &y)
		rest.Sub(&rest, p)
		rest.Add(&rest, q)
		rest.CloneFrom(symmetric(&rest))
	}
	return k, p, stable(&closed, func(z complex128) bool { return libm.CAbs(z) < 1 })
}

// weights checks the arguments of a regulator and returns B R⁻¹ Bᵀ and the factors of R.
func weights(a, b, q, r *mat.Dense) (*mat.Dense, *mat.Cholesky, error) {
	n, columns := a.Dims()
	rows, inputs := b.Dims()
	if columns != n || rows != n {
		panic(fmt.Sprintf("linear: A is %d x %d and B %d x %d; expected a square A and as many rows of B", n, columns,
			rows, inputs))
	}
	for _, w := range []struct {
		name string
		m    *mat.Dense
		n    int
	}{{"Q", q, n}, {"R", r, inputs}} {
		if i, j := w.m.Dims(); i != w.n || j != w.n {
			panic(fmt.Sprintf("linear: %s is %d x %d; expected %d x %d", w.name, i, j, w.n, w.n))
		}
		var odd mat.Dense
		odd.Sub(w.m, w.m.T())
		if size := mat.Norm(w.m); !(mat.Norm(&odd) <= 1e-12*size) || math.IsInf(size, 0) {
			return nil, nil, fmt.Errorf("the weights %s are not symmetric or not finite; expected a symmetric matrix",
				w.name)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, symmetric(q).Data())) ||
		eigen.Values()[0] < -1e-12*mat.Norm(q) {
		return nil, nil, errors.New("the weights Q of the state are not positive semidefinite")
	}
	var c mat.Cholesky
	if !c.Factorize(mat.NewSymDense(inputs, symmetric(r).Data())) {
		return nil, nil, errors.New("the weights R of the efforts are not positive definite")
	}
	var x, g mat.Dense
	if err := c.SolveTo(&x, b.T()); err != nil {
		return nil, nil, fmt.Errorf("the weights R of the efforts are nearly singular: %w", err)
	}
	g.Mul(b, &x)
	return symmetric(&g), &c, nil
}

// errUnstable reports that the Riccati equation has no stabilising solution.
var errUnstable = errors.New("no feedback makes the system stable, or its unstable motion has no weight in Q")

// stable returns an error unless all eigenvalues of the closed loop are good.
func stable(closed *mat.Dense, good func(complex128) bool) error {
	values, err := eigenvalues(closed)
	if err != nil {
		return err
	}
	for _, s := range values {
		if !good(s) {
			return errUnstable
		}
	}
	return nil
}

// continuous returns P of Aᵀ P + P A − P G P + H = 0. With a number γ > 0 and A_γ = A − γ the discrete system is
//
//	Â = 1 + 2γ (A_γ + G A_γ⁻ᵀ H)⁻¹,   Ĝ = 2γ A_γ⁻¹ G (A_γᵀ + H A_γ⁻¹ G)⁻¹,   Ĥ = 2γ (A_γᵀ + H A_γ⁻¹ G)⁻¹ H A_γ⁻¹
func continuous(a, g, h *mat.Dense) (*mat.Dense, error) {
	n, _ := a.Dims()
	// In units of P in which G and H are as large.
	unit := math.Sqrt(mat.Norm(g) / mat.Norm(h))
	if !(unit > 0) || math.IsInf(unit, 0) {
		unit = 1
	}
	var G, H mat.Dense
	G.Scale(1/unit, g)
	H.Scale(unit, h)
	// of the size of the closed loop's poles, above each of A's
	shift := float64(1.5 * math.Max(mat.Norm(a), mat.Norm(&G)))
	var ag, inverse, gi, hi, w, wi mat.Dense
	ag.CloneFrom(a)
	for i := range n {
		ag.Set(i, i, ag.At(i, i)-shift)
	}
	if inverse.Inverse(&ag) != nil {
		return nil, errUnstable
	}
	gi.Mul(&inverse, &G) // A_γ⁻¹ G
	hi.Mul(&H, &inverse) // H A_γ⁻¹
	w.Mul(&H, &gi)
	w.Add(&w, ag.T())
	if wi.Inverse(&w) != nil {
		return nil, errUnstable
	}
	A, Gd, Hd := mat.NewDense(n, n, nil), &mat.Dense{}, &mat.Dense{}
	A.Scale(float64(2*shift), wi.T()) // W is the transpose of A_γ + G A_γ⁻ᵀ H
	for i := range n {
		A.Set(i, i, A.At(i, i)+1)
	}
	Gd.Mul(&gi, &wi)
	Gd.Scale(float64(2*shift), Gd)
	Hd.Mul(&wi, &hi)
	Hd.Scale(float64(2*shift), Hd)
	p, err := double(A, symmetric(Gd), symmetric(Hd))
	if err != nil {
		return nil, err
	}
	p.Scale(1/unit, p)
	return p, nil
}

// double returns P of the discrete system.
func double(a, g, h *mat.Dense) (*mat.Dense, error) {
	n, _ := a.Dims()
	A, G, H := mat.DenseCopyOf(a), mat.DenseCopyOf(g), mat.DenseCopyOf(h)
	// Quadratic convergence takes 6 or 7 rounds once A is small, and each round halves the distance of the slowest
	// pole from the unit circle before.
	for range 60 {
		var w, wa, wg, x, more mat.Dense
		w.Mul(G, H)
		for i := range n {
			w.Set(i, i, w.At(i, i)+1)
		}
		var lu mat.LU
		lu.Factorize(&w)
		if lu.SolveTo(&wa, A) != nil || lu.SolveTo(&wg, G) != nil {
			return nil, errUnstable
		}
		x.Mul(H, &wa)
		more.Mul(A.T(), &x)
		H.Add(H, &more)
		var y, z mat.Dense
		y.Mul(A, &wg)
		z.Mul(&y, A.T())
		G.Add(G, &z)
		A.Mul(A, &wa)
		H, G = symmetric(H), symmetric(G)
		size := mat.Norm(H)
		if !floats.Finite(size) {
			return nil, errUnstable
		}
		if mat.Norm(&more) <= 1e-16*size {
			return H, nil
		}
	}
	return nil, errUnstable
}

// symmetric returns the mean of a matrix and its transpose.
func symmetric(x *mat.Dense) *mat.Dense {
	var s mat.Dense
	s.Add(x, x.T())
	s.Scale(0.5, &s)
	return &s
}
