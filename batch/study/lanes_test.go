package study_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/compile"
	"kinetree/models/oracle/expect"
)

// side are studies of runs that go side by side: controllers of several kinds, stops that are hit, friction, runs that
// diverge or end early, and runs of several robots.
var side = map[string]string{
	"gains": `scenario: {model: ur5, duration: 0.2, dt: 0.001, integrator: semi-implicit, controller: {type: pd_gravity,
    period: 0.001, gains: {"*": {p: 400, d: 40}}}, reference: {elbow_joint: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: controller.gains.elbow_joint.p, uniform: [100, 3000]}
  - {path: controller.gains.elbow_joint.d, uniform: [1, 100]}
samples: 12
trajectories: [1, 7]`,
	"refused": `scenario: {model: ur5, duration: 1, dt: 0.001, integrator: semi-implicit, controller: {type: pd_gravity,
    gains: {"*": {p: 200, d: 20}, wrist_1_joint: {p: 50, d: 2}, wrist_2_joint: {p: 50, d: 2},
    wrist_3_joint: {p: 5, d: 0.2}}, period: 0.001}, reference: {elbow_joint: {type: step, at: 0.1, to: 0.5},
    shoulder_lift_joint: {type: step, at: 0.1, to: -0.5}}}
sweep:
  - {path: controller.gains.elbow_joint.p, uniform: [100, 1000]}
  - {path: controller.gains.elbow_joint.d, uniform: [10, 100]}
samples: 24`,
	"stops": `scenario: {model: panda_arm, duration: 0.3, controller: {type: pid, period: 0.002, gains: {"*": {p: 20,
    i: 1, d: 2}}}, sensors: {position_noise: 0.001}, initial: {position: {panda_joint2: 1.7}}}
sweep:
  - {path: initial.velocity.panda_joint2, uniform: [-2, 2]}
  - {path: initial.velocity.panda_joint1, uniform: [-2, 2]}
samples: 11
trajectories: all`,
	"friction": `scenario: {model: rr_arm, duration: 0.3, joints: {joint1: {friction: 0.5, damping: 0.1}},
  stop: [joint2/velocity > 3]}
sweep:
  - {path: initial.velocity.joint2, uniform: [-2, 4]}
samples: 10
trajectories: failed`,
	"sticking":         sticking("", "", 24),
	"sticking late":    sticking(", delay: 0.0004", "", 11),
	"sticking slowly":  sticking("", "actuators: {lag: 0.003}, ", 11),
	"sticking damped":  strings.ReplaceAll(sticking("", "", 19), "friction:", "damping: 1, friction:"),
	"sticking, rk4":    strings.Replace(sticking("", "", 11), "semi-implicit", "rk4", 1),
	"sticking halved":  strings.Replace(sticking(", delay: 0.0004", "", 11), "semi-implicit", "midpoint", 1),
	"flying, sticking": floatingArm("rk4"),
	"flying, foreseen": floatingArm("semi-implicit"),
	"resting slowly": `scenario: {model: panda_arm, duration: 0.05, dt: 0.0005, integrator: semi-implicit, controller:
    {type: impedance, period: 0.001, gains: {"*": {d: 11.12}}}, actuators: {lag: 0.002}, joints: {panda_joint6:
    {friction: 1.376}}, initial: {velocity: {panda_joint5: 0.821, panda_joint6: -0.592}},
    reference: {panda_joint4: {type: sine, amplitude: 0.776, frequency: 0.216}}}
sweep:
  - {path: controller.gains.panda_joint4.p, uniform: [1, 100]}
samples: 9`,
	"off a stop": `scenario: {model: panda_arm, duration: 0.8, dt: 0.001, integrator: semi-implicit, controller: {type:
    pd_gravity, period: 0.001, gains: {"*": {p: 200, d: 20}, panda_joint5: {p: 50, d: 2}, panda_joint6: {p: 50, d: 2},
    panda_joint7: {p: 5, d: 0.2}}}, joints: {panda_joint2: {friction: 1}, panda_joint4: {friction: 1}, panda_joint5:
    {friction: 0.5}}, initial: {position: {panda_joint2: 1.7, panda_joint4: -1.5, panda_joint6: 1.5}}, reference:
    {panda_joint2: {type: sine, amplitude: 0.3, frequency: 3}}}
sweep:
  - {path: controller.gains.panda_joint2.p, uniform: [100, 1000]}
samples: 16`,
	"pushed by": `scenario: {model: rr_arm, duration: 1.2, dt: 0.001, integrator: euler, joints: {joint1: {friction: 4},
    joint2: {friction: 3}}, initial: {position: {joint1: 1}}, disturbances: [{link: link2, force: [1, 2, 3], at: 0.5,
    for: 0.05}]}
sweep:
  - {path: initial.velocity.joint1, uniform: [-9, 9]}
  - {path: disturbances.0.force.1, uniform: [-5, 5]}
  - {path: disturbances.0.at, uniform: [0.1, 1]}
samples: 24
trajectories: [1, 8]`,
	"rough or not": `scenario: {model: rr_arm, duration: 0.4, dt: 0.001, integrator: semi-implicit, controller: {
    type: pd, period: 0.001, gains: {"*": {p: 40, d: 4}}}, reference: {joint1: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: joints.joint1.friction, grid: [0, 0.5, 0]}
  - {path: dynamics, grid: [aba, crba, constraint-forces]}
  - {path: controller.gains.joint2.p, grid: [30, 40, 50, 60, 70]}`,
	"by the mass matrix": `scenario: {model: ur5, dynamics: crba, duration: 0.4, dt: 0.001, integrator: semi-implicit,
    controller: {type: pd_gravity, period: 0.001, gains: {"*": {p: 400, d: 40}}},
    joints: {wrist_2_joint: {lower: -0.1, upper: 0.1}}, reference: {elbow_joint: {type: step, at: 0.05, to: 0.5},
    wrist_2_joint: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: controller.gains.elbow_joint.p, uniform: [100, 3000]}
  - {path: links.tool0.payload.mass, uniform: [0, 3]}
samples: 19
trajectories: [3]`,
	"limited": `scenario: {model: rr_arm, duration: 0.3, joints: {joint1: {friction: 0.5, damping: 0.1}},
  stop: [joint2/velocity > 3]}
limits: {steps: 307}
sweep:
  - {path: initial.velocity.joint2, uniform: [-2, 4]}
samples: 10
trajectories: all`,
	"diverging": `scenario: {model: rr_arm, ideal: true, duration: 2, dt: 0.01, integrator: semi-implicit,
    controller: {type: pd, period: 0.01, gains: {"*": {p: 400, d: 40}}}}
sweep:
  - {path: controller.gains.joint2.d, log_uniform: [1, 1e6]}
samples: 16
trajectories: failed`,
	"pids": `scenario: {model: rr_arm, duration: 0.2, controller: {type: pid, period: 0.002, filter_time: 0.01,
    anti_windup: back-calculation, gains: {"*": {p: 400, i: 30, d: 40}, joint2: {p: 30, d: 2}}},
    reference: {joint1: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: controller.gains.*.i, grid: [0, 30, 400]}
  - {path: controller.gains.joint2.d, scale: true, grid: [0, 1, 2]}
  - {path: controller.gains.joint1.i_clamp, grid: [0, 1, -1]}`,
	"plain pid": `scenario: {model: rr_arm, duration: 0.2,
    controller: {type: pid, gains: {"*": {p: 400, i: 30, d: 40}}}}
sweep:
  - {path: controller.gains.joint1.d, uniform: [0, 30]}
samples: 9`,
	"pi velocity": `scenario: {model: rr_arm, duration: 0.2, controller: {type: pi_velocity, period: 0.002, gains: {"*":
    {p: 5, i: 3000, d: 200}}}, joints: {joint1: {effort_limit: 40}},
    reference: {joint1: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: controller.gains.*.i, grid: [0, 300, 4000]}
  - {path: controller.gains.joint2.p, scale: true, grid: [0, 1, 2]}
  - {path: controller.gains.joint1.i_clamp, grid: [0, 10, -1]}`,
	"models": `scenario: {model: rr_arm, duration: 0.2, controller: {type: computed_torque, period: 0.002,
    gains: {"*": {p: 400, d: 40}}}, sensors: {velocity_filter_hz: 100, position_noise: 1e-4,
    velocity_noise: 1e-3}, initial: {position: {joint1: 0.3}}}
sweep:
  - {path: controller.gains.*.p, uniform: [1, 900]}
  - {path: controller.gains.joint2.p, grid: [1, 1000, 1e300]}
samples: 9`,
	"adapting": `scenario: {model: rr_arm, duration: 0.3, controller: {type: adaptive, period: 0.002,
    lambda: 5, k: {"*": 100}, delay: 0.002, adaptation: {joint1: {mcx: 10, Iyy: 10}, joint2: {m: 30, mcx: 20, mcz: 1,
    Iyy: 10}}, initial_parameters: {joint2: {m: 30, mcx: 15, Iyy: 13.5}}},
    reference: {joint1: {type: sine, amplitude: 0.5, frequency: 0.3}, joint2: {type: step, at: 0.1, to: 0.3}}}
sweep:
  - {path: controller.adaptation.joint2.m, uniform: [1, 90]}
  - {path: controller.projection, grid: [false, true]}
  - {path: controller.lambda, uniform: [1, 9]}
samples: 20`,
	"at every instant": `scenario: {model: rr_arm, duration: 0.3, dt: 0.001, integrator: rk4, efforts: {joint1: 0.2},
    controller: {type: computed_torque, continuous: true, gains: {"*": {p: 100, d: 20}}, wrench_compensation: known},
    disturbances: [{link: link2, force: [1, 2, 3], at: 0.05, for: 0.1}], joints: {joint2: {friction: 0.1}}, reference:
    {joint1: {type: sine, amplitude: 0.5, frequency: 1}, joint2: {type: step, at: 0.1333, to: 0.3}}}
sweep:
  - {path: controller.gains.*.p, uniform: [1, 900]}
  - {path: initial.velocity.joint1, uniform: [-1, 1]}
samples: 20
trajectories: [1, 8]`,
	"at every instant, flying": `scenario: {model: panda_arm, base: floating, duration: 0.2, dt: 0.001,
    integrator: semi-implicit, controller: {type: pd, continuous: true, gains: {"*": {p: 20, d: 2}}},
    initial: {velocity: {base: [0.1, 0.2, 0.3, 0, 0, 1]}},
    reference: {panda_joint2: {type: step, at: 0.1, to: 0.3}}}
sweep:
  - {path: controller.gains.panda_joint4.d, uniform: [0, 9]}
  - {path: model.links.panda_link4.mass, scale: true, uniform: [0.5, 2]}
samples: 12
trajectories: [3]`,
	"at every instant, sticking": `scenario: {model: ur5, duration: 0.06, dt: 0.0005, integrator: semi-implicit,
    controller: {type: impedance, continuous: true, gains: {"*": {p: 14, d: 30}}}, limits: {drift: 1e9},
    joints: {shoulder_pan_joint: {friction: 2}, wrist_2_joint: {friction: 0.1}},
    reference: {shoulder_pan_joint: {type: step, at: 0.05, to: 0.3}, wrist_2_joint: {type: step, at: 0.05, to: 0.1}}}
sweep:
  - {path: initial.velocity.wrist_2_joint, uniform: [-1, 1]}
  - {path: controller.gains.shoulder_pan_joint.d, uniform: [1, 60]}
samples: 33`,
	"springs at the end": `scenario: {model: panda_arm, duration: 0.3, dt: 0.002, integrator: implicit, joints:
    {panda_joint1: {damping: 3, friction: 0.5}, panda_joint2: {stiffness: 300, rest: 0.3}, panda_joint4: {damping: 9,
    stiffness: 20}}, controller: {type: pd_gravity, gains: {"*": {p: 20, d: 2}}}, initial: {velocity:
    {panda_joint1: 1}}}
sweep:
  - {path: joints.panda_joint2.stiffness, uniform: [0, 3000]}
  - {path: joints.panda_joint4.damping, uniform: [1, 90]}
samples: 12
trajectories: [2]`,
	"springs ahead": `scenario: {model: rr_arm, duration: 0.2, joints: {joint1: {stiffness: 30, rest: 0.2, damping: 1}},
    controller: {type: lqr, period: 0.001, gains: {"*": {position_weight: 1000, velocity_weight: 1,
    effort_weight: 0.01}}},
    reference: {joint1: {type: sine, amplitude: 0.1, frequency: 2}, joint2: {type: step, at: 0.1, to: 0.1}}}
sweep:
  - {path: joints.joint1.stiffness, uniform: [1, 90]}
  - {path: joints.joint1.rest, uniform: [-1, 1]}
samples: 12`,
	"compensating": `scenario: {model: rr_arm, duration: 0.3, controller: {type: computed_torque, period: 0.002,
    wrench_compensation: known, gains: {"*": {p: 400, d: 40}}}, sensors: {position_noise: 1e-4}, disturbances: [
    {link: link2, force: [1, 2, -10], at: 0.1, for: 0.1}, {link: link1, force: [5, 2, 3], moment: [1, 0, 0.5],
    at: 0.1505}], reference: {joint1: {type: sine, amplitude: 0.5, frequency: 1}}}
sweep:
  - {path: controller.wrench_compensation, grid: [known, measured]}
  - {path: controller.gains.joint2.p, uniform: [100, 900]}
  - {path: disturbances.0.force.2, uniform: [-20, 20]}
samples: 12`,
	"impedances": `scenario: {model: rr_arm, duration: 0.2, efforts: {joint1: 0.2}, controller: {type: impedance,
    delay: 0.0005, gains: {"*": {p: 40, d: 4}}}, disturbances: [{link: link2, force: [1, 2, 3], at: 0.05, for: 0.05},
    {link: link2, payload: {mass: 0.5}, at: 0.1}]}
sweep:
  - {path: controller.gains.joint2.p, uniform: [1, 900]}
samples: 5
trajectories: failed`,
	"masses": `scenario: {model: {file: ur5, links: {forearm_link: {mass: 2}}}, duration: 0.2, dt: 0.001,
    integrator: rk4, links: {tool0: {payload: {mass: 1}}}, controller: {type: pd_gravity, period: 0.001, gains: {"*":
    {p: 400, d: 40}}}, joints: {elbow_joint: {damping: 1, friction: 1}},
    reference: {elbow_joint: {type: step, at: 0.05, to: 0.5}}}
sweep:
  - {path: links.tool0.payload.mass, uniform: [0, 3]}
  - {path: model.links.forearm_link.mass, scale: true, uniform: [0.9, 1.1]}
  - {path: joints.elbow_joint.friction, uniform: [0, 2]}
samples: 23
trajectories: [3, 9]`,
	"starts": `scenario: {model: {file: ur5, links: {forearm_link: {com: [0.2, 0, 0]}}}, duration: 0.2, dt: 0.001,
    integrator: semi-implicit, controller: {type: computed_torque, period: 0.001, gains: {"*": {p: 400, d: 40}}},
    initial: {position: {elbow_joint: 0.1}}, reference: {elbow_joint: {type: step, at: 0.05, to: 0.5},
    wrist_1_joint: {type: sine, amplitude: 0.1, frequency: 3}}}
sweep:
  - {path: initial.position.elbow_joint, uniform: [-1, 1]}
  - {path: initial.position.wrist_1_joint, uniform: [-1, 1]}
  - {path: reference.elbow_joint.to, uniform: [-1, 1]}
  - {path: reference.elbow_joint.at, uniform: [-0.02, 0.15]}
  - {path: model.links.forearm_link.com.0, uniform: [0.1, 0.3]}
samples: 25`,
	"places": `scenario: {model: {file: rr_arm, joints: {joint2: {origin: {xyz: [0, 0, 1]}}}}, ideal: true, duration: 1,
    dt: 0.001, integrator: semi-implicit, initial: {position: {joint1: 0.3}}}
sweep:
  - {path: model.joints.joint2.origin.xyz.0, uniform: [0.8, 1.2]}
  - {path: initial.velocity.joint1, grid: [0, 1]}
samples: 9`,
	"sensed": `scenario: {model: rr_arm, duration: 0.3, dt: 0.001, integrator: semi-implicit,
    controller: {type: pd_gravity, period: 0.001, delay: 0.002, gains: {"*": {p: 40, d: 4}}},
    sensors: {position_noise: 1e-4, velocity_noise: 1e-3, position_resolution: 1e-4},
    initial: {position: {joint1: 0.3}}}
sweep:
  - {path: sensors.position_noise, uniform: [0, 1e-3]}
  - {path: controller.delay, uniform: [-1e-4, 3e-3]}
  - {path: controller.gains.joint2.p, uniform: [10, 40]}
samples: 19
trajectories: [2]`,
	"robots": `scenario: {model: rr_arm, duration: 0.1}
sweep:
  - {path: model.file, grid: [rr_arm, rr_arm, double_pendulum, double_pendulum, double_pendulum, rr_arm]}`,
}

