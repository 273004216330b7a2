package fastest

import (
	"math"

	"kinetree/tree"
)

// PathLimits are those of a motion, for each rate: magnitudes, infinite where there is none.
type PathLimits struct {
	Effort       []float64 // of the drives (N m, N)
	Velocity     []float64 // (rad/s, m/s)
	Acceleration []float64 // while the joint gets faster (rad/s², m/s²)
	Deceleration []float64 // while it gets slower
	Jerk         []float64 // (rad/s³, m/s³)
	// Droop and Stall bound the effort over the velocity: |effort + Droop velocity| ≤ Stall, which a motor with a
	// largest voltage has. Stall is infinite where there is no such bound.
	Droop, Stall []float64
}

// NewPathLimits returns the limits of effort and velocity that the joints of a model have, and no others. What follows
// another joint bounds its leader.
func NewPathLimits(m *tree.Model) *PathLimits {
	n := m.NV()
	free := func() []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Inf(1)
		}
		return x
	}
	l := &PathLimits{free(), free(), free(), free(), free(), make([]float64, n), free()}
	for _, j := range m.Joints() {
		if j.NV != 1 {
			continue
		}
		if j.Leader < 0 {
			l.Effort[j.V] = j.Effort
		}
		if j.Ratio != 0 {
			l.Velocity[j.V] = math.Min(l.Velocity[j.V], j.Velocity/math.Abs(j.Ratio))
		}
	}
	return l
}

// Scaled returns the limits times a share.
func (l *PathLimits) Scaled(share float64) *PathLimits {
	times := func(list []float64) []float64 {
		x := make([]float64, len(list))
		for i := range x {
			x[i] = float64(share * list[i])
		}
		return x
	}
	return &PathLimits{times(l.Effort), times(l.Velocity), times(l.Acceleration), times(l.Deceleration), times(l.Jerk),
		l.Droop, times(l.Stall)}
}

// jerky reports whether a joint has a limit of its jerk.
func (l *PathLimits) jerky() bool {
	for _, x := range l.Jerk {
		if !math.IsInf(x, 1) {
			return true
		}
	}
	return false
}

// uses returns the shares of the limits of a rate that a motion takes.
func (l *PathLimits) uses(k int, sign, tau, qd, qdd, jerk float64) (list [kinds]float64) {
	list[OfEffort], list[OfVelocity] = math.Abs(tau)/l.Effort[k], math.Abs(qd)/l.Velocity[k]
	list[OfTorqueSpeed] = math.Abs(tau+float64(l.Droop[k]*qd)) / l.Stall[k]
	list[OfJerk] = math.Abs(jerk) / l.Jerk[k]
	switch a := math.Abs(qdd); {
	case sign == 0:
		list[OfAcceleration], list[OfDeceleration] = a/l.Acceleration[k], a/l.Deceleration[k]
	case float64(sign*qdd) > 0:
		list[OfAcceleration] = a / l.Acceleration[k]
	default:
		list[OfDeceleration] = a / l.Deceleration[k]
	}
	return list
}

// row is a limit at a place of the path: A u + B x + V √x + G ≤ 0 with u = s̈ and x = ṡ², divided by the limit.
type row struct{ a, b, v, g float64 }

// at returns the left side.
func (r *row) at(u, x, y float64) float64 {
	return float64(r.a*u) + float64(r.b*x) + float64(r.v*y) + r.g
}

// constraint is what the limits say at a place of the path.
type constraint struct {
	rows []row
	top  float64 // the largest x from 0 on up to which there is some u
}

// interval returns the least and the largest u that x leaves.
func (c *constraint) interval(x float64) (least, most float64) {
	least, most = math.Inf(-1), math.Inf(1)
	y := math.Sqrt(x)
	for i := range c.rows {
		r := &c.rows[i]
		switch f := float64(r.b*x) + float64(r.v*y) + r.g; {
		case r.a > 0:
			most = math.Min(most, -f/r.a)
		case r.a < 0:
			least = math.Max(least, -f/r.a)
		}
	}
	return least, most
}

// climb finds top: the least root of what is left between two rows, a parabola in √x, infinite if there is none. It
// is −1 where nothing can rest.
func (c *constraint) climb() {
	c.top = math.Inf(1)
	meet := func(b, v, g float64) {
		if g > 0 {
			c.top = -1
			return
		}
		for _, y := range roots(b, v, g) {
			if grows := float64(2*b*y) + v; y >= 0 && (grows > 0 || grows == 0 && b > 0) {
				c.top = math.Min(c.top, float64(y*y))
				return
			}
		}
	}
	for i := range c.rows {
		up := &c.rows[i]
		if up.a == 0 {
			meet(up.b, up.v, up.g)
		}
		if !(up.a > 0) {
			continue
		}
		for j := range c.rows {
			if down := &c.rows[j]; down.a < 0 {
				p, q := -down.a, up.a
				meet(float64(p*up.b)+float64(q*down.b), float64(p*up.v)+float64(q*down.v),
					float64(p*up.g)+float64(q*down.g))
			}
		}
	}
}
