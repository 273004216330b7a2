package spatial_test

import (
	"math"
	"testing"

	"kinetree/spatial"
)

// TestInertiaOf compares with integrals by hand: of a box about its corner m/3 (y² + z²) and −m/4 x y, of a rod and a
// cylinder about their ends m l²/3 and m (r²/4 + l²/3).
func TestInertiaOf(t *testing.T) {
	for _, c := range []struct {
		name, about string
		sizes       []float64
		want        spatial.Sym3
		z           float64
	}{
		{"box", "corner", []float64{0.2, 0.3, 0.5}, spatial.Sym3{2 * 0.34, -1.5 * 0.06, 2 * 0.29, -1.5 * 0.1,
			-1.5 * 0.15, 2 * 0.13}, 0.25},
		{"box", "com", []float64{0.2, 0.3, 0.5}, spatial.Sym3{0.17, 0, 0.145, 0, 0, 0.065}, 0},
		{"rod", "end", []float64{2}, spatial.Sym3{8, 0, 8, 0, 0, 0}, 1},
		{"cylinder", "end", []float64{0.2, 1}, spatial.Sym3{2.06, 0, 2.06, 0, 0, 0.12}, 0.5},
		{"disc", "com", []float64{2}, spatial.Sym3{6, 0, 6, 0, 0, 12}, 0},
		{"sphere", "com", []float64{1}, spatial.Sym3{2.4, 0, 2.4, 0, 0, 2.4}, 0},
		{"ellipsoid", "com", []float64{1, 2, 3}, spatial.Sym3{15.6, 0, 12, 0, 0, 6}, 0},
	} {
		got, err := spatial.InertiaOf(c.name, 6, c.sizes, c.about)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.want {
			if math.Abs(got.I[i]-c.want[i]) > 1e-14*20 {
				t.Errorf("%s about its %s: %v, want %v", c.name, c.about, got.I, c.want)
			}
		}
		if com := got.COM(); math.Abs(com[2]-c.z) > 1e-15 {
			t.Errorf("%s about its %s: centre %v", c.name, c.about, com)
		}
	}
	for _, c := range []struct {
		name, about string
		mass        float64
		sizes       []float64
	}{{"cube", "com", 1, []float64{1}}, {"box", "com", 1, []float64{1}}, {"box", "end", 1, []float64{1, 1, 1}},
		{"rod", "end", 0, []float64{1}}, {"rod", "end", 1, []float64{-1}}, {"rod", "middle", 1, []float64{1}},
		{"rod", "1,2", 1, []float64{1}}, {"rod", "1,2,Inf", 1, []float64{1}}, {"points", "com", 1, []float64{1, 2}},
		{"points", "end", 1, []float64{1, 2, 3}}, {"points", "com", 1, []float64{1, 2, math.Inf(1)}},
		{"points", "com", 1, []float64{1, 2, 3, 0, 1, 2, 3}}, {"points", "com", -1, []float64{1, 2, 3}},
		{"sphere", "corner", 1, []float64{math.NaN()}}} {
		if _, err := spatial.InertiaOf(c.name, c.mass, c.sizes, c.about); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}

// TestPoles compares the tensors of point masses and of a box about any pole with sums over points: a box has that of
// eight equal points at ±1/√3 of its half sides, because Gauss's rule of two points is exact for squares.
func TestPoles(t *testing.T) {
	type point struct{ m, x, y, z float64 }
	of := func(points []point, p [3]float64) (s spatial.Sym3) {
		for _, q := range points {
			x, y, z := q.x-p[0], q.y-p[1], q.z-p[2]
			for e, v := range [6]float64{y*y + z*z, -x * y, z*z + x*x, -x * z, -y * z, x*x + y*y} {
				s[e] += q.m * v
			}
		}
		return s
	}
	check := func(what string, got spatial.Inertia, err error, mass float64, want spatial.Sym3, com [3]float64) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		center := got.COM()
		for k := range com {
			if !(math.Abs(center[k]-com[k]) <= 1e-15) || got.M != mass {
				t.Errorf("%s: %v kg at %v, want %v at %v", what, got.M, center, mass, com)
			}
		}
		for e := range want {
			if !(math.Abs(got.I[e]-want[e]) <= 1e-14*40) { // the largest moments are below 40
				t.Errorf("%s: %v, want %v", what, got.I, want)
			}
		}
	}
	var box []point
	g := 1 / math.Sqrt(3)
	for corner := range 8 {
		side := func(bit int, size float64) float64 { return (float64(corner>>bit&1) - 0.5) * size * g }
		box = append(box, point{0.75, side(0, 0.2), side(1, 0.3), side(2, 0.5)})
	}
	got, err := spatial.InertiaOf("box", 6, []float64{0.2, 0.3, 0.5}, "0.5,-1, 2")
	check("box", got, err, 6, of(box, [3]float64{0.5, -1, 2}), [3]float64{-0.5, 1, -2})

	three := []point{{1, 0.5, 0, -1}, {2, -0.25, 1, 0.5}, {1, 0, 0.5, 0}}
	sizes := []float64{0.5, 0, -1, 2, -0.25, 1, 0.5, 1, 0, 0.5, 0}
	com := [3]float64{0, 0.625, 0}
	got, err = spatial.InertiaOf("points", 1, sizes, "com")
	check("points", got, err, 4, of(three, com), [3]float64{})
	pole := [3]float64{1, 2, -1}
	got, err = spatial.InertiaOf("points", 1, sizes, "1,2,-1")
	check("points about a pole", got, err, 4, of(three, pole), [3]float64{-1, -1.375, 1})
}
