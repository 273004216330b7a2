package reference_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/reference"
)

// sCurveTime is how long the shortest motion takes, found by halves over the largest velocity w that it reaches: to
// gain w takes w/a + a/j, or 2 √(w/j) where a is not reached, over half of w in the mean.
func sCurveTime(d, v, a, j float64) float64 {
	gain := func(w float64) float64 {
		if w*j >= a*a {
			return w/a + a/j
		}
		return 2 * math.Sqrt(w/j)
	}
	low, w := 0.0, v
	if v*gain(v) > d {
		for range 200 {
			if middle := (low + w) / 2; middle*gain(middle) > d {
				w = middle
			} else {
				low = middle
			}
		}
	}
	return 2*gain(w) + (d-w*gain(w))/w
}

// TestSCurve draws bounds and ways of all proportions: the motion takes the time that halves find, keeps to its bounds,
// goes from rest to rest without a jump of the acceleration, and is its own mirror image.
func TestSCurve(t *testing.T) {
	cases := map[int]int{} // by the number of segments
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) float64 { return math.Exp(rapid.Float64Range(-4, 4).Draw(t, name)) }
		d, v, a, j := draw("way"), draw("speed"), draw("acceleration"), draw("jerk")
		begin, from := rapid.Float64Range(-3, 3).Draw(t, "begin"), rapid.Float64Range(-3, 3).Draw(t, "from")
		to := from + math.Copysign(d, rapid.Float64Range(-1, 1).Draw(t, "direction"))
		d = math.Abs(to - from)
		p, err := reference.SCurve(begin, from, to, reference.MotionBounds{Speed: v, Acceleration: a, Jerk: j})
		if err != nil {
			t.Fatal(err)
		}
		move, _ := p.Move()
		T := move.End - move.Begin
		// Square and cube roots keep the relative accuracy of numbers; the times begin at up to 3 s.
		if want := sCurveTime(d, v, a, j); math.Abs(T-want) > 1e-12*(want+3) {
			t.Fatalf("%v s, want %v", T, want)
		}
		segments := 0
		for at := begin - 1; ; segments++ {
			next := p.Break(at)
			if math.IsInf(next, 1) {
				break
			}
			before, after := p.At(math.Nextafter(next, -10)), p.At(next)
			if math.Abs(before.Position-after.Position) > 1e-11*(4+d) ||
				math.Abs(before.Velocity-after.Velocity) > 1e-11*(v+d/T) ||
				math.Abs(before.Acceleration-after.Acceleration) > 1e-9*a {
				t.Fatalf("a jump at %v from %+v to %+v", next, before, after)
			}
			at = next
		}
		const n = 400
		last := p.At(begin)
		for i := range n + 1 {
			s := T * float64(i) / n
			x, mirror := p.At(begin+s), p.At(begin+T-s)
			if math.Abs(x.Velocity) > v*(1+1e-10) || math.Abs(x.Acceleration) > a*(1+1e-9) ||
				math.Abs(x.Acceleration-last.Acceleration) > j*T/n*(1+1e-6)+1e-12*a {
				t.Fatalf("at %v s of %v: %+v, before %+v; bounds %v %v %v", s, T, x, last, v, a, j)
			}
			if math.Abs(x.Position+mirror.Position-from-to) > 1e-11*(4+d) {
				t.Fatalf("at %v s of %v: %v and %v are no mirror images", s, T, x.Position, mirror.Position)
			}
			last = x
		}
		if end := p.At(begin + T + 1e-9); end != (reference.Point{Position: to}) {
			t.Fatalf("ends with %+v", end)
		}
		cases[segments]++
	})
	for _, n := range []int{4, 5, 6, 7} { // with and without a cruise, and an acceleration that is reached
		if cases[n+1] == 0 {
			t.Errorf("no motion of %d segments in %v", n, cases)
		}
	}
}

