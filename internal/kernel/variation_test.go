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

// sameVariation fails the test if c is not the variation of a column, for the motions before the joint and the
// velocity behind it, in plain matrices.
func sameVariation(t plain.TB, what string, c *kernel.MotionVariation, column, v, a, behind textbook.Vec6) {
	t.Helper()
	V := textbook.CrossMotion(v).MulVec(column)
	plain.Same(t, what+": S", plain.Motion6(&c.S), column)
	plain.Same(t, what+": V", plain.Motion6(&c.V), V)
	plain.Same(t, what+": A", plain.Motion6(&c.A),
		textbook.CrossMotion(a).MulVec(column).Add(textbook.CrossMotion(v).MulVec(V)))
	plain.Same(t, what+": C", plain.Motion6(&c.C), textbook.CrossMotion(v.Add(behind)).MulVec(column))
}

// axisColumns are the columns of joints about and along the z axis, with the kernels for them.
var axisColumns = []struct {
	name        string
	s           textbook.Vec6
	variation   func(c *kernel.MotionVariation, v, a *spatial.Motion, ratio float64)
	sensitivity func(r *kernel.Sensitivity, c *kernel.MotionVariation, i *spatial.Inertia, b *kernel.Coriolis,
		f *spatial.Force)
}{
	{"revolute", textbook.Vec6{2: 1}, (*kernel.MotionVariation).SetRevolute, (*kernel.Sensitivity).SetRevolute},
	{"prismatic", textbook.Vec6{5: 1}, (*kernel.MotionVariation).SetPrismatic, (*kernel.Sensitivity).SetPrismatic},
}

func TestVariation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, v, a, behind := plain.Motion(t), plain.Motion(t), plain.Motion(t), plain.Motion(t)
		var c kernel.MotionVariation
		c.Set(&s, &v, &a, &behind)
		sameVariation(t, "any", &c, plain.Motion6(&s), plain.Motion6(&v), plain.Motion6(&a), plain.Motion6(&behind))

		// From the motion behind a joint with one column, v + S q̇ and a + S q̈ + v × S q̇.
		for _, k := range axisColumns {
			ratio, rate, acceleration := plain.Number(t), plain.Number(t), plain.Number(t)
			column := k.s.Scale(ratio)
			vj := plain.Motion6(&v).Add(column.Scale(rate))
			cross := textbook.CrossMotion(plain.Motion6(&v)).MulVec(column.Scale(rate))
			aj := plain.Motion6(&a).Add(column.Scale(acceleration)).Add(cross)
			vBehind, aBehind := fromSix(vj), fromSix(aj)
			k.variation(&c, &vBehind, &aBehind, ratio)
			sameVariation(t, k.name, &c, column, plain.Motion6(&v), plain.Motion6(&a), vj)
		}
	})
}

func fromSix(v textbook.Vec6) spatial.Motion {
	return spatial.Motion{Ang: mgl64.Vec3(v[:3]), Lin: mgl64.Vec3(v[3:])}
}

func TestSensitivity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, I := plain.Body(t)
		f, v := plain.Force(t), plain.Motion(t)
		var b kernel.Coriolis
		b.SetBody(&i, &v)
		B := fullCoriolis(&b)
		check := func(what string, r *kernel.Sensitivity, c *kernel.MotionVariation) {
			S := plain.Motion6(&c.S)
			plain.Same(t, what+": I S", plain.Force6(&r.IS), I.MulVec(S))
			plain.Same(t, what+": B' S", plain.Six(r.BS, mgl64.Vec3{}), B.T().MulVec(S))
			byQ := I.MulVec(plain.Motion6(&c.A)).Add(B.MulVec(plain.Motion6(&c.V)))
			plain.Same(t, what+": by q", plain.Force6(&r.ByQ), byQ.Add(textbook.CrossForce(S).MulVec(plain.Force6(&f))))
			plain.Same(t, what+": by q̇", plain.Force6(&r.ByV), I.MulVec(plain.Motion6(&c.C)).Add(B.MulVec(S)))
		}
		var r kernel.Sensitivity
		c := kernel.MotionVariation{S: plain.Motion(t), V: plain.Motion(t), A: plain.Motion(t), C: plain.Motion(t)}
		r.Set(&c, &i, &b, &f)
		check("any", &r, &c)
		a := plain.Motion(t)
		for _, k := range axisColumns {
			k.variation(&c, &v, &a, plain.Number(t))
			k.sensitivity(&r, &c, &i, &b, &f)
			check(k.name, &r, &c)
		}
	})
}

func TestSensitivityOnColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := kernel.Sensitivity{IS: plain.Force(t), BS: plain.Vec(t), ByQ: plain.Force(t), ByV: plain.Force(t)}
		c := kernel.MotionVariation{S: plain.Motion(t), V: plain.Motion(t), A: plain.Motion(t), C: plain.Motion(t)}
		number := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= plain.Tolerance) {
				t.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
		own := func(byQ, byV float64) {
			t.Helper()
			IS, BS := plain.Force6(&r.IS), plain.Six(r.BS, mgl64.Vec3{})
			number("own by q", byQ, plain.Motion6(&c.A).Dot(IS)+plain.Motion6(&c.V).Dot(BS))
			number("own by q̇", byV, plain.Motion6(&c.C).Dot(IS)+plain.Motion6(&c.S).Dot(BS))
		}
		own(r.EffortBy(&c))
		byQ, byV := r.EffortOn(&c)
		number("by q", byQ, plain.Motion6(&c.S).Dot(plain.Force6(&r.ByQ)))
		number("by q̇", byV, plain.Motion6(&c.S).Dot(plain.Force6(&r.ByV)))
		v, a := plain.Motion(t), plain.Motion(t)
		c.SetRevolute(&v, &a, 2)
		own(r.EffortByRevolute(&c))

		x, pose := axial(t)
		down := plain.Matrix(&pose).T()
		moved := r
		x.InverseSensitivity(&moved)
		plain.Same(t, "X' I S", plain.Force6(&moved.IS), down.MulVec(plain.Force6(&r.IS)))
		plain.Same(t, "X' B' S", plain.Six(moved.BS, mgl64.Vec3{}), down.MulVec(plain.Six(r.BS, mgl64.Vec3{})))
		plain.Same(t, "X' by q", plain.Force6(&moved.ByQ), down.MulVec(plain.Force6(&r.ByQ)))
		plain.Same(t, "X' by q̇", plain.Force6(&moved.ByV), down.MulVec(plain.Force6(&r.ByV)))
	})
}
