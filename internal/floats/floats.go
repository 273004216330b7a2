// Package floats has the arithmetic of rows of numbers that results go through. Every product is rounded, and sums have
// one order, on every machine. Nothing allocates; rows must have one length, and a destination may be an operand.
//
// What rounds once per element is gonum's: its products are with 1 or −1, or stand alone, so nothing is lost where a
// compiler fuses them with the sum. Its AddScaled, Dot and Norm have other digits on other processors.
package floats

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Add adds s to dst.
func Add(dst, s []float64) { floats.Add(dst, s) }

// Sub subtracts s from dst.
func Sub(dst, s []float64) { floats.Sub(dst, s) }

// SubTo sets dst to a − b.
func SubTo(dst, a, b []float64) { floats.SubTo(dst, a, b) }

// AddScaled adds c s to dst.
func AddScaled(dst []float64, c float64, s []float64) {
	s = s[:len(dst)]
	for i := range dst {
		dst[i] += float64(c * s[i])
	}
}

// AddScaledTo sets dst to y + c s, and returns it.
func AddScaledTo(dst, y []float64, c float64, s []float64) []float64 {
	y, s = y[:len(dst)], s[:len(dst)]
	for i := range dst {
		dst[i] = y[i] + float64(c*s[i])
	}
	return dst
}

// Scale multiplies dst by c.
func Scale(c float64, dst []float64) { floats.Scale(c, dst) }

// ScaleTo sets dst to c s.
func ScaleTo(dst []float64, c float64, s []float64) { floats.ScaleTo(dst, c, s) }

// Dot returns Σ aᵢ bᵢ. Four sums go on side by side, so that none waits for the other.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0] * b[0])
		s1 += float64(a[1] * b[1])
		s2 += float64(a[2] * b[2])
		s3 += float64(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	for i := range a {
		s0 += float64(a[i] * b[i])
	}
	return (s0 + s2) + (s1 + s3)
}

// Norm returns the norm of s: the sum of sizes for order 1, the length for 2, without overflow on the way, and the
// greatest size for +Inf.
func Norm(s []float64, order float64) float64 {
	sum, largest := 0.0, 0.0
	for _, x := range s {
		sum += math.Abs(x)
		largest = max(largest, math.Abs(x))
	}
	switch {
	case order == 1:
		return sum
	case math.IsInf(order, 1) || largest == 0 || math.IsInf(largest, 1):
		return largest
	case order != 2:
		panic("floats: there are norms of order 1, 2 and +Inf")
	}
	sum = 0
	for _, x := range s {
		x /= largest
		sum += float64(x * x)
	}
	return float64(largest * math.Sqrt(sum))
}

// Finite reports whether all numbers are finite. It does not allocate.
func Finite(s ...float64) bool {
	for _, x := range s {
		if x-x != 0 { // NaN if x is not finite
			return false
		}
	}
	return true
}
