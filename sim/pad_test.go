package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// puck returns a body of 2 kg and 1 kg m² on a level plane, or in a socket, with friction.
func puck(t testing.TB, friction float64, options ...tree.Option) *tree.Model {
	t.Helper()
	options = append(options, tree.WithGravity([3]float64{}))
	return expect.Model(t, &urdf.Robot{Name: "puck", Links: []urdf.Link{{Name: "ice"}, {Name: "puck",
		Inertial: &urdf.Inertial{Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}},
		Joints: []urdf.Joint{{Name: "p", Type: urdf.Planar, Parent: "ice", Child: "puck", Axis: up,
			Dynamics: &urdf.Dynamics{Friction: friction}}}}, options...)
}

// TestSlidesStraight lets a puck slide in many directions: it stops after v²/(2 μ/m) = 1 m on the line on which it
// began, whatever the integrator, of which those of order 1 are off by v h/2.
func TestSlidesStraight(t *testing.T) {
	m := puck(t, 1)
	for _, method := range expect.Some(t, 4, integrate.Methods()...) {
		for i := range 16 {
			angle := 2 * math.Pi * float64(i) / 16
			c, s := math.Cos(angle), math.Sin(angle)
			x := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method},
				Start: sim.Start{Velocity: []float64{c, s, 0}}}), 3)
			bound := 1e-9 // of methods of higher order, where rounding ends the steps
			switch method.Name {
			case "euler", "semi-implicit", "implicit":
				bound = 0.51e-3
			}
			if d := math.Abs(x.End.Position[0]*c + x.End.Position[1]*s - 1); !(d <= bound) {
				t.Errorf("%s, %.3f rad: it slides %v m more than 1 m", method.Name, angle, d)
			}
			expect.Number(t, "way beside the line", x.End.Position[1]*c-x.End.Position[0]*s, 0, 1e-11)
			for _, v := range x.End.Velocity {
				if v != 0 {
					t.Errorf("%s, %.3f rad: it ends with %v", method.Name, angle, x.End.Velocity)
					break
				}
			}
			expect.Number(t, "friction loss", x.Ledger.FrictionLoss, 1, 1e-9)
		}
	}
}

// TestPushedAcross pushes a puck that is at rest in all directions: friction holds it up to its level, and beyond the
// puck goes where it is pushed by what is more.
func TestPushedAcross(t *testing.T) {
	m := puck(t, 1)
	for _, method := range expect.Some(t, 4, integrate.Methods()...) {
		for i := range 16 {
			angle := 2 * math.Pi * float64(i) / 16
			c, s := math.Cos(angle), math.Sin(angle)
			for _, push := range []float64{0.999, 1.5} {
				x := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method},
					Controller: loop.NewOpenLoop([]float64{push * c, push * s, 0}, nil)}), 0.5)
				want := max(0, push-1) / 2 * 0.5
				expect.Within(t, method.Name+": velocity", x.End.Velocity, []float64{want * c, want * s, 0}, 1e-12)
			}
		}
	}
}

// TestCurvesToStop pushes a sliding puck across its velocity with half of what friction can bear. With the angle θ from
// the push f to the velocity v it is v ~ tan(θ/2)^(μ/f)/sin θ, for v' m = f cos θ − μ and v θ' m = −f sin θ. In the end
// it is held.
func TestCurvesToStop(t *testing.T) {
	const level, push = 1.0, 0.5
	m := puck(t, level)
	invariant := func(v []float64) float64 {
		angle := math.Atan2(v[0], v[1]) // from the push along y
		return math.Hypot(v[0], v[1]) * math.Sin(angle) / math.Pow(math.Tan(angle/2), level/push)
	}
	for _, method := range []string{"rk4", "dormand-prince", "implicit-midpoint", "midpoint"} {
		of, err := integrate.ByName(method)
		if err != nil {
			t.Fatal(err)
		}
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: of},
			Start: sim.Start{Velocity: []float64{1, 0, 0}}, Controller: loop.NewOpenLoop([]float64{0, push, 0}, nil)})
		first := invariant([]float64{1, 0})
		for w.State().T < 1.5 {
			if _, err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		// of order 2 with h μ/(m v) = 1e-3
		expect.Number(t, method+": invariant", invariant(w.State().Qd)/first, 1, 1e-5)
		s := expect.Run(t, w, 6)
		if s.End.Velocity[0] != 0 || s.End.Velocity[1] != 0 {
			t.Errorf("%s: it ends with %v m/s", method, s.End.Velocity)
		}
		// The last steps turn by finite angles: the energy of one of these is (μ h)²/m.
		expect.Number(t, method+": drift", w.Ledger().Drift, 0, 1e-6)
	}
}

// TestBallStops turns a ball in its socket about axes of all directions: its friction is about the axis of turning, so
// the axis stays, and after ω²/(2 μ/J) = 2 rad it stops.
func TestBallStops(t *testing.T) {
	m := puck(t, 0.25, tree.WithJoint("p", tree.SphericalJoint()))
	for _, axis := range []mgl64.Vec3{{1, 0, 0}, {0, -1, 0}, {1, 1, 0}, {1, -2, 3}, {-0.1, 1, 0.5}} {
		axis = axis.Normalize()
		s := expect.Run(t, expect.World(t, sim.Config{Model: m,
			Start: sim.Start{Velocity: []float64{axis[0], axis[1], axis[2]}}}), 5)
		q := s.End.Position
		// rk4 is exact but for rounding where the axis stays
		half := axis.Mul(math.Sin(1))
		expect.Within(t, "orientation", q, []float64{half[0], half[1], half[2], math.Cos(1)}, 1e-9)
		expect.Within(t, "velocity", s.End.Velocity, []float64{0, 0, 0}, 0)
		expect.Number(t, "friction loss", s.Ledger.FrictionLoss, 0.5, 1e-9)
	}
}
