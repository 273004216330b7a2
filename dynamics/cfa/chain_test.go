package cfa_test

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/cfa"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// position returns a random position of a model.
func position(m *tree.Model, seed uint64) []float64 {
	q := make([]float64, m.NQ())
	m.Random(q, rand.New(rand.NewPCG(seed, 8)))
	return q
}

// state is a random state of a chain.
type state struct {
	model      *tree.Model
	q, qd, tau []float64
	fext       []spatial.Force
	base       *tree.BaseMotion
}

func stateOf(m *tree.Model, seed uint64) *state {
	s := &state{m, position(m, seed), randrobot.Vector(seed+1, m.NV()), randrobot.Vector(seed+2, m.NV()),
		make([]spatial.Force, len(m.Links())), tree.Rest()}
	for l := range s.fext {
		w := randrobot.Vector(seed+3+uint64(l), 6)
		s.fext[l] = spatial.Force{Ang: mgl64.Vec3(w[:3]), Lin: mgl64.Vec3(w[3:])}
	}
	return s
}

// solver is any of the ways to accelerations.
type solver interface {
	MoveBase(*tree.BaseMotion)
	ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error
}

func (s *state) accelerations(t interface{ Fatal(...any) }, by solver) []float64 {
	qdd := make([]float64, s.model.NV())
	by.MoveBase(s.base)
	if err := by.ForwardDynamics(qdd, s.q, s.qd, s.tau, s.fext); err != nil {
		t.Fatal(err)
	}
	return qdd
}

func chain(t interface{ Fatal(...any) }, m *tree.Model) *cfa.Chain {
	c, err := cfa.NewChain(m)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parallel(t interface{ Fatal(...any) }, m *tree.Model, workers int) *cfa.ParallelChain {
	c, err := cfa.NewParallelChain(m, workers)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// panics fails the test unless call panics with a sentence that has the words.
func panics(t *testing.T, words string, call func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, ok := recover().(string); !ok || !strings.Contains(s, words) {
			t.Errorf("recovered %q, want %q", s, words)
		}
	}()
	call()
}

// TestNothingMoves checks that a robot of one link is no problem.
func TestNothingMoves(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "stone", Links: []urdf.Link{{Name: "stone"}}})
	c := parallel(t, m, 3)
	if err := errors.Join(c.ForwardDynamics(nil, nil, nil, nil, nil), c.Chain.ForwardDynamics(nil, nil, nil, nil,
		nil)); err != nil {
		t.Error(err)
	}
	if n := c.Reductions(); n != 0 {
		t.Errorf("%d reductions of nothing", n)
	}
}

// withABA is the accuracy asked of both ways relative to the largest acceleration, that of the issue. Rounding is
// 1e-16, grown by the mass matrix's condition of up to 1e5 in the articulated-body algorithm; the velocities of a
// long chain lose some more digits, the same ones by each way.
const withABA = 1e-9

// TestChain compares with the articulated-body algorithm on random chains of all joints that have constant columns,
// with wrenches on the links and a base that moves.
func TestChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, joints := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 70).Draw(t, "joints")
		r, opts := randrobot.AnyChain(seed, joints, true)
		m := expect.Model(t, r, opts...)
		s := stateOf(m, seed)
		if !m.Floating() && rapid.Bool().Draw(t, "moved") {
			x := randrobot.Vector(seed+5, 12)
			s.base = &tree.BaseMotion{Pose: spatial.Transform{R: spatial.FromRPY(x[0], x[1], x[2])},
				Velocity:     spatial.Motion{Ang: mgl64.Vec3(x[:3]), Lin: mgl64.Vec3(x[3:6])},
				Acceleration: spatial.Motion{Ang: mgl64.Vec3(x[6:9]), Lin: mgl64.Vec3(x[9:])}}
		}
		want := s.accelerations(t, aba.New(m))
		serial, odd := chain(t, m), parallel(t, m, 2)
		for range 2 { // the second time the workspace is used
			expect.Near(t, "block elimination", s.accelerations(t, serial), want, withABA, 1)
			expect.Near(t, "odd-even reduction", s.accelerations(t, odd), want, withABA, 1)
		}
		if got, n := odd.Reductions(), len(m.Bodies())-1; got != bits.Len(uint(n-1)) {
			t.Fatalf("%d reductions of %d joints", got, n)
		}
	})
}

