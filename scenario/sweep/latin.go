package sweep

import (
	"math/bits"

	"kinetree/internal/philox"
)

// stratum returns where sample i of n is in a random order of 0 to n-1, which the key chooses. It is a permutation
// that needs no table: a Feistel network of eight rounds on the fewest bits, an even number of them, that hold n
// numbers, and again on what it gives until that is below n (J. Black and P. Rogaway, "Ciphers with arbitrary finite
// domains", CT-RSA 2002). In the mean it takes less than four turns.
func stratum(key uint64, i, n int) int {
	half := max(1, (bits.Len(uint(n-1))+1)/2)
	mask := uint64(1)<<half - 1
	x := uint64(i)
	for {
		left, right := x>>half, x&mask
		for round := range uint64(8) {
			left, right = right, left^mix(key+right+round<<56)&mask
		}
		if x = left<<half | right; x < uint64(n) {
			return int(x)
		}
	}
}

// mix is the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// latin returns coordinate of sample i of n: a random place in its stratum.
func latin(order, jitter uint64, i, n int) float64 {
	const largest = 1 - 0x1p-53
	return min((float64(stratum(order, i, n))+philox.Uniform(jitter))/float64(n), largest)
}
