package prepare_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
	"kinetree/urdf"
)

// cascades are those of joints, with all that a cascade may have.
const cascades = `joints: {"*": {position: {p: 9, every: 2, filters: [{lead: {zero: 20, pole: 60}}]}, velocity: {p: 4,
    integral_time: 0.1, d: 0.002, limit: 2, filters: [{low_pass: {frequency: 90, order: 2}}], measurement_filters:
    [{biquad: {b: [0.5, 0.3, 0], a: [1, -0.2, 0]}}]}, effort: {limit: 20, rate_limit: 5000, filters: [{notch: {
    frequency: 30, width: 10, depth: 20}}]}, feed_forward: {velocity: 1, acceleration: 0.9, gravity: 1, friction: 0.8},
    disturbance_observer: {bandwidth: 5, inertia: 0.2}}}`

// laws are controllers that code can take.
var laws = []string{
	"type: pd, period: 0.001",
	"type: pd_gravity, period: 0.001",
	"type: pd_gravity, period: 0.0025",
	"type: computed_torque, period: 0.002",
	"type: pid, period: 0.001, anti_windup: back-calculation, tracking_time: 0.01",
	"type: pid, period: 0.003, anti_windup: conditional, filter_time: 0.005, derivative: measurement",
	"type: pi_velocity, period: 0.002",
	"type: pi_velocity, feed_forward: true, period: 0.001, delay: 0.001",
	"type: cascade, period: 0.001, " + cascades,
	"type: cascade, period: 0.002, delay: 0.001, " + cascades,
	"type: impedance, period: 0.001",
	"type: computed_torque, continuous: true",
	"type: pd, feed_forward: true, continuous: true",
	"type: pd, feed_forward: true, period: 0.002",
	"type: pid, feed_forward: true, period: 0.001, delay: 0.001",
	"type: pid, period: 0.002, delay: 0.001",
	"type: adaptive, period: 0.001, lambda: 5, k: {\"*\": 5}",
	"type: adaptive, period: 0.002, lambda: 5, k: {\"*\": 5}, projection: true",
}

// drawnScenario returns the text of a scenario of a robot: its controller, reference, start and integrator are drawn.
func drawnScenario(rng *rand.Rand, file string, m *tree.Model, law string, ideal bool) string {
	var b strings.Builder
	method := []string{"semi-implicit", "rk4", "midpoint", "euler", "implicit"}[rng.IntN(5)]
	number := func(most float64) float64 { return most * rng.Float64() }
	fmt.Fprintf(&b, "{kinetree: 1, model: %q, dt: 0.001, duration: %v, integrator: %s, ideal: %v,\n", file,
		0.2+0.001*float64(rng.IntN(100)), method, ideal)
	var references, start, adapted []string
	for _, j := range m.Joints() {
		adapted = append(adapted, fmt.Sprintf("%q: {m: %v, mcy: %v, Izz: %v}", j.Name, number(1), number(0.1),
			number(0.1)))
	}
	switch {
	case strings.Contains(law, "cascade"): // which has gains of its own
		fmt.Fprintf(&b, " controller: {%s},\n", law)
	case strings.Contains(law, "adaptive"):
		fmt.Fprintf(&b, " controller: {%s, adaptation: {%s}},\n", law, strings.Join(adapted, ", "))
	default:
		integral := ""
		if strings.Contains(law, "pi") {
			integral = fmt.Sprintf(", i: %v, i_clamp: %v", number(100), number(5))
		}
		fmt.Fprintf(&b, " controller: {%s, gains: {\"*\": {p: %v, d: %v%s}}},\n", law, number(200), number(20),
			integral)
	}
	for _, j := range m.Joints() {
		if j.Leader >= 0 || j.NQ != 1 {
			continue
		}
		lower, upper := max(j.Lower, -1), min(j.Upper, 1)
		inside := func() float64 { return lower + number(upper-lower) }
		start = append(start, fmt.Sprintf("%q: %v", j.Name, inside()))
		switch rng.IntN(4) {
		case 0:
			references = append(references, fmt.Sprintf("%q: {type: step, at: %v, to: %v}", j.Name, number(0.1),
				inside()))
		case 1:
			references = append(references, fmt.Sprintf("%q: {type: min_jerk, from_time: 0.02, to_time: 0.1, to: %v}",
				j.Name, inside()))
		case 2:
			references = append(references, fmt.Sprintf("%q: {type: sine, amplitude: 0.1, frequency: 2}", j.Name))
		}
	}
	fmt.Fprintf(&b, " reference: {%s},\n initial: {position: {%s}}}\n", strings.Join(references, ", "),
		strings.Join(start, ", "))
	return b.String()
}

// outcome is all that a run comes to.
func outcome(r *prepare.Run, s *sim.Summary, err error) string {
	c := *s
	c.Start.Model, c.End.Model = nil, nil
	return fmt.Sprintf("%+v %v %v", c, err, r.Measures())
}

