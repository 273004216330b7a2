package mesh

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/internal/vec"
)

// times returns a b with products that no compiler fuses with their sums.
func times(a, b mgl64.Mat4) (product mgl64.Mat4) {
	for column := range 4 {
		for row := range 4 {
			sum := 0.0
			for k := range 4 {
				sum += float64(a[4*k+row] * b[4*column+k])
			}
			product[4*column+row] = sum
		}
	}
	return product
}

// turn returns the rotation by an angle in degrees about a unit vector (Rodrigues' formula).
func turn(degrees float64, axis mgl64.Vec3) mgl64.Mat4 {
	s, c := libm.Sincos(degrees * math.Pi / 180)
	m := mgl64.Ident4()
	for k := range 3 {
		var e mgl64.Vec3
		e[k] = 1
		column := vec.Scaled(e, c).Add(vec.Scaled(vec.Cross(axis, e), s)).Add(vec.Scaled(axis, float64((1-c)*axis[k])))
		m.SetCol(k, column.Vec4(0))
	}
	return m
}

// turnBy returns the rotation of a quaternion x, y, z, w of any length but zero: v + 2 w u × v + 2 u × (u × v).
func turnBy(q [4]float64) mgl64.Mat4 {
	u, w := mgl64.Vec3{q[0], q[1], q[2]}, q[3]
	length := math.Sqrt(vec.Dot(u, u) + float64(w*w))
	u, w = vec.Scaled(u, 1/length), w/length
	m := mgl64.Ident4()
	for k := range 3 {
		var e mgl64.Vec3
		e[k] = 1
		across := vec.Cross(u, e)
		m.SetCol(k, e.Add(vec.Scaled(across, float64(2*w))).Add(vec.Scaled(vec.Cross(u, across), 2)).Vec4(0))
	}
	return m
}

// mirrors tells whether a linear map turns right hands into left ones.
func mirrors(a *mgl64.Mat3) bool { return vec.Dot(a.Col(0), vec.Cross(a.Col(1), a.Col(2))) < 0 }
