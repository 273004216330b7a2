package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// tolerance for results of kernels against plain matrices: the operands are of magnitude 3, results of magnitude 100,
// after sums of some 50 products with a relative rounding error of 1e-16 each.
const tolerance = 1e-12

// The generators below draw operands of magnitude 3.

func number(t *rapid.T) float64 { return rapid.Float64Range(-3, 3).Draw(t, "x") }

func vec(t *rapid.T) mgl64.Vec3 { return mgl64.Vec3{number(t), number(t), number(t)} }

func motion(t *rapid.T) spatial.Motion { return spatial.Motion{Ang: vec(t), Lin: vec(t)} }

func force(t *rapid.T) spatial.Force { return spatial.Force{Ang: vec(t), Lin: vec(t)} }

func rotation(t *rapid.T) mgl64.Mat3 {
	return spatial.FromRPY(number(t), number(t), number(t))
}

func transform(t *rapid.T) spatial.Transform {
	return spatial.Transform{R: rotation(t), P: vec(t)}
}

func tensor(t *rapid.T) spatial.Sym3 {
	x, y, z := math.Abs(number(t)), math.Abs(number(t)), math.Abs(number(t))
	r := rotation(t)
	s := spatial.Box(1, x, y, z)
	return s.Rotated(&r)
}

// body draws a rigid body and returns it in both forms.
func body(t *rapid.T) (spatial.Inertia, textbook.Mat6) {
	mass, c, ic := math.Abs(number(t)), vec(t), tensor(t)
	return spatial.NewInertia(mass, c, ic), textbook.RigidInertia(mass, textbook.Vec3(c), mat3(ic.Mat3()))
}

// articulated draws a symmetric 6x6 matrix and returns it in both forms.
func articulated(t *rapid.T) (spatial.ArticulatedInertia, textbook.Mat6) {
	var a spatial.ArticulatedInertia
	for i := range a.A {
		a.A[i], a.D[i] = number(t), number(t)
	}
	for i := range a.B {
		a.B[i] = number(t)
	}
	return a, full(&a)
}

// axial draws a pose and returns it in both forms.
func axial(t *rapid.T) (spatial.Axial, spatial.Transform) {
	alpha, theta, gamma := number(t), number(t), 0.0
	x := spatial.Axial{P: vec(t), Twisted: rapid.Bool().Draw(t, "twisted")}
	if x.Twisted {
		gamma = number(t)
	}
	x.Sa, x.Ca = math.Sincos(alpha)
	x.Sg, x.Cg = math.Sincos(gamma)
	x.SetAngle(theta)
	twist := mgl64.Rotate3DZ(gamma)
	return x, spatial.Transform{R: twist.Mul3(mgl64.Rotate3DX(alpha)).Mul3(mgl64.Rotate3DZ(theta)),
		P: twist.Mul3x1(x.P)}
}

// The conversions below lead to the plain matrices.

func mat3(m mgl64.Mat3) (out textbook.Mat3) {
	for i := range 3 {
		for j := range 3 {
			out[i][j] = m.At(i, j)
		}
	}
	return out
}

func full(a *spatial.ArticulatedInertia) (out textbook.Mat6) {
	upper, lower := mat3(a.A.Mat3()), mat3(a.D.Mat3())
	for i := range 3 {
		for j := range 3 {
			out[i][j], out[i+3][j+3] = upper[i][j], lower[i][j]
			out[i][j+3], out[j+3][i] = a.B[3*i+j], a.B[3*i+j]
		}
	}
	return out
}

func fullRigid(i *spatial.Inertia) textbook.Mat6 {
	var a spatial.ArticulatedInertia
	a.SetRigid(i)
	return full(&a)
}

func six(ang, lin mgl64.Vec3) textbook.Vec6 {
	return textbook.Vec6{ang[0], ang[1], ang[2], lin[0], lin[1], lin[2]}
}

func motion6(m *spatial.Motion) textbook.Vec6 { return six(m.Ang, m.Lin) }

func force6(f *spatial.Force) textbook.Vec6 { return six(f.Ang, f.Lin) }

// matrix returns X, from parent motions to child motions.
func matrix(x *spatial.Transform) textbook.Mat6 {
	return textbook.MotionTransform(mat3(x.R), textbook.Vec3(x.P))
}