// TestWholeSteps runs drawn scenarios of robots side by side, with code for whole steps, and each alone, and compares
// all that they come to, digit by digit.
func TestWholeSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	taken, refused, robots, drawn, coded, by := 0, 0, 0, 0, 0, map[string]int{}
	check := func(file string, m *tree.Model) {
		robots++
		for k, law := range laws {
			if every := map[bool]int{false: 3, true: 24}[testing.Short()]; (k+robots)%every != 0 {
				continue // the other laws have other robots
			}
			cache := robot.NewCache()
			ideal := rng.IntN(2) == 0
			var texts []string
			var want []string
			for range 6 {
				text := drawnScenario(rng, file, m, law, ideal)
				run := prepareDrawn(t, text, cache)
				if run == nil {
					continue
				}
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				texts, want = append(texts, text), append(want, outcome(run, s, err))
			}
			if len(texts) == 0 {
				continue
			}
			drawn++
			first := prepareDrawn(t, texts[0], cache)
			solver := new(prepare.RunCode).Of(first)
			if solver == nil {
				continue
			}
			coded++
			codes, i, ended := &sim.StepCodes{Assemble: compile.LaneCode}, 0, 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: codes}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == len(texts) {
					return run, false
				}
				r, n := prepareDrawn(t, texts[i], cache), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					ended++
					if got := outcome(r, s, err); got != want[n] {
						t.Fatalf("beside others\n%s\nalone\n%s\nscenario %s", got, want[n], texts[n])
					}
				}), true
			})
			if ended != len(texts) {
				t.Errorf("%s: %d of %d runs have ended", file, ended, len(texts))
			}
			taken, refused = taken+codes.Taken, refused+codes.Refused
			by[law] += codes.Taken
		}
	}
	for _, name := range models.Names() {
		r, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := tree.Build(r); err == nil && m.NV() > 0 {
			check(name, m)
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "golden", "urdf", "*.urdf"))
	if err != nil {
		t.Fatal(err)
	}
	random := 16
	if testing.Short() {
		random = 4
	}
	for seed := range random {
		name := filepath.Join(t.TempDir(), fmt.Sprintf("r%d.urdf", seed))
		var text strings.Builder
		r := randrobot.New(uint64(seed), 1+seed%7)
		for k := range r.Joints {
			if j := &r.Joints[k]; j.Type != urdf.Fixed && j.Limit == nil {
				j.Limit = &urdf.Limit{Lower: -2, Upper: 1.5, Effort: 5 + 50*rng.Float64(), Velocity: 3}
			}
			if seed%3 == 0 && r.Joints[k].Type != urdf.Fixed {
				if err := r.Joints[k].SetFriction(0.2 * rng.Float64()); err != nil {
					t.Fatal(err)
				}
			}
			if seed%4 > 1 && r.Joints[k].Type != urdf.Fixed {
				if err := r.Joints[k].SetDamping([]float64{0.2, 20}[seed%2] * rng.Float64()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := r.WriteURDF(&text); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	for _, name := range expect.Some(t, 4, files...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := urdf.Parse(strings.NewReader(string(data)), name)
		if r == nil {
			t.Fatal(err)
		}
		if m, err := tree.Build(r); err == nil && m.NV() > 0 {
			check(name, m)
		}
	}
	t.Logf("%d robots; %d times lanes; code has taken %d steps and refused %d", robots, coded, taken, refused)
	if drawn < 4 {
		t.Errorf("of %d robots %d had runs; expected some", robots, drawn)
	}
	for _, law := range laws {
		if coded > len(laws)*4 && by[law] == 0 {
			t.Errorf("code has taken no step of the law %s", law)
		}
	}
	if coded > 0 && taken < 20*coded {
		t.Errorf("code has taken %d whole steps of %d crews; expected most steps", taken, coded)
	}
}

// prepareDrawn returns a run, nil for a scenario that cannot be.
func prepareDrawn(t *testing.T, text string, cache *robot.Cache) *prepare.Run {
	t.Helper()
	s, err := scenario.Read([]byte(text), "drawn.yaml", ".")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	run, err := prepare.New(s, prepare.Env{Cache: cache, Unlogged: true})
	if err != nil {
		return nil
	}
	return run
}

// TestHeldSteps runs arms of whose joints friction and an end stop hold some, while others slip, or grip and let go in
// the run, side by side with code for whole steps, and each alone. Code has to take nearly all of the steps.
func TestHeldSteps(t *testing.T) {
	const runs = 6
	const noisy = "pd_gravity, delay: 0.002"
	sensors := map[string]string{noisy: "position_noise: 1e-5, velocity_noise: 1e-3"}
	text := func(i int, law string) string {
		return fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.8, integrator: %s,
 joints: {shoulder_pan_joint: {friction: 3}, shoulder_lift_joint: {friction: 12},
  elbow_joint: {friction: 6, damping: 2}, wrist_2_joint: {friction: 0.5, upper: 0}, wrist_3_joint: {friction: 0.2}},
 controller: {type: %s, period: 0.001, gains: {"*": {p: %v, d: 20}, wrist_1_joint: {p: 50, d: 2},
  wrist_2_joint: {p: 50, d: 2}, wrist_3_joint: {p: 5, d: 0.2}}}, sensors: {%s},
 reference: {elbow_joint: {type: step, at: 0.1, to: %v},
  wrist_2_joint: {type: sine, amplitude: 0.1, frequency: 2}},
 initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1}}}`, []string{"semi-implicit", "rk4"}[i%2], law,
			150+20*i, sensors[law], 1+0.1*float64(i))
	}
	for k, law := range expect.Some(t, 1, "pd_gravity", "pd", "computed_torque", noisy) {
		for _, method := range expect.Some(t, 1, k%2, 1-k%2) {
			cache := robot.NewCache()
			var want []string
			for i := range runs {
				run := prepareDrawn(t, text(2*i+method, law), cache)
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				want = append(want, outcome(run, s, err))
			}
			first := prepareDrawn(t, text(method, law), cache)
			solver := new(prepare.RunCode).Of(first)
			if solver == nil {
				t.Skip("no code runs on this machine")
			}
			codes, i := &sim.StepCodes{Assemble: compile.LaneCode}, 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: codes}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				r, n := prepareDrawn(t, text(2*i+method, law), cache), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					if got := outcome(r, s, err); got != want[n] {
						t.Errorf("beside others\n%s\nalone\n%s", got, want[n])
					}
				}), true
			})
			t.Logf("%s: code has taken %d steps and refused %d", law, codes.Taken, codes.Refused)
			if codes.Taken < runs*800*8/10 {
				t.Errorf("%s: code has taken %d of %d steps; expected nearly all", law, codes.Taken, runs*800)
			}
		}
	}
}

// TestDrawnModels runs robots whose numbers are drawn side by side with code for whole steps, and each alone. Code has
// to take nearly all of the steps.
func TestDrawnModels(t *testing.T) {
	const runs = 13
	rng := rand.New(rand.NewPCG(41, 42))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	law := `controller: {type: %s, period: 0.001, gains: {"*": {p: 100, d: 20}, wrist_3_joint: {p: 5, d: 0.5}}},
 reference: {elbow_joint: {type: step, at: 0.1, to: 1.2}}, initial: {position: {elbow_joint: 1}}}`
	for name, draw := range expect.SomeOf(t, 2, map[string]func() string{
		"payload": func() string {
			return fmt.Sprintf("model: ur5, links: {tool0: {payload: {mass: %v, position: [0, 0, 0.1]}}},", u(0, 3))
		},
		"believed to be another": func() string {
			return fmt.Sprintf("model: {file: ur5, links: {forearm_link: {mass: %v}}},", u(2, 3))
		},
		"bodies": func() string {
			return fmt.Sprintf(`model: {file: ur5, links: {upper_arm_link: {mass: %v, com: [0, %v, 0.2]}, forearm_link:
 {mass: %v, stretch: [%v, 1, 1.1]}}},`, u(7, 9), u(-0.1, 0.1), u(2, 3), u(0.8, 1.2))
		},
		"one is heavier": func() string {
			mass := 8.0
			if rng.IntN(4) == 0 {
				mass = u(7, 9)
			}
			return fmt.Sprintf("model: {file: ur5, links: {upper_arm_link: {mass: %v}}},", mass)
		},
		"places": func() string {
			return fmt.Sprintf(`model: {file: ur5, joints: {elbow_joint: {origin: {xyz: [0, %v, %v], rpy: [0, %v, 0]}},
 wrist_1_joint: {origin: {xyz: [0, 0, %v]}}}},`, u(-0.2, 0), u(0.4, 0.5), u(-0.1, 0.1), u(0.3, 0.4))
		},
		"joints": func() string {
			return fmt.Sprintf(`model: ur5, joints: {shoulder_pan_joint: {friction: %v, damping: %v},
 elbow_joint: {damping: %v, friction: %v, effort_limit: %v, upper: %v}, wrist_2_joint: {friction: %v}},`,
				u(1, 2), u(0, 1), u(0, 30), u(4, 8), u(20, 150), u(1.1, 1.3), u(0, 0.5))
		},
	}) {
		for k, kind := range []string{"pd_gravity", "computed_torque", "pd"} {
			if name == "believed to be another" {
				kind += ", model: ur5"
			}
			if testing.Short() && k != 1 {
				continue
			}
			method := []string{"semi-implicit", "rk4"}[k%2]
			cache := robot.NewCache()
			var texts, want []string
			for range runs {
				text := fmt.Sprintf("{kinetree: 1, dt: 0.001, duration: 0.4, integrator: %s, %s\n "+law, method, draw(),
					kind)
				run := prepareDrawn(t, text, cache)
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				texts, want = append(texts, text), append(want, outcome(run, s, err))
			}
			code, i := prepare.RunCode{}, 0
			var solver *sim.LaneSolver
			for _, text := range texts {
				if solver = code.Of(prepareDrawn(t, text, cache)); solver == nil {
					t.Skip("no code runs here")
				}
			}
			code.Steps.After = 0
			first := prepareDrawn(t, texts[0], cache)
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				r, n := prepareDrawn(t, texts[i], cache), i
				i++
				if !code.Has(r) {
					t.Fatalf("%s: the code does not serve %s", name, texts[n])
				}
				return r.Lane(func(s *sim.Summary, err error) {
					if got := outcome(r, s, err); got != want[n] {
						t.Errorf("%s, beside others\n%s\nalone\n%s\nscenario %s", name, got, want[n], texts[n])
					}
				}), true
			})
			c := code.Steps
			t.Logf("%s, %s: code for %d kinds of steps has taken %d and refused %d", name, kind, c.Made, c.Taken,
				c.Refused)
			if most := map[string]int{"joints": 16}[name] + 4; c.Taken < runs*400*8/10 || c.Made > most {
				t.Errorf("%s, %s: code has taken %d of %d steps of %d kinds; expected nearly all, and at most %d", name,
					kind, c.Taken, runs*400, c.Made, most)
			}
		}
	}
}

// TestSensedSteps runs arms behind sensors with noise, steps and filters and behind delays, side by side with code for
// whole steps, and each alone.
func TestSensedSteps(t *testing.T) {
	const runs = 9
	rng := rand.New(rand.NewPCG(51, 52))
	for k, c := range expect.Some(t, 4, []struct {
		loop  string
		least float64 // how many steps and parts of steps code has to take, as a share of the steps
		alike float64 // share of those of which nothing has to be given but times
	}{
		{"sensors: {position_noise: 1e-4, velocity_noise: 1e-3}", 0.9, 0.9},
		{"sensors: {velocity_noise: 1e-3, velocity_filter_hz: 50}", 0.9, 0.9},
		{"sensors: {position_resolution: 1e-4}", 0.9, 0.9},
		{"sensors: {velocity: difference, position_noise: 1e-5, position_resolution: 1e-4}", 0.9, 0.9},
		{"sensors: {velocity: difference, velocity_filter_hz: 100}", 0.9, 0.9},
		{"controller: {delay: 0.001}", 0.9, 0.9},
		{"controller: {delay: 0.001}, sensors: {position_noise: 1e-4, velocity_noise: 1e-3}", 0.9, 0.9},
		{"controller: {delay: 0.002}, sensors: {position_noise: 1e-4}", 0.9, 0.9},
		{"controller: {delay: 0.004}, sensors: {velocity_noise: 1e-3}", 0.9, 0.9},
		{"controller: {delay: 0.005}, sensors: {velocity_noise: 1e-3}", 0.9, 0}, // efforts are given
		{"controller: {delay: 0.0010000000005}", 0, 0},
		{"controller: {delay: 0.0020001}", 0, 0},
		{"controller: {period: 0.01}", 0.9, 0.7},
		{"controller: {period: 0.01, delay: 0.004}, sensors: {position_noise: 1e-4, velocity_noise: 1e-3}", 0.9, 0.5},
		{"controller: {period: 0.002, delay: 0.001}", 0.9, 0},
		{"controller: {period: 0.002, delay: 0.007}, sensors: {velocity: difference}", 0.9, 0},
		{"controller: {period: 0.003, delay: 0.003}", 0.9, 0},
		{"controller: {period: 0.004, delay: 0.0005}", 1.2, 0}, // efforts arrive within steps, which then have parts
		{"controller: {delay: 0.00037}, sensors: {position_noise: 1e-4}", 1.8, 0},
		{"controller: {type: pid, delay: 0.00237}", 1.8, 0},
		{"controller: {period: 0.0025}", 1.1, 0},
		{"controller: {type: computed_torque, period: 0.00021, delay: 0.00011}", 9, 0},
		{"controller: {type: pid, delay: 0.002}", 0.9, 0},
		{"actuators: {lag: 0.01}", 0.9, 0},
		{"controller: {delay: 0.0013, type: pid}, actuators: {lag: 0.002}", 1.8, 0},
		{"controller: {period: 0.002}, actuators: {rate_limit: 5000}", 0.9, 0},
		{"controller: {period: 0.002, delay: 0.001}, actuators: {rate_limit: 2000, lag: 0.003}", 0.9, 0},
	}...) {
		text := func(i int) string {
			return fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.4, seed: %d, integrator: %s,
 controller: {type: pd_gravity, period: 0.001, gains: {"*": {p: %v, d: 10}, wrist_3_joint: {p: 5, d: 0.2}}},
 reference: {elbow_joint: {type: step, at: 0.1, to: %v}}, initial: {position: {elbow_joint: 1}}}`, i,
				[]string{"semi-implicit", "rk4"}[i%2], 60+float64(40*rng.Float64()), 1+0.1*float64(i))
		}
		for _, method := range expect.Turn(t, k, 0, 1) {
			cache := robot.NewCache()
			ready := func(text string) *prepare.Run {
				s, err := scenario.Read([]byte(text), "drawn.yaml", ".")
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				over, err := scenario.Read([]byte("{kinetree: 1, model: ur5, "+c.loop+"}"), "loop.yaml", ".")
				if err != nil {
					t.Fatalf("%v\n%s", err, c.loop)
				}
				s.Sensors, s.Actuators, s.Controller.Delay = over.Sensors, over.Actuators, over.Controller.Delay
				if p := over.Controller.Period; p > 0 {
					s.Controller.Period = p
				}
				if k := over.Controller.Type; k != "" {
					s.Controller.Type = k
				}
				run, err := prepare.New(s, prepare.Env{Cache: cache, Unlogged: true})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				return run
			}
			var texts, want []string
			for i := range runs {
				texts = append(texts, text(2*i+method))
				run := ready(texts[i])
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				want = append(want, outcome(run, s, err))
			}
			code, i := prepare.RunCode{}, 0
			first := ready(texts[0])
			solver := code.Of(first)
			if solver == nil {
				t.Skip("no code runs here")
			}
			code.Steps.After = 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				r, n := ready(texts[i]), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					if got := outcome(r, s, err); got != want[n] {
						t.Errorf("%s, beside others\n%s\nalone\n%s", c.loop, got, want[n])
					}
				}), true
			})
			t.Logf("%s: code has taken %d steps and refused %d", c.loop, code.Steps.Taken, code.Steps.Refused)
			if code.Steps.Taken < int(c.least*runs*400) {
				t.Errorf("%s: code has taken %d of %d steps; expected %v of them", c.loop, code.Steps.Taken, runs*400,
					c.least)
			}
			if code.Steps.Repeated < int(c.alike*runs*400) {
				t.Errorf("%s: %d of %d steps were like the one before; expected %v of them", c.loop,
					code.Steps.Repeated,
					runs*400, c.alike)
			}
		}
	}
}

