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

// The multipliers of a round, what is added to the key from round to round, and how many rounds there are (section 4.2
// of the paper).
const (
	M0, M1 = 0xD2511F53, 0xCD9E8D57
	W0, W1 = 0x9E3779B9, 0xBB67AE85
	Rounds = 10
)

// Block returns 128 random bits for a key and a counter. It does not allocate.
func Block(key uint64, counter [2]uint64) [2]uint64 {
	k0, k1 := uint32(key), uint32(key>>32)
	c0, c1, c2, c3 := uint32(counter[0]), uint32(counter[0]>>32), uint32(counter[1]), uint32(counter[1]>>32)
	for range Rounds {
		h0, l0 := bits.Mul32(M0, c0)
		h1, l1 := bits.Mul32(M1, c2)
		c0, c1, c2, c3 = h1^c1^k0, l1, h0^c3^k1, l0
		k0, k1 = k0+W0, k1+W1
	}
	return [2]uint64{uint64(c0) | uint64(c1)<<32, uint64(c2) | uint64(c3)<<32}
}

// Name returns the word of a counter that stands for a name (FNV-1a).
func Name(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// Normals makes two independent numbers of the standard normal distribution of two words of random bits (G. E. P. Box
// and M. E. Muller, "A note on the generation of random normal deviates", 1958). Their size is at most 8.6.
func Normals(a, b uint64) (x, y float64) {
	size := math.Sqrt(-2 * libm.Log(Uniform(a)))
	sin, cos := libm.Sincos(float64(2 * math.Pi * Uniform(b)))
	return float64(size * cos), float64(size * sin)
}

// Numbered returns the pair of Normals that has a number in a stream of a key. The key and the word that stands for the
// stream are given in Halves, and the number is a whole one below 2⁵².
func Numbered(key [2]float64, number float64, stream [2]float64) (x, y float64) {
	bits := Block(word(key), [2]uint64{uint64(number), word(stream)})
	return Normals(bits[0], bits[1])
}

// Halves returns the lower and the upper 32 bits of a word as numbers.
func Halves(word uint64) [2]float64 { return [2]float64{float64(uint32(word)), float64(word >> 32)} }

func word(halves [2]float64) uint64 { return uint64(halves[0]) | uint64(halves[1])<<32 }

// Normal makes one number of the standard normal distribution, the first one of Normals.
func Normal(a, b uint64) float64 {
	x, _ := Normals(a, b)
	return x
}

// Uniform makes a number in (0, 1) of random bits. It is the middle of one of 2^52 equal intervals, so never 0 or 1.
func Uniform(bits uint64) float64 { return (float64(bits>>12) + 0.5) / (1 << 52) }
