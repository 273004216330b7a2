package control_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// pids returns a PID with the same gains for each rate.
func pids(t *testing.T, m *tree.Model, form control.ToolboxForm, g control.ToolboxGains,
	difference bool) *control.ToolboxPID {
	t.Helper()
	pid, err := control.NewToolboxPID(form, slices.Repeat([]control.ToolboxGains{g}, m.NV()), difference)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// chainConfig describes a chain of stages that controls all rates.
func chainConfig(m *tree.Model, stages ...control.ChainStage) control.ChainConfig {
	n := m.NV()
	return control.ChainConfig{Stages: stages, Used: slices.Repeat([]bool{true}, n),
		Least: slices.Repeat([]float64{math.Inf(-1)}, n), Most: slices.Repeat([]float64{math.Inf(1)}, n)}
}

func newChain(t *testing.T, m *tree.Model, c control.ChainConfig) *control.ControllerChain {
	t.Helper()
	law, err := control.NewChain(m, c)
	if err != nil {
		t.Fatal(err)
	}
	return law
}

// chains returns chains of all kinds of stages for a model, by name.
func chains(t *testing.T, m *tree.Model) map[string]func() *control.ControllerChain {
	n := m.NV()
	ones := slices.Repeat([]float64{0.7}, n)
	g, legacy := free(50, 20, 3), free(40, 30, 2)
	g.UMin, g.UMax, g.IMin, g.IMax, g.Windup = -9, 9, -2, 2, control.ToolboxBackCalculation
	legacy.Windup, legacy.IMin, legacy.IMax = control.LegacyClamped, -1, 1
	effort := func() control.ChainStage {
		return control.ChainStage{PID: pids(t, m, control.ToolboxRolling, g, false), Of: control.PositionInterface,
			FeedForward: ones, Gives: control.EffortInterface}
	}
	speed := func() control.ChainStage {
		return control.ChainStage{PID: pids(t, m, control.ToolboxHumble, legacy, true), Of: control.VelocityInterface,
			FeedForward: ones, OfItself: true, Gives: control.EffortInterface}
	}
	outer := func() control.ChainStage {
		return control.ChainStage{PID: pids(t, m, control.ToolboxJazzy, free(6, 1, 0.1), false),
			Of: control.PositionInterface, Wraps: slices.Repeat([]bool{true}, n), Gives: control.VelocityInterface}
	}
	goal := &control.GoalTolerances{Path: slices.Repeat([]float64{1.2}, n), Goal: ones, Stopped: 0.5, End: 0.04,
		Time: 0.02}
	return map[string]func() *control.ControllerChain{
		"effort":  func() *control.ControllerChain { return newChain(t, m, chainConfig(m, effort())) },
		"cascade": func() *control.ControllerChain { return newChain(t, m, chainConfig(m, outer(), speed())) },
		"judged": func() *control.ControllerChain {
			c := chainConfig(m, effort())
			c.Goal = goal
			return newChain(t, m, c)
		},
		"ideal": func() *control.ControllerChain {
			c := chainConfig(m, control.ChainStage{Gives: control.PositionInterface})
			c.Drive = control.NewFeedForward(m, nil)
			return newChain(t, m, c)
		},
	}
}

// TestChainRemembers checks that the state and the rows are all that chains keep, and that a chain is reused as a new
// one.
func TestChainRemembers(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	for name, make := range chains(t, m) {
		wholeState(t, m, name, func() control.Law { return make() })
		if name != "judged" { // of which a sample changes all numbers only at the end of the way
			completeRows(t, m, name, make())
		}
		rng := rand.New(rand.NewPCG(5, 6))
		old, fresh := make(), make()
		for range 10 {
			effort(t, old, randomInput(rng, m))
		}
		if !control.Reuse(old, make()) {
			t.Fatalf("%s: a chain cannot be reused", name)
		}
		for k := range 10 {
			in := randomInput(rng, m)
			if got, want := effort(t, old, in), effort(t, fresh, in); !slices.Equal(got, want) {
				t.Fatalf("%s, sample %d: a chain that is reused asks for %v; expected %v", name, k, got, want)
			}
		}
	}
}

// TestChainCascade compares the efforts of a chain with its PIDs asked one after the other.
func TestChainCascade(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	law := chains(t, m)["cascade"]()
	legacy := free(40, 30, 2)
	legacy.Windup, legacy.IMin, legacy.IMax = control.LegacyClamped, -1, 1
	outer := pids(t, m, control.ToolboxJazzy, free(6, 1, 0.1), false)
	inner := pids(t, m, control.ToolboxHumble, legacy, true)
	rng := rand.New(rand.NewPCG(7, 8))
	for sample := range 100 {
		in := input(rng, m)
		got := effort(t, law, in)
		for i, tau := range got {
			e := math.Remainder(in.Reference.Q[i]-in.Q[i], 2*math.Pi)
			parts := 0.0
			for _, x := range law.AppendParts(nil, i) {
				parts += x
			}
			if math.Abs(parts-tau) > 1e-11 {
				t.Errorf("sample %d, joint %d: the parts add up to %v; expected %v", sample, i, parts, tau)
			}
			v := outer.Command(i, in.Period, e, in.Reference.Qd[i]-in.Qd[i])
			want := float64(0.7*v) + inner.Command(i, in.Period, v-in.Qd[i], 0)
			// The angle is that of a remainder without a rounding, and gains up to 40·6 multiply it, and the derivative
			// of the inner law 2/0.01·6 = 1200.
			if math.Abs(tau-want) > 1e-11 {
				t.Fatalf("sample %d, joint %d: %v; expected %v", sample, i, tau, want)
			}
		}
	}
}

// TestChainGoal follows the judgement of a trajectory: a path that is left, an end that is reached late, and one that
// is never reached; after a failure the position is held at which it was found.
func TestChainGoal(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	make := chains(t, m)["judged"]
	at := func(q, qd float64) *control.Input {
		return &control.Input{Period: 0.01, Q: []float64{q, 0}, Qd: []float64{qd, 0},
			Reference: reference.NewSetpoint(m)}
	}
	for name, c := range map[string]struct {
		q, qd func(k int) float64
		want  control.GoalOutcome
	}{
		"reached": {func(k int) float64 { return 1 - 0.1*float64(k) }, func(int) float64 { return 0 },
			control.GoalOutcome{State: control.GoalReached, At: 0.04}},
		"stops late": {func(k int) float64 { return 0 }, func(k int) float64 { return 2 - 0.3*float64(k) },
			control.GoalOutcome{State: control.GoalReached, At: 0.05}},
		"path": {func(k int) float64 { return 0.5 * float64(k) }, func(int) float64 { return 0 },
			control.GoalOutcome{State: control.PathToleranceViolated, At: 0.03}},
		"never there": {func(int) float64 { return 1.1 }, func(int) float64 { return 0 },
			control.GoalOutcome{State: control.GoalToleranceViolated, At: 0.07}},
	} {
		law := make()
		var before []float64
		for k := range 12 {
			tau := effort(t, law, at(c.q(k), c.qd(k)))
			got, _ := law.Outcome()
			now := float64(k) * 0.01
			switch {
			case math.Abs(now-c.want.At) < 1e-9:
				if got.State != c.want.State || math.Abs(got.At-c.want.At) > 1e-12 {
					t.Errorf("%s: %+v; expected %+v", name, got, c.want)
				}
				if got.State > control.GoalReached && !slices.Equal(tau, before) {
					t.Errorf("%s: the command at the failure is %v; expected the one before, %v", name, tau, before)
				}
			case now < c.want.At && got.State != control.GoalUnderWay:
				t.Errorf("%s: %+v at %v s already", name, got, now)
			}
			before = tau
		}
		if c.want.State == control.PathToleranceViolated { // held at 1.5, where it is moved away from by 0.1
			held, other := effort(t, law, at(1.4, 0)), effort(t, law, at(1.6, 0))
			if !(held[0] > 0 && other[0] < 0) {
				t.Errorf("%s: around the position that is held the efforts are %v and %v; expected them towards it",
					name,
					held, other)
			}
		}
	}
}

// TestChainIdeal checks that an ideal drive asks for the accelerations that bring a joint to a position in two periods,
// and to a velocity in one.
func TestChainIdeal(t *testing.T) {
	m := golden.Embedded(t, "cartesian") // whose joints are prismatic, and independent of one another
	for _, what := range []control.Interface{control.PositionInterface, control.VelocityInterface} {
		c := chainConfig(m, control.ChainStage{Gives: what})
		c.Drive = control.NewFeedForward(m, nil)
		c.Most[0] = 0.4
		law := newChain(t, m, c)
		goal := reference.NewSetpoint(m)
		copy(goal.Q, []float64{0.5, -0.2})
		copy(goal.Qd, []float64{0.5, -0.2})
		if what == control.PositionInterface {
			clear(goal.Qd)
		}
		q, qd := []float64{1, 2}, []float64{3, -4}
		mass := []float64{0, 0}
		for i := range mass { // by a difference of efforts without motion
			rest := effort(t, law, &control.Input{Period: 0.01, Q: goal.Q, Qd: goal.Qd, Reference: goal})
			moved := slices.Clone(goal.Qd)
			moved[i] -= 0.01
			mass[i] = effort(t, law, &control.Input{Period: 0.01, Q: goal.Q, Qd: moved, Reference: goal})[i] - rest[i]
			if what == control.PositionInterface {
				mass[i] /= 1.5
			}
		}
		still := effort(t, law, &control.Input{Period: 0.01, Q: []float64{0.4, -0.2}, Qd: []float64{0, 0},
			Reference: &reference.Setpoint{Q: []float64{0.4, -0.2}, Qd: []float64{0, 0}, Qdd: []float64{0, 0}}})
		for range 2 {
			tau := effort(t, law, &control.Input{Period: 0.01, Q: q, Qd: qd, Reference: goal})
			for i := range q {
				a := (tau[i] - still[i]) / mass[i]
				q[i], qd[i] = q[i]+0.01*qd[i]+0.01*0.01/2*a, qd[i]+0.01*a
			}
		}
		got, want := q, []float64{0.4, -0.2}
		if what == control.VelocityInterface {
			got = qd
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-9 { // of accelerations of 1e4
				t.Errorf("%s %d: %v; expected %v", what, i, got[i], want[i])
			}
		}
	}
	c := chainConfig(m, control.ChainStage{Gives: control.VelocityInterface})
	if _, err := control.NewChain(m, c); err == nil || !strings.Contains(err.Error(), "there is no drive") {
		t.Errorf("got %v", err)
	}
}
