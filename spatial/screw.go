package spatial

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// Exp returns the pose that a frame reaches from the identity when it moves for unit time at the constant velocity m,
// given in its own axes: the exponential of se(3), as a unit quaternion and a position (Lynch and Park, "Modern
// Robotics", 2017, section 3.3.3). With the angle θ = |ω|,
//
//	q = [ω/θ sin(θ/2), cos(θ/2)]
//	p = v + (1 − cos θ)/θ² ω × v + (θ − sin θ)/θ³ ω × (ω × v)
func Exp(m *Motion) (mgl64.Quat, mgl64.Vec3) {
	w, v := vec.Load(&m.Ang), vec.Load(&m.Lin)
	theta2 := w.Dot(w)
	half, b, c := 0.5, 0.5, 1.0/6 // sin(θ/2)/θ and the two factors above, at θ = 0
	cosHalf := 1.0
	if theta := math.Sqrt(theta2); theta > 1e-3 {
		s, co := libm.Sincos(theta / 2)
		half, cosHalf = s/theta, co
		b, c = 2*s*s/theta2, (theta-float64(2*s*co))/(theta2*theta)
	} else { // series; the next terms are below 1e-18
		half -= float64(theta2 / 48 * (1 - theta2/80))
		cosHalf -= float64(theta2 / 8 * (1 - theta2/48))
		b -= float64(theta2 / 24 * (1 - theta2/30))
		c -= float64(theta2 / 120 * (1 - theta2/42))
	}
	q := mgl64.Quat{W: cosHalf}
	w.Scale(half).Store(&q.V)
	var p mgl64.Vec3
	wv := w.Cross(v)
	v.Add(wv.Scale(b)).Add(w.Cross(wv).Scale(c)).Store(&p)
	return q, p
}

// Log is the inverse of Exp, with an angle of at most π: the velocity at which a frame moves in unit time from the
// identity to the pose of the unit quaternion q and the position p.
func Log(q mgl64.Quat, p mgl64.Vec3) Motion {
	if q.W < 0 { // the same rotation, the shorter way
		q = mgl64.Quat{W: -q.W, V: vec.Scaled(q.V, -1)}
	}
	var m Motion
	s := vec.Len(q.V)
	theta := 2 * libm.Atan2(s, q.W)
	scale := 2.0 // θ/sin(θ/2)
	if s > 1e-8 {
		scale = theta / s
	}
	m.Ang = vec.Scaled(q.V, scale)
	// v = p − ½ ω × p + k ω × (ω × p), k = 1/θ² − cot(θ/2)/(2θ), which is 1/12 + θ²/720 near 0.
	k := 1.0/12 + theta*theta/720
	if theta > 1e-2 {
		k = (1 - theta*q.W/(2*s)) / (theta * theta)
	} else {
		k += theta * theta * theta * theta / 30240
	}
	w, l := vec.Load(&m.Ang), vec.Load(&p)
	wl := w.Cross(l)
	l.Sub(wl.Scale(0.5)).Add(w.Cross(wl).Scale(k)).Store(&m.Lin)
	return m
}
