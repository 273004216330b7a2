package expect

import (
	"fmt"
	"math"

	"kinetree/scenario"
	"kinetree/tree"
)

// Exercise is a scenario of a battery, with what it expects of its run.
type Exercise struct {
	Name     string
	Scenario *scenario.Scenario
}

// Limits of a battery, which any sound position control of a robot keeps. Shares are of the motion that is asked for.
const (
	stepDuration  = 3.0  // s
	holdError     = 1e-2 // of the range of a joint
	finalError    = 2e-2 // of a step: the band of a settled step response
	stepOvershoot = 30   // %: a phase margin of some 35 degrees
	followError   = 0.5  // of the amplitude of a sine: more than a lag of 30 degrees
	chirpError    = 2    // amplitudes: what follows nothing has 1, and a resonance of 2 has more
	sineSpeed     = 0.8  // of the velocity limit
	payloadShare  = 0.1  // of the mass of the robot
)

// Battery returns the trials of the controller of a scenario: to hold the start; for each driven joint of one
// coordinate steps of 1 and 90 % of its range, a sine at 80 % of its velocity limit, a chirp, and steps to both of
// its limits; and to hold with a payload of a tenth of the robot's mass at the last link. A joint without limits has
// the range from −π to π. The scenario needs a control law; its references, stop conditions and expectations do not
// count.
func Battery(s *scenario.Scenario, m *tree.Model) ([]Exercise, error) {
	if s.Controller.Type == "" || s.Controller.Type == "none" {
		return nil, fmt.Errorf("the scenario has no control law to test; expected a key controller")
	}
	var list []Exercise
	add := func(name string, change func(t *scenario.Scenario), expected ...string) {
		t := s.Clone()
		t.Reference, t.Trajectory, t.Until, t.Log.File = map[string]scenario.Reference{}, "", nil, ""
		t.Duration, t.Metrics = stepDuration, scenario.Metrics{}
		change(t)
		t.Expect = append([]string{"saturation_share < 95%"}, expected...)
		list = append(list, Exercise{name, t})
	}
	var joints []ranged
	for _, j := range m.Joints() {
		if x, ok := rangeOf(s, &j); ok {
			joints = append(joints, x)
		}
	}
	if len(joints) == 0 {
		return nil, fmt.Errorf("the robot %s has no driven joint of one coordinate", m.Name())
	}
	var held []string
	for _, x := range joints {
		held = append(held, fmt.Sprintf("%s/max_error < %.3g", x.name, holdError*(x.upper-x.lower)))
	}
	add("hold", func(*scenario.Scenario) {}, held...)
	for _, x := range joints {
		x.steps(add)
		x.follows(add)
	}
	if link, mass := heaviest(m); link != "" {
		add("payload", func(t *scenario.Scenario) {
			links := map[string]scenario.LinkChanges{}
			for name, l := range t.Links {
				links[name] = l
			}
			l, p := links[link], scenario.Payload{}
			if l.Payload != nil {
				p = *l.Payload
			}
			p.Mass += float64(payloadShare * mass)
			l.Payload = &p
			links[link] = l
			t.Links = links
		}, held...)
	}
	return list, nil
}

// ranged is a joint of a battery.
type ranged struct {
	name                   string
	lower, upper, velocity float64
	limited                bool
}

// rangeOf returns the range of a joint; ok is false of one that a battery does not move.
func rangeOf(s *scenario.Scenario, j *tree.Joint) (x ranged, ok bool) {
	if j.NV != 1 || j.Leader >= 0 || j.Drives >= 0 {
		return x, false
	}
	if a := s.Joints[j.Name].Actuated; a != nil && !*a {
		return x, false
	}
	x = ranged{j.Name, j.Lower, j.Upper, j.Velocity, true}
	if math.IsInf(x.lower, 0) || math.IsInf(x.upper, 0) {
		x.lower, x.upper, x.limited = -math.Pi, math.Pi, false
	}
	if math.IsInf(x.velocity, 0) || x.velocity == 0 {
		x.velocity = 1
	}
	return x, x.upper > x.lower
}

// steps adds the trials that jump.
func (x *ranged) steps(add func(name string, change func(t *scenario.Scenario), expected ...string)) {
	jump := func(from, to float64) func(t *scenario.Scenario) {
		return func(t *scenario.Scenario) {
			at := 0.1
			start(t, x.name, from)
			t.Reference = map[string]scenario.Reference{x.name: {Type: "step", At: &at, To: &to}}
		}
	}
	wide := x.upper - x.lower
	middle := x.lower + wide/2
	final := func(step float64) string {
		return fmt.Sprintf("%s/final_error < %.3g", x.name, math.Abs(float64(finalError*step)))
	}
	small := wide / 100
	add(x.name+"/step 1 %", jump(middle, middle+small), final(small),
		fmt.Sprintf("%s/overshoot < %d", x.name, stepOvershoot))
	low, high := x.lower+wide/20, x.upper-wide/20
	expected := []string{final(high - low)}
	if x.limited {
		expected = append(expected, "impacts == 0")
	}
	add(x.name+"/step 90 %", jump(low, high), expected...)
	if x.limited {
		add(x.name+"/to the lower limit", jump(middle, x.lower), final(wide/2))
		add(x.name+"/to the upper limit", jump(middle, x.upper), final(wide/2))
	}
}

// follows adds the trials that swing about the middle of the range.
func (x *ranged) follows(add func(name string, change func(t *scenario.Scenario), expected ...string)) {
	wide := x.upper - x.lower
	middle, amplitude := x.lower+wide/2, wide/10
	frequency := float64(sineSpeed*x.velocity) / (2 * math.Pi * amplitude)
	add(x.name+"/sine", func(t *scenario.Scenario) {
		start(t, x.name, middle)
		t.Reference = map[string]scenario.Reference{x.name: {Type: "sine", Amplitude: &amplitude,
			Frequency: &frequency}}
	}, fmt.Sprintf("%s/rms_error < %.3g", x.name, float64(followError*amplitude)))
	small, from, to, end := wide/50, 0.1, 5.0, stepDuration
	add(x.name+"/chirp", func(t *scenario.Scenario) {
		start(t, x.name, middle)
		t.Reference = map[string]scenario.Reference{x.name: {Type: "chirp", Amplitude: &small, Frequency: &from,
			ToFrequency: &to, ToTime: &end}}
	}, fmt.Sprintf("%s/max_error < %.3g", x.name, float64(chirpError*small)))
}

// start makes a position of a joint that of the start.
func start(t *scenario.Scenario, joint string, q float64) {
	positions := scenario.Joints{}
	for name, list := range t.Initial.Position {
		positions[name] = list
	}
	positions[joint] = []float64{q}
	t.Initial.Position = positions
}

// heaviest returns the last link of the longest chain, and the mass of the robot.
func heaviest(m *tree.Model) (link string, mass float64) {
	depth := make([]int, len(m.Bodies()))
	deepest := -1
	for i := 1; i < len(m.Bodies()); i++ {
		depth[i] = depth[m.Parent(i)] + 1
		mass += m.Bodies()[i].Inertia.M
	}
	for _, l := range m.Links() {
		if depth[l.Body] > deepest {
			link, deepest = l.Name, depth[l.Body]
		}
	}
	return link, mass
}
