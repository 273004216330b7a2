package sim

import (
	"math"

	"kinetree/sim/step"
	"kinetree/tree"
)

// pad is the friction in a joint whose rates are components of one velocity. The pad holds rates at rest as long as the
// vector of their reactions is no longer than the level of the friction. So all rates of a pad slip, or none, apart
// from rates that an end stop holds.
type pad struct {
	step.Pad
	rates []*rate
}

// padsOf returns, by the index of the joint, the rates of each joint or part of a joint that may be a pad.
func padsOf(m *tree.Model) map[int][]int {
	list := map[int][]int{}
	bodies := m.Bodies()
	for i := 1; i < len(bodies); i++ {
		switch b, before := &bodies[i], &bodies[bodies[i].Parent]; {
		case b.Joint < 0:
		case b.Kind == tree.Spherical:
			list[b.Joint] = []int{b.V, b.V + 1, b.V + 2}
		case b.Kind == tree.Prismatic && before.Kind == tree.Prismatic && before.Joint == b.Joint:
			list[b.Joint] = []int{before.V, b.V}
		}
	}
	return list
}

// turnFriction returns the friction of the turn of each planar joint that has its own, by the rate of the turn.
func (c *Config) turnFriction() map[int]float64 {
	list := map[int]float64{}
	for k, rates := range padsOf(c.Model) {
		if c.Joints != nil && c.Joints[k].TurnFriction != nil && len(rates) == 2 {
			list[rates[1]+1] = *c.Joints[k].TurnFriction
		}
	}
	return list
}

// newPads gives the rates of a model the pads that they are parts of.
func newPads(m *tree.Model, rates []rate) {
	for _, list := range padsOf(m) {
		p := &pad{}
		for part, v := range list {
			if rates[v].rubs {
				rates[v].pad, rates[v].part = p, part
			}
		}
	}
}

// forget forgets the steps of another run.
func (p *pad) forget() { p.Toward, p.Begun = [3]float64{}, 0 }

// aim calls aim of all pads.
func (s *modes) aim(qd []float64) {
	for i := range s.rates {
		if r := &s.rates[i]; r.leads() {
			r.pad.Aim(qd)
		}
	}
}

// forget calls forget of all pads. A robot without modes has no pads.
func (s *modes) forget() {
	for i := 0; s != nil && i < len(s.rates); i++ {
		if r := &s.rates[i]; r.leads() {
			r.pad.forget()
		}
	}
}

// leads reports whether the rate is the first of its pad.
func (r *rate) leads() bool { return r.pad != nil && r.part == 0 }

// moves reports whether the pad slips, or is to.
func (p *pad) moves() bool {
	for _, r := range p.rates {
		if r.slip != 0 {
			return true
		}
	}
	return false
}

// rests reports whether the velocity is 0.
func (p *pad) rests(qd []float64) bool {
	for _, r := range p.rates {
		if qd[r.v] != 0 {
			return false
		}
	}
	return true
}

// borne returns the part of the reaction of a rate at rest that friction has to bear: what points away from an end stop
// is borne by that.
func (r *rate) borne() float64 {
	if r.side != 0 && r.reaction*r.side <= 0 {
		return 0
	}
	return r.reaction
}

// excess returns how far what the pad has to bear at rest is beyond its level.
func (p *pad) excess() float64 {
	if p.rates[0].frozen {
		return math.Inf(-1)
	}
	sum, tolerance := 0.0, 0.0
	for _, r := range p.rates {
		x := r.borne()
		sum += float64(x * x)
		tolerance = max(tolerance, r.tolerance)
	}
	return math.Sqrt(sum) - p.Level - tolerance
}

// release lets the rates of a pad slip against their reactions, apart from rates that an end stop holds.
func (p *pad) release() {
	sum := 0.0
	var bears [3]float64
	for i, r := range p.rates {
		bears[i] = r.borne()
		sum += float64(bears[i] * bears[i])
	}
	for i, r := range p.rates {
		if bears[i] != 0 {
			r.side = 0
		}
		p.Toward[i], r.slip = -bears[i]/math.Sqrt(sum), 1
	}
}

// grip keeps the pad at rest.
func (p *pad) grip(frozen bool) {
	for _, r := range p.rates {
		r.slip, r.side = 0, r.at
		r.frozen = r.frozen || frozen
	}
}

// stopped reports whether the pad has come to rest at the end of a step in which its velocity has turned by a right
// angle, and not just turned: whether it would be at rest within the shortest time.
func (p *pad) stopped(from, qd, qdd []float64) bool {
	speed := p.Length(qd)
	return speed <= max(float64(step.NearRest*p.Length(from)), float64(shortest*p.Length(qdd)))
}
