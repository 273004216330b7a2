package tree

import (
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
	"kinetree/internal/philox"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// Neutral returns the position at which every joint is at zero: a vector of zeros, but for the unit quaternions.
func (m *Model) Neutral() []float64 {
	q := make([]float64, m.nq)
	for _, i := range m.curved {
		q[m.bodies[i].Q+m.bodies[i].nq()-1] = 1
	}
	return q
}

// nq returns the number of coordinates of a body's joint.
func (b *Body) nq() int {
	switch b.Kind {
	case Spherical:
		return 4
	case Free:
		return 7
	}
	return 1
}

// Integrate sets dst to the position that is reached from q at the constant velocity qd in the time h:
//
//	q + h q̇                  where positions are a vector space
//	pose(q) exp(h Σ S q̇)     where they are poses; the quaternions of dst have length 1
//
// dst may be q. It does not allocate. It panics if a length is wrong. O(n).
func (m *Model) Integrate(dst, q, qd []float64, h float64) {
	m.CheckLengths(q, qd)
	m.CheckLengths(dst)
	if len(m.curved) == 0 {
		floats.AddScaledTo(dst, q, h, qd)
		return
	}
	m.advance(dst, q, qd, h)
}

// advance does what Integrate does.
func (m *Model) advance(dst, q, qd []float64, h float64) {
	for _, s := range m.flat {
		dst[s.q] = q[s.q] + float64(h*qd[s.v])
	}
	for _, i := range m.curved {
		b := &m.bodies[i]
		var twist spatial.Motion
		for k := range b.S {
			twist.AddScaled(float64(h*qd[b.V+k]), &b.S[k])
		}
		turn, move := spatial.Exp(&twist)
		at := b.Q
		if b.Kind == Free {
			pose := b.joint(q)
			copyTo(dst[at:at+3], pose.Point(move))
			at += 3
		}
		next := spatial.UnitQuaternion(vec.MulQuat(spatial.UnitQuaternion(quaternion(q[at:])), turn))
		dst[at], dst[at+1], dst[at+2], dst[at+3] = next.V[0], next.V[1], next.V[2], next.W
	}
}

// Difference sets dst (NV numbers) to the constant velocity that leads from the position from to the position to in
// unit time, by at most half a turn of each Spherical and Free joint: the inverse of Integrate. For a custom joint
// whose columns do not reach the pose it is the nearest velocity, by least squares. It does not allocate. It panics
// if a length is wrong. O(n).
func (m *Model) Difference(dst, from, to []float64) {
	m.CheckLengths(from, dst)
	m.CheckLengths(to)
	for _, s := range m.flat {
		dst[s.v] = to[s.q] - from[s.q]
	}
	for _, i := range m.curved {
		b := &m.bodies[i]
		a, c := b.joint(from), b.joint(to)
		at := b.Q + b.nq() - 4
		start, end := spatial.UnitQuaternion(quaternion(from[at:])), spatial.UnitQuaternion(quaternion(to[at:]))
		turn := vec.MulQuat(start.Conjugate(), end)
		twist := spatial.Log(turn, vec.MulVec(a.R.Transpose(), c.P.Sub(a.P)))
		for k := range b.dual {
			dst[b.V+k] = twist.Dot(&b.dual[k])
		}
	}
}

// PositionRate sets dst (NQ numbers) to the derivative in time of the position q at the velocity qd:
//
//	qd                   where positions are a vector space
//	R v, ½ u ω           where they are poses R, p with the quaternion u; the joint moves at [ω; v] = Σ S q̇ in the
//	                     axes of the child
//
// The quaternions of q may have any length but zero; u̇ is in proportion. It does not allocate. It panics if a length
// is wrong. O(n).
func (m *Model) PositionRate(dst, q, qd []float64) {
	m.CheckLengths(q, qd)
	m.CheckLengths(dst)
	for _, s := range m.flat {
		dst[s.q] = qd[s.v]
	}
	for _, i := range m.curved {
		b := &m.bodies[i]
		var twist spatial.Motion
		b.AddRate(&twist, qd)
		at := b.Q
		if b.Kind == Free {
			pose := b.joint(q)
			copyTo(dst[at:at+3], vec.MulVec(pose.R, twist.Lin))
			at += 3
		}
		rate := vec.MulQuat(quaternion(q[at:]), mgl64.Quat{V: vec.Scaled(twist.Ang, 0.5)})
		copyTo(dst[at:at+3], rate.V)
		dst[at+3] = rate.W
	}
}

// Random sets q to a random position: angles and displacements within the limits and, as far as these allow it,
// within [-π, π] and [-1, 1]; rotations uniformly from all, positions of poses from the cube of edge 2.
func (m *Model) Random(q []float64, rng *rand.Rand) {
	m.CheckLengths(q)
	uniform := func(lower, upper float64) float64 { return lower + float64((upper-lower)*rng.Float64()) }
	for k := range m.joints {
		j := &m.joints[k]
		if j.Leader >= 0 {
			continue
		}
		for i := m.firstBody(k); i <= j.Body; i++ {
			b := &m.bodies[i]
			if b.curved() {
				continue
			}
			widest := math.Pi
			if b.Kind == Prismatic {
				widest = 1
			}
			x := j.Interval(i - m.firstBody(k))
			lower, upper := max(x.Lower, -widest), min(x.Upper, widest)
			switch {
			case x.Lower > widest:
				upper = min(x.Upper, x.Lower+float64(2*widest))
			case x.Upper < -widest:
				lower = max(x.Lower, x.Upper-float64(2*widest))
			}
			q[b.Q] = uniform(lower, upper)
		}
	}
	for _, i := range m.curved {
		b := &m.bodies[i]
		at := b.Q
		if b.Kind == Free {
			for k := range 3 {
				q[at+k] = uniform(-1, 1)
			}
			at += 3
		}
		normal := func() float64 { return philox.Normal(rng.Uint64(), rng.Uint64()) }
		turn := spatial.UnitQuaternion(mgl64.Quat{W: normal(), V: mgl64.Vec3{normal(), normal(), normal()}})
		q[at], q[at+1], q[at+2], q[at+3] = turn.V[0], turn.V[1], turn.V[2], turn.W
	}
}

func copyTo(dst []float64, v mgl64.Vec3) { dst[0], dst[1], dst[2] = v[0], v[1], v[2] }
