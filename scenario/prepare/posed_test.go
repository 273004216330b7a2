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

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/urdf"
)

// TestPosedSteps runs robots whose positions are poses, with floating bases and with floating, planar and spherical
// joints, by all integrators that have code, with friction, damping, end stops and pushes, on one lane and on eight,
// and compares the logs and what the runs come to with those of runs alone. Some have constant efforts, others laws.
func TestPosedSteps(t *testing.T) {
	runs := 10
	if testing.Short() {
		runs = 6
	}
	rng := rand.New(rand.NewPCG(71, 72))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	robot := func(seed uint64, some urdf.JointType) string {
		r := randrobot.New(seed, 6)
		for k := range r.Joints {
			j := &r.Joints[k]
			if j.Type == urdf.Fixed {
				continue
			}
			j.Limit = &urdf.Limit{Lower: -2, Upper: 1.5, Effort: 50, Velocity: 30}
			if k%4 == 0 && some != "" {
				j.Type, j.Limit = some, nil
				continue
			}
			if err := j.SetFriction(u(0, 0.2)); err != nil {
				t.Fatal(err)
			}
			if err := j.SetDamping(u(0, 0.2)); err != nil {
				t.Fatal(err)
			}
		}
		var text strings.Builder
		if err := r.WriteURDF(&text); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), fmt.Sprintf("r%d.urdf", seed))
		if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	thrown := func() string {
		return fmt.Sprintf("initial: {velocity: {base: [%v, 0, 3, %v, %v, 2]}}", u(0, 1), u(-3, 3), u(0, 20))
	}
	cases := map[string]func() string{
		"thrown arm": func() string { return "model: ur5, base: floating, ideal: true, " + thrown() },
		"fall": func() string {
			return fmt.Sprintf("model: panda_arm, base: floating, initial: {velocity: {panda_joint4: %v}}", u(0, 1))
		},
		"driven arm": func() string {
			return fmt.Sprintf("model: panda_arm, efforts: {panda_joint1: %v, panda_joint4: -3, panda_joint6: %v}",
				u(-9, 9), u(0, 2))
		},
		"driven in flight": func() string {
			return fmt.Sprintf("model: ur5, base: floating, efforts: {elbow_joint: %v, wrist_3_joint: -0.2}, %s",
				u(-9, 9), thrown())
		},
		"pushed arm": func() string {
			return fmt.Sprintf(`model: panda_arm, base: floating, disturbances: [
 {link: panda_link7, force: [%v, 3, 0], moment: [0, 0, %v]}, {link: panda_link3, force: [0, 0, 9], frame: link}], %s`,
				u(0, 9), u(0, 2), thrown())
		},
	}
	for i, some := range []urdf.JointType{"", urdf.Floating, urdf.Planar} {
		name := robot(uint64(i+3), some)
		cases["random "+string(some)] = func() string {
			return fmt.Sprintf("model: %s, base: floating, %s", name, thrown())
		}
	}
	ball := robot(9, "") // whose friction, which depends on the axis of turning, has no code
	cases["ball"] = func() string {
		return fmt.Sprintf(`model: %s, joints: {j0: {kind: spherical, friction: 0}, j3: {kind: spherical, friction: 0}},
 initial: {velocity: {j1: %v}}`, ball, u(0, 2))
	}
	loops := []string{"type: pd, period: 0.001",
		"type: pd_gravity, period: 0.001, delay: 0.002}, sensors: {position_noise: 1e-4, velocity_noise: 1e-3",
		"type: computed_torque, period: 0.001}, sensors: {position_resolution: 1e-4, velocity: difference, " +
			"velocity_filter_hz: 100",
		"type: pid, filter_time: 0.01, period: 0.002", "type: impedance, period: 0.001",
		"type: pd, period: 0.001, feed_forward: true, delay: 0.0015}, actuators: {lag: 0.003"}
	// loop returns the i-th law, with gains that hold a posture.
	loop := func(i int, p, d float64) string {
		return fmt.Sprintf(`controller: {gains: {"*": {p: %v, d: %v}}, %s}`, u(p/2, p), u(d/2, d), loops[i%len(loops)])
	}
	for i := range loops {
		cases[fmt.Sprintf("arm in flight under law %d", i)] = func() string {
			return fmt.Sprintf("model: ur5, base: floating, reference: {elbow_joint: {type: step, at: 0.05, to: %v}}, "+
				"%s, %s", u(0.1, 0.4), loop(i, 30, 2), thrown())
		}
		cases[fmt.Sprintf("ball under law %d", i)] = func() string {
			return fmt.Sprintf(`model: %s, %s,
 joints: {j0: {kind: spherical, friction: 0}, j3: {kind: spherical, friction: 0}},
 initial: {velocity: {j1: %v, j0: [0.1, %v, 0.2]}}`, ball, loop(i, 9, 1), u(0, 2), u(0, 3))
		}
	}
	for i, name := range []string{"solo12", "anymal"} {
		file := filepath.Join("..", "..", "..", "shared", "golden", "urdf", name+".urdf")
		if _, err := os.Stat(file); err != nil {
			t.Logf("not compared, as it is missing: %s", file)
			continue
		}
		cases[name] = func() string { return fmt.Sprintf("model: %s, base: floating, %s", file, thrown()) }
		cases[name+" in a posture"] = func() string {
			return fmt.Sprintf("model: %s, base: floating, %s, initial: {velocity: {base: [0, 0, 3, %v, %v, 1]}}", file,
				loop(i, 10, 0.3), u(-1, 1), u(0, 2))
		}
	}
	some := expect.SomeOf(t, 4, cases)
	for i, name := range slices.Sorted(maps.Keys(some)) {
		draw := some[name]
		for _, method := range expect.Turn(t, i, "semi-implicit", "rk4", "midpoint", "euler") {
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(
					"{kinetree: 1, dt: 0.001, duration: 0.2, integrator: %s, log: {every: 20}, %s}", method, draw()))
			}
			compareLogged(t, name+" by "+method, texts, 200)
		}
	}
}

