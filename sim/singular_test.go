package sim_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// passing is a mechanism of one angle θ, that of its first joint, with the inertia I(θ) of its energy I θ̇²/2, and with
// the potential energy V(θ), whose derivatives are slope and −torque.
type passing struct {
	robot             *urdf.Robot
	model             *tree.Model
	loops             []constraint.Constraint
	start             []float64
	inertia, slope    func(theta float64) float64
	potential, torque func(theta float64) float64
	turns             bool // it goes round
}

// world returns the mechanism in motion at a rate of its first joint.
func (s *passing) world(t testing.TB, rate float64, method integrate.Method, step, rtol float64) *sim.World {
	return expect.World(t, sim.Config{Model: s.model, Imposed: sim.Imposed{Constraints: s.loops},
		Start: sim.Start{Position: s.start, Velocity: []float64{rate, 0, 0},
			KeepVelocity: []bool{true, false, false}},
		Integration: sim.Integration{Step: step, Method: method, Options: integrate.Options{RTol: rtol}}})
}

// at returns the angle at a time, and how often it was an odd multiple of π/2 or, of one that turns, a multiple of π:
// by the classical method with steps so small that its error is rounding.
func (s *passing) at(end, rate float64) (theta float64, passed int) {
	n := int(end * 10000)
	h := end / float64(n)
	f := func(x, v float64) float64 { return (s.torque(x) - s.slope(x)*v*v/2) / s.inertia(x) }
	singular := math.Cos
	if s.turns {
		singular = math.Sin
	}
	x, v := s.start[0], rate
	for range n {
		a1 := f(x, v)
		v2 := v + h/2*a1
		a2 := f(x+h/2*v, v2)
		v3 := v + h/2*a2
		a3 := f(x+h/2*v2, v3)
		v4 := v + h*a3
		a4 := f(x+h*v3, v4)
		before := singular(x)
		x, v = x+h/6*(v+2*v2+2*v3+v4), v+h/6*(a1+2*a2+2*a3+a4)
		if before*singular(x) < 0 {
			passed++
		}
	}
	return x, passed
}

// sliderCrank returns a slider-crank of a crank of 0.3 m and a rod that is longer by a share, all of 1 kg. If both are
// as long, the slider is on the axis of the crank where that hangs, about which crank and rod could turn as well. A rod
// that is longer by little takes this way: the mechanism has no other.
func sliderCrank(t testing.TB, longer float64) passing {
	const l, gravity = 0.3, 9.81
	b := l * (1 + longer)
	r := &urdf.Robot{Name: "slider_crank",
		Links: []urdf.Link{{Name: "ground"}, rod("crank", 1, l), rod("rod", 1, b),
			{Name: "slider", Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}},
		Joints: []urdf.Joint{turning("crank", "ground", "crank", 0), turning("rod", "crank", "rod", l),
			{Name: "slider", Type: urdf.Prismatic, Parent: "ground", Child: "slider", Axis: [3]float64{1, 0, 0},
				Limit: &urdf.Limit{Lower: -9, Upper: 9, Effort: 1, Velocity: 1e9}}}}
	m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -gravity, 0}))
	const theta = 1 - math.Pi
	psi := math.Pi - math.Asin(-l/b*math.Sin(theta)) // of the rod in the world
	s := passing{robot: r, model: m, loops: []constraint.Constraint{close2(t, m, "rod", b, "slider", 0)},
		start:     []float64{theta, psi - theta, l*math.Cos(theta) + b*math.Cos(psi)},
		potential: func(theta float64) float64 { return gravity * l * math.Sin(theta) },
		torque:    func(theta float64) float64 { return -gravity * l * math.Cos(theta) }}
	if longer > 0 {
		s.inertia = func(theta float64) float64 {
			sin, cos := math.Sincos(theta)
			up := -l / b * sin // sin ψ
			out := -math.Sqrt(1 - up*up)
			turn := -l / b * cos / out // ψ'
			x := -l*sin - b/2*up*turn  // of the middle of the rod, and of the slider
			y, slide := l*cos+b/2*out*turn, -l*sin-b*up*turn
			return l*l/3 + x*x + y*y + b*b/12*turn*turn + slide*slide
		}
		return s
	}
	s.start[1], s.start[2] = -2*theta, 2*l*math.Cos(theta)
	s.inertia = func(theta float64) float64 {
		sin, cos := math.Sincos(theta)
		return l * l * (1.0/3 + 1.0/12 + 0.25*cos*cos + (2.25+4)*sin*sin)
	}
	s.slope = func(theta float64) float64 { return l * l * 6 * math.Sin(2*theta) }
	return s
}

