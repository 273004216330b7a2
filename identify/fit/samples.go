package fit

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

	noise  *noise      // nil unless Smooth has estimated it
	spread int         // over how many samples to either side Smooth has spread a kink of the motion
	ties   [][]float64 // of each sample, see manifold.ties; nil without constraints
}

// noise describes the independent noise of the motion.
type noise struct {
	rate     float64   // of the samples (Hz)
	cutoff   float64   // of the filter that the motion has passed (Hz); 0 for none
	sigma    []float64 // of each rate, the standard deviation of its samples: of the position or of the velocity
	position []bool    // it is that of the position, from which the velocity is differentiated
}

// VelocityNoise returns the standard deviation of the noise of the velocity of a rate, 0 if it is not known: of what
// is below a cutoff in Hz, or 0 for all that Smooth has left.
func (s *Samples) VelocityNoise(row int, cutoff float64) float64 {
	if s.noise == nil {
		return 0
	}
	n := s.noise
	if cutoff == 0 {
		cutoff = n.cutoff
	}
	switch {
	case n.position[row] && cutoff == 0: // differences of order 4 have the square sum 130/144
		return float64(0.95 * n.rate * n.sigma[row])
	case n.position[row]:
		return float64(2 * math.Pi * cutoff * math.Sqrt(2*cutoff/n.rate/3) * n.sigma[row])
	case cutoff == 0:
		return n.sigma[row]
	}
	return float64(math.Sqrt(2*cutoff/n.rate) * n.sigma[row])
}

// Len returns the number of samples.
func (s *Samples) Len() int { return len(s.T) }

// uneven is how far a step may be from the others, relative to them, where even ones are asked for: far above the
// rounding of times, far below what changes a derivative.
const uneven = 1e-6

// rate returns how many samples there are in a second. The error says where steps are not even; [Samples.Resample]
// makes them so. A last step that is shorter, as a log may have, does not count.
func (s *Samples) rate() (float64, error) {
	n := s.Len()
	if n <= 2*reach {
		return 0, fmt.Errorf("there are %d rows; expected %d or more", n, 2*reach+1)
	}
	step := s.T[1] - s.T[0]
	for i := 1; i < n; i++ {
		h := s.T[i] - s.T[i-1]
		if i == n-1 && h < step*(1-uneven) {
			n--
			break
		}
		if math.Abs(h-step) > float64(uneven*step)+float64(1e-15*math.Abs(s.T[i])) {
			return 0, fmt.Errorf("the step from %v s to %v s is %.6g s and the first one %.6g s; expected even "+
				"steps, for derivatives and filters", s.T[i-1], s.T[i], h, step)
		}
	}
	return float64(n-1) / (s.T[n-1] - s.T[0]), nil
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
	out := &Samples{s.T[from:to], s.Q[from:to], s.V[from:to], s.A[from:to], s.Tau[from:to], s.noise,
		s.spread, nil}
	if s.ties != nil {
		out.ties = s.ties[from:to]
	}
	return out
}

// perPeriod is how many equations are kept for each period of the filter's cutoff: two, so that their noise is
// independent.
const perPeriod = 2

// wide is how many times the cutoff of the equation the cutoff for the motion is. The equation is not linear in the
// motion, so the motion is left as it is within the band of the equation and well beyond; the noise that is left in it
// has mostly higher frequencies, and goes when the equation is filtered. A cutoff above share of the sampling rate is
// none, for differences end there.
const (
	wide  = 8
	share = 0.4
)

// settling is for how many periods of its cutoff the beginning of a filter shows: it falls below 1e-5.
const settling = 5

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

// Smooth finds what samples at even steps lack: velocities from the positions, and accelerations from the velocities.
// The motion passes a low-pass filter without phase, whose cutoff is several times that of the filter that the
// equation passes later (see [NewFit]); that one is given in Hz, 0 for no filter. Efforts stay as they are. Samples at
// either end that derivatives and the filter's beginning spoil are left out. The samples themselves do not change.
//
// Positions that are poses are not filtered; their velocities are.
func (s *Samples) Smooth(m *tree.Model, cutoff float64) (*Samples, error) {
	rate, err := s.rate()
	if err != nil {
		return nil, err
	}
	if !(cutoff >= 0) || cutoff*(1+rolloff) >= rate/2 {
		return nil, fmt.Errorf("the cutoff is %v Hz; expected 0, or one above 0 and, for %.6g samples a second, below "+
			"%.6g Hz", cutoff, rate, rate/2/(1+rolloff))
	}
	var filter *lowPass
	ends, spread, band := 0, 0, float64(wide*cutoff)
	if band >= share*rate {
		band = 0
	}
	if band > 0 {
		if filter, err = newLowPass(band, rate); err != nil {
			return nil, err
		}
		ends = int(settling * rate / band)
		spread = int(rate / band / 2)
	}
	s = s.evened()
	out := &Samples{T: s.T, Q: clone(s.Q), V: clone(s.V), A: clone(s.A), Tau: s.Tau}
	coordinates, poses, all := layout(m)
	filter.apply(out.Q, coordinates)
	lacking := missing(out.V)
	if len(lacking) > 0 {
		fill(out.V, lacking, differences(out.Q, m.NV(), rate, m.Difference))
		ends += reach
		spread += reach
	}
	filter.apply(out.V, without(all, without(lacking, poses))) // velocities from filtered positions are filtered
	out.noise = s.estimateNoise(m, lacking, rate, band)
	if lacking = missing(out.A); len(lacking) > 0 {
		fill(out.A, lacking, differences(out.V, m.NV(), rate, difference))
		ends += reach
		spread += reach
	}
	filter.apply(out.A, without(all, lacking))
	out.spread = spread
	n := out.Len()
	if n <= 2*ends {
		return nil, fmt.Errorf("there are %d rows, of which derivatives and the filter spoil %d at either end; "+
			"expected a longer log", n, ends)
	}
	return out.slice(ends, n-ends), nil
}

// estimateNoise returns the noise of samples whose velocities of some rates are differentiated. It is 0 for velocities
// that are differentiated from poses.
func (s *Samples) estimateNoise(m *tree.Model, differenced []int, rate, cutoff float64) *noise {
	out := &noise{rate, cutoff, make([]float64, m.NV()), make([]bool, m.NV())}
	for row := range out.sigma {
		if out.position[row] = slices.Contains(differenced, row); !out.position[row] {
			out.sigma[row] = whiteNoise(s.V, row)
		}
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == 1 && out.position[j.V] {
			out.sigma[j.V] = whiteNoise(s.Q, j.Q)
		}
	}
	return out
}

// whiteNoise returns the standard deviation of the independent noise in a column of rows at even steps, from its
// differences of order 6: of a motion that is sampled twenty times a period or more these leave a thousandth.
func whiteNoise(rows [][]float64, column int) float64 {
	binomials := [...]float64{1, -6, 15, -20, 15, -6, 1}
	const squares = 924 // of the binomials
	sum, count := 0.0, 0.0
	for i := len(binomials) - 1; i < len(rows); i++ {
		x := 0.0
		for k, b := range binomials {
			x += float64(b * rows[i-k][column])
		}
		sum += float64(x * x)
		count++
	}
	return math.Sqrt(sum / squares / math.Max(1, count))
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