// TestLongChains compares with the articulated-body algorithm on chains of 1 to 10,000 joints.
func TestLongChains(t *testing.T) {
	lengths := []int{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 100, 127, 128, 129, 1000, 4096, 10_000}
	if testing.Short() {
		lengths = lengths[:len(lengths)-2]
	}
	for _, n := range lengths {
		random, opts := randrobot.AnyChain(uint64(n), n, false)
		for _, m := range []*tree.Model{expect.Model(t, randrobot.Chain(n)), expect.Model(t, random, opts...)} {
			s := stateOf(m, uint64(n))
			want := s.accelerations(t, aba.New(m))
			expect.Near(t, fmt.Sprint(m.Name(), " serial"), s.accelerations(t, chain(t, m)), want, withABA, 1)
			p := parallel(t, m, 2)
			expect.Near(t, fmt.Sprint(m.Name(), " parallel"), s.accelerations(t, p), want, withABA, 1)
			if got, want := p.Reductions(), int(math.Ceil(math.Log2(float64(n)))); got != want {
				t.Errorf("%d reductions of %d joints, want %d", got, n, want)
			}
		}
	}
}

// TestGolden compares the arms among the robots with the reference figures.
func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		c, err := cfa.NewChain(m)
		if err != nil {
			t.Skip("the robot is no chain")
		}
		p := parallel(t, m, 2)
		leaf, _ := m.Link(f.LeafLink)
		kin := tree.NewKinematics(m)
		for _, x := range f.States {
			q, qd, tau := x.Position(t, m), x.Velocity(t, m), golden.Vector(t, m, x.Tau, x.BaseForce...)
			kin.Update(q)
			back := kin.Pose(leaf).R.Transpose()
			fext := make([]spatial.Force, len(m.Links())) // the wrench of the figures is in world axes
			fext[leaf] = spatial.Force{Ang: back.Mul3x1(mgl64.Vec3{0.1, 0.2, 0.3}),
				Lin: back.Mul3x1(mgl64.Vec3{1, 2, 3})}
			qdd := make([]float64, m.NV())
			for what, by := range map[string]solver{"serial": c, "parallel": p} {
				if err := by.ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
					t.Fatal(err)
				}
				golden.Compare(t, f.Robot+" "+what, m, qdd, x.ABA, x.ABABase...)
				if err := by.ForwardDynamics(qdd, q, qd, tau, fext); err != nil {
					t.Fatal(err)
				}
				golden.Compare(t, f.Robot+" with a wrench "+what, m, qdd, x.ABAFext, x.ABAFextBase...)
			}
		}
	})
}

// TestJointForce compares the forces through the joints with the sums of what all bodies beyond need: Newton's
// equation.
func TestJointForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r, opts := randrobot.AnyChain(seed, rapid.IntRange(1, 20).Draw(t, "joints"), true)
		m := expect.Model(t, r, opts...)
		s := stateOf(m, seed)
		c := chain(t, m)
		kin := tree.NewKinematics(m)
		kin.UpdateAcceleration(s.q, s.qd, s.accelerations(t, c))
		through := make([]spatial.Force, len(m.Bodies())) // at the world's origin
		add := func(body int, f spatial.Force) {
			kin.BodyPose(body).InverseForce(&f, &f)
			for i := body; i > 0; i-- {
				through[i].Add(&f)
			}
		}
		gravity := m.Gravity()
		largest := 0.0
		for i := 1; i < len(m.Bodies()); i++ {
			var f spatial.Force
			a, back := *kin.BodyAcceleration(i), kin.BodyPose(i).R.Transpose()
			a.Lin = a.Lin.Sub(back.Mul3x1(gravity))
			m.Bodies()[i].Inertia.NetForce(&f, &a, kin.BodyVelocity(i))
			add(i, f)
			largest = math.Max(largest, f.Lin.Len()+f.Ang.Len())
		}
		for l, link := range m.Links() {
			var f spatial.Force
			link.Placement.InverseForce(&f, &s.fext[l])
			f.Ang, f.Lin = f.Ang.Mul(-1), f.Lin.Mul(-1)
			add(link.Body, f)
		}
		for l, link := range m.Links() {
			pose, want := kin.Pose(l), through[link.Body]
			pose.ApplyForce(&want, &want)
			got := c.JointForce(l)
			// The sums are of up to 20 forces with levers of up to 20 m.
			if d := got.Lin.Sub(want.Lin).Len() + got.Ang.Sub(want.Ang).Len(); !(d <= 1e-10*math.Max(1, largest)*400) {
				t.Fatalf("link %s: %v, want %v: off by %.3g", link.Name, got, want, d)
			}
		}
	})
}

