package prepare_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
	"kinetree/sim"
	"kinetree/sim/record"
)

// reused are scenarios and paths in which runs are reused, with values of which some mean nothing there.
var reused = []struct {
	text  string
	paths map[string][2]float64 // bounds of the values
	scale map[string][2]float64 // of the factors
}{
	{`{kinetree: 1, model: ur5, duration: 0.02, sensors: {position_noise: 1e-4}, controller: {type: pd_gravity,
    delay: 0.001, gains: {"*": {p: 400, d: 40}, elbow_joint: {p: 100}}}, links: {tool0: {payload: {mass: 1}}},
    joints: {elbow_joint: {friction: 1, damping: 1}}, initial: {position: {elbow_joint: 0.3}},
    reference: {elbow_joint: {type: min_jerk, from_time: 0.005, to_time: 0.015, to: 0.5},
    wrist_1_joint: {type: sine, amplitude: 0.1, frequency: 20}, wrist_2_joint: {type: hold}}, log: {every: 3,
    ledger: true, reactions: true, links: [tool0]}}`,
		map[string][2]float64{"sensors.position_noise": {-1e-5, 1e-3}, "sensors.velocity_noise": {0, 1e-2},
			"sensors.position_resolution": {0, 1e-3}, "sensors.velocity_filter_hz": {0, 200},
			"controller.delay": {-5e-4, 3e-3}, "actuators.lag": {0, 5e-3}, "actuators.rate_limit": {-10, 1e4},
			"links.tool0.payload.mass": {-0.3, 3}, "links.tool0.payload.position.2": {0, 0.3},
			"model.links.forearm_link.mass": {-0.1, 3}, "controller.gains.elbow_joint.p": {1, 1000},
			"controller.gains.*.d": {1, 50}, "initial.position.elbow_joint": {-4, 4},
			"initial.position.wrist_1_joint": {-1, 1}, "reference.elbow_joint.to": {-1, 1},
			"reference.elbow_joint.from_time": {0, 0.02}, "reference.wrist_1_joint.frequency": {-1, 30},
			"reference.wrist_1_joint.amplitude": {-1, 1}, "initial.position.shoulder_pan_joint": {-1, 1},
			"initial.velocity.wrist_2_joint": {-2, 2}, "joints.elbow_joint.friction": {-0.1, 2},
			"joints.elbow_joint.damping": {0, 2}, "model.joints.wrist_1_joint.damping": {0.1, 1}},
		map[string][2]float64{"model.links.forearm_link.com": {0.9, 1.1},
			"model.links.upper_arm_link.inertia": {-0.1, 2},
			"model.links.forearm_link.mass":      {0, 1.1}, "initial.position.elbow_joint": {0, 2}}},
	{`{kinetree: 1, model: rr_arm, duration: 0.05, dt: 0.002, controller: {type: computed_torque, gains: {"*": {p: 1e5,
    d: 600}}}, initial: {position: {joint1: 0.3}}, joints: {joint1: {lower: -1, upper: 1, restitution: 0.5}},
    disturbances: [{at: 0.01, for: 0.01, link: link2, force: [1, 2, 3]}, {link: link1, frame: link, moment: [0, 0,
    1]}], reference: {joint1: {type: step, at: 0.01, to: 0.4}}}`,
		map[string][2]float64{"disturbances.0.force.0": {-50, 50}, "disturbances.0.at": {-0.001, 0.03},
			"disturbances.0.for": {0, 0.03}, "disturbances.1.moment.1": {-3, 3}, "disturbances.1.moment.2": {0, 1},
			"model.links.link2.mass": {0.1, 3}, "model.links.link1.inertia.0": {-1, 1},
			"model.links.link1.inertia.5": {0, 1}, "initial.position.joint1": {-1.3, 1.3},
			"initial.velocity.joint2": {-30, 30}, "links.link2.payload.mass": {0, 1}, "reference.joint1.to": {-1, 1},
			"reference.joint1.at":       {-0.01, 0.04},
			"controller.gains.joint2.p": {1, 1e3}, "model.links.link2.com.0": {0, 1e200}},
		map[string][2]float64{"model.links.link2.stretch": {-0.1, 2}, "model.links.link1.mass": {0.5, 2}}},
	{`{kinetree: 1, model: rr_arm, duration: 0.05, controller: {type: impedance, gains: {"*": {p: 40, d: 4}}},
    log: {signals: [measured, commanded]}, integrator: semi-implicit, sensors: {velocity: difference}, reference:
    {joint2: {type: ramp, from_time: 0.01, to_time: 0.03, to: 1}}}`,
		map[string][2]float64{"model.links.link2.mass": {0.1, 3}, "controller.gains.joint1.d": {0, 10},
			"sensors.velocity_noise": {0, 0.01}, "sensors.position_noise": {0, 0.001},
			"initial.position.joint2": {-1, 1}}, nil},
	{`{kinetree: 1, model: rr_arm, duration: 0.03, controller: {type: computed_torque, wrench_compensation: known,
    gains: {"*": {p: 100, d: 20}}}, disturbances: [{at: 0.01, payload: {mass: 1}, link: link2}, {link: link2, at: 0.005,
    force: [1, 2, 3]}]}`,
		map[string][2]float64{"disturbances.1.force.2": {-50, 50}, "disturbances.1.at": {0, 0.02},
			"disturbances.0.at": {0, 0.02}}, nil},
	{`{kinetree: 1, model: panda_arm, duration: 0.01, controller: {type: pid, feed_forward: true, gains: {"*": {p: 40,
    d: 4, i: 3}}}, joints: {panda_joint2: {friction: 1, stribeck: {level: 2, velocity: 0.1}}},
    dynamics: crba, initial: {position: {panda_joint4: -1.5, panda_joint6: 1.5}}}`,
		map[string][2]float64{"model.links.panda_link5.mass": {0.1, 3}, "controller.gains.*.i_clamp": {-0.1, 1},
			"initial.position.panda_joint4": {-3.2, 0}, "joints.panda_joint2.friction": {0.1, 1.9}},
		map[string][2]float64{"model.links.panda_link2.inertia": {0.5, 1.5}}},
	{`{kinetree: 1, model: rr_arm, duration: 0.05, controller: {type: cascade, ` + cascades + `}, log: {signals: [parts,
    filters]}, joints: {joint1: {friction: 1}}, reference: {joint2: {type: step, at: 0.01, to: 1}}}`,
		map[string][2]float64{"controller.joints.*.position.p": {0.1, 20}, "controller.joints.*.velocity.p": {0.1, 30},
			"controller.joints.*.velocity.integral_time":              {-0.01, 1},
			"controller.joints.*.effort.filters.0.notch.depth":        {1, 40},
			"controller.joints.*.velocity.filters.0.low_pass.damping": {0.1, 1},
			"controller.joints.*.effort.limit":                        {-1, 30},
			"controller.joints.*.feed_forward.gravity":                {0.1, 1}, "joints.joint1.friction": {0.1, 3},
			"controller.delay": {0, 3e-3}, "model.links.link2.mass": {0.1, 3}}, nil},
	{`{kinetree: 1, model: rr_arm, duration: 0.05, controller: {type: pi_velocity, gains: {"*": {p: 5, d: 20, i: 90}}},
    log: {signals: [parts]}, joints: {joint1: {effort_limit: 30}}, reference: {joint2: {type: step, at: 0.01, to: 1}}}`,
		map[string][2]float64{"controller.gains.joint1.p": {0, 20}, "controller.gains.*.i": {0, 300},
			"controller.gains.joint2.d": {0, 40}, "controller.gains.*.i_clamp": {-0.1, 10},
			"initial.position.joint2": {-1, 1}}, map[string][2]float64{"model.links.link1.mass": {0.5, 2}}},
	{`{kinetree: 1, model: rr_arm, duration: 0.02, controller: {type: pd, include: [friction, springs], feed_forward:
    {damping: 1, gravity: 0.5}, gains: {"*": {d: 3}}, schedule: {over: payload, points: [0, 2], gains: [{"*": {p: 10}},
    {"*": {p: 90}}]}}, log: {signals: [parts]}, joints: {joint1: {friction: 0.3, stiffness: 1}}, reference: {joint2:
    {type: step, at: 0.01, to: 1}}}`,
		map[string][2]float64{"links.link2.payload.mass": {0, 2}, "joints.joint1.friction": {-0.1, 1},
			"joints.joint2.damping": {0.1, 1}, "controller.gains.*.d": {0, 5}}, nil},
	{`{kinetree: 1, model: double_pendulum, duration: 0.05, dt: 0.001, integrator: dormand-prince, stop:
    ["JOINT1/velocity > 3"], efforts: {JOINT2: 0.5}, metrics: {settling_band: 0.03}}`,
		map[string][2]float64{"initial.position.JOINT1": {-3, 3}, "initial.velocity.JOINT2": {-3, 3},
			"links.LINK2.payload.mass": {0, 1}, "model.links.LINK1.com.2": {-1, 1}}, nil},
	{`{kinetree: 1, model: {file: branched, links: {base: {mass: 3, inertia: [1, 0, 0, 1, 0, 1]}}},
    base: floating, duration: 0.01, dt: 0.0005}`, map[string][2]float64{
		"model.links.LINK1.mass": {0.1, 3}, "initial.velocity.JOINT1": {-3, 3}}, nil},
	{`{kinetree: 1, model: rr_arm, duration: 0.01, dynamics: constraint-forces}`, map[string][2]float64{
		"model.links.LINK1.mass": {0.1, 3}, "initial.velocity.JOINT1": {-3, 3}}, nil},
}

