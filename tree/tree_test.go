package tree_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestNumbering checks the lists of the tree on a small robot worked out by hand:
//
//	base -j1- a -fixed- b -j2- c
//	               |
//	               +-j3- d
//	base -j4- e
func TestNumbering(t *testing.T) {
	z := [3]float64{0, 0, 1}
	r := &urdf.Robot{
		Name:  "small",
		Links: []urdf.Link{{Name: "e"}, {Name: "d"}, {Name: "c"}, {Name: "b"}, {Name: "a"}, {Name: "base"}},
		Joints: []urdf.Joint{
			{Name: "j3", Type: urdf.Prismatic, Parent: "a", Child: "d", Axis: z,
				Limit: &urdf.Limit{Lower: -1, Upper: 2, Effort: 3, Velocity: 4}},
			{Name: "fixed", Type: urdf.Fixed, Parent: "a", Child: "b"},
			{Name: "j1", Type: urdf.Continuous, Parent: "base", Child: "a", Axis: z,
				Limit: &urdf.Limit{Effort: 5, Velocity: 6}, Dynamics: &urdf.Dynamics{Damping: 7, Friction: 8}},
			{Name: "j2", Type: urdf.Revolute, Parent: "b", Child: "c", Axis: z},
			{Name: "j4", Type: urdf.Continuous, Parent: "base", Child: "e", Axis: z},
		},
	}
	m := expect.Model(t, r)
	// Depth first, siblings in file order: j1, then below a j3 (in the file before fixed and j2), then j4.
	if got, want := m.JointNames(), []string{"j1", "j3", "j2", "j4"}; !slices.Equal(got, want) {
		t.Errorf("joints %v, want %v", got, want)
	}
	if m.NQ() != 4 || m.NV() != 4 || m.Name() != "small" || len(m.Bodies()) != 5 || len(m.Links()) != 6 {
		t.Errorf("nq %d, nv %d, name %q, %d bodies, %d links", m.NQ(), m.NV(), m.Name(), len(m.Bodies()),
			len(m.Links()))
	}
	if m.Root() != 5 {
		t.Errorf("root link %d, want 5", m.Root())
	}
	for k, want := range []struct {
		predecessor, successor int
		children               []int
	}{{0, 1, []int{2, 3}}, {1, 2, nil}, {1, 3, nil}, {0, 4, nil}} {
		if m.Predecessor(k) != want.predecessor || m.Successor(k) != want.successor ||
			m.Parent(k+1) != want.predecessor || !slices.Equal(m.Children(k+1), want.children) {
			t.Errorf("joint %d: from %d to %d, children %v; want %+v", k, m.Predecessor(k), m.Successor(k),
				m.Children(k+1), want)
		}
	}
	if !slices.Equal(m.Children(0), []int{1, 4}) {
		t.Errorf("children of the base %v", m.Children(0))
	}
	for name, body := range map[string]int{"base": 0, "a": 1, "b": 1, "d": 2, "c": 3, "e": 4} {
		l, ok := m.Link(name)
		if !ok || m.Links()[l].Body != body || m.Links()[l].Name != name {
			t.Errorf("link %s: index %d, %v, on body %d; want body %d", name, l, ok, m.Links()[l].Body, body)
		}
	}
	inf := math.Inf(1)
	want := tree.Joint{Name: "j1", Type: urdf.Continuous, Body: 1, Link: 4, NQ: 1, NV: 1, Leader: -1, Drives: -1,
		Rotor: -1, Circuit: -1, Ratio: 1, Lower: -inf, Upper: inf, Effort: 5, Velocity: 6, Damping: 7, Friction: 8}
	if !reflect.DeepEqual(m.Joints()[0], want) {
		t.Errorf("joint j1 is %+v, want %+v", m.Joints()[0], want)
	}
	want = tree.Joint{Name: "j3", Type: urdf.Prismatic, Body: 2, Link: 1, Q: 1, NQ: 1, V: 1, NV: 1, Leader: -1,
		Drives: -1, Rotor: -1, Circuit: -1, Ratio: 1, Lower: -1, Upper: 2, Effort: 3, Velocity: 4}
	if k, ok := m.Joint("j3"); !ok || !reflect.DeepEqual(m.Joints()[k], want) {
		t.Errorf("joint j3 is %+v, want %+v", m.Joints()[k], want)
	}
	if _, ok := m.Joint("fixed"); ok {
		t.Error("the fixed joint is among the moving ones")
	}
	if _, ok := m.Link("none"); ok {
		t.Error("there is a link none")
	}
}

