package fit

import (
	"math"

	"kinetree/identify"
	"kinetree/internal/libm"
)

// decimator is the low-pass filter that both sides of the equation τ = W_b β pass, each column of W_b like τ. What is
// a linear combination of rows of the equation is a row of it, so the filter removes noise and changes no parameter,
// whatever kinks the columns have, as that of Coulomb friction has one at each reversal. Source: Gautier, "Dynamic
// identification of robots with power model", IEEE Int. Conf. on Robotics and Automation, 1997, where the step is
// called parallel filtering and decimation.
//
// Its kernel is the root raised cosine, for which one output in each spacing T = 1/(2 cutoff) is kept. The kernel is
// orthogonal to its own translations by multiples of T, so independent noise of the efforts stays independent. Source:
// Proakis, "Digital Communications", 2001, section 9.2.
type decimator struct {
	spacing float64 // T (s)
}

// rolloff is the share by which the band of the kernel reaches beyond the cutoff, where it is 1/√2. And tail is how
// many spacings the kernel is long on either side; beyond, it is below 0.2 % of its peak.
const (
	rolloff = 0.5
	tail    = 6
)

// kernel returns the weight of a sample at a distance in time from the output.
func (d *decimator) kernel(t float64) float64 {
	x := t / d.spacing
	if math.Abs(x) > tail {
		return 0
	}
	u := 4 * rolloff * x
	switch {
	case math.Abs(x) < 1e-8:
		return 1 - rolloff + 4*rolloff/math.Pi
	case math.Abs(math.Abs(u)-1) < 1e-8: // the limit, where both the numerator and the denominator below are 0
		s, c := libm.Sincos(math.Pi / (4 * rolloff))
		return float64(rolloff / math.Sqrt2 * (float64((1+2/math.Pi)*s) + float64((1-2/math.Pi)*c)))
	}
	return (libm.Sin(float64(math.Pi*(1-rolloff)*x)) + float64(u*libm.Cos(float64(math.Pi*(1+rolloff)*x)))) /
		(math.Pi * x * (1 - float64(u*u)))
}

// observation is the equation at a time, of a sample or of a filter's output.
type observation struct {
	part int       // index of the stretch of motion
	t    float64   // s
	rows []float64 // NV rows of numbers: W_b, τ, and what else is asked for
	// of each rate, how much of the filter's weight is on samples that count; the others are left out on both sides
	counted []float64
	weight  float64
}

// counts reports whether the row of a rate says something: whether at least half of its weight counts.
func (o *observation) counts(row int) bool { return o.counted[row] >= o.weight/2 }

// each calls yield for the observations in the order of time. The rows have the base columns, the effort, less that
// of known terms, and extra more numbers for each rate, which fill sets for a sample. An observation holds until
// yield returns.
func (f *Fit) each(extra int, fill func(dst []float64, part, sample, row int, base []float64),
	yield func(o *observation)) {
	e := f.Base.Equation
	n, columns, groups := e.Model().NV(), len(e.Names()), f.Base.Groups
	width := len(groups) + 1 + extra
	known, sample := make([]float64, n), newObservation(n, width)
	left := make([]float64, n) // of the effort, without what is known
	for part, s := range f.Parts {
		window := f.newWindow(s, n, width)
		e.Each(len(s.T), func(i int, x *identify.MotionState) {
			copy(x.Q, s.Q[i])
			copy(x.Qd, s.V[i])
			copy(x.Qdd, s.A[i])
		}, func(i int, _ *identify.MotionState, w []float64) {
			clear(known)
			e.AddKnown(known, s.Q[i], s.V[i], s.A[i])
			for row := range n {
				left[row] = s.Tau[i][row] - known[row]
			}
			if s.ties != nil && s.ties[i] != nil {
				e.Bound.Fold(w, columns, s.ties[i])
				e.Bound.Fold(left, 1, s.ties[i])
			}
			for row := range n {
				to := sample.rows[row*width:][:width]
				for k, g := range groups {
					to[k] = w[row*columns+g.Lead]
				}
				to[len(groups)] = left[row]
				if fill != nil {
					fill(to[len(groups)+1:], part, i, row, to[:len(groups)])
				}
				sample.counted[row] = 0
				if f.used[part][row][i] {
					sample.counted[row] = 1
				}
			}
			sample.part, sample.t, sample.weight = part, s.T[i], 1
			if window == nil {
				yield(sample)
			} else {
				window.add(sample, yield)
			}
		})
		if window != nil {
			window.end(yield)
		}
	}
}

func newObservation(n, width int) *observation {
	return &observation{rows: make([]float64, n*width), counted: make([]float64, n)}
}

// window holds the outputs of the filter that a sample contributes to.
type window struct {
	decimator
	step, last float64 // of the samples: their distance, and the largest time of an output (s)
	next       float64 // time of the next output
	open, free []*observation
	n, width   int
}

// newWindow returns the filter for a stretch of samples, or nil for none. Outputs nearer than one spacing to an end
// have too little of the kernel.
func (f *Fit) newWindow(s *Samples, n, width int) *window {
	if f.Cutoff == 0 {
		return nil
	}
	d := decimator{1 / (perPeriod * f.Cutoff)}
	last := s.Len() - 1
	return &window{decimator: d, step: (s.T[last] - s.T[0]) / math.Max(1, float64(last)), last: s.T[last] - d.spacing,
		next: s.T[0] + d.spacing, n: n, width: width}
}

// add adds a sample to the outputs that are near it.
func (w *window) add(sample *observation, yield func(*observation)) {
	reach := float64(tail * w.spacing)
	for len(w.open) > 0 && w.open[0].t+reach < sample.t {
		w.close(yield)
	}
	for ; w.next <= w.last && w.next-reach <= sample.t; w.next += w.spacing {
		var o *observation
		if k := len(w.free); k > 0 {
			o, w.free = w.free[k-1], w.free[:k-1]
			clear(o.rows)
			clear(o.counted)
		} else {
			o = newObservation(w.n, w.width)
		}
		o.part, o.t, o.weight = sample.part, w.next, 0
		w.open = append(w.open, o)
	}
	for _, o := range w.open {
		h := w.kernel(sample.t-o.t) * w.step / w.spacing
		o.weight += float64(h * h)
		for row, counted := range sample.counted {
			if counted == 0 {
				continue
			}
			o.counted[row] += float64(h * h)
			to := o.rows[row*w.width:][:w.width]
			for k, x := range sample.rows[row*w.width:][:w.width] {
				to[k] += float64(h * x)
			}
		}
	}
}

// close yields the first output.
func (w *window) close(yield func(*observation)) {
	o := w.open[0]
	copy(w.open, w.open[1:])
	w.open = w.open[:len(w.open)-1]
	yield(o)
	w.free = append(w.free, o)
}

func (w *window) end(yield func(*observation)) {
	for len(w.open) > 0 {
		w.close(yield)
	}
}
