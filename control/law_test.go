package control_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/tree"
)

// vector returns n random numbers.
func vector(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()*2 - 1
	}
	return x
}

// input returns a random input for a model.
func input(rng *rand.Rand, m *tree.Model) *control.Input {
	position := func() []float64 {
		q := make([]float64, m.NQ())
		m.Integrate(q, m.Neutral(), vector(rng, m.NV()), 1)
		return q
	}
	n := m.NV()
	return &control.Input{Period: 0.01, Q: position(), Qd: vector(rng, n),
		Reference: &reference.Setpoint{Q: position(), Qd: vector(rng, n), Qdd: vector(rng, n)}}
}

// effort asks a law.
func effort(t interface{ Fatal(...any) }, law control.Law, in *control.Input) []float64 {
	tau := slices.Repeat([]float64{math.NaN()}, len(in.Qd))
	if err := law.Effort(tau, in); err != nil {
		t.Fatal(err)
	}
	return tau
}

// anyModel draws a robot with joints of all kinds.
func anyModel(t *rapid.T) (*tree.Model, *rand.Rand) {
	seed := rapid.Uint64().Draw(t, "seed")
	robot, opts := randrobot.Any(seed, rapid.IntRange(1, 6).Draw(t, "joints"))
	m := expect.Model(t, robot, opts...)
	return m, rand.New(rand.NewPCG(seed, 1))
}

// TestEquations compares each law with its equation, written out with other algorithms where there are any.
func TestEquations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		in, n := input(rng, m), m.NV()
		p, d, k := vector(rng, n), vector(rng, n), make([][]float64, n)
		e, ed := make([]float64, n), make([]float64, n)
		m.Difference(e, in.Q, in.Reference.Q)
		floats.SubTo(ed, in.Reference.Qd, in.Qd)
		pd := make([]float64, n)
		for i := range pd {
			pd[i] = p[i]*e[i] + d[i]*ed[i]
		}
		inverse, lag := rnea.New(m), lagrange.New(m)
		id := func(q, qd, qdd []float64) []float64 {
			tau := make([]float64, n)
			inverse.InverseDynamics(tau, q, qd, qdd, nil)
			return tau
		}
		zero := make([]float64, n)
		gravity := id(in.Q, zero, zero)
		acceleration := slices.Clone(in.Reference.Qdd)
		floats.Add(acceleration, pd)
		impedance := id(in.Q, zero, in.Reference.Qdd)
		c := make([]float64, n*n)
		lag.CoriolisMatrix(c, in.Q, in.Qd)
		feedback := id(in.Reference.Q, in.Reference.Qd, in.Reference.Qdd)
		for i := range n {
			k[i] = vector(rng, 2*n)
			impedance[i] += floats.Dot(c[i*n:(i+1)*n], in.Reference.Qd) + pd[i]
			feedback[i] += floats.Dot(k[i][:n], e) + floats.Dot(k[i][n:], ed)
		}
		sum := slices.Clone(pd)
		floats.Add(sum, gravity)
		for _, law := range []struct {
			name string
			law  control.Law
			want []float64
		}{
			{"pd", control.NewPD(m, p, d), pd},
			{"gravity compensation", control.NewGravityCompensation(m), gravity},
			{"pd and gravity", control.Sum(m, control.NewPD(m, p, d), control.NewGravityCompensation(m)), sum},
			{"feed-forward", control.NewFeedForward(m, nil), id(in.Reference.Q, in.Reference.Qd, in.Reference.Qdd)},
			{"computed torque", control.NewComputedTorque(m, p, d), id(in.Q, in.Qd, acceleration)},
			{"impedance", control.NewImpedance(m, p, d), impedance},
			{"state feedback", control.NewStateFeedback(m,
				control.Feedback{K: k, Hold: control.NewFeedForward(m, nil)}),
				feedback},
		} {
			got := effort(t, law.law, in)
			// Two algorithms in double precision, on robots of a few kilograms and metres.
			if floats.Distance(got, law.want, math.Inf(1)) > 1e-9*(1+floats.Norm(law.want, math.Inf(1))) {
				t.Errorf("%s: %v, want %v", law.name, got, law.want)
			}
		}
	})
}