// parallelogram returns one of cranks of 0.4 m and 1 kg and a coupler of 1.5 kg that goes round: with all its links in
// a line, twice in a turn, it could become an antiparallelogram.
func parallelogram(t testing.TB) passing {
	const l, lever, gravity = 0.4, 1 + 1.5, 9.81
	m := expect.Model(t, &urdf.Robot{Name: "parallelogram",
		Links: []urdf.Link{{Name: "ground"}, rod("left", 1, l), rod("coupler", 1.5, 0.7), rod("right", 1, l)},
		Joints: []urdf.Joint{turning("left", "ground", "left", 0), turning("coupler", "left", "coupler", l),
			turning("right", "ground", "right", 0.7)}}, tree.WithGravity(mgl64.Vec3{0, -gravity, 0}))
	return passing{model: m, loops: []constraint.Constraint{close2(t, m, "coupler", 0.7, "right", l)},
		start:     []float64{-2.5, 2.5, -2.5},
		inertia:   func(float64) float64 { return l * l * (2.0/3 + 1.5) },
		slope:     func(float64) float64 { return 0 },
		potential: func(theta float64) float64 { return gravity * lever * l * math.Sin(theta) },
		torque:    func(theta float64) float64 { return -gravity * lever * l * math.Cos(theta) }, turns: true}
}

// TestDormandPrincePassesSingularPositions: mechanisms go through fifty singular positions each, with all accuracies
// that are usual, on the branch of the motion that they are on: in a run each, and in one run with those accuracies at
// which a pendulum, too, is off by less than the limit after so long a time.
func TestDormandPrincePassesSingularPositions(t *testing.T) {
	const limit = 1e-6 // rad
	for _, x := range expect.Some(t, 1, []struct {
		name       string
		mechanism  passing
		rate       float64
		one, fifty float64 // the times of a passage and of fifty
	}{{"slider-crank", sliderCrank(t, 0), 0, 0.8, 70}, {"parallelogram", parallelogram(t), 8.5, 0.5, 23}}...) {
		s := x.mechanism
		look := func(rtol, rate, end float64) (passed int) {
			want, passed := s.at(end, rate)
			w := s.world(t, rate, integrate.DormandPrinceMethod, 0.01, rtol)
			expect.Run(t, w, end)
			if off := math.Abs(w.State().Q[0] - want); !(off <= limit) {
				t.Errorf("%s, rate %v, rtol %.3g: after %d passages the angle is off by %.3g rad; expected %g at most",
					x.name, rate, rtol, passed, off, limit)
			}
			return passed
		}
		for _, rtol := range expect.Some(t, 1, 1e-13, 1e-12, 1e-11, 1e-10) {
			if passed := look(rtol, x.rate, x.fifty); passed < 50 {
				t.Errorf("%s: %d passages; expected 50", x.name, passed)
			}
		}
		passed := 0
		for k := range 50 {
			passed += look(math.Pow(10, -6-7*float64(k)/49), x.rate+float64(k)/50, x.one)
		}
		if passed < 50 {
			t.Errorf("%s: %d passages; expected 50", x.name, passed)
		}
	}
}