// TestOrder checks on random trees that children follow their parents and subtrees are ranges.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := randrobot.New(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 40).Draw(t, "joints"))
		m := expect.Model(t, r)
		for i := 1; i < len(m.Bodies()); i++ {
			p := m.Parent(i)
			if p >= i {
				t.Fatalf("body %d has parent %d", i, p)
			}
			if !slices.Contains(m.Children(p), i) || !slices.IsSorted(m.Children(p)) {
				t.Fatalf("children of %d: %v, without %d", p, m.Children(p), i)
			}
			// Depth first: the parent is the body before, or one of its ancestors.
			a := i - 1
			for a != p && a > 0 {
				a = m.Parent(a)
			}
			if a != p {
				t.Fatalf("body %d has parent %d, not an ancestor of %d", i, p, i-1)
			}
		}
	})
}

// poseTolerance is the accuracy of poses that the reference figures ask for; positions are of magnitude 1 to 10.
const poseTolerance = 1e-10

// TestPosesTextbook compares the frames of all links with plain products of rotations, in random trees.
func TestPosesTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r := randrobot.New(seed, rapid.IntRange(1, 40).Draw(t, "joints"))
		m := expect.Model(t, r)
		q := randrobot.Vector(seed, m.NQ())
		for i := range q {
			q[i] *= 4 // more than a turn
		}
		rot, pos := textbook.New(r, textbook.Vec3{}).Poses(textbook.Named(m.JointNames(), q))
		kin := tree.NewKinematics(m)
		kin.Update(q)
		for l, link := range m.Links() {
			got := kin.Pose(l)
			for i := range 3 {
				if d := math.Abs(got.P[i] - pos[link.Name][i]); !(d <= poseTolerance) {
					t.Fatalf("link %s is at %v, want %v", link.Name, got.P, pos[link.Name])
				}
				for j := range 3 {
					if d := math.Abs(got.R.At(i, j) - rot[link.Name][i][j]); !(d <= poseTolerance) {
						t.Fatalf("link %s is turned by\n%vwant\n%v", link.Name, got.R, rot[link.Name])
					}
				}
			}
		}
	})
}

// TestPosesGolden compares the frames of the leaf links with the reference figures.
func TestPosesGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		kin := tree.NewKinematics(m)
		for s, state := range f.States {
			kin.Update(state.Position(t, m))
			for name, want := range state.Poses {
				l, ok := m.Link(name)
				if !ok {
					t.Fatalf("%s: no link %s", f.Robot, name)
				}
				got := kin.Pose(l)
				for i := range 3 {
					for j := range 4 {
						x := got.P[i]
						if j < 3 {
							x = got.R.At(i, j)
						}
						if d := math.Abs(x - want[4*i+j]); !(d <= poseTolerance) {
							t.Errorf("%s, state %d, link %s: element %d,%d is %v, want %v", f.Robot, s, name, i, j, x,
								want[4*i+j])
						}
					}
				}
			}
		}
	})
}

// TestParallelAxes checks frames of axes that are parallel, opposite or nearly so, for which the factors of a
// rotation are not unique or badly determined.
func TestParallelAxes(t *testing.T) {
	for _, tilt := range []float64{0, 1e-17, 1e-15, 1e-12, 1e-8, 1e-4, math.Pi / 2, math.Pi - 1e-8, math.Pi} {
		for _, yaw := range []float64{0, 1, math.Pi} {
			r := &urdf.Robot{Name: "two", Links: []urdf.Link{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
				Joints: []urdf.Joint{
					{Name: "j0", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}},
					{Name: "j1", Type: urdf.Continuous, Parent: "b", Child: "c", Axis: [3]float64{0, 0, 1},
						Origin: urdf.Pose{XYZ: [3]float64{1, 0, 0}, RPY: [3]float64{tilt, 0, yaw}}},
					{Name: "j2", Type: urdf.Prismatic, Parent: "c", Child: "d", Axis: [3]float64{0, 0, 1},
						Origin: urdf.Pose{XYZ: [3]float64{0, 1, 0}, RPY: [3]float64{0, tilt, yaw}}},
				}}
			m := expect.Model(t, r)
			q := []float64{0.3, -0.7, 0.2}
			rot, pos := textbook.New(r, textbook.Vec3{}).Poses(map[string]float64{"j0": q[0], "j1": q[1], "j2": q[2]})
			kin := tree.NewKinematics(m)
			kin.Update(q)
			tip, _ := m.Link("d")
			got := kin.Pose(tip)
			for i := range 3 {
				for j := range 3 {
					// 1e-14: some ten roundings; below a tilt of 1e-15 the tilt itself is dropped.
					if d := math.Abs(got.R.At(i, j) - rot["d"][i][j]); d > 1e-14 {
						t.Errorf("tilt %v, yaw %v: rotation\n%vwant %v", tilt, yaw, got.R, rot["d"])
					}
				}
				if d := math.Abs(got.P[i] - pos["d"][i]); d > 1e-14 {
					t.Errorf("tilt %v, yaw %v: position %v, want %v", tilt, yaw, got.P, pos["d"])
				}
			}
		}
	}
}

