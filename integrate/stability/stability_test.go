package stability_test

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// carts returns masses on rails beside each other, each with a damping.
func carts(t testing.TB, masses, dampings []float64) *tree.Model {
	r := &urdf.Robot{Name: "carts", Links: []urdf.Link{{Name: "ground"}}}
	for i, m := range masses {
		name := string(rune('a' + i))
		r.Links = append(r.Links,
			urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: m, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}})
		r.Joints = append(r.Joints, urdf.Joint{Name: "rail_" + name, Type: urdf.Prismatic, Parent: "ground",
			Child: name, Axis: [3]float64{1, 0, 0},
			Limit: &urdf.Limit{Lower: -1e9, Upper: 1e9}, Dynamics: &urdf.Dynamics{Damping: dampings[i]}})
	}
	return expect.Model(t, r)
}

// start is the state to look at. Position is required; what is nil is 0.
type start struct {
	Position, Velocity, Effort []float64
	Damping, Stiffness         []float64 // of each rate
}

func spectrum(m *tree.Model, s start) (*stability.Spectrum, error) {
	l, err := aba.Linearize(m, &tree.Passive{Damping: s.Damping, Stiffness: s.Stiffness}, s.Position, s.Velocity,
		s.Effort)
	if err != nil {
		return nil, err
	}
	return stability.New(l)
}

