package control

import (
	"math"
	"slices"

	"kinetree/dynamics/regressor"
	"kinetree/spatial/mat"
)

// consistency keeps estimates of parameters among those that bodies can have: where the pseudo-inertia
//
//	J = [ Σ   m c ]    Σ = ½ tr(I) 1 − I
//	    [ m cᵀ  m ]
//
// of each body, with the tensor I about the origin of the frame, has no negative eigenvalue. These parameters are a
// convex set that has the true ones in it. For the unit vector v of the least eigenvalue λ, vᵀ J(p) v ≥ 0 is a
// half-space around the set. A step to it, shortest in the metric Γ⁻¹,
//
//	p ← p − λ Γ n / (nᵀ Γ n),   n = ∂(vᵀ J v)/∂p
//
// brings p nearer in this metric to each point of the set, the true parameters among them, so V does not rise. Steps
// follow each other until no eigenvalue is negative but for rounding. Sources: Wensing, Kim and Slotine, "Linear matrix
// inequalities for physically consistent inertial parameter identification", IEEE Robotics and Automation Letters 3(1),
// 2018, for J; Bregman, "The relaxation method of finding the common point of convex sets", 1967, for the steps.
type consistency struct {
	gamma  []float64
	bodies []int       // where the parameters of bodies begin of which some adapt
	l      [16]float64 // lower triangle of a factor, row by row
}

func newConsistency(gamma []float64) *consistency {
	c := &consistency{gamma: gamma}
	for at := 0; at < len(gamma); at += regressor.Size {
		if slices.Max(gamma[at:][:regressor.Size]) > 0 {
			c.bodies = append(c.bodies, at)
		}
	}
	return c
}

// negligible is the share of the trace of J that a negative eigenvalue may have.
const negligible = 1e-12

// project moves the estimates of all bodies. It does not allocate unless it moves some.
func (c *consistency) project(p []float64) {
	for _, at := range c.bodies {
		if body := p[at:][:regressor.Size]; !c.positive(body) {
			c.projectBody(body, c.gamma[at:][:regressor.Size])
		}
	}
}

// projectBody moves the estimates of a body.
//
//twin:never
func (c *consistency) projectBody(p, gamma []float64) {
	const most = 1000
	for range most {
		var eigen mat.EigenSym
		if !eigen.Factorize(symmetric(pseudoInertia(p))) {
			return
		}
		least, v := eigen.Values()[0], eigen.Vector(0)
		x, y, z, w := v[0], v[1], v[2], v[3]
		n := [regressor.Size]float64{float64(w * w), float64(2 * w * x), float64(2 * w * y), float64(2 * w * z),
			(float64(y*y) + float64(z*z) - float64(x*x)) / 2, float64(-2 * x * y),
			(float64(x*x) + float64(z*z) - float64(y*y)) / 2, float64(-2 * x * z), float64(-2 * y * z),
			(float64(x*x) + float64(y*y) - float64(z*z)) / 2}
		length := 0.0
		for k, g := range gamma {
			length += float64(g * float64(n[k]*n[k]))
		}
		if length == 0 { // what adapts cannot mend it
			return
		}
		for k, g := range gamma {
			p[k] -= float64(least * g * n[k] / length)
		}
		if c.positive(p) {
			return
		}
	}
}

// pseudoInertia returns the lower triangle of J, row by row.
func pseudoInertia(p []float64) (j [16]float64) {
	half := (p[4] + p[6] + p[9]) / 2
	j[0] = half - p[4]
	j[4], j[5] = -p[5], half-p[6]
	j[8], j[9], j[10] = -p[7], -p[8], half-p[9]
	j[12], j[13], j[14], j[15] = p[1], p[2], p[3], p[0]
	return j
}

// symmetric returns the matrix of a lower triangle.
func symmetric(j [16]float64) *mat.SymDense {
	m := mat.NewSymDense(4, nil)
	for i := range 4 {
		for k := range i + 1 {
			m.SetSym(i, k, j[4*i+k])
		}
	}
	return m
}

// positive reports whether J, with a share of its trace added to the diagonal, has a Cholesky factor.
//
//twin:ordinary
func (c *consistency) positive(p []float64) bool {
	shift := float64(negligible * math.Abs(p[0]+(p[4]+p[6]+p[9])/2))
	j := pseudoInertia(p)
	for i := range 4 {
		for k := range i + 1 {
			sum := j[4*i+k]
			if i == k {
				sum += shift
			}
			for r := range k {
				sum -= float64(c.l[4*i+r] * c.l[4*k+r])
			}
			switch {
			case i > k:
				c.l[4*i+k] = sum / c.l[4*k+k]
			case !(sum > 0):
				return false
			default:
				c.l[4*i+i] = math.Sqrt(sum)
			}
		}
	}
	return true
}
