package mat_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/spatial/mat"
)

// TestWithoutZeros checks that chains of eigenvalues 0, which have one vector each, are counted in matrices that hide
// them, and that the others are what they were: truth is the triangle that an orthogonal matrix turns.
func TestWithoutZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chains := rapid.SliceOfN(rapid.IntRange(1, 3), 0, 3).Draw(t, "chains")
		own := rapid.SliceOfN(rapid.Float64Range(1, 10), 1, 4).Draw(t, "others")
		zeros := 0
		for _, n := range chains {
			zeros += n
		}
		n := zeros + len(own)
		triangle, at := mat.NewDense(n, n, nil), 0
		for _, length := range chains {
			for k := range length - 1 {
				triangle.Set(at+k, at+k+1, 1)
			}
			at += length
		}
		for k, x := range own {
			triangle.Set(zeros+k, zeros+k, x+20*float64(k)) // apart, so that they are as exact as the matrix
		}
		var q mat.Dense
		var qr mat.QR
		qr.Factorize(draw(t, n, n))
		qr.QTo(&q)
		rest, found := mat.WithoutZeros(product(&q, triangle, q.T()))
		if found != zeros {
			t.Fatalf("%d eigenvalues 0, want %d", found, zeros)
		}
		values, ok := mat.Eigenvalues(rest)
		if !ok || len(values) != len(own) {
			t.Fatalf("%d other eigenvalues, want %d", len(values), len(own))
		}
		slices.SortFunc(values, func(a, b complex128) int { return cmp.Compare(real(a), real(b)) })
		for k, z := range values {
			if want := own[k] + 20*float64(k); imag(z) != 0 || math.Abs(real(z)-want) > 1e-11 { // of 80
				t.Errorf("eigenvalue %v, want %v", z, want)
			}
		}
	})
	if rest, zeros := mat.WithoutZeros(mat.NewDense(3, 3, nil)); zeros != 3 {
		t.Errorf("%d eigenvalues 0 of a matrix of zeros, and %v", zeros, rest)
	}
}
