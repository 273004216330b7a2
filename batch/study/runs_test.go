package study_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/internal/strict"
	"kinetree/scenario"
)

// wide is a scenario with values at many places.
const wide = `kinetree: 1
  model: ur5
  duration: 0.02
  gravity: [0, 0, -9.81]
  initial: {position: {elbow_joint: 0.3}}
  joints: {elbow_joint: {friction: 1, armature: 0.1}, wrist_1_joint: {lower: -0.1, upper: 0.1, restitution: 0.5}}
  links: {tool0: {payload: {mass: 1, position: [0, 0, 0.1]}}}
  controller: {type: pid, delay: 0.001, gains: {"*": {p: 400, i: 10, d: 40}, elbow_joint: {p: 100, i: 5, d: 20}}}
  reference: {elbow_joint: {type: step, at: 0.005, to: 0.5}}
  sensors: {position_noise: 1e-4}
  disturbances: [{at: 0.01, for: 0.005, link: tool0, force: [20, 0, 0]}, {at: 0.012, link: tool0, payload: {mass: 2}}]
`

// places are paths in it, and values for them.
var places = map[string]string{
	"initial.position.elbow_joint":         "[-0.1, 0.2]",
	"initial.velocity.wrist_1_joint":       "[0, 4]",
	"joints.elbow_joint.friction":          "[0, 2]",
	"joints.elbow_joint.damping":           "[0, 2]",
	"links.tool0.payload.mass":             "[0, 3]",
	"links.tool0.payload.position.2":       "[0, 0.3]",
	"model.links.forearm_link.mass":        "[1, 3]",
	"model.joints.elbow_joint.origin.xyz":  "[[0.1, 0, 0], [0.2, 0, 0]]",
	"controller.gains.elbow_joint.p":       "[50, 1e300]",
	"controller.gains.wrist_2_joint.d":     "[1, 2]",
	"controller.type":                      "[pd, computed_torque]",
	"reference.elbow_joint.to":             "[0, 1]",
	"sensors.position_noise":               "[0, 1e-3]",
	"disturbances.0.force":                 "[[0, 0, 0], [1, 2, 3]]",
	"gravity.2":                            "[0, -9.81]",
	"dt":                                   "[0.001, 0.002]",
	"integrator":                           "[rk4, dormand-prince, implicit-midpoint]",
	"ideal":                                "[true, false]",
	"stop":                                 "[[], [elbow_joint/position > 0.31]]",
	`"kinetree"`:                           "[1]",
	"metrics.settling_band":                "[0.01, 0.05]",
	"controller.gains.elbow_joint.i_clamp": "[0, x]", // a text is wrong
}