// TestHangingMass checks a joint force in closed form: a slider lets a mass fall with the effort on it, and bears the
// rest of its weight and the moment.
func TestHangingMass(t *testing.T) {
	r := &urdf.Robot{Name: "slider",
		Links: []urdf.Link{{Name: "rail"}, {Name: "block", Inertial: &urdf.Inertial{Mass: 2,
			Origin: urdf.Pose{XYZ: [3]float64{0.5, 0, 0}}, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}},
		Joints: []urdf.Joint{{Name: "slide", Type: urdf.Prismatic, Parent: "rail", Child: "block",
			Axis: [3]float64{0, 0.6, 0.8}, Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 1, Velocity: 1}}}}
	c := chain(t, expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, 0, -10})))
	qdd := []float64{0}
	if err := c.ForwardDynamics(qdd, []float64{0.3}, []float64{0.7}, []float64{4}, nil); err != nil {
		t.Fatal(err)
	}
	// Along the rail 2 q̈ = 4 − 2 · 10 · 0.8; across it the weight of 12 N along (0, −0.8, 0.6), with the effort
	// along (0, 0.6, 0.8).
	want := spatial.Force{Lin: mgl64.Vec3{0, 0.6*4 - 0.8*12, 0.8*4 + 0.6*12}}
	want.Ang = mgl64.Vec3{0.5, 0, 0}.Cross(want.Lin)
	if got := c.JointForce(1); !(math.Abs(qdd[0]+6) < 1e-14 &&
		got.Lin.Sub(want.Lin).Len()+got.Ang.Sub(want.Ang).Len() < 1e-13) {
		t.Errorf("acceleration %v, want -6; force %v, want %v", qdd, got, want)
	}
	if got := c.JointForce(0); got != (spatial.Force{}) {
		t.Errorf("the joint before the base exerts %v", got)
	}
}

func TestChainErrors(t *testing.T) {
	z, heavy := [3]float64{0, 0, 1}, &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
	bad := &urdf.Robot{Name: "bad", Links: []urdf.Link{{Name: "base"}, {Name: "hub", Inertial: heavy},
		{Name: "left", Inertial: heavy}, {Name: "right", Inertial: heavy},
		{Name: "frame"}, {Name: "point", Inertial: &urdf.Inertial{Mass: 3}}},
		Joints: []urdf.Joint{
			{Name: "turn", Type: urdf.Continuous, Parent: "base", Child: "hub", Axis: z},
			{Name: "left_arm", Type: urdf.Continuous, Parent: "hub", Child: "left", Axis: z},
			{Name: "right_arm", Type: urdf.Continuous, Parent: "hub", Child: "right", Axis: z,
				Mimic: &urdf.Mimic{Joint: "left_arm", Multiplier: -1}},
			{Name: "wrist", Type: urdf.Continuous, Parent: "left", Child: "frame", Axis: [3]float64{1, 0, 0}},
			{Name: "tip", Type: urdf.Continuous, Parent: "frame", Child: "point", Axis: z},
		}}
	m := expect.Model(t, bad, tree.WithArmature("turn", 0.1))
	_, serial := cfa.NewChain(m)
	_, twice := cfa.NewParallelChain(m, 2)
	want := []string{
		`the joints "left_arm", "right_arm" start from one body (moved by "turn"); expected a serial chain`,
		`joint "turn" has a drive of inertia 0.1; expected`,
		`joint "right_arm" follows "left_arm"; expected independent joints`,
		`what joint "wrist" moves up to the next joint has no mass`,
		`what joint "tip" moves up to the next joint has a mass of 3 kg and no rotational inertia about some axis`,
	}
	for _, err := range []error{serial, twice} {
		if err == nil {
			t.Fatal("no error")
		}
		for i, line := range strings.Split(err.Error(), "\n") {
			if i >= len(want) || !strings.Contains(line, want[i]) {
				t.Errorf("line %d: %s", i, line)
			}
		}
	}
	forked := &urdf.Robot{Name: "forked", Links: bad.Links[:3], Joints: []urdf.Joint{
		{Name: "a", Type: urdf.Continuous, Parent: "base", Child: "hub", Axis: z},
		{Name: "b", Type: urdf.Continuous, Parent: "base", Child: "left", Axis: z}}}
	if _, err := cfa.NewChain(expect.Model(t, forked)); err == nil || !strings.Contains(err.Error(),
		`the joints "a", "b" start from one body (the base)`) {
		t.Errorf("a base with two arms: %v", err)
	}
	r, opts := randrobot.AllKinds()
	_, err := cfa.NewChain(expect.Model(t, r, opts...))
	for _, joint := range []string{"universal", "cylindrical", "planar"} {
		if want := fmt.Sprintf("joint %q is a chain of single axes with a body without mass between them",
			joint); err == nil || strings.Count(err.Error(), want) != 1 {
			t.Errorf("got %v, want %q in it once", err, want)
		}
	}
	panics(t, "there are 0 workers", func() { cfa.NewParallelChain(m, 0) })
}

