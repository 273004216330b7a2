package integrate_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/integrate"
	"kinetree/spatial"
)

// top is a rigid body with three different moments of inertia that turns about a fixed point under gravity. Its
// position is a quaternion x, y, z, w, its velocity the angular velocity in its own axes.
type top struct {
	moments mgl64.Vec3
	lever   mgl64.Vec3 // m g times the position of the centre of mass
}

var lopsided = top{moments: mgl64.Vec3{1, 2, 3.5}, lever: mgl64.Vec3{0.3, -0.2, 0.5}}

func (top) NQ() int { return 4 }
func (top) NV() int { return 3 }

// Acceleration solves Euler's equations I ω̇ = I ω × ω + m c × g.
func (b top) Acceleration(qdd []float64, _ float64, q, qd []float64) error {
	w := mgl64.Vec3(qd)
	momentum := mgl64.Vec3{b.moments[0] * w[0], b.moments[1] * w[1], b.moments[2] * w[2]}
	r := spatial.FromQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])})
	torque := momentum.Cross(w).Add(b.lever.Cross(r.Transpose().Mul3x1(mgl64.Vec3{0, 0, -1})))
	for i := range qdd {
		qdd[i] = torque[i] / b.moments[i]
	}
	return nil
}

func (top) Retract(dst, q, qd []float64, h float64) {
	turn, _ := spatial.Exp(&spatial.Motion{Ang: mgl64.Vec3(qd).Mul(h)})
	next := spatial.UnitQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])}.Mul(turn))
	dst[0], dst[1], dst[2], dst[3] = next.V[0], next.V[1], next.V[2], next.W
}

// PositionRate sets dst to ½ q ω.
func (top) PositionRate(dst, q, qd []float64) {
	rate := mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])}.Mul(mgl64.Quat{V: mgl64.Vec3(qd)}).Scale(0.5)
	dst[0], dst[1], dst[2], dst[3] = rate.V[0], rate.V[1], rate.V[2], rate.W
}

// at integrates the top by the classical method in the space of all quaternions, where q̇ = ½ q ω, without any of the
// methods under test.
func (b top) at(q, qd []float64, end float64, n int) (y []float64) {
	f := func(dy, y []float64) {
		dq := mgl64.Quat{W: y[3], V: mgl64.Vec3(y[:3])}.Mul(mgl64.Quat{V: mgl64.Vec3(y[4:])}).Scale(0.5)
		copy(dy, []float64{dq.V[0], dq.V[1], dq.V[2], dq.W})
		b.Acceleration(dy[4:], 0, y[:4], y[4:])
	}
	y = append(append(y, q...), qd...)
	k, sum, at, h := make([]float64, 7), make([]float64, 7), make([]float64, 7), end/float64(n)
	for range n {
		f(k, y)
		copy(sum, k)
		for i, c := range []float64{0.5, 0.5, 1} {
			floats.AddScaledTo(at, y, c*h, k)
			f(k, at)
			floats.AddScaled(sum, []float64{2, 2, 1}[i], k)
		}
		floats.AddScaled(y, h/6, sum)
	}
	return y
}

// TestOrderOnPoses measures the order of each method where positions are orientations, against an integration in the
// space around them.
func TestOrderOnPoses(t *testing.T) {
	q, v := []float64{0.5, -0.5, 0.1, 0.7}, []float64{1, 2, -1.5}
	floats.Scale(1/floats.Norm(q, 2), q)
	want := lopsided.at(q, v, 2, 20_000)
	for _, method := range integrate.Methods() {
		failure := func(n int) float64 {
			s := run(t, method, lopsided, q, v, 2, n)
			if length := floats.Norm(s.Q, 2); math.Abs(length-1) > 1e-14 {
				t.Errorf("%s: the quaternion has the length %v", method.Name, length)
			}
			return floats.Distance(append(s.Q, s.Qd...), want, 2)
		}
		n := 400
		if orders[method.Name] > 4 { // for which these steps leave nothing but rounding
			n = 100
		}
		coarse, fine := failure(n), failure(2*n)
		// The next term of the error is h = 1/200 times some 10 of the first.
		if got := math.Log2(coarse / fine); !(math.Abs(got-orders[method.Name]) < 0.1) {
			t.Errorf("%s: order %.3f, want %v", method.Name, got, orders[method.Name])
		} else {
			t.Logf("%s: off by %.2g and %.2g, order %.3f", method.Name, coarse, fine, got)
		}
	}
}

// TestPosesDoNotAllocate is TestDoesNotAllocate for orientations.
func TestPosesDoNotAllocate(t *testing.T) {
	sys := integrate.System(lopsided)
	for _, method := range integrate.Methods() {
		s, err := integrate.NewState(sys, 0, []float64{0, 0, 0, 1}, []float64{1, 2, 3})
		if err != nil {
			t.Fatal(err)
		}
		stepper := method.New(sys, integrate.Options{})
		if n := testing.AllocsPerRun(100, func() { stepper.Step(sys, s, 0.01) }); n != 0 {
			t.Errorf("%s: %v allocations", method.Name, n)
		}
	}
}
