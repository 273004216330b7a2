package excite

import (
	"cmp"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/find"
	"kinetree/urdf/mesh"
)

// capsule is the set of points within a radius of a segment, which is fixed in a body.
type capsule struct {
	link, body int
	a, b       mgl64.Vec3 // ends of the segment, in the body's frame
	radius     float64
}

// strips is into how many capsules a box is cut at most: a plate in one capsule would be a thick sausage.
const strips = 8

// A link whose shape is not known is taken for a rod from its frame to each of those of its joints, whose radius is
// this share of its length, and between these bounds (m).
const (
	slender  = 0.15
	thinnest = 0.02
	thickest = 0.1
)

// capsules returns capsules that enclose the links of a model: their collision shapes, or where there are none their
// visuals. Meshes are taken as their bounding boxes. Links of which the shape is guessed, because there is none or its
// mesh cannot be read, are named, with the reason of the first one.
func capsules(m *tree.Model, r *urdf.Robot, meshes *find.Resolver) (all []capsule, guesses []string, why error) {
	for l, link := range m.Links() {
		x := &r.Links[l]
		shapes := x.Collisions
		if len(shapes) == 0 {
			shapes = x.Visuals
		}
		var own []capsule
		reason, unread := fmt.Errorf("%s has no shape", x.Name), false
		for k := range shapes {
			at := shapes[k].Origin.Transform()
			parts, err := geometryCapsules(&shapes[k].Geometry, r, meshes)
			if err != nil {
				reason, unread = err, true
			}
			for _, c := range parts {
				c.a, c.b = at.Point(c.a), at.Point(c.b)
				own = append(own, c)
			}
		}
		if len(own) == 0 || unread {
			guess := rods(x.Name, r)
			if unread && len(guess) == 0 {
				guess = []capsule{{radius: thickest}}
			}
			if len(guess) > 0 {
				own, guesses, why = append(own, guess...), append(guesses, x.Name), cmp.Or(why, reason)
			}
		}
		for _, c := range own {
			c.link, c.body = l, link.Body
			c.a, c.b = link.Placement.Point(c.a), link.Placement.Point(c.b)
			all = append(all, c)
		}
	}
	return all, guesses, why
}

// geometryCapsules returns capsules that enclose a shape, in its own frame.
func geometryCapsules(g *urdf.Geometry, r *urdf.Robot, meshes *find.Resolver) ([]capsule, error) {
	along := func(radius, length float64) []capsule {
		return []capsule{{a: mgl64.Vec3{0, 0, -length / 2}, b: mgl64.Vec3{0, 0, length / 2}, radius: radius}}
	}
	switch {
	case g.Sphere != nil:
		return along(g.Sphere.Radius, 0), nil
	case g.Capsule != nil:
		return along(g.Capsule.Radius, g.Capsule.Length), nil
	case g.Cylinder != nil:
		return along(g.Cylinder.Radius, g.Cylinder.Length), nil
	case g.Box != nil:
		return boxCapsules(mgl64.Vec3{}, g.Box.Size), nil
	case g.Mesh == nil:
		return nil, fmt.Errorf("its shape is not known")
	}
	file, err := meshes.Resolve(g.Mesh.Filename, r.File)
	if err != nil {
		return nil, err
	}
	surface, err := mesh.Open(file)
	if err != nil {
		return nil, err
	}
	low, high, ok := surface.Bounds()
	if !ok {
		return nil, fmt.Errorf("the mesh %s is empty", g.Mesh.Filename)
	}
	for i, s := range g.Mesh.Scale {
		low[i], high[i] = float64(low[i]*s), float64(high[i]*s)
		if low[i] > high[i] {
			low[i], high[i] = high[i], low[i]
		}
	}
	return boxCapsules(vec.Scaled(low.Add(high), 0.5), high.Sub(low)), nil
}

// boxCapsules returns capsules along the longest edges of a box that enclose it.
func boxCapsules(centre, size mgl64.Vec3) (all []capsule) {
	axes := [3]int{0, 1, 2} // from the longest edge to the shortest
	for _, k := range [...]int{0, 1, 0} {
		if size[axes[k]] < size[axes[k+1]] {
			axes[k], axes[k+1] = axes[k+1], axes[k]
		}
	}
	long, wide, flat := size[axes[0]], size[axes[1]], size[axes[2]]
	n := strips
	if flat > 0 {
		n = max(1, min(strips, int(math.Round(wide/flat))))
	}
	step := wide / float64(n)
	for k := range n {
		c := capsule{a: centre, b: centre, radius: libm.Hypot(step, flat) / 2}
		c.a[axes[1]] += float64(step*(float64(k)+0.5)) - wide/2
		c.b = c.a
		c.a[axes[0]] -= long / 2
		c.b[axes[0]] += long / 2
		all = append(all, c)
	}
	return all
}

// rods returns what a link is taken for that has no shape: rods from its frame to the joints that it carries, in its
// own frame, and to its centre of mass.
func rods(link string, r *urdf.Robot) (all []capsule) {
	rod := func(to mgl64.Vec3) {
		if length := vec.Len(to); length > 0 {
			all = append(all, capsule{b: to, radius: math.Min(math.Max(slender*length, thinnest), thickest)})
		}
	}
	for i := range r.Joints {
		if j := &r.Joints[i]; j.Parent == link {
			rod(j.Origin.XYZ)
		}
	}
	for i := range r.Links {
		if l := &r.Links[i]; l.Name == link && !l.Inertial.Zero() {
			rod(l.Inertial.Origin.XYZ)
		}
	}
	return all
}
