package coulomb

import (
	"math"

	"kinetree/internal/libm"
)

// Laws are by how much a solution breaks the laws of contact. Forces are relative to the largest one, accelerations or
// rates to the largest number of Free, powers to the product of both.
type Laws struct {
	Signorini   float64 `json:"signorini"`           // a force that pulls, a w_n that penetrates, or λ_n w_n
	Cone        float64 `json:"coulomb"`             // friction beyond the cone
	Dissipation float64 `json:"maximum_dissipation"` // what friction of largest size against w_t would lose more
}

// Worst sets the laws to the larger numbers of both.
func (l *Laws) Worst(o Laws) {
	l.Signorini = max(l.Signorini, o.Signorini)
	l.Cone = max(l.Cone, o.Cone)
	l.Dissipation = max(l.Dissipation, o.Dissipation)
}

// Broken returns by how much a solution breaks the laws. Contacts that are given to slide keep to their direction
// instead of the law of maximum dissipation.
func (p *Encounter) Broken(x *Solution) (l Laws) {
	size, force := 0.0, 0.0
	for i, b := range p.Free {
		size, force = max(size, math.Abs(b)), max(force, math.Abs(x.Lambda[i]))
	}
	if size == 0 || force == 0 {
		return l
	}
	for i, c := range p.Contacts {
		at := 3 * i
		normal, w := x.Lambda[at], p.rate(x.Lambda, at)
		l.Signorini = max(l.Signorini, -normal/force, -w/size, math.Abs(float64(normal*w))/float64(size*force))
		t, u := x.Lambda[at+1:at+3], [2]float64{p.rate(x.Lambda, at+1), p.rate(x.Lambda, at+2)}
		most := float64(c.Friction * normal)
		l.Cone = max(l.Cone, (libm.Hypot(t[0], t[1])-most)/force)
		if !c.Slides {
			power := float64(t[0]*u[0]) + float64(t[1]*u[1]) + float64(most*libm.Hypot(u[0], u[1]))
			l.Dissipation = max(l.Dissipation, power/float64(size*force))
		}
	}
	return l
}
