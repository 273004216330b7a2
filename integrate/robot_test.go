package integrate_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/aba"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/bare"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// build returns a robot of a description.
func build(t testing.TB, r *urdf.Robot, opts ...tree.Option) *bare.Robot {
	t.Helper()
	return bare.New(expect.Model(t, r, opts...))
}

var (
	_ integrate.Ambient   = (*bare.Robot)(nil)
	_ integrate.Canonical = (*bare.Robot)(nil)
	_ integrate.Stiff     = (*bare.Robot)(nil)
)

// measureOrder checks that the error with 2n steps is smaller than that with n steps as the order of the method says.
// The next term of the error may be a fourteenth of the first; where the order is 5 a sixth, for smaller errors are
// near rounding.
func measureOrder(t *testing.T, name string, method integrate.Method, n int, failure func(n int) float64) {
	t.Helper()
	tolerance := 0.1
	if orders[method.Name] > 4 {
		tolerance = 0.25
	}
	coarse, fine := failure(n), failure(2*n)
	got := math.Log2(coarse / fine)
	t.Logf("%s, %s: off by %.2g and %.2g with %d and %d steps, order %.3f", name, method.Name, coarse, fine, n, 2*n,
		got)
	if !(math.Abs(got-orders[method.Name]) < tolerance) {
		t.Errorf("%s, %s: order %.3f, want %v", name, method.Name, got, orders[method.Name])
	}
}

// TestOrderOnArm measures the order of each method on a falling UR5 of six joints, against the reference trajectory,
// which is exact to 1e-15. So all methods converge to that motion.
func TestOrderOnArm(t *testing.T) {
	reference, m := golden.Load(t, "ur5_robot_trajectory"), golden.Embedded(t, "ur5")
	const sample = 10 // at 1 s
	vectors := func(i int) (q, qd []float64) {
		s := &reference.Samples[i]
		return golden.Vector(t, m, s.Q), golden.Vector(t, m, s.Qd)
	}
	q, v := vectors(0)
	wantQ, wantV := vectors(sample)
	steps := map[float64]int{1: 4000, 2: 400, 4: 200, 5: 400}
	for _, method := range integrate.Methods() {
		measureOrder(t, "ur5", method, steps[orders[method.Name]], func(n int) float64 {
			s := run(t, method, bare.New(m), q, v, reference.Samples[sample].T, n)
			return math.Hypot(floats.Distance(s.Q, wantQ, 2), floats.Distance(s.Qd, wantV, 2))
		})
	}
}

// body returns a robot that is one body with the principal moments of inertia 1, 2 and 3 kg m² and the mass 2 kg, and
// moves freely.
func body(t testing.TB, gravity mgl64.Vec3) *bare.Robot {
	link := urdf.Link{Name: "body", Inertial: &urdf.Inertial{Mass: 2, Inertia: urdf.Tensor{IXX: 1, IYY: 2, IZZ: 3}}}
	return build(t, &urdf.Robot{Name: "body", Links: []urdf.Link{link}}, tree.WithFloatingBase(),
		tree.WithGravity(gravity))
}

// TestOrderOnFloatingBody measures the order of each method on a body that is thrown: its centre of mass follows a
// parabola, and its orientation is that of Euler's equations, integrated in the space around.
func TestOrderOnFloatingBody(t *testing.T) {
	g := mgl64.Vec3{0, 0, -9.81}
	r := body(t, g)
	const end = 1.0
	orientation, w := []float64{0.5, -0.5, 0.5, 0.5}, []float64{1, 2, -1.5}
	thrown := mgl64.Vec3{4, -1, 5} // in the world
	rotation := func(q []float64) mgl64.Mat3 {
		return spatial.FromQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])})
	}
	start := rotation(orientation)
	own := start.Transpose().Mul3x1(thrown)
	turned := top{moments: mgl64.Vec3{1, 2, 3}}.at(orientation, w, end, 20_000)
	place := thrown.Mul(end).Add(g.Mul(end * end / 2))
	final := rotation(turned).Transpose().Mul3x1(thrown.Add(g.Mul(end)))
	want := append(append(append(append([]float64{}, place[:]...), turned[:4]...), final[:]...), turned[4:]...)
	steps := map[float64]int{1: 4000, 2: 400, 4: 100, 5: 50}
	for _, method := range integrate.Methods() {
		measureOrder(t, "floating body", method, steps[orders[method.Name]], func(n int) float64 {
			s := run(t, method, r, append(make([]float64, 3), orientation...), append(own[:], w...), end, n)
			return floats.Distance(append(s.Q, s.Qd...), want, 2)
		})
	}
}

