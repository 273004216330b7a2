package spatial

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/suggest"
)

// Solid is a homogeneous body of a form that has a name, with its centre of mass in the origin and its principal axes
// along x, y and z.
type Solid struct {
	Name  string
	Sizes []string // what its sizes are (m)

	tensor      func(mass float64, size []float64) Sym3
	corner, end func(size []float64) mgl64.Vec3 // the centre of mass as seen from there; nil if there is none
}

// Solids are those that there are.
var Solids = []Solid{
	{"box", []string{"x", "y", "z"}, func(m float64, s []float64) Sym3 { return Box(m, s[0], s[1], s[2]) },
		func(s []float64) mgl64.Vec3 { return mgl64.Vec3{s[0] / 2, s[1] / 2, s[2] / 2} }, nil},
	{"cylinder", []string{"radius", "length"},
		func(m float64, s []float64) Sym3 { return Cylinder(m, s[0], s[1]) }, nil,
		func(s []float64) mgl64.Vec3 { return mgl64.Vec3{0, 0, s[1] / 2} }},
	{"rod", []string{"length"}, func(m float64, s []float64) Sym3 { return Cylinder(m, 0, s[0]) }, nil,
		func(s []float64) mgl64.Vec3 { return mgl64.Vec3{0, 0, s[0] / 2} }},
	{"disc", []string{"radius"}, func(m float64, s []float64) Sym3 { return Cylinder(m, s[0], 0) }, nil, nil},
	{"sphere", []string{"radius"}, func(m float64, s []float64) Sym3 { return Sphere(m, s[0]) }, nil, nil},
	{"ellipsoid", []string{"a", "b", "c"}, func(m float64, s []float64) Sym3 {
		return Ellipsoid(m, s[0], s[1], s[2])
	}, nil, nil},
}

// InertiaOf returns the inertia of a named solid of a mass (kg) and sizes (m), about a point of it: com, its centre of
// mass, corner, the corner of a box with the least coordinates, or end, that of a cylinder or rod with the least z. The
// frame has its origin there. The error says what cannot be.
func InertiaOf(name string, mass float64, sizes []float64, about string) (Inertia, error) {
	var names []string
	for i := range Solids {
		s := &Solids[i]
		if names = append(names, s.Name); s.Name == name {
			return s.inertia(mass, sizes, about)
		}
	}
	return Inertia{}, fmt.Errorf("there is no solid %q%s; expected one of %s", name, suggest.Hint(name, names),
		suggest.List(names))
}

func (s *Solid) inertia(mass float64, sizes []float64, about string) (Inertia, error) {
	if len(sizes) != len(s.Sizes) {
		return Inertia{}, fmt.Errorf("a %s of %d sizes; expected %d: %s", s.Name, len(sizes), len(s.Sizes),
			suggest.List(s.Sizes))
	}
	if !(mass > 0) || math.IsInf(mass, 1) {
		return Inertia{}, fmt.Errorf("a mass of %v kg; expected a positive number", mass)
	}
	for i, x := range sizes {
		if !(x > 0) || math.IsInf(x, 1) {
			return Inertia{}, fmt.Errorf("the %s of the %s is %v m; expected a positive number", s.Sizes[i], s.Name, x)
		}
	}
	var center mgl64.Vec3
	switch from := map[string]func([]float64) mgl64.Vec3{"corner": s.corner, "end": s.end}[about]; {
	case from != nil:
		center = from(sizes)
	case about == "corner" || about == "end":
		return Inertia{}, fmt.Errorf("a %s has no %s; expected com%s", s.Name, about, s.others())
	case about != "com":
		return Inertia{}, fmt.Errorf("about %q; expected com, corner or end", about)
	}
	return NewInertia(mass, center, s.tensor(mass, sizes)), nil
}

// others names the points besides the centre of mass.
func (s *Solid) others() string {
	switch {
	case s.corner != nil:
		return " or corner"
	case s.end != nil:
		return " or end"
	}
	return ""
}
