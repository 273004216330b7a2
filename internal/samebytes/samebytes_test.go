// Package samebytes checks that results are the same on every machine: the logs of the embedded robots, scenarios and
// studies, and the tables, analyses, spectra, tunings, exciting motions and identifications that follow from them, have
// the sums that are kept in sums.txt. .ci/samebytes runs its test on other processors.
package samebytes

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"hash"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/aba"
	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/tune"
	"kinetree/sim"
	"kinetree/tree"
)

//go:embed sums.txt
var kept string

var update = flag.Bool("update", false, "write the sums")

// The simulated times are short, since emulators are slow: long enough for efforts, noise and delays to act. Robots
// with more rates than these are left out: they are others several times.
const (
	rates    = 40
	duration = 0.25 // s
	tunings  = 12   // candidates
)

// sink sums up the bits of a log, which decimal numbers would only repeat.
type sink struct{ hash.Hash }

func (s sink) Begin(columns []string) error {
	fmt.Fprintln(s, columns)
	return nil
}

func (s sink) Record(row []float64) error {
	return binary.Write(s, binary.LittleEndian, row)
}

func (s sink) End(summary *sim.Summary) error {
	_, err := fmt.Fprintf(s, "%+v\n", summary.Ledger)
	return err
}

func overrides() []scenario.Override {
	return []scenario.Override{scenario.NewOverride("duration", duration, "test")}
}

// logged runs a scenario and returns the sum of its log and of the analysis of its loop.
func logged(t *testing.T, s *scenario.Scenario) (log, analysis string) {
	t.Helper()
	out := sink{sha256.New()}
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: out})
	if err != nil {
		t.Fatal(err)
	}
	a, err := run.Analyze()
	if err != nil {
		a = nil // a law that has no linear part
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", out.Sum(nil)), sumOf(t, a)
}

func sumOf(t *testing.T, x any) string {
	t.Helper()
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// TestSameBytes compares all sums with those that are kept.
func TestSameBytes(t *testing.T) {
	var got []string
	var large []string // robots that are left out
	add := func(name, sum string) { got = append(got, sum+"  "+name) }
	for _, entry := range models.List() {
		robot, err := models.Robot(entry.Name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := tree.Build(robot)
		if err != nil {
			t.Fatal(err)
		}
		if m.NV() > rates {
			large = append(large, entry.Name)
			continue
		}
		start := make([]float64, m.NQ())
		m.Random(start, rand.New(rand.NewPCG(1, 0)))
		for k, method := range integrate.Methods() {
			if testing.Short() && (k+len(entry.Name))%4 != 0 {
				continue // the other methods have other robots
			}
			out := sink{sha256.New()}
			w, err := sim.New(sim.Config{Model: m, Start: sim.Start{Position: start}, Log: sim.Log{Sink: out},
				Integration: sim.Integration{Method: method, MaxDrift: math.Inf(1)}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Run(context.Background(), duration); err != nil {
				t.Fatal(err)
			}
			add("log "+entry.Name+" "+method.Name, fmt.Sprintf("%x", out.Sum(nil)))
		}
		linear, err := aba.Linearize(m, nil, start, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		spectrum, err := stability.New(linear)
		if err != nil {
			t.Fatal(err)
		}
		out := sha256.New()
		for _, mode := range spectrum.Modes() {
			fmt.Fprintln(out, math.Float64bits(real(mode.Lambda)), math.Float64bits(imag(mode.Lambda)), mode.Name)
		}
		add("modes "+entry.Name, fmt.Sprintf("%x", out.Sum(nil)))
	}
	for _, entry := range expect.Some(t, 8, models.Scenarios()...) {
		text, _ := models.Scenario(entry.Name)
		s, err := scenario.Read(text, entry.Name, ".")
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(large, s.Model.File) {
			continue
		}
		if err := robot.Override(s, robot.Env{}, overrides()...); err != nil {
			t.Fatal(err)
		}
		log, analysis := logged(t, s)
		add("log "+entry.Name, log)
		add("analysis "+entry.Name, analysis)
		if s.Tune != nil {
			s.Tune.Runs = tunings
			tuning, err := tune.New(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := tuning.Minimize(t.Context(), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			add("tuning "+entry.Name, sumOf(t, tuning.Report(result)))
		}
	}
	for _, entry := range expect.Some(t, 1, models.Studies()...) {
		s, err := study.Open(entry.Name, nil, overrides()...)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), entry.Name)
		if _, err := batch.Execute(t.Context(), batch.Config{Dir: dir, Runs: s.Len(), Axes: s.Axes, Metrics: s.Metrics,
			Trajectories: batch.Trajectories{Which: "none"}}, s.NewWorker); err != nil {
			t.Fatal(err)
		}
		table, err := os.ReadFile(filepath.Join(dir, "runs.csv"))
		if err != nil {
			t.Fatal(err)
		}
		add("table "+entry.Name, fmt.Sprintf("%x", sha256.Sum256(table)))
	}
	for _, name := range expect.Some(t, 1, "rr_arm", "ur5") {
		motion, report := identified(t, name)
		add("excitation "+name, motion)
		add("identification "+name, report)
	}
	text := strings.Join(got, "\n") + "\n"
	if *update {
		if err := os.WriteFile("sums.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := map[string]bool{}
	for line := range strings.Lines(kept) {
		want[strings.TrimSuffix(line, "\n")] = true
	}
	if len(want) != len(got) && !testing.Short() {
		t.Errorf("%d sums, and %d are kept; write them with -update after a change of results", len(got), len(want))
	}
	for _, line := range got {
		if !want[line] {
			t.Errorf("%s is not what is kept", line)
		}
	}
}
