package fit

import (
	"math"

	"kinetree/internal/fourier"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// A cutoff is chosen as this many times the highest frequency of the motion, so that the products and powers of
// velocities in the efforts pass, and as this share of the sampling rate at most.
const (
	cutoffRatio = 5
	cutoffShare = 0.2
)

// ChooseCutoff returns a cutoff for the equation of a model on stretches of motion at even steps: five times the
// frequency below which the positions have 99.9 % of the power of their accelerations, of the joint that moves the
// fastest. Power that noise may have does not count. It is a fifth of the sampling rate at most, and so is that of
// joints that do not move.
func ChooseCutoff(m *tree.Model, parts ...*Samples) (float64, error) {
	cutoff := math.Inf(1)
	highest := 0.0
	for _, s := range parts {
		rate, err := s.rate()
		if err != nil {
			return 0, err
		}
		cutoff = math.Min(cutoff, cutoffShare*rate)
		for _, j := range m.Joints() {
			if j.Leader < 0 && j.NQ == 1 {
				highest = math.Max(highest, s.evened().band(j.Q, rate))
			}
		}
	}
	if highest > 0 {
		cutoff = math.Min(cutoff, cutoffRatio*highest)
	}
	return cutoff, nil
}

// partOfPower is the share of the power of an acceleration that counts for the band of a motion, and overNoise how many
// times the power of the noise a frequency has that is one of the motion.
const (
	partOfPower = 0.999
	overNoise   = 20
)

// band returns the highest frequency of a coordinate (Hz), 0 if it does not move. The spectrum is that of the position
// without the straight line between its ends, under the window of von Hann.
func (s *Samples) band(coordinate int, rate float64) float64 {
	n := s.Len()
	x := make([]float64, n)
	first, last := s.Q[0][coordinate], s.Q[n-1][coordinate]
	window := 0.0 // sum of its squares
	for i := range x {
		at := float64(i) / float64(n-1)
		h := (1 - libm.Cos(float64(2*math.Pi*at))) / 2
		x[i] = float64((s.Q[i][coordinate] - first - float64(at*(last-first))) * h)
		window += float64(h * h)
	}
	sigma := whiteNoise(s.Q, coordinate)
	floor := overNoise * sigma * sigma * window // for a sum of window × noise
	spectrum := fourier.Real(x)
	power, sum := make([]float64, len(spectrum)), 0.0
	for k, c := range spectrum {
		if p := float64(real(c)*real(c)) + float64(imag(c)*imag(c)); p > floor {
			power[k] = float64(p * libm.Pow(float64(k), 4))
		}
		sum += power[k]
	}
	part := 0.0
	for k, p := range power {
		if part += p; part >= partOfPower*sum && sum > 0 {
			return float64(k) * rate / float64(n)
		}
	}
	return 0
}
