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

// articulated draws a symmetric 6x6 matrix and returns it in both forms.
func articulated(t *rapid.T) (kernel.ArticulatedInertia, textbook.Mat6) {
	var a kernel.ArticulatedInertia
	for i := range a.A {
		a.A[i], a.D[i] = plain.Number(t), plain.Number(t)
	}
	for i := range a.B {
		a.B[i] = plain.Number(t)
	}
	return a, full(&a)
}

// axial draws a pose and returns it in both forms.
func axial(t *rapid.T) (kernel.Axial, spatial.Transform) {
	alpha, theta, gamma := plain.Number(t), plain.Number(t), 0.0
	x := kernel.Axial{P: plain.Vec(t), Twisted: rapid.Bool().Draw(t, "twisted")}
	if x.Twisted {
		gamma = plain.Number(t)
	}
	x.Sa, x.Ca = math.Sincos(alpha)
	x.Sg, x.Cg = math.Sincos(gamma)
	x.SetAngle(theta)
	twist := mgl64.Rotate3DZ(gamma)
	return x, spatial.Transform{R: twist.Mul3(mgl64.Rotate3DX(alpha)).Mul3(mgl64.Rotate3DZ(theta)),
		P: twist.Mul3x1(x.P)}
}

func full(a *kernel.ArticulatedInertia) (out textbook.Mat6) {
	upper, lower := plain.Mat3(a.A.Mat3()), plain.Mat3(a.D.Mat3())
	for i := range 3 {
		for j := range 3 {
			out[i][j], out[i+3][j+3] = upper[i][j], lower[i][j]
			out[i][j+3], out[j+3][i] = a.B[3*i+j], a.B[3*i+j]
		}
	}
	return out
}

func TestArticulatedInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, A := articulated(t)
		v, u, k := plain.Motion(t), plain.Force(t), plain.Number(t)
		var f spatial.Force
		a.Apply(&f, &v)
		plain.Same(t, "a v", plain.Force6(&f), A.MulVec(plain.Motion6(&v)))
		a.SubOuter(k, &u)
		plain.Same6(t, "a - k u u'", full(&a), A.Add(textbook.Outer(plain.Force6(&u), plain.Force6(&u)).Scale(-k)))
	})
}

func TestAxial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, pose := axial(t)
		X := plain.Matrix(&pose)
		got := x.Pose()
		plain.Same6(t, "pose", plain.Matrix(&got), X)
		parent := plain.Transform(t)
		x.ComposePose(&got, &parent)
		plain.Same6(t, "composed pose", plain.Matrix(&got), X.Mul(plain.Matrix(&parent)))

		v, f, sum := plain.Motion(t), plain.Force(t), plain.Force(t)
		var m spatial.Motion
		x.ApplyMotion(&m, &v)
		plain.Same(t, "X v", plain.Motion6(&m), X.MulVec(plain.Motion6(&v)))
		c := plain.Motion(t)
		x.AddMotion(&m, &c, &v)
		plain.Same(t, "X v + c", plain.Motion6(&m), X.MulVec(plain.Motion6(&v)).Add(plain.Motion6(&c)))
		fs := []spatial.Force{f, sum}
		x.InverseForces(fs)
		plain.Same(t, "X' f, the first of several", plain.Force6(&fs[0]), X.T().MulVec(plain.Force6(&f)))
		plain.Same(t, "X' f, the second of several", plain.Force6(&fs[1]), X.T().MulVec(plain.Force6(&sum)))
		want := plain.Force6(&sum).Add(X.T().MulVec(plain.Force6(&f)))
		x.AddForce(&sum, &f)
		plain.Same(t, "+ X' f", plain.Force6(&sum), want)

		a, A := articulated(t)
		base, B := articulated(t)
		var total kernel.ArticulatedInertia
		x.AddInertia(&total, &base, &a)
		added := B.Add(X.T().Mul(A).Mul(X))
		plain.Same6(t, "base + X' a X", full(&total), added)
		x.AddInertia(&base, &base, &a)
		plain.Same6(t, "+ X' a X", full(&base), added)
	})
}