// TestLoggedSteps runs controlled arms with logs of some of their steps, side by side with code for whole steps, and
// each alone, and compares the rows, the signs of zeros included.
func TestLoggedSteps(t *testing.T) {
	const runs = 9
	for k, c := range expect.Some(t, 3, []struct {
		text  string
		least float64 // share of the steps that code has to take
	}{
		{"controller: {type: pd_gravity, period: 0.001, gains: {\"*\": {p: 40, d: 4}}}, log: {every: 10}", 0.7},
		{"controller: {type: pd_gravity, period: 0.004, gains: {\"*\": {p: 40, d: 4}}}, log: {every: 7, ledger: true}",
			0.7},
		{"controller: {type: pd, period: 0.002, delay: 0.002, gains: {\"*\": {p: 40, d: 4}}}, log: {every: 20}", 0.7},
		{"controller: {type: pd, period: 0.001, delay: 0.003, gains: {\"*\": {p: 40, d: 4}}}, log: {every: 17},\n" +
			" sensors: {position_noise: 1e-4, velocity_noise: 1e-3}", 0.7},
		{"controller: {type: pd, period: 0.002, delay: 0.0004, gains: {\"*\": {p: 40, d: 4}}}, log: {every: 10},\n" +
			" actuators: {lag: 0.003, rate_limit: 1000}", 1.5},
		{"controller: {type: pid, period: 0.001, gains: {\"*\": {p: 40, d: 4}, elbow_joint: {p: 0, d: 0}}},\n" +
			" log: {every: 9}", 0}, // an effort is always 0
		{"controller: {type: pd, period: 0.001, gains: {\"*\": {p: 40, d: 4}}},\n" +
			" log: {every: 10, signals: [measured, parts]}", 0},
		{"controller: {type: computed_torque, period: 0.002, gains: {\"*\": {p: 40, d: 4}}}, limits: {steps: 333},\n" +
			" sensors: {position_resolution: 1e-3}, log: {every: 25}", 0.6},
	}...) {
		cache := robot.NewCache()
		ready := func(i int, log *bytes.Buffer) *prepare.Run {
			s, err := scenario.Read(fmt.Appendf(nil, "{kinetree: 1, model: ur5, dt: 0.001, duration: 0.4, integrator: "+
				"%s, %s,\n reference: {elbow_joint: {type: step, at: 0.1, to: %v}},\n initial: {position: "+
				"{elbow_joint: 1}}}", []string{"semi-implicit", "rk4"}[i%2], c.text, 1+0.1*float64(i)),
				"logged.yaml", ".")
			if err != nil {
				t.Fatal(err)
			}
			run, err := prepare.New(s, prepare.Env{Cache: cache, Unlogged: true, Sink: record.NewStream(log)})
			if err != nil {
				t.Fatal(err)
			}
			return run
		}
		for _, method := range expect.Turn(t, k, 0, 1) {
			var want, got [runs]bytes.Buffer
			for i := range want {
				run := ready(2*i+method, &want[i])
				_, _ = run.World.Run(t.Context(), run.Scenario.Duration)
			}
			code, i := prepare.RunCode{}, 0
			first := ready(method, &bytes.Buffer{})
			solver := code.Of(first)
			if solver == nil {
				t.Skip("no code runs here")
			}
			code.Steps.After = 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				i++
				return ready(2*(i-1)+method, &got[i-1]).Lane(func(*sim.Summary, error) {}), true
			})
			for i := range want {
				if want[i].Len() < 1000 || !bytes.Equal(want[i].Bytes(), got[i].Bytes()) {
					t.Errorf("%s: the log beside others is\n%s\nand alone\n%s", c.text, &got[i], &want[i])
				}
			}
			t.Logf("%s: code has taken %d steps and refused %d", c.text, code.Steps.Taken, code.Steps.Refused)
			if code.Steps.Taken < int(c.least*runs*333) {
				t.Errorf("%s: code has taken %d steps; expected %v of them", c.text, code.Steps.Taken, c.least)
			}
		}
	}
}

