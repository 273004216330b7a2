package excite

import (
	"math"

	"kinetree/internal/libm"
)

// FourierTrajectory is a periodic motion that begins and ends at rest at the position Start, a finite Fourier series
// for each coordinate,
//
//	q(t) = start + Σ a_l sin(l ω t)/(l ω) + b_l (1 − cos(l ω t))/(l ω),   l = 1 ... harmonics
//
// with Σ a_l = 0 and Σ l b_l = 0, so that velocity and acceleration are 0 at t = 0. Its model has a fixed base and
// joints with one coordinate. Source: Swevers et al., "Optimal robot excitation and identification", IEEE Trans.
// Robotics and Automation 13(5), 1997, equation 9.
type FourierTrajectory struct {
	Period float64     // 2π/ω (s)
	Start  []float64   // of each coordinate (rad, m)
	A, B   [][]float64 // by coordinate and harmonic (rad/s, m/s)
}

// At sets q, qd and qdd to the position, velocity and acceleration at time t. It does not allocate.
func (x *FourierTrajectory) At(q, qd, qdd []float64, t float64) {
	x.begin(q, qd, qdd)
	first := x.first(t)
	for l, w := 0, first; l < len(x.A[0]); l, w = l+1, w.after(first) {
		x.add(q, qd, qdd, l, w)
	}
}

// at is At at a time of which it is given the waves of all harmonics.
func (x *FourierTrajectory) at(q, qd, qdd []float64, waves []wave) {
	x.begin(q, qd, qdd)
	for l, w := range waves {
		x.add(q, qd, qdd, l, w)
	}
}

// wave is the sine and the cosine of a harmonic at a time.
type wave struct{ s, c float64 }

// first returns the wave of the first harmonic at time t.
func (x *FourierTrajectory) first(t float64) wave {
	s, c := libm.Sincos(float64(2 * math.Pi / x.Period * t))
	return wave{s, c}
}

// after returns the wave of the next harmonic.
func (w wave) after(first wave) wave {
	return wave{float64(w.s*first.c) + float64(w.c*first.s), float64(w.c*first.c) - float64(w.s*first.s)}
}

func (x *FourierTrajectory) begin(q, qd, qdd []float64) {
	copy(q, x.Start)
	clear(qd)
	clear(qdd)
}

// add adds a harmonic to the motion at a time.
func (x *FourierTrajectory) add(q, qd, qdd []float64, l int, wave wave) {
	s, c, w := wave.s, wave.c, float64(l+1)*(2*math.Pi/x.Period)
	for k := range q {
		A, B := x.A[k][l], x.B[k][l]
		q[k] += (float64(A*s) + float64(B*(1-c))) / w
		qd[k] += float64(A*c) + float64(B*s)
		qdd[k] += float64(w * (float64(B*c) - float64(A*s)))
	}
}

// most returns bounds of the acceleration and its derivative of a coordinate.
func (x *FourierTrajectory) most(k int) (acceleration, jerk float64) {
	omega := 2 * math.Pi / x.Period
	for l := range x.A[k] {
		w, size := float64(l+1)*omega, libm.Hypot(x.A[k][l], x.B[k][l])
		acceleration += float64(w * size)
		jerk += float64(w * w * size)
	}
	return acceleration, jerk
}

// rest makes the coefficients of a coordinate those of a motion that begins at rest: the nearest ones with Σ a_l = 0
// and Σ l b_l = 0.
func rest(a, b []float64) {
	mean, slope, squares := 0.0, 0.0, 0.0
	for l := range a {
		n := float64(l + 1)
		mean += a[l] / float64(len(a))
		slope += float64(n * b[l])
		squares += float64(n * n)
	}
	for l := range a {
		a[l] -= mean
		b[l] -= float64(slope / squares * float64(l+1))
	}
}
