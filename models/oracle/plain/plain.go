// Package plain draws spatial quantities for tests and writes them as the plain 6x6 matrices of package textbook.
package plain

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// Tolerance for results of kernels against plain matrices: the operands are of magnitude 3, results of magnitude 100,
// after sums of some 50 products with a relative rounding error of 1e-16 each.
const Tolerance = 1e-12

// The generators below draw operands of magnitude 3.

func Number(t *rapid.T) float64 { return rapid.Float64Range(-3, 3).Draw(t, "x") }

func Vec(t *rapid.T) mgl64.Vec3 { return mgl64.Vec3{Number(t), Number(t), Number(t)} }

func Motion(t *rapid.T) spatial.Motion { return spatial.Motion{Ang: Vec(t), Lin: Vec(t)} }

func Force(t *rapid.T) spatial.Force { return spatial.Force{Ang: Vec(t), Lin: Vec(t)} }

func Rotation(t *rapid.T) mgl64.Mat3 {
	return spatial.FromRPY(Number(t), Number(t), Number(t))
}

func Transform(t *rapid.T) spatial.Transform {
	return spatial.Transform{R: Rotation(t), P: Vec(t)}
}

func Tensor(t *rapid.T) spatial.Sym3 {
	x, y, z := math.Abs(Number(t)), math.Abs(Number(t)), math.Abs(Number(t))
	r := Rotation(t)
	s := spatial.Box(1, x, y, z)
	return s.Rotated(&r)
}

// Body draws a rigid body and returns it in both forms.
func Body(t *rapid.T) (spatial.Inertia, textbook.Mat6) {
	mass, c, ic := math.Abs(Number(t)), Vec(t), Tensor(t)
	return spatial.NewInertia(mass, c, ic), textbook.RigidInertia(mass, textbook.Vec3(c), Mat3(ic.Mat3()))
}

// The conversions below lead to the plain matrices.

func Mat3(m mgl64.Mat3) (out textbook.Mat3) {
	for i := range 3 {
		for j := range 3 {
			out[i][j] = m.At(i, j)
		}
	}
	return out
}

// Rigid returns the matrix of a rigid inertia, by its products with the unit motions.
func Rigid(i *spatial.Inertia) (out textbook.Mat6) {
	for k := range 6 {
		var unit spatial.Motion
		if k < 3 {
			unit.Ang[k] = 1
		} else {
			unit.Lin[k-3] = 1
		}
		var f spatial.Force
		i.Apply(&f, &unit)
		for r, x := range Force6(&f) {
			out[r][k] = x
		}
	}
	return out
}

func Six(ang, lin mgl64.Vec3) textbook.Vec6 {
	return textbook.Vec6{ang[0], ang[1], ang[2], lin[0], lin[1], lin[2]}
}

func Motion6(m *spatial.Motion) textbook.Vec6 { return Six(m.Ang, m.Lin) }

func Force6(f *spatial.Force) textbook.Vec6 { return Six(f.Ang, f.Lin) }

// Matrix returns X, from parent motions to child motions.
func Matrix(x *spatial.Transform) textbook.Mat6 {
	return textbook.MotionTransform(Mat3(x.R), textbook.Vec3(x.P))
}

// TB is what checks need of *testing.T and *rapid.T.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

func Same(t TB, what string, got, want textbook.Vec6) {
	t.Helper()
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= Tolerance) {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
	}
}

func Same6(t TB, what string, got, want textbook.Mat6) {
	t.Helper()
	for i := range got {
		Same(t, what, got[i], want[i])
	}
}

func Same3(t TB, what string, got, want mgl64.Mat3) {
	t.Helper()
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= Tolerance) {
			t.Fatalf("%s: got\n%vwant\n%v", what, got, want)
		}
	}
}
