package reference_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/reference"
)

// TestExtremes compares with what is known in closed form.
func TestExtremes(t *testing.T) {
	piece := must[*reference.Piecewise](t)
	for _, c := range []struct {
		name                     string
		of                       reference.Trajectory
		until                    float64
		low, high, slow, fastest float64
	}{
		{"hold", reference.Hold(2), 3, 2, 2, 0, 0},
		{"step", piece(reference.Step(1, 0.5, -4)), 3, -4, 0.5, 0, 0},
		{"step later", piece(reference.Step(4, 0.5, -4)), 3, 0.5, 0.5, 0, 0},
		{"step at the end", piece(reference.Step(3, 0.5, -4)), 3, -4, 0.5, 0, 0},
		{"ramp", piece(reference.Ramp(1, 3, 0, 4)), 2, 0, 2, 0, 2},
		{"minimum jerk", piece(reference.MinJerk(0.3, 2.3, 1, -3)), 5, -3, 1, -15.0 / 8 * 4 / 2, 0},
		{"trapezoid", piece(reference.FastTrapezoid(0.1, 0, 2, 0.7, 5)), 9, 0, 2, 0, 0.7},
		// 1 + s − s² has its maximum 1.25 in the middle.
		{"hump", piece(reference.Hermite([]float64{0, 1}, []float64{1, 1}, []float64{1, -1}, nil)), 1, 1, 1.25, -1, 1},
		{"sine", &reference.Sine{Offset: 1, Amplitude: 2, Frequency: 3.3}, 50, -1, 3, -2 * 3.3 * 2 * math.Pi,
			2 * 3.3 * 2 * math.Pi},
		{"an eighth of a sine", &reference.Sine{Amplitude: 2, Frequency: 1}, 0.125, 0, math.Sqrt2,
			0, 4 * math.Pi}, // the slowest is below
		{"chirp", &reference.Chirp{End: 5, Amplitude: 1, FromFrequency: 1, ToFrequency: 40}, 2, -1, 1,
			math.NaN(), math.NaN()},
	} {
		e := reference.FindExtremes(c.of, 0, c.until)
		if c.name == "an eighth of a sine" {
			c.slow = 4 * math.Pi * math.Sqrt2 / 2
		}
		for _, x := range []struct {
			name string
			got  reference.Extreme
			want float64
		}{{"lowest", e.Low, c.low}, {"highest", e.High, c.high}, {"slowest", e.Slowest, c.slow},
			{"fastest", e.Fastest, c.fastest}} {
			if !(math.Abs(x.got.Value-x.want) <= 1e-9*(1+math.Abs(x.want))) && !math.IsNaN(x.want) {
				t.Errorf("%s: %s %v at %v s, want %v", c.name, x.name, x.got.Value, x.got.Time, x.want)
			}
		}
	}
}

// TestExtremesBound checks that no instant is more extreme, for any trajectory.
func TestExtremesBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := arbitrary(t)
		from := rapid.Float64Range(-3, 3).Draw(t, "from")
		to := from + rapid.Float64Range(0, 5).Draw(t, "length")
		e := reference.FindExtremes(of, from, to)
		size := 1 + math.Abs(e.Fastest.Value-e.Slowest.Value)
		for i := range 1001 {
			x := of.At(from + (to-from)*float64(i)/1000)
			// Two peaks of nearly the same height may be confused: 16 instants of a cycle miss one by 2 %.
			if x.Position < e.Low.Value-0.02*size || x.Position > e.High.Value+0.02*size ||
				x.Velocity < e.Slowest.Value-0.02*size || x.Velocity > e.Fastest.Value+0.02*size {
				t.Fatalf("%+v is beyond %+v", x, e)
			}
		}
		for _, x := range []reference.Extreme{e.Low, e.High, e.Slowest, e.Fastest} {
			if x.Time < from || x.Time > to {
				t.Fatalf("%+v is not from %v to %v s", x, from, to)
			}
		}
	})
}
