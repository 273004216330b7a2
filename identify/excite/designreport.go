package excite

import "kinetree/tree"

// DesignReport is the result of a search for a motion.
type DesignReport struct {
	Model      string   `json:"model"`    // name of the robot
	File       string   `json:"file"`     // of its description; names of files are for the caller to fill in
	Duration   float64  `json:"duration"` // s
	Step       float64  `json:"dt"`       // between rows (s)
	Harmonics  int      `json:"harmonics"`
	Seed       uint64   `json:"seed"`
	Parameters int      `json:"base_parameters"`
	Condition  float64  `json:"condition"`        // see Designed, as the next
	Random     float64  `json:"random_condition"` // of random motions
	Gain       float64  `json:"precision_gain"`
	Space      *Space   `json:"space,omitempty"`
	Joints     []Extent `json:"joints"`
	Out        string   `json:"out"` // the file of the table
	Rows       int      `json:"rows"`

	Of      int `json:"-"` // how many parameters the equation has
	Columns int `json:"-"` // of the table
}

// Report returns the report on a motion that was found for a model, as a table with a step.
func (d *DesignTask) Report(m *tree.Model, found *Designed, table *Excitation, step float64) *DesignReport {
	return &DesignReport{Model: m.Name(), Duration: d.Period, Step: step, Harmonics: d.Harmonics, Seed: d.Seed,
		Parameters: len(d.Base.Groups), Condition: found.Condition, Random: found.Random, Gain: found.Gain,
		Space: d.Space, Joints: table.Extents, Rows: len(table.Times),
		Of: len(d.Base.Equation.Names()), Columns: 1 + len(table.Columns)}
}
