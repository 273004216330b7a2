package analysis_test

import (
	"math"
	"math/cmplx"
	"testing"

	"kinetree/spatial/mat"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/signal"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"

	"github.com/go-gl/mathgl/mgl64"
)

// gravity returns the efforts that hold a robot.
func gravity(m *tree.Model, q []float64) []float64 {
	tau := make([]float64, m.NV())
	rnea.New(m).Gravity(tau, q)
	return tau
}

// constant returns n equal numbers.
func constant(n int, x float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = x
	}
	return v
}

// rotor is a robot of one joint without gravity whose inertia is 1 kg m².
func rotor(t testing.TB, opts ...tree.Option) *tree.Model {
	t.Helper()
	m, err := tree.Build(&urdf.Robot{Name: "rotor",
		Links: []urdf.Link{{Name: "base"},
			{Name: "disc", Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}},
		Joints: []urdf.Joint{{Name: "axle", Type: urdf.Continuous, Parent: "base", Child: "disc",
			Axis: [3]float64{0, 0, 1}}}}, append(opts, tree.WithGravity(mgl64.Vec3{}))...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// linearize returns the plant of a robot at rest at position q under the efforts tau.
func linearize(m *tree.Model, q, tau []float64, passive *tree.Passive) (*analysis.Plant, error) {
	l, err := aba.Linearize(m, passive, q, nil, tau)
	if err != nil {
		return nil, err
	}
	return analysis.NewPlant(l), nil
}

// spin returns the setup of a rotor under PD.
func spin(t testing.TB, p, d float64) *analysis.Setup {
	t.Helper()
	m := rotor(t)
	plant, err := linearize(m, []float64{0}, []float64{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &analysis.Setup{Model: m, Plant: plant, Position: []float64{0},
		Law: control.NewPD(m, []float64{p}, []float64{d})}
}

// gains of the arms: natural frequency 8 rad/s or so and good damping of each joint alone.
var gains = map[string]struct{ p, d []float64 }{
	"ur5":       {[]float64{600, 600, 400, 60, 40, 20}, []float64{150, 150, 80, 10, 6, 2}},
	"panda_arm": {[]float64{600, 600, 400, 300, 60, 60, 20}, []float64{100, 100, 60, 50, 8, 8, 2}},
	"rr_arm":    {[]float64{5000, 5000}, []float64{1000, 1000}},
	"cart_pole": {[]float64{10, 10}, []float64{10, 10}},
}

// arm returns the setup of an embedded robot under PD with gravity compensation, in a bent position.
func arm(t testing.TB, name string) *analysis.Setup {
	t.Helper()
	m := golden.Embedded(t, name)
	q := m.Neutral()
	for i := range q {
		q[i] = 0.3 + 0.2*float64(i)
	}
	if name == "cart_pole" {
		q = m.Neutral()
	}
	plant, err := linearize(m, q, gravity(m, q), nil)
	if err != nil {
		t.Fatal(err)
	}
	g := gains[name]
	return &analysis.Setup{Model: m, Plant: plant, Position: q, Law: control.Sum(m, control.NewPD(m, g.p, g.d),
		control.NewGravityCompensation(m))}
}

// TestPendulumPoles: a pendulum that hangs swings with √(g/l), one that stands falls with it; with damping d and mass
// m the sum of both poles is −d/(m l²).
func TestPendulumPoles(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	mass := make([]float64, 1)
	hang := func(q, damping float64) []analysis.Pole {
		plant, err := linearize(m, []float64{q}, gravity(m, []float64{q}), &tree.Passive{Damping: []float64{damping}})
		if err != nil {
			t.Fatal(err)
		}
		mass[0] = 1 / plant.B.At(1, 0)
		poles, err := plant.Poles()
		if err != nil {
			t.Fatal(err)
		}
		return poles
	}
	// Gravity has its extremes where it hangs and stands: find the position that hangs from its derivative.
	for _, q := range []float64{0, math.Pi / 2, math.Pi, -math.Pi / 2} {
		g := gravity(m, []float64{q})[0]
		if math.Abs(g) > 1e-9 {
			continue
		}
		dg := (gravity(m, []float64{q + 1e-5})[0] - gravity(m, []float64{q - 1e-5})[0]) / 2e-5
		poles := hang(q, 0.3)
		var sum, product complex128 = poles[0].S + poles[1].S, poles[0].S * poles[1].S
		if cmplx.Abs(sum+complex(0.3/mass[0], 0)) > 1e-9 ||
			cmplx.Abs(product-complex(dg/mass[0], 0)) > 1e-6*math.Abs(dg) {
			t.Errorf("at %v: poles %+v, stiffness of gravity %v", q, poles, dg)
		}
		if real(poles[0].S) < real(poles[1].S) {
			t.Errorf("poles %v are not ordered", poles)
		}
	}
}

// TestClosedPoles checks the poles of a rotor under PD with short samples, z = exp(s T) of −5 ± j √75.
func TestClosedPoles(t *testing.T) {
	l, err := spin(t, 100, 10).Loop(1e-5)
	if err != nil {
		t.Fatal(err)
	}
	poles, err := l.Poles()
	if err != nil {
		t.Fatal(err)
	}
	// Samples are late by T/2 on average: (d T/2 in inertia and p T/2 in damping) 1e-4 of the poles.
	for i, want := range []complex128{complex(-5, math.Sqrt(75)), complex(-5, -math.Sqrt(75))} {
		p := poles[i]
		if cmplx.Abs(p.S-want) > 2e-3 || math.Abs(p.Frequency-10) > 2e-3 || math.Abs(p.Damping-0.5) > 2e-4 ||
			cmplx.Abs(p.Z-cmplx.Exp(p.S*1e-5)) > 1e-12 {
			t.Errorf("pole %+v, want %v", p, want)
		}
	}
}

// TestHoldAndDelay compares with the double integrator under a pulse of one sample, which arrives after the delay.
func TestHoldAndDelay(t *testing.T) {
	const T = 0.1
	plant := spin(t, 1, 1).Plant
	for _, c := range []struct {
		delay  float64
		states int
	}{{0, 2}, {0.04, 3}, {0.1, 3}, {0.3, 5}, {0.25, 5}, {0.1 + 0.2, 5}} {
		d := plant.Sampled(T, c.delay, 0)
		if d.States != c.states {
			t.Errorf("delay %v: %d states, want %d", c.delay, d.States, c.states)
		}
		x := mat.NewVecDense(d.States+1, nil)
		x.SetVec(d.States, 1)
		for k := range 5 {
			var next mat.VecDense
			next.MulVec(d.M, x)
			x = mat.NewVecDense(d.States+1, nil)
			for i := range d.States {
				x.SetVec(i, next.AtVec(i))
			}
			// The pulse begins and ends so long ago.
			begin := math.Max(0, T*float64(k+1)-c.delay)
			end := math.Max(0, begin-T)
			if q, v := (begin*begin-end*end)/2, begin-end; math.Abs(x.AtVec(0)-q) > 1e-14 ||
				math.Abs(x.AtVec(1)-v) > 1e-14 {
				t.Errorf("delay %v, sample %d: %v and %v, want %v and %v", c.delay, k+1, x.AtVec(0), x.AtVec(1), q, v)
			}
		}
	}
}

// TestLag: the effort behind a lag τ under u = 1 from rest is 1 − exp(−t/τ), its integral the velocity.
func TestLag(t *testing.T) {
	const T, lag = 0.1, 0.04
	d := spin(t, 1, 1).Plant.Sampled(T, 0, lag)
	x := mat.NewVecDense(4, []float64{0, 0, 0, 1})
	var next mat.VecDense
	next.MulVec(d.M, x)
	e := math.Exp(-T / lag)
	for i, want := range []float64{T*T/2 - lag*T + lag*lag*(1-e), T - lag*(1-e), 1 - e} {
		if math.Abs(next.AtVec(i)-want) > 1e-15 {
			t.Errorf("state %d is %v, want %v", i, next.AtVec(i), want)
		}
	}
}

// TestLaw compares a PID with a filter with its matrices by hand.
func TestLaw(t *testing.T) {
	m := rotor(t)
	pid, err := control.NewPID(m, control.PIDConfig{P: []float64{2}, I: []float64{3}, D: []float64{5}, FilterTime: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	pid.SetState([]float64{7, 8})
	d, err := analysis.Law(m, pid, []float64{0.4}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	// States z and y, inputs δq and δq̇: z⁺ = z − 0.3 δq, y⁺ = y/e − (1 − 1/e) δq̇, τ = −2 δq + z + 5 y⁺.
	e := math.Exp(-1)
	want := mat.NewDense(3, 4, []float64{1, 0, -0.3, 0, 0, e, 0, e - 1, 1, 5 * e, -2, 5 * (e - 1)})
	// Steps of 1e-3 about 7 and 8 leave a thousand roundings of these.
	if !approx(d.M, want, 1e-11) {
		t.Errorf("%v, want %v", shown(d.M), shown(want))
	}
	if s := pid.AppendState(nil); s[0] != 7 || s[1] != 8 {
		t.Errorf("the law's state became %v", s)
	}
	// Gravity compensation of a pendulum: −m g l cos of the angle that it stands at, the derivative of an analytic
	// function.
	p := golden.Embedded(t, "pendulum")
	d, err = analysis.Law(p, control.NewGravityCompensation(p), []float64{0.7}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	plant, err := linearize(p, []float64{0.7}, gravity(p, []float64{0.7}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := d.M.At(0, 0)*plant.B.At(1, 0) + plant.A.At(1, 0); math.Abs(got) > 1e-9*math.Abs(plant.A.At(1, 0)) ||
		d.M.At(0, 1) != 0 {
		t.Errorf("gravity compensation leaves the stiffness %v of %v", got, plant.A.At(1, 0))
	}
}

// TestSensors compares with matrices by hand: filters of half the way, differences with a period of 0.1 s.
func TestSensors(t *testing.T) {
	hz := math.Ln2 / (2 * math.Pi * 0.1)
	for _, c := range []struct {
		name string
		s    signal.Sensors
		want *mat.Dense
	}{
		{"exact", signal.Sensors{}, mat.NewDense(2, 2, []float64{1, 0, 0, 1})},
		{"filter", signal.Sensors{VelocityFilter: hz},
			mat.NewDense(3, 3, []float64{0.5, 0, 0.5, 0, 1, 0, 0.5, 0, 0.5})},
		{"difference", signal.Sensors{Difference: true}, mat.NewDense(3, 3, []float64{0, 1, 0, 0, 1, 0, -10, 10, 0})},
		{"both", signal.Sensors{Difference: true, VelocityFilter: hz},
			mat.NewDense(4, 4, []float64{0, 0, 1, 0, -5, 0.5, 5, 0, 0, 0, 1, 0, -5, 0.5, 5, 0})},
	} {
		if d := analysis.Sensors(&c.s, 1, 0.1); !approx(d.M, c.want, 1e-13) {
			t.Errorf("%s: %v, want %v", c.name, shown(d.M), shown(c.want))
		}
	}
}
