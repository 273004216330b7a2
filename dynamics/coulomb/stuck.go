package coulomb

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// stuck tries whether the forces of least norm that hold all contacts, w = 0, are within their cones. They are the
// limit of what G + δ leads to, refined until nothing of w is left. Of all the forces that hold a body these are the
// ones to tell.
func (p *Encounter) stuck(x *Solution, size float64) bool {
	const (
		delta   = 1e-2  // relative to the largest number of G
		within  = 1e-12 // of the largest force and of the largest w: rounding
		refined = 100   // times at most
	)
	n := len(p.Free)
	for _, c := range p.Contacts {
		if c.Slides {
			return false
		}
	}
	most := 0.0
	for i := range n {
		most = max(most, p.Matrix[i*n+i])
	}
	if most == 0 {
		return false
	}
	g, exchange := append([]float64(nil), p.Matrix...), make([]int, n)
	for i := range n {
		g[i*n+i] += float64(delta * most)
	}
	if !mat.Eliminate(g, exchange) {
		return false
	}
	lambda, rest := make([]float64, n), make([]float64, n)
	for range refined {
		left := 0.0
		for i := range n {
			rest[i] = -p.rate(lambda, i)
			left = max(left, math.Abs(rest[i]))
		}
		if left <= float64(1e-15*size) {
			break
		}
		mat.Substitute(g, exchange, rest)
		for i := range n {
			lambda[i] += rest[i]
		}
	}
	force, left := 0.0, 0.0
	for i := range n {
		force, left = max(force, math.Abs(lambda[i])), max(left, math.Abs(p.rate(lambda, i)))
	}
	if left > float64(within*size) {
		return false
	}
	for i, c := range p.Contacts {
		l := lambda[3*i:]
		if l[0] < -float64(within*force) || libm.Hypot(l[1], l[2]) > float64(c.Friction*l[0])+float64(within*force) {
			return false
		}
	}
	copy(x.Lambda, lambda)
	clear(x.Rates)
	for i := range x.Fates {
		x.Fates[i] = Stuck
	}
	return true
}
