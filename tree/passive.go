package tree

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// Passive are the dampers and springs of a robot's joints, gathered for its rates. With v_all = G v both matrices Gᵀ
// B G and Gᵀ K G are diagonal, but for elastic transmissions (see Coupling), which are not in them. The zero value has
// none.
type Passive struct {
	Damping   []float64 // of each rate (N m s/rad or N s/m); nil if there is none
	Stiffness []float64 // of each rate (N m/rad or N/m); nil if there is none
	springs   []JointSpring
	balls     []ball
	couplings []coupling
}

// Spring is a spring on a joint, of the effort Stiffness (Rest − position). On a joint with several coordinates it acts
// on each of them alike, and on a ball joint, whose Rest is of no account, with the moment −Stiffness θ about the axis
// of the turn θ from its zero position, which is the gradient of ½ Stiffness θ².
type Spring struct {
	Joint     int     // index in Joints
	Stiffness float64 // N m/rad or N/m
	Rest      float64 // position where the spring has no effort (rad or m)
}

// JointSpring is the spring of a coordinate: that of the joint is Ratio q + Offset from its rest.
type JointSpring struct {
	Q, V                     int // indices of the coordinate and of its rate
	Stiffness, Ratio, Offset float64
}

// ball is a spring of a ball joint, whose quaternion and rates begin at q and v.
type ball struct {
	q, v      int
	stiffness float64
}

// turn returns the turn of the joint from its zero position, by at most half a turn (rad).
func (b *ball) turn(q []float64) mgl64.Vec3 {
	return spatial.Log(spatial.UnitQuaternion(quaternion(q[b.q:])), mgl64.Vec3{}).Ang
}

// Passive returns the damping of the joints' descriptions, the springs and the elastic transmissions. The damping of a
// joint with several rates acts on each of them alike: in N s/m on a linear one, in N m s/rad on an angular one.
func (m *Model) Passive(springs []Spring, couplings ...Coupling) *Passive {
	p := &Passive{Damping: m.reflected(func(k int) float64 { return m.joints[k].Damping })}
	stiffness := make([]float64, len(m.joints))
	for _, s := range springs {
		if s.Stiffness == 0 {
			continue
		}
		j := &m.joints[s.Joint]
		if j.NQ != j.NV {
			p.balls = append(p.balls, ball{j.Q, j.V, s.Stiffness})
			stiffness[s.Joint] += s.Stiffness
			continue
		}
		for i := range j.NQ {
			p.springs = append(p.springs, JointSpring{j.Q + i, j.V + i, s.Stiffness, j.Ratio, j.Offset - s.Rest})
		}
		stiffness[s.Joint] += s.Stiffness
	}
	for _, c := range couplings {
		p.couplings = append(p.couplings, m.couple(c))
	}
	p.Stiffness = m.reflected(func(k int) float64 { return stiffness[k] })
	return p
}

// reflected returns for each rate what an inertia, damping or stiffness x of each joint k amounts to, the sum of
// Ratio² x over the joints that move with the rate: Gᵀ X G. It is nil if all are zero.
func (m *Model) reflected(x func(k int) float64) []float64 {
	sums, any := make([]float64, m.nv), false
	for k := range m.joints {
		j := &m.joints[k]
		for i := range j.NV {
			sums[j.V+i] += float64(j.Ratio * j.Ratio * x(k))
			any = any || x(k) != 0
		}
	}
	if !any {
		return nil
	}
	return sums
}

// AddEffort adds the efforts of dampers and springs to tau. It does not allocate.
func (p *Passive) AddEffort(tau, q, qd []float64) {
	for i, d := range p.Damping {
		tau[i] -= float64(d * qd[i])
	}
	if len(p.balls)+len(p.springs)+len(p.couplings) > 0 {
		p.addSprings(tau, q)
		p.addCouplings(tau, q, qd)
	}
}

// AddSpringEffort adds the efforts of the springs, elastic transmissions included, to tau. It does not allocate.
func (p *Passive) AddSpringEffort(tau, q []float64) {
	p.addSprings(tau, q)
	for i := range p.couplings {
		c := &p.couplings[i]
		x := float64(c.Stiffness * c.twist(q))
		tau[c.v] += x
		tau[c.rotorV] -= x
	}
}

// addSprings adds the efforts of the springs of joints to tau.
func (p *Passive) addSprings(tau, q []float64) {
	for i := range p.balls {
		b := &p.balls[i]
		for k, x := range b.turn(q) {
			tau[b.v+k] -= float64(b.stiffness * x)
		}
	}
	for i := range p.springs {
		s := &p.springs[i]
		tau[s.V] -= float64(s.Stiffness * s.Ratio * s.Stretch(q))
	}
}

// Stretch returns the distance of the joint from its rest at a position.
func (s *JointSpring) Stretch(q []float64) float64 { return float64(s.Ratio*q[s.Q]) + s.Offset }

// Energy returns the energy that the springs store (J). It does not allocate.
func (p *Passive) Energy(q []float64) float64 {
	sum := 0.0
	for i := range p.balls {
		x := p.balls[i].turn(q)
		sum += float64(p.balls[i].stiffness * vec.Dot(x, x) / 2)
	}
	for i := range p.springs {
		s := &p.springs[i]
		x := s.Stretch(q)
		sum += s.Stiffness * x * x / 2
	}
	for i := range p.couplings {
		x := p.couplings[i].twist(q)
		sum += p.couplings[i].Stiffness * x * x / 2
	}
	return sum
}

// Balls reports whether there are springs of ball joints.
func (p *Passive) Balls() bool { return len(p.balls) > 0 }

// Springs returns the springs of coordinates, and whether there are no others, such as those of ball joints and of
// elastic transmissions. They must not be changed.
func (p *Passive) Springs() (list []JointSpring, all bool) {
	return p.springs, len(p.balls)+len(p.couplings) == 0
}
