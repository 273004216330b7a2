package tree_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/spatial"
	"kinetree/tree"
)

var allAxes = []tree.Axes{tree.Local, tree.World, tree.Aligned}

// exact is the accuracy asked of what two ways of adding up the same few hundred products give, relative to the
// largest and at least 1.
const exact = 1e-12

func six(m spatial.Motion) []float64 { return slices.Concat(m.Ang[:], m.Lin[:]) }

// linearFirst returns a motion as the reference figures write it.
func linearFirst(m spatial.Motion) []float64 { return slices.Concat(m.Lin[:], m.Ang[:]) }

// course is a motion of a robot, and a link of it.
type course struct {
	*stencil.Course
	link int
}

// drawCourse draws a robot with joints of all kinds, its base fixed, floating or moved.
func drawCourse(t *rapid.T) *course {
	c := randrobot.DrawAny(t, 8)
	k := &course{&stencil.Course{Model: c.Model, Q: c.Q, V: c.V, A: c.A, Base: tree.Rest()},
		rapid.IntRange(0, len(c.Model.Links())-1).Draw(t, "link")}
	if rapid.Bool().Draw(t, "moved") {
		k.Base = c.BaseMotion()
	}
	return k
}

// now returns the kinematics at t = 0.
func (c *course) now() *tree.Kinematics {
	kin := tree.NewKinematics(c.Model)
	kin.MoveBase(c.Base)
	kin.UpdateAcceleration(c.Q, c.V, c.A)
	return kin
}

// rates returns the derivative of a function of the state along the course.
func (c *course) rates(n int, value func(dst []float64, kin *tree.Kinematics)) []float64 {
	kin := tree.NewKinematics(c.Model)
	return c.Rates(n, func(dst []float64, base *tree.BaseMotion, q, v []float64) {
		kin.MoveBase(base)
		kin.UpdateVelocity(q, v)
		value(dst, kin)
	})
}

// TestVelocity compares velocities with the differences of poses: [ω]× = Ṙ Rᵀ and ṗ for world-aligned axes, and what
// follows for the other two.
func TestVelocity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		rate := c.rates(12, func(dst []float64, kin *tree.Kinematics) {
			pose := kin.Pose(c.link)
			copy(dst, pose.R[:])
			copy(dst[9:], pose.P[:])
		})
		kin := c.now()
		pose := kin.Pose(c.link)
		turn := mgl64.Mat3(rate[:9]).Mul3(pose.R.Transpose())
		w, v := mgl64.Vec3{turn.At(2, 1), turn.At(0, 2), turn.At(1, 0)}, mgl64.Vec3(rate[9:])
		back := pose.R.Transpose()
		for axes, want := range map[tree.Axes]spatial.Motion{
			tree.Aligned: {Ang: w, Lin: v},
			tree.Local:   {Ang: back.Mul3x1(w), Lin: back.Mul3x1(v)},
			tree.World:   {Ang: w, Lin: v.Sub(w.Cross(pose.P))},
		} {
			expect.Near(t, fmt.Sprint("velocity in axes ", axes), six(kin.Velocity(c.link, axes)), six(want),
				stencil.Relative, math.Max(1, pose.P.Len()))
		}
	})
}

// TestAcceleration compares accelerations with the differences of the components of velocities.
func TestAcceleration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		kin := c.now()
		for _, axes := range allAxes {
			velocity := kin.Velocity(c.link, axes)
			want := c.rates(6, func(dst []float64, kin *tree.Kinematics) { copy(dst, six(kin.Velocity(c.link, axes))) })
			expect.Near(t, fmt.Sprint("acceleration in axes ", axes), six(kin.Acceleration(c.link, axes)), want,
				stencil.Relative,
				math.Max(1, floats.Norm(six(velocity), math.Inf(1))))
		}
		if kin.ClassicalAcceleration(c.link) != kin.Acceleration(c.link, tree.Aligned) {
			t.Fatalf("the classical acceleration is %v, in world-aligned axes it is %v",
				kin.ClassicalAcceleration(c.link), kin.Acceleration(c.link, tree.Aligned))
		}
	})
}

// TestMotionGolden compares the velocity and the acceleration of a leaf link with the reference figures.
func TestMotionGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		kin := tree.NewKinematics(m)
		link, ok := m.Link(f.LeafLink)
		if !ok {
			t.Fatalf("%s: no link %s", f.Robot, f.LeafLink)
		}
		for _, state := range f.States {
			kin.UpdateAcceleration(state.Position(t, m), state.Velocity(t, m),
				golden.Vector(t, m, state.QddIn, state.BaseAccIn...))
			golden.CompareValues(t, f.Robot+" leaf_velocity", linearFirst(kin.Velocity(link, tree.Aligned)),
				state.LeafVelocity)
			golden.CompareValues(t, f.Robot+" leaf_classical_acceleration",
				linearFirst(kin.ClassicalAcceleration(link)), state.LeafAcc)
		}
	})
}

