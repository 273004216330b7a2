package analysis

import (
	"math"
	"slices"
)

// Analysis is what there is to say of a control loop with samples around its operating point.
type Analysis struct {
	Loop           *Loop
	Open           []Pole  // of the robot alone
	Closed         []Pole  // of the loop, with samples and delay
	SpectralRadius float64 // of the closed loop, which is stable if it is less than 1
	LargestPeriod  float64 // see Setup.LargestPeriod
	Rates          []RateLoop
	// index in Rates of the loop with the highest peak of the sensitivity, the nearest one to instability; -1 if
	// there are none
	Nearest int
}

// RateLoop is the loop of a rate, broken at its actuator, all others closed.
type RateLoop struct {
	Rate    int
	Margins Margins
	Bode    []FrequencyPoint
}

// bodeRange is how far below half the sampling rate a Bode diagram begins.
const bodeRange = 1e-4

// Analyze returns the analysis of the loop with samples of a period. The law must not be in use meanwhile. O(rates ·
// frequencies · states²).
func (s *Setup) Analyze(period float64) (*Analysis, error) {
	l, err := s.Loop(period)
	if err != nil {
		return nil, err
	}
	a := &Analysis{Loop: l, Nearest: -1}
	if a.Open, err = s.Plant.Poles(); err != nil {
		return nil, err
	}
	if a.Closed, err = l.Poles(); err != nil {
		return nil, err
	}
	if a.SpectralRadius, err = l.SpectralRadius(); err != nil {
		return nil, err
	}
	if a.LargestPeriod, err = s.LargestPeriod(period); err != nil {
		return nil, err
	}
	first := 0
	if s.Model.Floating() { // whose base has no actuator
		first = 6
	}
	for rate := first; rate < l.n; rate++ {
		r, err := l.Break(rate).Response(period)
		if err != nil {
			return nil, err
		}
		frequencies := slices.DeleteFunc(r.Frequencies(300),
			func(w float64) bool { return w < bodeRange*math.Pi/period })
		a.Rates = append(a.Rates, RateLoop{rate, r.Margins(), r.Bode(frequencies)})
		if k := len(a.Rates) - 1; a.Nearest < 0 ||
			a.Rates[k].Margins.Sensitivity > a.Rates[a.Nearest].Margins.Sensitivity {
			a.Nearest = k
		}
	}
	return a, nil
}

// Stable reports whether the closed loop is.
func (a *Analysis) Stable() bool { return a.SpectralRadius < 1 }