// floatingArm returns a study of an arm whose base floats, and which comes to rest in one joint: its poses are to stay
// where they are while modes are chosen.
func floatingArm(integrator string) string {
	return fmt.Sprintf(`scenario: {model: panda_arm, base: floating, duration: 1.5, dt: 0.001, integrator: %s,
    controller: {type: pd, gains: {"*": {p: 20, d: 1}}}, initial: {velocity: {base: [0.5, 0.2, 0.5, -0.5, -0.2, -0.5]}},
    joints: {panda_joint4: {friction: 0.3}}}
sweep:
  - {path: initial.velocity.panda_joint4, uniform: [-1, 1]}
samples: 16`, integrator)
}

// sticking returns a study of an arm with friction in all joints, which stick and slip, and one of which is driven
// beyond its stop.
func sticking(loop, extra string, samples int) string {
	return fmt.Sprintf(`scenario: {model: panda_arm, duration: 0.6, dt: 0.001, integrator: semi-implicit, %scontroller:
    {type: pd_gravity, period: 0.001%s, gains: {"*": {p: 200, d: 20}, panda_joint5: {p: 50, d: 2}, panda_joint6:
    {p: 50, d: 2}, panda_joint7: {p: 5, d: 0.2}}}, joints: {panda_joint1: {friction: 1}, panda_joint2: {friction: 1},
    panda_joint3: {friction: 1}, panda_joint4: {friction: 1}, panda_joint5: {friction: 0.5}, panda_joint6: {friction:
    0.5}, panda_joint7: {friction: 0.5}}, initial: {position: {panda_joint4: -1.5, panda_joint6: 1.5}}, reference:
    {panda_joint2: {type: step, at: 0.1, to: 1.8}, panda_joint4: {type: step, at: 0.1, to: -1.0}}}
sweep:
  - {path: controller.gains.panda_joint2.p, uniform: [100, 1000]}
  - {path: controller.gains.panda_joint2.d, uniform: [10, 100]}
samples: %d
trajectories: [5]`, extra, loop, samples)
}