func linearize(t testing.TB, m *tree.Model, s start) *stability.Spectrum {
	t.Helper()
	if s.Position == nil {
		s.Position = m.Neutral()
	}
	l, err := spectrum(m, s)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func steps(t testing.TB, l *stability.Spectrum, method integrate.Method) stability.Steps {
	t.Helper()
	s, err := l.Steps(method)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEdges compares the largest steps with the closed forms, for an oscillator of w = 3 and a damped mass of b/m =
// 50, each alone and both together.
func TestEdges(t *testing.T) {
	const w, rate = 3.0, 50.0
	m := carts(t, []float64{2, 0.5}, []float64{0, 0})
	free := start{}
	swing := start{Stiffness: []float64{2 * w * w, 0}}
	brake := start{Damping: []float64{0, 0.5 * rate}}
	both := start{Stiffness: swing.Stiffness, Damping: brake.Damping}
	inf := math.Inf(1)
	for _, c := range []struct {
		method                integrate.Method
		oscillation, decaying float64 // edges of h w and h b/m
	}{
		{integrate.EulerMethod, 0, 2},
		{integrate.SemiImplicitMethod, 2, inf}, // damping is implicit
		{integrate.ImplicitMethod, inf, inf},
		{integrate.MidpointMethod, 0, 2},
		{integrate.RK4Method, 2 * math.Sqrt2, 2.785293563405282},
		{integrate.DormandPrinceMethod, 0.997189, 3.30657},
		{integrate.ImplicitMidpointMethod, inf, inf},
	} {
		for name, x := range map[string]struct {
			start start
			want  float64
			rate  int
		}{
			"free": {free, inf, -1}, "oscillation": {swing, c.oscillation / w, 0},
			"decay": {brake, c.decaying / rate, 1},
			"both": {both, math.Min(c.oscillation/w, c.decaying/rate),
				map[bool]int{true: 0, false: 1}[c.oscillation/w <= c.decaying/rate]},
		} {
			got := steps(t, linearize(t, m, x.start), c.method)
			// Eigenvalues on the circle that meet are exact to 1e-8, and the edges of Dormand-Prince are given to 6
			// digits.
			if got.Largest != x.want && !(math.Abs(got.Largest-x.want) < 1e-5*x.want) {
				t.Errorf("%s, %s: largest step %v, want %v", c.method.Name, name, got.Largest, x.want)
			}
			if !math.IsInf(x.want, 1) && (got.Limiting.Rate != x.rate || got.Limiting.Joint != []string{"rail_a",
				"rail_b"}[x.rate]) {
				t.Errorf("%s, %s: limited by %+v, want rate %d", c.method.Name, name, got.Limiting, x.rate)
			}
		}
	}
}

// TestImplicitWithGravity compares the largest step where damping is implicit and the pull of gravity is not with the
// closed form: with μ = −1 at the edge, of μ² − (1 + (1 − h² w²)/D) μ + 1/D and D = 1 + h b, h² w² − 2 h b − 4 = 0.
func TestImplicitWithGravity(t *testing.T) {
	description, err := models.Robot("pendulum")
	if err != nil {
		t.Fatal(err)
	}
	m := expect.Model(t, description)
	for _, damping := range []float64{0, 0.3, 5} {
		l := linearize(t, m, start{Damping: []float64{damping}})
		mode := l.Fastest()
		w2, b := mode.Stiffness/mode.Inertia, damping/mode.Inertia
		want := (b + math.Sqrt(b*b+4*w2)) / w2
		if got := steps(t, l, integrate.ImplicitMethod).Largest; !(math.Abs(got-want) < 1e-5*want) {
			t.Errorf("damping %v: largest step %v, want %v", damping, got, want)
		}
	}
}

// TestUpright checks that a pendulum that falls over by itself is not called unstable.
func TestUpright(t *testing.T) {
	description, err := models.Robot("pendulum")
	if err != nil {
		t.Fatal(err)
	}
	m := expect.Model(t, description)
	l := linearize(t, m, start{Position: []float64{math.Pi}})
	if real(l.Modes()[0].Lambda)*real(l.Modes()[1].Lambda) >= 0 {
		t.Fatalf("the pendulum does not stand: %+v", l.Modes())
	}
	for _, method := range integrate.Methods() {
		s := steps(t, l, method)
		// What limits steps is the decay of the way back.
		if !(s.Largest > 0.1) {
			t.Errorf("%s: largest step %v", method.Name, s.Largest)
		}
		if g, err := l.Growth(method, 1e-3); err != nil || g != 0 {
			t.Errorf("%s: growth %v, %v", method.Name, g, err)
		}
	}
}

// gravityOf returns the efforts that hold a robot still.
func gravityOf(m *tree.Model, q []float64) []float64 {
	tau := make([]float64, m.NV())
	rnea.New(m).Gravity(tau, q)
	return tau
}

// TestModes checks the modes of random robots: their sum is the trace of ∂a/∂v, which is −M⁻¹ B for a robot at rest.
func TestModes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 6)
		n := c.Model.NV()
		M := mat.NewDense(n, n, nil)
		crba.New(c.Model).MassMatrix(M.RawMatrix().Data, c.Q)
		var inverse mat.Dense
		if err := inverse.Inverse(M); err != nil {
			t.Skip("no inertia in some direction")
		}
		const k, b = 40.0, 0.7
		damping, stiffness := make([]float64, n), make([]float64, n)
		trace := 0.0
		for i := range n {
			damping[i], stiffness[i] = b, k
			trace -= b * inverse.At(i, i)
		}
		l, err := spectrum(c.Model, start{Position: c.Q, Effort: gravityOf(c.Model, c.Q),
			Damping: damping, Stiffness: stiffness})
		if err != nil {
			t.Skip(err)
		}
		var sum complex128
		for _, m := range l.Modes() {
			sum += m.Lambda
		}
		// Each eigenvalue is exact to rounding times the largest, or half the digits where two meet; and so may M⁻¹ be.
		if size := cmplx.Abs(l.Fastest().Lambda); cmplx.Abs(sum-complex(trace, 0)) > 1e-6*(1+size) {
			t.Fatalf("the sum of the modes is %v, want %v; the fastest is %v", sum, trace, size)
		}
	})
}

// TestOnRobot checks the largest steps on the robot itself: a double pendulum with dampings, pushed a little, comes
// to rest at 0.98 of them and departs at 1.02.
func TestOnRobot(t *testing.T) {
	description, err := models.Robot("double_pendulum")
	if err != nil {
		t.Fatal(err)
	}
	for i := range description.Joints {
		description.Joints[i].Dynamics = &urdf.Dynamics{Damping: []float64{0.4, 0.05}[min(i, 1)]}
	}
	m := expect.Model(t, description)
	hanging := hang(t, m)
	damping := make([]float64, m.NV())
	for _, j := range m.Joints() {
		damping[j.V] = j.Damping
	}
	l := linearize(t, m, start{Position: hanging, Damping: damping})
	for _, method := range expect.Some(t, 4, integrate.Methods()...) {
		s := steps(t, l, method)
		if method.Adaptive || math.IsInf(s.Largest, 1) || method.Name == integrate.ImplicitMethod.Name {
			continue
		}
		if s.Largest == 0 {
			t.Errorf("%s is stable at no step", method.Name)
			continue
		}
		under, err1 := l.Growth(method, 0.98*s.Largest)
		over, err2 := l.Growth(method, 1.02*s.Largest)
		if err := errors.Join(err1, err2); err != nil || under != 0 || !(over > 0) {
			t.Fatalf("%s: growth %v and %v, %v", method.Name, under, over, err)
		}
		amplitude := func(h float64) float64 {
			q := append([]float64{}, hanging...)
			q[0] += 1e-6
			w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: h},
				Start: sim.Start{Position: q}})
			w.Run(context.Background(), 15/over) // e¹⁵ is 3e6
			return math.Max(floats.Distance(w.State().Q, hanging, math.Inf(1)), floats.Norm(w.State().Qd, math.Inf(1)))
		}
		if below, above := amplitude(0.98*s.Largest), amplitude(1.02*s.Largest); !(below < 1e-5) || above < 1e-3 {
			t.Errorf("%s: largest step %v; below it the motion is %v, above it %v", method.Name, s.Largest, below,
				above)
		}
	}
}

