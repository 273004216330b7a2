package excite

import (
	"cmp"
	"math"

	"kinetree/identify"
	"kinetree/tree"
)

// proof shows that the efforts of a trajectory are within their limits at all times, and that the links keep to their
// room, not only where one looks. The time is cut into parts. The efforts in the middle of a part and a bound of how
// fast they change say how large they are in it at most, and likewise distances; if that is too much, its halves are
// looked at. It is a workspace for one goroutine.
type proof struct {
	limits   *MotionLimits
	space    *Space // or nil
	efforts  *identify.Efforts
	changes  *changes
	friction []float64 // of each rate

	trajectory                  *FourierTrajectory
	q, v, a, jerk, tau, changed []float64
}

// halvings is how often a part is halved at most.
const halvings = 10

func newProof(m *tree.Model, l *MotionLimits, s *Space) *proof {
	p := &proof{limits: l, space: s, efforts: identify.NewEfforts(m), changes: newChanges(m)}
	for _, x := range []*[]float64{&p.friction, &p.q, &p.v, &p.a, &p.jerk, &p.tau, &p.changed} {
		*x = make([]float64, m.NV())
	}
	for _, j := range m.Joints() {
		p.friction[j.V] += float64(j.Friction * math.Abs(j.Ratio))
	}
	return p
}

// holds reports whether the efforts of a trajectory can be shown to be within their limits, beginning with so many
// parts of its period.
func (p *proof) holds(x *FourierTrajectory, parts int) bool {
	p.trajectory = x
	for k := range p.jerk {
		_, p.jerk[k] = x.most(k)
	}
	h := x.Period / float64(parts)
	for k := range parts {
		if !p.part(float64((float64(k)+0.5)*h), h/2, halvings) {
			return false
		}
	}
	return true
}

// part reports whether efforts and links are within their limits from a time before t to one after it, given the
// difference and how often the part may be halved.
func (p *proof) part(t, half float64, left int) bool {
	p.trajectory.At(p.q, p.v, p.a, t)
	if p.space != nil && p.space.left(p.q) < 0 { // it places the links, too
		return false
	}
	p.efforts.At(p.tau, p.q, p.v, p.a)
	for k, x := range p.tau { // without friction where its sign may change, and the magnitude of all
		fastest := math.Abs(p.a[k]) + float64(half*p.jerk[k]) // largest acceleration
		if math.Abs(p.v[k]) <= half*fastest {
			x = math.Abs(x-float64(p.friction[k]*float64(cmp.Compare(p.v[k], 0)))) + p.friction[k]
		}
		p.tau[k] = math.Abs(x)
		if p.tau[k] > p.limits.Effort[k] && (p.friction[k] == 0 || math.Abs(p.v[k]) > half*fastest) {
			return false // for it is so at t
		}
		p.a[k] = fastest
		p.v[k] = math.Abs(p.v[k]) + float64(half*fastest)
		p.q[k] = math.Abs(p.q[k]) + float64(half*p.v[k])
	}
	p.changes.bound(p.changed, p.q, p.v, p.a, p.jerk)
	within := true
	for k, x := range p.tau {
		within = within && x+float64(half*p.changed[k]) <= p.limits.Effort[k]
	}
	within = within && (p.space == nil || p.space.holds(half, p.changes.bodies))
	return within || left > 0 && p.part(t-half/2, half/2, left-1) && p.part(t+half/2, half/2, left-1)
}
