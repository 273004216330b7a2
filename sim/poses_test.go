package sim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// brick is a body of three different moments of inertia with its centre of mass at c.
func brick(name string, c [3]float64) urdf.Link {
	return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 2, Origin: urdf.Pose{XYZ: c},
		Inertia: urdf.Tensor{IXX: 1, IYY: 2, IZZ: 2.5}}}
}

// on returns a robot of a brick on a joint of the given type at the world's origin.
func on(kind urdf.JointType, c [3]float64) *urdf.Robot {
	return &urdf.Robot{Name: "brick", Links: []urdf.Link{{Name: "ground"}, brick("body", c)},
		Joints: []urdf.Joint{{Name: "j", Type: kind, Parent: "ground", Child: "body", Axis: [3]float64{0, 0, 1}}}}
}

// TestFreeBody lets a body turn about its middle axis without gravity, where the turn is not stable and it turns over
// again and again (Dzhanibekov). Its energy, its momentum and the unit length of its quaternion are kept.
func TestFreeBody(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "nut", Links: []urdf.Link{brick("body", [3]float64{})}},
		tree.WithFloatingBase(),
		tree.WithGravity(mgl64.Vec3{}))
	start := []float64{0.4, -0.3, 0.2, 0.01, 5, 0.02} // linear, angular
	momenta := func(s *sim.Snapshot) []float64 {
		q, v := s.Position, s.Velocity
		r := spatial.FromQuaternion(mgl64.Quat{W: q[6], V: mgl64.Vec3(q[3:6])})
		linear := r.Mul3x1(mgl64.Vec3(v[:3])).Mul(2)
		angular := r.Mul3x1(mgl64.Vec3{v[3], 2 * v[4], 2.5 * v[5]})
		return append(linear[:], angular[:]...)
	}
	failure := func(step float64) (momentum, energy float64) {
		flipped := false
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: step},
			Start: sim.Start{Velocity: start}})
		var s *sim.Summary
		for i := range 20 {
			s = expect.Run(t, w, float64(i+1)/2)
			flipped = flipped || w.State().Qd[4] < -4
		}
		first := sim.Snapshot{Position: m.Neutral(), Velocity: start}
		if length := floats.Norm(s.End.Position[3:7], 2); math.Abs(length-1) > 1e-14 || !flipped {
			t.Errorf("the quaternion has the length %v; turned over: %v", length, flipped)
		}
		want := 0.5 * (2*0.29 + 1e-4 + 2*25 + 2.5*4e-4)
		return floats.Distance(momenta(&s.End), momenta(&first), 2), math.Abs(s.End.Kinetic - want)
	}
	momentum, energy := failure(0.01)
	finer, finerEnergy := failure(0.005)
	t.Logf("momentum off by %.2g and %.2g, energy by %.2g and %.2g", momentum, finer, energy, finerEnergy)
	// Order 4 at least: the energy of a quadratic form may do better.
	if !(math.Log2(momentum/finer) > 3.8 && math.Log2(energy/finerEnergy) > 3.8 && momentum < 1e-4 && energy < 1e-4) {
		t.Error("they are not of order 4")
	}
}

// TestFreeFall throws a body that does not turn: RK4 is exact for its parabola, in any orientation.
func TestFreeFall(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "stone", Links: []urdf.Link{brick("body", [3]float64{0.1, 0.2, 0.3})}},
		tree.WithFloatingBase())
	q := []float64{1, 2, 3, 0.5, -0.5, 0.5, 0.5}
	turn := spatial.FromQuaternion(mgl64.Quat{W: q[6], V: mgl64.Vec3(q[3:6])})
	v := mgl64.Vec3{4, -1, 5} // in the world
	own := turn.Transpose().Mul3x1(v)
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.1},
			Start: sim.Start{Position: q, Velocity: append(own[:], 0, 0, 0)}}), 2)
	want := []float64{1 + 2*v[0], 2 + 2*v[1], 3 + 2*v[2] - 2*9.81, 0.5, -0.5, 0.5, 0.5}
	if d := floats.Distance(s.End.Position, want, math.Inf(1)); d > 1e-13 {
		t.Errorf("it is at %v, want %v", s.End.Position, want)
	}
}

