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

// coriolis draws the map of an articulated body and returns it in both forms.
func coriolis(t *rapid.T) (b kernel.ArticulatedCoriolis, full textbook.Mat6) {
	for i := range b.E {
		b.E[i], b.F[i] = plain.Number(t), plain.Number(t)
		full[i/3][i%3], full[3+i/3][i%3] = b.E[i], b.F[i]
	}
	return b, full
}

// fullArticulated returns the matrix of b.
func fullArticulated(b *kernel.ArticulatedCoriolis) (out textbook.Mat6) {
	for i := range b.E {
		out[i/3][i%3], out[3+i/3][i%3] = b.E[i], b.F[i]
	}
	return out
}

// outer returns a bᵀ.
func outer(a, b textbook.Vec6) (out textbook.Mat6) {
	for i := range a {
		for j := range b {
			out[i][j] = a[i] * b[j]
		}
	}
	return out
}

func TestArticulatedCoriolis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, _ := plain.Body(t)
		v, m, f, W := plain.Motion(t), plain.Motion(t), plain.Force(t), plain.Force(t)
		var rigid kernel.Coriolis
		rigid.SetBody(&i, &v)
		var b kernel.ArticulatedCoriolis
		b.SetRigid(&rigid)
		plain.Same6(t, "of a rigid body", fullArticulated(&b), fullCoriolis(&rigid))

		b, B := coriolis(t)
		sum := plain.Force6(&f).Add(B.MulVec(plain.Motion6(&m)))
		b.AddApply(&f, &m)
		plain.Same(t, "f + B m", plain.Force6(&f), sum)
		var n mgl64.Vec3
		b.Transposed(&n, &m)
		plain.Same(t, "B' m", plain.Six(n, mgl64.Vec3{}), B.T().MulVec(plain.Motion6(&m)))

		x, pose := axial(t)
		X := plain.Matrix(&pose)
		row := textbook.Vec6{b.E[6], b.E[7], b.E[8]}
		c, C := coriolis(t)
		x.AddTransmitted(&c, &b, &W)
		plain.Same6(t, "+ X' (B - W n') X", fullArticulated(&c),
			C.Add(X.T().Mul(B.Add(outer(plain.Force6(&W), row).Scale(-1))).Mul(X)))

		b.SubOuter(&W, &n)
		plain.Same6(t, "B - W n'", fullArticulated(&b),
			B.Add(outer(plain.Force6(&W), plain.Six(n, mgl64.Vec3{})).Scale(-1)))
	})
}

// sensitivity draws one.
func sensitivity(t *rapid.T) kernel.ArticulatedSensitivity {
	return kernel.ArticulatedSensitivity{A: plain.Force(t), V: plain.Vec(t), ByQ: plain.Force(t), ByV: plain.Force(t)}
}

// sameSensitivity compares the parts of a sensitivity.
func sameSensitivity(t plain.TB, what string, r *kernel.ArticulatedSensitivity, a, v, byQ, byV textbook.Vec6) {
	t.Helper()
	plain.Same(t, what+": A", plain.Force6(&r.A), a)
	plain.Same(t, what+": V", plain.Six(r.V, mgl64.Vec3{}), v)
	plain.Same(t, what+": by q", plain.Force6(&r.ByQ), byQ)
	plain.Same(t, what+": by q̇", plain.Force6(&r.ByV), byV)
}

// TestArticulatedSensitivity checks the sensitivity of a revolute joint, and that of any column, in plain matrices.
func TestArticulatedSensitivity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, I := articulated(t)
		b, B := coriolis(t)
		v, m, p, W, Dinv := plain.Motion(t), plain.Motion(t), plain.Force(t), plain.Force(t), plain.Number(t)
		check := func(what string, r *kernel.ArticulatedSensitivity, c *kernel.MotionVariation,
			b *kernel.ArticulatedCoriolis,
			f textbook.Vec6) {
			S, w := plain.Motion6(&c.S), plain.Force6(&W)
			N := B.T().MulVec(S)
			push := textbook.CrossForce(S).MulVec(f)
			sameSensitivity(t, what, r, w.Scale(-1), N.Scale(-Dinv),
				I.MulVec(plain.Motion6(&c.A)).Add(B.MulVec(plain.Motion6(&c.V))).Add(push),
				I.MulVec(plain.Motion6(&c.C)).Add(B.MulVec(S)))
			plain.Same6(t, what+": B", fullArticulated(b), B.Add(outer(w, N).Scale(-1)))
		}
		var r kernel.ArticulatedSensitivity
		var c kernel.MotionVariation
		c.SetRevolute(&v, &m, 1)
		r.SetRevolute(&c, &a, &b, &m, &p, &W, Dinv)
		freed := b
		freed.SubOuter(&W, &mgl64.Vec3{b.E[6], b.E[7], b.E[8]})
		check("revolute", &r, &c, &freed, plain.Force6(&p).Add(I.MulVec(plain.Motion6(&m))))

		c = kernel.MotionVariation{S: plain.Motion(t), V: plain.Motion(t), A: plain.Motion(t), C: plain.Motion(t)}
		r.SetForces(&c, &a, &b)
		r.SetMaps(&c.S, &b, &W, Dinv)
		r.AddCross(&c.S, &p)
		check("any", &r, &c, &b, plain.Force6(&p))
	})
}

