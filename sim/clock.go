package sim

import "math"

// clock counts time in steps. A step that is a decimal fraction is kept as a ratio of whole numbers, so that the time
// of step n is the float64 nearest to the true product: 35 steps of 0.001 s are 0.035 s, not 0.035000000000000003 s.
type clock struct {
	step     float64
	num, den float64 // step = num/den, whole numbers; den is 0 if there are none
}

// rest is the part of a step below which a remainder is rounding, not time.
const rest = 1e-6

func newClock(step float64) clock {
	for den := 1.0; den <= 1e9; den = float64(den * 10) {
		num := math.Round(step * den)
		if num < 1e9 && num/den == step {
			return clock{step, num, den}
		}
	}
	return clock{step: step}
}

// time returns the time after n steps.
func (c clock) time(n int) float64 {
	if c.den > 0 {
		return float64(n) * c.num / c.den
	}
	return float64(float64(n) * c.step)
}

// before returns how many whole steps lie before the time t.
func (c clock) before(t float64) int { return int(math.Floor(t/c.step + rest)) }

// beginsBefore reports whether step n, which begins after n steps, begins before the time t.
func (c clock) beginsBefore(n int, t float64) bool { return float64(n) < t/c.step-rest }
