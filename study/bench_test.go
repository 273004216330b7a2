package study_test

import (
	"os"
	"path/filepath"
	"testing"

	"kinetree/batch"
	"kinetree/scenario"
	"kinetree/study"
)

// BenchmarkOverhead times what a run costs besides its steps: a pendulum that is simulated for no time at all, with the journal.
func BenchmarkOverhead(b *testing.B) {
	dir := b.TempDir()
	name := filepath.Join(dir, "study.yaml")
	text := "kinetree: 1\nscenario: {kinetree: 1, model: pendulum, duration: 0}\nsweep:\n  - {path: initial.position.hinge, uniform: [-1, 1]}\nsamples: 1000000\n"
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	s, err := study.Open(name, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := batch.Execute(b.Context(), batch.Config{Dir: filepath.Join(dir, "out"), Runs: b.N, Axes: s.Axes, Metrics: s.Metrics, Workers: 1}, s.NewWorker); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkPrepare times the preparation of a run without a cache.
func BenchmarkPrepare(b *testing.B) {
	s := scenario.Default()
	s.Model = "pendulum"
	for range b.N {
		if _, err := s.Prepare(scenario.Env{Unlogged: true}); err != nil {
			b.Fatal(err)
		}
	}
}
