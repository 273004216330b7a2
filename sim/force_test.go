package sim_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// pull is a spring with a damper from a point of the world to the origin of a link, and optionally a force that
// grows with time. It counts how far the spring is stretched.
type pull struct {
	link                     int
	to                       mgl64.Vec3
	stiffness, damping, ramp float64
}

func (p *pull) AddWrenches(wrenches []spatial.Force, t float64, _, _ []float64, kin *tree.Kinematics) error {
	d := p.to.Sub(kin.Pose(p.link).P)
	u := kin.Velocity(p.link, tree.Aligned).Lin
	f := d.Mul(p.stiffness).Sub(u.Mul(p.damping)).Add(mgl64.Vec3{p.ramp * t, 0, 0})
	kin.AddWrench(&wrenches[p.link], p.link, &spatial.Force{Lin: f})
	return nil
}

// stored returns the energy of the spring (J).
func (p *pull) stored(m *tree.Model, q []float64) float64 {
	kin := tree.NewKinematics(m)
	kin.Update(q)
	return p.stiffness * p.to.Sub(kin.Pose(p.link).P).LenSqr() / 2
}

// body returns a free body of 2 kg without gravity.
func body(t testing.TB) *tree.Model {
	return expect.Model(t, &urdf.Robot{Name: "box", Links: []urdf.Link{brick("box", [3]float64{})}},
		tree.WithFloatingBase(),
		tree.WithGravity(mgl64.Vec3{}))
}

// TestForceElement lets a body that turns swing on a spring with a damper, with ω0² = k/m and 2 ζ ω0 = c/m:
//
//	x = e^(−ζ ω0 t) (x0 cos ω t + (v0 + ζ ω0 x0)/ω sin ω t),   ω = ω0 √(1 − ζ²)
//
// and checks that each method keeps its order and that the work is what the kinetic energy grows by.
func TestForceElement(t *testing.T) {
	m := body(t)
	const mass, k, c, x0, v0, end = 2.0, 50.0, 1.2, 0.3, -0.5, 2.0
	rate := c / (2 * mass)
	omega := math.Sqrt(k/mass - rate*rate)
	want := math.Exp(-rate*end) * (x0*math.Cos(omega*end) + (v0+rate*x0)/omega*math.Sin(omega*end))
	for _, method := range integrate.Methods() {
		off := func(step float64) float64 {
			q := m.Neutral()
			q[0] = 1 + x0
			// The velocity is in the axes of the body, which stand as the world's at the start.
			w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
				Start:  sim.Start{Position: q, Velocity: []float64{v0, 0, 0, 0, 0, 3}},
				Forces: []sim.ForceElement{&pull{to: mgl64.Vec3{1, 0, 0}, stiffness: k, damping: c}}})
			s := expect.Run(t, w, end)
			if work := s.End.Kinetic - s.Start.Kinetic; math.Abs(s.Ledger.WrenchWork+s.Ledger.Drift-work) > 1e-12 {
				t.Errorf("%s: the work %v and the drift %v are not %v", method.Name, s.Ledger.WrenchWork,
					s.Ledger.Drift,
					work)
			}
			return math.Abs(s.End.Position[0] - 1 - want)
		}
		if method.Adaptive {
			if x := off(0.01); x > 1e-7 { // its tolerance of 1e-9 a step, over some hundred steps
				t.Errorf("%s is off by %v m", method.Name, x)
			}
			continue
		}
		order := map[string]float64{"rk4": 4, "midpoint": 2, "implicit-midpoint": 2}[method.Name]
		if order == 0 {
			order = 1
		}
		coarse, fine := off(0.004), off(0.002)
		if got := math.Log2(coarse / fine); math.Abs(got-order) > 0.25 || fine > 0.02 {
			t.Errorf("%s: off by %v and %v m, order %.2f, want %v", method.Name, coarse, fine, got, order)
		}
	}
}

// TestForceOfTime pushes the body with a force that grows with time, F = a t: v = a t²/(2 m). rk4 and Simpson's rule
// are exact for it but for rounding.
func TestForceOfTime(t *testing.T) {
	m := body(t)
	w := expect.World(t, sim.Config{Model: m, Forces: []sim.ForceElement{&pull{ramp: 6}},
		Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Force: mgl64.Vec3{0, 4, 0}, From: 0.25, To: 0.75}}}})
	s := expect.Run(t, w, 1)
	if v := s.End.Velocity; math.Abs(v[0]-1.5) > 1e-13 || math.Abs(v[1]-1) > 1e-13 {
		t.Errorf("the velocity is %v, want 1.5 and 1", v)
	}
	if want := 1.5*1.5 + 1; math.Abs(s.Ledger.WrenchWork-want) > 1e-12 {
		t.Errorf("the work is %v J, want %v", s.Ledger.WrenchWork, want)
	}
}

