package kernel_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/internal/kernel"
	"kinetree/models/oracle/plain"
	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// solidBody draws a body whose inertia is far from singular: a box of 1 to 3 kg with sides of 0.5 to 3 m.
func solidBody(t *rapid.T) (spatial.Inertia, textbook.Mat6) {
	side := rapid.Float64Range(0.5, 3)
	mass, c, r := rapid.Float64Range(1, 3).Draw(t, "mass"), plain.Vec(t), plain.Rotation(t)
	box := spatial.Box(mass, side.Draw(t, "x"), side.Draw(t, "y"), side.Draw(t, "z"))
	ic := box.Rotated(&r)
	return spatial.NewInertia(mass, c, ic), textbook.RigidInertia(mass, textbook.Vec3(c), plain.Mat3(ic.Mat3()))
}

// inverse draws an inverse inertia and returns it in both forms, the matrix column by column.
func inverse(t *rapid.T) (kernel.InverseInertia, textbook.Mat6) {
	body, _ := solidBody(t)
	j, ok := kernel.Invert(&body)
	if !ok {
		t.Fatalf("no inverse of %v", body)
	}
	return j, fullInverse(&j)
}

func fullInverse(j *kernel.InverseInertia) (out textbook.Mat6) {
	for k := range 6 {
		var f spatial.Force
		if k < 3 {
			f.Ang[k] = 1
		} else {
			f.Lin[k-3] = 1
		}
		var m spatial.Motion
		j.Apply(&m, &f)
		for i, x := range plain.Motion6(&m) {
			out[i][k] = x
		}
	}
	return out
}

func TestInverseInertia(t *testing.T) {
	one := textbook.MotionTransform(plain.Mat3(mgl64.Ident3()), textbook.Vec3{})
	rapid.Check(t, func(t *rapid.T) {
		body, want := solidBody(t)
		j, ok := kernel.Invert(&body)
		if !ok {
			t.Fatalf("no inverse of %v", body)
		}
		// The rotational inertia is up to 100, from which the parallel axis takes all but 0.04: 2500 roundings of
		// 1e-16, times elements of the inverse of up to 200.
		const limit = 1e-9
		for i, row := range fullInverse(&j).Mul(want) {
			for k, x := range row {
				if !(math.Abs(x-one[i][k]) <= limit) {
					t.Fatalf("the inverse times the inertia has %v in row %d, column %d", x, i, k)
				}
			}
		}
	})
}

func TestInverseInertiaBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, want := inverse(t)
		a := kernel.ArticulatedInertia{A: j.N}
		j.Blocks(&a.B, &a.D)
		plain.Same6(t, "blocks", full(&a), want)
	})
}

func TestInverseInertiaInChild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, J := inverse(t)
		x, pose := axial(t)
		X := plain.Matrix(&pose)
		want := X.Mul(J).Mul(X.T())
		var got kernel.InverseInertia
		x.ApplyInverse(&got, &j)
		largest := 0.0
		for _, row := range want {
			for _, y := range row {
				largest = math.Max(largest, math.Abs(y))
			}
		}
		got1, got2 := fullInverse(&got), want
		plain.Same6(t, "in the child", got1.Scale(1/largest), got2.Scale(1/largest))
		x.ApplyInverse(&j, &j)
		if j != got {
			t.Fatal("the destination as operand makes a difference")
		}
	})
}

func TestNoInverseInertia(t *testing.T) {
	box := spatial.Box(2, 1, 1, 1)
	for name, body := range map[string]spatial.Inertia{
		"no mass":           {I: box},
		"a point":           spatial.NewInertia(2, mgl64.Vec3{1, 2, 3}, spatial.Sym3{}),
		"a rod without any": spatial.NewInertia(2, mgl64.Vec3{1, 2, 3}, spatial.Sym3{1, 0, 1, 0, 0, 0}),
		"along x":           spatial.NewInertia(2, mgl64.Vec3{}, spatial.Sym3{0, 0, 1, 0, 0, 1}),
		"negative":          spatial.NewInertia(-2, mgl64.Vec3{}, box),
		"indefinite":        spatial.NewInertia(2, mgl64.Vec3{}, spatial.Sym3{1, 2, 1, 0, 0, 1}),
		"infinite":          spatial.NewInertia(math.Inf(1), mgl64.Vec3{}, box),
		"infinite inertia":  spatial.NewInertia(2, mgl64.Vec3{}, spatial.Sym3{1, 0, 1, 0, 0, math.Inf(1)}),
		"not a number":      spatial.NewInertia(2, mgl64.Vec3{math.NaN(), 0, 0}, box),
	} {
		if j, ok := kernel.Invert(&body); ok || j != (kernel.InverseInertia{}) {
			t.Errorf("%s: %v, %v", name, j, ok)
		}
	}
	var nothing kernel.InverseInertia
	var m spatial.Motion
	if nothing.Apply(&m, &spatial.Force{Ang: mgl64.Vec3{1, 2, 3}, Lin: mgl64.Vec3{4, 5, 6}}); m != (spatial.Motion{}) {
		t.Errorf("what nothing moves moves at %v", m)
	}
}
