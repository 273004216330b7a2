package robot

import (
	"math"

	"kinetree/control/signal"
	"kinetree/internal/floats"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
)

// checkEncoder returns what of the encoders cannot be.
func checkEncoder(j *scenario.JointChanges, fail func(name, format string, args ...any)) {
	if j.Encoder == nil {
		return
	}
	for _, x := range [...]struct {
		name   string
		counts *float64
	}{{"encoder.motor", j.Encoder.Motor}, {"encoder.link", j.Encoder.Link}} {
		if x.counts != nil && !(*x.counts > 0 && floats.Finite(*x.counts)) {
			fail(x.name, "%v counts; expected a positive number", *x.counts)
		}
	}
	if j.Encoder.Motor != nil && j.Encoder.Link != nil && j.Elastic == nil {
		fail("encoder", "rotor and joint are one without an elastic drive; expected one encoder, or a key elastic")
	}
}

// Resolutions returns the resolution of each rate that has an encoder, as the joint sees it, NaN for others, nil if
// there are no encoders.
func Resolutions(s *scenario.Scenario, m *tree.Model) []float64 {
	var list []float64
	for _, j := range m.Joints() {
		e := s.Joints[j.Name].Encoder
		if e == nil || j.NV != 1 || j.Leader >= 0 {
			continue
		}
		if list == nil {
			list = make([]float64, m.NV())
			for i := range list {
				list[i] = math.NaN()
			}
		}
		given := s.Joints[j.Name]
		turn := 2 * math.Pi
		if e.Motor != nil {
			d := driveOf(&given, j.Reduction, func(string, string, ...any) {})
			rotor := j.V
			if j.Rotor >= 0 {
				rotor = m.Joints()[j.Rotor].V
			}
			list[rotor] = turn / math.Abs(float64(*e.Motor*d.ratio))
		}
		if e.Link != nil {
			if list[j.V] = turn / *e.Link; j.Type == urdf.Prismatic {
				list[j.V] = 1 / *e.Link
			}
		}
	}
	return list
}

// CurrentEffort returns the effort of a current (A) of the joint's motor.
func CurrentEffort(j *scenario.JointChanges, current, reduction float64) float64 {
	d := driveOf(j, reduction, func(string, string, ...any) {})
	return math.Abs(float64(current * d.ratio * j.Motor.TorqueConstant))
}

// Heat returns what the motors bear, nil if none is limited.
func Heat(s *scenario.Scenario, m *tree.Model) []signal.Heat {
	const time = 10 // s, if it is not given
	var list []signal.Heat
	for _, j := range m.Joints() {
		given := s.Joints[j.Name]
		if s.Ideal || given.Motor == nil || given.Motor.Continuous == nil || j.Leader >= 0 || j.NV != 1 {
			continue
		}
		if list == nil {
			list = make([]signal.Heat, m.NV())
			for i := range list {
				list[i] = signal.Heat{Rated: math.Inf(1), Time: time}
			}
		}
		list[j.V] = signal.Heat{Rated: CurrentEffort(&given, *given.Motor.Continuous, j.Reduction),
			Time: scenario.Or(given.Motor.ThermalTime, time)}
	}
	return list
}