// TestSpringsConserve hangs random robots on a spring to the world: what the energy lacks is in the spring, whose work
// is minus what it has stored, and the account closes.
func TestSpringsConserve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rough(t, 6)
		link := rapid.IntRange(0, len(c.Model.Links())-1).Draw(t, "link")
		spring := &pull{link: link, to: mgl64.Vec3{0.3, -0.2, 0.5}, stiffness: 20}
		c.Forces = []sim.ForceElement{spring}
		off := func() float64 {
			w, err := sim.New(c)
			if err != nil {
				t.Fatal(err)
			}
			s, err := w.Run(context.Background(), 0.2)
			if err != nil {
				t.Fatal(err)
			}
			stored := spring.stored(c.Model, s.End.Position) - spring.stored(c.Model, s.Start.Position)
			return max(math.Abs(s.Ledger.WrenchWork+stored), math.Abs(s.Ledger.Drift)) / (1 + s.End.Kinetic +
				math.Abs(stored))
		}
		// Light, strongly damped links need smaller steps (see TestRandomRobots); a leak would not fall with the step.
		c.Integration.Step = 0.002
		x, most := off(), closes(c.Model)
		for n := 0; n < 2 && x > most; n++ {
			c.Integration.Step /= 4
			x = off()
		}
		if !(x <= most) {
			t.Fatalf("the work of the spring and what it stores, or the account, are off by %v", x)
		}
	})
}

// TestForcesAreNotClipped pulls a pendulum whose actuator has an effort limit: the limit bounds what the controller
// asks for and not the spring.
func TestForcesAreNotClipped(t *testing.T) {
	const limit, stiffness = 0.5, 40.0
	m := expect.Model(t, &urdf.Robot{Name: "arm",
		Links: []urdf.Link{{Name: "world"}, {Name: "arm", Inertial: &urdf.Inertial{
			Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}, {Name: "tip"}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Revolute, Parent: "world", Child: "arm",
			Axis:  [3]float64{0, 0, 1},
			Limit: &urdf.Limit{Lower: -10, Upper: 10, Effort: limit, Velocity: 100}},
			{Name: "end", Type: urdf.Fixed, Parent: "arm", Child: "tip", Origin: urdf.Pose{XYZ: [3]float64{1, 0, 0}}}}})
	tip, _ := m.Link("tip")
	w := expect.World(t, sim.Config{Model: m,
		Controller: sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
			tau[0] = 100
			return nil
		}), Forces: []sim.ForceElement{&pull{link: tip, to: mgl64.Vec3{1, 1, 0}, stiffness: stiffness}}})
	// The lever of the spring at the start is 1 m, its force 40 N along y.
	if got, want := w.State().Qdd[0], limit+stiffness; math.Abs(got-want) > 1e-12 {
		t.Errorf("the acceleration is %v, want %v of the limited effort and the spring", got, want)
	}
	if c := (&sim.Config{Model: m, Forces: []sim.ForceElement{&pull{}}}); !strings.Contains(c.Equation(),
		"J^T wrenches") {
		t.Errorf("the equation %q says nothing of the forces", c.Equation())
	}
}

// calm is a force element that fails at a time.
type calm float64

func (b calm) AddWrenches(_ []spatial.Force, t float64, _, _ []float64, _ *tree.Kinematics) error {
	if t > float64(b) {
		return errors.New("the wind has gone")
	}
	return nil
}

// TestForceFails ends a run at the last good state when an element fails.
func TestForceFails(t *testing.T) {
	w := expect.World(t, sim.Config{Model: golden.Embedded(t, "pendulum"), Forces: []sim.ForceElement{calm(0.0105)}})
	s, err := w.Run(context.Background(), 1)
	if err == nil || !strings.Contains(err.Error(), "the wind has gone") || s.Status != sim.Failed ||
		s.End.Time != 0.01 {
		t.Errorf("%v, %+v", err, s)
	}
}
