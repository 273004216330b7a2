package loop_test

import (
	"math"
	"testing"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/dynamics/regressor"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/tree"
)

// arm is the arm of two links of models/README.md by its equations of motion, with the parameters mcx, mcz, Iyy of the
// first link and m, mcx, mcz, Iyy of the second.
type arm [7]float64

// of are the places of these parameters in those of a regressor.
var of = [7]int{1, 3, 6, 10, 11, 13, 16}

// efforts returns M(q) a + C(q, v) w + g(q), with C by Christoffel's symbols.
func (p arm) efforts(q, v, w, a [2]float64) [2]float64 {
	const g = 9.81
	s1, c1 := math.Sincos(q[0])
	s2, c2 := math.Sincos(q[1])
	s12, c12 := math.Sincos(q[0] + q[1])
	along, h := p[4]*c2-p[5]*s2, -p[4]*s2-p[5]*c2
	M := [3]float64{p[2] + p[3] + p[6] + 2*along, p[6] + along, p[6]}
	tip := g * (p[4]*c12 - p[5]*s12)
	return [2]float64{
		M[0]*a[0] + M[1]*a[1] + h*v[1]*w[0] + h*(v[0]+v[1])*w[1] + g*((p[0]+p[3])*c1-p[1]*s1) + tip,
		M[1]*a[0] + M[2]*a[1] - h*v[0]*w[0] + tip,
	}
}

// The case: a robot, estimates to begin with, their rates, and gains.
var (
	robot  = arm{25, 0, 22.5, 50, 25, 0, 22.5}
	begin  = arm{25, 0, 22.5, 30, 15, 0, 13.5}
	rates  = arm{10, 1, 10, 30, 20, 1, 10}
	gains  = [2]float64{200, 100}
	lambda = 5.0
	start  = []float64{0.1, 0.2}
)

// adaptation is the closed loop as one differential equation, of x = (q, q̇, p̂, ∫ sᵀ K s).
type adaptation [12]float64

// terms returns s, the efforts and the rates of the estimates.
func (x *adaptation) terms(t float64) (s, tau [2]float64, rate arm) {
	q, v := [2]float64(x[:2]), [2]float64(x[2:4])
	r := [2]float64{0.5 * math.Sin(2*t), 0.3 * math.Cos(3*t)}
	rd := [2]float64{math.Cos(2 * t), -0.9 * math.Sin(3*t)}
	rdd := [2]float64{-2 * math.Sin(2*t), -2.7 * math.Cos(3*t)}
	var w, a [2]float64
	for i := range 2 {
		e, ed := r[i]-q[i], rd[i]-v[i]
		s[i], w[i], a[i] = ed+lambda*e, rd[i]+lambda*e, rdd[i]+lambda*ed
	}
	tau = arm(x[4:11]).efforts(q, v, w, a)
	for i := range 2 {
		tau[i] += gains[i] * s[i]
	}
	for k := range rate {
		var unit arm
		unit[k] = 1
		y := unit.efforts(q, v, w, a)
		rate[k] = rates[k] * (y[0]*s[0] + y[1]*s[1])
	}
	return s, tau, rate
}

func (x *adaptation) slope(t float64) (d adaptation) {
	s, tau, rate := x.terms(t)
	q, v := [2]float64(x[:2]), [2]float64(x[2:4])
	bias := robot.efforts(q, v, v, [2]float64{})
	m1, m2 := robot.efforts(q, [2]float64{}, [2]float64{}, [2]float64{1, 0}),
		robot.efforts(q, [2]float64{}, [2]float64{}, [2]float64{0, 1})
	g := robot.efforts(q, [2]float64{}, [2]float64{}, [2]float64{})
	a, b, c := m1[0]-g[0], m1[1]-g[1], m2[1]-g[1]
	f := [2]float64{tau[0] - bias[0], tau[1] - bias[1]}
	copy(d[:2], v[:])
	d[2], d[3] = (c*f[0]-b*f[1])/(a*c-b*b), (a*f[1]-b*f[0])/(a*c-b*b)
	copy(d[4:11], rate[:])
	d[11] = gains[0]*s[0]*s[0] + gains[1]*s[1]*s[1]
	return d
}

// V returns the function of Lyapunov, ½ sᵀ M s + ½ p̃ᵀ Γ⁻¹ p̃.
func (x *adaptation) V(t float64) float64 {
	s, _, _ := x.terms(t)
	q := [2]float64(x[:2])
	p := robot.efforts(q, [2]float64{}, [2]float64{}, s)
	g := robot.efforts(q, [2]float64{}, [2]float64{}, [2]float64{})
	sum := (s[0]*(p[0]-g[0]) + s[1]*(p[1]-g[1])) / 2
	for k, x := range x[4:11] {
		sum += (x - robot[k]) * (x - robot[k]) / rates[k] / 2
	}
	return sum
}

// adaptive returns the law of the case, and what it follows.
func adaptive(t *testing.T, m *tree.Model) (*control.Adaptive, *reference.Plan) {
	t.Helper()
	c := control.AdaptiveConfig{Lambda: lambda, K: gains[:], Initial: regressor.Parameters(m)}
	c.Adaptation = make([]float64, len(c.Initial))
	for i, k := range of {
		c.Adaptation[k], c.Initial[k] = rates[i], begin[i]
	}
	plan := reference.NewPlan(m, []float64{0, 0})
	for k, r := range []reference.Trajectory{&reference.Sine{Amplitude: 0.5, Frequency: 1 / math.Pi},
		&reference.Sine{Amplitude: 0.3, Frequency: 1.5 / math.Pi, Phase: math.Pi / 2}} {
		if err := plan.Follow(k, 0, r); err != nil {
			t.Fatal(err)
		}
	}
	return control.NewAdaptive(m, c), plan
}

