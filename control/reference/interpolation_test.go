package reference_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/reference"
	"kinetree/models/oracle/golden"
)

// TestInterpolations moves from 0 to 1 in a second, from rest to rest, as each interpolation and each set of columns
// has it: a quarter of the way in time, 3 s² − 2 s³ is 5/32 and 10 s³ − 15 s⁴ + 6 s⁵ is 53/512.
func TestInterpolations(t *testing.T) {
	const header = "time,lift/position,lift/velocity,lift/acceleration"
	rows := [][]string{strings.Split("0,0,0,0", ","), strings.Split("1,1,0,0", ",")}
	m := golden.Embedded(t, "cartesian")
	for _, c := range []struct {
		columns int // besides the time
		by      reference.Interpolation
		want    float64
	}{
		{1, "", 0.25}, {2, "", 5.0 / 32}, {3, "", 53.0 / 512},
		{1, "hold", 0}, {3, "hold", 0}, {1, "linear", 0.25}, {3, "linear", 0.25},
		{1, "monotone", 0.25}, {3, "monotone", 0.25},
		{1, "cubic", 0.25}, {2, "cubic", 5.0 / 32}, {3, "cubic", 5.0 / 32}, {3, "quintic", 53.0 / 512},
	} {
		text := strings.Join(strings.Split(header, ",")[:c.columns+1], ",")
		for _, row := range rows {
			text += "\n" + strings.Join(row[:c.columns+1], ",")
		}
		f, err := reference.ReadMotionFile(strings.NewReader(text), "m.csv", m)
		if err != nil {
			t.Fatal(err)
		}
		p, err := f.Trajectory(0, 0, c.by)
		if err != nil {
			t.Errorf("%s of %d columns: %v", c.by, c.columns, err)
			continue
		}
		if got := p.At(0.25).Position; math.Abs(got-c.want) > exact {
			t.Errorf("%s of %d columns: %v, want %v", c.by, c.columns, got, c.want)
		}
		if before, after := p.At(-1), p.At(1.5); before.Position != 0 || after.Position != 1 || before.Velocity != 0 ||
			after.Velocity != 0 {
			t.Errorf("%s of %d columns: %+v before and %+v after", c.by, c.columns, before, after)
		}
		if c.columns < 3 {
			if _, err := f.Trajectory(0, 0, reference.Quintic); err == nil ||
				!strings.Contains(err.Error(), `no column "lift/acceleration", which the interpolation quintic needs`) {
				t.Errorf("quintic of %d columns: %v", c.columns, err)
			}
		}
	}
}

// TestWithin goes through 0, 1 and 4 at 0, 1 and 2 s. The mean slopes are 1 and 3, so the velocity in the middle is
// their harmonic mean, 3/2; the parabola begins with 0 and ends with 4.
func TestWithin(t *testing.T) {
	p := must[*reference.Piecewise](t)(reference.Within([]float64{0, 1, 2}, []float64{0, 1, 4}))
	samePoint(t, "at the middle row", p.At(1),
		reference.Point{Position: 1, Velocity: 1.5, Acceleration: 2 * (3*3 - 3 - 4)}, exact)
	samePoint(t, "at the start", p.At(0), reference.Point{Acceleration: 2 * (3*1 - 1.5)}, exact)
	if v := p.At(2 - 1e-12).Velocity; math.Abs(v-4) > 1e-10 {
		t.Errorf("it ends with %v rad/s, want 4", v)
	}
}

// TestNeverBeyondRows draws rows and looks at the motion between them: it lies between both ends of its interval, which
// leaves rounding alone, and goes in one direction.
func TestNeverBeyondRows(t *testing.T) {
	turns := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "rows")
		times, x := make([]float64, n), make([]float64, n)
		for i := range n {
			free := rapid.Float64Range(-3, 3).Draw(t, "free")
			x[i] = rapid.SampledFrom([]float64{-1, 0, 0, 1, free}).Draw(t, "position")
			if i > 0 {
				times[i] = times[i-1] + rapid.Float64Range(1e-3, 2).Draw(t, "step")
			}
			if i > 1 && (x[i]-x[i-1])*(x[i-1]-x[i-2]) < 0 {
				turns++
			}
		}
		p, err := reference.Within(times, x)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < n; i++ {
			low, high, direction := min(x[i-1], x[i]), max(x[i-1], x[i]), x[i]-x[i-1]
			for k := range 20 {
				at := p.At(times[i-1] + (times[i]-times[i-1])*float64(k)/20)
				if at.Position < low-1e-12 || at.Position > high+1e-12 || at.Velocity*direction < -1e-10 {
					t.Fatalf("%+v between %v and %v", at, x[i-1], x[i])
				}
			}
			if at := p.At(times[i]); math.Abs(at.Position-x[i]) > 1e-12 {
				t.Fatalf("%v at the row %v", at.Position, x[i])
			}
		}
	})
	if turns == 0 {
		t.Error("no rows turn back")
	}
}