// joints are the kinds of joints with one degree of freedom and its kernels.
var joints = []struct {
	name       string
	s          textbook.Vec6
	cross      func(m, v *spatial.Motion, rate float64)
	move       func(x *kernel.Axial, v, c, m *spatial.Motion, rate float64)
	hold       func(a *kernel.ArticulatedInertia, W *spatial.Force, more float64) float64
	accelerate func(x *kernel.Axial, a, m, c *spatial.Motion, W *spatial.Force, k float64) float64
}{
	{"revolute", textbook.Vec6{2: 1}, kernel.CrossRevolute, (*kernel.Axial).MoveRevolute,
		(*kernel.ArticulatedInertia).HoldRevolute, (*kernel.Axial).AccelerateRevolute},
	{"prismatic", textbook.Vec6{5: 1}, kernel.CrossPrismatic, (*kernel.Axial).MovePrismatic,
		(*kernel.ArticulatedInertia).HoldPrismatic, (*kernel.Axial).AcceleratePrismatic},
}

// positive draws an articulated inertia that is positive definite, as inertias are: diagonally dominant.
func positive(t *rapid.T) (kernel.ArticulatedInertia, textbook.Mat6) {
	a, _ := articulated(t)
	for _, i := range []int{0, 2, 5} {
		a.A[i], a.D[i] = a.A[i]+20, a.D[i]+20
	}
	return a, full(&a)
}

// TestZAxis checks the kernels of revolute and prismatic joints.
func TestZAxis(t *testing.T) {
	for _, kind := range joints {
		rapid.Check(t, func(t *rapid.T) {
			x, pose := axial(t)
			X, S := plain.Matrix(&pose), kind.s
			v, rate := plain.Motion(t), plain.Number(t)
			c := plain.Motion(t)
			kind.cross(&c, &v, rate)
			plain.Same(t, kind.name+": v x S rate", plain.Motion6(&c),
				textbook.CrossMotion(plain.Motion6(&v)).MulVec(S.Scale(rate)))

			var behind spatial.Motion
			kind.move(&x, &behind, &c, &v, rate)
			moved := X.MulVec(plain.Motion6(&v)).Add(S.Scale(rate))
			plain.Same(t, kind.name+": X v + S rate", plain.Motion6(&behind), moved)
			plain.Same(t, kind.name+": v x S rate behind it", plain.Motion6(&c),
				textbook.CrossMotion(moved).MulVec(S.Scale(rate)))

			a, A := positive(t)
			U := A.MulVec(S)
			D := S.Dot(U)
			var W spatial.Force
			held, more := a, rapid.SampledFrom([]float64{0, 0.5, 1e3, math.Inf(1)}).Draw(t, "more")
			k := kind.hold(&held, &W, more)
			plain.Same(t, kind.name+": W, held", plain.Force6(&W), U.Scale(1/(D+more)))
			if math.Abs(k-1/(D+more)) > plain.Tolerance {
				t.Fatalf("%s: 1/(D + %v) is %v", kind.name, more, k)
			}
			plain.Same6(t, kind.name+": a - W U'", full(&held), A.Add(textbook.Outer(U, U).Scale(-1/(D+more))))

			p, u := plain.Force(t), plain.Number(t)
			want := plain.Force6(&p).Add(full(&held).MulVec(plain.Motion6(&c))).Add(plain.Force6(&W).Scale(u))
			held.AddBias(&p, &c, u, &W)
			plain.Same(t, kind.name+": p + a c + u W", plain.Force6(&p), want)

			w := plain.Force(t)
			var m spatial.Motion
			free := X.MulVec(plain.Motion6(&v)).Add(plain.Motion6(&c))
			wantRate := u - free.Dot(plain.Force6(&w))
			if got := kind.accelerate(&x, &m, &v, &c, &w, u); math.Abs(got-wantRate) > plain.Tolerance {
				t.Fatalf("%s: acceleration %v, want %v", kind.name, got, wantRate)
			}
			plain.Same(t, kind.name+": X m + c + S acceleration", plain.Motion6(&m), free.Add(S.Scale(wantRate)))
		})
	}
}

