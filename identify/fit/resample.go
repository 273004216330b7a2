package fit

import (
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// bridged is how many rows in a row may be missing: the motion goes on over such a gap as a cubic does. A longer gap
// cuts the motion in two.
const bridged = 3

// Evening describes how samples were brought to even steps.
type Evening struct {
	Step      float64 `json:"dt"`           // between the samples (s)
	Resampled bool    `json:"resampled"`    // the times are not those of an even clock, to the last of their digits
	Jitter    float64 `json:"jitter"`       // largest distance of a time from an even one (s)
	Bridged   int     `json:"bridged_rows"` // samples that were missing and have been filled in
	Cuts      int     `json:"cuts"`         // gaps at which the motion is cut
	Longest   float64 `json:"-"`            // the longest of these (s)
}

// Resample returns the stretches of the samples with even steps, cut at gaps. Where the times are those of an even
// clock but for the rounding of their digits, the values stay and the times become even. Where they are not, all
// numbers are interpolated to the median step by cubics through the two samples on either side; poses, by the cubic in
// their exponential coordinates. So are samples that are missing. The error says why there is no stretch.
func (s *Samples) Resample(m *tree.Model) ([]*Samples, Evening, error) {
	if rate, err := s.rate(); err == nil {
		return []*Samples{s.evened()}, Evening{Step: 1 / rate}, nil
	}
	n := s.Len()
	if n <= 2*reach {
		return nil, Evening{}, fmt.Errorf("there are %d rows; expected %d or more", n, 2*reach+1)
	}
	steps := make([]float64, n-1)
	for i := range steps {
		steps[i] = s.T[i+1] - s.T[i]
	}
	slices.Sort(steps)
	typical := steps[len(steps)/2]
	e := Evening{}
	var pieces []*Samples
	first := 0
	for i := 1; i <= n; i++ {
		if i < n && s.T[i]-s.T[i-1] <= (bridged+1.5)*typical {
			continue
		}
		if i-first > 2*reach {
			pieces = append(pieces, s.slice(first, i))
		}
		if i < n {
			e.Cuts++
			e.Longest = math.Max(e.Longest, s.T[i]-s.T[i-1])
		}
		first = i
	}
	if pieces == nil {
		return nil, e, fmt.Errorf("the median step is %.4g s, and no %d rows stand without a gap of more than %d "+
			"steps; expected a longer log", typical, 2*reach+1, bridged+1)
	}
	for k, p := range pieces {
		c := p.clock(typical)
		if last := p.Len() - 1; !c.even && p.T[last]-p.T[last-1] < typical*(1-uneven) { // the end of a log, as may be
			if shorter := p.slice(0, last).clock(typical); shorter.even {
				p, c = p.slice(0, last), shorter
			}
		}
		e.Jitter = math.Max(e.Jitter, c.jitter)
		pieces[k] = p.at(m, c)
		e.Resampled = e.Resampled || !c.even
		e.Bridged += pieces[k].Len() - p.Len()
		e.Step += c.step * float64(p.Len()) / float64(n)
	}
	e.Bridged = max(0, e.Bridged)
	return pieces, e, nil
}

// clock is the even clock that is nearest to the times of samples.
type clock struct {
	start, step float64
	ticks       []int // of each sample
	jitter      float64
	even        bool // the times are rounded ones of this clock
}

// clock finds it by least squares, given a typical step.
func (s *Samples) clock(typical float64) clock {
	n := s.Len()
	c := clock{ticks: make([]int, n)}
	k, t := 0., 0. // means
	for i := 1; i < n; i++ {
		c.ticks[i] = c.ticks[i-1] + max(1, int(math.Round((s.T[i]-s.T[i-1])/typical)))
		k += float64(c.ticks[i]) / float64(n)
		t += (s.T[i] - s.T[0]) / float64(n)
	}
	kk, kt := 0., 0.
	for i := range n {
		d := float64(c.ticks[i]) - k
		kk += float64(d * d)
		kt += float64(d * (s.T[i] - s.T[0] - t))
	}
	c.step = kt / kk
	c.start = s.T[0] + t - float64(k*c.step)
	for i := range n {
		c.jitter = math.Max(c.jitter, math.Abs(s.T[i]-c.start-float64(float64(c.ticks[i])*c.step)))
	}
	// A time that is rounded, or cut, to its last digit is within one half of it, or of its mean.
	c.even = c.jitter <= math.Max(0.75*s.lastDigit(), uneven*c.step)
	return c
}

// lastDigit returns the decimal unit of which all times are multiples, from 1 s to 1 ns, or 0 if there is none.
func (s *Samples) lastDigit() float64 {
	unit, scale := 0., 1.
	for range 10 {
		whole := !slices.ContainsFunc(s.T, func(t float64) bool {
			x := float64(t * scale)
			return math.Abs(x-math.Round(x)) > 1e-3+float64(4e-16*math.Abs(x))
		})
		if whole {
			unit = 1 / scale
			break
		}
		scale *= 10
	}
	return unit
}

// at returns the samples at each tick of the clock from the first sample to the last one: those that are on it as
// they are, if the clock is even, and others from the cubic through their neighbours.
func (s *Samples) at(m *tree.Model, c clock) *Samples {
	out := &Samples{}
	n := s.Len()
	begin := 0
	if c.start < s.T[0] && !c.even {
		begin = int(math.Ceil((s.T[0] - c.start) / c.step))
	}
	next := 0 // first sample that is not before the tick
	for k := begin; ; k++ {
		t := c.start + float64(float64(k)*c.step)
		if c.even {
			for next < n && c.ticks[next] < k {
				next++
			}
		} else {
			for next < n && s.T[next] < t {
				next++
			}
		}
		if next == n {
			return out
		}
		out.T = append(out.T, t)
		if c.even && c.ticks[next] == k {
			out.Q, out.V, out.A = append(out.Q, s.Q[next]), append(out.V, s.V[next]), append(out.A, s.A[next])
			out.Tau = append(out.Tau, s.Tau[next])
			continue
		}
		x := s.between(m, max(1, next)-1, t)
		out.Q, out.V, out.A, out.Tau = append(out.Q, x[0]), append(out.V, x[1]), append(out.A, x[2]),
			append(out.Tau, x[3])
	}
}

// between returns the position, the velocity, the acceleration and the effort at a time after sample i and before the
// next one.
func (s *Samples) between(m *tree.Model, i int, t float64) (x [4][]float64) {
	from := min(max(0, i-1), max(0, s.Len()-4))
	nodes := s.T[from:min(from+4, s.Len())]
	weights := make([]float64, len(nodes))
	for a, ta := range nodes {
		weights[a] = 1
		for b, tb := range nodes {
			if a != b {
				weights[a] = float64(weights[a] * ((t - tb) / (ta - tb)))
			}
		}
	}
	nv := m.NV()
	step, d := make([]float64, nv), make([]float64, nv)
	x = [4][]float64{make([]float64, m.NQ()), make([]float64, nv), make([]float64, nv), make([]float64, nv)}
	for a, w := range weights {
		m.Difference(d, s.Q[i], s.Q[from+a])
		for k := range nv {
			step[k] += float64(w * d[k])
			x[1][k] += float64(w * s.V[from+a][k])
			x[2][k] += float64(w * s.A[from+a][k])
			x[3][k] += float64(w * s.Tau[from+a][k])
		}
	}
	m.Integrate(x[0], s.Q[i], step, 1)
	return x
}
