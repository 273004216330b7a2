package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// coriolis draws the map of an articulated body and returns it in both forms.
func coriolis(t *rapid.T) (b spatial.ArticulatedCoriolis, full textbook.Mat6) {
	for i := range b.E {
		b.E[i], b.F[i] = number(t), number(t)
		full[i/3][i%3], full[3+i/3][i%3] = b.E[i], b.F[i]
	}
	return b, full
}

// fullArticulated returns the matrix of b.
func fullArticulated(b *spatial.ArticulatedCoriolis) (out textbook.Mat6) {
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
		i, _ := body(t)
		v, m, f, W := motion(t), motion(t), force(t), force(t)
		var rigid spatial.Coriolis
		rigid.SetBody(&i, &v)
		var b spatial.ArticulatedCoriolis
		b.SetRigid(&rigid)
		same6(t, "of a rigid body", fullArticulated(&b), fullCoriolis(&rigid))

		b, B := coriolis(t)
		sum := force6(&f).Add(B.MulVec(motion6(&m)))
		b.AddApply(&f, &m)
		same(t, "f + B m", force6(&f), sum)
		var n mgl64.Vec3
		b.Transposed(&n, &m)
		same(t, "B' m", six(n, mgl64.Vec3{}), B.T().MulVec(motion6(&m)))

		x, pose := axial(t)
		X := matrix(&pose)
		row := textbook.Vec6{b.E[6], b.E[7], b.E[8]}
		c, C := coriolis(t)
		x.AddTransmitted(&c, &b, &W)
		same6(t, "+ X' (B - W n') X", fullArticulated(&c),
			C.Add(X.T().Mul(B.Add(outer(force6(&W), row).Scale(-1))).Mul(X)))

		b.SubOuter(&W, &n)
		same6(t, "B - W n'", fullArticulated(&b), B.Add(outer(force6(&W), six(n, mgl64.Vec3{})).Scale(-1)))
	})
}

// response draws a response.
func response(t *rapid.T) spatial.Response {
	return spatial.Response{A: force(t), V: vec(t), ByQ: force(t), ByV: force(t)}
}

// sameResponse compares the parts of a response.
func sameResponse(t fatal, what string, r *spatial.Response, a, v, byQ, byV textbook.Vec6) {
	t.Helper()
	same(t, what+": A", force6(&r.A), a)
	same(t, what+": V", six(r.V, mgl64.Vec3{}), v)
	same(t, what+": by q", force6(&r.ByQ), byQ)
	same(t, what+": by q̇", force6(&r.ByV), byV)
}

// TestResponse checks the response of a revolute joint, and that of any column, in plain matrices.
func TestResponse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, I := articulated(t)
		b, B := coriolis(t)
		v, m, p, W, Dinv := motion(t), motion(t), force(t), force(t), number(t)
		check := func(what string, r *spatial.Response, c *spatial.Variation, b *spatial.ArticulatedCoriolis,
			f textbook.Vec6) {
			S, w := motion6(&c.S), force6(&W)
			N := B.T().MulVec(S)
			push := textbook.CrossForce(S).MulVec(f)
			sameResponse(t, what, r, w.Scale(-1), N.Scale(-Dinv),
				I.MulVec(motion6(&c.A)).Add(B.MulVec(motion6(&c.V))).Add(push),
				I.MulVec(motion6(&c.C)).Add(B.MulVec(S)))
			same6(t, what+": B", fullArticulated(b), B.Add(outer(w, N).Scale(-1)))
		}
		var r spatial.Response
		var c spatial.Variation
		c.SetRevolute(&v, &m, 1)
		r.SetRevolute(&c, &a, &b, &m, &p, &W, Dinv)
		freed := b
		freed.SubOuter(&W, &mgl64.Vec3{b.E[6], b.E[7], b.E[8]})
		check("revolute", &r, &c, &freed, force6(&p).Add(I.MulVec(motion6(&m))))

		c = spatial.Variation{S: motion(t), V: motion(t), A: motion(t), C: motion(t)}
		r.SetForces(&c, &a, &b)
		r.SetMaps(&c.S, &b, &W, Dinv)
		r.Push(&c.S, &p)
		check("any", &r, &c, &b, force6(&p))
	})
}

