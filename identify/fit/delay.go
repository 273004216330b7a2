package fit

import (
	"math"

	"kinetree/identify"
	"kinetree/internal/goldensection"
	"kinetree/internal/libm"
)

// delayed returns samples of which the efforts act later than they were logged, by a delay in s, between samples by a
// cubic. Those at an end whose efforts are not known are left out. The steps must be even.
func (s *Samples) delayed(delay float64) *Samples {
	n := s.Len()
	step := (s.T[n-1] - s.T[0]) / math.Max(1, float64(n-1))
	shift := delay / step
	whole := math.Floor(shift)
	part := shift - whole // τ(i − shift) lies between the samples i − whole − 1 and i − whole
	back := int(whole)
	out := s.slice(min(n, max(0, back+2)), max(min(n, max(0, back+2)), min(n, n+back-1)))
	first := min(n, max(0, back+2))
	x := -part // from the sample i − whole
	weights := [4]float64{}
	for a := range weights {
		weights[a] = 1
		for b := range weights {
			if a != b {
				weights[a] = float64(weights[a] * ((x - float64(b-2)) / float64(a-b)))
			}
		}
	}
	out.Tau = make([][]float64, out.Len())
	for i := range out.Tau {
		out.Tau[i] = make([]float64, len(s.Tau[0]))
		for a, w := range weights { // the samples −2 ... 1 from there
			for k, tau := range s.Tau[first+i-back+a-2] {
				out.Tau[i][k] += float64(w * tau)
			}
		}
	}
	return out
}

// Of the search for a delay: how far it goes (s), the step of its first part as a share of the period of the cutoff,
// and how many times it narrows the place down by the golden section.
const (
	longestDelay = 0.1
	firstStep    = 0.1
	sections     = 14
)

// delayBy returns the delay of the efforts, of either sign and up to a tenth of a second, with which the base
// parameters explain the motion best: with the least likelihood of normal noise, Σ rows log σ. The motion must have a
// cutoff. The error says why there is no fit.
func delayBy(b *identify.BaseParameters, x *Measurements) (float64, error) {
	var fault error
	cost := func(delay float64) float64 {
		f, err := New(b, x.Cutoff, x.delayed(delay)...)
		if err != nil {
			fault = err
			return math.Inf(1)
		}
		sum := 0.0
		for _, e := range f.Efforts {
			if e.Rows > 0 {
				sum += libm.Log(e.Noise) // of about as many rows each, whatever the delay
			}
		}
		return sum
	}
	step := math.Min(firstStep/x.Cutoff, longestDelay/4)
	best, least := 0.0, math.Inf(1)
	for k := -int(longestDelay / step); float64(k)*step <= longestDelay; k++ {
		if c := cost(float64(float64(k) * step)); c < least {
			best, least = float64(float64(k)*step), c
		}
	}
	if fault != nil {
		return 0, fault
	}
	delay := goldensection.Least(cost, best-step, best+step, sections)
	return delay, fault
}

// delayed returns the stretches with delayed efforts, but for those that are too short.
func (x *Measurements) delayed(delay float64) (parts []*Samples) {
	for _, s := range x.Parts {
		if d := s.delayed(delay); d.Len() > 1 {
			parts = append(parts, d)
		}
	}
	return parts
}

// delayBy puts off the efforts of the motion by a delay (s).
func (x *Measurements) delayBy(delay float64) { x.Parts = x.delayed(delay) }