// TestBySupport checks what sensitivities meet on the way to the base.
func TestBySupport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number1 := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= plain.Tolerance) {
				t.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
		r, s, v, a, vj := sensitivity(t), plain.Motion(t), plain.Motion(t), plain.Motion(t), plain.Motion(t)
		if rapid.Bool().Draw(t, "at rest") {
			v = spatial.Motion{}
		}
		var c kernel.MotionVariation
		c.Set(&s, &v, &a, &vj)
		own := func(c *kernel.MotionVariation) (byQ, byV float64) {
			A, V := plain.Force6(&r.A), plain.Six(r.V, mgl64.Vec3{})
			return plain.Motion6(&c.A).Dot(A) + plain.Motion6(&c.V).Dot(V), plain.Motion6(&c.C).Dot(A) +
				plain.Motion6(&c.S).Dot(V)
		}
		wantQ, wantV := own(&c)
		var byQ, byV spatial.Force
		r.BySupport(&byQ, &byV, &v, &a, &vj)
		number1("any by q", s.Dot(&byQ), wantQ)
		number1("any by q̇", s.Dot(&byV), wantV)

		c.SetRevolute(&v, &a, 1)
		wantQ, wantV = own(&c)
		dst := make([]float64, 3+7+4) // the second of two sensitivities begins at 7
		c.BySupportRevolute(dst, 3, 7, []kernel.ArticulatedSensitivity{sensitivity(t), r})
		number1("revolute K", dst[7], r.A.Ang[2])
		number1("revolute by q", dst[10], wantQ)
		number1("revolute by q̇", dst[13], wantV)
	})
}

// TestTransmit checks what is left of sensitivities behind a joint, and carries them to its parent.
func TestTransmit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, S, W, Dinv := sensitivity(t), plain.Motion(t), plain.Force(t), plain.Number(t)
		x, pose := axial(t)
		down := plain.Matrix(&pose).T()
		A, V, Q, R := plain.Force6(&r.A), plain.Six(r.V, mgl64.Vec3{}), plain.Force6(&r.ByQ), plain.Force6(&r.ByV)
		check := func(what string, got *kernel.ArticulatedSensitivity, s textbook.Vec6, byQ, byV float64,
			move func(v textbook.Vec6) textbook.Vec6) {
			t.Helper()
			q, v := s.Dot(Q), s.Dot(R)
			if !(math.Abs(byQ+Dinv*q) <= plain.Tolerance && math.Abs(byV+Dinv*v) <= plain.Tolerance) {
				t.Fatalf("%s: the rate accelerates by %v and %v, want %v and %v", what, byQ, byV, -Dinv*q, -Dinv*v)
			}
			w := plain.Force6(&W)
			sameSensitivity(t, what, got, move(A), move(V), move(Q.Add(w.Scale(-q))), move(R.Add(w.Scale(-v))))
		}
		toParent := func(v textbook.Vec6) textbook.Vec6 { return down.MulVec(v) }

		moved := []kernel.ArticulatedSensitivity{sensitivity(t), r}
		byQ, byV := make([]float64, 2), make([]float64, 2)
		x.TransmitRevolute(byQ, byV, moved, &W, Dinv)
		check("revolute", &moved[1], textbook.Vec6{2: 1}, byQ[1], byV[1], toParent)

		free := r
		q, v := free.Transmit(&S, &W, Dinv)
		check("any", &free, plain.Motion6(&S), q, v, func(v textbook.Vec6) textbook.Vec6 { return v })
		rest := []kernel.ArticulatedSensitivity{sensitivity(t), r}
		x.InverseSensitivities(rest)
		sameSensitivity(t, "to the parent", &rest[1], toParent(A), toParent(V), toParent(Q), toParent(R))
	})
}

func TestIgnorable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var turn, slide kernel.MotionVariation
		g := spatial.Motion{Lin: plain.Vec(t)}
		turn.Set(&spatial.Motion{Ang: mgl64.Vec3{1, 0, 0}}, &spatial.Motion{}, &spatial.Motion{},
			&spatial.Motion{Ang: plain.Vec(t)})
		slide.Set(&spatial.Motion{Lin: plain.Vec(t)}, &spatial.Motion{}, &g, &spatial.Motion{Ang: plain.Vec(t)})
		if turn.Ignorable() || !slide.Ignorable() {
			t.Fatalf("a rotation is still: %v; a translation in a uniform field: %v", turn.Ignorable(),
				slide.Ignorable())
		}
		slide.Set(&spatial.Motion{Lin: mgl64.Vec3{1, 0, 0}}, &spatial.Motion{Ang: mgl64.Vec3{0, 0, 1}}, &g,
			&spatial.Motion{})
		if slide.Ignorable() {
			t.Fatal("a translation before which the axes turn is still")
		}
	})
}
