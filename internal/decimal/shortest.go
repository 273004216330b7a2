package decimal

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// shortest returns the decimal m 10^exponent with the fewest digits among those that are nearer to x than to any other
// number, but for zeros at the end of m, and of these the nearest to x. It returns false where that is not for it: for
// numbers that are not positive and normal, powers of two, and those few where the bits that it computes do not tell.
//
// In units of the power of ten that is no larger than its last bit, those decimals are the integers less than half that
// bit away: one at least, and one multiple of ten at most, which has fewer digits than others. Source: R. Giulietti,
// "The Schubfach way to render doubles", 2020, section 9; here with 60 bits behind the point instead of all.
func shortest(x float64) (m uint64, exponent int, ok bool) {
	number := math.Float64bits(x)
	mantissa, biased := number&(1<<52-1), int(number>>52)
	if mantissa == 0 || biased == 0 || biased >= 0x7ff {
		return 0, 0, false
	}
	mantissa |= 1 << 52
	q := biased - 1075 // x is mantissa 2^q
	exponent = floorLog10(q)
	p := &powers()[mostTen-exponent]
	shift := q + p.exponent // 1 to 4
	whole, fraction := bits.Mul64(mantissa<<shift, p.high)
	lower, _ := bits.Mul64(mantissa<<shift, p.low)
	fraction, carry := bits.Add64(fraction, lower, 0)
	whole += carry

	const point, off = 60, 2 // what is computed below is wrong by less than off in the last bit
	tens := whole / 10
	half := p.high >> (5 - shift)
	down := (whole-tens*10)<<point | fraction>>(64-point)
	up := 10<<point - down
	switch {
	case down < half-off:
		return tens, exponent + 1, true
	case up < half-off:
		return tens + 1, exponent + 1, true
	case down <= half+off || up <= half+off || fraction-(1<<63-off) <= 2*off:
		return 0, 0, false
	}
	return whole + fraction>>63, exponent, true
}

// floorLog10 returns ⌊log10 2^q⌋ for numbers.
func floorLog10(q int) int { return q * 315653 >> 20 }

// power is a power of ten: 0.high low 2^exponent, where high and low are 128 bits, the first of which is one.
type power struct {
	high, low uint64
	exponent  int
}

// The largest and the least exponent of a decimal.
const mostTen, leastTen = 292, -324

// powers returns 10^(i − mostTen) at index i, for all −exponents of decimals.
var powers = sync.OnceValue(func() *[mostTen - leastTen + 1]power {
	const places = 1200 // behind the point; the least power begins at the 970th
	list, one := new([mostTen - leastTen + 1]power), new(big.Int).Lsh(big.NewInt(1), places)
	for i := range list {
		x := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(i-mostTen, mostTen-i))), nil)
		if i < mostTen {
			x.Div(one, x)
		} else {
			x.Mul(one, x)
		}
		exponent := x.BitLen() - places
		first := x.Rsh(x, uint(x.BitLen()-128)).FillBytes(make([]byte, 16))
		list[i] = power{binary.BigEndian.Uint64(first), binary.BigEndian.Uint64(first[8:]), exponent}
	}
	return list
})