// TestUndetermined checks that a state that is not finite, and forces that are lost in rounding, are errors and not
// numbers.
func TestUndetermined(t *testing.T) {
	const n = 200
	r := randrobot.Chain(n)
	tiny := randrobot.Chain(n)
	for i := 1; i <= n; i += 2 {
		l := tiny.Links[i].Inertial
		l.Mass *= 1e-16
		l.Inertia.IXX, l.Inertia.IYY, l.Inertia.IZZ = l.Inertia.IXX*1e-16, l.Inertia.IYY*1e-16, l.Inertia.IZZ*1e-16
	}
	finite, qdd := randrobot.Vector(1, n), make([]float64, n)
	nan := append([]float64(nil), finite...)
	nan[100] = math.NaN()
	for what, c := range map[string]struct {
		robot  *urdf.Robot
		q      []float64
		finite bool
		words  string
	}{
		"a position that is not a number": {r, nan, false, "are not finite: the state is not finite"},
		"masses of 1 and 1e-16 kg":        {tiny, finite, true, "are lost in rounding: the inertias or the lengths"},
	} {
		m := expect.Model(t, c.robot)
		for workers := range 4 {
			var by solver = chain(t, m)
			if workers > 0 {
				by = parallel(t, m, workers)
			}
			err := by.ForwardDynamics(qdd, c.q, finite, finite, nil)
			var lost *cfa.ConstraintError
			if !errors.As(err, &lost) || lost.Finite != c.finite || !strings.Contains(err.Error(), c.words) {
				t.Fatalf("%s, %d workers: %v", what, workers, err)
			}
			if !c.finite && workers == 0 && lost.Joint != "j100" {
				t.Errorf("%s: joint %s", what, lost.Joint)
			}
			// The workspace is as good as before.
			if err := by.ForwardDynamics(qdd, c.q, finite, finite, nil); err == nil {
				t.Errorf("%s, %d workers: no error the second time", what, workers)
			}
		}
	}
	// NaN in velocities and efforts reaches the results.
	c := chain(t, expect.Model(t, r))
	if err := c.ForwardDynamics(qdd, finite, finite, nan, nil); err != nil || !math.IsNaN(qdd[100]) {
		t.Errorf("an effort that is not a number: acceleration %v, error %v", qdd[100], err)
	}
}

func TestChainWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x := make([]float64, 6)
	for _, by := range []solver{chain(t, m), parallel(t, m, 2)} {
		panics(t, "position", func() { by.ForwardDynamics(x, x[:5], x, x, nil) })
		panics(t, "velocity", func() { by.ForwardDynamics(x, x, x, x[:5], nil) })
		panics(t, "wrenches", func() { by.ForwardDynamics(x, x, x, x, make([]spatial.Force, 2)) })
	}
}
