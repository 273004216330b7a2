package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
)

// kind is a kind of twin: a scenario whose steps compute with it, and a mutant. The brackets « » mark the operation in
// the text of the twin's file below internal/traced; the mutant is what stands for it.
type kind struct{ name, scenario, file, operation, mutant string }

// kinds are those of twins. Where a scenario names no controller, an arm of two joints follows references by PD with
// gravity.
var kinds = []kind{
	{"law", "controller: {type: computed_torque, period: 0.001, gains: {'*': {p: 50, d: 5}}}", "control/twin.go",
		"qdd.Add(«(l.d[i].Mul(l.ed[i]))»)", "l.d[i].Add(l.ed[i])"},
	{"law that integrates", "controller: {type: pid, period: 0.001, gains: {'*': {p: 50, i: 20, d: 5}}}",
		"control/twin.go", "Add(«l.present(i, in.Period, lost)»)", "lost"},
	{"law that adapts", `controller: {type: adaptive, period: 0.001, lambda: 5, k: {'*': 5},
 adaptation: {joint2: {m: 1}}}`, "regressor/twin.go", "d.AddScaled(«graph.Known(0.5)», &c)", "graph.Known(0.25)"},
	{"filter of a law", `controller: {type: cascade, period: 0.001, joints: {'*': {position: {p: 9}, velocity: {p: 4,
 filters: [{low_pass: {frequency: 90}}]}}}}`, "control/twin.go", "f.y = «(f.b0.Mul(x)).Add(f.s)»",
		"f.b0.Mul(x).Sub(f.s)"},
	{"sensor", "sensors: {velocity_noise: 1e-3}", "signal/twin.go", "«(s.rateNoise.Mul(y))»", "s.rateNoise.Add(y)"},
	{"filter of a sensor", "sensors: {velocity_filter_hz: 50}", "signal/twin.go",
		"«(s.pass.Mul((x.Sub(velocity[i]))))»", "s.pass.Mul(x.Add(velocity[i]))"},
	{"limit", "", "signal/twin.go", "graph.Max(p.least[i], «graph.Min(p.most[i], x)»)", "graph.Max(p.most[i], x)"},
	{"actuator", "actuators: {lag: 0.01}", "signal/twin.go", "Add(behind)).Mul(«d.Decay»)",
		"d.Decay.Mul(d.Decay)"},
	{"meter", "", "metrics/twin.go", "m.r.ISE.Add(«(lasts.Mul(square))»)", "lasts.Add(square)"},
	{"integrator", "", "integrate/twin.go", "floats.AddScaled(s.Qd, «h.Div(graph.Known(6))», r.sumA)",
		"h.Mul(graph.Known(6))"},
	{"forward dynamics", "", "aba/twin.go", "b.u = «tau[m.V].Sub(b.pA.Ang[2])»", "tau[m.V].Add(b.pA.Ang[2])"},
	{"held rates", "dynamics: aba, joints: {joint2: {friction: 50}}", "aba/switched.go",
		"«graph.Where(graph.Known(0), b.added, yes, no)»", "graph.Where(graph.Known(0), b.added, no, yes)"},
	{"inverse dynamics", "", "rnea/twin.go", "«(h[0].Mul(a[1])).Sub((h[1].Mul(a[0])))»",
		"h[0].Mul(a[1]).Add(h[1].Mul(a[0]))"},
	{"mass matrix", "dynamics: crba", "crba/twin.go", "x[i] = «(x[i].Mul(s.inverse[i]))»",
		"x[i].Add(s.inverse[i])"},
	{"kernel of algorithms", "", "kernel/twin.go", "«l.Dot(vec.Load(&W.Lin)).Add(w.Dot(vec.Load(&W.Ang)))»",
		"w.Dot(vec.Load(&W.Ang))"},
	{"energy", "", "lagrange/twin.go",
		"kinetic = «kinetic.Add(b.Inertia.KineticEnergy(s.kin.BodyVelocity(i)))»",
		"kinetic.Sub(b.Inertia.KineticEnergy(s.kin.BodyVelocity(i)))"},
	{"spring", "joints: {joint1: {stiffness: 5}}", "tree/twin.go",
		"«(s.Stiffness.Mul(s.Ratio).Mul(s.Stretch(q)))»", "s.Stiffness.Add(s.Ratio).Mul(s.Stretch(q))"},
	{"damping", "joints: {joint1: {damping: 0.2}}", "tree/twin.go", "tau[i] = tau[i].Sub(«(d.Mul(qd[i]))»)",
		"d.Add(qd[i])"},
	{"friction", "joints: {joint1: {friction: 0.1}}", "step/twin.go",
		"«tau[f.rate].Sub((f.Slip.Mul(f.Level(f.Slip))))»", "tau[f.rate].Add(f.Slip.Mul(f.Level(f.Slip)))"},
	{"Stribeck friction", "joints: {joint1: {friction: 0.1, stribeck: {level: 0.3, velocity: 0.1}}}", "step/twin.go",
		"«(x.Mul(x)).Neg()»", "x.Neg()"},
	{"gear", "joints: {joint2: {gear: {efficiency: 0.98}}}", "step/twin.go",
		"«(g.Ratio.Mul(drives[g.Drive].Output))»", "g.Ratio.Add(drives[g.Drive].Output)"},
	{"motor", "joints: {joint1: {motor: {torque_constant: 0.1, resistance: 1, voltage: 0.5, ratio: 10}}}",
		"step/twin.go", "d.Current = «(d.Voltage.Sub(back)).Div(m.Resistance)»",
		"d.Voltage.Add(back).Div(m.Resistance)"},
	{"wrench", "disturbances: [{link: link2, force: [1, 2, 3], moment: [0, 1, 0]}]", "step/twin.go",
		"«vec.Dot(f.Moment, u.Ang).Add(vec.Dot(f.Force, u.Lin))»", "vec.Dot(f.Moment, u.Ang)"},
	{"force element", `force_elements: [{type: spring, links: [world, tool], at: [[0, 0, 2], [0, 0, 0]],
 stiffness: 9, rest: 1}]`, "step/twin.go", "«(l.Length.Sub(s.Rest))»", "l.Length.Add(s.Rest)"},
	{"ledger", "", "step/twin.go", "«(p.weight.Mul(u).Mul(p.qd[k]))»", "p.weight.Mul(u).Add(p.qd[k])"},
}