// hang returns the position at which a double pendulum hangs.
func hang(t testing.TB, m *tree.Model) []float64 {
	for _, q := range [][]float64{{0, 0}, {math.Pi / 2, 0}, {-math.Pi / 2, 0}, {math.Pi, 0}} {
		l := linearize(t, m, start{Position: q})
		if floats.Norm(gravityOf(m, q), 2) < 1e-9 && real(l.Modes()[0].Lambda) <= 0 && real(l.Fastest().Lambda) == 0 {
			return q
		}
	}
	t.Fatal("it hangs nowhere")
	return nil
}

// TestGrowth checks the growth of explicit Euler on an oscillator: ½ ln(1 + h² w²)/h.
func TestGrowth(t *testing.T) {
	const w, h = 3.0, 0.01
	l := linearize(t, carts(t, []float64{2}, []float64{0}), start{Stiffness: []float64{2 * w * w}})
	got, err := l.Growth(integrate.EulerMethod, h)
	if want := math.Log1p(h*h*w*w) / (2 * h); err != nil || math.Abs(got-want) > 1e-9 {
		t.Errorf("growth %v, want %v; %v", got, want, err)
	}
	mode := l.Fastest()
	if cmplx.Abs(mode.Lambda*mode.Lambda+w*w) > 1e-12 || mode.Joint != "rail_a" || math.Abs(mode.Inertia-2) > 1e-12 ||
		math.Abs(mode.Stiffness-2*w*w) > 1e-12 {
		t.Errorf("fastest mode %+v", mode)
	}
}

func TestErrors(t *testing.T) {
	m := carts(t, []float64{1}, []float64{0})
	if _, err := spectrum(m, start{Position: []float64{0},
		Damping: []float64{math.NaN()}}); err == nil || !strings.Contains(err.Error(), "not finite") {
		t.Errorf("NaN: %v", err)
	}
	still := expect.Model(t, &urdf.Robot{Name: "rock", Links: []urdf.Link{{Name: "rock"}}})
	if _, err := spectrum(still, start{}); err == nil || !strings.Contains(err.Error(),
		"no moving joint") {
		t.Errorf("no joint: %v", err)
	}
	massless, err := tree.Build(&urdf.Robot{Name: "ghost", Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
		Joints: []urdf.Joint{{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	var singular *tree.SingularError
	if _, err := spectrum(massless, start{Position: []float64{0}}); !errors.As(err, &singular) {
		t.Errorf("no inertia: %v", err)
	}
}

// TestNames looks at a UR5 whose arm is stretched but for the elbow, at 1.5 rad: what swings is the forearm about the
// elbow, whichever method is asked which of its modes limits the step. The mode's frequency is √(K/J) of the elbow, and
// no other joint has a stiffness by gravity of that size.
func TestNames(t *testing.T) {
	description, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	m := expect.Model(t, description)
	q := m.Neutral()
	elbow, _ := m.Joint("elbow_joint")
	q[m.Joints()[elbow].Q] = -1.5
	l := linearize(t, m, start{Position: q})
	for _, method := range integrate.Methods() {
		if s := steps(t, l, method); !math.IsInf(s.Largest, 1) && s.Limiting.Joint != "elbow_joint" {
			t.Errorf("%s: the step %v s is limited by %s", method.Name, s.Largest, s.Limiting.Joint)
		}
	}
	if mode := l.Fastest(); mode.Joint != "elbow_joint" {
		t.Errorf("the fastest mode is that of %s: %+v", mode.Joint, mode)
	}
}