// TestFrames checks what Build chooses frames for: children with an axis parallel to their parent's have no twist,
// nor has the first of the others; and where no child needs the frame rotated, the joint's own angle is free of an
// offset.
func TestFrames(t *testing.T) {
	for seed := range uint64(50) {
		m := expect.Model(t, randrobot.New(seed, 30))
		for i := range m.Bodies() {
			main := 0
			for _, c := range m.Children(i) {
				x := &m.Bodies()[c].X
				if main == 0 && x.Sa != 0 {
					main = c
				}
				if (x.Sa == 0 || c == main) && x.Twisted {
					t.Errorf("seed %d: body %d is twisted", seed, c)
				}
			}
			if b := &m.Bodies()[i]; main == 0 && b.Offset != 0 {
				t.Errorf("seed %d: body %d has an offset of %v", seed, i, b.Offset)
			}
		}
	}
}

// TestOddAxes checks axes of any length.
func TestOddAxes(t *testing.T) {
	for _, length := range []float64{1e-7, 1, 1e160, 1e300} {
		r := &urdf.Robot{Name: "one", Links: []urdf.Link{{Name: "a"}, {Name: "b"}}, Joints: []urdf.Joint{
			{Name: "j", Type: urdf.Prismatic, Parent: "a", Child: "b", Axis: [3]float64{0.6 * length, -0.8 * length,
				0}}}}
		kin := tree.NewKinematics(expect.Model(t, r))
		kin.Update([]float64{5})
		tip := kin.Pose(1).P
		if tip.Sub(mgl64.Vec3{3, -4, 0}).Len() > 1e-14 {
			t.Errorf("an axis of length %v leads to %v", length, tip)
		}
	}
}

// TestQuaternions checks that a pose by quaternion is the pose by angles, for quaternions of any length.
func TestQuaternions(t *testing.T) {
	for _, length := range []float64{1, 2, 1e-170, 1e200} {
		origin := urdf.Pose{XYZ: [3]float64{1, 2, 3}, RPY: [3]float64{0.3, -0.4, 0.5}}
		turned := spatial.FromRPY(0.3, -0.4, 0.5)
		q := spatial.Quaternion(&turned)
		byQuaternion := urdf.Pose{XYZ: origin.XYZ, Quaternion: &[4]float64{length * q.V[0], length * q.V[1],
			length * q.V[2], length * q.W}}
		var poses []spatial.Transform
		for _, p := range []urdf.Pose{origin, byQuaternion} {
			r := &urdf.Robot{Name: "one", Links: []urdf.Link{{Name: "a"}, {Name: "b"}}, Joints: []urdf.Joint{
				{Name: "j", Type: urdf.Fixed, Parent: "a", Child: "b", Origin: p}}}
			kin := tree.NewKinematics(expect.Model(t, r))
			kin.Update(nil)
			poses = append(poses, kin.Pose(1))
		}
		if !poses[0].R.ApproxEqualThreshold(poses[1].R, 1e-14) || poses[0].P.Sub(poses[1].P).Len() > 1e-14 {
			t.Errorf("length %v: %v and %v", length, poses[0], poses[1])
		}
	}
}