// drawn is a study with some of the places.
func drawn(t *rapid.T, dir string) string {
	text := "kinetree: 1\nseed: 3\nscenario:\n  " + wide + "sweep:\n"
	for _, place := range rapid.Permutation(slices.Sorted(maps.Keys(places))).Draw(t,
		"places")[:rapid.IntRange(1, 3).Draw(t, "number")] {
		text += fmt.Sprintf("  - {path: '%s', grid: %s}\n", place, places[place])
	}
	name := filepath.Join(dir, "study.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestScenarios checks the scenarios of runs, which are copies in which values are set, against scenarios that are read
// from a text with the values in it.
func TestScenarios(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		name := drawn(t, dir)
		s, err := study.Open(name, nil)
		if err != nil {
			t.Skip(err) // no run at all can be prepared
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		root, err := strict.Parse(text, name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Len() {
			got, err := s.Scenario(i)
			run := root.Get("scenario").Rooted()
			rest := i // the last axis changes first
			axes := root.Get("sweep").Items
			for k := len(axes) - 1; k >= 0; k-- {
				grid := axes[k].Get("grid").Items
				write(t, run, axes[k].Get("path").Text, grid[rest%len(grid)])
				rest /= len(grid)
			}
			want, wantErr := scenario.Decode(run, dir)
			if err != nil || wantErr != nil {
				if (err == nil) != (wantErr == nil) {
					t.Fatalf("run %d: %v, want %v", i, err, wantErr)
				}
				continue
			}
			want.Seed = got.Seed
			a, errA := json.Marshal(got)
			b, errB := json.Marshal(want)
			if errA != nil || errB != nil || string(a) != string(b) {
				t.Fatalf("run %d is\n%s\nwant\n%s\n%v %v", i, a, b, errA, errB)
			}
		}
	})
}

// write writes a value into a document, as by hand.
func write(t interface{ Fatal(...any) }, root *strict.Node, path string, value *strict.Node) {
	keys, err := strict.Split(path)
	if err != nil {
		t.Fatal(err)
	}
	if model := root.Get("model"); keys[0] == "model" && model.Kind == strict.String {
		*model = *strict.Encode(map[string]any{"file": model.Text})
	}
	if err := root.Set(keys, value); err != nil {
		t.Fatal(err)
	}
}

// fresh makes a new worker for each run.
type fresh struct{ study *study.Study }

func (f fresh) Run(ctx context.Context, r *batch.Run) error {
	w, err := f.study.NewWorker()
	if err != nil {
		return err
	}
	return w.Run(ctx, r)
}

// TestFreshWorkers checks that what a worker keeps from run to run changes nothing: one worker for all runs, two, and
// a new one for each run leave the same bytes.
func TestFreshWorkers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "fresh")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		s, err := study.Open(drawn(t, dir), nil)
		if err != nil {
			t.Skip(err)
		}
		execute := func(out string, workers int, newWorker func() (batch.Worker, error)) (table, sums string) {
			out = filepath.Join(dir, out)
			if _, err := batch.Execute(context.Background(), batch.Config{Dir: out, Runs: s.Len(), Axes: s.Axes,
				Metrics:      s.Metrics,
				Trajectories: batch.Trajectories{Which: "all"}, Workers: workers}, newWorker); err != nil {
				t.Fatal(err)
			}
			rows, err := os.ReadFile(filepath.Join(out, "runs.csv"))
			if err != nil {
				t.Fatal(err)
			}
			// not there if no run has a trajectory
			hashes, _ := os.ReadFile(filepath.Join(out, "trajectories", "SHA256SUMS"))
			return string(rows), string(hashes)
		}
		want, wantSums := execute("fresh", 1, func() (batch.Worker, error) { return fresh{s}, nil })
		for workers := 1; workers <= 2; workers++ {
			if got, sums := execute(fmt.Sprint(workers), workers, s.NewWorker); got != want || sums != wantSums {
				t.Fatalf("%d workers give\n%s%s\nnew ones for each run\n%s%s", workers, got, sums, want, wantSums)
			}
		}
	})
}

// TestScripted checks the scenarios of a script, whose runs set different paths, against those of the documents with
// the values set.
func TestScripted(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml": "kinetree: 1\nmodel: ur5\nduration: 0.1\ninitial: {position: {elbow_joint: 0.3}}\ncontroller: " +
			"{type: pd, gains: {\"*\": {p: 10, d: 1}}}\n",
		"b.yaml": "kinetree: 1\nmodel: pendulum\nseed: 9\n",
		"study.star": `def runs():
    return [
        scenario("a.yaml"),
        scenario("a.yaml", {"controller.gains.elbow_joint.p": 50}),
        scenario("b.yaml", {"duration": 0.5, "seed": 77}),
        scenario("a.yaml", {"duration": 0.2, "model.links.forearm_link.mass": 3}),
        scenario("b.yaml"),
        scenario("a.yaml", {"initial.position": {"wrist_1_joint": 0.1}}),
    ]
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := study.Open(filepath.Join(dir, "study.star"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, run := range []struct {
		file string
		set  map[string]any
	}{{"a.yaml", nil}, {"a.yaml", map[string]any{"controller.gains.elbow_joint.p": 50.0}},
		{"b.yaml", map[string]any{"duration": 0.5, "seed": 77.0}},
		{"a.yaml", map[string]any{"duration": 0.2, "model.links.forearm_link.mass": 3.0}}, {"b.yaml", nil},
		{"a.yaml", map[string]any{"initial.position": map[string]any{"wrist_1_joint": 0.1}}}} {
		text, err := os.ReadFile(filepath.Join(dir, run.file))
		if err != nil {
			t.Fatal(err)
		}
		root, err := strict.Parse(text, run.file)
		if err != nil {
			t.Fatal(err)
		}
		for path, value := range run.set {
			write(t, root, path, strict.Encode(value))
		}
		want, err := scenario.Decode(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Scenario(i)
		if err != nil {
			t.Fatal(err)
		}
		if _, seeded := run.set["seed"]; seeded && got.Seed != 77 {
			t.Errorf("run %d has the seed %d", i, got.Seed)
		}
		want.Seed = got.Seed
		a, _ := json.Marshal(got)
		if b, _ := json.Marshal(want); string(a) != string(b) {
			t.Errorf("run %d is\n%s\nwant\n%s", i, a, b)
		}
	}
}
