package fit

import "kinetree/internal/require"

// figures are the numbers of a result that can be required. Efforts that do not vary have none.
var figures = []require.Measurand[*Identification]{
	// least share of an effort's variance that is explained
	{Name: "r2", Value: func(r *Identification) (float64, string) {
		return require.Worst(len(r.Tests), -1, func(i int) (float64, string) {
			return r.Tests[i].R2, r.Fit.Efforts[i].Name
		})
	}},
	// largest share of an effort's RMS that is left
	{Name: "share", Value: func(r *Identification) (float64, string) {
		return require.Worst(len(r.Fit.Efforts), 1, func(i int) (float64, string) {
			e := &r.Fit.Efforts[i]
			return e.Residual / e.RMS, e.Name
		})
	}},
	// largest RMS of what is left of an effort, N m or N
	{Name: "residual", Value: func(r *Identification) (float64, string) {
		return require.Worst(len(r.Fit.Efforts), 1, func(i int) (float64, string) {
			return r.Fit.Efforts[i].Residual, r.Fit.Efforts[i].Name
		})
	}},
	{Name: "condition", Value: func(r *Identification) (float64, string) { return r.Fit.Condition, "" }},
	// standard errors that the robot is off
	{Name: "off", Value: func(r *Identification) (float64, string) { return r.Consistent.Off, "" }},
	{Name: "doubts", Value: func(r *Identification) (float64, string) { return float64(len(r.Doubts)), "" }},
	{Name: "validation_r2", Value: func(r *Identification) (float64, string) {
		return require.Worst(len(r.Validation), -1, func(i int) (float64, string) {
			return r.Validation[i].R2, r.Validation[i].Name
		})
	}},
	{Name: "validation_share", Value: func(r *Identification) (float64, string) {
		return require.Worst(len(r.Validation), 1, func(i int) (float64, string) {
			return r.Validation[i].Estimates / r.Validation[i].RMS, r.Validation[i].Name
		})
	}},
}

// ParseRequirement reads a requirement, such as r2>0.95: FIGURE<NUMBER, with <, <=, > or >=; a number may be in %.
func ParseRequirement(text string) (require.Bound[*Identification], error) {
	return require.Parse(text, figures)
}