// TestCentreOfMass lets a robot of many joints tumble: whatever its joints do, its centre of mass follows the parabola.
func TestCentreOfMass(t *testing.T) {
	m := expect.Model(t, randrobot.New(5, 8), tree.WithFloatingBase())
	kin := tree.NewKinematics(m)
	centre := func(q []float64) (c mgl64.Vec3) {
		kin.Update(q)
		mass := 0.0
		for i, b := range m.Bodies() {
			if b.Inertia.M > 0 {
				c = c.Add(kin.BodyPose(i).Point(b.Inertia.COM()).Mul(b.Inertia.M))
				mass += b.Inertia.M
			}
		}
		return c.Mul(1 / mass)
	}
	q, v := m.Neutral(), randrobot.Vector(3, m.NV())
	ahead := make([]float64, m.NQ())
	failure := func(step float64) float64 {
		const h, end = 1e-5, 0.5
		m.Integrate(ahead, q, v, h)
		after := centre(ahead)
		m.Integrate(ahead, q, v, -h)
		velocity := after.Sub(centre(ahead)).Mul(1 / (2 * h)) // to 1e-10
		s := expect.Run(t, expect.World(t,
			sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method,
				Step: step}, Ideal: true, Start: sim.Start{Position: q, Velocity: v}}), end)
		want := centre(q).Add(velocity.Mul(end)).Add(m.Gravity().Mul(end * end / 2))
		return centre(s.End.Position).Sub(want).Len()
	}
	coarse, fine := failure(0.01), failure(0.005)
	if t.Logf("off by %.2g and %.2g m", coarse, fine); !(math.Log2(coarse/fine) > 3.5 && fine < 1e-6) {
		t.Error("that is not of order 4")
	}
}

// TestFloatingJoint checks that a floating joint from a link fixed to the world is a floating base.
func TestFloatingJoint(t *testing.T) {
	c := [3]float64{0.1, -0.2, 0.3}
	base := expect.Model(t, &urdf.Robot{Name: "free", Links: []urdf.Link{brick("body", c)}}, tree.WithFloatingBase())
	joint := expect.Model(t, on(urdf.Floating, c))
	for _, method := range integrate.Methods() {
		var ends []*sim.Summary
		for _, m := range []*tree.Model{base, joint} {
			ends = append(ends, expect.Run(t,
				expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method},
					Start: sim.Start{Velocity: []float64{1, 2, 3, -1, 2, 0.5}}}), 1))
		}
		if !floats.EqualApprox(ends[0].End.Position, ends[1].End.Position, 1e-12) ||
			math.Abs(ends[0].End.Total()-ends[1].End.Total()) > 1e-11 {
			t.Errorf("%s: %+v and %+v", method.Name, ends[0].End, ends[1].End)
		}
	}
}

// TestPlanar pushes and turns a mass on a table, with damping on each of its rates alike: v = F/d + (v0 − F/d) e^(−d
// t/m).
func TestPlanar(t *testing.T) {
	r := on(urdf.Planar, [3]float64{})
	r.Joints[0].Dynamics = &urdf.Dynamics{Damping: 0.5}
	m := expect.Model(t, r)
	v0, force, inertia := []float64{1, -2, 3}, []float64{0.3, 0.4, -0.7}, []float64{2, 2, 2.5}
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start:      sim.Start{Velocity: v0},
		Controller: loop.NewOpenLoop(force, nil)})
	s := expect.Run(t, w, 2)
	for i, f := range force {
		const d = 0.5
		rate, final := d/inertia[i], f/d
		fading := (v0[i] - final) * math.Exp(-rate*2)
		// The error of RK4 is (rate h)⁴/120 per unit of time, below the rounding of 2000 steps.
		if math.Abs(s.End.Velocity[i]-final-fading) > 1e-12 ||
			math.Abs(s.End.Position[i]-final*2-(v0[i]-final-fading)/rate) > 1e-12 {
			t.Errorf("coordinate %d: position %v, velocity %v", i, s.End.Position[i], s.End.Velocity[i])
		}
	}
	if math.Abs(s.Ledger.Drift) > 1e-11 || s.Ledger.DampingLoss == 0 || s.Ledger.EffortWork == 0 {
		t.Errorf("summary %+v", s)
	}
}

