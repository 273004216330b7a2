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
	"kinetree/scenario/prepare"
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
	list := arms(b)
	gains, _, _ := strings.Cut(list["gains"], "sweep:")
	for name, text := range map[string]string{
		"gains": list["gains"], "masses": list["masses"],
		"seeds": gains + "samples: 1000000\n",
		"noise": gains + `sweep:
  - {path: sensors.position_noise, uniform: [0, 1e-3]}
samples: 1000000
`,
		"positions": gains + `sweep:
  - {path: initial.position.elbow_joint, uniform: [-1, 1]}
  - {path: initial.position.wrist_1_joint, uniform: [-1, 1]}
samples: 1000000
`,
	} {
		text = strings.Replace(text, "duration: 1\n", "duration: 0\n", 1)
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
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
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
		if _, err := prepare.New(s, prepare.Env{Unlogged: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// arms returns studies of arms that move for a second in a thousand steps, the rows of docs/performance.md, which
// cmd/peers compares, and one of an arm that is thrown.
func arms(b *testing.B) map[string]string {
	names, err := filepath.Glob("../../cmd/peers/studies/*.yaml")
	if err != nil || len(names) == 0 {
		b.Fatalf("there are no studies in cmd/peers/studies: %v", err)
	}
	list := map[string]string{"thrown": `kinetree: 1
scenario: {kinetree: 1, model: ur5, base: floating, duration: 1, dt: 0.001, integrator: semi-implicit, ideal: true,
    initial: {velocity: {base: [1, 0, 4, 2, 1, 0]}}}
sweep:
  - {path: initial.velocity.base.3, uniform: [-5, 5]}
samples: 1000000
`}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		list[strings.TrimSuffix(filepath.Base(name), ".yaml")] = string(text)
	}
	return list
}

// BenchmarkArms times runs of arms in a batch, by the step, with one worker: with code, which the first of them make.
// 1000 runs or more (-benchtime 1000x) show what a step takes.
func BenchmarkArms(b *testing.B) {
	list := arms(b)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		b.Run(name, func(b *testing.B) {
			runs(b, list[name], b.N, 1)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/step")
		})
	}
}
