package plot

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

// TestThinning checks a curve of many more points than it keeps: bounded, in order, made of points that were given,
// with the first, the last and all extremes, and gaps where there were gaps.
func TestThinning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(capacity-1, 3*capacity)).Draw(t, "n")
		seed := rapid.Float64Range(0.1, 100).Draw(t, "seed")
		gaps := rapid.IntRange(0, 5).Draw(t, "gaps")
		warp := rapid.SampledFrom([]float64{0, 1, 3}).Draw(t, "warp") // samples far from evenly spaced
		at := map[int]bool{}
		for range gaps {
			at[rapid.IntRange(0, n-1).Draw(t, "gap")] = true
		}
		var tr trace
		given := map[point]bool{}
		low, high := math.Inf(1), math.Inf(-1)
		var first, last point
		for i := range n {
			x := math.Pow(float64(i)/1000, 1+warp)
			y := math.Sin(seed*float64(i)) * math.Exp(math.Cos(float64(i)/seed))
			if at[i] {
				y = math.NaN()
			} else {
				given[point{x, y}] = true
				low, high = min(low, y), max(high, y)
			}
			if i == 0 {
				first = point{x, y}
			}
			last = point{x, y}
			tr.add(x, y)
		}
		if len(tr.points) > capacity {
			t.Fatalf("%d points of %d are kept", len(tr.points), n)
		}
		if a, b := tr.extent(); a != low || b != high {
			t.Fatalf("extremes %v %v, want %v %v", a, b, low, high)
		}
		same := func(p, q point) bool { return p == q || p.x == q.x && math.IsNaN(p.y) && math.IsNaN(q.y) }
		if p := tr.points[0]; !same(p, first) {
			t.Fatalf("first %v, want %v", p, first)
		}
		if p := tr.points[len(tr.points)-1]; !same(p, last) && !math.IsNaN(last.y) {
			t.Fatalf("last %v, want %v", p, last)
		}
		for i, p := range tr.points {
			if i > 0 && p.x < tr.points[i-1].x {
				t.Fatalf("point %d goes back", i)
			}
			if !math.IsNaN(p.y) && !given[p] {
				t.Fatalf("point %v was not given", p)
			}
		}
		if had := len(at) > 0; had != slices.ContainsFunc(tr.points, func(p point) bool { return math.IsNaN(p.y) }) {
			t.Fatalf("gaps %v are not kept", at)
		}
	})
}

// TestThinningKeepsColumns checks that in each column the same lowest and highest points are left, and that the
// columns are narrow.
func TestThinningKeepsColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(capacity+1, 10*capacity).Draw(t, "n")
		power := rapid.SampledFrom([]float64{1, 1, 0.5, 4}).Draw(t, "power")
		seed := rapid.Float64Range(0.01, 10).Draw(t, "seed")
		var tr trace
		all := make([]point, n)
		for i := range all {
			all[i] = point{5 + math.Pow(float64(i)*1e-3, power), math.Sin(float64(i)*seed) *
				math.Cos(float64(i)*1e-4) * (1 + float64(i%977)/977)}
			tr.add(all[i].x, all[i].y)
		}
		type extremes map[float64][2]float64
		ranges := func(points []point) extremes {
			out := extremes{}
			for _, p := range points {
				k := math.Floor((p.x - all[0].x) / tr.width)
				r, ok := out[k]
				if !ok {
					r = [2]float64{math.Inf(1), math.Inf(-1)}
				}
				out[k] = [2]float64{min(r[0], p.y), max(r[1], p.y)}
			}
			return out
		}
		if span := all[n-1].x - all[0].x; tr.width > span/columns*2 {
			t.Fatalf("columns of %v in a span of %v", tr.width, span)
		}
		want, got := ranges(all), ranges(tr.points)
		for k := range want {
			if want[k] != got[k] {
				t.Fatalf("column %v: %v, want %v", k, got[k], want[k])
			}
		}
	})
}

// TestThinningAtOneTime checks points that all have the same x, and one that comes much later.
func TestThinningAtOneTime(t *testing.T) {
	var tr trace
	for i := range 3 * capacity {
		tr.add(1, float64(i%1000))
	}
	for i := range 2 * capacity {
		tr.add(1e9+float64(i), -5)
	}
	if low, high := tr.extent(); low != -5 || high != 999 || len(tr.points) > capacity {
		t.Errorf("%v to %v, %d points", low, high, len(tr.points))
	}
}