// TestResponseCarried checks what responses meet on the way to the base.
func TestResponseCarried(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number1 := func(what string, got, want float64) {
			t.Helper()
			if !(math.Abs(got-want) <= tolerance) {
				t.Fatalf("%s: got %v, want %v", what, got, want)
			}
		}
		r, s, v, a, vj := response(t), motion(t), motion(t), motion(t), motion(t)
		if rapid.Bool().Draw(t, "at rest") {
			v = spatial.Motion{}
		}
		var c spatial.Variation
		c.Set(&s, &v, &a, &vj)
		own := func(c *spatial.Variation) (byQ, byV float64) {
			A, V := force6(&r.A), six(r.V, mgl64.Vec3{})
			return motion6(&c.A).Dot(A) + motion6(&c.V).Dot(V), motion6(&c.C).Dot(A) + motion6(&c.S).Dot(V)
		}
		wantQ, wantV := own(&c)
		var byQ, byV spatial.Force
		r.Carried(&byQ, &byV, &v, &a, &vj)
		number1("any by q", s.Dot(&byQ), wantQ)
		number1("any by q̇", s.Dot(&byV), wantV)

		c.SetRevolute(&v, &a, 1)
		wantQ, wantV = own(&c)
		dst := make([]float64, 3+7+4) // the second of two responses begins at 7
		c.CarriedRevolute(dst, 3, 7, []spatial.Response{response(t), r})
		number1("revolute K", dst[7], r.A.Ang[2])
		number1("revolute by q", dst[10], wantQ)
		number1("revolute by q̇", dst[13], wantV)
	})
}

// TestResponseTransmitted checks what is left of responses behind a joint, and carries them to its parent.
func TestResponseTransmitted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, S, W, Dinv := response(t), motion(t), force(t), number(t)
		x, pose := axial(t)
		down := matrix(&pose).T()
		A, V, Q, R := force6(&r.A), six(r.V, mgl64.Vec3{}), force6(&r.ByQ), force6(&r.ByV)
		check := func(what string, got *spatial.Response, s textbook.Vec6, byQ, byV float64,
			move func(v textbook.Vec6) textbook.Vec6) {
			t.Helper()
			q, v := s.Dot(Q), s.Dot(R)
			if !(math.Abs(byQ+Dinv*q) <= tolerance && math.Abs(byV+Dinv*v) <= tolerance) {
				t.Fatalf("%s: the rate accelerates by %v and %v, want %v and %v", what, byQ, byV, -Dinv*q, -Dinv*v)
			}
			w := force6(&W)
			sameResponse(t, what, got, move(A), move(V), move(Q.Add(w.Scale(-q))), move(R.Add(w.Scale(-v))))
		}
		toParent := func(v textbook.Vec6) textbook.Vec6 { return down.MulVec(v) }

		moved := []spatial.Response{response(t), r}
		byQ, byV := make([]float64, 2), make([]float64, 2)
		x.TransmitRevolute(byQ, byV, moved, &W, Dinv)
		check("revolute", &moved[1], textbook.Vec6{2: 1}, byQ[1], byV[1], toParent)

		free := r
		q, v := free.Free(&S, &W, Dinv)
		check("any", &free, motion6(&S), q, v, func(v textbook.Vec6) textbook.Vec6 { return v })
		rest := []spatial.Response{response(t), r}
		x.InverseResponses(rest)
		sameResponse(t, "to the parent", &rest[1], toParent(A), toParent(V), toParent(Q), toParent(R))
	})
}

func TestStill(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var turn, slide spatial.Variation
		g := spatial.Motion{Lin: vec(t)}
		turn.Set(&spatial.Motion{Ang: mgl64.Vec3{1, 0, 0}}, &spatial.Motion{}, &spatial.Motion{},
			&spatial.Motion{Ang: vec(t)})
		slide.Set(&spatial.Motion{Lin: vec(t)}, &spatial.Motion{}, &g, &spatial.Motion{Ang: vec(t)})
		if turn.Still() || !slide.Still() {
			t.Fatalf("a rotation is still: %v; a translation in a uniform field: %v", turn.Still(), slide.Still())
		}
		slide.Set(&spatial.Motion{Lin: mgl64.Vec3{1, 0, 0}}, &spatial.Motion{Ang: mgl64.Vec3{0, 0, 1}}, &g,
			&spatial.Motion{})
		if slide.Still() {
			t.Fatal("a translation before which the axes turn is still")
		}
	})
}
