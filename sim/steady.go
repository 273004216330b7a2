package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// The steady motion of a wheel that rolls straight on, or in a circle, looks the same at all times from axes that turn
// about the vertical with the path. Deviations of a joint whose position is a pose are in the axes of its child, which
// turn, too. In the axes of the path the coefficients of a linearization do not depend on time. There each three
// numbers u of a deviation are R u, where R turns the child's axes into the axes of the path:
//
//	d/dt (R u) = R (u̇ + γ × u),   γ = ω − Rᵀ Ω
//
// with the angular velocity ω of the child, in its own axes, and the angular velocity Ω of the path. At one instant R
// may be set to 1; at other instants R is a turn about γ. In steady motion this turn does not change the robot: γ is 0,
// as for a vehicle in a bend, or the axis of a wheel.

// spinning is how a pose turns against the axes of its path.
type spinning struct {
	turn, move int // the first of its three rates of each kind; move is -1 if there are none
	rate       mgl64.Vec3
}

// spins returns the poses that turn in the current state.
func (w *reporter) spins() (list []spinning) {
	m, s := w.config.Model, w.state
	up := mgl64.Vec3{0, 0, 1}
	if g := m.Gravity(); g != (mgl64.Vec3{}) {
		up = vec.Scaled(vec.Unit(g), -1)
	}
	add := func(turn, move int, vertical mgl64.Vec3) {
		t := spinning{turn: turn, move: move, rate: mgl64.Vec3(s.Qd[turn : turn+3])}
		t.rate = t.rate.Sub(w.bend(&t, vertical))
		if t.rate != (mgl64.Vec3{}) {
			list = append(list, t)
		}
	}
	if m.Floating() {
		R := spatial.FromQuaternion(mgl64.Quat{W: s.Q[6], V: mgl64.Vec3(s.Q[3:6])})
		add(3, 0, vec.MulVec(R.Transpose(), up))
	}
	kin := tree.NewKinematics(m)
	kin.Update(s.Q)
	for k := range m.Joints() {
		j := &m.Joints()[k]
		vertical := mgl64.Vec3{} // none that is at rest
		if m.Predecessor(k) == 0 {
			vertical = vec.MulVec(kin.Pose(j.Link).R.Transpose(), up)
		}
		switch {
		case j.NQ == 7 && j.NV == 6:
			add(j.V+3, j.V, vertical)
		case j.NQ == 4:
			add(j.V, -1, vertical)
		}
	}
	return list
}

// bend returns the angular velocity of the path of a pose about the vertical, in the child's axes. The velocity and the
// angular velocity of the child turn with the path; if both are vertical, the path turns with the child.
func (w *reporter) bend(t *spinning, vertical mgl64.Vec3) mgl64.Vec3 {
	s := w.state
	turn := mgl64.Vec3(s.Qd[t.turn : t.turn+3])
	turned, size := 0.0, 0.0
	for _, at := range [...]int{t.turn, t.move} {
		if at < 0 {
			continue
		}
		u := mgl64.Vec3(s.Qd[at : at+3])
		across := vec.Cross(vertical, u)
		turned += vec.Dot(across, mgl64.Vec3(s.Qdd[at:at+3]).Add(vec.Cross(turn, u)))
		size += vec.Dot(across, across)
	}
	if size <= float64(rounding*vec.Dot(turn, turn)) {
		return vec.Scaled(vertical, vec.Dot(vertical, turn))
	}
	return vec.Scaled(vertical, turned/size)
}

// addTurned adds γ × u to a derivative for the parts u of a deviation.
func addTurned(derivative, deviation []float64, list []spinning) {
	for i := range list {
		t := &list[i]
		for _, at := range [...]int{t.turn, t.move} {
			if at < 0 {
				continue
			}
			x := vec.Cross(t.rate, mgl64.Vec3(deviation[at:at+3]))
			for k := range x {
				derivative[at+k] += x[k]
			}
		}
	}
}

// deviationRate sets dst to the derivative in time of the deviation δ of a motion with the velocity qd from one with
// the velocity reference, in the terms of Model.Difference: q̇ − q̇₀ where positions are a vector space, and of a pose
//
//	δ̇ = (1 + ad/2 + ad²/12 − ad⁴/720 + ...) (v − exp(−ad) v₀),   ad u = [δ, u]
//
// up to terms that are below rounding for the small deviations of a difference. Source: Hairer, Lubich and Wanner,
// "Geometric Numerical Integration", 2nd ed. 2006, sections III.4.1 and IV.7.
func (w *reporter) deviationRate(dst, delta, qd, reference []float64) {
	m := w.config.Model
	for i := range dst {
		dst[i] = qd[i] - reference[i]
	}
	pose := func(turn, move int) {
		at := func(x []float64) (u spatial.Motion) {
			u.Ang = mgl64.Vec3(x[turn : turn+3])
			if move >= 0 {
				u.Lin = mgl64.Vec3(x[move : move+3])
			}
			return u
		}
		d := at(delta)
		ad := func(u spatial.Motion) spatial.Motion {
			return spatial.Motion{Ang: vec.Cross(d.Ang, u.Ang),
				Lin: vec.Cross(d.Ang, u.Lin).Add(vec.Cross(d.Lin, u.Ang))}
		}
		series := func(u spatial.Motion, factors ...float64) spatial.Motion {
			sum := u
			for _, f := range factors {
				u = ad(u)
				sum.AddScaled(f, &u)
			}
			return sum
		}
		carried := series(at(reference), -1, 1.0/2, -1.0/6, 1.0/24, -1.0/120)
		rate := at(qd)
		rate.AddScaled(-1, &carried)
		rate = series(rate, 1.0/2, 1.0/12, 0, -1.0/720)
		copy(dst[turn:], rate.Ang[:])
		if move >= 0 {
			copy(dst[move:], rate.Lin[:])
		}
	}
	if m.Floating() {
		pose(3, 0)
	}
	for k := range m.Joints() {
		switch j := &m.Joints()[k]; {
		case j.NQ == 7 && j.NV == 6:
			pose(j.V+3, j.V)
		case j.NQ == 4:
			pose(j.V, -1)
		}
	}
}