// conical returns a rod on a ball joint, and the start at which it goes round the vertical at a constant tilt: with
// the moments A across and C along it, (A − C) Ω² cos θ = m g l, where the whole body turns with Ω.
func conical(t testing.TB) (m *tree.Model, q, qd []float64, turns float64) {
	const mass, l, A, C, tilt = 2, 0.5, 0.3, 0.1, 0.7 // A about the centre of mass
	r := on(urdf.Continuous, [3]float64{0, 0, -l})
	r.Links[1].Inertial.Inertia = urdf.Tensor{IXX: A, IYY: A, IZZ: C}
	m = expect.Model(t, r, tree.WithJoint("j", tree.SphericalJoint()))
	turns = math.Sqrt(mass * 9.81 * l / ((A + mass*l*l - C) * math.Cos(tilt)))
	return m, []float64{0, math.Sin(tilt / 2), 0, math.Cos(tilt / 2)},
		[]float64{-turns * math.Sin(tilt), 0, turns * math.Cos(tilt)}, turns
}

// TestSphericalPendulum follows a conical pendulum round, in closed form: after the time T its orientation is that of
// the start turned by Ω T. Its velocity is constant in its own axes, so every method is exact, or as exact as it is
// asked to be.
func TestSphericalPendulum(t *testing.T) {
	m, q, v, turns := conical(t)
	const end = 2
	want := mgl64.QuatRotate(turns*end, mgl64.Vec3{0, 0, 1}).Mul(mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])})
	for _, method := range integrate.Methods() {
		s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method,
			Options: integrate.Options{RTol: 1e-12, ATol: 1e-14}},
			Start: sim.Start{Position: q, Velocity: v}}), end)
		got := mgl64.Quat{W: s.End.Position[3], V: mgl64.Vec3(s.End.Position[:3])}
		if off := 2 * want.Conjugate().Mul(got).V.Len(); !(off < 1e-11) || math.Abs(s.Ledger.Drift) > 1e-11 {
			t.Errorf("%s: off by %.2g rad, energy by %.2g J", method.Name, off, s.Ledger.Drift)
		}
	}
}

// spring is a controller that draws a ball joint to the neutral orientation, with the potential energy k (1 − w²) of
// the quaternion, and damps it.
type spring struct{ k, d float64 }

func (s spring) Effort(tau []float64, _ float64, q, qd []float64) error {
	for i := range tau {
		tau[i] = -s.k*q[3]*q[i] - s.d*qd[i]
	}
	return nil
}

// TestLedgerOnPoses books the work of efforts that depend on an orientation: against the potential energy of a
// spring, and to the order 4.
func TestLedgerOnPoses(t *testing.T) {
	m, q, v, _ := conical(t)
	const k = 30
	failure := func(step, d float64) (drift, work float64) {
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: step},
			Start:      sim.Start{Position: q, Velocity: v},
			Controller: spring{k, d}})
		s := expect.Run(t, w, 1)
		stored := func(q []float64) float64 { return k * (1 - q[3]*q[3]) }
		return math.Abs(s.Ledger.Drift), math.Abs(s.Ledger.EffortWork + stored(s.End.Position) - stored(q))
	}
	for d, what := range map[float64]string{0: "spring", 0.5: "spring and damper"} {
		coarse, off := failure(0.02, d)
		fine, finer := failure(0.01, d)
		if order := math.Log2(coarse / fine); !(order > 3.6 && coarse < 1e-3) {
			t.Errorf("%s: the ledger is off by %.3g and %.3g J, order %.2f", what, coarse, fine, order)
		}
		if order := math.Log2(off / finer); d == 0 && !(order > 3.6) {
			t.Errorf("%s: the work is off by %.3g and %.3g J, order %.2f", what, off, finer, order)
		}
	}
}

