package fit

import (
	"math"
	"slices"
)

// Validation is how well parameters explain the effort of a rate on a motion that they were not found from.
type Validation struct {
	Name string  `json:"name"`
	Unit string  `json:"unit"`
	Rows int     `json:"rows"` // how many samples count, or outputs of the filter
	RMS  float64 `json:"rms"`  // of the effort
	// What is left unexplained, RMS: by the estimates, by the bodies nearest to them, and by the model as it was. An
	// estimate that the first motion did not show is that of the bodies.
	Estimates float64 `json:"residual"`
	Robot     float64 `json:"residual_of_robot"`
	Model     float64 `json:"residual_of_model"`
	R2        float64 `json:"r2"` // share of the variance that the estimates explain
}

// validate compares the parameters with another motion, which passes the same filter.
func (c *Consistent) validate(x *Measurements) []Validation {
	base := c.Fit.Base
	other := &Fit{Base: base, Cutoff: c.Fit.Cutoff, Parts: x.Parts, used: sticking(base.Equation, x.Parts)}
	other.nameEfforts()
	robot := base.Values(c.Parameters())
	estimates := c.Fit.Values()
	for k, e := range c.Fit.Estimates {
		if !e.Identified {
			estimates[k] = robot[k]
		}
	}
	out := make([]Validation, len(other.Efforts))
	left := func(beta []float64) []float64 {
		sums := make([]residualSums, len(out))
		other.Explain(beta, func(e *Explained) {
			for row := range sums {
				if e.Counts[row] {
					sums[row].add(nil, e.Measured[row], nil, e.Measured[row]-e.Computed[row])
				}
			}
		})
		rms := make([]float64, len(out))
		for row, s := range sums {
			n := math.Max(1, s.count)
			rms[row] = math.Sqrt(s.r2 / n)
			out[row].Rows, out[row].RMS, out[row].R2 = int(s.count), math.Sqrt(s.tau2/n), s.explained()
		}
		return rms
	}
	byModel, byRobot, byEstimates := left(base.Values(base.Equation.Parameters())), left(robot), left(estimates)
	for row, e := range other.Efforts {
		v := &out[row] // whose R² is that of the last, the estimates
		v.Name, v.Unit, v.Estimates, v.Robot, v.Model = e.Name, e.Unit, byEstimates[row], byRobot[row], byModel[row]
	}
	tied := func(v Validation) bool {
		return slices.ContainsFunc(other.Efforts, func(e EffortFit) bool { return e.Tied && e.Name == v.Name })
	}
	return slices.DeleteFunc(out, tied)
}