// TestPID compares with the recursion by hand: p = 2, i = 3, d = 5, period 0.1 s.
func TestPID(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	gains := func(x float64) []float64 { return []float64{x, 0} }
	law := func(c control.PIDConfig) *control.PID {
		c.P, c.I, c.D = gains(2), gains(3), gains(5)
		l, err := control.NewPID(m, c)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	at := func(e, ed, qd float64, lost ...float64) *control.Input {
		in := &control.Input{Period: 0.1, Q: []float64{1, 0}, Qd: []float64{qd, 0}, Reference: reference.NewSetpoint(m)}
		in.Reference.Q[0], in.Reference.Qd[0] = 1+e, ed+qd
		if len(lost) > 0 {
			in.Lost = []float64{lost[0], 0}
		}
		return in
	}
	type step struct {
		in   *control.Input
		want float64
	}
	half := math.Exp(-1) // of a filter of 0.1 s
	for _, c := range []struct {
		name  string
		law   *control.PID
		steps []step
	}{
		{"parallel form", law(control.PIDConfig{}), []step{{at(1, 0, 0), 2}, {at(1, 0.5, 7), 2 + 0.3 + 2.5},
			{at(-1, 0, 0), -2 + 0.6}, {at(0, 0, 0), 0.3}}},
		{"derivative on measurement", law(control.PIDConfig{OnMeasurement: true}), []step{{at(1, 3, 7), 2 - 35}}},
		{"filter", law(control.PIDConfig{FilterTime: 0.1}), []step{{at(0, 1, 0), 5}, {at(0, 0, 0), 5 * half},
			{at(0, 1, 0), 5 * (half*half + 1 - half)}}},
		{"clamp", law(control.PIDConfig{Clamp: gains(0.5)}), []step{{at(1, 0, 0), 2}, {at(1, 0, 0), 2.3},
			{at(1, 0, 0), 2.5}, {at(-1, 0, 0), -1.5}, {at(0, 0, 0), 0.2}}},
		{"no anti-windup", law(control.PIDConfig{}), []step{{at(1, 0, 0), 2}, {at(1, 0, 0, -1), 2.3},
			{at(0, 0, 0, -1), 0.6}}},
		// The second error is not integrated, for it would take the effort beyond the limit further; one of the other
		// sign is.
		{"conditional", law(control.PIDConfig{AntiWindup: control.Conditional}),
			[]step{{at(1, 0, 0), 2}, {at(1, 0, 0, 0), 2.3}, {at(0, 0, 0, -1), 0.3}, {at(-1, 0, 0, -1), -2 + 0.3},
				{at(0, 0, 0, -1), 0}}},
		// z⁺ = z + 0.1/0.2 lost.
		{"back-calculation", law(control.PIDConfig{AntiWindup: control.BackCalculation, TrackingTime: 0.2}),
			[]step{{at(1, 0, 0), 2}, {at(1, 0, 0, -1), 2.3 - 0.5}, {at(0, 0, 0, 0), 0.1}}},
		{"back-calculation at once", law(control.PIDConfig{AntiWindup: control.BackCalculation}),
			[]step{{at(1, 0, 0), 2}, {at(1, 0, 0, -1), 2.3 - 1}}},
	} {
		for i, s := range c.steps {
			if got := effort(t, c.law, s.in); math.Abs(got[0]-s.want) > 1e-14*10 || got[1] != 0 {
				t.Errorf("%s, sample %d: %v, want %v", c.name, i, got, s.want)
			}
		}
	}
}

// TestState checks that a law whose state is restored goes on in the same way, alone and in a sum.
func TestState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, rng := anyModel(t)
		n := m.NV()
		some := func() []float64 { // some of the gains are zero
			g := vector(rng, n)
			for i := range g {
				g[i] = math.Max(0, g[i])
			}
			return g
		}
		c := control.PIDConfig{P: some(), I: some(), D: some(), FilterTime: 0.03}
		law := func() control.Stateful {
			pid, err := control.NewPID(m, c)
			if err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "alone") {
				return pid
			}
			sum, ok := control.Sum(m, control.NewGravityCompensation(m), pid, pid).(control.Stateful)
			if !ok {
				t.Fatal("a sum with a law that remembers does not")
			}
			return sum
		}
		a := law()
		for range 3 {
			effort(t, a, input(rng, m))
		}
		state := a.AppendState(nil)
		effort(t, a, input(rng, m))
		a.SetState(state)
		in := input(rng, m)
		first := effort(t, a, in)
		next := a.AppendState(nil)
		a.SetState(state)
		if second := effort(t, a, in); !slices.Equal(first, second) || !slices.Equal(next, a.AppendState(nil)) {
			t.Errorf("efforts %v and %v", first, second)
		}
	})
	m := golden.Embedded(t, "cartesian")
	if _, ok := control.Sum(m, control.NewGravityCompensation(m)).(control.Stateful); ok {
		t.Error("a sum of laws that do not remember does")
	}
}

// broken is a law that fails.
type broken struct{ err error }

func (b broken) Effort([]float64, *control.Input) error { return b.err }

func TestBadLaws(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	wrong := errors.New("no law")
	if err := control.Sum(m, broken{wrong}).Effort(make([]float64, 2), &control.Input{}); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	zero := make([]float64, 2)
	for want, c := range map[string]control.PIDConfig{
		`there is no anti-windup "none"; expected one of clamp, conditional, back-calculation`: {
			AntiWindup: "none"},
		"the tracking time is -1 s":          {TrackingTime: -1},
		"the filter time NaN s":              {FilterTime: math.NaN()},
		"the limit of integral 1 is -2; exp": {Clamp: []float64{1, -2}},
	} {
		c.P, c.I, c.D = zero, zero, zero
		if _, err := control.NewPID(m, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for name, f := range map[string]func(){
		"there are 1 gains, the model cartesian has nv = 2": func() { control.NewPD(m, zero, zero[:1]) },
		"another size than those of the model cartesian, 2 x 4 and 2": func() {
			control.NewStateFeedback(m, control.Feedback{K: [][]float64{zero}})
		},
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, name) {
					t.Errorf("recovered %q, want %q", s, name)
				}
			}()
			f()
		}()
	}
}

