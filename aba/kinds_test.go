package aba_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/dalembert"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// Accelerations are judged in two ways. The residual M q̈ + h − τ of an algorithm that frees one joint after the
// other is some n roundings of the terms that it sums up, |M| |q̈| + |τ|: residual allows 1e-13 for up to a hundred
// rates. The accelerations themselves are off by the condition of M times that, which is why the accuracy forward is
// asked for below a condition of wellConditioned alone: 1e6 times 1e-16 times ten roundings.
const (
	residual        = 1e-13
	forward         = 1e-9
	wellConditioned = 1e6
)

func infNorm(x []float64) float64 { return floats.Norm(x, math.Inf(1)) }

// judge fails the test unless the accelerations got cause the efforts tau and, where M is well-conditioned, are want
// if that is not nil.
func judge(t *rapid.T, what string, m *tree.Model, q []float64, inverse func(tau, a []float64), got, want,
	tau []float64) {
	t.Helper()
	n := m.NV()
	M := mat.NewDense(n, n, nil)
	crba.New(m).MassMatrix(M.RawMatrix().Data, q)
	back := make([]float64, n)
	inverse(back, got)
	limit := residual * (mat.Norm(M, math.Inf(1))*infNorm(got) + infNorm(tau) + 1)
	if d := floats.Distance(back, tau, math.Inf(1)); !(d <= limit) {
		t.Fatalf("%s: the efforts of the accelerations are off by %.3g, limit %.3g", what, d, limit)
	}
	if want == nil || mat.Cond(M, 2) > wellConditioned {
		return
	}
	if d := floats.Distance(got, want, math.Inf(1)); !(d <= forward*math.Max(1, infNorm(want))) {
		t.Fatalf("%s: accelerations %v, want %v: off by %.3g", what, got, want, d)
	}
}

// solve returns the accelerations of a model.
func solve(t interface{ Fatal(...any) }, m *tree.Model, q, v, tau []float64, fext []spatial.Force) []float64 {
	a := make([]float64, m.NV())
	if err := aba.New(m).ForwardDynamics(a, q, v, tau, fext); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestInverseAny checks on robots of all kinds of joints that forward and inverse dynamics undo each other, with the
// base fixed, floating or moved.
func TestInverseAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		ahead, inverse := aba.New(c.Model), rnea.New(c.Model)
		if rapid.Bool().Draw(t, "moved") {
			ahead.MoveBase(c.BaseMotion())
			inverse.MoveBase(c.BaseMotion())
		}
		efforts := func(tau, a []float64) { inverse.InverseDynamics(tau, c.Q, c.V, a, c.Fext) }
		tau, got := make([]float64, c.Model.NV()), make([]float64, c.Model.NV())
		efforts(tau, c.A)
		for range 2 { // the second time the workspace is used
			if err := ahead.ForwardDynamics(got, c.Q, c.V, tau, c.Fext); err != nil {
				t.Fatal(err)
			}
			judge(t, "aba after rnea", c.Model, c.Q, efforts, got, c.A, tau)
		}
		if err := ahead.ForwardDynamics(got, c.Q, c.V, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		judge(t, "rnea after aba", c.Model, c.Q, efforts, got, nil, c.Tau)
	})
}

// TestMassMatrix compares with the accelerations M⁻¹ (τ − h) of a dense mass matrix, and the inertias that rates meet
// with the diagonal of its factors.
func TestMassMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		M, h, want := mat.NewSymDense(n, nil), make([]float64, n), mat.NewVecDense(n, nil)
		rows := crba.New(c.Model)
		rows.MassMatrix(M.RawSymmetric().Data, c.Q)
		inverse := rnea.New(c.Model)
		inverse.Bias(h, c.Q, c.V, c.Fext)
		right := mat.NewVecDense(n, nil)
		floats.SubTo(right.RawVector().Data, c.Tau, h)
		var chol mat.Cholesky
		if !chol.Factorize(M) {
			t.Fatal("the mass matrix is not positive definite")
		}
		if err := chol.SolveVecTo(want, right); err != nil && chol.Cond() < 1e15 { // an error warns of the condition
			t.Fatal(err)
		}
		s := aba.New(c.Model)
		got := make([]float64, n)
		if err := s.ForwardDynamics(got, c.Q, c.V, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		judge(t, "aba", c.Model, c.Q, func(tau, a []float64) { inverse.InverseDynamics(tau, c.Q, c.V, a, c.Fext) },
			got, want.RawVector().Data, c.Tau)
		if err := rows.Factor(c.Q); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			// Both are what is left of M_ii when the rates beyond are free, which takes solving with their part of M.
			if d := math.Abs(s.JointInertia(i) - rows.Diagonal(i)); !(d <= forward*M.At(i, i)) &&
				chol.Cond() < wellConditioned {
				t.Fatalf("rate %d meets %v, and %v by the factors", i, s.JointInertia(i), rows.Diagonal(i))
			}
		}
	})
}

