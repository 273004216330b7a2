package integrate_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/bare"
	"kinetree/urdf"
)

// pendulum is the benchmark A01 of the IFToMM library of computational benchmark problems: a point mass of 1 kg on a
// bar of 1 m without mass, let go where the bar is level. The position is the angle from hanging to the side from
// which it falls.
func pendulum(t testing.TB) *bare.Robot {
	ball := &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}}, Mass: 1}
	return build(t, &urdf.Robot{Name: "A01", Links: []urdf.Link{{Name: "ground"}, {Name: "bar", Inertial: ball}},
		Joints: []urdf.Joint{{Name: "pivot", Type: urdf.Continuous, Parent: "ground", Child: "bar",
			Axis: [3]float64{0, 1, 0}}}})
}

// The reference solution of A01 in elliptic functions, for g = 9.81.
const (
	a01Period  = 2.36784194757623745
	a01X, a01Y = -0.275087462576117, -0.961419205099125 // after 10 s, begun at x = −1
)

// TestA01 follows the pendulum of A01 for 10 s, and through one period and a quarter of one.
func TestA01(t *testing.T) {
	start := []float64{math.Pi / 2}
	rk4 := run(t, integrate.RK4Method, pendulum(t), start, []float64{0}, 10, 100_000)
	adaptive := follow(t, pendulum(t), start, []float64{0}, integrate.Options{RTol: 1e-12, ATol: 1e-13}, 10)
	for name, s := range map[string]*integrate.State{"rk4 at 1e-4 s": rk4, "dormand-prince at 1e-12": adaptive[0]} {
		x, y := -math.Sin(s.Q[0]), -math.Cos(s.Q[0])
		if t.Logf("%s: off by %.2g m", name, math.Hypot(x-a01X, y-a01Y)); !(math.Hypot(x-a01X, y-a01Y) < 1e-9) {
			t.Errorf("%s: (%.15f, %.15f), want (%.15f, %.15f)", name, x, y, a01X, a01Y)
		}
	}
	at := follow(t, pendulum(t), start, []float64{0}, integrate.Options{RTol: 1e-12, ATol: 1e-13}, a01Period/4,
		a01Period)
	if lowest, back := at[0], at[1]; !(math.Abs(lowest.Q[0]) < 1e-10) || !(math.Abs(back.Q[0]-math.Pi/2) < 1e-10 &&
		math.Abs(back.Qd[0]) < 1e-9) {
		t.Errorf("after a quarter of the period at %v rad, after the period at %v rad with %v rad/s", lowest.Q[0],
			back.Q[0], back.Qd[0])
	}
}

// follow returns the states at some times with Dormand-Prince.
func follow(t testing.TB, sys integrate.System, q, qd []float64, o integrate.Options,
	times ...float64) (states []*integrate.State) {
	t.Helper()
	s, err := integrate.NewState(sys, 0, q, qd)
	if err != nil {
		t.Fatal(err)
	}
	stepper := integrate.NewDormandPrince(sys, o)
	for _, to := range times {
		if _, err := stepper.Step(sys, s, to-s.T); err != nil {
			t.Fatal(err)
		}
		states = append(states, s.Clone())
	}
	return states
}

// The reference solution of the free body with the moments 1, 2, 3 kg m² and w(0) = (0.01, 1, 0.01) rad/s, in
// elliptic functions: it turns over and back in the period.
const flips = 39.1057341972687209

var (
	tumbling = []float64{0.01, 1, 0.01}
	after100 = []float64{0.00955041319675543, -1.00000439479422851, 0.009852417507542}
)

