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
		{"sphere", "corner", 1, []float64{math.NaN()}}} {
		if _, err := spatial.InertiaOf(c.name, c.mass, c.sizes, c.about); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}
