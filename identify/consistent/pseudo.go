package consistent

import (
	"math"

	"kinetree/spatial/mat"

	"kinetree/dynamics/regressor"
	"kinetree/spatial"
)

// The pseudo-inertia of a body is the symmetric matrix
//
//	J = ∫ [x; 1] [x; 1]ᵀ dm = [ Σ  h ]     Σ = ½ tr(Ī) 1 − Ī,  h = m c
//	                          [ hᵀ m ]
//
// with ten numbers, as many as there are inertial parameters. A body that fills some space has a positive definite
// one, and each positive definite one is that of some body. That is more than a positive mass and a positive definite
// tensor: the moments obey the triangle inequality, too. Source: Wensing, Kim and Slotine, "Linear matrix
// inequalities for physically-consistent inertial parameter identification", IEEE Robotics and Automation Letters
// 3(1), 2018.

// pseudoInertia returns J of an inertia.
func pseudoInertia(i *spatial.Inertia) *mat.SymDense {
	half := (i.I[0] + i.I[2] + i.I[5]) / 2
	h := i.MC
	return mat.NewSymDense(4, []float64{
		half - i.I[0], -i.I[1], -i.I[3], h[0],
		-i.I[1], half - i.I[2], -i.I[4], h[1],
		-i.I[3], -i.I[4], half - i.I[5], h[2],
		h[0], h[1], h[2], i.M,
	})
}

// BodyOf returns the mass, the centre of mass and the tensor about it of a positive definite pseudo-inertia. With the
// second moments about the centre of mass Σ_c = Σ − h hᵀ/m the tensor is tr(Σ_c) 1 − Σ_c.
func BodyOf(J *mat.SymDense) (mass float64, c [3]float64, tensor spatial.Sym3) {
	mass = J.At(3, 3)
	var s [3][3]float64 // Σ_c
	for r := range 3 {
		c[r] = J.At(r, 3) / mass
		for k := range 3 {
			s[r][k] = J.At(r, k) - J.At(r, 3)*J.At(k, 3)/mass
		}
	}
	tensor = spatial.Sym3{s[1][1] + s[2][2], -s[0][1], s[0][0] + s[2][2], -s[0][2], -s[1][2], s[0][0] + s[1][1]}
	return mass, c, tensor
}

// Form returns the symmetric matrix A with tr(A J) = aᵀ π for the parameters π of a body.
func Form(a *[regressor.Size]float64) *mat.SymDense {
	out := mat.NewSymDense(4, nil)
	out.SetSym(3, 3, a[0])
	for k := range 3 {
		out.SetSym(k, 3, a[1+k]/2)
	}
	xx, xy, yy, xz, yz, zz := a[4], a[5], a[6], a[7], a[8], a[9]
	out.SetSym(0, 0, yy+zz) // Ixx = Σyy + Σzz and so on
	out.SetSym(1, 1, xx+zz)
	out.SetSym(2, 2, xx+yy)
	out.SetSym(0, 1, -xy/2)
	out.SetSym(0, 2, -xz/2)
	out.SetSym(1, 2, -yz/2)
	return out
}

// fullness is the least eigenvalue that the pseudo-inertia of a model's link may have, relative to the spread of its
// mass: that of a rod of which the radius is some percent of the length. Points, rods and plates are raised to it, so
// that they can be compared with bodies.
const fullness = 1e-3

// What a link counts as that has no extent (m), and no mass, as a share of the mean of those that have.
const (
	small = 0.1
	light = 1e-2
)

// Filled returns the pseudo-inertia of a link of the model, raised to that of a body if it is none. The mean is the
// mass of other links.
func Filled(i *spatial.Inertia, mean float64) *mat.SymDense {
	J := pseudoInertia(i)
	if i.M == 0 {
		mass := float64(light * mean)
		for r := range 3 {
			J.SetSym(r, r, J.At(r, r)+float64(mass*small*small))
		}
		J.SetSym(3, 3, mass)
		return J
	}
	size := math.Max(1e-3*small, math.Sqrt((i.I[0]+i.I[2]+i.I[5])/2/i.M))
	scale := []float64{size, size, size, 1} // of the rows: J is m scale scaleᵀ for a body as wide as that
	scaled := mat.NewSymDense(4, nil)
	for r := range 4 {
		for k := r; k < 4; k++ {
			scaled.SetSym(r, k, J.At(r, k)/(i.M*scale[r]*scale[k]))
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(scaled)
	if lacking := fullness - eigen.Values()[0]; lacking > 0 {
		for r := range 4 {
			J.SetSym(r, r, J.At(r, r)+float64(lacking*i.M*scale[r]*scale[r]))
		}
	}
	return J
}