// TestEndingSteps runs arms that conditions on positions, velocities and end stops end, side by side with code for
// whole steps, and each alone.
func TestEndingSteps(t *testing.T) {
	const runs = 11
	for k, c := range []struct{ stop, law string }{
		{"[joint2/position > 0.8]", "pd"},
		{"[joint1/velocity < -2.5, joint2/velocity > 6]", "pd"},
		{"[joint1/position < -0.5, joint2/limit]", "pd_gravity"},
		{"[joint2/limit]", "pd"},
		{"[energy/kinetic > 20]", "pd_gravity"},
		{"[energy/total > 90, energy/potential < -40]", "pd_gravity"},
	} {
		for _, method := range expect.Turn(t, k, 0, 1) {
			ready := func(i int) *prepare.Run {
				return prepareDrawn(t, fmt.Sprintf(`{kinetree: 1, model: rr_arm, dt: 0.001, duration: 0.6,
 integrator: %s, stop: %s, joints: {joint2: {lower: -2, upper: 1}, joint1: {damping: 0.1}},
 controller: {type: %s, period: 0.001, gains: {"*": {p: 10, d: 0.2}}},
 initial: {velocity: {joint1: %v, joint2: %v}}}`, []string{"semi-implicit", "rk4"}[method], c.stop, c.law,
					0.2*float64(i)-1, 0.4*float64(i)-1), nil)
			}
			var want []string
			ended := 0
			for i := range runs {
				run := ready(i)
				s, err := run.World.Run(t.Context(), run.Scenario.Duration)
				if want = append(want, outcome(run, s, err)); s.Status == sim.Stopped {
					ended++
				}
			}
			code, i := prepare.RunCode{}, 0
			first := ready(0)
			solver := code.Of(first)
			if solver == nil {
				t.Skip("no code runs here")
			}
			code.Steps.After = 0
			lanes := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}
			lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
				if i == runs {
					return run, false
				}
				r, n := ready(i), i
				i++
				return r.Lane(func(s *sim.Summary, err error) {
					if got := outcome(r, s, err); got != want[n] {
						t.Errorf("%s, beside others\n%s\nalone\n%s", c.stop, got, want[n])
					}
				}), true
			})
			t.Logf("%s: %d of %d runs ended, code has taken %d steps and refused %d", c.stop, ended, runs,
				code.Steps.Taken, code.Steps.Refused)
			if ended == 0 || ended == runs || code.Steps.Taken < 1000 {
				t.Errorf("%s: %d of %d runs ended, code has taken %d steps; expected some, and most steps", c.stop,
					ended, runs, code.Steps.Taken)
			}
		}
	}
}

