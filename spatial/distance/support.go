package distance

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Support returns a point of the solid that is furthest in a direction, which need not be a unit vector. Of a half
// space, whose points are infinitely far, it is the foot of the direction on its plane.
func (c *Convex) Support(toward mgl64.Vec3) mgl64.Vec3 {
	switch c.form {
	case halfSpace:
		return mgl64.Vec3{}
	case sphere:
		return along(toward, c.radius)
	case capsule:
		p := along(toward, c.radius)
		p[2] += math.Copysign(c.half[2], toward[2])
		return p
	case cylinder:
		up := math.Copysign(c.half[2], toward[2])
		toward[2] = 0
		p := along(toward, c.radius)
		p[2] = up
		return p
	case box:
		p := c.half
		for i := range p {
			p[i] = math.Copysign(p[i], toward[i])
		}
		return p
	}
	best, most := 0, math.Inf(-1)
	for i, v := range c.hull.vertices {
		if x := vec.Dot(v, toward); x > most {
			best, most = i, x
		}
	}
	return c.hull.vertices[best]
}

// along returns the vector of a length in a direction; zero if there is none.
func along(toward mgl64.Vec3, length float64) mgl64.Vec3 {
	l := vec.Len(toward)
	if l == 0 {
		return mgl64.Vec3{}
	}
	return vec.Scaled(toward, length/l)
}