// TestLinksOfBase checks that links that no joint moves are at rest or move with the base.
func TestLinksOfBase(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	kin := tree.NewKinematics(m)
	q := randrobot.Vector(1, m.NQ())
	kin.UpdateAcceleration(q, q, q)
	base := slices.IndexFunc(m.Links(), func(l tree.Link) bool { return l.Body == 0 })
	for _, axes := range allAxes {
		if v, a := kin.Velocity(base, axes), kin.Acceleration(base, axes); v != (spatial.Motion{}) ||
			a != (spatial.Motion{}) {
			t.Errorf("link %s moves at %v, %v", m.Links()[base].Name, v, a)
		}
	}
	motion := &tree.BaseMotion{Pose: spatial.Identity(), Velocity: spatial.Motion{Ang: mgl64.Vec3{1, 2, 3},
		Lin: mgl64.Vec3{4, 5, 6}},
		Acceleration: spatial.Motion{Lin: mgl64.Vec3{7, 8, 9}}}
	kin.MoveBase(motion)
	kin.UpdateAcceleration(q, q, q)
	root, _ := m.Link("base_link")
	expect.Near(t, "velocity of the root", six(kin.Velocity(root, tree.Local)), six(motion.Velocity), exact, 1)
	expect.Near(t, "acceleration of the root", six(kin.Acceleration(root, tree.Local)), six(motion.Acceleration),
		exact, 1)
}

func TestMotionDoesNotAllocate(t *testing.T) {
	c := randrobot.NewAny(t, 1, 30)
	m := c.Model
	kin := tree.NewKinematics(m)
	jacobian := make([]float64, 6*m.NV())
	var sum float64
	if n := testing.AllocsPerRun(100, func() {
		kin.UpdateVelocity(c.Q, c.V)
		kin.UpdateAcceleration(c.Q, c.V, c.A)
		for l := range m.Links() {
			for _, axes := range allAxes {
				v, a, bias := kin.Velocity(l, axes), kin.Acceleration(l, axes), kin.BiasAcceleration(l, axes)
				kin.Jacobian(jacobian, l, axes)
				kin.JacobianRate(jacobian, l, axes)
				sum += v.Lin[0] + a.Lin[0] + bias.Lin[0]
			}
			c := kin.ClassicalAcceleration(l)
			sum += c.Lin[0]
		}
	}); n != 0 || math.IsNaN(sum) {
		t.Errorf("%v allocations", n)
	}
}

// benchmarked returns the models of benchmarks.
func benchmarked(b *testing.B) map[string]*tree.Model {
	b.Helper()
	r, opts := randrobot.Humanoid()
	return map[string]*tree.Model{"ur5": golden.Embedded(b, "ur5"), "tree30": expect.Model(b, randrobot.New(1, 30)),
		"humanoid": expect.Model(b, r, opts...)}
}

func BenchmarkMotion(b *testing.B) {
	for name, m := range benchmarked(b) {
		kin := tree.NewKinematics(m)
		q, v := m.Neutral(), randrobot.Vector(2, m.NV())
		last := len(m.Links()) - 1
		tip := slices.IndexFunc(m.Links(), func(l tree.Link) bool { return l.Body == len(m.Bodies())-1 })
		jacobian := make([]float64, 6*m.NV())
		for call, f := range map[string]func(){
			"UpdateVelocity":     func() { kin.UpdateVelocity(q, v) },
			"UpdateAcceleration": func() { kin.UpdateAcceleration(q, v, v) },
			"Velocity":           func() { kin.Velocity(last, tree.Aligned) },
			"Acceleration":       func() { kin.Acceleration(last, tree.Aligned) },
			"BiasAcceleration":   func() { kin.BiasAcceleration(tip, tree.Aligned) },
			"Jacobian":           func() { kin.Jacobian(jacobian, tip, tree.Aligned) },
			"JacobianLocal":      func() { kin.Jacobian(jacobian, tip, tree.Local) },
			"JacobianRate":       func() { kin.JacobianRate(jacobian, tip, tree.Aligned) },
		} {
			b.Run(call+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for i := range b.N {
					q[i%len(q)] += 0.1
					f()
				}
			})
		}
	}
}

// TestAddWrench checks that wrenches in the world's axes do the same work as in the link's, and add up.
func TestAddWrench(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		m := c.Model
		q, qd, _, _, _ := c.State(m)
		k := tree.NewKinematics(m)
		k.UpdateVelocity(q, qd)
		link := rapid.IntRange(0, len(m.Links())-1).Draw(t, "link")
		x := randrobot.Vector(rapid.Uint64().Draw(t, "seed"), 12)
		first := spatial.Force{Ang: mgl64.Vec3(x[:3]), Lin: mgl64.Vec3(x[3:6])}
		second := spatial.Force{Ang: mgl64.Vec3(x[6:9]), Lin: mgl64.Vec3(x[9:])}
		var sum spatial.Force
		k.AddWrench(&sum, link, &first)
		k.AddWrench(&sum, link, &second)
		world, local := k.Velocity(link, tree.Aligned), k.Velocity(link, tree.Local)
		want := world.Dot(&first) + world.Dot(&second)
		// some ten products of velocities and wrenches
		scale := (world.Ang.Len() + world.Lin.Len()) * (first.Ang.Len() + first.Lin.Len() + second.Ang.Len() +
			second.Lin.Len())
		if got := local.Dot(&sum); math.Abs(got-want) > 1e-14*(1+scale) {
			t.Fatalf("power %v, want %v", got, want)
		}
	})
}
