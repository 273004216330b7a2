package aba_test

import (
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// relative is the accuracy asked of accelerations, relative to the largest of a state. Rounding grows with the
// condition of the mass matrix, up to 1e5 on these trees, so 1e-16 becomes 1e-11; a wrong term shows far above.
const relative = 1e-10

// inLinkAxes turns a wrench from world axes to the axes of a link, at the same point.
func inLinkAxes(kin *tree.Kinematics, link int, f spatial.Force) spatial.Force {
	back := kin.Pose(link).R.Transpose()
	return spatial.Force{Ang: back.Mul3x1(f.Ang), Lin: back.Mul3x1(f.Lin)}
}

func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := aba.New(m)
		kin := tree.NewKinematics(m)
		leaf, ok := m.Link(f.LeafLink)
		if !ok {
			t.Fatalf("no link %s", f.LeafLink)
		}
		for _, state := range f.States {
			q, qd, tau := state.Position(t, m), state.Velocity(t, m), golden.Vector(t, m, state.Tau, state.BaseForce...)
			qdd := make([]float64, m.NV())
			if err := s.ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, f.Robot+" aba", m, qdd, state.ABA, state.ABABase...)

			// The wrench of the figures, given in world axes.
			kin.Update(q)
			fext := make([]spatial.Force, len(m.Links()))
			fext[leaf] = inLinkAxes(kin, leaf, spatial.Force{Ang: mgl64.Vec3{0.1, 0.2, 0.3}, Lin: mgl64.Vec3{1, 2, 3}})
			if err := s.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, f.Robot+" aba_fext", m, qdd, state.ABAFext, state.ABAFextBase...)
		}
	})
}

// TestTextbook compares with the algorithm in plain 6x6 matrices, on random trees with wrenches on all links.
func TestTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 60)
		want := c.Vector(c.Book.ForwardDynamics(c.Named(c.Q), c.Named(c.Qd), c.Named(c.X), c.Wrenches))
		got := make([]float64, len(want))
		s := aba.New(c.Model)
		for range 2 { // the second time the workspace is used
			if err := s.ForwardDynamics(got, c.Q, c.Qd, c.X, c.Fext); err != nil {
				t.Fatal(err)
			}
			expect.Near(t, "textbook", got, want, relative, 1)
		}
	})
}

// TestInverse checks that forward and inverse dynamics undo each other.
func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 60)
		forward, inverse := aba.New(c.Model), rnea.New(c.Model)
		y, back := make([]float64, len(c.X)), make([]float64, len(c.X))
		inverse.InverseDynamics(y, c.Q, c.Qd, c.X, c.Fext)
		if err := forward.ForwardDynamics(back, c.Q, c.Qd, y, c.Fext); err != nil {
			t.Fatal(err)
		}
		expect.Near(t, "aba after rnea", back, c.X, relative, 1)
		if err := forward.ForwardDynamics(y, c.Q, c.Qd, c.X, c.Fext); err != nil {
			t.Fatal(err)
		}
		inverse.InverseDynamics(back, c.Q, c.Qd, y, c.Fext)
		expect.Near(t, "rnea after aba", back, c.X, relative, 1)
	})
}

// singular is a robot whose joint "free" moves only links without mass.
func singular() *urdf.Robot {
	z := [3]float64{0, 0, 1}
	heavy := &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
	return &urdf.Robot{Name: "singular", Links: []urdf.Link{{Name: "a"}, {Name: "b", Inertial: heavy}, {Name: "c"},
		{Name: "d"}},
		Joints: []urdf.Joint{
			{Name: "good", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: z},
			{Name: "free", Type: urdf.Continuous, Parent: "b", Child: "c", Axis: z},
			{Name: "tip", Type: urdf.Fixed, Parent: "c", Child: "d"},
		}}
}

func TestSingular(t *testing.T) {
	for _, kind := range []urdf.JointType{urdf.Continuous, urdf.Prismatic} {
		r := singular()
		r.Joints[1].Type = kind
		m, err := tree.Build(r)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float64, 2)
		err = aba.New(m).ForwardDynamics(x, x, x, x, nil)
		var e *tree.SingularError
		if !errors.As(err, &e) || e.Joint != "free" || e.D != 0 || !strings.Contains(err.Error(),
			`joint "free" moves no inertia`) {
			t.Errorf("%s: got %v", kind, err)
		}
	}
	// What is negative, and what is not finite, is not called massless.
	negative := singular()
	// within rounding
	negative.Links[2].Inertial = &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: -1e-13}}
	m, err := tree.Build(negative)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 2)
	if err = aba.New(m).ForwardDynamics(x, x, x, x, nil); err == nil || !strings.Contains(err.Error(),
		`joint "free" moves a negative inertia (-1e-13)`) {
		t.Errorf("negative: %v", err)
	}
	ur5 := golden.Embedded(t, "ur5")
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		x := make([]float64, 6)
		err := aba.New(ur5).ForwardDynamics(x, []float64{0, 0, 0, bad, 0, 0}, make([]float64, 6), make([]float64, 6),
			nil)
		var e *tree.SingularError
		if !errors.As(err, &e) || !math.IsNaN(e.D) || e.Joint != "elbow_joint" || !strings.Contains(err.Error(),
			"is not finite") {
			t.Errorf("a position of %v: %v", bad, err)
		}
	}
}