// TestPoseColumns checks the columns of a floating base and of joints with several coordinates, and that rows have
// what they say.
func TestPoseColumns(t *testing.T) {
	r := &urdf.Robot{Name: "r", Links: []urdf.Link{brick("root", [3]float64{}), brick("a", [3]float64{}),
		brick("b", [3]float64{})}, Joints: []urdf.Joint{
		{Name: "p", Type: urdf.Planar, Parent: "root", Child: "a", Axis: [3]float64{0, 0, 1}},
		{Name: "f", Type: urdf.Floating, Parent: "a", Child: "b"}}}
	m := expect.Model(t, r, tree.WithFloatingBase())
	log := &table{}
	q, v, tau := m.Neutral(), randrobot.Vector(1, m.NV()), randrobot.Vector(2, m.NV())
	copy(q, []float64{1, 2, 3})
	copy(q[7:], []float64{4, 5, 6, 7, 8, 9})
	w := expect.World(t, sim.Config{Model: m, Log: sim.Log{Sink: log}, Start: sim.Start{Position: q, Velocity: v},
		Controller: loop.NewOpenLoop(tau, nil)})
	expect.Run(t, w, 0)
	a := w.State().Qdd
	want := map[string]float64{"time": 0, "base/position/y": 2, "base/orientation/w": 1,
		"base/linear_velocity/z": v[2], "base/angular_velocity/x": v[3],
		"base/linear_acceleration/y": a[1], "base/angular_acceleration/z": a[5],
		"p[2]/position": 6, "p[1]/velocity": v[7], "p[0]/acceleration": a[6], "p[2]/effort": tau[8],
		"f[0]/position": 7, "f[6]/position": 1, "f[5]/velocity": v[14], "f[0]/acceleration": a[9],
		"f[3]/effort": tau[12]}
	for name, x := range want {
		if got := log.column(t, name)[0]; got != x {
			t.Errorf("%s is %v, want %v", name, got, x)
		}
	}
	if n := 1 + 19 + 3*4 + (7 + 3*6) + 3; len(log.columns) != n || len(log.rows[0]) != n {
		t.Errorf("%d columns, %d numbers; want %d: %v", len(log.columns), len(log.rows[0]), n, log.columns)
	}
	order := strings.Join(log.columns[20:32], " ")
	if order != "p[0]/position p[1]/position p[2]/position p[0]/velocity p[1]/velocity p[2]/velocity "+
		"p[0]/acceleration p[1]/acceleration p[2]/acceleration p[0]/effort p[1]/effort p[2]/effort" {
		t.Errorf("columns %s", order)
	}
	r.Joints[1] = urdf.Joint{Name: "p[0]", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}
	if _, err := sim.New(sim.Config{Model: expect.Model(t, r), Log: sim.Log{Sink: &table{}}}); err == nil ||
		!strings.Contains(err.Error(),
			`two columns "p[0]/acceleration"`) {
		t.Errorf("two columns of a name: %v", err)
	}
}

// TestGoldenFloating checks that real robots keep their energy as they fall and turn where nothing holds them.
func TestGoldenFloating(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, _ *tree.Model) {
		m, state := f.Model(t, tree.WithFloatingBase()), f.States[0]
		if f.Kind == "fixed" {
			state.BasePosition, state.BaseQuat = []float64{0, 0, 0}, []float64{0, 0, 0, 1}
			state.BaseTwist = []float64{0.5, -0.2, 1, 0.3, 1, -0.4}
		}
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
			Ideal: true,
			Start: sim.Start{Position: state.Position(t, m), Velocity: state.Velocity(t, m)}})
		s := expect.Run(t, w, 0.5)
		if scale := math.Abs(s.End.Potential - s.Start.Potential); !(math.Abs(s.Ledger.Drift) < 1e-8*scale) {
			t.Errorf("%s: the energy drifts by %v of %v J", f.Robot, s.Ledger.Drift, scale)
		}
	})
}
