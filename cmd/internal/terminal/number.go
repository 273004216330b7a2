package terminal

import (
	"fmt"
	"math"
)

// fiveDigits writes a number with five digits.
func fiveDigits(x float64) string { return fmt.Sprintf("%.5g", x+0) } // -0 becomes 0

// Figure writes a number with five digits, or nothing if there is none.
func Figure(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	}
	return fiveDigits(x)
}

// Counted returns a number of things: 1 joint, 2 joints.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
