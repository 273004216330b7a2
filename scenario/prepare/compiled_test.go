package prepare_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"kinetree/compile"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// TestLongRuns runs scenarios that are long enough for machine code, 12,000 steps or more, with and without it, and
// compares the logs, byte by byte.
func TestLongRuns(t *testing.T) {
	for _, text := range expect.Some(t, 2,
		`{kinetree: 1, model: ur5, duration: 1.3, dt: 0.0001, integrator: rk4, log: {every: 7},
		  initial: {velocity: {elbow_joint: 1}}}`,
		`{kinetree: 1, model: ur5, ideal: true, duration: 30, dt: 0.001, integrator: rk4, log: {every: 100},
		  initial: {velocity: {elbow_joint: 1}}}`,
		`{kinetree: 1, model: panda_arm, duration: 25, dt: 0.001, integrator: semi-implicit, log: {every: 1000}}`,
		`{kinetree: 1, model: panda_arm, duration: 13, dt: 0.001, integrator: semi-implicit, log: {ledger: true},
		  controller: {type: pd_gravity, period: 0.002, gains: {"*": {p: 50, d: 5}}},
		  reference: {panda_joint4: {type: step, at: 0.1, to: -2}}}`,
		`{kinetree: 1, model: ur5, duration: 13, dt: 0.001, log: {every: 10}, initial: {velocity: {elbow_joint: 1}},
		  joints: {wrist_2_joint: {kind: universal, restitution: 0.5, limits: [[-0.3, 0.4], [-0.2, null]]}}}`) {
		var logs [2][]byte
		for i, mode := range []string{"off", "8"} {
			t.Setenv(compile.Variable, mode)
			s, err := scenario.Read([]byte(text), "long.yaml", ".")
			if err != nil {
				t.Fatal(err)
			}
			s.Log.File = filepath.Join(t.TempDir(), "log.csv")
			run, err := prepare.New(s, prepare.Env{})
			if err != nil {
				t.Fatal(err)
			}
			if _, reason := prepare.LaneSolver(run.World.Model(), compile.Options{Lanes: 1}); reason != nil && i == 1 {
				t.Skipf("no code runs here: %v", reason)
			}
			if _, err := run.Simulate(t.Context()); err != nil {
				t.Fatal(err)
			}
			if logs[i], err = os.ReadFile(s.Log.File); err != nil || len(logs[i]) < 1000 {
				t.Fatalf("a log of %d bytes: %v", len(logs[i]), err)
			}
		}
		if !bytes.Equal(logs[0], logs[1]) {
			t.Errorf("the logs differ of %s", text)
		}
	}
}
