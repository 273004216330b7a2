package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestWrench pushes a free body of 2 kg while it turns: the force keeps its direction in the world, whatever the body
// does, and acts on its link's origin.
func TestWrench(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "box",
		Links: []urdf.Link{{Name: "box",
			Inertial: &urdf.Inertial{Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}}},
		tree.WithFloatingBase(), tree.WithGravity(mgl64.Vec3{}))
	s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Velocity: []float64{0, 0, 0, 0, 0, 3}},
		Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Force: mgl64.Vec3{4, 0, 0},
			Moment: mgl64.Vec3{0, 0, 0.5}, From: 0.25, To: 0.7501}}}}),
		1)
	const push, coast = 0.5001, 0.2499
	q, v := s.End.Position, s.End.Velocity
	turn := 3 + 0.5*(push*push/2+push*coast)
	if got := 2 * math.Atan2(q[5], q[6]); math.Abs(math.Remainder(got-turn, 2*math.Pi)) > 1e-12 ||
		math.Abs(v[5]-3-0.5*push) > 1e-13 {
		t.Errorf("it has turned by %v, want %v; velocity %v", got, turn, v[5])
	}
	speed := 2 * push
	if math.Abs(q[0]-push*push-speed*coast) > 1e-9 || math.Abs(q[1]) > 1e-9 ||
		math.Abs(math.Hypot(v[0], v[1])-speed) > 1e-9 {
		t.Errorf("position %v, velocity %v", q, v)
	}
	if want := speed*speed + (math.Pow(3+0.5*push, 2)-9)/2; math.Abs(s.Ledger.WrenchWork-want) > 1e-9 ||
		math.Abs(s.Ledger.Drift) > 1e-9 {
		t.Errorf("work %v, want %v; drift %v", s.Ledger.WrenchWork, want, s.Ledger.Drift)
	}
}

// TestWrenchesAddUp checks that a wrench on any link does what its effort on the joints does, Jᵀ f.
func TestWrenchesAddUp(t *testing.T) {
	c := randrobot.NewAny(t, 7, 8)
	m := c.Model
	link := len(m.Links()) - 1
	f, n := mgl64.Vec3{1, -2, 3}, mgl64.Vec3{0.5, 0.2, -0.1}
	w := expect.World(t, sim.Config{Model: m, Ideal: true, Start: sim.Start{Position: c.Q, Velocity: c.V},
		Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Link: link, Force: f.Mul(0.25), To: 1},
			{Link: link, Force: f.Mul(0.75), Moment: n,
				To: math.Inf(1)}}}})
	k, jacobian := tree.NewKinematics(m), make([]float64, 6*m.NV())
	k.Update(c.Q)
	k.Jacobian(jacobian, link, tree.Aligned)
	tau := make([]float64, m.NV())
	for i := range tau {
		for a := range 3 {
			tau[i] += jacobian[a*m.NV()+i]*n[a] + jacobian[(3+a)*m.NV()+i]*f[a]
		}
	}
	same := expect.World(t, sim.Config{Model: m, Ideal: true, Start: sim.Start{Position: c.Q, Velocity: c.V},
		Controller: efforts(tau)})
	for i, a := range w.State().Qdd {
		if b := same.State().Qdd[i]; math.Abs(a-b) > 1e-9*(1+math.Abs(b)) {
			t.Errorf("acceleration %d is %v, want %v", i, a, b)
		}
	}
}

// efforts is a controller of constant efforts.
type efforts []float64

func (e efforts) Effort(tau []float64, _ float64, _, _ []float64) error {
	copy(tau, e)
	return nil
}
