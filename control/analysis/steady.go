package analysis

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/floats"
)

// looked is how many samples are compared with the first one.
const looked = 200

// Unsteady returns why no linear system from sample to sample stands for the law, or "" if one does: the law, left at
// rest, is another one at a later sample, as one whose parts have several periods. It looks at the first 200 samples. A
// law that changes as time goes on, and does not come back to what it was, is one at each time. The law must not be in
// use meanwhile.
func (s *Setup) Unsteady(period float64) (reason string) {
	if period == 0 { // so there are no samples
		return ""
	}
	n := s.Model.NV()
	d := newDifferences(s.Model, s.Law, s.Position, period, 2*n)
	defer d.restore()
	states, still := len(d.around), make([]float64, 2*n)
	path := make([][]float64, 1, looked) // states at rest
	path[0] = slices.Clone(d.around)
	for k := range looked - 1 {
		d.in.Time = float64(float64(k) * period)
		if d.evaluate(d.to, path[k], still) != nil { // a fault beyond what runs may reach
			break
		}
		path = append(path, slices.Clone(d.to[:states]))
	}
	// What moves at rest is a clock, which decides what the law does and is not differentiated by. All else is at once.
	clock := make([]bool, states)
	for _, x := range path {
		for i := range x {
			clock[i] = clock[i] || x[i] != path[0][i]
		}
	}
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
	first := at(0, 0)
	differs := func(change []float64) bool { // of a law they are exact to some 1e-10
		floats.Sub(change, first)
		return floats.Norm(change[:states], math.Inf(1)) > 1e-6*floats.Norm(first[:states], math.Inf(1)) ||
			floats.Norm(change[states:], math.Inf(1)) > 1e-6*floats.Norm(first[states:], math.Inf(1))
	}
	other := 0
	for k := 1; k < len(path); k++ {
		t := float64(float64(k) * period)
		different := differs(at(k, t))
		if d.failed != nil {
			break
		}
		leaves, back := different && other == 0, !different && other > 0
		if leaves {
			other = k
		}
		if back || leaves && differs(at(k, 0)) && d.failed == nil { // whatever the time
			return fmt.Sprintf("the law is another one at t = %.4g s than at its first sample though nothing moves, "+
				"as one whose parts have several periods; a linear analysis expects one law at all samples",
				float64(other)*period)
		}
	}
	return ""
}
