package control

import (
	"math"
	"slices"

	"kinetree/spatial/mat"

	"kinetree/dynamics/regressor"
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
	gamma []float64
	j     *mat.SymDense
	l     [16]float64
}

func newConsistency(gamma []float64) *consistency {
	return &consistency{gamma: gamma, j: mat.NewSymDense(4, nil)}
}

// negligible is the share of the trace of J that a negative eigenvalue may have.
const negligible = 1e-12

// project moves the estimates of all bodies. It does not allocate unless it moves some.
func (c *consistency) project(p []float64) {
	for at := 0; at < len(p); at += regressor.Size {
		gamma := c.gamma[at:][:regressor.Size]
		if slices.Max(gamma) > 0 {
			c.projectBody(p[at:][:regressor.Size], gamma)
		}
	}
}

func (c *consistency) projectBody(p, gamma []float64) {
	const most = 1000
	for range most {
		shift := float64(negligible * math.Abs(p[0]+(p[4]+p[6]+p[9])/2)) // of tr J
		if c.positive(p, shift) {
			return
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(c.pseudoInertia(p)) {
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
	}
}

// pseudoInertia returns J.
func (c *consistency) pseudoInertia(p []float64) *mat.SymDense {
	half := (p[4] + p[6] + p[9]) / 2
	for _, e := range [...]struct {
		i, k int
		x    float64
	}{{0, 0, half - p[4]}, {0, 1, -p[5]}, {1, 1, half - p[6]}, {0, 2, -p[7]}, {1, 2, -p[8]}, {2, 2, half - p[9]},
		{0, 3, p[1]}, {1, 3, p[2]}, {2, 3, p[3]}, {3, 3, p[0]}} {
		c.j.SetSym(e.i, e.k, e.x)
	}
	return c.j
}

// positive reports whether J plus a shift of its diagonal has a Cholesky factor.
func (c *consistency) positive(p []float64, shift float64) bool {
	j := c.pseudoInertia(p)
	for i := range 4 {
		for k := range i + 1 {
			sum := j.At(i, k)
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
