package mat_test

import (
	"cmp"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	gonum "gonum.org/v1/gonum/mat"

	"kinetree/spatial/mat"
)

// between returns a random number whose logarithm is uniform between those of two powers of ten.
func between(r *rand.Rand, low, high float64) float64 {
	return math.Pow(10, low+(high-low)*r.Float64())
}

// loopMatrix returns the matrix of a random sampled loop, from sample to sample: masses in a row, some tied to the next
// by a spring, efforts that are underway, and cascades on some of the masses from filtered differences of positions.
// The states are the positions, velocities and efforts underway, the newest first, then the positions at the sample
// before, the filtered velocities and the integrals.
func loopMatrix(r *rand.Rand) *mat.Dense {
	n, delay, period := 1+r.IntN(5), 1+r.IntN(4), between(r, -3.5, -2)
	plant := mat.NewDense(3*n, 3*n, nil) // times the period, of positions, velocities and held efforts
	add := func(row, column int, x float64) { plant.Set(row, column, plant.At(row, column)+x*period) }
	masses := make([]float64, n)
	for i := range n {
		masses[i] = between(r, -2, 1)
		add(i, n+i, 1)
		add(n+i, 2*n+i, 1/masses[i])
		if r.IntN(2) == 0 {
			add(n+i, n+i, -between(r, -1, 1)/masses[i])
		}
		if i > 0 && r.IntN(3) > 0 {
			stiffness, damping := between(r, 2, 5), between(r, -1, 1)
			for _, end := range [][2]int{{i, i - 1}, {i - 1, i}} {
				this, other := end[0], end[1]
				add(n+this, other, stiffness/masses[this])
				add(n+this, this, -stiffness/masses[this])
				add(n+this, n+other, damping/masses[this])
				add(n+this, n+this, -damping/masses[this])
			}
		}
	}
	var step mat.Dense
	step.Exp(plant)
	sent := 2 * n
	last := sent + delay*n
	filtered, integral := last+n, last+2*n
	size := last + 3*n
	a := mat.NewDense(size, size, nil)
	a.Slice(0, sent, 0, sent).Copy(step.Slice(0, sent, 0, sent))
	a.Slice(0, sent, last-n, last).Copy(step.Slice(0, sent, sent, 3*n))
	for i := sent + n; i < last; i++ {
		a.Set(i, i-n, 1)
	}
	pass := r.Float64()
	for i := range n {
		a.Set(last+i, i, 1)
		velocity := a.RawRowView(filtered + i)
		velocity[i], velocity[last+i], velocity[filtered+i] = pass/period, -pass/period, 1-pass
		if r.IntN(2) == 0 {
			continue
		}
		gain, outer, time := between(r, 0, 2.5), between(r, 0, 1.5), between(r, -2, 0)
		effort, sum := a.RawRowView(sent+i), a.RawRowView(integral+i)
		for j, x := range velocity {
			effort[j] = -gain * x
		}
		effort[i] -= gain * outer
		for j, x := range effort {
			sum[j] = period / time * x
		}
		effort[integral+i], sum[integral+i] = 1, 1
	}
	return a
}

// TestEigenvaluesOfLoops compares the eigenvalues of random loops with those that gonum finds, by the characteristic
// polynomial that they are the zeros of: those of a delay are as good as equal, so that rounding moves each of them
// far, but not their polynomial p. A small change E of the matrix A changes p(z) by its share tr R E with the matrix
// R = (z − A)⁻¹. So the limit is Σ |R| |E|, which no scaling of the states changes, with E a thousand roundings of each
// element; it is 7e-13 in the middle. Of matrix 186 the shifts that break cycles, which came with each tenth iteration,
// kept a slow block from converging.
func TestEigenvaluesOfLoops(t *testing.T) {
	const rounding = 0x1p-53
	matrices := 100000
	if testing.Short() {
		t.Logf("2000 of %d matrices", matrices)
		matrices = 2000
	}
	for k := range matrices {
		r := rand.New(rand.NewPCG(uint64(k), 133))
		a := loopMatrix(r)
		n, _ := a.Dims()
		values, ok := mat.Eigenvalues(a)
		if !ok || len(values) != n {
			t.Errorf("matrix %d: %d eigenvalues are found of %d", k, len(values), n)
			continue
		}
		var e gonum.Eigen
		if !e.Factorize(theirs(a), gonum.EigenNone) {
			t.Fatalf("matrix %d: gonum does not find the eigenvalues", k)
		}
		want := e.Values(nil)
		z := math.Copysign(between(r, -1, 1), r.Float64()-0.5)
		ratio := complex(1, 0)
		bySize := func(a, b complex128) int { return cmp.Compare(cmplx.Abs(a), cmplx.Abs(b)) }
		slices.SortFunc(values, bySize)
		slices.SortFunc(want, bySize)
		for i := range n {
			ratio *= (complex(z, 0) - values[i]) / (complex(z, 0) - want[i])
		}
		var resolvent gonum.Dense
		resolvent.Scale(-1, theirs(a))
		for i := range n {
			resolvent.Set(i, i, resolvent.At(i, i)+z)
		}
		if err := resolvent.Inverse(&resolvent); err != nil && resolvent.IsEmpty() {
			t.Fatalf("matrix %d: %v is an eigenvalue", k, z)
		}
		limit := 0.0
		for i := range n {
			for j := range n {
				limit += 1000 * rounding * math.Abs(resolvent.At(i, j)*a.At(j, i))
			}
		}
		if !(cmplx.Abs(ratio-1) <= limit) {
			t.Errorf("matrix %d with %d rows: the polynomials differ at %v by %v of them, limit %v", k, n, z,
				cmplx.Abs(ratio-1), limit)
		}
	}
}
