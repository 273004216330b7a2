package samebytes

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

//go:embed random.txt
var keptRandom string

// drawn returns a number from -1 to 1, of 20 bits, which is exact on every machine.
func drawn(rng *rand.Rand) float64 { return float64(rng.IntN(1<<21)-1<<20) / (1 << 20) }

// varied returns an embedded robot with other masses, inertias, places, axes and damping.
func varied(t *testing.T, rng *rand.Rand) (string, *urdf.Robot) {
	t.Helper()
	list := models.List()
	name := list[rng.IntN(len(list))].Name
	r, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Links {
		if r.Links[i].Inertial == nil {
			r.Links[i].Inertial = &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 0.5, IYY: 0.5, IZZ: 0.5}}
		}
		if in := r.Links[i].Inertial; in.Mass > 0 {
			factor := 1.25 + drawn(rng)
			in.Mass *= factor
			for _, x := range []*float64{&in.Inertia.IXX, &in.Inertia.IXY, &in.Inertia.IXZ, &in.Inertia.IYY,
				&in.Inertia.IYZ, &in.Inertia.IZZ} {
				*x *= factor
			}
		}
	}
	for i := range r.Joints {
		j := &r.Joints[i]
		for k := range 3 {
			j.Origin.XYZ[k] += 0.125 * drawn(rng)
			j.Origin.RPY[k] += drawn(rng)
			if j.Type == urdf.Continuous {
				j.Axis[k] += drawn(rng)
			}
		}
		if j.Type != urdf.Fixed && rng.IntN(2) == 0 {
			j.Dynamics = &urdf.Dynamics{Damping: 0.5 + 0.5*drawn(rng), Friction: 0.5 + 0.5*drawn(rng)}
		}
	}
	return name, r
}

// robots is how many are drawn.
const robots = 40

// TestRandomSameBytes compares the sums of motions of random robots, fixed and floating, by all integrators, and of
// random changes of the embedded scenarios, with those that are kept. All that is drawn is exact, so every machine
// draws the same.
func TestRandomSameBytes(t *testing.T) {
	var got []string
	add := func(name, sum string) { got = append(got, sum+"  "+name) }
	methods := integrate.Methods()
	for seed := range uint64(robots) {
		rng := rand.New(rand.NewPCG(seed, 2))
		name, r := varied(t, rng)
		var options []tree.Option
		if rng.IntN(2) == 0 {
			options = append(options, tree.WithFloatingBase())
		}
		m, err := tree.Build(r, options...)
		if err != nil {
			t.Fatalf("robot %d, %s: %v", seed, name, err)
		}
		method := methods[seed%uint64(len(methods))]
		start := sim.Start{Position: make([]float64, m.NQ()), Velocity: make([]float64, m.NV())}
		m.Random(start.Position, rng)
		for i := range start.Velocity {
			start.Velocity[i] = drawn(rng)
		}
		out := sink{sha256.New()}
		w, err := sim.New(sim.Config{Model: m, Start: start, Log: sim.Log{Sink: out},
			Integration: sim.Integration{Method: method, Step: 0.002, MaxDrift: math.Inf(1)}})
		if err == nil {
			_, err = w.Run(t.Context(), 0.1)
		}
		add(fmt.Sprintf("robot %d %s %s %v", seed, name, method.Name, err), fmt.Sprintf("%x", out.Sum(nil)))
	}
	for i, entry := range models.Scenarios() {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		text, _ := models.Scenario(entry.Name)
		s, err := scenario.Read(text, entry.Name, ".")
		if err != nil {
			t.Fatal(err)
		}
		gravity := []any{drawn(rng), drawn(rng), -8 + drawn(rng)}
		for path, value := range map[string]any{"duration": 0.1, "seed": float64(rng.IntN(1000)), "gravity": gravity,
			"dt": 0.002 + 0.001*float64(rng.IntN(2)), "integrator": methods[rng.IntN(len(methods))].Name} {
			if err := robot.Override(s, robot.Env{}, scenario.NewOverride(path, value, "test")); err != nil {
				t.Fatal(err)
			}
		}
		out := sink{sha256.New()}
		run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: out})
		if err == nil {
			_, err = run.Simulate(t.Context())
		}
		add(fmt.Sprintf("scenario %s %v", entry.Name, err), fmt.Sprintf("%x", out.Sum(nil)))
	}
	text := strings.Join(got, "\n") + "\n"
	if *update {
		if err := os.WriteFile("random.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := strings.Split(strings.TrimSuffix(keptRandom, "\n"), "\n")
	if len(want) != len(got) {
		t.Fatalf("%d sums, and %d are kept; write them with -update after a change of results", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s, kept is %s", got[i], want[i])
		}
	}
}

// TestShards merges shards of the embedded studies and compares their bytes with those of whole batches. With
// KINETREE_SHARDS=DIR the shard of index KINETREE_SHARD of two is left in DIR, and what is there already is merged: so
// .ci/samebytes has the two shards made by two processors.
func TestShards(t *testing.T) {
	dir, chosen := os.Getenv("KINETREE_SHARDS"), os.Getenv("KINETREE_SHARD")
	if dir == "" {
		dir = t.TempDir()
	}
	for _, entry := range expect.Some(t, 1, models.Studies()...) {
		s, err := study.Open(entry.Name, nil, scenario.NewOverride("duration", 0.1, "test"))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Keep("all"); err != nil {
			t.Fatal(err)
		}
		inputs, err := s.Inputs("same bytes")
		if err != nil {
			t.Fatal(err)
		}
		runs := min(s.Len(), 64)
		execute := func(name string, shard batch.Shard) {
			t.Helper()
			if _, err := batch.Execute(t.Context(), batch.Config{Dir: name, Inputs: inputs, Runs: runs, Axes: s.Axes,
				Metrics: s.Metrics, Trajectories: s.Trajectories, Shard: shard}, s.NewWorker); err != nil {
				t.Fatal(err)
			}
		}
		var shards []string
		for index := range 2 {
			name := filepath.Join(dir, fmt.Sprint(entry.Name, index))
			shards = append(shards, name)
			if chosen == "" || chosen == fmt.Sprint(index) {
				execute(name, batch.Shard{Index: index, Of: 2})
			}
		}
		if chosen == "0" { // the other one comes later
			continue
		}
		merged, whole := filepath.Join(t.TempDir(), "merged"), filepath.Join(t.TempDir(), "whole")
		if err := batch.Merge(t.Context(), merged, shards); err != nil {
			t.Fatal(err)
		}
		execute(whole, batch.Shard{})
		a, b := contents(t, merged), contents(t, whole)
		if len(a) < runs || len(a) != len(b) {
			t.Errorf("%s: %d files are merged, %d of a whole batch", entry.Name, len(a), len(b))
		}
		for name, text := range b {
			if a[name] != text {
				t.Errorf("%s: %s of the shards is not that of a whole batch", entry.Name, name)
			}
		}
	}
}

// contents returns the files below a folder, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
