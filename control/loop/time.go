package loop

import (
	"math"

	"kinetree/control/reference"
)

// tolerance bounds the difference between a time t and a time that counts as equal to t. The bound covers the rounding
// of sums and products and is far below any period.
func tolerance(t float64) float64 { return float64(1e-12 * max(1, math.Abs(t))) }

// rest is the part of a period below which a remainder is rounding, not time.
const rest = 1e-6

// snap returns the decimal number of twelve digits after the point that t is but for the rounding of a few
// operations, or else t. So sample 35 of 1 ms is at 0.035 s, where the simulation's step ends, and not at
// 0.035000000000000003 s.
func snap(t float64) float64 {
	const digits = 1e12
	if d := math.Round(t*digits) / digits; math.Abs(d-t) <= 4e-16*math.Abs(t) {
		return d
	}
	return t
}

// afterBreak returns t, or the break of the reference that t is but for rounding.
func afterBreak(p *reference.Plan, t float64) float64 {
	if b := p.Break(t); b <= t+tolerance(t) {
		return b
	}
	return t
}
