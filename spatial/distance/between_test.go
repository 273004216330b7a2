package distance_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/spatial"
	"kinetree/spatial/distance"
)

// placed returns a place.
func placed(x, y, z, roll, pitch, yaw float64) *spatial.Transform {
	return &spatial.Transform{R: spatial.FromRPY(roll, pitch, yaw), P: mgl64.Vec3{x, y, z}}
}

// made returns a solid, which must be one.
func made(c *distance.Convex, err error) *distance.Convex {
	if err != nil {
		panic(err)
	}
	return c
}

// TestBetween compares distances with those that are known by hand.
func TestBetween(t *testing.T) {
	box, ball := made(distance.NewBox(mgl64.Vec3{2, 4, 6})), made(distance.NewSphere(0.5))
	capsule, cylinder := made(distance.NewCapsule(0.25, 2)), made(distance.NewCylinder(0.5, 2))
	cube := made(distance.NewBox(mgl64.Vec3{1, 1, 1}))
	for name, c := range map[string]struct {
		a, b  *distance.Convex
		place *spatial.Transform
		want  float64
		tol   float64
	}{
		"balls":                     {ball, ball, placed(3, 4, 0, 0, 0, 0), 4, 1e-15},
		"balls that overlap":        {ball, ball, placed(0.3, 0.4, 0, 0, 0, 0), -0.5, 1e-15},
		"balls about one point":     {ball, ball, placed(0, 0, 0, 0, 0, 0), -1, 1e-15},
		"a corner and a ball":       {box, ball, placed(2, 3, 4, 0, 0, 0), math.Sqrt(3) - 0.5, 1e-14},
		"faces":                     {box, cube, placed(0, 0, 3.75, 0, 0, 0.3), 0.25, 1e-14},
		"faces that touch":          {box, cube, placed(0, 0, 3.5, 0, 0, 0.3), 0, 1e-14},
		"faces that overlap":        {box, cube, placed(0.2, 0.1, 3.4, 0, 0, 0), -0.1, 1e-14},
		"an edge above a face":      {box, cube, placed(0.3, 0.2, 4, math.Pi/4, 0, 0), 1 - math.Sqrt2/2, 1e-14},
		"edges that cross":          {cube, cube, placed(0, 0, 1.5, math.Pi/4, 0, 0), 1 - math.Sqrt2/2, 1e-14},
		"one cube in another":       {cube, cube, placed(0, 0, 0, 0, 0, 0), -1, 1e-14},
		"capsules that cross":       {capsule, capsule, placed(1, 0, 0, math.Pi/2, 0, 0), 0.5, 1e-14},
		"capsules through another":  {capsule, capsule, placed(0, 0, 0, math.Pi/2, 0, 0), -0.5, 1e-14},
		"capsules on one line":      {capsule, capsule, placed(0, 0, 3, 0, 0, 0), 0.5, 1e-14},
		"a plane below a ball":      {distance.NewHalfSpace(), ball, placed(7, 8, 2, 1, 2, 3), 1.5, 1e-15},
		"a box in a plane":          {box, distance.NewHalfSpace(), placed(0, 0, -2.5, 0, 0, 0), -0.5, 1e-15},
		"cylinders side by side":    {cylinder, cylinder, placed(1.2, 0.5, 0.3, 0, 0, 0), 1.3 - 1, 1e-8},
		"a cylinder on a box":       {box, cylinder, placed(0.2, 0.1, 4.25, 0, 0, 0), 0.25, 1e-8},
		"a cylinder in a box":       {box, cylinder, placed(0, 0, 3.9, 0, 0, 0), -0.1, 1e-8},
		"a point and a corner":      {cube, distance.NewPoint(), placed(1.5, 0.5, 0.5, 0, 0, 0), 1, 1e-15},
		"cylinders across, deep in": {cylinder, cylinder, placed(0.8, 0, 0, math.Pi/2, 0, 0), -0.2, 1e-6},
	} {
		got := distance.Between(c.a, c.b, c.place)
		if math.Abs(got-c.want) > c.tol {
			t.Errorf("%s: %v; expected %v", name, got, c.want)
		}
	}
}

// TestBetweenRandom checks that distances are the same the other way round, and that they change by the way by which
// solids are moved along the direction that parts them: by none more than that.
func TestBetweenRandom(t *testing.T) {
	solid := func(t *rapid.T, name string) *distance.Convex {
		size := rapid.Float64Range(0.1, 2)
		a, b, c := size.Draw(t, name+"a"), size.Draw(t, name+"b"), size.Draw(t, name+"c")
		switch rapid.IntRange(0, 2).Draw(t, name) {
		case 0:
			return made(distance.NewBox(mgl64.Vec3{a, b, c}))
		case 1:
			return made(distance.NewCapsule(a, b))
		}
		return made(distance.NewSphere(a))
	}
	drawn, overlapping, smooth := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, b := solid(t, "first"), solid(t, "second")
		at := rapid.Float64Range(-2, 2)
		angle := rapid.Float64Range(-3, 3)
		x := placed(at.Draw(t, "x"), at.Draw(t, "y"), at.Draw(t, "z"), angle.Draw(t, "roll"), angle.Draw(t, "pitch"),
			angle.Draw(t, "yaw"))
		back := x.Inverse()
		drawn++
		d := distance.Between(a, b, x)
		if d < 0 {
			overlapping++
		}
		if other := distance.Between(b, a, &back); math.Abs(other-d) > 1e-12 {
			t.Fatalf("%v one way and %v the other way", d, other)
		}
		// The gradient by differences is a unit vector, and along it the distance grows by the way.
		const h = 1e-6
		var n mgl64.Vec3
		kink := false // several ways part them, which are as long
		for i := range n {
			y, z := *x, *x
			y.P[i] += h
			z.P[i] -= h
			up, down := distance.Between(a, b, &y)-d, d-distance.Between(a, b, &z)
			if n[i] = (up + down) / (2 * h); math.Abs(n[i]) > 1+1e-5 {
				t.Fatalf("the distance grows by %v of the way", n[i])
			}
			kink = kink || math.Abs(up-down) > 1e-4*h
		}
		if kink {
			return
		}
		smooth++
		if math.Abs(n.Len()-1) > 1e-5 {
			t.Fatalf("the distance grows by %v of the way at most; expected all of it", n.Len())
		}
		y := *x
		if n = n.Mul(1 / n.Len()); d < 0 { // out of what overlaps
			y.P = y.P.Add(n.Mul(-d))
			if left := distance.Between(a, b, &y); math.Abs(left) > 1e-5 {
				t.Fatalf("%v is left where the depth was %v", left, d)
			}
		}
	})
	if overlapping == 0 || smooth < drawn/2 {
		t.Errorf("%d overlapped, %d of %d had one way apart; expected some, and half", overlapping, smooth, drawn)
	}
}
