package philox_test

import (
	"math"
	"slices"
	"testing"

	"kinetree/internal/libm"
	"kinetree/internal/philox"
)

// TestNormals checks that pairs along a stream are independent numbers of the standard normal distribution. Each figure
// is compared with its standard deviation for n such pairs; the bounds are five of them, and those of the tests of
// Kolmogorov and Smirnov and of χ² are as likely.
func TestNormals(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	const cells = 32
	var numbers [2][]float64
	var count [cells][cells]float64
	names := [...]string{"mean of x", "mean of y", "variance of x", "variance of y", "fourth moment of x",
		"fourth moment of y", "covariance of the pair", "covariance of the squares", "covariance of x and the next",
		"covariance of y and the next", "covariance of x and the next y"}
	var sums [len(names)]float64
	var lastX, lastY float64
	below := func(x float64) float64 { return libm.Erfc(-x/math.Sqrt2) / 2 }
	for i := range n {
		bits := philox.Block(11, [2]uint64{uint64(i), philox.Name("elbow_joint/position")})
		x, y := philox.Normals(bits[0], bits[1])
		if philox.Normal(bits[0], bits[1]) != x {
			t.Fatal("Normal is not the first number of the pair")
		}
		numbers[0], numbers[1] = append(numbers[0], x), append(numbers[1], y)
		for k, value := range [len(names)]float64{x, y, (x*x - 1) / math.Sqrt2, (y*y - 1) / math.Sqrt2,
			(x*x*x*x - 3) / math.Sqrt(96), (y*y*y*y - 3) / math.Sqrt(96), x * y, (x*x - 1) * (y*y - 1) / 2, x * lastX,
			y * lastY, y * lastX} {
			sums[k] += value // whose variance is 1
		}
		lastX, lastY = x, y
		count[int(cells*below(x))][int(cells*below(y))]++
	}
	root := math.Sqrt(float64(n))
	for k, sum := range sums {
		if off := sum / root; math.Abs(off) > 5 {
			t.Errorf("%s: off by %.2f standard deviations", names[k], off)
		}
	}
	for k, list := range numbers {
		slices.Sort(list)
		worst := 0.0
		for i, x := range list {
			p := below(x)
			worst = max(worst, p-float64(i)/float64(n), float64(i+1)/float64(n)-p)
		}
		// P(D √n > z) = 2 exp(−2 z²), to first order: 6e-7 at 2.74 (A. N. Kolmogorov, 1933).
		if worst*root > 2.74 {
			t.Errorf("number %d of the pairs: the distribution is off by %v, %.2f/√n", k, worst, worst*root)
		}
	}
	chi := 0.0
	for _, row := range count {
		for _, c := range row {
			want := float64(n) / (cells * cells)
			chi += (c - want) * (c - want) / want
		}
	}
	const freedom = cells*cells - 1
	if off := (chi - freedom) / math.Sqrt(2*freedom); math.Abs(off) > 5 {
		t.Errorf("cells of equal probability: χ² = %.1f of %d degrees of freedom, off by %.2f standard deviations", chi,
			freedom, off)
	}
}
