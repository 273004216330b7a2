package mesh

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Integrals are those of a body of density 1.
type Integrals struct {
	Volume  float64
	Centre  mgl64.Vec3
	Inertia mgl64.Mat3 // about the centre, in the axes of the surface
}

// Integrals returns the volume that the surface encloses, its centre, and its inertia at density 1. They are exact but
// for rounding if the surface is closed and turned outwards, and mean nothing otherwise. Each triangle and a point near
// the middle form a tetrahedron with the signed volume V = a·(b × c)/6, over which
//
//	∫ x dV = V (a + b + c)/4,   ∫ x xᵀ dV = V/20 (s sᵀ + a aᵀ + b bᵀ + c cᵀ)   with s = a + b + c.
func (s *Surface) Integrals() Integrals {
	low, high, ok := s.Bounds()
	if !ok {
		return Integrals{}
	}
	origin := vec.Scaled(low.Add(high), 0.5)
	var volume float64
	var first mgl64.Vec3
	var second [6]float64 // xx, xy, yy, xz, yz, zz
	for _, f := range s.Faces {
		a, b, c := s.Vertices[f[0]].Sub(origin), s.Vertices[f[1]].Sub(origin), s.Vertices[f[2]].Sub(origin)
		v := vec.Dot(a, vec.Cross(b, c))
		sum := a.Add(b).Add(c)
		volume += v
		first = first.Add(vec.Scaled(sum, v))
		k := 0
		for i := range 3 {
			for j := 0; j <= i; j++ {
				second[k] += float64(v * (float64(sum[i]*sum[j]) + float64(a[i]*a[j]) + float64(b[i]*b[j]) +
					float64(c[i]*c[j])))
				k++
			}
		}
	}
	out := Integrals{Volume: volume / 6}
	if volume == 0 {
		return out
	}
	d := vec.Scaled(first, 1/(4*volume)) // from the origin to the centre
	out.Centre = origin.Add(d)
	var moment [6]float64 // ∫ x xᵀ dV about the centre
	k := 0
	for i := range 3 {
		for j := 0; j <= i; j++ {
			moment[k] = second[k]/120 - float64(out.Volume*d[i]*d[j])
			k++
		}
	}
	trace := moment[0] + moment[2] + moment[5]
	out.Inertia = mgl64.Mat3{
		trace - moment[0], -moment[1], -moment[3],
		-moment[1], trace - moment[2], -moment[4],
		-moment[3], -moment[4], trace - moment[5],
	}
	return out
}