// TestFloatingRobotConverges drops and turns a whole robot: all methods come to the same state, which RK4 and
// Dormand-Prince find to ten digits.
func TestFloatingRobotConverges(t *testing.T) {
	description, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	r := build(t, description, tree.WithFloatingBase())
	q, v := r.Neutral(), make([]float64, r.NV())
	for i := range v {
		v[i] = 3 * math.Sin(float64(3*i+1))
	}
	const end = 0.5
	want := run(t, integrate.RK4Method, r, q, v, end, 2000)
	distance := func(s *integrate.State) float64 {
		return math.Hypot(floats.Distance(s.Q, want.Q, 2), floats.Distance(s.Qd, want.Qd, 2))
	}
	if d := distance(run(t, integrate.DormandPrinceMethod, r, q, v, end, 500)); !(d < 1e-9) {
		t.Errorf("RK4 and Dormand-Prince differ by %.2g", d)
	}
	steps := map[float64]int{1: 4000, 2: 500, 4: 100, 5: 60}
	for _, method := range integrate.Methods() {
		measureOrder(t, "floating ur5", method, steps[orders[method.Name]],
			func(n int) float64 { return distance(run(t, method, r, q, v, end, n)) })
	}
}

// TestImplicitOnFinger damps a light finger on an arm so strongly that explicit methods need steps of b h < 2 I; the
// implicit one takes steps 50 times as long, and ends where the finger hangs.
func TestImplicitOnFinger(t *testing.T) {
	mass := func(m, length float64) *urdf.Inertial {
		return &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0, 0, -length}}, Mass: m,
			Inertia: urdf.Tensor{IXX: m * length * length / 10, IYY: m * length * length / 10,
				IZZ: m * length * length / 10}}
	}
	r := build(t, &urdf.Robot{Name: "hand", Links: []urdf.Link{{Name: "ground"}, {Name: "arm", Inertial: mass(5, 0.3)},
		{Name: "finger", Inertial: mass(0.01, 0.03)}},
		Joints: []urdf.Joint{
			{Name: "shoulder", Type: urdf.Continuous, Parent: "ground", Child: "arm", Axis: [3]float64{1, 0, 0}},
			{Name: "knuckle", Type: urdf.Continuous, Parent: "arm", Child: "finger", Axis: [3]float64{1, 0, 0},
				Origin: urdf.Pose{XYZ: [3]float64{0, 0, -0.6}}},
		}})
	r.Damping, r.Stiffness = []float64{2, 0.01}, []float64{0, 0.01}
	q, v := []float64{0.4, 1}, []float64{0, 0}
	inverse := make([]float64, 4)
	if err := aba.New(r.Model).InverseMassMatrix(inverse, q); err != nil {
		t.Fatal(err)
	}
	edge := 2 / (r.Damping[1] * inverse[3]) // h b/I = 2, I the inertia that the finger meets where all else is free
	end := func(method integrate.Method, h float64) *integrate.State {
		s, err := integrate.NewState(r, 0, q, v)
		if err != nil {
			t.Fatal(err)
		}
		for stepper := method.New(r, integrate.Options{}); s.T < 20 && math.Abs(s.Qd[1]) < 1e6; {
			if _, err := stepper.Step(r, s, h); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	rests := func(s *integrate.State) bool { return floats.Norm(s.Qd, 2) < 1e-6 && floats.Norm(s.Q, 2) < 1e-6 }
	// Where the finger turns it meets other inertias: hence 10 % and 5 %.
	if s := end(integrate.EulerMethod, 1.1*edge); s.T >= 20 {
		t.Errorf("euler is stable beyond its edge at %v s", edge)
	}
	if s := end(integrate.EulerMethod, 0.95*edge); !rests(s) {
		t.Errorf("euler below its edge: %+v", s)
	}
	if s := end(integrate.SemiImplicitMethod, 5*edge); !rests(s) {
		t.Errorf("semi-implicit at 5 times the step %v s: %+v", edge, s)
	}
	if s := end(integrate.ImplicitMethod, 50*edge); !rests(s) {
		t.Errorf("implicit at 50 times the step %v s: %+v", edge, s)
	}
	// Where the step is small, both go to the same motion.
	r.Solutions = 0
	a, b := run(t, integrate.ImplicitMethod, r, q, v, 0.2, 20_000), run(t, integrate.RK4Method, r, q, v, 0.2, 20_000)
	if d := floats.Distance(a.Q, b.Q, 2); !(d < 1e-5) {
		t.Errorf("implicit and RK4 differ by %.2g", d)
	}
	if want := 20_000*(2+4) + 2; r.Solutions != want {
		t.Errorf("%d solutions of the equation of motion, want %d", r.Solutions, want)
	}
}

// TestRobotsDoNotAllocate is TestDoesNotAllocate for robots with and without poses.
func TestRobotsDoNotAllocate(t *testing.T) {
	description, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*bare.Robot{build(t, description), build(t, description, tree.WithFloatingBase())} {
		for _, method := range integrate.Methods() {
			s, err := integrate.NewState(r, 0, r.Neutral(), make([]float64, r.NV()))
			if err != nil {
				t.Fatal(err)
			}
			stepper := method.New(r, integrate.Options{})
			if n := testing.AllocsPerRun(100, func() {
				if _, err := stepper.Step(r, s, 0.002); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("%s: %v allocations", method.Name, n)
			}
		}
	}
}
