package distance_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/internal/vec"
	"kinetree/spatial/distance"
	"kinetree/urdf/mesh"
)

func must(t interface{ Fatal(...any) }) func(*distance.Convex, error) *distance.Convex {
	return func(c *distance.Convex, err error) *distance.Convex {
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// hullOf returns the hull of points, by the quickhull of package mesh.
func hullOf(t interface{ Fatal(...any) }, points []mgl64.Vec3) *distance.Convex {
	s := &mesh.Surface{Vertices: points}
	for i := 2; i < len(points); i++ {
		s.Faces = append(s.Faces, [3]int{i - 2, i - 1, i})
	}
	h, err := s.Hull()
	if err != nil {
		t.Fatal(err)
	}
	return must(t)(distance.NewHull(h.Vertices, h.Faces))
}

// convexes draws a solid of each form but the half space.
func convexes(t *rapid.T) *distance.Convex {
	size := rapid.Float64Range(0.1, 2)
	new := must(t)
	switch rapid.IntRange(0, 4).Draw(t, "form") {
	case 0:
		return new(distance.NewSphere(size.Draw(t, "radius")))
	case 1:
		return new(distance.NewCapsule(size.Draw(t, "radius"), size.Draw(t, "length")))
	case 2:
		return new(distance.NewCylinder(size.Draw(t, "radius"), size.Draw(t, "length")))
	case 3:
		return new(distance.NewBox(point(t, 0.1, 2)))
	}
	// Corners of a tetrahedron keep the volume from being 0.
	points := []mgl64.Vec3{{0, 0, 1}, {1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}}
	for range rapid.IntRange(0, 12).Draw(t, "points") {
		p := point(t, -1.5, 1.5)
		for k := range p { // not so near to a plane of others that the hull is one of moved points
			p[k] = math.Round(p[k]*100) / 100
		}
		points = append(points, p)
	}
	return hullOf(t, points)
}

func point(t *rapid.T, low, high float64) (p mgl64.Vec3) {
	for i := range p {
		p[i] = rapid.Float64Range(low, high).Draw(t, "coordinate")
	}
	return p
}

// TestFieldIsTheDistance compares distances with what duality says. For every direction n the solid is below the
// plane n·y = h(n), with its support h; so no point of it is nearer to x than n·x − h(n). A point of the solid that is
// as near as that for some n is the nearest. Inside, the same maximum over n is the distance from the nearest face.
func TestFieldIsTheDistance(t *testing.T) {
	const rounding = 1e-13 // some units in the last place of coordinates up to 10
	outside, inside := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		c := convexes(t)
		x := point(t, -3, 3)
		f := c.Field(x)
		if l := vec.Len(f.Normal); math.Abs(l-1) > 1e-14 {
			t.Fatalf("the normal %v has the length %v", f.Normal, l)
		}
		bound := func(n mgl64.Vec3) float64 { return vec.Dot(n, x) - vec.Dot(n, c.Support(n)) }
		if d := bound(f.Normal); math.Abs(d-f.Distance) > rounding {
			t.Fatalf("%s: distance %v of %v along %v, and the supporting plane there is at %v", c.Form(), f.Distance,
				x, f.Normal, d)
		}
		if f.Distance < 0 {
			inside++
		} else {
			outside++
		}
		p := x.Sub(vec.Scaled(f.Normal, f.Distance)) // is a point of the solid
		for range 50 {
			n := point(t, -1, 1)
			if l := vec.Len(n); l > 0.1 {
				n = vec.Scaled(n, 1/l)
				if over := vec.Dot(n, p) - vec.Dot(n, c.Support(n)); over > rounding {
					t.Fatalf("%s: the nearest point %v is %v outside in the direction %v", c.Form(), p, over, n)
				}
				if d := bound(n); d > f.Distance+rounding {
					t.Fatalf("%s: distance %v, and %v at least along %v", c.Form(), f.Distance, d, n)
				}
			}
		}
	})
	if inside == 0 || outside == 0 {
		t.Errorf("%d points inside and %d outside; expected some of both", inside, outside)
	}
}

