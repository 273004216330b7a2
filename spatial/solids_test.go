package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/plain"
	"kinetree/spatial"
)

// integrate returns the tensor about the origin of the part of the box of half sizes h that inside accepts, filled
// with mass, by summing over a grid of cells.
func integrate(mass float64, h mgl64.Vec3, inside func(x, y, z float64) bool) spatial.Sym3 {
	const n = 80
	var sum spatial.Sym3
	cells := 0
	at := func(i int, half float64) float64 { return half * (2*(float64(i)+0.5)/n - 1) }
	for i := range n {
		for j := range n {
			for k := range n {
				x, y, z := at(i, h[0]), at(j, h[1]), at(k, h[2])
				if !inside(x, y, z) {
					continue
				}
				cells++
				for e, v := range [6]float64{y*y + z*z, -x * y, z*z + x*x, -x * z, -y * z, x*x + y*y} {
					sum[e] += v
				}
			}
		}
	}
	for e := range sum {
		sum[e] *= mass / float64(cells)
	}
	return sum
}

func TestSolids(t *testing.T) {
	square := func(x float64) float64 { return x * x }
	for _, c := range []struct {
		name   string
		got    spatial.Sym3
		half   mgl64.Vec3
		inside func(x, y, z float64) bool
	}{
		{"box", spatial.Box(3, 0.4, 0.6, 0.8), mgl64.Vec3{0.2, 0.3, 0.4}, func(_, _, _ float64) bool { return true }},
		{"cylinder", spatial.Cylinder(3, 0.5, 1.2), mgl64.Vec3{0.5, 0.5, 0.6},
			func(x, y, _ float64) bool { return x*x+y*y < 0.25 }},
		{"ellipsoid", spatial.Ellipsoid(3, 0.5, 0.7, 0.9), mgl64.Vec3{0.5, 0.7, 0.9},
			func(x, y, z float64) bool { return square(x/0.5)+square(y/0.7)+square(z/0.9) < 1 }},
		{"sphere", spatial.Sphere(3, 0.5), mgl64.Vec3{0.5, 0.5, 0.5},
			func(x, y, z float64) bool { return x*x+y*y+z*z < 0.25 }},
	} {
		want := integrate(3, c.half, c.inside)
		for e := range want {
			// A grid of 80 cells across resolves a curved surface to about 1/80² of the size.
			if math.Abs(c.got[e]-want[e]) > 2e-3*want[5] {
				t.Errorf("%s: got %v, by integration %v", c.name, c.got, want)
				break
			}
		}
	}
}

// TestSolidsByHand checks figures worked out by hand.
func TestSolidsByHand(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want spatial.Sym3
	}{
		{"sphere 2/5 m r^2", spatial.Sphere(5, 2), spatial.Sym3{8, 0, 8, 0, 0, 8}},
		{"disc m r^2/2", spatial.Cylinder(4, 3, 0), spatial.Sym3{9, 0, 9, 0, 0, 18}},
		{"rod m l^2/12", spatial.Cylinder(12, 0, 2), spatial.Sym3{4, 0, 4, 0, 0, 0}},
		{"rod about its end m l^2/3", spatial.ParallelAxis(spatial.Cylinder(12, 0, 2), 12, mgl64.Vec3{0, 0, 1}),
			spatial.Sym3{16, 0, 16, 0, 0, 0}},
		{"box", spatial.Box(12, 1, 2, 3), spatial.Sym3{13, 0, 10, 0, 0, 5}},
		{"point off the axes", spatial.ParallelAxis(spatial.Sym3{}, 2, mgl64.Vec3{1, 2, 3}),
			spatial.Sym3{26, -4, 20, -6, -12, 10}},
	} {
		for e := range c.want {
			if math.Abs(c.got[e]-c.want[e]) > plain.Tolerance {
				t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
				break
			}
		}
	}
}

// TestParallelAxis checks the theorem of Huygens and Steiner on pairs of point masses: the tensor about any point is
// the sum of those of the points.
func TestParallelAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, m, n := plain.Vec(t), plain.Vec(t), 1+math.Abs(plain.Number(t)), 1+math.Abs(plain.Number(t))
		c := a.Mul(m).Add(b.Mul(n)).Mul(1 / (m + n))
		add := func(x, y spatial.Sym3) spatial.Sym3 {
			for e := range x {
				x[e] += y[e]
			}
			return x
		}
		about := add(spatial.ParallelAxis(spatial.Sym3{}, m, a.Sub(c)), spatial.ParallelAxis(spatial.Sym3{}, n,
			b.Sub(c)))
		got := spatial.ParallelAxis(about, m+n, c)
		want := add(spatial.ParallelAxis(spatial.Sym3{}, m, a), spatial.ParallelAxis(spatial.Sym3{}, n, b))
		plain.Same3(t, "two points", got.Mat3(), want.Mat3())
	})
}

// TestRotated checks that a rotation keeps the trace and turns principal axes along.
func TestRotated(t *testing.T) {
	box := spatial.Box(12, 1, 2, 3)
	quarter := mgl64.Mat3{0, 1, 0, -1, 0, 0, 0, 0, 1} // x to y
	plain.Same3(t, "quarter turn", func() mgl64.Mat3 { s := box.Rotated(&quarter); return s.Mat3() }(),
		mgl64.Diag3(mgl64.Vec3{10, 13, 5}))
	rapid.Check(t, func(t *rapid.T) {
		s, r := plain.Tensor(t), plain.Rotation(t)
		turned := s.Rotated(&r)
		plain.Same3(t, "R I R'", turned.Mat3(), r.Mul3(s.Mat3()).Mul3(r.Transpose()))
	})
}
