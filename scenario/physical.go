package scenario

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// physical reports whether a body can have a tensor of inertia, ixx, ixy, ixz, iyy, iyz, izz: its principal moments
// are not negative, and none is larger than the sum of the others. A rounding of the largest moment is allowed, which
// a flat body has.
func physical(t [6]float64) bool {
	if !finite(t[:]...) {
		return false
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(3, []float64{t[0], t[1], t[2], t[1], t[3], t[4], t[2], t[4], t[5]}), false) {
		return false
	}
	m := eigen.Values(nil) // rising
	limit := -1e-9 * math.Abs(m[2])
	return m[0] >= limit && m[0]+m[1]-m[2] >= limit
}