// TestMasses checks the number of joints, the masses and the centre of mass of real robots against the reference
// figures.
func TestMasses(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		if f.Kind != "fixed" {
			t.Skip("the masses of the figures are those of a fixed base")
		}
		if len(m.Joints()) != len(f.JointOrder) {
			t.Errorf("%s: %d moving joints, want %d", f.Robot, len(m.Joints()), len(f.JointOrder))
		}
		kin := tree.NewKinematics(m)
		for s, state := range f.States {
			kin.Update(golden.Vector(t, m, state.Q))
			var sum mgl64.Vec3
			for i, b := range m.Bodies() {
				if b.Inertia.M > 0 {
					sum = sum.Add(kin.BodyPose(i).Point(b.Inertia.COM()).Mul(b.Inertia.M))
				}
			}
			if d := sum.Mul(1 / f.MassAll).Sub(mgl64.Vec3(state.COM)).Len(); !(d <= poseTolerance) {
				t.Errorf("%s, state %d: the centre of mass is off by %v", f.Robot, s, d)
			}
		}
		all, moving := 0.0, 0.0
		for i, b := range m.Bodies() {
			all += b.Inertia.M
			if i > 0 {
				moving += b.Inertia.M
			}
		}
		if math.Abs(all-f.MassAll) > 1e-12*all || math.Abs(moving-f.MassMoving) > 1e-12*all {
			t.Errorf("%s: mass %v, moving %v; want %v, %v", f.Robot, all, moving, f.MassAll, f.MassMoving)
		}
	})
}

func TestGravity(t *testing.T) {
	if g := expect.Model(t, randrobot.New(1, 3)).Gravity(); g != (mgl64.Vec3{0, 0, -9.81}) {
		t.Errorf("default gravity %v", g)
	}
	g := mgl64.Vec3{1, 2, 3}
	m := expect.Model(t, randrobot.New(1, 3), tree.WithGravity(g))
	if m.Gravity() != g {
		t.Errorf("gravity %v, want %v", m.Gravity(), g)
	}
}

func TestIntegrate(t *testing.T) {
	m := expect.Model(t, randrobot.New(1, 3))
	q := []float64{1, 2, 3}
	m.Integrate(q, q, []float64{10, 20, 30}, 0.1)
	if !slices.Equal(q, []float64{2, 4, 6}) {
		t.Errorf("got %v", q)
	}
	if !slices.Equal(m.Neutral(), []float64{0, 0, 0}) {
		t.Errorf("neutral position %v", m.Neutral())
	}
}

// TestWrongLengths checks that a wrong length panics with a sentence.
func TestWrongLengths(t *testing.T) {
	m := expect.Model(t, randrobot.New(1, 3))
	for name, call := range map[string]func(){
		"position": func() { tree.NewKinematics(m).Update(make([]float64, 2)) },
		"velocity": func() { m.Integrate(make([]float64, 3), make([]float64, 3), make([]float64, 4), 1) },
		"nq = 3":   func() { m.Integrate(make([]float64, 2), make([]float64, 3), make([]float64, 3), 1) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "tree: ") || !strings.Contains(s, name) {
					t.Errorf("%s: recovered %q", name, s)
				}
			}()
			call()
		}()
	}
}

// TestLongChain checks that a long chain is built exactly, and without recursion.
func TestLongChain(t *testing.T) {
	m := expect.Model(t, randrobot.Chain(20_000))
	kin := tree.NewKinematics(m)
	kin.Update(m.Neutral())
	tip, _ := m.Link("link20000")
	if z := kin.Pose(tip).P[2]; math.Abs(z-0.3*19_999) > 1e-6 {
		t.Errorf("the chain ends at height %v", z)
	}
}

func TestKinematicsDoesNotAllocate(t *testing.T) {
	m := expect.Model(t, randrobot.New(1, 30))
	kin := tree.NewKinematics(m)
	q := m.Neutral()
	if n := testing.AllocsPerRun(100, func() {
		kin.Update(q)
		kin.Pose(3)
		m.Integrate(q, q, q, 0.1)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkKinematics(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 100), func(m *tree.Model) func(s *subjects.State) {
		k := tree.NewKinematics(m)
		return func(s *subjects.State) { k.Update(s.Q) }
	})
}

func BenchmarkBuild(b *testing.B) {
	r := randrobot.New(1, 100)
	b.ReportAllocs()
	for range b.N {
		if _, err := tree.Build(r); err != nil {
			b.Fatal(err)
		}
	}
}