// TestTorqueFree lets the free body tumble for 100 s, with RK4 at 1 ms and with Dormand-Prince.
func TestTorqueFree(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no body turns for 100000 steps")
	}
	r := body(t, mgl64.Vec3{})
	q, v := r.Neutral(), append(make([]float64, 3), tumbling...)
	rk4 := run(t, integrate.RK4Method, r, q, v, 100, 100_000)
	adaptive := follow(t, r, q, v, integrate.Options{RTol: 1e-12, ATol: 1e-14}, flips/2, flips, 100)
	start, err := integrate.NewState(r, 0, q, v)
	if err != nil {
		t.Fatal(err)
	}
	momentum := func(s *integrate.State) float64 { return r.AngularMomentum(s.Q, s.Qd) }
	for name, s := range map[string]*integrate.State{"rk4": rk4, "dormand-prince": adaptive[2]} {
		rate := floats.Distance(s.Qd[3:], after100, math.Inf(1))
		energy, size := r.Energy(s.Q, s.Qd)-r.Energy(start.Q, start.Qd), momentum(s)-momentum(start)
		t.Logf("%s: rates off by %.2g rad/s, energy by %.2g J, momentum by %.2g N m s", name, rate, energy, size)
		// The deviation from the unstable axis grows 100 times in each quarter of the period and back, with what
		// errors there are.
		if !(rate < 1e-9) || !(math.Abs(energy) < 1e-10) || !(math.Abs(size) < 1e-10) {
			t.Errorf("%s: rates %v, want %v; energy off by %v, momentum by %v", name, s.Qd[3:], after100, energy, size)
		}
	}
	// Half a period takes the rates back to the start but for the sign of the second and of one of the others.
	half, whole := adaptive[0].Qd[3:], adaptive[1].Qd[3:]
	if math.Abs(half[1]+1) > 1e-9 || math.Abs(math.Abs(half[0])-0.01) > 1e-9 || floats.Distance(whole, tumbling,
		math.Inf(1)) > 1e-9 {
		t.Errorf("after half a period the rates are %v, after the period %v", half, whole)
	}
	// The momentum keeps its direction in the world, too.
	solver := lagrange.New(r.Model)
	if d := solver.Momentum(rk4.Q, rk4.Qd).Ang.Sub(solver.Momentum(q, v).Ang).Len(); !(d < 1e-10) {
		t.Errorf("the momentum moves by %v N m s", d)
	}
}

// TestImplicitMidpointFreeBody checks that the implicit midpoint method keeps the energy and the size of the momentum
// of a free body, which are quadratic, to rounding at any step.
func TestImplicitMidpointFreeBody(t *testing.T) {
	r := body(t, mgl64.Vec3{})
	q, v := r.Neutral(), append(make([]float64, 3), 0.3, 1, -0.2)
	start, err := integrate.NewState(r, 0, q, v)
	if err != nil {
		t.Fatal(err)
	}
	s := run(t, integrate.ImplicitMidpointMethod, r, q, v, 100, 500)
	size := func(s *integrate.State) float64 { return r.AngularMomentum(s.Q, s.Qd) }
	if e, m := r.Energy(s.Q, s.Qd)-r.Energy(start.Q, start.Qd),
		size(s)-size(start); !(math.Abs(e) < 1e-12 && math.Abs(m) < 1e-12) {
		t.Errorf("after 500 steps of 0.2 s the energy is off by %.2g J, the momentum by %.2g N m s", e, m)
	}
}

// means returns the mean of the energy's error in windows of a chaotic double pendulum's motion.
func means(t *testing.T, sys integrate.System, r *bare.Robot, windows, steps int, h float64) (mean []float64,
	largest float64) {
	s, err := integrate.NewState(sys, 0, []float64{2, 0.5}, []float64{0, 0})
	if err != nil {
		t.Fatal(err)
	}
	stepper, begin := integrate.NewImplicitMidpoint(sys), r.Energy(s.Q, s.Qd)
	for range windows {
		sum := 0.0
		for range steps {
			if _, err := stepper.Step(sys, s, h); err != nil {
				t.Fatal(err)
			}
			e := r.Energy(s.Q, s.Qd) - begin
			sum, largest = sum+e, math.Max(largest, math.Abs(e))
		}
		mean = append(mean, sum/float64(steps))
	}
	return mean, largest
}

// plain hides the momenta of a robot.
type plain struct{ integrate.System }

// TestImplicitMidpointDoesNotDrift swings a chaotic double pendulum for 120 s at 2 ms: the energy's error oscillates
// and its mean over 20 s stays where it is. The midpoint rule on velocities in place of momenta drifts; so the test
// can tell.
func TestImplicitMidpointDoesNotDrift(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, no run of 60000 steps")
	}
	description, err := models.Robot("double_pendulum")
	if err != nil {
		t.Fatal(err)
	}
	r := build(t, description)
	const windows, steps, h = 6, 10_000, 0.002
	spread := func(mean []float64) float64 { return floats.Max(mean) - floats.Min(mean) }
	mean, largest := means(t, r, r, windows, steps, h)
	drifting, _ := means(t, plain{r}, r, windows, steps, h)
	t.Logf("largest error %.2g J, means in a band of %.2g J; on velocities %.2g J", largest, spread(mean),
		spread(drifting))
	if !(spread(mean) < 0.02*largest) || !(spread(drifting) > 5*spread(mean)) {
		t.Errorf("the means are %v, on velocities %v; the largest error is %v", mean, drifting, largest)
	}
}
