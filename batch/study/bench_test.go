package study_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/scenario"
)

// pendulum runs n runs of a pendulum with one worker, as a batch.
func pendulum(b *testing.B, n int, duration float64) {
	runs(b, fmt.Sprintf("kinetree: 1\nscenario: {kinetree: 1, model: pendulum, duration: %v}\nsweep:\n  - {path: "+
		"initial.position.hinge, uniform: [-1, 1]}\nsamples: 1000000\n", duration), n, 1)
}

// runs executes the first n runs of a study.
func runs(b *testing.B, text string, n, workers int) {
	b.Helper()
	dir := b.TempDir()
	name := filepath.Join(dir, "study.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	s, err := study.Open(name, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := batch.Execute(b.Context(), batch.Config{Dir: filepath.Join(dir, "out"), Runs: n, Axes: s.Axes,
		Metrics: s.Metrics, Workers: workers}, s.NewWorker); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkOverhead times what a run costs besides its steps, by what is drawn, with its row of the journal: a pendulum
// and the arms of BenchmarkArms that are simulated for no time at all.
func BenchmarkOverhead(b *testing.B) {
	b.Run("pendulum", func(b *testing.B) { pendulum(b, b.N, 0) })
	drawn := map[string]string{"gains": gainsDrawn, "masses": massesDrawn, "seeds": "",
		"noise": "\n  - {path: sensors.position_noise, uniform: [0, 1e-3]}", "positions": `
  - {path: initial.position.elbow_joint, uniform: [-1, 1]}
  - {path: initial.position.wrist_1_joint, uniform: [-1, 1]}`}
	for _, name := range slices.Sorted(maps.Keys(drawn)) {
		text := strings.Replace(arm("semi-implicit", "", "", drawn[name]), "duration: 1,", "duration: 0,", 1)
		if name == "seeds" {
			text = strings.Replace(text, "sweep:", "", 1)
		}
		b.Run(name, func(b *testing.B) { runs(b, text, b.N, 1) })
	}
}

// BenchmarkPendulum times a run of a tenth of a second in a batch, and the same steps alone. The difference is the
// overhead.
func BenchmarkPendulum(b *testing.B) {
	b.Run("batch", func(b *testing.B) { pendulum(b, b.N, 0.1) })
	b.Run("steps", func(b *testing.B) {
		s := scenario.Default()
		s.Model.File = "pendulum"
		s.Initial.Position["hinge"] = []float64{0.5}
		run, err := s.Prepare(scenario.Env{Unlogged: true})
		if err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		for i := range b.N {
			if _, err := run.World.Run(b.Context(), 0.1*float64(i+1)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWorkers times runs of some ten milliseconds, of a robot arm under computed torque, with one worker and
// with two.
func BenchmarkWorkers(b *testing.B) {
	text := `kinetree: 1
scenario: {kinetree: 1, model: ur5, duration: 1, integrator: rk4, controller: {type: computed_torque, gains: {"*": ` +
		`{p: 400, d: 40}}}, reference: {elbow_joint: {type: step, at: 0.1, to: 0.5}}}
sweep:
  - {path: controller.gains.elbow_joint.p, uniform: [100, 1000]}
  - {path: model.links.forearm_link.mass, scale: true, uniform: [0.9, 1.1]}
samples: 1000000
`
	for _, workers := range []int{1, 2} {
		b.Run(strconv.Itoa(workers), func(b *testing.B) { runs(b, text, b.N, workers) })
	}
}

// BenchmarkPrepare times the preparation of a run without a cache.
func BenchmarkPrepare(b *testing.B) {
	s := scenario.Default()
	s.Model.File = "pendulum"
	for range b.N {
		if _, err := s.Prepare(scenario.Env{Unlogged: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// arms are studies of arms that follow a reference for a second in a thousand steps, the rows of docs/performance.md.
var arms = map[string]string{
	"gains":  arm("semi-implicit", "", "", gainsDrawn),
	"rk4":    arm("rk4", "", "", gainsDrawn),
	"masses": arm("semi-implicit", "", "", massesDrawn),
	"noise": arm("semi-implicit", ", delay: 0.001", ", sensors: {position_noise: 1e-4, velocity_noise: 1e-3}",
		gainsDrawn),
	"thrown": `kinetree: 1
scenario: {kinetree: 1, model: ur5, base: floating, duration: 1, dt: 0.001, integrator: semi-implicit, ideal: true,
    initial: {velocity: {base: [1, 0, 4, 2, 1, 0]}}}
sweep:
  - {path: initial.velocity.base.3, uniform: [-5, 5]}
samples: 1000000
`,
	"friction": `kinetree: 1
scenario: {kinetree: 1, model: panda_arm, duration: 1, dt: 0.001, integrator: semi-implicit,
    controller: {type: pd_gravity, period: 0.001, gains: {"*": {p: 200, d: 20}, panda_joint5: {p: 50, d: 2},
    panda_joint6: {p: 50, d: 2}, panda_joint7: {p: 5, d: 0.2}}}, joints: {panda_joint1: {friction: 1},
    panda_joint2: {friction: 1}, panda_joint3: {friction: 1}, panda_joint4: {friction: 1},
    panda_joint5: {friction: 0.5}, panda_joint6: {friction: 0.5}, panda_joint7: {friction: 0.5}},
    initial: {position: {panda_joint4: -1.5, panda_joint6: 1.5}},
    reference: {panda_joint2: {type: step, at: 0.1, to: 1.8}, panda_joint4: {type: step, at: 0.1, to: -1.0}}}
sweep:
  - {path: controller.gains.panda_joint2.p, uniform: [100, 1000]}
  - {path: controller.gains.panda_joint2.d, uniform: [10, 100]}
samples: 1000000
`,
}

const massesDrawn = `
  - {path: links.tool0.payload.mass, uniform: [0, 5]}
  - {path: model.links.forearm_link.mass, uniform: [2, 3]}`

const gainsDrawn = `
  - {path: controller.gains.elbow_joint.p, uniform: [100, 1000]}
  - {path: controller.gains.elbow_joint.d, uniform: [10, 100]}`

// arm returns a study of a UR5 two of whose joints step.
func arm(integrator, loop, sensors, drawn string) string {
	return fmt.Sprintf(`kinetree: 1
scenario: {kinetree: 1, model: ur5, duration: 1, dt: 0.001, integrator: %s, controller: {type: pd_gravity,
    gains: {"*": {p: 200, d: 20}, wrist_1_joint: {p: 50, d: 2}, wrist_2_joint: {p: 50, d: 2},
    wrist_3_joint: {p: 5, d: 0.2}}, period: 0.001%s}%s, reference: {elbow_joint: {type: step, at: 0.1, to: 0.5},
    shoulder_lift_joint: {type: step, at: 0.1, to: -0.5}}}
sweep:%s
samples: 1000000
`, integrator, loop, sensors, drawn)
}

// BenchmarkArms times runs of arms in a batch, by the step, with one worker: with code, which the first of them make.
// 1000 runs or more (-benchtime 1000x) show what a step takes.
func BenchmarkArms(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(arms)) {
		b.Run(name, func(b *testing.B) {
			runs(b, arms[name], b.N, 1)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/step")
		})
	}
}