// TestFloatingBasePassesSingularPositions: a slider-crank whose ground is a free body, welded to the world, goes
// through singular positions as one on the ground does. Its positions are poses.
func TestFloatingBasePassesSingularPositions(t *testing.T) {
	s := sliderCrank(t, 0)
	r := s.robot
	r.Links[0].Inertial = &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
	m := expect.Model(t, r, tree.WithFloatingBase(), tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	q := m.Neutral()
	copy(q[7:], s.start)
	loops := []constraint.Constraint{close2(t, m, "rod", 0.3, "slider", 0), &constraint.Weld{Name: "weld",
		Links: [2]constraint.Anchor{{Link: constraint.World}, {}}}}
	w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops}, Start: sim.Start{Position: q},
		Integration: sim.Integration{Step: 0.01, Method: integrate.DormandPrinceMethod,
			Options: integrate.Options{RTol: 1e-12}}})
	expect.Run(t, w, 10)
	want, passed := s.at(10, 0)
	if passed < 5 {
		t.Errorf("%d passages; expected 5", passed)
	}
	expect.Within(t, "crank", w.State().Q[7:8], []float64{want}, 1e-9) // a thousand times the accuracy
}

// TestNearlySingularPositions: a slider-crank whose rod is 3e-7 m longer than its crank of 0.3 m turns its rod about
// within 1.4e-3 rad, half a step of rk4, so that rates jump from step to step. The motion is known from its energy: the
// time to an angle is ∫ √(I/2(E − V)) dθ. Steps that did not resolve the turn led to angles of up to 11 ms before.
func TestNearlySingularPositions(t *testing.T) {
	s := sliderCrank(t, 1e-6)
	const end = 0.5
	for _, k := range expect.Some(t, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9) {
		rate := 1 + float64(k)/100
		energy := s.inertia(s.start[0])/2*rate*rate + s.potential(s.start[0])
		slowness := func(theta float64) float64 {
			return math.Sqrt(s.inertia(theta) / 2 / (energy - s.potential(theta)))
		}
		for _, x := range []struct {
			method integrate.Method
			limit  float64 // s
		}{{integrate.RK4Method, 1e-3}, {integrate.DormandPrinceMethod, 1e-7}} {
			w := s.world(t, rate, x.method, 0.001, 0)
			expect.Run(t, w, end)
			const n = 400000 // intervals of Simpson's rule; a thousand of them in the turn
			from, to := s.start[0], w.State().Q[0]
			sum := slowness(from) + slowness(to)
			for i := 1; i < n; i++ {
				sum += float64(2+2*(i%2)) * slowness(from+(to-from)*float64(i)/n)
			}
			if took := sum * (to - from) / (3 * n); !(math.Abs(took-end) <= x.limit) {
				t.Errorf("%s, rate %v: the crank is at %v rad after %v s, where it is after %v s; expected %v s",
					x.method.Name, rate, to, end, took, x.limit)
			}
		}
	}
}

// straying is the classical method, but for a step past the position in which the crank of a slider-crank hangs: after
// that the rod turns with the crank.
type straying struct{ *integrate.RK4 }

func (s straying) Step(sys integrate.System, at *integrate.State, h float64) (float64, error) {
	before := math.Cos(at.Q[0])
	taken, err := s.RK4.Step(sys, at, h)
	if err == nil && before*math.Cos(at.Q[0]) < 0 {
		at.Qd[1], at.Qd[2] = 0, 0
	}
	return taken, err
}

// TestJumpIsAnError: a method that leaves the branch of the motion at a singular position is stopped.
func TestJumpIsAnError(t *testing.T) {
	s := sliderCrank(t, 0)
	method := integrate.RK4Method
	method.New = func(sys integrate.System, _ integrate.Options) integrate.Stepper {
		return straying{integrate.NewRK4(sys)}
	}
	w := s.world(t, 0, method, 0.001, 0)
	summary, err := w.Run(t.Context(), 2)
	var branched *sim.BranchedError
	if !errors.As(err, &branched) || summary.Status != sim.Failed || math.Abs(math.Cos(w.State().Q[0])) > 1e-3 {
		t.Errorf("at %v rad: %v; expected an error where the rod stops", w.State().Q[0], err)
	}
}