// TestReuse takes random variations, of values of which some are refused, through runs that become one another in place
// as far as they can, and through runs that are prepared anew: their states are the same to the last bit, step by step,
// and so are their measures, how they end, and their logs in half of the cases, where there are any. A run that is
// refused leaves the one before fit for others.
func TestReuse(t *testing.T) {
	inPlace, refused, rows := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(reused).Draw(t, "scenario")
		model, err := scenario.Read([]byte(c.text), "a.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		_, m, err := robot.Build(model, nil)
		if err != nil {
			t.Fatal(err)
		}
		link, joint := m.Links()[len(m.Links())-1].Name, m.JointNames()
		name := strings.NewReplacer("JOINT1", joint[0], "JOINT2", joint[1], "LINK1",
			m.Links()[m.Joints()[0].Link].Name, "LINK2", link).Replace
		s, err := scenario.Read([]byte(name(c.text)), "a.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		var paths []sweep.Path
		var bounds [][2]float64
		add := func(list map[string][2]float64, scale bool) {
			for path, b := range list {
				paths = append(paths, sweep.Path{Name: name(path), Scale: scale, Node: &strict.Node{}})
				bounds = append(bounds, b)
			}
		}
		add(c.paths, false)
		add(c.scale, true)
		order := make([]int, len(paths))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(paths[a].Name, paths[b].Name) })
		var chosen []sweep.Path
		var within [][2]float64
		for _, i := range rapid.Permutation(order).Draw(t, "paths")[:rapid.IntRange(1, min(4, len(order))).Draw(t,
			"number")] {
			chosen, within = append(chosen, paths[i]), append(within, bounds[i])
		}
		v, err := prepare.Vary(s, chosen, effective)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "values"), 1))
		env := prepare.Env{Unlogged: true, Strict: true, Cache: robot.NewCache()}
		logged := rapid.Bool().Draw(t, "logged")
		sink := func() (sim.Sink, *strings.Builder) {
			text := &strings.Builder{}
			if !logged {
				return nil, text
			}
			return record.NewStream(text), text
		}
		var old *prepare.Run
		for k := range 6 {
			row := make([]sweep.Value, len(chosen))
			for i, b := range within {
				row[i].Number = b[0] + (b[1]-b[0])*rng.Float64()
				if rng.IntN(12) == 0 {
					row[i].Number = 0
				}
			}
			seed := int64(k + 1)
			var fresh *prepare.Run
			x, err := v.Scenario(row, seed)
			freshSink, freshLog := sink()
			oldSink, oldLog := sink()
			if err == nil {
				fresh, err = prepare.New(x, prepare.Env{Unlogged: true, Strict: true, Sink: freshSink})
			}
			became := old != nil && v.Reuse(old, row, seed, oldSink)
			switch {
			case became && err != nil:
				t.Fatalf("run %d of %v became %v, which is refused: %v", k, chosen, row, err)
			case err != nil:
				refused++
				continue
			case became:
				inPlace++
			default:
				env.Sink = oldSink
				if old, err = prepare.New(x, env); err != nil {
					t.Fatal(err)
				}
			}
			want, got := traced(fresh)+freshLog.String(), traced(old)+oldLog.String()
			if became {
				rows += strings.Count(oldLog.String(), "\n")
			}
			if got != want {
				t.Fatalf("run %d of %v with %v, in place %v, is\n%s\nprepared anew it is\n%s", k, chosen, row, became,
					got, want)
			}
		}
	})
	least := 100
	if testing.Short() { // a fifth of the cases
		least = 30
	}
	if inPlace < 10 || refused < 1 || rows < least {
		t.Errorf("%d runs became others in place, with %d rows of logs, and %d were refused; expected 10, %d and 1",
			inPlace, rows, refused, least)
	}
}

// traced runs a run and returns all its states, its summary and its measures, with all their bits.
func traced(r *prepare.Run) string {
	text := ""
	for range 4 {
		x := r.World.State()
		for _, y := range slices.Concat([]float64{x.T}, x.Q, x.Qd, x.Qdd) {
			text += fmt.Sprintf("%x ", math.Float64bits(y))
		}
		if status, err := r.World.Step(); err != nil {
			return text + fmt.Sprint(status, err)
		}
		text += "\n"
	}
	summary, err := r.World.Run(context.Background(), r.Scenario.Duration)
	text += fmt.Sprintf("%v %v", err, r.Measures())
	if summary != nil {
		text += fmt.Sprintf(" %v %+v %v %v %v", r.World.State(), summary.Ledger, summary.Status, summary.Reason,
			summary.Excesses)
	}
	return text + fmt.Sprint(r.Scenario.Initial.Position, r.Scenario.Initial.Velocity, r.Scenario.Seed)
}
