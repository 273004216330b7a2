package sweep

import (
	_ "embed"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// maxDimensions is how many dimensions the table of direction numbers has.
const maxDimensions = 256

// joeKuo has a line for each dimension from the second on: the inner coefficients a of a primitive polynomial of
// degree s over GF(2), as the bits of a number, then the first s direction numbers m. They are those of S. Joe and F.
// Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30 (2008), the
// set new-joe-kuo-6.
//
//go:embed joe-kuo.txt
var joeKuo string

// dimension returns line d of the table, counted from 1.
func dimension(d int) (a uint32, m []uint32) {
	fields := strings.Fields(joeKuoLines()[d-1])
	numbers := make([]uint32, len(fields))
	for i, f := range fields {
		x, err := strconv.ParseUint(f, 10, 32)
		if err != nil {
			panic("design: the table of direction numbers: " + err.Error())
		}
		numbers[i] = uint32(x)
	}
	return numbers[0], numbers[1:]
}

var joeKuoLines = sync.OnceValue(func() []string { return strings.Split(joeKuo, "\n") })

// directions holds for each bit of an index what it changes in a coordinate, as a fraction of 2^32.
type directions [32]uint32

// sobolDirections returns the directions of the first n dimensions, by the recurrence of P. Bratley and B. L. Fox,
// Algorithm 659, ACM TOMS 14 (1988): v_k = a_1 v_{k-1} ⊕ … ⊕ a_{s-1} v_{k-s+1} ⊕ v_{k-s} ⊕ v_{k-s}/2^s.
func sobolDirections(n int) []directions {
	list := make([]directions, n)
	for d := range list {
		v := &list[d]
		if d == 0 { // van der Corput
			for k := range v {
				v[k] = 1 << (31 - k)
			}
			continue
		}
		a, m := dimension(d)
		s := len(m)
		for k := range v {
			if k < s {
				v[k] = m[k] << (31 - k)
				continue
			}
			v[k] = v[k-s] ^ v[k-s]>>s
			for j := 1; j < s; j++ {
				if a>>(s-1-j)&1 == 1 {
					v[k] ^= v[k-j]
				}
			}
		}
	}
	return list
}

// at returns coordinate i of the sequence as a fraction of 2^32, in the order of the Gray code (I. A. Antonov and V.
// M. Saleev, 1979).
func (v *directions) at(i uint32) uint32 {
	var x uint32
	for gray := i ^ i>>1; gray != 0; gray &= gray - 1 {
		x ^= v[bits.TrailingZeros32(gray)]
	}
	return x
}

// shifted returns coordinate i of the sequence in (0, 1), with a random shift of its binary digits, which keeps what
// makes the sequence even (the elementary intervals that have one point each) and moves it off 0.
func (v *directions) shifted(shift uint32, i int) float64 {
	return (float64(v.at(uint32(i))^shift) + 0.5) / (1 << 32)
}
