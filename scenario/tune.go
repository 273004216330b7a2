package scenario

// Metrics says what is measured of a run.
type Metrics struct {
	Joints       []string `json:"joints,omitempty" doc:"joints to measure; all that are controlled if it is not given"`
	SettlingBand float64  `json:"settling_band,omitempty" default:"0.02"`
}

// Docs implements strict.Documented.
func (*Metrics) Docs() map[string]string {
	return map[string]string{
		"settling_band": "half the width of the band in which a joint has settled, as a part of its way",
	}
}

// Tune says which numbers of a scenario are searched, and for what.
type Tune struct {
	Free   map[string]Bounds `json:"free" required:"true" keys:"path"`
	Cost   string            `json:"cost" required:"true"`
	Method string            `json:"method,omitempty" enum:"nelder-mead|cma-es" default:"nelder-mead"`
	Runs   int               `json:"runs,omitempty" default:"500" doc:"simulations of candidates at most"`
	Chains int               `json:"chains,omitempty"`
	// hard bounds; nil stands for mild ones
	Require []string `json:"require,omitempty"`
	Robust  *Robust  `json:"robust,omitempty" doc:"judge each candidate by several robots, drawn as sweep says"`
	Over    string   `json:"over,omitempty" enum:"max|sum" default:"max" doc:"what counts of the costs of the cases"`
}

// Docs implements strict.Documented.
func (*Tune) Docs() map[string]string {
	return map[string]string{
		"free": "bounds by path, for example controller.gains.elbow_joint.p: [10, 2000, log]",
		"cost": "expression of metrics over all joints, for example itae + 10*max(0, overshoot - 5); " +
			"joints[\"elbow_joint\"][\"overshoot\"] is that of a joint; the settling and the rise time of a joint " +
			"that takes longer are the duration",
		"require": "what each candidate has to keep, such as phase_margin > 40deg, sensitivity_peak < 6dB, " +
			"joint2/settling < 0.4: figures of the loop as in simulate analyze --require, and metrics; if it is not " +
			"given, phase_margin > 30deg and sensitivity_peak < 8dB of a loop that can be judged; [] requires nothing",
		"method": "of the search; cma-es suits four and more parameters and costs with several valleys",
		"chains": "searches from different starts, the better half of which goes on, and so forth; if it is not " +
			"given, one for cma-es and one for each 100 runs a parameter, at most 4, for nelder-mead",
	}
}

// Robust says how a candidate is judged by several runs.
type Robust struct {
	Samples int    `json:"samples" required:"true" doc:"robots that are drawn, the same ones for all candidates"`
	Reduce  string `json:"reduce,omitempty" enum:"mean|max|p90" default:"mean"`
}

// Docs implements strict.Documented.
func (*Robust) Docs() map[string]string {
	return map[string]string{
		"reduce": "what counts of their costs: the mean, the largest, or the one that 90 % do not exceed",
	}
}
