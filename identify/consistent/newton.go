package consistent

import (
	"math"

	"kinetree/spatial/mat"
)

// Unknown is a matrix that is sought: the pseudo-inertia of a link, or a number such as a term of a joint.
type Unknown struct {
	Prior, J *mat.SymDense
	Forms    []*mat.SymDense // A_k, with γ_k = Σ tr(A_k J); nil for 0
	Below    float64         // of a number that may be negative: it is so much less than J
}

// Evidence is what a log says of the unknowns: combinations γ of them, and how certain these are.
type Evidence struct {
	Gamma       *mat.VecDense
	Root        *mat.TriDense // their covariance C is Root Rootᵀ,
	Information *mat.TriDense // and the inverse of this Informationᵀ Information
}

// ConvexProblem is to minimise, over positive definite matrices J,
//
//	½ (γ − γ̂)ᵀ C⁻¹ (γ − γ̂) + Σ d(J ‖ J₀),   d(J ‖ J₀) = tr(J₀⁻¹ J) − log det(J₀⁻¹ J) − n
//
// which is convex. It is a workspace for one goroutine.
type ConvexProblem struct {
	unknowns    []*Unknown
	gamma       *mat.VecDense // estimates, for the unknowns as they are
	covariance  *mat.SymDense
	information *mat.TriDense
	pulls       []*mat.SymDense // J₀⁻¹
	first       []int           // index of each unknown's first number in steps
	size        int
}

// NewConvexProblem returns the problem of the unknowns and an estimate. Minimise moves the unknowns.
func NewConvexProblem(unknowns []*Unknown, e *Evidence) *ConvexProblem {
	p := &ConvexProblem{unknowns: unknowns, gamma: mat.VecDenseCopyOf(e.Gamma), information: e.Information,
		covariance: mat.NewSymDense(e.Gamma.Len(), nil)}
	for _, u := range unknowns {
		for k, A := range u.Forms {
			if A != nil && u.Below != 0 {
				p.gamma.SetVec(k, p.gamma.AtVec(k)+float64(A.At(0, 0)*u.Below))
			}
		}
	}
	p.covariance.SymOuterK(1, e.Root)
	for _, u := range unknowns {
		n := u.J.SymmetricDim()
		var chol mat.Cholesky
		var inverse mat.SymDense
		if !chol.Factorize(u.Prior) || chol.InverseTo(&inverse) != nil {
			panic("consistent: the model's own parameters are those of no body")
		}
		p.pulls, p.first = append(p.pulls, &inverse), append(p.first, p.size)
		p.size += n * (n + 1) / 2
	}
	return p
}

// steps is how many steps are tried at most, farthest how many times as far as computed one goes at most, and inside
// the share of the way to where a matrix is no longer positive definite: a step that goes too near ends in a corner,
// out of which the next ones are short.
const (
	steps    = 100
	farthest = 100.
	inside   = 0.5
)

// Minimise finds the minimum, with the covariance of the estimates divided by certainty, from the current values of
// the unknowns. It reports whether it came there.
//
// Newton's method, J = J + t L X Lᵀ with J = L Lᵀ: in terms of X the distance has the gradient −X̂ and the Hessian 1,
// so a step minimises
//
//	½ |X − X̂|² + ½ (r + F X)ᵀ C⁻¹ (r + F X),   X̂ = 1 − Lᵀ J₀⁻¹ L,   F_k = Lᵀ A_k L,   r = γ − γ̂
//
// which is X = X̂ − Fᵀ ν with (C + F Fᵀ) ν = r + F X̂.
func (p *ConvexProblem) Minimise(certainty float64) bool {
	last := false
	for range steps {
		s, ok := p.step(certainty)
		if !ok {
			return false
		}
		t := s.length()
		for i, u := range p.unknowns {
			u.J = moved(u.J, s.roots[i], s.x, p.first[i], t)
		}
		if last {
			return true
		}
		last = mat.Norm(s.x) < 1e-6 // the next step squares the error, which leaves rounding
	}
	return false
}

// step is a step of Newton's method.
type step struct {
	roots []*mat.TriDense // L
	x     *mat.VecDense   // X, the numbers of all unknowns in a row
	// Of the function along t X, of which the derivative is linear + (t − 1) curved − Σ μ/(1 + t μ):
	linear, curved float64
	eigenvalues    []float64 // μ, of X
}

