package vec

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// The methods of mgl64 have products that a compiler may fuse with sums. These functions are the same with products
// that are rounded on every machine; results go through them.

// Dot returns a · b.
func Dot(a, b mgl64.Vec3) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// Cross returns a × b.
func Cross(a, b mgl64.Vec3) mgl64.Vec3 {
	return mgl64.Vec3{float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0])}
}

// Scaled returns s a.
func Scaled(a mgl64.Vec3, s float64) mgl64.Vec3 {
	return mgl64.Vec3{float64(a[0] * s), float64(a[1] * s), float64(a[2] * s)}
}

// Len returns the length of a.
func Len(a mgl64.Vec3) float64 { return math.Sqrt(Dot(a, a)) }

// Unit returns a divided by its length.
func Unit(a mgl64.Vec3) mgl64.Vec3 { return Scaled(a, 1/Len(a)) }

// MulVec returns m a.
func MulVec(m mgl64.Mat3, a mgl64.Vec3) mgl64.Vec3 {
	x, y, z := Mul(&m, Load(&a))
	return mgl64.Vec3{x, y, z}
}

// MulMat returns a b.
func MulMat(a, b mgl64.Mat3) (product mgl64.Mat3) {
	for k := 0; k < 9; k += 3 {
		product[k], product[k+1], product[k+2] = Mul(&a, Of(b[k], b[k+1], b[k+2]))
	}
	return product
}

// MulQuat returns the product of two quaternions.
func MulQuat(a, b mgl64.Quat) mgl64.Quat {
	return mgl64.Quat{W: float64(a.W*b.W) - Dot(a.V, b.V),
		V: Cross(a.V, b.V).Add(Scaled(b.V, a.W)).Add(Scaled(a.V, b.W))}
}
