package mat_test

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	gonum "gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/spatial/mat"
)

// tolerance is some hundred roundings of numbers up to 10, in matrices of up to 8 rows.
const tolerance = 1e-12

func draw(t *rapid.T, rows, columns int) *mat.Dense {
	return mat.NewDense(rows, columns,
		rapid.SliceOfN(rapid.Float64Range(-10, 10), rows*columns, rows*columns).Draw(t, "matrix"))
}

func product(factors ...mat.Matrix) *mat.Dense {
	p := mat.DenseCopyOf(factors[0])
	for _, f := range factors[1:] {
		var next mat.Dense
		next.Mul(p, f)
		p = &next
	}
	return p
}

func theirs(m *mat.Dense) *gonum.Dense {
	rows, columns := m.Dims()
	return gonum.NewDense(rows, columns, slices.Clone(m.Data()))
}

func same(t *rapid.T, what string, got, want mat.Matrix, scale float64) {
	t.Helper()
	rows, columns := got.Dims()
	if r, c := want.Dims(); r != rows || c != columns {
		t.Fatalf("%s is %d x %d, want %d x %d", what, rows, columns, r, c)
	}
	for i := range rows {
		for j := range columns {
			if d := got.At(i, j) - want.At(i, j); !(math.Abs(d) <= tolerance*scale) {
				t.Fatalf("%s: %v at %d, %d; want %v", what, got.At(i, j), i, j, want.At(i, j))
			}
		}
	}
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// wrap shows a matrix of gonum as one of ours.
type wrap struct{ gonum.Matrix }

func (w wrap) T() mat.Matrix { return wrap{w.Matrix.T()} }

// TestArithmetic compares with gonum, with parts and transposes as operands and with results in operands.
func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		a, b := draw(t, n, n), draw(t, n, n)
		var want gonum.Dense
		want.Mul(theirs(a), theirs(b).T())
		same(t, "a bᵀ", product(a, b.T()), wrap{&want}, 1000)
		var sum mat.Dense
		sum.Sub(a, b.T())
		sum.Add(&sum, b.T())
		same(t, "a − bᵀ + bᵀ", &sum, a, 100)
		sum.Mul(a, &sum)
		same(t, "a²", &sum, product(a, a), 1000)
		if got, want := mat.Norm(a), gonum.Norm(theirs(a), 2); !(math.Abs(got-want) <= tolerance*want) {
			t.Errorf("norm %v, want %v", got, want)
		}
		part := mat.DenseCopyOf(a)
		part.Slice(0, n/2, n/2, n).Copy(b.Slice(0, n/2, 0, n-n/2))
		for i := range n {
			for j := range n {
				want := a.At(i, j)
				if i < n/2 && j >= n/2 {
					want = b.At(i, j-n/2)
				}
				if part.At(i, j) != want {
					t.Fatalf("part: %v at %d, %d; want %v", part.At(i, j), i, j, want)
				}
			}
		}
		x := mat.NewVecDense(n, b.Column(0))
		var y, z mat.VecDense
		y.MulVec(a, x)
		z.MulVec(a.T(), x)
		same(t, "a x", &y, product(a, x), 1000)
		same(t, "aᵀ x", &z, product(a.T(), x), 1000)
		want.Exp(theirs(a))
		var e mat.Dense
		e.Exp(a)
		same(t, "exp", &e, wrap{&want}, 100*gonum.Norm(&want, 2))
	})
}

// TestFactors checks that factors have their form, and the matrix as their product.
func TestFactors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		m := rapid.IntRange(n, 12).Draw(t, "rows")
		a := draw(t, m, n)
		var qr mat.QR
		qr.Factorize(a)
		var q, r mat.Dense
		qr.QTo(&q)
		qr.RTo(&r)
		same(t, "QᵀQ", product(q.T(), &q), identity(m), 1)
		same(t, "QR", product(&q, &r), a, 100)
		for i := range m {
			for j := range min(i, n) {
				if r.At(i, j) != 0 {
					t.Fatalf("R has %v at %d, %d", r.At(i, j), i, j)
				}
			}
		}
		for _, a := range []mat.Matrix{a, a.T()} {
			var svd mat.SVD
			if !svd.Factorize(a) {
				t.Fatal("no singular values")
			}
			var u, v mat.Dense
			svd.UTo(&u)
			svd.VTo(&v)
			s := mat.NewDense(n, n, nil)
			for i, x := range svd.Values() {
				s.Set(i, i, x)
				if i > 0 && x > s.At(i-1, i-1) {
					t.Errorf("values %v are not sorted", svd.Values())
				}
			}
			same(t, "U S Vᵀ", product(&u, s, v.T()), a, 100)
			if svd.Rank(1e-9) == n {
				same(t, "UᵀU", product(u.T(), &u), identity(n), 1)
				same(t, "VᵀV", product(v.T(), &v), identity(n), 1)
			}
		}
		square := draw(t, n, n)
		h, hq := mat.Hessenberg(square)
		same(t, "Q H Qᵀ", product(hq, h, hq.T()), square, 100)
		same(t, "QᵀQ of H", product(hq.T(), hq), identity(n), 1)
		for i := range n {
			for j := range max(0, i-1) {
				if h.At(i, j) != 0 {
					t.Fatalf("H has %v at %d, %d", h.At(i, j), i, j)
				}
			}
		}
	})
}

