package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/plain"
	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

func TestFromRPY(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, p, y := plain.Number(t), plain.Number(t), plain.Number(t)
		got := plain.Mat3(spatial.FromRPY(r, p, y))
		want := textbook.Rotation(r, p, y)
		for i := range 3 {
			plain.Same(t, "row", textbook.Vec6{got[i][0], got[i][1], got[i][2]},
				textbook.Vec6{want[i][0], want[i][1], want[i][2]})
		}
	})
	// Roll turns about x, pitch about y, yaw about z; fixed axes mean that roll comes first.
	quarter := math.Pi / 2
	for _, c := range []struct {
		r, p, y  float64
		in, want mgl64.Vec3
	}{
		{quarter, 0, 0, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, 0, 1}},
		{0, quarter, 0, mgl64.Vec3{0, 0, 1}, mgl64.Vec3{1, 0, 0}},
		{0, 0, quarter, mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}},
		{quarter, 0, quarter, mgl64.Vec3{0, 1, 0}, mgl64.Vec3{0, 0, 1}},
		{quarter, 0, quarter, mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0}},
	} {
		if got := spatial.FromRPY(c.r, c.p, c.y).Mul3x1(c.in); got.Sub(c.want).Len() > plain.Tolerance {
			t.Errorf("rpy %v %v %v takes %v to %v, want %v", c.r, c.p, c.y, c.in, got, c.want)
		}
	}
}

func TestRPYIsInverse(t *testing.T) {
	check := func(t plain.TB, r mgl64.Mat3) {
		plain.Same3(t, "FromRPY of RPY", spatial.FromRPY(spatial.RPY(&r)), r)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, plain.Rotation(t)) })
	// at and near the gimbal lock
	for _, pitch := range []float64{math.Pi / 2, -math.Pi / 2, math.Pi/2 - 1e-9, math.Pi/2 - 1e-13} {
		for _, roll := range []float64{0, 0.3, -2} {
			check(t, spatial.FromRPY(roll, pitch, 1))
		}
	}
}

func TestQuaternion(t *testing.T) {
	check := func(t plain.TB, r mgl64.Mat3) {
		q := spatial.Quaternion(&r)
		if math.Abs(q.Len()-1) > plain.Tolerance || q.W < 0 {
			t.Fatalf("quaternion %v of length %v", q, q.Len())
		}
		plain.Same3(t, "there and back", spatial.FromQuaternion(q), r)
		plain.Same3(t, "of mgl64", q.Mat4().Mat3(), r)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, plain.Rotation(t)) })
	for _, axis := range []mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, -0.8},
		{1 / math.Sqrt(3), 1 / math.Sqrt(3), 1 / math.Sqrt(3)}} {
		for _, rest := range []float64{1e-3, 1e-6, 1e-9, 1e-15} { // near half a turn
			check(t, mgl64.QuatRotate(math.Pi-rest, axis).Mat4().Mat3())
			check(t, mgl64.QuatRotate(math.Pi+rest, axis).Mat4().Mat3())
		}
	}
	for _, length := range []float64{1e-300, 1e-170, 1e170, 1e300} {
		q := mgl64.QuatRotate(1, mgl64.Vec3{1, 0, 0})
		plain.Same3(t, "any length", spatial.FromQuaternion(mgl64.Quat{W: length * q.W, V: q.V.Mul(length)}),
			mgl64.Rotate3DX(1))
	}
	for _, half := range []mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {0, -0.6, 0.8}} { // W = 0
		check(t, mgl64.QuatRotate(math.Pi, half).Mat4().Mat3())
	}
	plain.Same3(t, "length 2", spatial.FromQuaternion(mgl64.Quat{W: 2 * math.Cos(0.5),
		V: mgl64.Vec3{2 * math.Sin(0.5), 0, 0}}), mgl64.Rotate3DX(1))
}

func TestUnit(t *testing.T) {
	for _, length := range []float64{1e-300, 1e-170, 1, 1e170, 1e300} {
		if got := spatial.Unit(mgl64.Vec3{0, -0.6 * length, 0.8 * length}); got.Sub(mgl64.Vec3{0, -0.6,
			0.8}).Len() > plain.Tolerance {
			t.Errorf("length %v: %v", length, got)
		}
	}
}

func TestSymOf(t *testing.T) {
	s := spatial.SymOf(&mgl64.Mat3{1, 2, 3, 4, 5, 6, 7, 8, 9})
	if want := (spatial.Sym3{1, 3, 5, 5, 7, 9}); s != want {
		t.Errorf("got %v, want %v", s, want)
	}
}

func TestAxisFrame(t *testing.T) {
	check := func(t plain.TB, axis mgl64.Vec3) {
		r := spatial.AxisFrame(axis)
		plain.Same3(t, "R'R", r.Transpose().Mul3(r), mgl64.Ident3())
		if d := r.Det(); math.Abs(d-1) > plain.Tolerance {
			t.Fatalf("axis %v: determinant %v", axis, d)
		}
		if r.Col(2) != axis {
			t.Fatalf("axis %v: z goes to %v", axis, r.Col(2))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := plain.Vec(t)
		if v.Len() > 1e-3 {
			check(t, v.Normalize())
		}
	})
	for _, axis := range []mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}} {
		check(t, axis)
		for _, x := range spatial.AxisFrame(axis) {
			if x != math.Trunc(x) {
				t.Errorf("axis %v: the frame is not exact: %v", axis, spatial.AxisFrame(axis))
			}
		}
	}
	check(t, mgl64.Vec3{1e-9, 0, -math.Sqrt(1 - 1e-18)})
}

// TestUnitQuaternion checks quaternions of any length, and those very near to length 1.
func TestUnitQuaternion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := plain.Motion(t)
		want, _ := spatial.Exp(&m)
		l := rapid.SampledFrom([]float64{-1, 1, 1 + 1e-12, 1 - 1e-10, 3, 1e-300, 1e300}).Draw(t, "length")
		got := spatial.UnitQuaternion(mgl64.Quat{W: l * want.W, V: want.V.Mul(l)})
		if l < 0 {
			got = mgl64.Quat{W: -got.W, V: got.V.Mul(-1)}
		}
		if d := got.Sub(want).Len(); !(d <= 1e-15) || math.Abs(got.Len()-1) > 4e-16 { // a few roundings
			t.Fatalf("length %v: %v, want %v, off by %.3g; its length is 1 + %.3g", l, got, want, d, got.Len()-1)
		}
	})
	if q := spatial.UnitQuaternion(mgl64.Quat{}); !math.IsNaN(q.W) {
		t.Errorf("no quaternion has the direction %v", q)
	}
}
