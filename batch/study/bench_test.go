package study_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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

// BenchmarkOverhead times what a run costs besides its steps: a pendulum that is simulated for no time at all, with
// the journal.
func BenchmarkOverhead(b *testing.B) { pendulum(b, b.N, 0) }

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
