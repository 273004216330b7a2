package sim

import "kinetree/tree"

// Joint is what a joint of the model has besides what its description can say. It is for joints with one position.
type JointExtras struct {
	Stiffness   float64 // of a spring, whose effort is Stiffness (Rest − position) (N m/rad or N/m)
	Rest        float64 // position where the spring has no effort (rad or m)
	Restitution float64 // of the stops at its limits: the share of the velocity that an impact returns, 0 to 1
}

// passive are the smooth efforts that joints have of themselves.
type passive struct {
	damping []float64 // of each rate; nil if there is none
	springs []spring
}

// spring is that of a joint at a distance ratio q + offset from its rest.
type spring struct {
	q, v                     int
	stiffness, ratio, offset float64
}

func newPassive(c *Config) passive {
	p := passive{damping: damping(c.Model, c.Ideal)}
	for k, given := range c.Joints {
		if j := &c.Model.Joints()[k]; given.Stiffness != 0 && !c.Ideal {
			p.springs = append(p.springs, spring{j.Q, j.V, given.Stiffness, j.Ratio, j.Offset - given.Rest})
		}
	}
	return p
}

// damping returns the damping of each rate, Gᵀ D G with v_all = G v, which is diagonal; or nil if there is none. The
// damping of a joint with several coordinates acts on each of its rates alike: in N s/m on a linear one, in N m s/rad
// on an angular one.
func damping(m *tree.Model, ideal bool) []float64 {
	d, any := make([]float64, m.NV()), false
	for _, j := range m.Joints() {
		for i := range j.NV {
			d[j.V+i] += j.Ratio * j.Ratio * j.Damping
			any = any || j.Damping != 0
		}
	}
	if ideal || !any {
		return nil
	}
	return d
}

// add adds the efforts to tau.
func (p *passive) add(tau, q, qd []float64) {
	for i, d := range p.damping {
		tau[i] -= d * qd[i]
	}
	for i := range p.springs {
		s := &p.springs[i]
		tau[s.v] -= s.stiffness * s.ratio * s.stretch(q)
	}
}

// stretch returns the distance of the joint from its rest.
func (s *spring) stretch(q []float64) float64 { return s.ratio*q[s.q] + s.offset }

// stored returns the energy of the springs (J).
func (p *passive) stored(q []float64) float64 {
	sum := 0.0
	for i := range p.springs {
		s := &p.springs[i]
		x := s.stretch(q)
		sum += s.stiffness * x * x / 2
	}
	return sum
}
