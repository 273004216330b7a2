package fit

import (
	"math"
	"slices"

	"kinetree/internal/libm"
	"kinetree/tree"
)

// A joint moves if it goes farther than least (rad or m), and if its velocity, within the band of the equation, has
// more than overVelocityNoise times the deviation of its noise: less would take the noise for motion, and friction and
// damping would come out far too small with small standard errors.
const (
	least             = 1e-4
	overVelocityNoise = 5
)

// findStanding finds the joints with one coordinate that do not move, and makes them stand still: at their mean
// position, with the velocity and acceleration 0.
func (x *Measurements) findStanding(m *tree.Model) {
	for _, j := range m.Joints() {
		if j.Leader >= 0 || j.NQ != 1 || x.moves(&j) {
			continue
		}
		x.Standing = append(x.Standing, j.Name)
		for i, s := range x.Parts {
			mean := 0.0
			for _, q := range s.Q {
				mean += q[j.Q] / float64(s.Len())
			}
			s = &Samples{T: s.T, Q: clone(s.Q), V: clone(s.V), A: clone(s.A), Tau: s.Tau, noise: s.noise,
				spread: s.spread}
			for k := range s.T {
				s.Q[k][j.Q], s.V[k][j.V], s.A[k][j.V] = mean, 0, 0
			}
			x.Parts[i] = s
		}
	}
}

// moves reports whether a joint does.
func (x *Measurements) moves(j *tree.Joint) bool {
	lower, upper := math.Inf(1), math.Inf(-1)
	square, noise, count := 0., 0., 0.
	for _, s := range x.Parts {
		v := make([]float64, s.Len())
		for i := range v {
			lower, upper = math.Min(lower, s.Q[i][j.Q]), math.Max(upper, s.Q[i][j.Q])
			v[i] = s.V[i][j.V]
		}
		cutoff := 0.0
		if rate, err := s.rate(); err == nil && x.Cutoff > 0 {
			if filter, err := newLowPass(x.Cutoff, rate); err == nil {
				filter.run(v)
				cutoff = x.Cutoff
			}
		}
		for _, y := range v {
			square += float64(y * y)
			noise += libm.Pow(s.VelocityNoise(j.V, cutoff), 2)
			count++
		}
	}
	return upper-lower > least && square > overVelocityNoise*overVelocityNoise*noise
}

// stands reports whether a joint counts as standing still.
func (x *Measurements) stands(joint string) bool { return slices.Contains(x.Standing, joint) }