// TestFieldTurns compares normal and turn with differences of the distance and of the normal, where these are smooth:
// where the differences over two lengths agree.
func TestFieldTurns(t *testing.T) {
	const step = 1e-4
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		c := convexes(t)
		x := point(t, -3, 3)
		f := c.Field(x)
		if f.Distance < 0.05 { // curvature up to 20/m
			return
		}
		for k := range 3 {
			// Central differences of order 4 err by (step/0.05)⁴ of the curvature.
			d := func(h float64) (slope float64, turn mgl64.Vec3) {
				at := func(s float64) distance.Field {
					y := x
					y[k] += s
					return c.Field(y)
				}
				a, b := at(h), at(-h)
				return (a.Distance - b.Distance) / (2 * h), vec.Scaled(a.Normal.Sub(b.Normal), 1/(2*h))
			}
			before, after := x, x
			before[k], after[k] = x[k]-step, x[k]+step
			kink := c.Field(before).Normal.Add(c.Field(after).Normal).Sub(vec.Scaled(f.Normal, 2))
			if vec.Len(kink) > 2e-6 {
				continue // across an edge of the field
			}
			s1, t1 := d(step)
			s2, t2 := d(2 * step)
			if math.Abs(s1-s2) > 1e-5 || vec.Len(t1.Sub(t2)) > 1e-3 {
				continue
			}
			slope := (4*s1 - s2) / 3
			turn := vec.Scaled(vec.Scaled(t1, 4).Sub(t2), 1.0/3)
			if e := math.Abs(slope - f.Normal[k]); e > 1e-9 {
				t.Fatalf("%s at %v: slope %v along %d, normal %v", c.Form(), x, slope, k, f.Normal)
			}
			if e := vec.Len(turn.Sub(f.Turn.Col(k))); e > 1e-7 {
				t.Fatalf("%s at %v: the normal turns by %v along %d, Turn says %v", c.Form(), x, turn, k,
					f.Turn.Col(k))
			}
			compared++
		}
	})
	if compared < 15 { // of 60 with -short
		t.Errorf("%d slopes were compared; expected 15 or more", compared)
	}
}

// TestFieldClosedForms compares with distances that are read off.
func TestFieldClosedForms(t *testing.T) {
	new := must(t)
	cube := new(distance.NewBox(mgl64.Vec3{2, 2, 2}))
	cylinder := new(distance.NewCylinder(1, 4))
	capsule := new(distance.NewCapsule(0.5, 2))
	tetra := hullOf(t, []mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	for _, c := range []struct {
		solid  *distance.Convex
		x      mgl64.Vec3
		d      float64
		normal mgl64.Vec3
	}{
		{distance.NewHalfSpace(), mgl64.Vec3{7, 8, -2}, -2, mgl64.Vec3{0, 0, 1}},
		{cube, mgl64.Vec3{4, 0.5, 0.5}, 3, mgl64.Vec3{1, 0, 0}},
		{cube, mgl64.Vec3{4, 5, 0}, 5, mgl64.Vec3{0.6, 0.8, 0}},
		{cube, mgl64.Vec3{-2, -3, 3}, 3, mgl64.Vec3{-1.0 / 3, -2.0 / 3, 2.0 / 3}},
		{cube, mgl64.Vec3{0, 0, -0.75}, -0.25, mgl64.Vec3{0, 0, -1}},
		{cylinder, mgl64.Vec3{4, 0, 6}, 5, mgl64.Vec3{0.6, 0, 0.8}},
		{cylinder, mgl64.Vec3{0, -3, 1}, 2, mgl64.Vec3{0, -1, 0}},
		{cylinder, mgl64.Vec3{0.25, 0, -1.9}, -0.1, mgl64.Vec3{0, 0, -1}},
		{capsule, mgl64.Vec3{3, 0, 5}, 4.5, mgl64.Vec3{0.6, 0, 0.8}},
		{capsule, mgl64.Vec3{0, 2, 0.5}, 1.5, mgl64.Vec3{0, 1, 0}},
		{tetra, mgl64.Vec3{1, 1, 1}, 2 / math.Sqrt(3), vec.Unit(mgl64.Vec3{1, 1, 1})},
		{tetra, mgl64.Vec3{-3, -4, 0.5}, 5, mgl64.Vec3{-0.6, -0.8, 0}},
		{tetra, mgl64.Vec3{-2, -3, -6}, 7, mgl64.Vec3{-2.0 / 7, -3.0 / 7, -6.0 / 7}},
	} {
		f := c.solid.Field(c.x)
		if math.Abs(f.Distance-c.d) > 4e-15 || vec.Len(f.Normal.Sub(c.normal)) > 1e-15 { // some roundings
			t.Errorf("%s at %v: %v along %v; expected %v along %v", c.solid.Form(), c.x, f.Distance, f.Normal, c.d,
				c.normal)
		}
	}
}

// TestConvexRefuses checks that solids without a size are refused with their numbers.
func TestConvexRefuses(t *testing.T) {
	for want, err := range map[string]error{
		"radius is 0 m":      second(distance.NewSphere(0)),
		"length is -1 m":     second(distance.NewCapsule(1, -1)),
		"radius is NaN m":    second(distance.NewCylinder(math.NaN(), 1)),
		"size y is 0 m":      second(distance.NewBox(mgl64.Vec3{1, 0, 1})),
		"encloses no volume": second(distance.NewHull([]mgl64.Vec3{{0, 0, 0}}, nil)),
		"vertex 9": second(distance.NewHull([]mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
			[][3]int{{0, 1, 2}, {0, 1, 9}, {0, 1, 2}, {0, 1, 2}})),
		"lie in a plane": second(distance.NewHull([]mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
			[][3]int{{0, 1, 2}, {0, 2, 1}, {0, 1, 2}, {0, 2, 1}})),
		"convex surface": second(distance.NewHull([]mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
			[][3]int{{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}})),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected an error with %q", err, want)
		}
	}
}

func second(_ *distance.Convex, err error) error { return err }
