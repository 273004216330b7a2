// Package fourier computes discrete Fourier transforms of any length, with the same digits on every machine.
package fourier

import (
	"math"

	"kinetree/internal/libm"
)

// Real returns the sums Σ xᵢ exp(−2πi i k/n) of n numbers for k from 0 to n/2: one after the other for each prime
// factor of n, from many short transforms (J. W. Cooley and J. W. Tukey, "An algorithm for the machine calculation of
// complex Fourier series", 1965). O(n) times the sum of the prime factors.
func Real(x []float64) []complex128 {
	n := len(x)
	turns := make([]complex128, n) // exp(−2πi k/n)
	for k := range turns {
		s, c := libm.Sincos(2 * math.Pi * float64(k) / float64(n))
		turns[k] = complex(c, -s)
	}
	in, out := make([]complex128, n), make([]complex128, n)
	for i, v := range x {
		in[i] = complex(v, 0)
	}
	transform(out, in, turns, 1)
	return out[:n/2+1]
}

// transform sets out to the sums of every stride-th number of x.
func transform(out, x, turns []complex128, stride int) {
	n := len(out)
	if n == 1 {
		out[0] = x[0]
		return
	}
	p := 2 // the least prime factor
	for n%p != 0 {
		if p++; p*p > n {
			p = n
		}
	}
	m := n / p
	for i := range p {
		transform(out[i*m:(i+1)*m], x[i*stride:], turns, stride*p)
	}
	parts := make([]complex128, p)
	for k := range m {
		for i := range parts {
			parts[i] = out[i*m+k]
		}
		for at := k; at < n; at += m {
			sum := parts[0]
			for i := 1; i < p; i++ {
				sum += libm.CMul(parts[i], turns[i*at%n*stride])
			}
			out[at] = sum
		}
	}
}
