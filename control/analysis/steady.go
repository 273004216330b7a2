package analysis

import (
	"fmt"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/floats"
)

// looked is how many samples are compared with each other.
const looked = 200

// rhythm is how a law goes on at rest.
type rhythm struct {
	samples int    // after which it does the same again
	clock   []bool // of its states: those that tell the sample; nil for none
	reason  string // why no linear system stands for it, or ""
}

// apart sets what tells the sample to 0 in a change of the state: the law decides by it, so it has no derivatives.
func (r *rhythm) apart(x []float64) []float64 {
	for i := range r.clock {
		if r.clock[i] {
			x[i] = 0
		}
	}
	return x
}

// Unsteady returns why no linear system stands for the law, or "" if one does, from sample to sample or over a period
// of samples: the law, left at rest, is another one at a later sample, and does not come back within a hundred. It
// looks at the first 200 samples. A law that changes as time goes on, and does not come back to what it was, is one at
// each time. The law must not be in use meanwhile.
func (s *Setup) Unsteady(period float64) (reason string) { return s.rhythm(period).reason }

// rhythm finds how the law goes on, once.
func (s *Setup) rhythm(period float64) rhythm {
	if s.found == nil {
		r := rhythm{samples: 1}
		law, periodic := s.Law.(control.Periodic)
		switch {
		case period == 0: // so there are no samples
			return r
		case !periodic && s.Steady, periodic && law.Samples() == 1:
		case periodic:
			r.samples = law.Samples()
			d := newDifferences(s.Model, s.Law, s.Position, period, 2*s.Model.NV())
			r.clock = clocks(d.path(2*r.samples), r.samples)
			d.restore()
		default:
			r = s.find(period)
		}
		s.found = &r
	}
	return *s.found
}

// path returns the states of the law at rest, at samples one after another; fewer than asked for after a fault, which
// is beyond what runs may reach.
func (d *differences) path(samples int) [][]float64 {
	list, still := [][]float64{slices.Clone(d.around)}, make([]float64, len(d.from)-len(d.around))
	for k := range samples - 1 {
		d.in.Time = float64(float64(k) * d.in.Period)
		if d.evaluate(d.to, list[k], still) != nil {
			break
		}
		list = append(list, slices.Clone(d.to[:len(d.around)]))
	}
	return list
}

// clocks returns which states move at rest and are the same again after so many samples, or count them.
func clocks(path [][]float64, samples int) []bool {
	list := make([]bool, len(path[0]))
	for i := range list {
		moves, returns, counts := false, true, true
		for k, x := range path {
			moves = moves || x[i] != path[0][i]
			returns = returns && x[i] == path[k%samples][i]
			counts = counts && x[i]-path[0][i] == float64(float64(k)*(path[min(1, k)][i]-path[0][i]))
		}
		list[i] = moves && (returns || counts)
	}
	return list
}

// find finds how a law goes on of which nothing is known.
func (s *Setup) find(period float64) rhythm {
	n := s.Model.NV()
	d := newDifferences(s.Model, s.Law, s.Position, period, 2*n)
	defer d.restore()
	states, path := len(d.around), d.path(looked)
	// What moves at rest may be a clock, which decides what the law does, and is not differentiated by. All else is at
	// once.
	clock := clocks(path, len(path))
	direction := make([]float64, states+2*n)
	for i := range direction {
		if i >= states || !clock[i] {
			_, direction[i] = math.Modf(float64(float64(i+1) * math.Phi)) // no simple ratios, which laws have
		}
	}
	at := func(k int, t float64) []float64 {
		change := make([]float64, states+n)
		d.around, d.in.Time = path[k], t
		d.along(change[:states], change[states:], direction[:states], direction[states:])
		for i := range clock {
			if clock[i] {
				change[i] = 0
			}
		}
		return change
	}
	changes := [][]float64{at(0, 0)}
	differs := func(change, first []float64) bool { // of a law they are exact to some 1e-10
		difference := slices.Clone(change)
		floats.Sub(difference, first)
		return floats.Norm(difference[:states], math.Inf(1)) > 1e-6*floats.Norm(first[:states], math.Inf(1)) ||
			floats.Norm(difference[states:], math.Inf(1)) > 1e-6*floats.Norm(first[states:], math.Inf(1))
	}
	other, unsteady := 0, false
	for k := 1; k < len(path); k++ {
		change := at(k, float64(float64(k)*period))
		if d.failed != nil {
			break
		}
		changes = append(changes, change)
		different := differs(change, changes[0])
		leaves, back := different && other == 0, !different && other > 0
		if leaves {
			other = k
		}
		if back || leaves && differs(at(k, 0), changes[0]) && d.failed == nil { // whatever the time
			unsteady = true
		}
		d.failed = nil
	}
	if !unsteady {
		return rhythm{samples: 1}
	}
	for samples := 2; 2*samples <= len(changes); samples++ {
		same := true
		for k := samples; k < len(changes) && same; k++ {
			same = !differs(changes[k], changes[k%samples])
		}
		if same {
			return rhythm{samples: samples, clock: clocks(path, samples)}
		}
	}
	return rhythm{samples: 1, reason: fmt.Sprintf("the law is another one at t = %.4g s than at its first sample "+
		"though nothing moves, and does not do the same again after 2 to %d samples; a linear analysis expects one "+
		"law at all samples, or one with a period", float64(other)*period, len(changes)/2)}
}