// besideAndAlone runs scenarios side by side with code for whole steps, and each alone, and compares all that they come
// to, digit by digit. It returns what the code has done.
func besideAndAlone(t *testing.T, texts []string) *sim.StepCodes {
	t.Helper()
	cache, want := robot.NewCache(), make([]string, len(texts))
	code, i, ended := prepare.RunCode{}, 0, 0
	var solver *sim.LaneSolver
	for k, text := range texts {
		run := prepareDrawn(t, text, cache)
		if run == nil {
			t.Fatalf("the scenario is refused: %s", text)
		}
		s, err := run.World.Run(t.Context(), run.Scenario.Duration)
		want[k] = outcome(run, s, err)
		if solver = code.Of(prepareDrawn(t, text, cache)); solver == nil {
			t.Skip("no code runs here")
		}
	}
	code.Steps.After = 0
	lanes := sim.Lanes{Model: prepareDrawn(t, texts[0], cache).World.Model(), Solver: *solver, Whole: code.Steps}
	lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
		if i == len(texts) {
			return run, false
		}
		r, n := prepareDrawn(t, texts[i], cache), i
		i++
		return r.Lane(func(s *sim.Summary, err error) {
			ended++
			if got := outcome(r, s, err); got != want[n] {
				t.Errorf("beside others\n%s\nalone\n%s\nscenario %s", got, want[n], texts[n])
			}
		}), true
	})
	if ended != len(texts) {
		t.Errorf("%d of %d runs have ended", ended, len(texts))
	}
	return code.Steps
}

