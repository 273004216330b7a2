package analysis

import "math"

// The range of periods that are searched, and the step of the search.
const (
	periodRange  = 1000
	periodFactor = 1.02
)

// LargestPeriod returns the largest period T (s) such that the loop is stable for all periods from a given one to T;
// if it is unstable there, the largest stable period below, and 0 if there is none. The delay stays what it is. It
// looks at periods from a thousandth to a thousandfold of the given one, but none below a twentieth of the delay, in
// steps of 2 % and then closer, to 1e-6 of the result, which is infinite if no period is too large. A period at which
// there is no such law is too large.
func (s *Setup) LargestPeriod(from float64) (float64, error) {
	shortest := math.Max(from/periodRange, s.Delay/20)
	from = math.Max(from, shortest)
	ok, err := s.Stable(from)
	if err != nil {
		return 0, err
	}
	good, bad := from, from
	for up := ok; ok == up; {
		if up {
			good, bad = bad, float64(bad*periodFactor)
			ok, err = s.Stable(bad)
		} else {
			good, bad = good/periodFactor, good
			ok, err = s.Stable(good)
		}
		switch {
		case err != nil:
			return 0, err
		case up && ok && bad > from*periodRange:
			return math.Inf(1), nil
		case !up && !ok && good < shortest:
			return 0, nil
		}
	}
	for bad-good > 1e-6*good {
		middle := (good + bad) / 2
		switch ok, err := s.Stable(middle); {
		case err != nil:
			return 0, err
		case ok:
			good = middle
		default:
			bad = middle
		}
	}
	return good, nil
}

// Stable reports whether the loop with a period (s) is stable, see Loop. O(states³).
func (s *Setup) Stable(period float64) (bool, error) {
	if s.Made != nil {
		if _, err := s.Made(period); err != nil {
			return false, nil
		}
	}
	l, err := s.Loop(period)
	if err != nil {
		return false, err
	}
	return l.Stable()
}