// fatal is what checks need of *testing.T and *rapid.T.
type fatal interface {
	Helper()
	Fatalf(format string, args ...any)
}

func same(t fatal, what string, got, want textbook.Vec6) {
	t.Helper()
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Fatalf("%s: got %v, want %v", what, got, want)
		}
	}
}

func same6(t fatal, what string, got, want textbook.Mat6) {
	t.Helper()
	for i := range got {
		same(t, what, got[i], want[i])
	}
}

func same3(t fatal, what string, got, want mgl64.Mat3) {
	t.Helper()
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Fatalf("%s: got\n%vwant\n%v", what, got, want)
		}
	}
}

func TestVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w, f, g, s := motion(t), motion(t), force(t), force(t), number(t)
		sum := v
		sum.Add(&w)
		same(t, "v + w", motion6(&sum), motion6(&v).Add(motion6(&w)))
		sum = v
		sum.AddScaled(s, &w)
		same(t, "v + s w", motion6(&sum), motion6(&v).Add(motion6(&w).Scale(s)))
		total := f
		total.Add(&g)
		same(t, "f + g", force6(&total), force6(&f).Add(force6(&g)))
		total = f
		total.AddScaled(s, &g)
		same(t, "f + s g", force6(&total), force6(&f).Add(force6(&g).Scale(s)))
		if got, want := v.Dot(&f), motion6(&v).Dot(force6(&f)); math.Abs(got-want) > tolerance {
			t.Fatalf("v . f: got %v, want %v", got, want)
		}
		var cross spatial.Motion
		cross.SetCross(&v, &w)
		same(t, "v x w", motion6(&cross), textbook.CrossMotion(motion6(&v)).MulVec(motion6(&w)))
		var crossed spatial.Force
		crossed.SetCross(&v, &f)
		same(t, "v x* f", force6(&crossed), textbook.CrossForce(motion6(&v)).MulVec(force6(&f)))
	})
}

func TestTransform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, v, f, p := transform(t), transform(t), motion(t), force(t), vec(t)
		X := matrix(&x)
		back := x.Inverse()
		var m spatial.Motion
		x.ApplyMotion(&m, &v)
		same(t, "X v", motion6(&m), X.MulVec(motion6(&v)))
		x.InverseMotion(&m, &v)
		same(t, "X^-1 v", motion6(&m), matrix(&back).MulVec(motion6(&v)))
		var g spatial.Force
		x.ApplyForce(&g, &f)
		same(t, "X* f", force6(&g), matrix(&back).T().MulVec(force6(&f)))
		x.InverseForce(&g, &f)
		same(t, "X' f", force6(&g), X.T().MulVec(force6(&f)))
		both := x.Compose(&y)
		same6(t, "Y X", matrix(&both), matrix(&y).Mul(X))
		if d := back.Point(x.Point(p)).Sub(p).Len(); d > tolerance {
			t.Fatalf("there and back moves a point by %v", d)
		}
	})
}

func TestInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body1, I := body(t)
		body2, I2 := body(t)
		x, v, a := transform(t), motion(t), motion(t)
		X := matrix(&x)
		same6(t, "I", fullRigid(&body1), I)
		sum := body1
		sum.Add(&body2)
		same6(t, "I + I2", fullRigid(&sum), I.Add(I2))
		moved := body1.InParent(&x)
		same6(t, "X' I X", fullRigid(&moved), X.T().Mul(I).Mul(X))

		h := I.MulVec(motion6(&v))
		var f spatial.Force
		body1.Apply(&f, &v)
		same(t, "I v", force6(&f), h)
		bias := textbook.CrossForce(motion6(&v)).MulVec(h)
		body1.BiasForce(&f, &v)
		same(t, "v x* I v", force6(&f), bias)
		body1.NetForce(&f, &a, &v)
		same(t, "I a + v x* I v", force6(&f), bias.Add(I.MulVec(motion6(&a))))
		if got, want := body1.KineticEnergy(&v), motion6(&v).Dot(h)/2; math.Abs(got-want) > tolerance {
			t.Fatalf("kinetic energy %v, want %v", got, want)
		}
		if body1.M > 1e-3 {
			c := body1.COM().Mul(body1.M).Sub(body1.MC)
			if c.Len() > tolerance {
				t.Fatalf("m COM() is off MC by %v", c)
			}
		}
	})
	if c := (&spatial.Inertia{}).COM(); c != (mgl64.Vec3{}) {
		t.Errorf("centre of mass of nothing: %v", c)
	}
}

func TestArticulatedInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, A := articulated(t)
		v, u, k := motion(t), force(t), number(t)
		var f spatial.Force
		a.Apply(&f, &v)
		same(t, "a v", force6(&f), A.MulVec(motion6(&v)))
		a.SubOuter(k, &u)
		same6(t, "a - k u u'", full(&a), A.Add(textbook.Outer(force6(&u), force6(&u)).Scale(-k)))
	})
}

func TestAxial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, pose := axial(t)
		X := matrix(&pose)
		got := x.Pose()
		same6(t, "pose", matrix(&got), X)
		parent := transform(t)
		x.ComposePose(&got, &parent)
		same6(t, "composed pose", matrix(&got), X.Mul(matrix(&parent)))

		v, f, sum := motion(t), force(t), force(t)
		var m spatial.Motion
		x.ApplyMotion(&m, &v)
		same(t, "X v", motion6(&m), X.MulVec(motion6(&v)))
		c := motion(t)
		x.AddMotion(&m, &c, &v)
		same(t, "X v + c", motion6(&m), X.MulVec(motion6(&v)).Add(motion6(&c)))
		fs := []spatial.Force{f, sum}
		x.InverseForces(fs)
		same(t, "X' f, the first of several", force6(&fs[0]), X.T().MulVec(force6(&f)))
		same(t, "X' f, the second of several", force6(&fs[1]), X.T().MulVec(force6(&sum)))
		want := force6(&sum).Add(X.T().MulVec(force6(&f)))
		x.AddForce(&sum, &f)
		same(t, "+ X' f", force6(&sum), want)

		a, A := articulated(t)
		base, B := articulated(t)
		var total spatial.ArticulatedInertia
		x.AddInertia(&total, &base, &a)
		added := B.Add(X.T().Mul(A).Mul(X))
		same6(t, "base + X' a X", full(&total), added)
		x.AddInertia(&base, &base, &a)
		same6(t, "+ X' a X", full(&base), added)
	})
}

// joints are the kinds of joints with one degree of freedom and its kernels.
var joints = []struct {
	name       string
	s          textbook.Vec6
	cross      func(m, v *spatial.Motion, rate float64)
	move       func(x *spatial.Axial, v, c, m *spatial.Motion, rate float64)
	hold       func(a *spatial.ArticulatedInertia, W *spatial.Force, more float64) float64
	accelerate func(x *spatial.Axial, a, m, c *spatial.Motion, W *spatial.Force, k float64) float64
}{
	{"revolute", textbook.Vec6{2: 1}, (*spatial.Motion).SetCrossRevolute, (*spatial.Axial).MoveRevolute,
		(*spatial.ArticulatedInertia).HoldRevolute, (*spatial.Axial).AccelerateRevolute},
	{"prismatic", textbook.Vec6{5: 1}, (*spatial.Motion).SetCrossPrismatic, (*spatial.Axial).MovePrismatic,
		(*spatial.ArticulatedInertia).HoldPrismatic, (*spatial.Axial).AcceleratePrismatic},
}

