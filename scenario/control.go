package scenario

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// checkControl returns the faults of the controller and what belongs to it that do not depend on the robot.
func (s *Scenario) checkControl() []error {
	var errs []error
	if s.Controller.Active() {
		errs = append(errs, s.Controller.check()...)
	} else if s.Controller.Gains != nil || s.Controller.Period != 0 || s.Controller.Model != "" ||
		s.Sensors != (Sensors{}) || s.Actuators != (Actuators{}) {
		errs = append(errs, Wrong("controller.type",
			"there is no control law, and what it needs is given; expected a type such as pd, or no gains, sensors "+
				"and actuators"))
	}
	errs = append(errs, s.CheckLoop()...)
	if s.Trajectory != "" && s.Controller.Trajectory != "" {
		errs = append(errs, Wrong("trajectory", "the controller has a trajectory, too; expected one of the two"))
	}
	if T := s.Controller.Period; T > 0 && s.Duration/T > 1e12 {
		errs = append(errs, Wrong("controller.period",
			"%v s: the run of %v s would take %.3g samples; expected at most 1e12", T, s.Duration, s.Duration/T))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		switch field := strict.Join("params", name); {
		case s.Script == "":
			errs = append(errs, Wrong(field,
				"there is no script that would take it; expected a key script, or no params"))
		case !floats.Finite(s.Params[name]):
			errs = append(errs, Wrong(field, "%v; expected a finite number", s.Params[name]))
		}
	}
	if s.Controller.Type == "script" && s.Script == "" {
		errs = append(errs, Wrong("script", "the control law is a script; expected the name of a Starlark file"))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Reference)) {
		r := s.Reference[name]
		errs = append(errs, r.check(strict.Join("reference", name))...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.LinkMotions)) {
		r, field := s.LinkMotions[name], strict.Join("reference_link", name)
		if !s.Controller.Tasked() || name != s.Controller.Link {
			errs = append(errs, Wrong(field, "no law moves the link %q; expected that of controller.link with one of "+
				"the laws %s", name, suggest.List(taskLaws)))
		}
		errs = append(errs, r.check(field)...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Excitation)) {
		e := s.Excitation[name]
		errs = append(errs, e.check(strict.Join("excitation", name))...)
	}
	errs = append(errs, s.CheckPrescribed()...)
	for i := range s.Disturbances {
		errs = append(errs, s.Disturbances[i].Check(fmt.Sprintf("disturbances.%d", i))...)
	}
	for _, x := range []struct {
		field string
		given bool
	}{{"joints", len(s.Metrics.Joints) > 0}, {"events", s.Metrics.Events}, {"links", len(s.Metrics.Links) > 0}} {
		if x.given && !s.Measurable() {
			errs = append(errs, Wrong("metrics."+x.field,
				"nothing is asked of the joints; expected a controller or a reference"))
		}
	}
	return append(errs, s.Metrics.check()...)
}

// CheckLoop returns the faults of sensors and actuators.
func (s *Scenario) CheckLoop() (errs []error) {
	for _, x := range []struct {
		field string
		value float64
	}{{"sensors.position_noise", s.Sensors.PositionNoise}, {"sensors.velocity_noise", s.Sensors.VelocityNoise},
		{"sensors.position_resolution", s.Sensors.PositionResolution},
		{"sensors.velocity_filter_hz", s.Sensors.VelocityFilter}, {"actuators.rate_limit", s.Actuators.RateLimit},
		{"actuators.lag", s.Actuators.Lag}} {
		if !(x.value >= 0) || math.IsInf(x.value, 0) {
			errs = append(errs, Wrong(x.field, "%v; expected 0 or more", x.value))
		}
	}
	if x := s.Sensors.VelocityNoise; s.Sensors.Velocity == "difference" && x > 0 {
		errs = append(errs, Wrong("sensors.velocity_noise",
			"%v, and the velocity comes from differences of positions; expected no velocity noise", x))
	}
	return errs
}

// Measurable reports whether joints are asked to do something.
func (s *Scenario) Measurable() bool {
	return s.Controller.Active() || len(s.Reference) > 0 || s.TrajectoryFile() != ""
}