func TestCheckBelief(t *testing.T) {
	ur5, panda := golden.Embedded(t, "ur5"), golden.Embedded(t, "panda_arm")
	if err := control.CheckBelief(golden.Embedded(t, "ur5"), ur5); err != nil {
		t.Error(err)
	}
	if err := control.CheckBelief(panda, ur5); err == nil || !strings.Contains(err.Error(),
		"panda_arm, has 7 moving joints with 7 rates; expected 6 with 6 as the robot ur5") {
		t.Errorf("got %v", err)
	}
	a, b := golden.Embedded(t, "rr_arm"), golden.Embedded(t, "cartesian")
	if err := control.CheckBelief(a, b); err == nil || !strings.Contains(err.Error(),
		`joint 0 of the model of the control law, rr_arm, is "joint1"; expected "lift"`) {
		t.Errorf("got %v", err)
	}
}

func TestLawsDoNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	rng := rand.New(rand.NewPCG(1, 1))
	in, tau := input(rng, m), make([]float64, 6)
	in.Lost = make([]float64, 6)
	p, d := vector(rng, 6), vector(rng, 6)
	pid, err := control.NewPID(m, control.PIDConfig{P: p, I: p, D: d, FilterTime: 1,
		AntiWindup: control.BackCalculation})
	if err != nil {
		t.Fatal(err)
	}
	law := control.Sum(m, pid, control.NewPD(m, p, d), control.NewGravityCompensation(m),
		control.NewFeedForward(m, nil),
		control.NewComputedTorque(m, p, d),
		control.NewImpedance(m, p, d),
		control.NewStateFeedback(m, control.Feedback{K: slices.Repeat([][]float64{vector(rng, 36)}, 6),
			Integral: slices.Repeat([]bool{true}, 6), Hold: control.NewFeedForward(m, nil), Period: 0.01, Delay: 0.015,
			Lag: 0.01}))
	if n := testing.AllocsPerRun(100, func() { law.Effort(tau, in) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFeedbackKnowsEfforts follows a regulator's memory through delays of any length and a lag, with efforts that a
// limit cuts: what it holds of the actuators is the solution of τ̇ = (u − τ)/lag under the efforts that were sent.
func TestFeedbackKnowsEfforts(t *testing.T) {
	const period, lag, limit, n = 0.01, 0.02, 0.5, 2
	m := golden.Embedded(t, "rr_arm")
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		delay    float64
		underway int
	}{{0, 0}, {0.004, 1}, {0.01, 1}, {0.027, 3}} {
		k := [][]float64{vector(rng, 2*n+n+c.underway*n), vector(rng, 2*n+n+c.underway*n)}
		law := control.NewStateFeedback(m, control.Feedback{K: k, Period: period, Delay: c.delay, Lag: lag})
		var sent [][]float64
		lost := make([]float64, n)
		actual := []float64{0, 0}
		in := input(rng, m)
		for sample := range 20 {
			in.Q, in.Qd, in.Period = vector(rng, n), vector(rng, n), period
			if sample > 0 {
				in.Lost = slices.Clone(lost)
			}
			tau := effort(t, law, in)
			given := slices.Clone(tau)
			for i := range given {
				given[i] = math.Max(-limit, math.Min(limit, tau[i]))
				lost[i] = given[i] - tau[i]
			}
			sent = append(sent, given)
			// a thousand short pieces of the period from this sample to the next, each exact for a constant input
			const pieces = 1000
			for piece := range pieces {
				at := float64(sample)*period + (float64(piece)+0.5)*period/pieces - c.delay
				for i := range actual {
					u := 0.0
					if from := int(math.Floor(at / period)); from >= 0 {
						u = sent[from][i]
					}
					actual[i] += -math.Expm1(-period/pieces/lag) * (u - actual[i])
				}
			}
		}
		// What was lost of the last effort is known in the next sample only.
		state := law.(control.Stateful).AppendState(nil)
		for i := range n {
			got := state[i]
			if c.delay < period { // it has acted already
				got += -math.Expm1((c.delay-period)/lag) * lost[i]
			}
			if math.Abs(got-actual[i]) > 1e-12 {
				t.Errorf("delay %v: actuator %d gives %v, the law believes in %v", c.delay, i, actual[i], got)
			}
			for ago := 1; ago <= c.underway; ago++ {
				got, want := state[n+(ago-1)*n+i], sent[len(sent)-ago][i]
				if ago == 1 {
					got += lost[i]
				}
				if math.Abs(got-want) > 1e-15 {
					t.Errorf("delay %v: effort %d of %d samples ago is %v, want %v", c.delay, i, ago, got, want)
				}
			}
		}
	}
}