// positive draws an articulated inertia that is positive definite, as inertias are: diagonally dominant.
func positive(t *rapid.T) (spatial.ArticulatedInertia, textbook.Mat6) {
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
			X, S := matrix(&pose), kind.s
			v, rate := motion(t), number(t)
			c := motion(t)
			kind.cross(&c, &v, rate)
			same(t, kind.name+": v x S rate", motion6(&c), textbook.CrossMotion(motion6(&v)).MulVec(S.Scale(rate)))

			var behind spatial.Motion
			kind.move(&x, &behind, &c, &v, rate)
			moved := X.MulVec(motion6(&v)).Add(S.Scale(rate))
			same(t, kind.name+": X v + S rate", motion6(&behind), moved)
			same(t, kind.name+": v x S rate behind it", motion6(&c), textbook.CrossMotion(moved).MulVec(S.Scale(rate)))

			a, A := positive(t)
			U := A.MulVec(S)
			D := S.Dot(U)
			var W spatial.Force
			held, more := a, rapid.SampledFrom([]float64{0, 0.5, 1e3, math.Inf(1)}).Draw(t, "more")
			k := kind.hold(&held, &W, more)
			same(t, kind.name+": W, held", force6(&W), U.Scale(1/(D+more)))
			if math.Abs(k-1/(D+more)) > tolerance {
				t.Fatalf("%s: 1/(D + %v) is %v", kind.name, more, k)
			}
			same6(t, kind.name+": a - W U'", full(&held), A.Add(textbook.Outer(U, U).Scale(-1/(D+more))))

			p, u := force(t), number(t)
			want := force6(&p).Add(full(&held).MulVec(motion6(&c))).Add(force6(&W).Scale(u))
			held.AddBias(&p, &c, u, &W)
			same(t, kind.name+": p + a c + u W", force6(&p), want)

			w := force(t)
			var m spatial.Motion
			free := X.MulVec(motion6(&v)).Add(motion6(&c))
			wantRate := u - free.Dot(force6(&w))
			if got := kind.accelerate(&x, &m, &v, &c, &w, u); math.Abs(got-wantRate) > tolerance {
				t.Fatalf("%s: acceleration %v, want %v", kind.name, got, wantRate)
			}
			same(t, kind.name+": X m + c + S acceleration", motion6(&m), free.Add(S.Scale(wantRate)))
		})
	}
}

// TestFreeRevolute checks the kernels in which what a revolute joint transmits is not formed.
func TestFreeRevolute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, pose := axial(t)
		X, S := matrix(&pose), textbook.Vec6{2: 1}
		a, A := positive(t)
		U := A.MulVec(S)
		D := S.Dot(U)
		var W spatial.Force
		if k := a.FreeRevolute(&W); math.Abs(k*D-1) > tolerance {
			t.Fatalf("1/D is %v, want %v", k, 1/D)
		}
		same(t, "W", force6(&W), U.Scale(1/D))
		Ia := A.Add(textbook.Outer(U, U).Scale(-1 / D))

		base, B := articulated(t)
		var total spatial.ArticulatedInertia
		x.AddRevolute(&total, &base, &a, &W)
		sum := B.Add(X.T().Mul(Ia).Mul(X))
		same6(t, "base + X' (a - W U') X", full(&total), sum)
		x.AddRevolute(&base, &base, &a, &W)
		same6(t, "+ X' (a - W U') X", full(&base), sum)

		v, p, f, tau := motion(t), force(t), force(t), number(t)
		var c spatial.Motion
		c.SetCrossRevolute(&v, number(t))
		u := tau - S.Dot(force6(&p))
		pa := force6(&p).Add(Ia.MulVec(motion6(&c))).Add(U.Scale(u / D))
		want := force6(&f).Add(X.T().MulVec(pa))
		x.AddBiasRevolute(&f, &p, &a, &W, &c, tau)
		same(t, "f + X' (p + Ia c + W u)", force6(&f), want)
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
		var a spatial.ArticulatedInertia
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
		a := spatial.ArticulatedInertia{D: spatial.Sym3{1, 0, 1, 0, 0, noise}}
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
		pose := x.Pose()
		v, f := motion(t), force(t)
		want, got := spatial.Motion{}, v
		x.ApplyMotion(&want, &v)
		x.ApplyMotion(&got, &got)
		same(t, "axial", motion6(&got), motion6(&want))
		got = v
		pose.ApplyMotion(&got, &got)
		same(t, "transform", motion6(&got), motion6(&want))
		var wantForce spatial.Force
		gotForce := f
		pose.InverseForce(&wantForce, &f)
		pose.InverseForce(&gotForce, &gotForce)
		same(t, "force", force6(&gotForce), force6(&wantForce))
		for _, kernel := range []func(m, v *spatial.Motion, rate float64){(*spatial.Motion).SetCrossRevolute,
			(*spatial.Motion).SetCrossPrismatic} {
			got = v
			kernel(&want, &v, 2)
			kernel(&got, &got, 2)
			same(t, "v x S rate", motion6(&got), motion6(&want))
		}
		got = v
		got.SetCross(&got, &got)
		same(t, "v x v", motion6(&got), textbook.Vec6{})
	})
}
