package prepare_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/spatial"
)

// TestStretch checks the tensors of stretched bodies on clouds of points, whose tensor before and after are sums over
// the points.
func TestStretch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Float64Range(-2, 2), 12, 12).Draw(t, "points")
		var f [3]float64
		for k := range f {
			f[k] = rapid.Float64Range(0.1, 10).Draw(t, "factor")
		}
		tensor := func(f [3]float64) (sum [6]float64) {
			for i := 0; i < len(numbers); i += 3 {
				x, y, z := f[0]*numbers[i], f[1]*numbers[i+1], f[2]*numbers[i+2]
				for k, v := range []float64{y*y + z*z, -x * y, -x * z, x*x + z*z, -y * z, x*x + y*y} {
					sum[k] += v
				}
			}
			return sum
		}
		before, after := tensor([3]float64{1, 1, 1}), tensor(f)
		got, err := bodyOf(scenario.LinkChange{Inertia: &before, Stretch: &f})
		want, err2 := bodyOf(scenario.LinkChange{Inertia: &after})
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		size := 1.0 // moments about the joint are that of a mass of 50 kg besides
		for _, x := range after {
			size = math.Max(size, math.Abs(x))
		}
		for k := range got.I {
			// A second moment is half the trace less a moment, off by a rounding of the largest one, times the square
			// of a factor.
			if math.Abs(got.I[k]-want.I[k]) > 1e-13*100*(size+100) {
				t.Fatalf("stretched by %v the tensor is\n%v, want\n%v", f, got.I, want.I)
			}
		}
	})
	for _, f := range [][3]float64{{0, 1, 1}, {1, -1, 1}, {1, 1, math.NaN()}, {math.Inf(1), 1, 1}} {
		var field *scenario.FieldError
		if _, err := bodyOf(scenario.LinkChange{Stretch: &f}); !errors.As(err, &field) ||
			field.Field != "model.links.link2.stretch" {
			t.Errorf("factors %v: %v", f, err)
		}
	}
}

// bodyOf returns the body of the second link of the planar arm with a change.
func bodyOf(change scenario.LinkChange) (*spatial.Inertia, error) {
	s := scenario.Default()
	s.Model.File, s.Model.Links = "rr_arm", map[string]scenario.LinkChange{"link2": change}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		return nil, err
	}
	return &run.World.Model().Bodies()[2].Inertia, nil
}
