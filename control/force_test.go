package control_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestForceLaw checks the law of a force by the virtual work of its push: the efforts exceed those of the impedance by
// what moves the link along the direction, and the push grows by T i times what lacks of the force that the wrenches
// tell, but not while actuators give less than they are asked for that way.
func TestForceLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	x := newTasked(t, "panda_arm", "panda_link8", rng)
	m, n := x.m, x.m.NV()
	stiffness := symmetric(rng)
	impedance := func() *control.TaskImpedance {
		return control.NewTaskImpedance(m, control.TaskConfig{Link: x.link, Motion: x.motion}, stiffness, nil, 0.7)
	}
	direction := mgl64.Vec3{3, 0, -4}
	law, err := control.NewForceLaw(m, m, control.ForceConfig{Link: x.link, Direction: direction, Target: 12, I: 5,
		Impedance: impedance()})
	if err != nil {
		t.Fatal(err)
	}
	base, tau := make([]float64, n), make([]float64, n)
	if err := impedance().Effort(base, x.in); err != nil {
		t.Fatal(err)
	}
	// 7 N against the direction in all: 5 N on the link and 2 N on the one before, to which it is fixed, and something
	// across and on another link, which is not felt.
	fixed, _ := m.Link("panda_link7")
	other, _ := m.Link("panda_link4")
	x.in.Wrenches = make([]spatial.Force, len(m.Links()))
	for link, f := range map[int]mgl64.Vec3{x.link: {-3, 9, 4}, fixed: {-1.2, 0, 1.6}, other: {50, 0, 0}} {
		x.kin.AddWrench(&x.in.Wrenches[link], link, &spatial.Force{Lin: f})
	}
	if f := law.Pressed(x.in); math.Abs(f-7) > 1e-12 {
		t.Fatalf("the link is said to press with %v N, want 7", f)
	}
	z := 0.0
	lost := make([]float64, n)
	x.in.Lost = lost
	for sample := range 4 {
		clear(lost)
		if sample == 2 { // all that would push is missing
			kin := tree.NewKinematics(m)
			kin.Update(x.in.Q)
			j := make([]float64, 6*n)
			kin.Jacobian(j, x.link, tree.Aligned)
			for i := range lost {
				lost[i] = -(3*j[3*n+i] - 4*j[5*n+i])
			}
		}
		if err := law.Effort(tau, x.in); err != nil {
			t.Fatal(err)
		}
		power, velocity := 0.0, x.kin.Velocity(x.link, tree.Aligned)
		for i := range tau {
			power += (tau[i] - base[i]) * x.in.Qd[i]
		}
		if want := z * velocity.Lin.Dot(direction) / 5; math.Abs(power-want) > 1e-9 {
			t.Errorf("sample %d: the push has the power %v, want %v", sample, power, want)
		}
		if sample != 2 {
			z += x.in.Period * 5 * (12 - 7)
		}
		if state := law.AppendState(nil); len(state) != 1 || math.Abs(state[0]-z) > 1e-12 {
			t.Fatalf("sample %d: the state is %v, want %v", sample, state, z)
		}
	}
	law.SetState([]float64{0})
	x.in.Wrenches = nil
	if law.Pressed(x.in) != 0 {
		t.Error("without wrenches it presses")
	}
	if err := law.Effort(tau, x.in); err != nil {
		t.Fatal(err)
	}
	for i := range tau {
		if math.Abs(tau[i]-base[i]) > 1e-12*(1+math.Abs(base[i])) {
			t.Errorf("at the beginning the efforts are %v, want %v", tau, base)
			break
		}
	}
}