// TestSolutions checks that solutions solve.
func TestSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		a, b := draw(t, n, n), draw(t, n, 3)
		condition := gonum.Cond(theirs(a), 1)
		if condition < 1e6 {
			var x, inverse mat.Dense
			if err := x.Solve(a, b); err != nil {
				t.Fatal(err)
			}
			same(t, "A x", product(a, &x), b, 100*condition)
			if err := inverse.Inverse(a); err != nil {
				t.Fatal(err)
			}
			same(t, "A A⁻¹", product(a, &inverse), identity(n), condition)
			var svd mat.SVD
			svd.Factorize(a)
			least := mat.NewVecDense(n, nil)
			svd.SolveVecTo(least, mat.NewVecDense(n, b.Column(0)), n)
			same(t, "A x by SVD", product(a, least), mat.NewVecDense(n, b.Column(0)), 100*condition)
		}
		for i := range n { // a row that is another one
			a.Set(n-1, i, a.At(0, i))
		}
		var x mat.Dense
		if err := x.Solve(a, b); n > 1 && err == nil {
			t.Errorf("a singular matrix has the solution %v", x)
		}
		var definite mat.SymDense
		definite.SymOuterK(1, draw(t, n, n))
		for i := range n {
			definite.SetSym(i, i, definite.At(i, i)+1)
		}
		var c mat.Cholesky
		if !c.Factorize(&definite) {
			t.Fatal("a positive definite matrix has no factors")
		}
		var l, inverse mat.TriDense
		c.LTo(&l)
		same(t, "L Lᵀ", product(&l, l.T()), &definite, 1000)
		inverse.InverseTri(&l)
		same(t, "L⁻¹ L", product(&inverse, &l), identity(n), 1e4)
		var y mat.Dense
		if err := c.SolveTo(&y, b); err != nil {
			t.Fatal(err)
		}
		same(t, "L Lᵀ y", product(&definite, &y), b, 1e5)
		var whole mat.SymDense
		if err := c.InverseTo(&whole); err != nil {
			t.Fatal(err)
		}
		same(t, "inverse", product(&definite, &whole), identity(n), 1e4)
		if want := math.Log(gonum.Det(theirs(mat.DenseCopyOf(&definite)))); !(math.Abs(c.LogDet()-want) < 1e-9) {
			t.Errorf("log det %v, want %v", c.LogDet(), want)
		}
		upper := mat.NewTriDense(n, true)
		for i := range n {
			for j := i; j < n; j++ {
				upper.SetTri(i, j, l.At(j, i))
			}
		}
		inverse.InverseTri(upper)
		same(t, "U⁻¹ U", product(&inverse, upper), identity(n), 1e4)
		definite.SetSym(0, 0, -1)
		if c.Factorize(&definite) {
			t.Error("a matrix that is not positive definite has factors")
		}
	})
}

