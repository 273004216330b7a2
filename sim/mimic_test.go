package sim_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// pair returns two masses of 2 kg and 3 kg on rails of their own; y = −2 x + 0.1, with damping of their joints.
func pair(t testing.TB, dx, dy float64, opts ...tree.Option) *tree.Model {
	return expect.Model(t, pairRobot(dx, dy), opts...)
}

func pairRobot(dx, dy float64) *urdf.Robot {
	mass := func(name string, m float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: m}}
	}
	joint := func(name, child string, d float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "rail", Child: child, Axis: [3]float64{1, 0, 0},
			Limit: unlimited(), Dynamics: &urdf.Dynamics{Damping: d}}
	}
	follower := joint("y", "b", dy)
	follower.Mimic = &urdf.Mimic{Joint: "x", Multiplier: -2, Offset: 0.1}
	return &urdf.Robot{Name: "pair", Links: []urdf.Link{{Name: "rail"}, mass("a", 2), mass("b", 3)},
		Joints: []urdf.Joint{follower, joint("x", "a", dx)}}
}

// TestMimic pushes a joint and its follower: the mass is 2 + 4·3 = 14 kg, the effort 5 − 2·1.5 = 2 N, and each joint
// logs its own part.
func TestMimic(t *testing.T) {
	m := pair(t, 0, 0)
	layout := m.EffortLayout()
	tau := make([]float64, layout.Len())
	tau[layout.Index(0)], tau[layout.Index(1)] = 1.5, 5
	log := &table{}
	s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Log: sim.Log{Sink: log}, Start: sim.Start{Velocity: []float64{1}},
		Controller: loop.NewOpenLoop(tau, nil)}), 2)
	const a = 2.0 / 14
	last := len(log.rows) - 1
	for name, want := range map[string]float64{
		"x/position": 2 + 2*a, "x/velocity": 1 + 2*a, "x/acceleration": a, "x/effort": 5,
		"y/position": -2*(2+2*a) + 0.1, "y/velocity": -2 * (1 + 2*a), "y/acceleration": -2 * a, "y/effort": 1.5,
	} {
		if got := log.column(t, name)[last]; math.Abs(got-want) > 1e-11 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if want := 2 * (2 + 2*a); math.Abs(s.Ledger.EffortWork-want) > 1e-11 || math.Abs(s.Ledger.Drift) > 1e-11 {
		t.Errorf("work %v, want %v; drift %v", s.Ledger.EffortWork, want, s.Ledger.Drift)
	}
	if eq := (&sim.Config{Model: m}).Equation(); !strings.Contains(eq, "= G^T (effort)") {
		t.Errorf("equation %q", eq)
	}
}

// TestMimicDamping brakes both: d = 0.5 + 4·1.5 = 6.5 N s/m on 14 kg.
func TestMimicDamping(t *testing.T) {
	m := pair(t, 0.5, 1.5)
	s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Velocity: []float64{2}}}), 1)
	want := 2 * math.Exp(-6.5/14)
	if got := s.End.Velocity[0]; math.Abs(got-want) > 1e-12 {
		t.Errorf("velocity %v, want %v", got, want)
	}
	if heat := 7 * (4 - want*want); math.Abs(s.Ledger.DampingLoss-heat) > 1e-10 {
		t.Errorf("heat %v, want %v", s.Ledger.DampingLoss, heat)
	}
	if eq := (&sim.Config{Model: m}).Equation(); !strings.Contains(eq,
		"= G^T (effort - damping G qd); mimic joints: all velocities = G qd") {
		t.Errorf("equation %q", eq)
	}
	if eq := (&sim.Config{Model: pair(t, 0.5, 1.5, tree.IgnoreMimic())}).Equation(); !strings.HasSuffix(eq,
		"= effort - damping qd") {
		t.Errorf("equation %q", eq)
	}
}

// TestMimicDiverges checks that the damping of a follower is found out.
func TestMimicDiverges(t *testing.T) {
	w := expect.World(t, sim.Config{Model: pair(t, 0, 1e5), Start: sim.Start{Velocity: []float64{1}},
		Integration: sim.Integration{Method: integrate.MidpointMethod}})
	_, err := w.Run(context.Background(), 10)
	var e *sim.DivergedError
	// 2·14 kg / (4·1e5 N s/m) = 7e-5 s.
	if !errors.As(err, &e) || e.Stiff != "x" || math.Abs(e.Limit-7e-5) > 1e-9 {
		t.Errorf("got %v", err)
	}
}

// TestBaseDiverges checks that the base is named where it is what diverges.
func TestBaseDiverges(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "nut", Links: []urdf.Link{brick("body", [3]float64{})}},
		tree.WithFloatingBase())
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 10},
		Start: sim.Start{Velocity: []float64{0, 0, 0, 1e3, 1e3, 1e3}}})
	_, err := w.Run(context.Background(), 1e6)
	var e *sim.DivergedError
	if !errors.As(err, &e) || !e.Base || !strings.Contains(err.Error(),
		"the motion of the floating base is not finite any more") {
		t.Errorf("got %v", err)
	}
	if eq := (&sim.Config{Model: m}).Equation(); !strings.Contains(eq, "its six efforts are 0") {
		t.Errorf("equation %q", eq)
	}
}
