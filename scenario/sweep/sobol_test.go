package sweep

import (
	"math"
	"testing"

	"kinetree/internal/philox"
)

// TestSobolPoints compares with the first points in three dimensions that S. Joe and F. Y. Kuo publish with their
// table.
func TestSobolPoints(t *testing.T) {
	v := sobolDirections(3)
	for i, want := range [][3]float64{{0, 0, 0}, {0.5, 0.5, 0.5}, {0.75, 0.25, 0.25}, {0.25, 0.75, 0.75},
		{0.375, 0.375, 0.625}, {0.875, 0.875, 0.125},
		{0.625, 0.125, 0.875}, {0.125, 0.625, 0.375}, {0.1875, 0.3125, 0.9375}, {0.6875, 0.8125, 0.4375}} {
		for d := range want {
			if got := float64(v[d].at(uint32(i))) / (1 << 32); got != want[d] {
				t.Errorf("point %d, dimension %d: %v, want %v", i, d, got, want[d])
			}
		}
	}
}

// TestSobolIntervals checks all dimensions of the table: of each 2^m points in a row, aligned, every interval of
// length 2^-m has one. So direction numbers are odd and in range.
func TestSobolIntervals(t *testing.T) {
	const m = 12
	for d, v := range sobolDirections(maxDimensions) {
		for block := range uint32(2) {
			var seen [1 << m]bool
			for i := range uint32(1 << m) {
				k := v.at(block<<m+i) >> (32 - m)
				if seen[k] {
					t.Fatalf("dimension %d: interval %d has two of 2^%d points", d, k, m)
				}
				seen[k] = true
			}
		}
	}
}

// TestSobolPropertyA checks Sobol's property A, which Joe and Kuo's numbers have: of 2^d points in d dimensions,
// every one of the 2^d halves of halves has one. That is so exactly if the matrix of the first digits of the first d
// directions is regular over GF(2).
func TestSobolPropertyA(t *testing.T) {
	v := sobolDirections(32)
	for d := 1; d <= 32; d++ {
		rows := make([]uint32, d)
		for j := range rows {
			for k := range d {
				rows[j] |= v[j][k] >> 31 << k
			}
		}
		rank := 0
		for k := range d {
			pivot := -1
			for j := rank; j < d; j++ {
				if rows[j]>>k&1 == 1 {
					pivot = j
					break
				}
			}
			if pivot < 0 {
				continue
			}
			rows[rank], rows[pivot] = rows[pivot], rows[rank]
			for j := rank + 1; j < d; j++ {
				if rows[j]>>k&1 == 1 {
					rows[j] ^= rows[rank]
				}
			}
			rank++
		}
		if rank != d {
			t.Errorf("%d dimensions: rank %d", d, rank)
		}
	}
}

// TestSobolPolynomials checks that the polynomials of the table are primitive and that no two are the same: x has the
// order 2^s − 1 modulo each of degree s.
func TestSobolPolynomials(t *testing.T) {
	seen := map[uint32]bool{}
	for d := 1; d < maxDimensions; d++ {
		a, m := dimension(d)
		s := len(m)
		p := 1<<s | a<<1 | 1
		order, x := 0, uint32(1)
		for {
			if x <<= 1; x>>s&1 == 1 {
				x ^= p
			}
			if order++; x == 1 || order == 1<<s {
				break
			}
		}
		if seen[p] || order != 1<<s-1 {
			t.Errorf("dimension %d: the polynomial %b has the order %d, want %d; repeated: %v", d, p, order, 1<<s-1,
				seen[p])
		}
		seen[p] = true
	}
}

// l2 returns the square of the L2 star discrepancy (T. T. Warnock, 1972).
func l2(points [][]float64) float64 {
	n, dim := float64(len(points)), len(points[0])
	single, pairs := 0.0, 0.0
	for _, x := range points {
		product := 1.0
		for _, u := range x {
			product *= 1 - u*u
		}
		single += product
		for _, y := range points {
			product := 1.0
			for k := range x {
				product *= 1 - max(x[k], y[k])
			}
			pairs += product
		}
	}
	return math.Pow(3, -float64(dim)) - math.Pow(2, 1-float64(dim))/n*single + pairs/n/n
}

// TestSobolDiscrepancy compares with random points, whose square has the mean (2^-d − 3^-d)/n: the sequence, shifted
// as it is used, must be ten times lower with 1024 points in five dimensions (it is twelve times). Points drawn at
// random must not be, or the test would be wrong.
func TestSobolDiscrepancy(t *testing.T) {
	const n, dim = 1024, 5
	random := (math.Pow(2, -dim) - math.Pow(3, -dim)) / n
	v := sobolDirections(dim)
	for seed := range uint64(5) {
		sobol, drawn := make([][]float64, n), make([][]float64, n)
		for i := range sobol {
			for d := range uint64(dim) {
				sobol[i] = append(sobol[i], v[d].shifted(uint32(philox.Block(seed, [2]uint64{0, d})[1]), i))
				drawn[i] = append(drawn[i], philox.Uniform(philox.Block(seed, [2]uint64{uint64(i), d})[0]))
			}
		}
		if s, r := l2(sobol), l2(drawn); s > random/10 || r < random/4 {
			t.Errorf("seed %d: %v, of random points %v; their mean is %v", seed, s, r, random)
		}
	}
}
