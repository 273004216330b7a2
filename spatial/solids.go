package spatial

import "github.com/go-gl/mathgl/mgl64"

// The inertia tensors of homogeneous solids about their centre of mass, in their principal
// axes: closed forms of ∫ (r·r 1 − r rᵀ) dm. Masses in kg, lengths in m, results in kg m².

// Sphere returns the tensor of a solid sphere: 2/5 m r² about every axis.
func Sphere(mass, radius float64) Sym3 { return Ellipsoid(mass, radius, radius, radius) }

// Ellipsoid returns the tensor of a solid ellipsoid with the given semi-axes along x, y and z:
// m/5 (b² + c²) about x, and so on.
func Ellipsoid(mass, a, b, c float64) Sym3 {
	return diagonal(mass/5, float64(a*a), float64(b*b), float64(c*c))
}

// Cylinder returns the tensor of a solid cylinder along z: m r²/2 about z and
// m (3 r² + length²)/12 across. A disc has length 0, a thin rod radius 0.
func Cylinder(mass, radius, length float64) Sym3 {
	return diagonal(mass, radius*radius/4, radius*radius/4, length*length/12)
}

// Box returns the tensor of a solid cuboid with the given full edge lengths along x, y and z:
// m/12 (y² + z²) about x, and so on.
func Box(mass, x, y, z float64) Sym3 {
	return diagonal(mass/12, float64(x*x), float64(y*y), float64(z*z))
}

// diagonal returns the tensor of a body whose mean squares of the coordinates are xx, yy and zz
// (times the common factor k): k (yy + zz) about x, and so on.
func diagonal(k, xx, yy, zz float64) Sym3 {
	return Sym3{0: float64(k * (yy + zz)), 2: float64(k * (zz + xx)), 5: float64(k * (xx + yy))}
}

// ParallelAxis returns the tensor about a point from which the centre of mass lies at c (m), for a
// body of the given mass (kg) and tensor ic about its centre of mass (kg m²), axes unchanged:
//
//	I = Ic + m (cᵀc 1 − c cᵀ)   (the theorem of Huygens and Steiner)
func ParallelAxis(ic Sym3, mass float64, c mgl64.Vec3) Sym3 {
	x, y, z := c[0], c[1], c[2]
	return Sym3{
		ic[0] + float64(mass*(float64(y*y)+float64(z*z))),
		ic[1] - float64(mass*x*y),
		ic[2] + float64(mass*(float64(z*z)+float64(x*x))),
		ic[3] - float64(mass*x*z),
		ic[4] - float64(mass*y*z),
		ic[5] + float64(mass*(float64(x*x)+float64(y*y))),
	}
}
