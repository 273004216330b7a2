package distance

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Field is the distance of a point from a solid, in the axes of the solid.
type Field struct {
	Distance float64    // m, negative inside
	Normal   mgl64.Vec3 // unit vector, the gradient of the distance
	// Turn is the Hessian (1/m), symmetric: the normal turns by Turn times the displacement of the point. It is zero
	// inside, where the solid is seen as the half space beyond its nearest face, but for round faces.
	Turn mgl64.Mat3
}

// thin is the share of a solid's size by which a point may be above a face and yet lie on it: nearer to an edge than
// that the face tells the normal, and rounding does not.
const thin = 1e-12

// Field returns the distance of a point x from the solid. Where several points of the solid are nearest, as for the
// centre of a sphere, one of them is taken. It does not allocate. O(1), but for hulls, which take O(faces).
func (c *Convex) Field(x mgl64.Vec3) Field { return c.FieldToward(x, mgl64.Vec3{}) }

// FieldToward is Field for a corner of another solid, whose inside is in a direction from the corner. Within the solid
// those faces count that look in that direction, beyond which the other solid can be: so corners that lie on each other
// know which of their faces touch.
func (c *Convex) FieldToward(x, inside mgl64.Vec3) Field {
	switch c.form {
	case halfSpace:
		return Field{Distance: x[2], Normal: mgl64.Vec3{0, 0, 1}}
	case sphere:
		return around(x, c.radius)
	case capsule:
		if h := c.half[2]; math.Abs(x[2]) > h {
			x[2] -= math.Copysign(h, x[2])
			return around(x, c.radius)
		}
		return beside(x, c.radius)
	case cylinder:
		return c.fieldOfCylinder(x)
	case box:
		return c.fieldOfBox(x, inside)
	}
	return c.hull.field(x, inside)
}

// nowhere is the share of a radius below which squares of numbers may underflow.
const nowhere = 1e-100

// around is the field of a sphere about the origin.
func around(x mgl64.Vec3, radius float64) Field {
	l := vec.Len(x)
	if l <= nowhere*radius {
		return Field{Distance: -radius, Normal: mgl64.Vec3{0, 0, 1}}
	}
	n := vec.Scaled(x, 1/l)
	return Field{l - radius, n, across(1/l, n)}
}

// beside is the field of an endless cylinder along z.
func beside(x mgl64.Vec3, radius float64) Field {
	x[2] = 0
	l := vec.Len(x)
	if l <= nowhere*radius {
		return Field{Distance: -radius, Normal: mgl64.Vec3{1, 0, 0}}
	}
	n := vec.Scaled(x, 1/l)
	t := mgl64.Vec3{-n[1], n[0], 0}
	return Field{l - radius, n, outer(1/l, t)}
}

// outer returns s t tᵀ.
func outer(s float64, t mgl64.Vec3) (m mgl64.Mat3) {
	for i := range 3 {
		for k := range 3 {
			m[3*i+k] = float64(s * float64(t[i]*t[k]))
		}
	}
	return m
}

// across returns s (1 − n nᵀ).
func across(s float64, n mgl64.Vec3) mgl64.Mat3 {
	m := outer(-s, n)
	for i := range 3 {
		m[4*i] += s
	}
	return m
}

func (c *Convex) fieldOfCylinder(x mgl64.Vec3) Field {
	half, above, size := c.half[2], 1.0, c.radius+c.half[2]
	if x[2] < 0 {
		above = -1
	}
	side := beside(x, c.radius)
	out, up := side.Distance, math.Abs(x[2])-half
	if tiny := float64(thin * size); min(out, up) <= tiny {
		if out > up {
			return side
		}
		return Field{Distance: up, Normal: mgl64.Vec3{2: above}}
	}
	// The nearest point is on a rim.
	d := math.Sqrt(float64(out*out) + float64(up*up))
	radial, axial := out/d, up/d
	n := vec.Scaled(side.Normal, radial)
	n[2] = float64(above * axial)
	m := vec.Scaled(side.Normal, axial) // across n in the plane through the axis
	m[2] = float64(-above * radial)
	t := mgl64.Vec3{-side.Normal[1], side.Normal[0], 0}
	return Field{d, n, outer(1/d, m).Add(outer(radial/(out+c.radius), t))}
}

func (c *Convex) fieldOfBox(x, inside mgl64.Vec3) Field {
	tiny := float64(thin * vec.Len(c.half))
	nearest, most := 0, math.Inf(-1)
	var beyond mgl64.Vec3 // from the nearest point
	sides := 0
	for i := range 3 {
		e := math.Abs(x[i]) - c.half[i]
		if e > most {
			nearest, most = i, e
		}
		if e > tiny {
			beyond[i] = math.Copysign(e, x[i])
			sides++
		}
	}
	if sides < 2 {
		if above := math.Inf(-1); most <= tiny {
			for i := range 3 {
				if e := math.Abs(x[i]) - c.half[i]; e > above && math.Copysign(1, x[i])*inside[i] > 0 {
					nearest, above = i, e
				}
			}
		}
		n := mgl64.Vec3{}
		n[nearest] = math.Copysign(1, x[nearest])
		return Field{Distance: math.Abs(x[nearest]) - c.half[nearest], Normal: n}
	}
	d := vec.Len(beyond)
	n := vec.Scaled(beyond, 1/d)
	turn := outer(-1/d, n)
	for i := range 3 {
		if beyond[i] != 0 {
			turn[4*i] += 1 / d
		}
	}
	return Field{d, n, turn}
}
