// Package decimal writes numbers for files.
package decimal

import (
	"math"
	"strconv"
)

// Append adds the decimal with the fewest digits that reads back to x: from 0.0001 to 1e15 without an exponent, which
// people read more easily, else with one. What it writes is JSON if x is finite.
func Append(b []byte, x float64) []byte {
	if a := math.Abs(x); x == 0 || a >= 1e-4 && a < 1e15 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	// strconv writes exponents of two digits at least and always a sign: 1e-07, 1e+20 become 1e-7, 1e20.
	for i := start; i < len(b); i++ {
		if b[i] != 'e' {
			continue
		}
		from, to := i+1, i+1
		if b[from] == '-' {
			to++
		}
		from++
		if b[from] == '0' {
			from++
		}
		return append(b[:to], b[from:]...)
	}
	return b // NaN, Inf
}