// TestAdaptive compares a simulated adaptive loop that acts at every instant with the differential equation of the same
// loop, integrated by itself in steps of a tenth: positions, velocities, estimates, efforts, and the fall of V, which
// is the integral of sᵀ K s.
func TestAdaptive(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	law, plan := adaptive(t, m)
	l, err := loop.NewContinuous(m, law, plan, nil, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	estimates := l.EstimateSignals()
	if want := "estimate/joint1/mcx"; len(estimates.Names) != 7 || estimates.Names[0] != want {
		t.Fatalf("columns %v, want 7, %s first", estimates.Names, want)
	}
	w := expect.World(t, sim.Config{Model: m, Ideal: true, Controller: l, Start: sim.Start{Position: start}})

	var x adaptation
	copy(x[:], start)
	copy(x[4:], begin[:])
	s, tau, _ := x.terms(0)
	expect.Within(t, "s", s[:], []float64{0.5, 0.5}, 1e-15)
	expect.Within(t, "first efforts", tau[:], []float64{1178.299552024, 295.132757713}, 1e-9)
	begun, time := x.V(0), 0.0
	const h = 1e-4
	for _, end := range []float64{0.001, 0.05, 0.4005, 1, 2} {
		for k := math.Round(time / h); k < math.Round(end/h); k++ {
			x = step(x, k*h, h)
		}
		time = end
		expect.Run(t, w, end)
		state := w.State()
		// Errors of rk4 in steps of 1 ms, which an error of an order less would exceed a hundred times.
		const near = 1e-8
		expect.Near(t, "position", state.Q, x[:2], near, 1)
		expect.Near(t, "velocity", state.Qd, x[2:4], near, 1)
		p := estimates.Append(nil, state)
		expect.Near(t, "estimates", p, x[4:11], near, 1)
		got := make([]float64, 2)
		if err := w.Effort(got, state.T, state.Q, state.Qd); err != nil {
			t.Fatal(err)
		}
		_, tau, _ := x.terms(end)
		expect.Near(t, "efforts", got, tau[:], near, 1)
		simulated := adaptation{state.Q[0], state.Q[1], state.Qd[0], state.Qd[1]}
		copy(simulated[4:], p)
		expect.Near(t, "fall of V", []float64{begun - simulated.V(end)}, x[11:], near, begun)
	}
	if x[11] < begun/100 {
		t.Errorf("V fell by %v of %v: too little to compare", x[11], begun)
	}

	// A reset loop does the same again, bit by bit.
	again := estimates.Append(nil, w.State())
	if err := w.Reset(nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, end := range []float64{0.001, 0.05, 0.4005, 1, 2} {
		expect.Run(t, w, end)
	}
	expect.Within(t, "estimates after a reset", estimates.Append(nil, w.State()), again, 0)
}

// step is a step of rk4.
func step(x adaptation, t, h float64) adaptation {
	add := func(h float64, d adaptation) adaptation {
		y := x
		for i := range y {
			y[i] += h * d[i]
		}
		return y
	}
	a := x.slope(t)
	y := add(h/2, a)
	b := y.slope(t + h/2)
	y = add(h/2, b)
	c := y.slope(t + h/2)
	y = add(h, c)
	d := y.slope(t + h)
	for i := range x {
		x[i] += h / 6 * (a[i] + 2*b[i] + 2*c[i] + d[i])
	}
	return x
}

// TestAdaptiveOrder checks that the estimates are of order 4 in the step.
func TestAdaptiveOrder(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	at := func(h float64) []float64 {
		law, plan := adaptive(t, m)
		l, err := loop.NewContinuous(m, law, plan, nil, h)
		if err != nil {
			t.Fatal(err)
		}
		w := expect.World(t, sim.Config{Model: m, Ideal: true, Controller: l, Start: sim.Start{Position: start},
			Integration: sim.Integration{Method: integrate.RK4Method, Step: h}})
		expect.Run(t, w, 0.5)
		return l.EstimateSignals().Append(nil, w.State())
	}
	fine, a, b := at(0.0005), at(0.004), at(0.002)
	for k := range fine {
		if math.Abs(b[k]-fine[k]) < 1e-10 {
			continue
		}
		if order := math.Log2(math.Abs((a[k] - fine[k]) / (b[k] - fine[k]))); !(order > 3.5) {
			t.Errorf("estimate %d is of order %.2f", k, order)
		}
	}
}

// TestAdaptiveSamples checks the steps of the estimates at samples: p̂⁺ = p̂ + T Γ Yᵀ s, with the efforts of p̂.
func TestAdaptiveSamples(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	law, plan := adaptive(t, m)
	const T = 0.01
	l, err := loop.NewSampled(loop.SampledConfig{Model: m, Law: law, Plan: plan, Period: T})
	if err != nil {
		t.Fatal(err)
	}
	w := expect.World(t, sim.Config{Model: m, Ideal: true, Controller: l, Start: sim.Start{Position: start}})
	estimates, p := l.EstimateSignals(), begin
	for k := range 20 {
		now := float64(k) * T
		expect.Run(t, w, now+T/2)
		q, qd := l.Measured()
		x := adaptation{q[0], q[1], qd[0], qd[1]}
		copy(x[4:], p[:])
		_, tau, rate := x.terms(now)
		got := make([]float64, 2)
		if err := w.Effort(got, now+T/2, nil, nil); err != nil {
			t.Fatal(err)
		}
		expect.Near(t, "efforts", got, tau[:], 1e-12, 1)
		expect.Near(t, "estimates", estimates.Append(nil, w.State()), p[:], 1e-12, 1)
		for i := range p {
			p[i] += T * rate[i]
		}
	}
}