// step returns the step from the current values.
func (p *ConvexProblem) step(certainty float64) (s *step, ok bool) {
	n := p.gamma.Len()
	s = &step{x: mat.NewVecDense(p.size, nil)}
	F, r := mat.NewDense(n, p.size, nil), mat.NewVecDense(n, nil)
	r.ScaleVec(-1, p.gamma)
	for i, u := range p.unknowns {
		var chol mat.Cholesky
		if !chol.Factorize(u.J) {
			return nil, false
		}
		L := new(mat.TriDense)
		chol.LTo(L)
		s.roots = append(s.roots, L)
		pull := congruent(L, p.pulls[i])
		pull.Scale(-1, pull)
		for k := range u.J.SymmetricDim() {
			pull.Set(k, k, 1+pull.At(k, k))
		}
		put(s.x.Data()[p.first[i]:], pull)
		for k, A := range u.Forms {
			if A != nil {
				put(F.RawRowView(k)[p.first[i]:], congruent(L, A))
				r.SetVec(k, r.AtVec(k)+inner(A, u.J))
			}
		}
	}
	free := mat.VecDenseCopyOf(s.x) // X̂
	S := mat.NewSymDense(n, nil)
	S.SymOuterK(1, F)
	for k := range n {
		for l := k; l < n; l++ {
			S.SetSym(k, l, S.At(k, l)+p.covariance.At(k, l)/certainty)
		}
	}
	var rhs, nu, back mat.VecDense
	rhs.MulVec(F, s.x)
	rhs.AddVec(&rhs, r)
	if !solveScaled(&nu, S, &rhs) {
		return nil, false
	}
	back.MulVec(F.T(), &nu)
	s.x.SubVec(s.x, &back)

	// The estimates' part has the derivative (r + t F X)ᵀ C⁻¹ F X, and C⁻¹ (r + F X) = ν.
	var shift, weighed mat.VecDense
	shift.MulVec(F, s.x)
	weighed.MulVec(p.information, &shift)
	s.curved = float64(certainty * mat.Dot(&weighed, &weighed))
	s.linear = mat.Dot(&nu, &shift)
	for i, u := range p.unknowns {
		X := taken(s.x, p.first[i], u.J.SymmetricDim())
		var eigen mat.EigenSym
		if !eigen.Factorize(X) {
			return nil, false
		}
		s.eigenvalues = append(s.eigenvalues, eigen.Values()...)
		for k := range u.J.SymmetricDim() { // tr(Lᵀ J₀⁻¹ L X) = tr(X) − tr(X̂ X)
			s.linear += X.At(k, k)
		}
	}
	s.linear -= mat.Dot(free, s.x)
	return s, true
}

