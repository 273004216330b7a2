// Package goldensection finds the minimum of a function of one number without derivatives.
package goldensection

// ratio is the golden section, (√5 − 1)/2.
const ratio = 0.6180339887498949

// Least returns where a function with one minimum from low to high has it, by golden section: each of a number of
// sections takes one more value of the function and leaves 0.618 of the interval, the middle of the last of which is
// returned. Where two values are equal it goes on towards low.
//
// Source: J. Kiefer, "Sequential Minimax Search for a Maximum", Proceedings of the AMS 4 (1953), pages 502-506.
func Least(f func(x float64) float64, low, high float64, sections int) float64 {
	a, b := high-float64(ratio*(high-low)), low+float64(ratio*(high-low))
	fa, fb := f(a), f(b)
	for range sections {
		if fa <= fb {
			high, b, fb = b, a, fa
			a = high - float64(ratio*(high-low))
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + float64(ratio*(high-low))
			fb = f(b)
		}
	}
	return (low + high) / 2
}
