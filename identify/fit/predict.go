package fit

import "math"

// Explained is what parameters say of the efforts at a time, next to what was measured; both are behind the filter.
type Explained struct {
	Part               int       // index of the stretch of motion
	T                  float64   // s
	Measured, Computed []float64 // by rate
	Counts             []bool    // by rate: whether the measurement counts
}

// Explain calls yield for each time at which the equation counts, with the efforts of base parameters. The slices are
// valid until yield returns.
func (f *Fit) Explain(beta []float64, yield func(x *Explained)) {
	n, b := len(f.Efforts), len(f.Base.Groups)
	x := &Explained{Measured: make([]float64, n), Computed: make([]float64, n), Counts: make([]bool, n)}
	f.each(0, nil, func(o *observation) {
		x.Part, x.T = o.part, o.t
		for row := range n {
			numbers := o.rows[row*(b+1):][:b+1]
			x.Measured[row], x.Computed[row], x.Counts[row] = numbers[b], 0, o.counts(row)
			for k, w := range numbers[:b] {
				x.Computed[row] += float64(w * beta[k])
			}
		}
		yield(x)
	})
}

// Residuals returns what base parameters leave unexplained of the effort of each rate: its RMS over the times that
// count.
func (f *Fit) Residuals(beta []float64) []float64 {
	out := make([]float64, len(f.Efforts))
	f.Explain(beta, func(x *Explained) {
		for row := range out {
			if d := x.Measured[row] - x.Computed[row]; x.Counts[row] {
				out[row] += float64(d * d)
			}
		}
	})
	for row := range out {
		out[row] = math.Sqrt(out[row] / math.Max(1, float64(f.Efforts[row].Rows)))
	}
	return out
}

// Values returns the estimates of β. Those that are not identified are any that fit.
func (f *Fit) Values() []float64 {
	beta := make([]float64, len(f.Estimates))
	for k, e := range f.Estimates {
		beta[k] = e.Value
	}
	return beta
}