// TestFollowersEnd runs an arm whose second joint follows the first one, backwards, with a condition on the follower
// that ends the run.
func TestFollowersEnd(t *testing.T) {
	file := followers(t, -0.5)
	for _, stop := range []string{"joint2/position > 0.3", "joint2/velocity < -0.8"} {
		var texts []string
		for i := range 4 {
			texts = append(texts, fmt.Sprintf("{kinetree: 1, model: %q, dt: 0.001, duration: 0.6, integrator: rk4, "+
				"stop: [%s], controller: {type: pd, period: 0.001, gains: {joint1: {p: 20, d: 2}}}, reference: "+
				"{joint1: {type: sine, amplitude: %v, frequency: 1}}}", file, stop, 0.5+0.4*float64(i)))
		}
		if c := besideAndAlone(t, texts); c.Taken < 4*100 {
			t.Errorf("%s: code has taken %d steps; expected most", stop, c.Taken)
		}
	}
}

// TestDrivenSteps runs arms with friction that depends on the velocity, motors, gears with losses, elastic drives and
// springs between links, side by side with code for whole steps, and each alone.
func TestDrivenSteps(t *testing.T) {
	const runs = 5
	rng := rand.New(rand.NewPCG(71, 72))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	cases := map[string]struct {
		least float64 // share of the steps that code takes: less where efforts change their signs
		draw  func() string
	}{
		"stribeck": {0.8, func() string {
			return fmt.Sprintf("joints: {shoulder_pan_joint: {friction: %v, stribeck: {level: 6, velocity: %v}}, "+
				"elbow_joint: {friction: 2, stribeck: {level: %v, velocity: 0.01}}, wrist_1_joint: {friction: 0.1}}",
				u(1, 3), u(0.02, 0.3), u(2, 4))
		}},
		"motors": {0.9, func() string {
			return fmt.Sprintf("joints: {elbow_joint: {motor: {torque_constant: %v, resistance: 1, ratio: 100, "+
				"rotor_inertia: 1e-5}}, wrist_1_joint: {motor: {torque_constant: 0.05, resistance: %v, voltage: %v, "+
				"ratio: 80}}}", u(0.05, 0.1), u(0.5, 1), u(2, 6))
		}},
		"circuit": {0.9, func() string {
			return fmt.Sprintf("joints: {wrist_1_joint: {motor: {torque_constant: 0.05, resistance: %v, "+
				"inductance: 0.05, voltage: %v, ratio: 80}}}", u(0.5, 1), u(5, 9))
		}},
		"gears": {0.6, func() string {
			return fmt.Sprintf("joints: {shoulder_lift_joint: {friction: 2, gear: {efficiency: %v}}, "+
				"elbow_joint: {gear: {ratio: 100, efficiency: %v, rotor_inertia: 5e-5}}}", u(0.7, 0.9), u(0.6, 0.8))
		}},
		"elastic": {0.9, func() string {
			return fmt.Sprintf("joints: {elbow_joint: {elastic: {stiffness: %v, damping: 1, rotor_inertia: 1e-3, "+
				"gear: 100}}, wrist_1_joint: {elastic: {stiffness: 50, rotor_inertia: 1e-4, gear: 100}, "+
				"backlash: %v}}", u(100, 300), u(0.01, 0.02))
		}},
		"lines": {0.9, func() string {
			return fmt.Sprintf("force_elements: [{type: spring, links: [world, forearm_link], at: [[0.5, %v, 1], "+
				"[0, 0, 0.1]], stiffness: %v, rest: 0.1, damping: 0.5}, {type: spring, links: [upper_arm_link, "+
				"tool0], at: [[0, 0, 0], [0, 0, 0]], stiffness: 10}]", u(-1, 1), u(10, 60))
		}},
	}
	names := slices.Sorted(maps.Keys(cases))
	for i, name := range names {
		for _, k := range expect.Turn(t, i, 0, 1) {
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.4, integrator: %s,
 %s, controller: {type: pd_gravity, period: 0.001, gains: {"*": {p: 100, d: 20}, wrist_3_joint: {p: 5, d: 0.5}}},
 reference: {elbow_joint: {type: step, at: 0.1, to: 1.2}, shoulder_lift_joint: {type: sine, amplitude: 0.2,
 frequency: 2}, wrist_1_joint: {type: step, at: 0.05, to: 0.4}}, initial: {position: {elbow_joint: 1}}}`,
					[]string{"rk4", "midpoint"}[k], cases[name].draw()))
			}
			c := besideAndAlone(t, texts)
			t.Logf("%s: code for %d kinds of steps has taken %d and refused %d", name, c.Made, c.Taken, c.Refused)
			if least := cases[name].least * runs * 400; float64(c.Taken) < least {
				t.Errorf("%s: code has taken %d of %d steps; expected at least %v", name, c.Taken, runs*400, least)
			}
		}
	}
}

// TestPushedSteps runs arms with springs in joints, wrenches on links, and changes of masses, friction and damping in
// the run, side by side with code for whole steps, and each alone. Code has to take nearly all of the steps.
func TestPushedSteps(t *testing.T) {
	runs := 9
	if testing.Short() {
		runs = 5
	}
	rng := rand.New(rand.NewPCG(61, 62))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	cases := expect.SomeOf(t, 3, map[string]func() string{
		"springs": func() string {
			return fmt.Sprintf("joints: {elbow_joint: {stiffness: %v, rest: %v}, wrist_1_joint: {stiffness: 5}}",
				u(20, 40), u(0, 1))
		},
		"wrench": func() string {
			return fmt.Sprintf("disturbances: [{link: forearm_link, force: [%v, 3, %v], moment: [1, %v, 0]}]", u(0, 9),
				u(0, 9), u(0, 2))
		},
		"timed wrenches": func() string {
			return fmt.Sprintf(`disturbances: [{at: 0.1, for: %v, link: tool0, force: [%v, 0, -5], frame: link},
 {at: %v, for: 0.1, link: forearm_link, moment: [0, %v, 0]}]`, u(0.05, 0.2), u(-9, 9), u(0, 0.2), u(0, 5))
		},
		"payload": func() string {
			return fmt.Sprintf(`disturbances: [{at: %v, for: 0.1, link: tool0, payload: {mass: %v,
 position: [0, 0, 0.1]}}]`, u(0.1, 0.15), u(0.5, 2))
		},
		"rougher": func() string {
			return fmt.Sprintf("disturbances: [{at: 0.2, joint: elbow_joint, friction: %v, damping: %v}]", u(0, 2),
				u(0, 3))
		},
		"all": func() string {
			return fmt.Sprintf(`joints: {shoulder_lift_joint: {stiffness: %v, friction: 2, damping: 1}}, disturbances: [
 {at: 0.1, link: tool0, payload: {mass: %v}}, {link: tool0, force: [0, %v, 0]},
 {at: 0.2, link: tool0, force: [0, 0, 9]}]`,
				u(1, 3), u(0.5, 2), u(-5, 5))
		},
	})
	loops := []string{"type: pd_gravity, period: 0.001", "type: computed_torque, period: 0.0015, delay: 0.0004"}
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		draw := cases[name]
		for _, k := range expect.Turn(t, i, 0, 1) {
			loop := loops[k]
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.4, integrator: %s,
 %s,
 controller: {%s, gains: {"*": {p: 100, d: 20}, wrist_3_joint: {p: 5, d: 0.5}}},
 reference: {elbow_joint: {type: step, at: 0.1, to: 1.2}}, initial: {position: {elbow_joint: 1}}}`,
					[]string{"semi-implicit", "rk4"}[k], draw(), loop))
			}
			c := besideAndAlone(t, texts)
			t.Logf("%s, %s: code for %d kinds of steps has taken %d and refused %d", name, loop, c.Made, c.Taken,
				c.Refused)
			if c.Taken < runs*400*8/10 {
				t.Errorf("%s, %s: code has taken %d of %d steps; expected nearly all", name, loop, c.Taken, runs*400)
			}
		}
	}
}

