package prepare

import (
	"fmt"
	"math"
	"slices"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/rnea"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// idle reports whether a law that has a gain p has none that is not 0.
func idle(c *scenario.Controller, m *tree.Model) bool {
	if !c.Uses("p") || c.Schedule != nil || c.Type == scenario.ROS2Control { // whose gains are those of its file
		return false
	}
	for _, name := range []string{"p", "i", "d"} {
		if slices.ContainsFunc(c.Rates(m, name), func(x float64) bool { return x != 0 }) {
			return false
		}
	}
	return true
}

// idleSettings returns a note for each setting of a law with an integral that the other ones leave without effect. They
// are no errors, because a sweep or a search may go through such settings.
func idleSettings(s *scenario.Scenario, m *tree.Model) []string {
	c := &s.Controller
	if !c.Uses("i") || c.Type == scenario.ROS2Control {
		return nil
	}
	any := func(name string, of func(float64) bool) bool { return slices.ContainsFunc(c.Rates(m, name), of) }
	nonzero := func(x float64) bool { return x != 0 }
	limited := func(x float64) bool { return !math.IsInf(x, 1) }
	bounded := slices.ContainsFunc(effortLimits(s, m), limited) || s.Actuators.RateLimit > 0 ||
		sim.NewDrives(m, robot.Extras(s, m)).Voltages() != nil
	period := c.Period
	if period == 0 {
		period = s.Step
	}
	var notes []string
	for _, x := range []struct {
		idle bool
		text string
	}{
		{c.AntiWindup != "" && !any("i", nonzero), "controller.anti_windup has no effect: all gains i are 0"},
		{any("i_clamp", limited) && !any("i", nonzero), "the gains i_clamp have no effect: all gains i are 0"},
		{(c.AntiWindup == string(control.Conditional) || c.AntiWindup == string(control.BackCalculation)) &&
			any("i", nonzero) && !bounded, "controller.anti_windup has no effect: no effort has a limit"},
		{c.AntiWindup == string(control.ClampOnly) && any("i", nonzero) && !any("i_clamp", limited),
			"controller.anti_windup: clamp has no effect: no joint has a gain i_clamp"},
		{c.Tracking != 0 && c.Tracking < period, fmt.Sprintf("controller.tracking_time: %v s is shorter than the "+
			"period, %v s, which acts in its place", c.Tracking, period)},
		{c.Derivative != "" && !any("d", nonzero), "controller.derivative has no effect: all gains d are 0"},
		{c.Type == "pi_velocity" && any("p", nonzero) && !any("d", nonzero) && !any("i", nonzero),
			"the gains p have no effect: all gains d and i are 0"},
		{c.FilterTime != 0 && !any("d", nonzero), "controller.filter_time has no effect: all gains d are 0"},
	} {
		if x.idle {
			notes = append(notes, x.text)
		}
	}
	return notes
}

// regulator returns the law of the linear-quadratic regulator around the start, for the period, the delay and the lag
// of the loop, and the regulator. What the reference takes is known to it, with dampers and springs.
func (r *Run) regulator(m *tree.Model) (control.Law, *analysis.Regulator, error) {
	c, l := &r.Scenario.Controller, r.Loop
	if m.Floating() {
		return nil, nil, wrong("controller.type",
			"%s: a floating base has no actuator, so nothing holds it at an operating point; expected another law, "+
				"or a fixed base", c.Type)
	}
	passive := sim.Passive(m, robot.Extras(r.Scenario, m), r.Scenario.Ideal)
	hold := make([]float64, m.NV())
	rnea.New(l.believed).Gravity(hold, l.start)
	linear, err := aba.Linearize(l.believed, passive, l.start, nil, hold)
	if err != nil {
		return nil, nil, fmt.Errorf("the linear-quadratic regulator: %w", err)
	}
	sim.NewDrives(m, robot.Extras(r.Scenario, m)).Linearize(linear)
	plant := analysis.NewPlant(linear)
	withoutDrives(plant, m)
	decay := 1.0
	if l.Period > 0 {
		decay = 1 / l.Period
	}
	forgetCharges(plant, m, decay)
	weights := analysis.Weights{Position: c.Rates(m, "position_weight"), Velocity: c.Rates(m, "velocity_weight"),
		Effort: c.Rates(m, "effort_weight")}
	if c.Type == "lqi" {
		weights.Integral = c.Rates(m, "integral_weight")
	}
	g, err := plant.Regulate(m.RateNames(), weights, l.Period, l.Delay, l.Actuators.Lag)
	if err != nil {
		return nil, nil, wrong("controller.type", "%s: %v", c.Type, err)
	}
	return g.Law(m, control.NewFeedForward(l.believed, passive)), g, nil
}
