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
func (a V) Scale(s float64) V { return V{s * a.X, s * a.Y, s * a.Z} }

// Dot returns a · b.
func (a V) Dot(b V) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns a × b.
func (a V) Cross(b V) V {
	return V{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// RotateX returns Rx a, where Rx rotates about x by the angle of cosine c and sine s.
func (a V) RotateX(c, s float64) V { return V{a.X, c*a.Y - s*a.Z, s*a.Y + c*a.Z} }

// RotateZ returns Rz a, where Rz rotates about z by the angle of cosine c and sine s.
func (a V) RotateZ(c, s float64) V { return V{c*a.X - s*a.Y, s*a.X + c*a.Y, a.Z} }

// Mul returns R a. mgl64 stores a matrix column by column.
func Mul(r *mgl64.Mat3, a V) V {
	return V{
		r[0]*a.X + r[3]*a.Y + r[6]*a.Z,
		r[1]*a.X + r[4]*a.Y + r[7]*a.Z,
		r[2]*a.X + r[5]*a.Y + r[8]*a.Z,
	}
}

// TMul returns Rᵀ a.
func TMul(r *mgl64.Mat3, a V) V {
	return V{
		r[0]*a.X + r[1]*a.Y + r[2]*a.Z,
		r[3]*a.X + r[4]*a.Y + r[5]*a.Z,
		r[6]*a.X + r[7]*a.Y + r[8]*a.Z,
	}
}

// Rows returns m a of a matrix row by row.
func Rows(m *[9]float64, a V) V {
	return V{
		m[0]*a.X + m[1]*a.Y + m[2]*a.Z,
		m[3]*a.X + m[4]*a.Y + m[5]*a.Z,
		m[6]*a.X + m[7]*a.Y + m[8]*a.Z,
	}
}

// Columns returns mᵀ a of a matrix row by row.
func Columns(m *[9]float64, a V) V {
	return V{
		m[0]*a.X + m[3]*a.Y + m[6]*a.Z,
		m[1]*a.X + m[4]*a.Y + m[7]*a.Z,
		m[2]*a.X + m[5]*a.Y + m[8]*a.Z,
	}
}

// Sym returns m a of a symmetric matrix, its lower triangle row by row.
func Sym(m *[6]float64, a V) V {
	return V{
		m[0]*a.X + m[1]*a.Y + m[3]*a.Z,
		m[1]*a.X + m[2]*a.Y + m[4]*a.Z,
		m[3]*a.X + m[4]*a.Y + m[5]*a.Z,
	}
}