const (
	runs  = 2  // of a kind, which are executed side by side
	steps = 60 // of each
)

// run returns run i of a kind.
func (k *kind) run(cache *robot.Cache, i int) (*prepare.Run, error) {
	text := fmt.Sprintf(`{kinetree: 1, dt: 0.001, duration: %v, seed: 7, integrator: rk4, %s,
 reference: {joint1: {type: sine, amplitude: 0.3, frequency: 2}, joint2: {type: step, at: 0.01, to: 1}},
 initial: {position: {joint1: %v, joint2: 0.8}}`, 0.001*steps, k.scenario, 0.4+0.1*float64(i))
	if !strings.Contains(text, "model:") {
		text += ", model: rr_arm"
	}
	if !strings.Contains(text, "controller:") {
		text += ", controller: {type: pd_gravity, period: 0.001, gains: {'*': {p: 50, d: 5}}}"
	}
	s, err := scenario.Read([]byte(strings.ReplaceAll(text, ", ,", ",")+"}"), "kind.yaml", ".")
	if err != nil {
		return nil, err
	}
	return prepare.New(s, prepare.Env{Cache: cache, Unlogged: true})
}

// outcome is all that a run comes to.
func outcome(r *prepare.Run, s *sim.Summary, err error) string {
	c := *s
	c.Start.Model, c.End.Model = nil, nil
	return fmt.Sprintf("%+v %v %v", c, err, r.Measures())
}

// compare executes the runs of a kind, each alone and side by side with machine code for whole steps. It returns an
// outcome of either where they differ, and how many steps code has taken. Package compile compares accelerations
// itself, and has no code if they differ.
func (k *kind) compare(t *testing.T) (alone, beside string, taken int) {
	t.Helper()
	cache, code, ended := robot.NewCache(), prepare.RunCode{}, 0
	ready := func(i int) *prepare.Run {
		r, err := k.run(cache, i)
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		return r
	}
	var want [runs]string
	for i := range want {
		r := ready(i)
		s, err := r.World.Run(t.Context(), r.Scenario.Duration)
		want[i] = outcome(r, s, err)
	}
	first := ready(0)
	solver := code.Of(first)
	if solver == nil {
		_, reason := prepare.LaneSolver(first.World.Model(), compile.Options{Gravity: first.WantsGravity(),
			MassMatrix: first.World.Algorithm() == sim.MassMatrix})
		if strings.Contains(reason.Error(), "where the Go code computes") {
			return "", reason.Error(), 0
		}
		t.Skipf("no machine code runs here: %v", reason)
	}
	code.Steps.After = 0
	lanes, i := sim.Lanes{Model: first.World.Model(), Solver: *solver, Whole: code.Steps}, 0
	lanes.Run(t.Context(), func() (run sim.LaneRun, ok bool) {
		if i == runs {
			return run, false
		}
		r, n := ready(i), i
		i++
		return r.Lane(func(s *sim.Summary, err error) {
			if ended++; outcome(r, s, err) != want[n] {
				alone, beside = want[n], outcome(r, s, err)
			}
		}), true
	})
	if ended != runs {
		t.Errorf("%s: %d of %d runs have ended", k.name, ended, runs)
	}
	return alone, beside, code.Steps.Taken
}

// TestKinds compares steps of machine code with those of worlds, for each kind of twin.
func TestKinds(t *testing.T) {
	each := os.Getenv(mutantOf) == everyKind
	for _, k := range kinds {
		if each {
			t.Setenv(mutantOf, k.name)
		}
		alone, beside, taken := k.compare(t)
		if beside != alone {
			t.Errorf("%s: beside others\n%s\nalone\n%s", k.name, beside, alone)
		} else if taken < runs*steps*9/10 {
			t.Errorf("%s: code has taken %d of %d steps; expected nearly all", k.name, taken, runs*steps)
		}
	}
}