// TestSCurveFigures moves by 1 rad at most 1 rad/s, 2 rad/s² and 10 rad/s³: jerk for 0.2 s, acceleration for 0.7 s and
// a cruise of 0.3 s. After 0.2 s it is at j t³/6 = 1/75 rad, after 0.5 s at 1/75 + 0.3 (0.2 + 0.3) rad, after 0.7 s at
// 0.35 rad.
func TestSCurveFigures(t *testing.T) {
	p, err := reference.SCurve(1, 2, 3, reference.MotionBounds{Speed: 1, Acceleration: 2, Jerk: 10})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][4]float64{{0.2, 1.0 / 75, 0.2, 2}, {0.5, 1.0/75 + 0.15, 0.8, 2}, {0.7, 0.35, 1, 0},
		{0.85, 0.5, 1, 0}, {1.2, 1 - 1.0/75 - 0.15, 0.8, -2}, {1.7, 1, 0, 0}} {
		x := p.At(1 + c[0])
		for i, got := range []float64{x.Position - 2, x.Velocity, x.Acceleration} {
			if math.Abs(got-c[i+1]) > 1e-12 {
				t.Errorf("at %v s: %v, want %v", c[0], got, c[i+1])
			}
		}
	}
	still, err := reference.SCurve(1, 2, 2, reference.MotionBounds{Speed: 1, Acceleration: 2, Jerk: 10})
	if err != nil || still.At(1.5) != (reference.Point{Position: 2}) {
		t.Errorf("to where it is: %v", err)
	}
	for _, bad := range []reference.MotionBounds{{Acceleration: 1, Jerk: 1}, {Speed: 1, Jerk: 1},
		{Speed: 1, Acceleration: -1, Jerk: 1}} {
		if _, err := reference.SCurve(0, 0, 1, bad); err == nil ||
			!strings.Contains(err.Error(), "expected positive numbers") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestSequence goes to 1 within a second, rests for half of one, and goes on to -1 and at once to 0.
func TestSequence(t *testing.T) {
	piece := must[*reference.Piecewise](t)
	list := []*reference.Piecewise{piece(reference.MinJerk(0, 1, 0, 1)), piece(reference.Ramp(1.5, 2.5, 1, -1)),
		piece(reference.Trapezoid(2.5, 3.5, -1, 0, 0)), piece(reference.Step(4, 0, 2))}
	p := piece(reference.Sequence(list))
	for _, t0 := range []struct {
		of    int
		times []float64
	}{{0, []float64{-1, 0, 0.3, 0.99, 1, 1.2}}, {1, []float64{1.5, 2, 2.4999}}, {2, []float64{2.5, 3, 3.5, 3.9}},
		{3, []float64{4, 5}}} {
		for _, at := range t0.times {
			if got, want := p.At(at), list[t0.of].At(at); got != want {
				t.Errorf("at %v s: %+v, want %+v of move %d", at, got, want, t0.of)
			}
		}
	}
	if moves := p.Moves(); len(moves) != 4 || moves[2] != (reference.Move{Begin: 2.5, End: 3.5, From: -1}) {
		t.Errorf("moves %+v", moves)
	}
	if _, one := p.Move(); one {
		t.Error("four moves are one")
	}
	for at, want := range map[float64]float64{0: 1, 1: 1.5, 1.2: 1.5, 1.5: 2.5, 3.5: 4, 4: math.Inf(1)} {
		if got := p.Break(at); got != want {
			t.Errorf("the break after %v is %v, want %v", at, got, want)
		}
	}
	for want, bad := range map[string][]*reference.Piecewise{
		"there are no moves":                                nil,
		"move 1 begins at 0.5 s":                            {list[0], piece(reference.Step(0.5, 1, 2))},
		"move 1 begins at the position 2":                   {list[0], piece(reference.Step(3, 2, 1))},
		"move 0 goes not from rest at one position to rest": {reference.Hold(1)},
	} {
		if _, err := reference.Sequence(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
