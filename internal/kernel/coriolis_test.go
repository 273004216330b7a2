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

// crossed returns the matrix of m ×* f as a map of m, column by column.
func crossed(f *spatial.Force) (out textbook.Mat6) {
	for k := range 6 {
		var unit textbook.Vec6
		unit[k] = 1
		for i, x := range textbook.CrossForce(unit).MulVec(plain.Force6(f)) {
			out[i][k] = x
		}
	}
	return out
}

// fullCoriolis returns the matrix of b.
func fullCoriolis(b *kernel.Coriolis) (out textbook.Mat6) {
	for k := range 6 {
		var unit spatial.Motion
		if k < 3 {
			unit.Ang[k] = 1
		} else {
			unit.Lin[k-3] = 1
		}
		var f spatial.Force
		b.AddApply(&f, &unit)
		for i, x := range plain.Force6(&f) {
			out[i][k] = x
		}
	}
	return out
}

func TestCoriolis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body1, I := plain.Body(t)
		body2, _ := plain.Body(t) // another one
		v, m, f := plain.Motion(t), plain.Motion(t), plain.Force(t)
		var b, c kernel.Coriolis
		b.SetBody(&body1, &v)

		// B = v ×* I − I v× + (·) ×* I v
		var h spatial.Force
		body1.Apply(&h, &v)
		V := plain.Motion6(&v)
		want := textbook.CrossForce(V).Mul(I).Add(I.Mul(textbook.CrossMotion(V)).Scale(-1)).Add(crossed(&h))
		plain.Same6(t, "B", fullCoriolis(&b), want)

		sum := plain.Force6(&f).Add(want.MulVec(plain.Motion6(&m)))
		b.AddApply(&f, &m)
		plain.Same(t, "f + B m", plain.Force6(&f), sum)

		n := mgl64.Vec3{}
		b.Transposed(&n, &m)
		plain.Same(t, "B' m", plain.Six(n, mgl64.Vec3{}), want.T().MulVec(plain.Motion6(&m)))

		c.SetBody(&body2, &m)
		x, pose := axial(t)
		X := plain.Matrix(&pose)
		all := fullCoriolis(&c).Add(X.T().Mul(want).Mul(X))
		x.AddCoriolis(&c, &b)
		plain.Same6(t, "+ X' B X", fullCoriolis(&c), all)

		a := plain.Motion(t)
		b.NetForce(&f, &body1, &a, &v)
		plain.Same(t, "I a + v x* I v", plain.Force6(&f),
			I.MulVec(plain.Motion6(&a)).Add(textbook.CrossForce(V).MulVec(plain.Force6(&h))))
	})
}

// TestFollowerLoad compares with the change of a force at a point that rotates along with the body.
func TestFollowerLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, w, f := plain.Vec(t), plain.Vec(t), plain.Force(t)
		var b kernel.Coriolis
		x := spatial.Transform{R: plain.Rotation(t), P: p}
		inverse := spatial.Transform{R: x.R.Transpose()}
		var given spatial.Force // f in the axes of x
		inverse.InverseForce(&given, &f)
		b.AddFollowerLoad(&x, &given)
		var got spatial.Force
		b.AddApply(&got, &spatial.Motion{Ang: w})
		turned := spatial.Force{Ang: w.Cross(f.Ang), Lin: w.Cross(f.Lin)} // at p
		at := spatial.Transform{R: mgl64.Ident3(), P: p}
		at.InverseForce(&turned, &turned)
		plain.Same(t, "B w", plain.Force6(&got), plain.Force6(&turned))
	})
}

// TestCoriolisIsNothingAtRest checks that the zero value is the map of a body at rest.
func TestCoriolisIsNothingAtRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, _ := plain.Body(t)
		b := kernel.Coriolis{E: [9]float64{1, 2, 3}}
		b.SetBody(&i, &spatial.Motion{})
		for _, x := range fullCoriolis(&b) {
			for _, y := range x {
				if math.Abs(y) != 0 {
					t.Fatalf("got %v", b)
				}
			}
		}
	})
}
