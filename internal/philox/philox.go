// Package philox gives random numbers by counter: the number at a place does not depend on which others were asked
// for before. So run 17 of a study has the same draws in any order, on any number of threads and on any machine.
//
// The generator is Philox4x32-10 of J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers:
// as easy as 1, 2, 3", SC 2011: ten rounds of two multiplications on 128 bits of counter under a key of 64 bits. It
// passes the tests of TestU01 for streams along any of its words.
package philox

import (
	"hash/fnv"
	"math"
	"math/bits"

	"kinetree/internal/libm"
)

// Multipliers of a round, and what is added to the key from round to round (section 4.2 of the paper).
const (
	m0, m1 = 0xD2511F53, 0xCD9E8D57
	w0, w1 = 0x9E3779B9, 0xBB67AE85
	rounds = 10
)

// Block returns 128 random bits for a key and a counter. It does not allocate.
func Block(key uint64, counter [2]uint64) [2]uint64 {
	k0, k1 := uint32(key), uint32(key>>32)
	c0, c1, c2, c3 := uint32(counter[0]), uint32(counter[0]>>32), uint32(counter[1]), uint32(counter[1]>>32)
	for range rounds {
		h0, l0 := bits.Mul32(m0, c0)
		h1, l1 := bits.Mul32(m1, c2)
		c0, c1, c2, c3 = h1^c1^k0, l1, h0^c3^k1, l0
		k0, k1 = k0+w0, k1+w1
	}
	return [2]uint64{uint64(c0) | uint64(c1)<<32, uint64(c2) | uint64(c3)<<32}
}

// Three returns Block of three counters. They keep a processor busy where a single one waits for its products, so each
// takes half the time. It does not allocate.
func Three(key uint64, counters *[3][2]uint64) (blocks [3][2]uint64) {
	k0, k1 := uint32(key), uint32(key>>32)
	a0, a1, a2, a3 := words(&counters[0])
	b0, b1, b2, b3 := words(&counters[1])
	c0, c1, c2, c3 := words(&counters[2])
	for range rounds {
		p, q := uint64(a0)*m0, uint64(a2)*m1
		a0, a1, a2, a3 = uint32(q>>32)^a1^k0, uint32(q), uint32(p>>32)^a3^k1, uint32(p)
		p, q = uint64(b0)*m0, uint64(b2)*m1
		b0, b1, b2, b3 = uint32(q>>32)^b1^k0, uint32(q), uint32(p>>32)^b3^k1, uint32(p)
		p, q = uint64(c0)*m0, uint64(c2)*m1
		c0, c1, c2, c3 = uint32(q>>32)^c1^k0, uint32(q), uint32(p>>32)^c3^k1, uint32(p)
		k0, k1 = k0+w0, k1+w1
	}
	blocks[0] = [2]uint64{uint64(a0) | uint64(a1)<<32, uint64(a2) | uint64(a3)<<32}
	blocks[1] = [2]uint64{uint64(b0) | uint64(b1)<<32, uint64(b2) | uint64(b3)<<32}
	blocks[2] = [2]uint64{uint64(c0) | uint64(c1)<<32, uint64(c2) | uint64(c3)<<32}
	return blocks
}

// words returns those of a counter.
func words(c *[2]uint64) (a, b, x, y uint32) {
	return uint32(c[0]), uint32(c[0] >> 32), uint32(c[1]), uint32(c[1] >> 32)
}

// Name returns the word of a counter that stands for a name (FNV-1a).
func Name(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// Normal makes a number of the standard normal distribution of two words of random bits (G. E. P. Box and M. E. Muller,
// "A note on the generation of random normal deviates", 1958). Its size is at most 8.6.
func Normal(a, b uint64) float64 {
	return float64(math.Sqrt(-2*libm.Log(Uniform(a))) * libm.Cos(Turn(b)))
}

// Turn makes an angle in (0, 2π) of random bits.
func Turn(bits uint64) float64 { return float64(2 * math.Pi * Uniform(bits)) }

// Uniform makes a number in (0, 1) of random bits. It is the middle of one of 2^52 equal intervals, so never 0 or 1.
func Uniform(bits uint64) float64 { return (float64(bits>>12) + 0.5) / (1 << 52) }
