package graph

import (
	"math"

	"kinetree/internal/philox"
)

// Random returns what philox.Block does: the two words of random bits of a key and of a counter. These are given as
// whole numbers, the key and the word that stands for a name in halves of 32 bits, the lower one first. The number in
// the counter is below 2⁵² and not known while recording.
func Random(key [2]Num, number Num, name [2]Num) (a, b Num) {
	const word = 1<<32 - 1
	k0, k1 := whole(key[0]), whole(key[1])
	// Of each word the lower 32 bits count.
	c0, c2, c3 := whole(number), whole(name[0]), whole(name[1])
	c1 := Common(Shifted(c0, -32), Bits(1<<20-1))
	for range philox.Rounds {
		p, q := WordProduct(Bits(philox.M0), c0), WordProduct(Bits(philox.M1), c2)
		c0, c1, c2, c3 = Differing(Differing(Shifted(q, -32), c1), k0), q,
			Differing(Differing(Shifted(p, -32), c3), k1), p
		k0, k1 = k0.Plus(Known(philox.W0)), k1.Plus(Known(philox.W1)) // below 2⁵³, so exact, and so are the lower bits
	}
	both := func(low, high Num) Num { return Differing(Common(low, Bits(word)), Shifted(high, 32)) }
	return both(c0, c1), both(c2, c3)
}

// whole returns the bits of a whole number from 0 to 2⁵²−1, below those of an exponent.
func whole(x Num) Num { return Known(1 << 52).Plus(x) }

// Normals returns what philox.Normals does of two words of random bits that are not known while recording.
func Normals(a, b Num) (x, y Num) {
	size := Root(Known(-2).Mul(logOfUniform(uniform(a))))
	sin, cos := sincos(Known(2 * math.Pi).Mul(uniform(b)))
	return size.Mul(cos), size.Mul(sin)
}

// uniform returns what philox.Uniform does. With 52 bits as the digits of a number from 1 to 2, all of it is exact.
func uniform(bits Num) Num {
	digits := Differing(Shifted(bits, -12), Known(1))
	return digits.Sub(Known(1 - 0x1p-53))
}

// logOfUniform returns the logarithm of a number in (0, 1) that is normal, by what libm.Mantissa makes of it.
func logOfUniform(x Num) Num {
	const digits, half = 1<<52 - 1, 1022
	m := Differing(Common(x, Bits(digits)), Known(0.5))                            // in [1/2, 1)
	k := Differing(Shifted(x, -52), Known(1<<52)).Sub(Known(1<<52 + half))         // x = 2ᵏ m
	low := func(yes, no Num) Num { return Where(m, Known(math.Sqrt2/2), yes, no) } // as √½ is in libm
	return Log(low(m.Add(m), m), low(k.Sub(Known(1)), k))
}
