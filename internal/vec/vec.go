// Package vec has the 3-vectors of the kernels in spatial and internal/kernel. The Go compiler keeps small structs of
// scalars in registers, while the arrays of mgl64 stay in memory: so kernels load their operands into a V, compute, and
// store the result. Every function here is small enough to be inlined.
package vec

import "github.com/go-gl/mathgl/mgl64"

// V is a 3-vector in registers.
type V struct{ X, Y, Z float64 }

// Of returns the vector (x, y, z).
func Of(x, y, z float64) V { return V{x, y, z} }

// Load returns a vector from memory.
func Load(a *mgl64.Vec3) V { return V{a[0], a[1], a[2]} }

// Store writes a to memory.
func (a V) Store(dst *mgl64.Vec3) { dst[0], dst[1], dst[2] = a.X, a.Y, a.Z }

// Add returns a + b.
func (a V) Add(b V) V { return V{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a − b.
func (a V) Sub(b V) V { return V{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Scale returns s a.
func (a V) Scale(s float64) V { return V{float64(s * a.X), float64(s * a.Y), float64(s * a.Z)} }

// Dot returns a · b.
func (a V) Dot(b V) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z) }

// Cross returns a × b.
func (a V) Cross(b V) V {
	return V{float64(a.Y*b.Z) - float64(a.Z*b.Y), float64(a.Z*b.X) - float64(a.X*b.Z), float64(a.X*b.Y) -
		float64(a.Y*b.X)}
}

// RotateX returns Rx a, where Rx rotates about x by the angle of cosine c and sine s.
func (a V) RotateX(c, s float64) V {
	return V{a.X, float64(c*a.Y) - float64(s*a.Z), float64(s*a.Y) + float64(c*a.Z)}
}

// RotateZ returns Rz a, where Rz rotates about z by the angle of cosine c and sine s.
func (a V) RotateZ(c, s float64) V {
	return V{float64(c*a.X) - float64(s*a.Y), float64(s*a.X) + float64(c*a.Y), a.Z}
}

// Mul returns R a. mgl64 stores a matrix column by column.
func Mul(r *mgl64.Mat3, a V) (x, y, z float64) {
	return float64(r[0]*a.X) + float64(r[3]*a.Y) + float64(r[6]*a.Z),
		float64(r[1]*a.X) + float64(r[4]*a.Y) + float64(r[7]*a.Z),
		float64(r[2]*a.X) + float64(r[5]*a.Y) + float64(r[8]*a.Z)
}

// TMul returns Rᵀ a.
func TMul(r *mgl64.Mat3, a V) (x, y, z float64) {
	return float64(r[0]*a.X) + float64(r[1]*a.Y) + float64(r[2]*a.Z),
		float64(r[3]*a.X) + float64(r[4]*a.Y) + float64(r[5]*a.Z),
		float64(r[6]*a.X) + float64(r[7]*a.Y) + float64(r[8]*a.Z)
}

// Rows returns m a of a matrix row by row.
func Rows(m *[9]float64, a V) (x, y, z float64) {
	return float64(m[0]*a.X) + float64(m[1]*a.Y) + float64(m[2]*a.Z),
		float64(m[3]*a.X) + float64(m[4]*a.Y) + float64(m[5]*a.Z),
		float64(m[6]*a.X) + float64(m[7]*a.Y) + float64(m[8]*a.Z)
}

// Columns returns mᵀ a of a matrix row by row.
func Columns(m *[9]float64, a V) (x, y, z float64) {
	return float64(m[0]*a.X) + float64(m[3]*a.Y) + float64(m[6]*a.Z),
		float64(m[1]*a.X) + float64(m[4]*a.Y) + float64(m[7]*a.Z),
		float64(m[2]*a.X) + float64(m[5]*a.Y) + float64(m[8]*a.Z)
}

// Sym returns m a of a symmetric matrix, its lower triangle row by row.
func Sym(m *[6]float64, a V) (x, y, z float64) {
	return float64(m[0]*a.X) + float64(m[1]*a.Y) + float64(m[3]*a.Z),
		float64(m[1]*a.X) + float64(m[2]*a.Y) + float64(m[4]*a.Z),
		float64(m[3]*a.X) + float64(m[4]*a.Y) + float64(m[5]*a.Z)
}
