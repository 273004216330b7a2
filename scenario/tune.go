package scenario

import (
	"errors"
	"maps"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Metrics says what is measured of a run.
type Metrics struct {
	Joints       []string `json:"joints,omitempty" doc:"joints to measure; all that are controlled if it is not given"`
	SettlingBand float64  `json:"settling_band,omitempty" default:"0.02"`
	Tolerance    ByJoint  `json:"tolerance,omitempty"`
	Events       bool     `json:"events,omitempty"`
	// points of links that are measured, in m
	Links map[string]MeasuredPoint `json:"links,omitempty" keys:"link"`
}

// MeasuredPoint is a point of a link, such as the tip of a tool.
type MeasuredPoint struct {
	Point     [3]float64 `json:"point,omitzero" doc:"in the frame of the link (m); its origin if it is not given"`
	Tolerance *float64   `json:"tolerance,omitempty" default:"0.001" doc:"within which it has settled (m)"`
}

// Docs implements strict.Documented.
func (*Metrics) Docs() map[string]string {
	return map[string]string{
		"settling_band": "half the width of the band in which a joint has settled, as a part of its way",
		"tolerance": "the same as an angle or a length, in place of settling_band (rad or m); within it a joint has " +
			"recovered from a disturbance",
		"events": "measure each move of each joint, and each joint at each disturbance, on its own, from its " +
			"beginning to the next: elbow/move0, elbow/disturbance0; takes more time than measures of whole runs",
		"links": "points whose distance from where the references have them is measured for each motion of the robot " +
			"and each disturbance: tool0/move0, tool0/disturbance0",
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
}

// Docs implements strict.Documented.
func (*Tune) Docs() map[string]string {
	return map[string]string{
		"free": "bounds by path, for example controller.gains.elbow_joint.p: [10, 2000, log]",
		"cost": "expression of metrics over all joints, for example itae + 10*max(0, overshoot - 5); " +
			"joints[\"elbow_joint\"][\"overshoot\"] is that of a joint, joints[\"elbow_joint/move0\"] has the " +
			"figures of an event, and numbers of the function metrics of the script have their names; the settling " +
			"and the rise time of a joint that takes longer are the duration",
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

// check returns what is wrong with what is measured.
func (c *Metrics) check() (errs []error) {
	if b := c.SettlingBand; !(b >= 0 && b < 1) {
		errs = append(errs, Wrong("metrics.settling_band", "%v; expected a number from 0 to 1", b))
	}
	positive := func(field string, x float64) {
		if !(x > 0) || math.IsInf(x, 1) {
			errs = append(errs, Wrong(field, "%v; expected a positive number", x))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Tolerance)) {
		positive(strict.Join("metrics.tolerance", name), c.Tolerance[name])
	}
	for _, name := range slices.Sorted(maps.Keys(c.Links)) {
		at, p := strict.Join("metrics.links", name), c.Links[name]
		if positive(at+".tolerance", Or(p.Tolerance, 1)); !floats.Finite(p.Point[:]...) {
			errs = append(errs, Wrong(at+".point", "%v; expected finite numbers", p.Point))
		}
	}
	return errs
}

// CheckJoints returns an error for each joint with a tolerance that a model does not have.
func (c *Metrics) CheckJoints(m *tree.Model) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(c.Tolerance)) {
		if _, ok := m.Joint(name); !ok && name != Every {
			errs = append(errs, Wrong(strict.Join("metrics.tolerance", name), "%v",
				suggest.Missing(m.Name(), "joint", name, m.JointNames())))
		}
	}
	return errors.Join(errs...)
}