// TestMimic compares with the same robot without mimicry: the equation of motion of its independent joints is Gᵀ
// (M_all G v' + h_all) = τ.
func TestMimic(t *testing.T) {
	coupled := 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 16)
		if c.Model.Coupled() {
			coupled++
		}
		free := c.Independent(t)
		q, v := free.Position(c.Q), free.Rates(c.V)
		all, n := free.Model.NV(), c.Model.NV()
		Mall, h, G := mat.NewDense(all, all, nil), make([]float64, all), free.G()
		crba.New(free.Model).MassMatrix(Mall.RawMatrix().Data, q)
		rnea.New(free.Model).Bias(h, q, v, c.Fext)
		var M, MG mat.Dense
		MG.Mul(Mall, G)
		M.Mul(G.T(), &MG)
		var bias, want mat.VecDense
		bias.MulVec(G.T(), mat.NewVecDense(all, h))
		want.SubVec(mat.NewVecDense(n, c.Tau), &bias)
		if err := want.SolveVec(&M, &want); err != nil {
			var cond mat.Condition
			if !errors.As(err, &cond) || math.IsInf(float64(cond), 1) {
				t.Fatal(err)
			}
		}
		s := rnea.New(free.Model)
		judge(t, "mimic", c.Model, c.Q, func(tau, a []float64) { // by the independent robot
			back := make([]float64, all)
			s.InverseDynamics(back, q, v, free.Rates(a), c.Fext)
			mat.NewVecDense(n, tau).MulVec(G.T(), mat.NewVecDense(all, back))
		}, solve(t, c.Model, c.Q, c.V, c.Tau, c.Fext), want.RawVector().Data, c.Tau)
	})
	if coupled == 0 {
		t.Error("no robot had joints that mimic others")
	}
}

// TestFloatingAtRest checks that a floating robot moves as a fixed one does if its base is given the effort that
// keeps it in its place.
func TestFloatingAtRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 16)
		fixed, floating := c.Build(t), c.Build(t, tree.WithFloatingBase())
		q, v, _, tau, fext := c.State(fixed)
		a := solve(t, fixed, q, v, tau, fext)
		atRest := make([]float64, 6, 7)
		place := append(atRest[:6:6], 1)
		q, v, want := append(place, q...), append(atRest[:6:6], v...), append(atRest[:6:6], a...)
		inverse := rnea.New(floating)
		efforts := func(tau, a []float64) { inverse.InverseDynamics(tau, q, v, a, fext) }
		given := make([]float64, floating.NV())
		efforts(given, want)
		if d := floats.Distance(given[6:], tau, math.Inf(1)); !(d <= forward*(1+infNorm(given))) {
			t.Fatalf("efforts %v, want %v", given[6:], tau)
		}
		judge(t, "floating", floating, q, efforts, solve(t, floating, q, v, given, fext), want, given)
	})
}

