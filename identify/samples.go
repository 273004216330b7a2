package identify

import (
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// Samples are states of a motion of a model and the efforts that caused it: rows of the position (NQ numbers), the
// velocity, the acceleration and the effort of each rate (NV). A velocity or acceleration that is not known is NaN in
// all rows.
type Samples struct {
	T            []float64 // rising (s)
	Q, V, A, Tau [][]float64
}

// Len returns the number of samples.
func (s *Samples) Len() int { return len(s.T) }

// uneven is how far a step may be from the others, relative to them, where even ones are asked for: far above the
// rounding of times, far below what changes a derivative.
const uneven = 1e-6

// Rate returns how many samples there are in a second. The error says where steps are not even. A last step that is
// shorter, as a log may have, does not count.
func (s *Samples) Rate() (float64, error) {
	n := s.Len()
	if n <= 2*reach {
		return 0, fmt.Errorf("there are %d rows; expected %d or more", n, 2*reach+1)
	}
	step := s.T[1] - s.T[0]
	for i := 1; i < n; i++ {
		h := s.T[i] - s.T[i-1]
		if i == n-1 && h < step {
			break
		}
		if math.Abs(h-step) > uneven*step+1e-15*math.Abs(s.T[i]) {
			return 0, fmt.Errorf("the step from %v s to %v s is %.6g s and the first one %.6g s; expected even "+
				"steps, for derivatives and filters: resample the log",
				s.T[i-1], s.T[i], h, step)
		}
	}
	return 1 / step, nil
}

// evened returns the samples without a shorter last step.
func (s *Samples) evened() *Samples {
	n := s.Len()
	if h := s.T[1] - s.T[0]; s.T[n-1]-s.T[n-2] < h*(1-uneven) {
		return s.slice(0, n-1)
	}
	return s
}

// slice returns samples from one index to another.
func (s *Samples) slice(from, to int) *Samples {
	return &Samples{s.T[from:to], s.Q[from:to], s.V[from:to], s.A[from:to], s.Tau[from:to]}
}

// every returns each n-th of the samples.
func (s *Samples) every(n int) *Samples {
	out := &Samples{}
	for i := 0; i < s.Len(); i += n {
		out.T = append(out.T, s.T[i])
		out.Q, out.V, out.A, out.Tau = append(out.Q, s.Q[i]), append(out.V, s.V[i]), append(out.A, s.A[i]),
			append(out.Tau, s.Tau[i])
	}
	return out
}

// perPeriod is how many samples are kept for each period of a filter's cutoff: two, so that their noise is nearly
// independent. And settling is for how many periods its beginning shows: it falls below 1e-5.
const (
	perPeriod = 2
	settling  = 5
)

// Complete reports whether all velocities and accelerations are known.
func (s *Samples) Complete() bool { return len(missing(s.V)) == 0 && len(missing(s.A)) == 0 }

// missing returns the columns that are not known.
func missing(rows [][]float64) (columns []int) {
	if len(rows) == 0 {
		return nil
	}
	for k, x := range rows[0] {
		if math.IsNaN(x) {
			columns = append(columns, k)
		}
	}
	return columns
}

// Smooth filters samples at even steps and finds what they lack: velocities from the positions, and accelerations
// from the velocities. All pass the same low-pass filter without phase, so that they stay those of one motion; its
// cutoff is in Hz, 0 for no filter. What is behind a filter has no more information than some samples for each period
// of the cutoff, so others are left out, and so are those at either end that derivatives and the filter's beginning
// spoil. The samples themselves stay as they are.
//
// Positions that are poses are not filtered; their velocities are.
func (s *Samples) Smooth(m *tree.Model, cutoff float64) (*Samples, error) {
	rate, err := s.Rate()
	if err != nil {
		return nil, err
	}
	var filter *lowPass
	ends, keep := 0, 1
	if cutoff != 0 {
		if filter, err = newLowPass(cutoff, rate); err != nil {
			return nil, err
		}
		ends, keep = int(settling*rate/cutoff), max(1, int(rate/(perPeriod*cutoff)))
	}
	s = s.evened()
	out := &Samples{T: s.T, Q: clone(s.Q), V: clone(s.V), A: clone(s.A), Tau: clone(s.Tau)}
	coordinates, poses, all := layout(m)
	filter.apply(out.Q, coordinates)
	filter.apply(out.Tau, all)
	lacking := missing(out.V)
	if len(lacking) > 0 {
		fill(out.V, lacking, differences(out.Q, m.NV(), rate, m.Difference))
		ends += reach
	}
	filter.apply(out.V, without(all, without(lacking, poses))) // velocities from filtered positions are filtered
	if lacking = missing(out.A); len(lacking) > 0 {
		fill(out.A, lacking, differences(out.V, m.NV(), rate, difference))
		ends += reach
	}
	filter.apply(out.A, without(all, lacking))
	n := out.Len()
	if n <= 2*ends {
		return nil, fmt.Errorf("there are %d rows, of which derivatives and the filter spoil %d at either end; "+
			"expected a longer log", n, ends)
	}
	return out.slice(ends, n-ends).every(keep), nil
}

// layout returns the indices of the coordinates that are numbers, of the rates of poses, and of all rates.
func layout(m *tree.Model) (coordinates, poses, all []int) {
	for v := range m.NV() {
		all = append(all, v)
	}
	if m.Floating() {
		poses = append(poses, all[:6]...)
	}
	for _, j := range m.Joints() {
		switch {
		case j.Leader >= 0:
		case j.NQ == j.NV:
			for i := range j.NQ {
				coordinates = append(coordinates, j.Q+i)
			}
		default:
			poses = append(poses, all[j.V:j.V+j.NV]...)
		}
	}
	return coordinates, poses, all
}

// fill copies columns.
func fill(dst [][]float64, columns []int, from [][]float64) {
	for i, row := range from {
		for _, k := range columns {
			dst[i][k] = row[k]
		}
	}
}

// without returns the elements of a that are not in b.
func without(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(x int) bool { return slices.Contains(b, x) })
}

func clone(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, r := range rows {
		out[i] = slices.Clone(r)
	}
	return out
}