// TestMasslessInside checks that a joint without mass of its own is no problem when mass hangs on it.
func TestMasslessInside(t *testing.T) {
	r := singular()
	r.Links[3].Inertial = r.Links[1].Inertial
	m := expect.Model(t, r)
	qdd, zero := make([]float64, 2), make([]float64, 2)
	if err := aba.New(m).ForwardDynamics(qdd, zero, zero, []float64{0, 3}, nil); err != nil {
		t.Fatal(err)
	}
	// Two bodies of inertia 1 about one axis: the torque 3 turns the outer one by 3 and the inner one by -3.
	expect.Near(t, "qdd", qdd, []float64{-3, 6}, relative, 1)
}

func TestJointInertia(t *testing.T) {
	m := golden.Embedded(t, "cartesian")
	s := aba.New(m)
	x := make([]float64, 2)
	if err := s.ForwardDynamics(x, make([]float64, 2), make([]float64, 2), make([]float64, 2), nil); err != nil {
		t.Fatal(err)
	}
	if got := []float64{s.JointInertia(0), s.JointInertia(1)}; math.Abs(got[0]-5) > 1e-14 ||
		math.Abs(got[1]-2) > 1e-14 {
		t.Errorf("the lift moves %v kg, the slide %v kg; want 5 and 2", got[0], got[1])
	}
}

// TestConcurrent runs solvers of one model on several goroutines; it is for the race detector.
func TestConcurrent(t *testing.T) {
	const n = 20
	m := expect.Model(t, randrobot.New(1, n))
	var results [4][]float64
	var wg sync.WaitGroup
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i] = make([]float64, n)
			s := aba.New(m)
			for range 100 {
				if err := s.ForwardDynamics(results[i], randrobot.Vector(1, n), randrobot.Vector(2, n),
					randrobot.Vector(3, n), nil); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	for _, r := range results[1:] {
		if !floats.Equal(r, results[0]) {
			t.Errorf("goroutines disagree: %v and %v", r, results[0])
		}
	}
}

func TestDoesNotAllocate(t *testing.T) {
	const n = 32
	m := expect.Model(t, randrobot.New(1, n))
	s := aba.New(m)
	q, qd, tau, qdd := randrobot.Vector(1, n), randrobot.Vector(2, n), randrobot.Vector(3, n), make([]float64, n)
	fext := make([]spatial.Force, len(m.Links()))
	if a := testing.AllocsPerRun(100, func() {
		if err := s.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
			t.Error(err)
		}
	}); a != 0 {
		t.Errorf("%v allocations", a)
	}
}

func TestWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x := make([]float64, 6)
	for what, call := range map[string]func(s *aba.Solver){
		"position":   func(s *aba.Solver) { s.ForwardDynamics(x, x[:5], x, x, nil) },
		"velocity":   func(s *aba.Solver) { s.ForwardDynamics(x, x, x, x[:5], nil) },
		"wrenches":   func(s *aba.Solver) { s.ForwardDynamics(x, x, x, x, make([]spatial.Force, 2)) },
		"effort has": func(s *aba.Solver) { s.ForwardDynamics(x[:3], x, x, x, nil) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, what) {
					t.Errorf("%s: recovered %q", what, s)
				}
			}()
			call(aba.New(m))
		}()
	}
}

func BenchmarkForwardDynamics(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100, 1000, 10_000), func(m *tree.Model) func(s *subjects.State) {
		solver, qdd := aba.New(m), make([]float64, m.NV())
		return func(s *subjects.State) {
			if err := solver.ForwardDynamics(qdd, s.Q, s.V, s.X, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestSingularRoot checks that a massless root of a floating robot is named as the link that it is.
func TestSingularRoot(t *testing.T) {
	r := singular()
	r.Links[0].Inertial, r.Links[2].Inertial = nil, r.Links[1].Inertial
	m, err := tree.Build(r, tree.WithFloatingBase())
	if err != nil {
		t.Fatal(err)
	}
	q, v := make([]float64, m.NQ()), make([]float64, m.NV())
	q[6] = 1
	for name, err := range map[string]error{"aba": aba.New(m).ForwardDynamics(v, q, v, v, nil),
		"crba": crba.New(m).Factor(q)} {
		var e *tree.SingularError
		if !errors.As(err, &e) || e.Link != "a" || !strings.HasPrefix(err.Error(),
			`the floating link "a" moves no inertia`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