// TestCodedAccelerations runs robots by the integrators whose steps are no code, with friction, end stops, springs and
// pushes, with code for accelerations on one lane and on all, and without, and compares the logs.
func TestCodedAccelerations(t *testing.T) {
	const runs = 3
	for k, robot := range expect.Some(t, 3, []string{
		`model: ur5, joints: {elbow_joint: {friction: 1, upper: 1.1}, wrist_1_joint: {stiffness: 5}},
 controller: {type: pd_gravity, period: 0.01, gains: {"*": {p: 60, d: 20}, wrist_3_joint: {p: 1, d: 0.1}}},
 reference: {elbow_joint: {type: step, at: 0.1, to: 1.2}}, initial: {position: {elbow_joint: %v}}`,
		"model: panda_arm, initial: {position: {panda_joint2: %v, panda_joint4: -1}}",
		`model: rr_arm, disturbances: [{at: 0.1, for: 0.1, link: link2, force: [1, 0, 0]}],
 initial: {position: {joint1: %v}}`,
		"model: cart_pole, initial: {position: {hinge: %v}}",
	}...) {
		for _, method := range expect.Turn(t, k, "dormand-prince", "implicit", "implicit-midpoint") {
			ready := func(i int, log *bytes.Buffer) *prepare.Run {
				s, err := scenario.Read(fmt.Appendf(nil, "{kinetree: 1, duration: 0.4, dt: 0.002, integrator: %s, "+
					robot+"}", method, 0.5+0.1*float64(i)), "logged.yaml", ".")
				if err != nil {
					t.Fatal(err)
				}
				run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: record.NewStream(log)})
				if err != nil {
					t.Fatal(err)
				}
				return run
			}
			var want [runs]bytes.Buffer
			for i := range want {
				run := ready(i, &want[i])
				if _, err := run.World.Run(t.Context(), run.Scenario.Duration); err != nil {
					t.Fatal(err)
				}
			}
			for _, count := range []int{1, 0} {
				var got [runs]bytes.Buffer
				code, i, first := prepare.RunCode{Lanes: count}, 0, ready(0, &bytes.Buffer{})
				solver := code.Of(first)
				if solver == nil {
					t.Skip("no code runs here")
				}
				calls, compute := 0, solver.Compute
				counted := *solver
				counted.Compute = func() uint8 { calls++; return compute() }
				lanes := sim.Lanes{Model: first.World.Model(), Solver: counted, Whole: code.Steps}
				lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
					if i == runs {
						return run, false
					}
					i++
					return ready(i-1, &got[i-1]).Lane(func(*sim.Summary, error) {}), true
				})
				for i := range want {
					if want[i].Len() < 1000 || !bytes.Equal(want[i].Bytes(), got[i].Bytes()) {
						t.Errorf("robot %d by %s: the log with code has %d bytes, and without %d; expected the same",
							k, method, got[i].Len(), want[i].Len())
					}
				}
				t.Logf("robot %d by %s: %d calls of code", k, method, calls)
				if each := runs * 200 / min(runs, solver.Count); calls < each/2 {
					t.Errorf("robot %d by %s: code was called %d times for %d runs side by side; expected about once "+
						"for each of %d steps at least", k, method, calls, min(runs, solver.Count), each)
				}
			}
		}
	}
}
