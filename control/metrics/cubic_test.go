package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRoot looks for the roots in all monotonic parts of cubics of many shapes, flat and steep ones: there the cubic is
// zero but for the rounding of its terms, and for the square of a step of Newton's method that is not taken any more.
func TestRoot(t *testing.T) {
	const rounding = 0x1p-50
	rng := rand.New(rand.NewPCG(5, 6))
	roots := 0
	for range 200_000 {
		var c cubic
		for i := range c {
			c[i] = rng.NormFloat64() * math.Pow(10, float64(rng.IntN(12)-8))
		}
		level := 0.0
		if rng.IntN(2) == 0 {
			level = c.at(rng.Float64())
		}
		border, n := c.parts()
		for i := 1; i < n; i++ {
			a, b := border[i-1], border[i]
			if !((c.at(a)-level)*(c.at(b)-level) < 0) {
				continue
			}
			roots++
			s := c.root(a, b, level, toRounding)
			rest := c.at(s) - level
			if !(s >= a && s <= b) || !(math.Abs(rest) <= rounding*(terms(&c)+math.Abs(level))) {
				t.Fatalf("%v less %v between %v and %v: at the root %v there are %v left", c, level, a, b, s, rest)
			}
		}
	}
	if roots < 50_000 {
		t.Errorf("%d roots, want more", roots)
	}
}

// TestMoments compares the moments of cubics with the sums of the integrals of the powers, Σ c_i/(i + 1) and
// Σ c_i c_k/(i + k + 1) and so forth, and those up to some s with the moments of the cubic that is the part up to it.
func TestMoments(t *testing.T) {
	const rounding = 1e-14
	rng := rand.New(rand.NewPCG(9, 10))
	for range 10_000 {
		x, v, y, w := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		for _, p := range [...]*float64{&x, &v, &y, &w} {
			*p *= math.Pow(10, float64(rng.IntN(5)-4))
		}
		c, bound := hermite(1, x, v, y, w), bernstein(1, x, v, y, w)
		s, power := rng.Float64(), 1.0
		var part cubic
		for i := range c {
			part[i] = c[i] * power
			power *= s
		}
		moments := func(c *cubic) (m [4]float64) {
			for i, x := range c {
				m[0] += x / float64(i+1)
				m[1] += x/float64(i+2) - x/float64(2*i+2)
				for k, y := range c {
					m[2] += x * y / float64(i+k+1)
					m[3] += x*y/float64(i+k+2) - x*y/float64(2*(i+k)+2)
				}
			}
			return m
		}
		want := moments(&c)
		mean, tilt, square, squareTilt := bound.moments()
		for i, x := range [...]float64{mean, tilt, square, squareTilt} {
			scale := terms(&c)
			if i >= 2 {
				scale *= scale
			}
			if math.Abs(x-want[i]) > rounding*scale {
				t.Fatalf("moment %d of %v is %v, want %v", i, c, x, want[i])
			}
		}
		want = moments(&part)
		// ∫ (σ − ½) c dσ up to s, where σ − ½ = s (σ/s − ½) + (s − 1)/2.
		sum, sumTilt := c.until(s)
		wantTilt := s*s*want[1] + (s-1)/2*s*want[0]
		if math.Abs(sum-s*want[0]) > rounding*terms(&c) || math.Abs(sumTilt-wantTilt) > rounding*terms(&c) {
			t.Fatalf("the moments of %v up to %v are %v and %v, want %v and %v", c, s, sum, sumTilt, s*want[0],
				wantTilt)
		}
	}
}

// TestHull compares the cubic at many places with the limits of its hull, and counts its changes of sign where the hull
// says that there is one.
func TestHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	single := 0
	for range 20_000 {
		h, x, v, y, w := rng.Float64(), rng.NormFloat64(), 9*rng.NormFloat64(), rng.NormFloat64(), 9*rng.NormFloat64()
		c, b := hermite(h, x, v, y, w), bernstein(h, x, v, y, w)
		least, most := b.limits()
		changes, last := 0, c.at(0)
		for i := range 101 {
			at := c.at(float64(i) / 100)
			if rounding := 0x1p-50 * terms(&c); at < least-rounding || at > most+rounding {
				t.Fatalf("%v is %v at %v, its hull is %v", c, at, float64(i)/100, b)
			}
			if at*last < 0 {
				changes++
			}
			last = at
		}
		if !b.once() {
			continue
		}
		single++
		if s := c.root(0, 1, 0, toRounding); changes != 1 || math.Abs(c.at(s)) > 0x1p-50*terms(&c) {
			t.Fatalf("%v changes its sign %d times, and is %v at %v; its hull %v says once", c, changes, c.at(s), s, b)
		}
	}
	if single < 5000 {
		t.Errorf("%d cubics with one zero, want more", single)
	}
}

// terms bounds a cubic from 0 to 1.
func terms(c *cubic) (sum float64) {
	for _, x := range c {
		sum += math.Abs(x)
	}
	return sum
}

// BenchmarkRoot times roots of cubics like those of errors in a step, which are nearly straight.
func BenchmarkRoot(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	list := make([]cubic, 1000)
	for i := range list {
		slope := rng.NormFloat64()
		list[i] = cubic{-slope * rng.Float64(), slope, 0.01 * slope * rng.NormFloat64(),
			1e-4 * slope * rng.NormFloat64()}
	}
	b.ResetTimer()
	for i := range b.N {
		list[i%len(list)].root(0, 1, 0, toHalf)
	}
}
