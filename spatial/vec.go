package spatial

import "github.com/go-gl/mathgl/mgl64"

// v3 is a 3-vector held in registers: the Go compiler keeps small structs of scalars
// there, while the arrays of mgl64 stay in memory. All methods are small enough to be
// inlined.
type v3 struct{ x, y, z float64 }

func load(a *mgl64.Vec3) v3 { return v3{a[0], a[1], a[2]} }

func (a v3) store(dst *mgl64.Vec3) { dst[0], dst[1], dst[2] = a.x, a.y, a.z }

func (a v3) add(b v3) v3 { return v3{a.x + b.x, a.y + b.y, a.z + b.z} }

func (a v3) sub(b v3) v3 { return v3{a.x - b.x, a.y - b.y, a.z - b.z} }

func (a v3) scale(s float64) v3 { return v3{s * a.x, s * a.y, s * a.z} }

func (a v3) dot(b v3) float64 { return a.x*b.x + a.y*b.y + a.z*b.z }

func (a v3) cross(b v3) v3 {
	return v3{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// rotateX returns Rx a, where Rx rotates about x by the angle of cosine c and sine s.
func (a v3) rotateX(c, s float64) v3 { return v3{a.x, c*a.y - s*a.z, s*a.y + c*a.z} }

// rotateZ returns Rz a, where Rz rotates about z by the angle of cosine c and sine s.
func (a v3) rotateZ(c, s float64) v3 { return v3{c*a.x - s*a.y, s*a.x + c*a.y, a.z} }

// mul returns R a. mgl64 stores a matrix column by column.
func mul(r *mgl64.Mat3, a v3) v3 {
	return v3{
		r[0]*a.x + r[3]*a.y + r[6]*a.z,
		r[1]*a.x + r[4]*a.y + r[7]*a.z,
		r[2]*a.x + r[5]*a.y + r[8]*a.z,
	}
}

// tmul returns Rᵀ a.
func tmul(r *mgl64.Mat3, a v3) v3 {
	return v3{
		r[0]*a.x + r[1]*a.y + r[2]*a.z,
		r[3]*a.x + r[4]*a.y + r[5]*a.z,
		r[6]*a.x + r[7]*a.y + r[8]*a.z,
	}
}