// TestHuge checks that numbers that cannot be drawn are gaps, of which one is kept.
func TestHuge(t *testing.T) {
	var tr trace
	for i, y := range []float64{1, math.Inf(1), math.NaN(), 1e305, -2, math.Inf(-1)} {
		tr.add(float64(i), y)
	}
	if len(tr.points) != 4 || tr.points[0].y != 1 || !math.IsNaN(tr.points[1].y) || tr.points[2].y != -2 ||
		!math.IsNaN(tr.points[3].y) {
		t.Errorf("%v", tr.points)
	}
	lines := tr.lines(func(x float64) vg.Length { return vg.Length(x) },
		func(y float64) vg.Length { return vg.Length(y) })
	if len(lines) != 2 || len(lines[0]) != 1 || lines[1][0].X != 4 {
		t.Errorf("%v", lines)
	}
}

// TestStraightened checks that no point is farther from the line that is left than is promised, up to rounding.
func TestStraightened(t *testing.T) {
	const tolerance = 0.05 + 1e-9
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.IntRange(0, 2).Draw(t, "kind")
		n := rapid.IntRange(1, 400).Draw(t, "n")
		line := make([]vg.Point, n)
		x := 0.0
		for i := range line {
			x += rapid.SampledFrom([]float64{0, 0.01, 0.1, 0.1, 1}).Draw(t, "dx")
			y := 50 * math.Sin(x/20)
			switch kind {
			case 1:
				y = rapid.Float64Range(-0.2, 0.2).Draw(t, "y")
			case 2:
				y = math.Floor(x/3) * 10
			}
			line[i] = vg.Point{X: vg.Length(x), Y: vg.Length(y)}
		}
		out := straightened(line)
		if out[0] != line[0] || out[len(out)-1] != line[n-1] || len(out) > n {
			t.Fatalf("%v from %v", out, line)
		}
		for _, p := range line {
			near := math.Inf(1)
			for i, a := range out {
				b := out[min(i+1, len(out)-1)]
				if p.X < a.X || p.X > b.X {
					continue
				}
				low, high := min(a.Y, b.Y), max(a.Y, b.Y)
				if b.X > a.X {
					low = a.Y + (b.Y-a.Y)*(p.X-a.X)/(b.X-a.X)
					high = low
				}
				near = min(near, math.Abs(float64(p.Y-min(max(p.Y, low), high))))
			}
			if near > tolerance {
				t.Fatalf("%v is %v off %v", p, near, out)
			}
		}
	})
	smooth := make([]vg.Point, 2000)
	for i := range smooth {
		x := float64(i) / 10
		smooth[i] = vg.Point{X: vg.Length(x), Y: vg.Length(40 * math.Sin(x/30))}
	}
	if n := len(straightened(smooth)); n > 100 {
		t.Errorf("%d points of a smooth curve are left", n)
	}
}

// TestBand checks that a band is as narrow as its curves allow: its edges are the lowest and the highest of the curves
// at each node, and it holds a peak between nodes.
func TestBand(t *testing.T) {
	var rising, falling, held trace
	held.held = true
	for i := range 101 {
		x := float64(i) / 100
		rising.add(x, x)
		falling.add(x, 1-x)
	}
	held.add(0, 0.5)
	held.add(0.5, 3)
	held.add(1, 3)
	b := newBand([]*trace{&rising, &falling}, 0, 1, white)
	for i, x := range b.x {
		// A node also holds the points of the curves up to half a node away.
		if low, high := min(x, 1-x), max(x, 1-x); math.Abs(b.low[i]-low) > 0.5/nodes+1e-12 ||
			math.Abs(b.high[i]-high) > 0.5/nodes+1e-12 || b.low[i] > low+1e-12 || b.high[i] < high-1e-12 {
			t.Errorf("at %v the band goes from %v to %v, want %v to %v", x, b.low[i], b.high[i], low, high)
		}
	}
	b.add(&held)
	if i := nodes / 4; b.low[i] != 0.25 || b.high[i] != 0.75 {
		t.Errorf("a stair at 0.5 widens the band to %v, %v", b.low[i], b.high[i])
	}
	if _, high := b.extent(); high != 3 || b.high[nodes*2/3] != 3 {
		t.Errorf("the stair is not held: %v, %v", high, b.high[nodes*2/3])
	}
	var peak trace
	peak.add(0.9001, math.NaN())
	peak.add(0.9002, 7)
	peak.add(0.9003, math.NaN())
	b.add(&peak)
	if _, high := b.extent(); high != 7 {
		t.Errorf("a peak between nodes is lost: %v", high)
	}
	if low, high := (&band{}).extent(); low <= high {
		t.Errorf("nothing reaches from %v to %v", low, high)
	}
}