// TestSideBySide runs studies with runs one after another in Go and with as many at a time as there is code for, and
// compares all files that they leave, byte by byte, with those of runs that are prepared anew each.
func TestSideBySide(t *testing.T) {
	for name, text := range expect.SomeOf(t, 2, side) {
		t.Run(name, func(t *testing.T) {
			text = strings.Replace(text, "{model:", "{kinetree: 1, model:", 1)
			table := compareModes(t, "kinetree: 1\n"+text+"\n")
			if name == "diverging" && !bytes.Contains(table, []byte("diverged")) {
				t.Errorf("no run diverged:\n%s", table)
			}
		})
	}
}

// compareModes compares the files of a study with those of other lanes and workers, and without code. It returns the
// table.
func compareModes(t *testing.T, text string) []byte {
	t.Helper()
	modes := []string{"off"}
	for _, lanes := range compile.Lanes() {
		modes = append(modes, fmt.Sprint(lanes))
	}
	file := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var want map[string][]byte
	for _, mode := range expect.Some(t, 2, modes...) {
		t.Setenv(compile.Variable, mode)
		for _, workers := range []int{0, 1, 3} { // 0 for a new worker for each run
			if workers == 0 && want != nil {
				continue
			}
			s, err := study.Open(file, nil)
			if err != nil {
				t.Fatal(err)
			}
			newWorker := s.NewWorker
			if workers == 0 {
				newWorker = func() (batch.Worker, error) { return fresh{s}, nil }
			}
			dir := filepath.Join(t.TempDir(), "out")
			if _, err := batch.Execute(t.Context(), batch.Config{Dir: dir, Runs: s.Len(), Axes: s.Axes,
				Metrics: s.Metrics, Trajectories: s.Trajectories, Workers: max(1, workers)}, newWorker); err != nil {
				t.Fatal(err)
			}
			got := everything(t, dir)
			if want == nil {
				want = got
				if len(got["runs.csv"]) == 0 {
					t.Fatal("there is no table")
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s, %d workers: %d files, want %d", mode, workers, len(got), len(want))
			}
			for name, text := range want {
				if !bytes.Equal(got[name], text) {
					t.Fatalf("%s, %d workers: %s differs:\n%s\nwant\n%s", mode, workers, name, got[name], text)
				}
			}
		}
	}
	return want["runs.csv"]
}

// everything returns all files of a directory.
func everything(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	list := map[string][]byte{}
	root := os.DirFS(dir)
	if err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		list[name], err = fs.ReadFile(root, name)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return list
}