// TestFreeRevolute checks the kernels in which what a revolute joint transmits is not formed.
func TestFreeRevolute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, pose := axial(t)
		X, S := plain.Matrix(&pose), textbook.Vec6{2: 1}
		a, A := positive(t)
		U := A.MulVec(S)
		D := S.Dot(U)
		var W spatial.Force
		if k := a.FreeRevolute(&W); math.Abs(k*D-1) > plain.Tolerance {
			t.Fatalf("1/D is %v, want %v", k, 1/D)
		}
		plain.Same(t, "W", plain.Force6(&W), U.Scale(1/D))
		Ia := A.Add(textbook.Outer(U, U).Scale(-1 / D))

		base, B := articulated(t)
		var total kernel.ArticulatedInertia
		x.AddRevolute(&total, &base, &a, &W)
		sum := B.Add(X.T().Mul(Ia).Mul(X))
		plain.Same6(t, "base + X' (a - W U') X", full(&total), sum)
		x.AddRevolute(&base, &base, &a, &W)
		plain.Same6(t, "+ X' (a - W U') X", full(&base), sum)

		v, p, f, tau := plain.Motion(t), plain.Force(t), plain.Force(t), plain.Number(t)
		var c spatial.Motion
		kernel.CrossRevolute(&c, &v, plain.Number(t))
		u := tau - S.Dot(plain.Force6(&p))
		pa := plain.Force6(&p).Add(Ia.MulVec(plain.Motion6(&c))).Add(U.Scale(u / D))
		want := plain.Force6(&f).Add(X.T().MulVec(pa))
		x.AddBiasRevolute(&f, &p, &a, &W, &c, tau)
		plain.Same(t, "f + X' (p + Ia c + W u)", plain.Force6(&f), want)
	})
}

// TestMassless checks that joints that move no inertia are recognised, through rounding noise and in spite of NaN.
func TestMassless(t *testing.T) {
	for _, c := range []struct {
		name                string
		inertia             spatial.Inertia
		revolute, prismatic bool // whether a joint of the kind moves inertia
	}{
		{"nothing", spatial.Inertia{}, false, false},
		{"point on the axis", spatial.NewInertia(2, mgl64.Vec3{0, 0, 1}, spatial.Sym3{}), false, true},
		{"noise", spatial.Inertia{M: 1, I: spatial.Sym3{1, 0, 1, 0, 0, 1e-15}}, false, true},
		{"thin wire", spatial.NewInertia(1, mgl64.Vec3{}, spatial.Cylinder(1, 1e-5, 1)), true, true},
		{"NaN", spatial.Inertia{M: math.NaN(), I: spatial.Sym3{5: math.NaN()}}, false, false},
		{"negative", spatial.Inertia{M: -1, I: spatial.Sym3{1, 0, 1, 0, 0, -1}}, false, false},
	} {
		var a kernel.ArticulatedInertia
		var u spatial.Force
		a.SetRigid(&c.inertia)
		if k := a.FreeRevolute(&u); !math.IsNaN(k) != c.revolute {
			t.Errorf("%s: a revolute joint has 1/D = %v", c.name, k)
		}
		a.SetRigid(&c.inertia)
		if k := a.HoldRevolute(&u, 1); math.IsNaN(k) == (c.name != "NaN" && c.name != "negative") {
			t.Errorf("%s: a revolute joint with an inertia of its own has 1/D = %v", c.name, k)
		}
		a.SetRigid(&c.inertia)
		if k := a.HoldPrismatic(&u, 0); !math.IsNaN(k) != c.prismatic {
			t.Errorf("%s: a prismatic joint has 1/D = %v", c.name, k)
		}
	}
}

// TestMasslessArticulated checks the same for what other joints leave of a mass: noise along one direction.
func TestMasslessArticulated(t *testing.T) {
	for noise, moves := range map[float64]bool{1e-9: true, 1e-15: false, 0: false, -1e-15: false} {
		a := kernel.ArticulatedInertia{D: spatial.Sym3{1, 0, 1, 0, 0, noise}}
		var u spatial.Force
		if k := a.HoldPrismatic(&u, 0); !math.IsNaN(k) != moves {
			t.Errorf("a mass of %v along z beside 1 across has 1/D = %v", noise, k)
		}
	}
}

// TestAliasing checks that a destination may be an operand.
func TestAliasing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, _ := axial(t)
		v := plain.Motion(t)
		want, got := spatial.Motion{}, v
		x.ApplyMotion(&want, &v)
		x.ApplyMotion(&got, &got)
		plain.Same(t, "axial", plain.Motion6(&got), plain.Motion6(&want))
		for _, joint := range joints {
			got = v
			joint.cross(&want, &v, 2)
			joint.cross(&got, &got, 2)
			plain.Same(t, "v x S rate", plain.Motion6(&got), plain.Motion6(&want))
		}
	})
}
