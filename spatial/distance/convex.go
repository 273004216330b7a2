package distance

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Convex is a convex solid in its own axes. It does not change, so any number of goroutines may share it.
type Convex struct {
	form   form
	radius float64    // of a sphere, a capsule and a cylinder (m)
	half   mgl64.Vec3 // half sizes of a box; z of a cylinder and of the axis of a capsule, too (m)
	hull   *hull
}

type form uint8

const (
	halfSpace form = iota
	sphere
	capsule
	cylinder
	box
	polytope
)

// String names the form as scenario files do.
func (f form) String() string {
	return [...]string{"plane", "sphere", "capsule", "cylinder", "box", "hull"}[f]
}

// Form returns the name of the solid's form: plane, sphere, capsule, cylinder, box or hull.
func (c *Convex) Form() string { return c.form.String() }

// NewHalfSpace returns all that is below the plane z = 0.
func NewHalfSpace() *Convex { return &Convex{form: halfSpace} }

// NewSphere returns a sphere about the origin. The error says if the radius (m) is not positive.
func NewSphere(radius float64) (*Convex, error) {
	return &Convex{form: sphere, radius: radius}, positive("radius", radius)
}

// NewCapsule returns a cylinder along z about the origin, with a half sphere at either end, which the length (m) does
// not count. The error says if a size is not positive.
func NewCapsule(radius, length float64) (*Convex, error) {
	return &Convex{form: capsule, radius: radius, half: mgl64.Vec3{2: length / 2}},
		errors.Join(positive("radius", radius), positive("length", length))
}

// NewCylinder returns a cylinder along z about the origin. The error says if a size (m) is not positive.
func NewCylinder(radius, length float64) (*Convex, error) {
	return &Convex{form: cylinder, radius: radius, half: mgl64.Vec3{2: length / 2}},
		errors.Join(positive("radius", radius), positive("length", length))
}

// NewBox returns a box about the origin with edges of the given lengths (m). The error says if one is not positive.
func NewBox(size mgl64.Vec3) (*Convex, error) {
	return &Convex{form: box, half: vec.Scaled(size, 0.5)},
		errors.Join(positive("size x", size[0]), positive("size y", size[1]), positive("size z", size[2]))
}

func positive(what string, x float64) error {
	if !(x > 0) || math.IsInf(x, 0) {
		return fmt.Errorf("the %s is %v m; expected a positive number", what, x)
	}
	return nil
}

// Round is a ball in the axes of a solid or a link; a point has the radius 0.
type Round struct {
	At     mgl64.Vec3 // centre (m)
	Radius float64    // m
}

// Rounds returns the balls whose convex hull is the solid: its centre for a sphere, the ends of a capsule, the corners
// of a box and of a hull. A cylinder has none, and a half space has none; ok is false then.
func (c *Convex) Rounds() (list []Round, ok bool) {
	switch c.form {
	case sphere:
		return []Round{{Radius: c.radius}}, true
	case capsule:
		return []Round{{mgl64.Vec3{2: -c.half[2]}, c.radius}, {mgl64.Vec3{2: c.half[2]}, c.radius}}, true
	case box:
		for i := range 8 {
			at := c.half
			for k := range at {
				if i>>k&1 == 0 {
					at[k] = -at[k]
				}
			}
			list = append(list, Round{At: at})
		}
		return list, true
	case polytope:
		for _, v := range c.hull.vertices {
			list = append(list, Round{At: v})
		}
		return list, true
	}
	return nil, false
}

// Inside returns the direction of the solid's inside from a corner, or from the end of a capsule.
func (c *Convex) Inside(corner mgl64.Vec3) (toward mgl64.Vec3) {
	if c.form != box {
		return vec.Scaled(corner, -1)
	}
	for i := range toward { // from a corner of a plate as from that of a cube
		toward[i] = -math.Copysign(1, corner[i])
	}
	return toward
}

// Bound returns the radius of a ball about the origin that holds the solid; infinite for a half space.
func (c *Convex) Bound() float64 {
	switch c.form {
	case halfSpace:
		return math.Inf(1)
	case sphere:
		return c.radius
	case capsule:
		return c.radius + c.half[2]
	case cylinder:
		return math.Sqrt(float64(c.radius*c.radius) + float64(c.half[2]*c.half[2]))
	case box:
		return vec.Len(c.half)
	}
	most := 0.0
	for _, v := range c.hull.vertices {
		most = max(most, vec.Len(v))
	}
	return most
}