// TestMovedBase checks that a robot whose base is moved accelerates and is driven as a floating one whose base moves
// that way.
func TestMovedBase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 16)
		moved, floating := c.Build(t), c.Build(t, tree.WithFloatingBase())
		q, v, a, _, fext := c.State(moved)
		b := c.BaseMotion()
		turn := spatial.Quaternion(&b.Pose.R)
		join := func(m spatial.Motion, joints []float64) []float64 {
			return append([]float64{m.Lin[0], m.Lin[1], m.Lin[2], m.Ang[0], m.Ang[1], m.Ang[2]}, joints...)
		}
		qf := append([]float64{b.Pose.P[0], b.Pose.P[1], b.Pose.P[2], turn.V[0], turn.V[1], turn.V[2], turn.W}, q...)
		vf, af := join(b.Velocity, v), join(b.Acceleration, a)

		inverse, inverseFloating := rnea.New(moved), rnea.New(floating)
		inverse.MoveBase(b)
		tau, tauf := make([]float64, moved.NV()), make([]float64, floating.NV())
		inverse.InverseDynamics(tau, q, v, a, fext)
		inverseFloating.InverseDynamics(tauf, qf, vf, af, fext)
		if d := floats.Distance(tau, tauf[6:], math.Inf(1)); !(d <= 1e-13*(1+infNorm(tauf))) { // some hundred roundings
			t.Fatalf("efforts %v, floating %v: off by %.3g", tau, tauf[6:], d)
		}
		s := aba.New(moved)
		s.MoveBase(b)
		got := make([]float64, moved.NV())
		if err := s.ForwardDynamics(got, q, v, tau, fext); err != nil {
			t.Fatal(err)
		}
		judge(t, "moved", moved, q, func(tau, a []float64) { inverse.InverseDynamics(tau, q, v, a, fext) }, got, a, tau)
		s.MoveBase(tree.Rest())
		if err := s.ForwardDynamics(got, q, v, tau, fext); err != nil {
			t.Fatal(err)
		}
		if rest := solve(t, moved, q, v, tau, fext); !floats.Equal(got, rest) {
			t.Fatalf("brought to rest the robot accelerates by %v, and by %v if it was never moved", got, rest)
		}
	})
}

// TestFreeFall checks that no effort of a joint moves a robot that floats freely: the momentum of its point masses
// changes by its weight alone, and the angular momentum about its centre of mass not at all.
func TestFreeFall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 10)
		m := c.Build(t, tree.WithFloatingBase())
		q, v, _, tau, _ := c.State(m)
		clear(tau[:6])
		a := solve(t, m, q, v, tau, nil)
		mass, force, moment := dalembert.New(c.Robot, m).MomentumRate(q, v, a)
		// The forces on the links cancel: each is of the order of its mass times the accelerations times the size of
		// the robot.
		limit := dalembert.Relative * mass * (10 + infNorm(a))
		if d := force.Sub(m.Gravity().Mul(mass)).Len(); !(d <= limit) {
			t.Fatalf("the total force %v is not the weight %v: off by %.3g, limit %.3g", force, m.Gravity().Mul(mass),
				d, limit)
		}
		if d := moment.Len(); !(d <= limit) {
			t.Fatalf("there is a moment %v, limit %.3g", moment, limit)
		}
	})
}

// TestOrder checks that the order of links and joints in the description makes no difference.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 16)
		opts := c.Options
		if c.Model.Floating() {
			opts = append(opts[:len(opts):len(opts)], tree.WithFloatingBase())
		}
		other := expect.Model(t, randrobot.Reordered(c.Robot, rapid.Uint64().Draw(t, "order")), opts...)
		b := randrobot.Between{From: c.Model, To: other}
		q, v, fext := b.Position(c.Q), b.Rates(c.V), b.Wrenches(c.Fext)
		tau, tauOther := make([]float64, c.Model.NV()), make([]float64, c.Model.NV())
		rnea.New(c.Model).InverseDynamics(tau, c.Q, c.V, c.A, c.Fext)
		s := rnea.New(other)
		efforts := func(tau, a []float64) { s.InverseDynamics(tau, q, v, a, fext) }
		efforts(tauOther, b.Rates(c.A))
		const rounding = 1e-13 // sums in another order
		if d := floats.Distance(tauOther, b.Rates(tau), math.Inf(1)); !(d <= rounding*(1+infNorm(tau))) {
			t.Fatalf("efforts %v, want %v", tauOther, b.Rates(tau))
		}
		M, Mother := make([]float64, len(tau)*len(tau)), make([]float64, len(tau)*len(tau))
		crba.New(c.Model).MassMatrix(M, c.Q)
		crba.New(other).MassMatrix(Mother, q)
		if d := floats.Distance(Mother, b.Matrix(M), math.Inf(1)); !(d <= rounding*infNorm(M)) {
			t.Fatalf("the mass matrix is off by %.3g", d)
		}
		want := b.Rates(solve(t, c.Model, c.Q, c.V, c.Tau, c.Fext))
		judge(t, "order", other, q, efforts, solve(t, other, q, v, b.Rates(c.Tau), fext), want, b.Rates(c.Tau))
	})
}

