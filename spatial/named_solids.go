package spatial

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
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

// points is the name of bodies of point masses.
const points = "points"

// InertiaOf returns the inertia of a named solid of a mass (kg) and sizes (m), about a point: com, its centre of mass,
// corner, the corner of a box with the least coordinates, end, that of a cylinder or rod with the least z, or any other
// one by its coordinates x,y,z from the centre of mass. The frame has its origin there. Of the body "points" of point
// masses the sizes are the coordinates of the first one, and then the mass and the coordinates of each further one, and
// other points than com are in these coordinates. The error says what cannot be.
func InertiaOf(name string, mass float64, sizes []float64, about string) (Inertia, error) {
	if name == points {
		return pointMasses(mass, sizes, about)
	}
	var names []string
	for i := range Solids {
		s := &Solids[i]
		if names = append(names, s.Name); s.Name == name {
			return s.inertia(mass, sizes, about)
		}
	}
	names = append(names, points)
	return Inertia{}, fmt.Errorf("there is no solid %q%s; expected one of %s", name, suggest.Hint(name, names),
		suggest.List(names))
}

// pole returns the point of three numbers x,y,z.
func pole(text string) (p mgl64.Vec3, ok bool) {
	parts := strings.Split(text, ",")
	if len(parts) != len(p) {
		return p, false
	}
	for i, part := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || x-x != 0 {
			return p, false
		}
		p[i] = x
	}
	return p, true
}

// checkMass returns the error of a mass that no body has.
func checkMass(mass float64) error {
	if !(mass > 0) || math.IsInf(mass, 1) {
		return fmt.Errorf("a mass of %v kg; expected a positive number", mass)
	}
	return nil
}

// pointMasses returns the inertia of point masses.
func pointMasses(mass float64, rest []float64, about string) (Inertia, error) {
	if len(rest)%4 != 3 {
		return Inertia{}, fmt.Errorf("point masses of %d numbers; expected four for each: the mass and x, y and z",
			len(rest)+1)
	}
	var total, zero Inertia
	for len(rest) > 0 {
		if err := checkMass(mass); err != nil {
			return zero, err
		}
		at := mgl64.Vec3(rest[:3])
		if !floats.Finite(at[:]...) {
			return zero, fmt.Errorf("a point mass at %v m; expected finite numbers", at)
		}
		point := NewInertia(mass, at, Sym3{})
		total.Add(&point)
		if rest = rest[3:]; len(rest) > 0 {
			mass, rest = rest[0], rest[1:]
		}
	}
	p, ok := pole(about)
	switch {
	case about == "com":
		p = total.COM()
	case !ok:
		return zero, fmt.Errorf("about %q; expected com or a point x,y,z", about)
	}
	return total.InParent(&Transform{R: mgl64.Ident3(), P: mgl64.Vec3{}.Sub(p)}), nil
}

func (s *Solid) inertia(mass float64, sizes []float64, about string) (Inertia, error) {
	if len(sizes) != len(s.Sizes) {
		return Inertia{}, fmt.Errorf("a %s of %d sizes; expected %d: %s", s.Name, len(sizes), len(s.Sizes),
			suggest.List(s.Sizes))
	}
	if err := checkMass(mass); err != nil {
		return Inertia{}, err
	}
	for i, x := range sizes {
		if !(x > 0) || math.IsInf(x, 1) {
			return Inertia{}, fmt.Errorf("the %s of the %s is %v m; expected a positive number", s.Sizes[i], s.Name, x)
		}
	}
	p, ok := pole(about)
	center := mgl64.Vec3{}.Sub(p)
	switch from := map[string]func([]float64) mgl64.Vec3{"corner": s.corner, "end": s.end}[about]; {
	case from != nil:
		center = from(sizes)
	case ok:
	case about == "corner" || about == "end":
		return Inertia{}, fmt.Errorf("a %s has no %s; expected com%s", s.Name, about, s.others())
	case about != "com":
		return Inertia{}, fmt.Errorf("about %q; expected com, corner, end or a point x,y,z", about)
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