// length returns how far to go: to the least value of the function along the step, and not too near to where a matrix
// is no longer positive definite. Near the minimum that is a whole step; far from it a matrix that must become much
// larger takes many of them at once.
func (s *step) length() float64 {
	if mat.Norm(s.x) < 0.1 { // slopes are rounding
		return 1
	}
	low, high := 0., farthest
	for _, mu := range s.eigenvalues {
		if mu < 0 {
			high = math.Min(high, -inside/mu)
		}
	}
	rises := func(t float64) bool {
		slope := s.linear + float64((t-1)*s.curved)
		for _, mu := range s.eigenvalues {
			slope -= mu / (1 + float64(t*mu))
		}
		return slope > 0
	}
	if !rises(high) {
		return high
	}
	for range 40 {
		if middle := (low + high) / 2; rises(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return low
}

// solveScaled solves S x = b for a positive definite S, scaled to a diagonal of ones: its numbers are of many units.
func solveScaled(x *mat.VecDense, S *mat.SymDense, b *mat.VecDense) bool {
	n := S.SymmetricDim()
	scale := make([]float64, n)
	for k := range scale {
		scale[k] = 1 / math.Sqrt(S.At(k, k))
	}
	scaled, rhs := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for k := range n {
		for l := k; l < n; l++ {
			scaled.SetSym(k, l, float64(S.At(k, l)*scale[k]*scale[l]))
		}
		rhs.SetVec(k, float64(b.AtVec(k)*scale[k]))
	}
	var root mat.Cholesky
	if !root.Factorize(scaled) {
		return false
	}
	root.SolveVec(rhs)
	x.CloneFromVec(rhs)
	for k := range n {
		x.SetVec(k, float64(x.AtVec(k)*scale[k]))
	}
	return true
}

// congruent returns Lᵀ A L, for matrices of up to four rows.
func congruent(L *mat.TriDense, A *mat.SymDense) *mat.Dense {
	n := A.SymmetricDim()
	var l, al [4][4]float64 // L and A L
	for i := range n {
		for k := range i + 1 {
			l[i][k] = L.At(i, k)
		}
	}
	for i := range n {
		for j := range n {
			a := A.At(i, j)
			for k := range j + 1 {
				al[i][k] += float64(a * l[j][k])
			}
		}
	}
	out := mat.NewDense(n, n, nil)
	data := out.Data()
	for i := range n {
		for r := range i + 1 {
			for k := range n {
				data[r*n+k] += float64(l[i][r] * al[i][k])
			}
		}
	}
	return out
}

// inner returns tr(A J).
func inner(A, J *mat.SymDense) float64 {
	sum := 0.0
	for r := range A.SymmetricDim() {
		for k := range A.SymmetricDim() {
			sum += float64(A.At(r, k) * J.At(r, k))
		}
	}
	return sum
}

// put writes a symmetric matrix as numbers whose products add up to the inner product of matrices.
func put(dst []float64, m *mat.Dense) {
	n, _ := m.Dims()
	at := 0
	for r := range n {
		dst[at] = m.At(r, r)
		at++
		for k := r + 1; k < n; k++ {
			dst[at] = (m.At(r, k) + m.At(k, r)) / math.Sqrt2
			at++
		}
	}
}

// taken returns the matrix of n rows whose numbers put has written, from index first on.
func taken(x *mat.VecDense, first, n int) *mat.SymDense {
	X := mat.NewSymDense(n, nil)
	for r := range n {
		X.SetSym(r, r, x.AtVec(first))
		first++
		for k := r + 1; k < n; k++ {
			X.SetSym(r, k, x.AtVec(first)/math.Sqrt2)
			first++
		}
	}
	return X
}

// moved returns J + t L X Lᵀ.
func moved(J *mat.SymDense, L *mat.TriDense, x *mat.VecDense, first int, t float64) *mat.SymDense {
	n := J.SymmetricDim()
	var change mat.Dense
	change.Mul(L, taken(x, first, n))
	change.Mul(&change, L.T())
	out := mat.NewSymDense(n, nil)
	for r := range n {
		for k := r; k < n; k++ {
			out.SetSym(r, k, J.At(r, k)+t*(change.At(r, k)+change.At(k, r))/2)
		}
	}
	return out
}

// Narrowest returns the least share that an unknown has of its prior in any direction: the least eigenvalue of J₀⁻¹ J.
func (p *ConvexProblem) Narrowest() float64 {
	least := math.Inf(1)
	for i, u := range p.unknowns {
		var root mat.TriDense
		var chol mat.Cholesky
		if !chol.Factorize(u.J) {
			return 0
		}
		chol.LTo(&root)
		ratio := congruent(&root, p.pulls[i])
		n, _ := ratio.Dims()
		symmetric := mat.NewSymDense(n, nil)
		for r := range n {
			for k := r; k < n; k++ {
				symmetric.SetSym(r, k, (ratio.At(r, k)+ratio.At(k, r))/2)
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(symmetric)
		least = math.Min(least, eigen.Values()[0])
	}
	return least
}

// Doubt returns a certainty with which the estimates say next to nothing against the priors.
func (p *ConvexProblem) Doubt() float64 {
	least := 1.
	for k := range p.gamma.Len() {
		spread := 0.0 // of γ_k, for parameters that are as uncertain as they are large
		for _, u := range p.unknowns {
			if A := u.Forms[k]; A != nil {
				spread += math.Abs(inner(A, u.Prior))
			}
		}
		if spread > 0 {
			least = math.Min(least, p.covariance.At(k, k)/(spread*spread))
		}
	}
	return math.Max(least, 1e-40)
}