// TestScrew checks the closed form of a nut on a vertical screw: (J + m r² + m p²) q̈ = τ − m g p with the advance p
// per radian and the centre of mass at the distance r from the axis.
func TestScrew(t *testing.T) {
	const m, J, r, pitch, g = 2.0, 0.3, 0.4, 0.05, 9.81
	const p = pitch / (2 * math.Pi)
	robot := &urdf.Robot{Name: "screw",
		Links: []urdf.Link{{Name: "post"}, {Name: "nut", Inertial: &urdf.Inertial{Mass: m,
			Origin: urdf.Pose{XYZ: [3]float64{r, 0, 0.1}}, Inertia: urdf.Tensor{IXX: 0.2, IYY: 0.2, IZZ: J}}}},
		Joints: []urdf.Joint{{Name: "thread", Type: urdf.Fixed, Parent: "post", Child: "nut"}}}
	model, err := tree.Build(robot,
		tree.WithJoint("thread", tree.CustomJoint(randrobot.Screw(mgl64.Vec3{0, 0, 1}, mgl64.Vec3{}, pitch))))
	if err != nil {
		t.Fatal(err)
	}
	q := model.Neutral()
	for _, turns := range []float64{0, 0.3, 7} {
		model.Integrate(q, q, []float64{2 * math.Pi * turns}, 1)
		got := solve(t, model, q, []float64{3}, []float64{1.5}, nil)
		if want := (1.5 - m*g*p) / (J + m*r*r + m*p*p); math.Abs(got[0]-want) > 1e-14*10 { // some ten roundings
			t.Errorf("after %v turns: acceleration %v, want %v", turns, got[0], want)
		}
	}
}

// TestTop checks Euler's equations of a body on a ball joint at its centre of mass: J ω' + ω × J ω = τ.
func TestTop(t *testing.T) {
	J := mgl64.Vec3{0.2, 0.3, 0.4}
	robot := &urdf.Robot{Name: "top",
		Links: []urdf.Link{{Name: "stand"}, {Name: "top", Inertial: &urdf.Inertial{Mass: 2,
			Inertia: urdf.Tensor{IXX: J[0], IYY: J[1], IZZ: J[2]}}}},
		Joints: []urdf.Joint{{Name: "ball", Type: urdf.Fixed, Parent: "stand", Child: "top"}}}
	model := expect.Model(t, robot, tree.WithJoint("ball", tree.SphericalJoint()))
	w, tau := mgl64.Vec3{1, -2, 3}, mgl64.Vec3{0.1, 0.2, 0.3}
	Jw := mgl64.Vec3{J[0] * w[0], J[1] * w[1], J[2] * w[2]}
	net := tau.Sub(w.Cross(Jw))
	got := solve(t, model, []float64{0.1, 0.2, 0.3, 0.4}, w[:], tau[:], nil)
	if want := []float64{net[0] / J[0], net[1] / J[1], net[2] / J[2]}; floats.Distance(got, want, 2) > 1e-14*10 {
		t.Errorf("accelerations %v, want %v", got, want)
	}
}

// TestAnyDoesNotAllocate checks it for all kinds of joints, with followers and without.
func TestAnyDoesNotAllocate(t *testing.T) {
	r, opts := randrobot.AllKinds()
	for _, more := range [][]tree.Option{nil, {tree.IgnoreMimic()}} {
		m := expect.Model(t, r, append(opts[:len(opts):len(opts)], more...)...)
		s, q, n, b := aba.New(m), m.Neutral(), m.NV(), tree.Rest()
		v, tau, a, fext := randrobot.Vector(1, n), randrobot.Vector(2, n), make([]float64, n),
			make([]spatial.Force, len(m.Links()))
		if allocs := testing.AllocsPerRun(100, func() {
			s.MoveBase(b)
			if err := s.ForwardDynamics(a, q, v, tau, fext); err != nil {
				t.Error(err)
			}
		}); allocs != 0 {
			t.Errorf("coupled %v: %v allocations", m.Coupled(), allocs)
		}
	}
}
