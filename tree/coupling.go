package tree

import "math"

// Coupling is an elastic transmission between the rotor of a joint's drive (see WithRotor) and the joint. With the
// twist δ = position of the rotor − position of the joint it pushes the joint, and pulls the rotor back, with the
// effort Stiffness δ + Damping δ̇.
//
// With a backlash the two are free of each other as long as |δ| < Backlash/2. Beyond that the twist counts from there,
// and the effort only pushes. Source: Nordin, Gutman, "Controlling mechanical systems with backlash - a survey",
// Automatica 38, 2002.
type Coupling struct {
	Joint     int     // index in Joints
	Stiffness float64 // N m/rad or N/m
	Damping   float64 // N m s/rad or N s/m
	Backlash  float64 // width of the gap (rad or m)
}

// coupling is a Coupling with the places of its coordinates.
type coupling struct {
	Coupling
	q, v, rotorQ, rotorV int
}

func (m *Model) couple(c Coupling) coupling {
	j := &m.joints[c.Joint]
	r := &m.joints[j.Rotor]
	return coupling{c, j.Q, j.V, r.Q, r.V}
}

// twist returns how far the coupling is wound up, beyond its gap.
func (c *coupling) twist(q []float64) float64 {
	x := q[c.rotorQ] - q[c.q]
	if c.Backlash == 0 {
		return x
	}
	return math.Copysign(max(0, math.Abs(x)-c.Backlash/2), x)
}

// effort returns the effort on the joint, and the part of it that the spring has.
func (c *coupling) effort(q, qd []float64) (total, spring float64) {
	x := c.twist(q)
	spring = float64(c.Stiffness * x)
	if c.Backlash > 0 && x == 0 {
		return 0, 0
	}
	total = spring + float64(c.Damping*(qd[c.rotorV]-qd[c.v]))
	if c.Backlash > 0 && total*x < 0 {
		total = 0
	}
	return total, spring
}

// Coupling returns elastic transmission i of those there are, nil behind the last. It must not be changed.
func (p *Passive) Coupling(i int) *Coupling {
	if i >= len(p.couplings) {
		return nil
	}
	return &p.couplings[i].Coupling
}

// Couples reports whether there is an elastic transmission.
func (p *Passive) Couples() bool { return len(p.couplings) > 0 }

// addCouplings adds the efforts of the couplings to tau.
func (p *Passive) addCouplings(tau, q, qd []float64) {
	for i := range p.couplings {
		c := &p.couplings[i]
		x, _ := c.effort(q, qd)
		tau[c.v] += x
		tau[c.rotorV] -= x
	}
}

// Transmitted calls set with each joint that has an elastic transmission and the effort that it gets through
// that. It does not allocate.
func (p *Passive) Transmitted(q, qd []float64, set func(joint int, effort float64)) {
	for i := range p.couplings {
		c := &p.couplings[i]
		x, _ := c.effort(q, qd)
		set(c.Joint, x)
	}
}

// CouplingLoss returns the power that the dampers of elastic transmissions take (W). It does not allocate.
func (p *Passive) CouplingLoss(q, qd []float64) float64 {
	sum := 0.0
	for i := range p.couplings {
		c := &p.couplings[i]
		total, spring := c.effort(q, qd)
		sum += float64((total - spring) * (qd[c.rotorV] - qd[c.v]))
	}
	return sum
}

// AddCouplings adds what the couplings are in the matrices of stiffness and damping, which are nv x nv row by row and
// have the products of all rates. A backlash is taken for closed.
func (p *Passive) AddCouplings(stiffness, damping []float64, nv int) {
	for i := range p.couplings {
		c := &p.couplings[i]
		for _, x := range [...]struct {
			to []float64
			by float64
		}{{stiffness, c.Stiffness}, {damping, c.Damping}} {
			x.to[c.v*nv+c.v] += x.by
			x.to[c.rotorV*nv+c.rotorV] += x.by
			x.to[c.v*nv+c.rotorV] -= x.by
			x.to[c.rotorV*nv+c.v] -= x.by
		}
	}
}
