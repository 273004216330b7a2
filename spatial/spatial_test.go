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

func TestVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w, f, g, s := plain.Motion(t), plain.Motion(t), plain.Force(t), plain.Force(t), plain.Number(t)
		sum := v
		sum.Add(&w)
		plain.Same(t, "v + w", plain.Motion6(&sum), plain.Motion6(&v).Add(plain.Motion6(&w)))
		sum = v
		sum.AddScaled(s, &w)
		plain.Same(t, "v + s w", plain.Motion6(&sum), plain.Motion6(&v).Add(plain.Motion6(&w).Scale(s)))
		total := f
		total.Add(&g)
		plain.Same(t, "f + g", plain.Force6(&total), plain.Force6(&f).Add(plain.Force6(&g)))
		total = f
		total.AddScaled(s, &g)
		plain.Same(t, "f + s g", plain.Force6(&total), plain.Force6(&f).Add(plain.Force6(&g).Scale(s)))
		if got, want := v.Dot(&f), plain.Motion6(&v).Dot(plain.Force6(&f)); math.Abs(got-want) > plain.Tolerance {
			t.Fatalf("v . f: got %v, want %v", got, want)
		}
		var cross spatial.Motion
		cross.SetCross(&v, &w)
		plain.Same(t, "v x w", plain.Motion6(&cross), textbook.CrossMotion(plain.Motion6(&v)).MulVec(plain.Motion6(&w)))
		var crossed spatial.Force
		crossed.SetCross(&v, &f)
		plain.Same(t, "v x* f", plain.Force6(&crossed), textbook.CrossForce(plain.Motion6(&v)).MulVec(plain.Force6(&f)))
	})
}

func TestTransform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, v, f, p := plain.Transform(t), plain.Transform(t), plain.Motion(t), plain.Force(t), plain.Vec(t)
		X := plain.Matrix(&x)
		back := x.Inverse()
		var m spatial.Motion
		x.ApplyMotion(&m, &v)
		plain.Same(t, "X v", plain.Motion6(&m), X.MulVec(plain.Motion6(&v)))
		x.InverseMotion(&m, &v)
		plain.Same(t, "X^-1 v", plain.Motion6(&m), plain.Matrix(&back).MulVec(plain.Motion6(&v)))
		var g spatial.Force
		x.ApplyForce(&g, &f)
		plain.Same(t, "X* f", plain.Force6(&g), plain.Matrix(&back).T().MulVec(plain.Force6(&f)))
		x.InverseForce(&g, &f)
		plain.Same(t, "X' f", plain.Force6(&g), X.T().MulVec(plain.Force6(&f)))
		both := x.Compose(&y)
		plain.Same6(t, "Y X", plain.Matrix(&both), plain.Matrix(&y).Mul(X))
		if d := back.Point(x.Point(p)).Sub(p).Len(); d > plain.Tolerance {
			t.Fatalf("there and back moves a point by %v", d)
		}
	})
}

func TestInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body1, I := plain.Body(t)
		body2, I2 := plain.Body(t)
		x, v, a := plain.Transform(t), plain.Motion(t), plain.Motion(t)
		X := plain.Matrix(&x)
		plain.Same6(t, "I", plain.Rigid(&body1), I)
		sum := body1
		sum.Add(&body2)
		plain.Same6(t, "I + I2", plain.Rigid(&sum), I.Add(I2))
		moved := body1.InParent(&x)
		plain.Same6(t, "X' I X", plain.Rigid(&moved), X.T().Mul(I).Mul(X))

		h := I.MulVec(plain.Motion6(&v))
		var f spatial.Force
		body1.Apply(&f, &v)
		plain.Same(t, "I v", plain.Force6(&f), h)
		bias := textbook.CrossForce(plain.Motion6(&v)).MulVec(h)
		body1.BiasForce(&f, &v)
		plain.Same(t, "v x* I v", plain.Force6(&f), bias)
		body1.NetForce(&f, &a, &v)
		plain.Same(t, "I a + v x* I v", plain.Force6(&f), bias.Add(I.MulVec(plain.Motion6(&a))))
		if got, want := body1.KineticEnergy(&v), plain.Motion6(&v).Dot(h)/2; math.Abs(got-want) > plain.Tolerance {
			t.Fatalf("kinetic energy %v, want %v", got, want)
		}
		if body1.M > 1e-3 {
			c := body1.COM().Mul(body1.M).Sub(body1.MC)
			if c.Len() > plain.Tolerance {
				t.Fatalf("m COM() is off MC by %v", c)
			}
		}
	})
	if c := (&spatial.Inertia{}).COM(); c != (mgl64.Vec3{}) {
		t.Errorf("centre of mass of nothing: %v", c)
	}
}

// TestAliasing checks that a destination may be an operand.
func TestAliasing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pose, v, f := plain.Transform(t), plain.Motion(t), plain.Force(t)
		want, got := spatial.Motion{}, v
		pose.ApplyMotion(&want, &v)
		pose.ApplyMotion(&got, &got)
		plain.Same(t, "motion", plain.Motion6(&got), plain.Motion6(&want))
		var wantForce spatial.Force
		gotForce := f
		pose.InverseForce(&wantForce, &f)
		pose.InverseForce(&gotForce, &gotForce)
		plain.Same(t, "force", plain.Force6(&gotForce), plain.Force6(&wantForce))
		got = v
		got.SetCross(&got, &got)
		plain.Same(t, "v x v", plain.Motion6(&got), textbook.Vec6{})
	})
}
