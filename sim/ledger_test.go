package sim_test

import (
	"math"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/urdf"
)

// swinging returns an arm of two links with friction, damping, a spring and a stop, driven by an effort over time and
// pushed for a while.
func swinging(t testing.TB) sim.Config {
	link := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0.2, 0, 0}},
			Inertia: urdf.Tensor{IXX: 0.01, IYY: 0.02, IZZ: 0.02}}}
	}
	joint := func(name, parent, child string, x float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Revolute, Parent: parent, Child: child, Axis: [3]float64{0, 1, 0},
			Origin: urdf.Pose{XYZ: [3]float64{x, 0, 0}},
			Limit:  unlimited(), Dynamics: &urdf.Dynamics{Damping: 0.05, Friction: 0.3}}
	}
	elbow := joint("elbow", "upper", "lower", 0.5)
	elbow.Limit.Upper = 0.6
	m := expect.Model(t, &urdf.Robot{Name: "arm", Links: []urdf.Link{{Name: "base"}, link("upper"), link("lower")},
		Joints: []urdf.Joint{joint("shoulder", "base", "upper", 0), elbow}})
	tip, _ := m.Link("lower")
	return sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Joints: []sim.JointExtras{{Stiffness: 1, Rest: 0.5},
			{Restitution: 0.6}},
		Controller: law(func(t, _, _ float64) float64 { return 2 * math.Sin(5*t) }),
		Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Link: tip, Force: [3]float64{3, 0, 1}, From: 0.3333,
			To: 0.7777}}}}
}

// TestLedgerOfAll closes the account with all that can be in it: with RK4 it is off by the fourth power of the step,
// whatever begins and ends inside the steps, and so is the position at the end.
func TestLedgerOfAll(t *testing.T) {
	at := func(step float64) *sim.Summary {
		c := swinging(t)
		c.Integration.Step = step
		return expect.Run(t, expect.World(t, c), 1.5)
	}
	exact := at(1.0 / 32000)
	for name, part := range map[string]float64{"work": exact.Ledger.EffortWork, "push": exact.Ledger.WrenchWork,
		"heat":     exact.Ledger.DampingLoss,
		"friction": exact.Ledger.FrictionLoss, "stops": exact.Ledger.StopLoss} {
		if math.Abs(part) < 0.01 {
			t.Errorf("%s is %v J only", name, part)
		}
	}
	if exact.Impacts < 2 {
		t.Errorf("%d impacts only", exact.Impacts)
	}
	coarse, fine := at(1.0/500), at(1.0/2000)
	off := func(s *sim.Summary) float64 {
		return math.Hypot(s.End.Position[0]-exact.End.Position[0], s.End.Position[1]-exact.End.Position[1])
	}
	for what, order := range map[string]float64{
		"the account":  math.Log2(math.Abs(coarse.Ledger.Drift)/math.Abs(fine.Ledger.Drift)) / 2,
		"the position": math.Log2(off(coarse)/off(fine)) / 2,
	} {
		t.Logf("%s has order %.2f", what, order)
		if !(order > 3.5) {
			t.Errorf("%s has order %.2f", what, order)
		}
	}
	t.Logf("off by %.3g rad and %.3g rad, the account by %.3g J and %.3g J", off(coarse), off(fine),
		coarse.Ledger.Drift,
		fine.Ledger.Drift)
}

// TestLedgerColumns checks the columns of the account against the summary.
func TestLedgerColumns(t *testing.T) {
	log := &table{}
	c := swinging(t)
	c.Log.Sink, c.Log.Ledger = log, true
	s := expect.Run(t, expect.World(t, c), 1)
	last := len(log.rows) - 1
	for name, want := range map[string]float64{"effort_work": s.Ledger.EffortWork, "wrench_work": s.Ledger.WrenchWork,
		"damping_loss":  s.Ledger.DampingLoss,
		"friction_loss": s.Ledger.FrictionLoss, "stop_loss": s.Ledger.StopLoss} {
		if got := log.column(t, "ledger/"+name); got[last] != want || got[0] != 0 {
			t.Errorf("%s from %v to %v, want 0 and %v", name, got[0], got[last], want)
		}
	}
	if got := log.column(t, "ledger/residual")[last]; math.Abs(got-s.Ledger.Drift) > 1e-14 {
		t.Errorf("residual %v, want %v", got, s.Ledger.Drift)
	}
	if got, want := log.column(t, "energy/potential")[0], s.Start.Potential; got != want ||
		math.Abs(want-0.125) > 1e-15 {
		t.Errorf("potential energy %v, want %v with 0.125 J of the spring", got, want)
	}
}

// TestStiffAcceleration checks (M + h B + h² K) a = M a₀ − h K v for a robot with damping, springs and gains, of
// which one is at its limit.
func TestStiffAcceleration(t *testing.T) {
	m := golden.Embedded(t, "cartesian") // M is diagonal: 5 and 2 kg
	joints := []sim.JointExtras{{Stiffness: 7, Rest: 0.1}, {Stiffness: 3}}
	const h = 0.1
	for _, limited := range []bool{false, true} {
		gain := 20.0
		if limited {
			gain = 1e6
		}
		w := expect.World(t, sim.Config{Model: m, Joints: joints, Controller: &springy{gain, 2},
			Start: sim.Start{Position: []float64{0.2, 0.3}, Velocity: []float64{1, -2}}})
		got, plain := make([]float64, 2), make([]float64, 2)
		q, v := w.State().Q, w.State().Qd
		if err := w.StiffAcceleration(got, 0, q, v, []float64{h * v[0], h * v[1]}, []float64{0, 0}, h); err != nil {
			t.Fatal(err)
		}
		if err := w.Acceleration(plain, 0, q, v); err != nil || plain[0] != w.State().Qdd[0] {
			t.Fatalf("after it %v, %v, before it %v", plain, err, w.State().Qdd)
		}
		for i, mass := range []float64{5, 2} {
			k, d := joints[i].Stiffness, 0.0
			if !limited && i == 0 {
				k, d = k+gain, d+2
			}
			want := (mass*plain[i] - h*k*v[i]) / (mass + h*d + h*h*k)
			if math.Abs(got[i]-want) > 1e-13*(1+math.Abs(want)) {
				t.Errorf("limited %v, joint %d: %v, want %v", limited, i, got[i], want)
			}
		}
	}
}

// springy is a law with gains for the first joint.
type springy struct{ kp, kd float64 }

func (s *springy) Effort(tau []float64, _ float64, q, qd []float64) error {
	tau[0] = -s.kp*q[0] - s.kd*qd[0]
	return nil
}

func (s *springy) Gains(kp, kd []float64) { kp[0], kd[0] = s.kp, s.kd }

var _ sim.LinearFeedback = &springy{}

// TestHeldImplicitly checks that rates that are held stay so in the implicit law.
func TestHeldImplicitly(t *testing.T) {
	m := chain(t, 3, func(i int, j *urdf.Joint) { j.Dynamics.Friction, j.Dynamics.Damping = []float64{0, 9, 0}[i], 1 })
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Velocity: []float64{1, 0, -2}}})
	a := make([]float64, 3)
	if err := w.StiffAcceleration(a, 0, w.State().Q, w.State().Qd, make([]float64, 3), make([]float64, 3),
		0.1); err != nil || a[1] != 0 || a[0] == 0 {
		t.Errorf("%v, %v", a, err)
	}
}

var _ integrate.Stiff = (*sim.World)(nil)
var _ integrate.Bounded = (*sim.World)(nil)
