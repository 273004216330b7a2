package identify

import "math"

// Predict returns the efforts of base parameters, for each sample and rate.
func (f *Fit) Predict(beta []float64) [][]float64 {
	e := f.Base.Equation
	n, columns := len(f.used), len(e.names)
	w := make([]float64, n*columns)
	out := make([][]float64, f.Samples.Len())
	for i := range out {
		e.Rows(w, f.Samples.Q[i], f.Samples.V[i], f.Samples.A[i])
		out[i] = make([]float64, n)
		for row := range n {
			for k, g := range f.Base.Groups {
				out[i][row] += w[row*columns+g.Lead] * beta[k]
			}
		}
	}
	return out
}

// Residuals returns what base parameters leave unexplained of the effort of each rate: its RMS over the samples that
// count.
func (f *Fit) Residuals(beta []float64) []float64 {
	out := make([]float64, len(f.used))
	for i, efforts := range f.Predict(beta) {
		for row, x := range efforts {
			if d := f.Samples.Tau[i][row] - x; f.used[row][i] {
				out[row] += d * d
			}
		}
	}
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