// compareLogged runs scenarios side by side with code for whole steps, on one lane and on eight, and each alone, and
// compares the logs and all that they come to. Code has to take half of the steps that each has.
func compareLogged(t *testing.T, name string, texts []string, steps int) {
	t.Helper()
	cache := robot.NewCache()
	ready := func(text string, log *bytes.Buffer) *prepare.Run {
		s, err := scenario.Read([]byte(text), "logged.yaml", ".")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		run, err := prepare.New(s, prepare.Env{Cache: cache, Unlogged: true, Sink: record.NewStream(log)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return run
	}
	var want []string
	for _, text := range texts {
		var log bytes.Buffer
		run := ready(text, &log)
		s, err := run.World.Run(t.Context(), run.Scenario.Duration)
		want = append(want, log.String()+outcome(run, s, err))
	}
	for _, count := range []int{1, 0} {
		code, i := prepare.RunCode{Lanes: count}, 0
		var solver *sim.LaneSolver
		for _, text := range texts {
			if solver = code.Of(ready(text, &bytes.Buffer{})); solver == nil {
				t.Skip("no code runs here")
			}
		}
		code.Steps.After = 0
		lanes := sim.Lanes{Model: ready(texts[0], &bytes.Buffer{}).World.Model(), Solver: *solver, Whole: code.Steps}
		lanes.Run(context.Background(), func() (run sim.LaneRun, ok bool) {
			if i == len(texts) {
				return run, false
			}
			var log bytes.Buffer
			r, n := ready(texts[i], &log), i
			i++
			return r.Lane(func(s *sim.Summary, err error) {
				if got := log.String() + outcome(r, s, err); got != want[n] {
					t.Errorf("%s, beside others\n%s\nalone\n%s\nscenario %s", name, got, want[n], texts[n])
				}
			}), true
		})
		c := code.Steps
		t.Logf("%s: code for %d kinds of steps has taken %d and refused %d", name, c.Made, c.Taken, c.Refused)
		if c.Made == 0 || c.Taken < len(texts)*steps/2 {
			t.Errorf("%s: code has taken %d of %d steps; expected most", name, c.Taken, len(texts)*steps)
		}
	}
}