// TestEigen checks that eigenvalues and eigenvectors are such, and that there are all.
func TestEigen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		a := draw(t, n, n)
		symmetric := mat.NewSymDense(n, a.Data())
		var e mat.EigenSym
		if !e.Factorize(symmetric) {
			t.Fatal("no eigenvalues of a symmetric matrix")
		}
		rebuilt, vectors := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		for k, x := range e.Values() {
			rebuilt.Set(k, k, x)
			vectors.SetCol(k, e.Vector(k))
			if k > 0 && x < rebuilt.At(k-1, k-1) {
				t.Errorf("values %v are not sorted", e.Values())
			}
		}
		same(t, "V D Vᵀ", product(vectors, rebuilt, vectors.T()), symmetric, 100)
		same(t, "VᵀV", product(vectors.T(), vectors), identity(n), 1)
		for i := range n { // of different sizes, to be balanced
			for j := range n {
				a.Set(i, j, a.At(i, j)*math.Pow(10, float64(3*(i-j)%5)))
			}
		}
		values, ok := mat.Eigenvalues(a)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		size := mat.Norm(a)
		for k, lambda := range values {
			right, left := mat.Eigenvectors(a, lambda, k)
			for i := range n {
				x, y := -lambda*right[i], -cmplx.Conj(lambda)*left[i]
				for j := range n {
					x += complex(a.At(i, j), 0) * right[j]
					y += complex(a.At(j, i), 0) * left[j]
				}
				if !(cmplx.Abs(x) <= 1e-11*size && cmplx.Abs(y) <= 1e-11*size) {
					t.Fatalf("eigenvalue %v: %v and %v are left of a matrix of norm %v", lambda, x, y, size)
				}
			}
		}
		// The sums of the values and of their squares are those of the matrix.
		var sum, squares complex128
		for _, x := range values {
			sum, squares = sum+x, squares+x*x
		}
		square := product(a, a)
		for i := range n {
			sum, squares = sum-complex(a.At(i, i), 0), squares-complex(square.At(i, i), 0)
		}
		if !(cmplx.Abs(sum) <= 1e-12*size && cmplx.Abs(squares) <= 1e-12*size*size) {
			t.Errorf("the values %v have a sum off by %v, and of squares by %v", values, sum, squares)
		}
	})
	for _, c := range []struct {
		n    int
		a    []float64
		want []complex128
	}{
		{2, []float64{0, 1, -1, 0}, []complex128{1i, -1i}},
		{3, []float64{0, 0, 1, 1, 0, 0, 0, 1, 0}, []complex128{1, complex(-0.5, math.Sqrt(0.75)),
			complex(-0.5, -math.Sqrt(0.75))}},
		{4, make([]float64, 16), make([]complex128, 4)},
		{3, []float64{2, 5, 7, 0, 3, 9, 0, 0, 4}, []complex128{2, 3, 4}},
		{4, []float64{0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, []complex128{1, -1, 1i, -1i}}, // a cycle
	} {
		got, ok := mat.Eigenvalues(mat.NewDense(c.n, c.n, c.a))
		if !ok {
			t.Errorf("%v: no eigenvalues", c.a)
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(got, func(x complex128) bool { return cmplx.Abs(x-want) < 1e-14 }) {
				t.Errorf("%v: %v, want %v", c.a, got, c.want)
			}
		}
	}
	if values, ok := mat.Eigenvalues(mat.NewDense(2, 2, []float64{1, math.NaN(), 0, 1})); ok {
		t.Errorf("a matrix with NaN has the eigenvalues %v", values)
	}
}

// TestGraded checks small eigenvalues of matrices whose rows and columns are scaled, which are as accurate as large
// ones: [1 s; s 2s²] = D [1 1; 1 2] D with D = (1, s) has λ1 λ2 = s² and λ1 + λ2 = 1 + 2s², so for a small s
// λ2 = s² (1 - s²).
func TestGraded(t *testing.T) {
	for _, s := range []float64{1e-10, 1e-120} {
		var e mat.EigenSym
		if !e.Factorize(mat.NewSymDense(2, []float64{1, s, s, 2 * s * s})) {
			t.Fatalf("s = %v: no eigenvalues", s)
		}
		if small := e.Values()[0]; math.Abs(small/(s*s)-1) > 1e-14 {
			t.Errorf("the small eigenvalue is %v, want %v", small, s*s)
		}
	}
}

// TestEigenvaluesOfDelays checks matrices with many eigenvalues 0 and few vectors, which delays have: numbers wander
// along a row of places before they act.
func TestEigenvaluesOfDelays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, delay := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 8).Draw(t, "delay")
		size := n * (1 + delay)
		a, plant := mat.NewDense(size, size, nil), draw(t, n, n)
		a.Slice(0, n, 0, n).Copy(plant)
		for i := n; i < size; i++ {
			a.Set(i-n, i, 1)
		}
		values, ok := mat.Eigenvalues(a)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		// The plant has its own eigenvalues, and the others are 0 but for what a rounding is to the power 1/delay.
		rounding := 10 * math.Pow(1e-15*(1+mat.Norm(plant)), 1/float64(delay+n))
		own, _ := mat.Eigenvalues(plant)
		for _, x := range values {
			if cmplx.Abs(x) > rounding*10 && !slices.ContainsFunc(own, func(y complex128) bool {
				return cmplx.Abs(x-y) <= rounding*(1+cmplx.Abs(y))
			}) {
				t.Errorf("eigenvalue %v is none of %v", x, own)
			}
		}
	})
}
