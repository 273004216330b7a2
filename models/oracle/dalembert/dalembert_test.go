package dalembert

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestMasses checks that the point masses have the mass, the centre and the tensor of a link.
func TestMasses(t *testing.T) {
	for seed := range uint64(50) {
		in := randrobot.New(seed, 1).Links[0].Inertial
		var got spatial.Inertia
		for _, p := range masses(in, 0) {
			one := spatial.NewInertia(p.mass, p.at, spatial.Sym3{})
			got.Add(&one)
		}
		want := in.Spatial()
		// 1e-14: a few dozen roundings of numbers below 10.
		if !floats.EqualApprox(got.I[:], want.I[:], 1e-14) || math.Abs(got.M-want.M) > 1e-14 ||
			got.MC.Sub(want.MC).Len() > 1e-14 {
			t.Errorf("seed %d: inertia %v, want %v", seed, got, want)
		}
	}
	// A rod has two points beside its centre, in its line, and a point has none: m/3 d² = 1 at d = 1.
	for moment, want := range map[float64]int{1: 2, 0: 0} {
		beside := 0
		for _, p := range masses(&urdf.Inertial{Mass: 3, Inertia: urdf.Tensor{IYY: moment, IZZ: moment}}, 0) {
			if p.at.Len() > 0 {
				beside++
			}
			if p.at[1] != 0 || p.at[2] != 0 || p.at[0] != 0 && math.Abs(math.Abs(p.at[0])-1) > 1e-15 {
				t.Errorf("moment %v: a point is at %v", moment, p.at)
			}
		}
		if beside != want {
			t.Errorf("moment %v: %d points beside the centre, want %d", moment, beside, want)
		}
	}
}

// TestCartPole compares with the closed form of models/README.md, far below Relative: the derivation says 1e-9 for a
// robot without long chains.
func TestCartPole(t *testing.T) {
	const tolerance = 1e-9
	const M, m, l, g = 1.0, 0.1, 0.5, 9.81
	const J = m * l * l / 3
	robot, err := models.Robot("cart_pole")
	if err != nil {
		t.Fatal(err)
	}
	d := New(robot, golden.Embedded(t, "cart_pole"))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		x := func() float64 { return 6 * (rng.Float64() - 0.5) }
		q, v, a := []float64{x(), x()}, []float64{x(), x()}, []float64{x(), x()}
		s, c := math.Sincos(q[1])
		want := []float64{
			(M+m)*a[0] + m*l*(a[1]*c-v[1]*v[1]*s),
			(J+m*l*l)*a[1] + m*l*a[0]*c - m*g*l*s,
		}
		if got := d.Efforts(q, v, a, nil); !floats.EqualApprox(got, want, tolerance) {
			t.Errorf("at %v, %v, %v: efforts %v, want %v", q, v, a, got, want)
		}
		if got, want := d.MassMatrix(q), []float64{M + m, m * l * c, m * l * c, J + m*l*l}; !floats.EqualApprox(got,
			want, tolerance) {
			t.Errorf("at %v: mass matrix %v, want %v", q, got, want)
		}
	}
}

// TestEuler compares the moment of a floating box with Euler's equations, n = J ω' + ω × J ω, and its force with f =
// m (v' + ω × v − Rᵀ g), with and without a wrench on it.
func TestEuler(t *testing.T) {
	tensor := spatial.Box(2, 0.1, 0.2, 0.3)
	r := &urdf.Robot{Name: "box", Links: []urdf.Link{{Name: "box", Inertial: &urdf.Inertial{Mass: 2,
		Inertia: urdf.Tensor{IXX: tensor[0], IYY: tensor[2], IZZ: tensor[5]}}}}}
	m := expect.Model(t, r, tree.WithFloatingBase())
	d := New(r, m)
	q := make([]float64, 7)
	for seed := range uint64(20) {
		m.Random(q, rand.New(rand.NewPCG(seed, 1)))
		v, a := randrobot.Vector(seed, 6), randrobot.Vector(seed+100, 6)
		R := spatial.FromQuaternion(mgl64.Quat{W: q[6], V: mgl64.Vec3(q[3:6])})
		lin, w := mgl64.Vec3(v[:3]), mgl64.Vec3(v[3:])
		J := tensor.Mat3()
		f := mgl64.Vec3(a[:3]).Add(w.Cross(lin)).Sub(R.Transpose().Mul3x1(m.Gravity())).Mul(2)
		n := J.Mul3x1(mgl64.Vec3(a[3:])).Add(w.Cross(J.Mul3x1(w)))
		wrench := spatial.Force{Ang: mgl64.Vec3{1, 2, 3}, Lin: mgl64.Vec3{4, 5, 6}}
		for _, fext := range [][]spatial.Force{nil, {wrench}} {
			want := append(append([]float64{}, f[:]...), n[:]...)
			if fext != nil {
				floats.Sub(want, []float64{4, 5, 6, 1, 2, 3})
			}
			if got := d.Efforts(q, v, a, fext); !floats.EqualApprox(got, want, 1e-9) { // see TestCartPole
				t.Errorf("seed %d: efforts %v, want %v", seed, got, want)
			}
		}
		// In the world's axes the same without gravity.
		mass, force, moment := d.MomentumRate(q, v, a)
		if math.Abs(mass-2) > 1e-15 ||
			R.Transpose().Mul3x1(force).Sub(mgl64.Vec3(a[:3]).Add(w.Cross(lin)).Mul(2)).Len() > 1e-9 ||
			R.Transpose().Mul3x1(moment).Sub(n).Len() > 1e-9 {
			t.Errorf("seed %d: mass %v, force %v, moment %v", seed, mass, force, moment)
		}
	}
}

// TestMovedBase compares the effort of a pendulum whose base moves with one that swings from a cart moved the same way.
func TestMovedBase(t *testing.T) {
	robot, err := models.Robot("pendulum")
	if err != nil {
		t.Fatal(err)
	}
	d := New(robot, golden.Embedded(t, "pendulum"))
	// Upwards by a m/s² is as more gravity: m l (g + a) sin q. A sideways velocity changes nothing.
	d.MoveBase(&tree.BaseMotion{Pose: spatial.Identity(), Velocity: spatial.Motion{Lin: mgl64.Vec3{1, 2, 3}},
		Acceleration: spatial.Motion{Lin: mgl64.Vec3{0, 0, 2}}})
	got := d.Efforts([]float64{0.5}, []float64{2}, []float64{0}, nil)
	if want := (9.81 + 2) * math.Sin(0.5); math.Abs(got[0]-want) > 1e-9 {
		t.Errorf("effort %v, want %v", got[0], want)
	}
}
