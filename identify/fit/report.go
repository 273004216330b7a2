package fit

import "kinetree/internal/finitejson"

// Report is the result of an identification, as the command prints it.
type Report struct {
	Model  string `json:"model"` // name of the robot
	File   string `json:"file"`  // of its description; names of files are for the caller to fill in
	Logs   []*Log `json:"logs"`
	Motion struct {
		Used     int     `json:"used"`     // how many times or outputs of the filter
		Duration float64 `json:"duration"` // s
		Delay    float64 `json:"delay"`    // s
		*Measurements
	} `json:"motion"`
	Condition       float64           `json:"condition"` // see Fit
	Parameters      []ReportParameter `json:"parameters"`
	NotIdentifiable NotIdentifiable   `json:"not_identifiable"`
	Efforts         []ReportEffort    `json:"efforts"`
	Doubts          []Doubt           `json:"doubts"`
	Validation      []Validation      `json:"validation,omitempty"`
	Off             float64           `json:"robot_misses_standard_errors"` // see Consistent
	Out             string            `json:"out"`                          // the file of the robot that was found
	Scenario        string            `json:"scenario,omitempty"`           // that has the joints' own parameters
	Plot            string            `json:"plot"`

	Of int `json:"-"` // how many parameters the equation has
}

// ReportParameter is a base parameter.
type ReportParameter struct {
	Title       string             `json:"-"`           // its name, with an asterisk if it takes up others
	Formula     string             `json:"-"`           // the combination in full, empty if it takes up no others
	Name        string             `json:"name"`        // of the parameter that leads
	Combination map[string]float64 `json:"combination"` // coefficients of all parameters in it
	Identified  bool               `json:"identified"`
	Value       *float64           `json:"value,omitempty"` // of identified ones, as the next
	StdErr      *float64           `json:"standard_error,omitempty"`
	Model       float64            `json:"model"` // what the robot's description says
	Unit        string             `json:"unit"`
}

// ReportEffort tells how well the effort of a rate is explained, by the estimates and by the consistent robot.
type ReportEffort struct {
	EffortFit
	Robot float64 `json:"residual_of_robot"`
	Test
}

// NotIdentifiable names the parameters that have no number.
type NotIdentifiable struct {
	NoEffect       []string `json:"no_effect"`
	InCombinations []string `json:"only_in_combinations"`
	NotShown       []string `json:"not_shown_by_log"`
}

// Report returns the report on the result.
func (x *Identification) Report() *Report {
	m, f, c := x.Motion, x.Fit, x.Consistent
	base := f.Base
	names, model := base.Equation.Names(), base.Values(base.Equation.Parameters())
	r := &Report{Model: base.Equation.Model().Name(), Logs: m.Logs, Condition: f.Condition, Off: c.Off, Of: len(names)}
	_, r.Motion.Duration = m.used()
	r.Motion.Used, r.Motion.Measurements, r.Motion.Delay = f.Times, m, x.Delay
	r.Doubts, r.Validation = append([]Doubt{}, x.Doubts...), x.Validation
	for k := range base.Groups {
		g := &base.Groups[k]
		p := ReportParameter{Title: base.Name(g), Name: names[g.Lead],
			Combination: map[string]float64{names[g.Lead]: 1},
			Model:       model[k], Unit: base.Unit(g)}
		for _, other := range g.Others {
			p.Combination[names[other.Parameter]] = other.Coefficient
		}
		if len(g.Others) > 0 {
			p.Formula = base.Formula(g)
		}
		if e := &f.Estimates[k]; e.Identified {
			p.Identified, p.Value, p.StdErr = true, &e.Value, &e.StdErr
		} else {
			r.NotIdentifiable.NotShown = append(r.NotIdentifiable.NotShown, p.Name)
		}
		r.Parameters = append(r.Parameters, p)
	}
	for _, p := range base.Idle {
		r.NotIdentifiable.NoEffect = append(r.NotIdentifiable.NoEffect, names[p])
	}
	for _, p := range base.Hidden {
		r.NotIdentifiable.InCombinations = append(r.NotIdentifiable.InCombinations, names[p])
	}
	left := f.Residuals(base.Values(c.Parameters()))
	for row, e := range f.Efforts {
		if e.Tied {
			continue
		}
		r.Efforts = append(r.Efforts, ReportEffort{e, left[row], x.Tests[row]})
	}
	return r
}

// MarshalJSON implements json.Marshaler. A condition that is infinite is null.
func (r *Report) MarshalJSON() ([]byte, error) { return finitejson.Marshal(r) }
