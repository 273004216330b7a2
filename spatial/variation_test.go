package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// sameVariation fails the test if c is not the variation of a column, for the motions before the joint and the
// velocity behind it, in plain matrices.
func sameVariation(t fatal, what string, c *spatial.Variation, column, v, a, behind textbook.Vec6) {
	t.Helper()
	V := textbook.CrossMotion(v).MulVec(column)
	same(t, what+": S", motion6(&c.S), column)
	same(t, what+": V", motion6(&c.V), V)
	same(t, what+": A", motion6(&c.A), textbook.CrossMotion(a).MulVec(column).Add(textbook.CrossMotion(v).MulVec(V)))
	same(t, what+": C", motion6(&c.C), textbook.CrossMotion(v.Add(behind)).MulVec(column))
}

// axisColumns are the columns of joints about and along the z axis, with the kernels for them.
var axisColumns = []struct {
	name      string
	s         textbook.Vec6
	variation func(c *spatial.Variation, v, a *spatial.Motion, ratio float64)
	reaction  func(r *spatial.Reaction, c *spatial.Variation, i *spatial.Inertia, b *spatial.Coriolis, f *spatial.Force)
}{
	{"revolute", textbook.Vec6{2: 1}, (*spatial.Variation).SetRevolute, (*spatial.Reaction).SetRevolute},
	{"prismatic", textbook.Vec6{5: 1}, (*spatial.Variation).SetPrismatic, (*spatial.Reaction).SetPrismatic},
}

func TestVariation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, v, a, behind := motion(t), motion(t), motion(t), motion(t)
		var c spatial.Variation
		c.Set(&s, &v, &a, &behind)
		sameVariation(t, "any", &c, motion6(&s), motion6(&v), motion6(&a), motion6(&behind))

		// From the motion behind a joint with one column, v + S q̇ and a + S q̈ + v × S q̇.
		for _, k := range axisColumns {
			ratio, rate, acceleration := number(t), number(t), number(t)
			column := k.s.Scale(ratio)
			vj := motion6(&v).Add(column.Scale(rate))
			aj := motion6(&a).Add(column.Scale(acceleration)).Add(textbook.CrossMotion(motion6(&v)).MulVec(column.Scale(rate)))
			vBehind, aBehind := fromSix(vj), fromSix(aj)
			k.variation(&c, &vBehind, &aBehind, ratio)
			sameVariation(t, k.name, &c, column, motion6(&v), motion6(&a), vj)
		}
	})
}

func fromSix(v textbook.Vec6) spatial.Motion {
	return spatial.Motion{Ang: mgl64.Vec3(v[:3]), Lin: mgl64.Vec3(v[3:])}
}

func TestReaction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, I := body(t)
		f, v := force(t), motion(t)
		var b spatial.Coriolis
		b.SetBody(&i, &v)
		B := fullCoriolis(&b)
		check := func(what string, r *spatial.Reaction, c *spatial.Variation) {
			S := motion6(&c.S)
			same(t, what+": I S", force6(&r.IS), I.MulVec(S))
			same(t, what+": B' S", six(r.BS, mgl64.Vec3{}), B.T().MulVec(S))
			same(t, what+": by q", force6(&r.ByQ),
				I.MulVec(motion6(&c.A)).Add(B.MulVec(motion6(&c.V))).Add(textbook.CrossForce(S).MulVec(force6(&f))))
			same(t, what+": by q̇", force6(&r.ByV), I.MulVec(motion6(&c.C)).Add(B.MulVec(S)))
		}
		var r spatial.Reaction
		c := spatial.Variation{S: motion(t), V: motion(t), A: motion(t), C: motion(t)}
		r.Set(&c, &i, &b, &f)
		check("any", &r, &c)
		a := motion(t)
		for _, k := range axisColumns {
			k.variation(&c, &v, &a, number(t))
			k.reaction(&r, &c, &i, &b, &f)
			check(k.name, &r, &c)
		}
	})
}

func TestReactionOnColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := spatial.Reaction{IS: force(t), BS: vec(t), ByQ: force(t), ByV: force(t)}
		c := spatial.Variation{S: motion(t), V: motion(t), A: motion(t), C: motion(t)}
		number := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= tolerance) {
				t.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
		own := func(byQ, byV float64) {
			t.Helper()
			number("own by q", byQ, motion6(&c.A).Dot(force6(&r.IS))+motion6(&c.V).Dot(six(r.BS, mgl64.Vec3{})))
			number("own by q̇", byV, motion6(&c.C).Dot(force6(&r.IS))+motion6(&c.S).Dot(six(r.BS, mgl64.Vec3{})))
		}
		own(r.Own(&c))
		byQ, byV := r.On(&c)
		number("by q", byQ, motion6(&c.S).Dot(force6(&r.ByQ)))
		number("by q̇", byV, motion6(&c.S).Dot(force6(&r.ByV)))
		v, a := motion(t), motion(t)
		c.SetRevolute(&v, &a, 2)
		own(r.OwnRevolute(&c))

		x, pose := axial(t)
		down := matrix(&pose).T()
		moved := r
		x.InverseReaction(&moved)
		same(t, "X' I S", force6(&moved.IS), down.MulVec(force6(&r.IS)))
		same(t, "X' B' S", six(moved.BS, mgl64.Vec3{}), down.MulVec(six(r.BS, mgl64.Vec3{})))
		same(t, "X' by q", force6(&moved.ByQ), down.MulVec(force6(&r.ByQ)))
		same(t, "X' by q̇", force6(&moved.ByV), down.MulVec(force6(&r.ByV)))
	})
}
