package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// columns is how many columns of points a curve has at most after it was thinned, and half of it how many at least:
// as many as a panel has pixels.
const columns = 2000

// capacity is how many points a curve has at most: twice what thinning leaves, so that each point is looked at about
// twice.
const capacity = 2 * perColumn * columns

// perColumn is how many points of a column survive: the first, the lowest, the highest, the last, and a gap.
const perColumn = 5

// huge is the largest magnitude that is drawn; differences of larger numbers overflow.
const huge = 1e300

// point is a point of a curve; y is NaN in a gap.
type point struct{ x, y float64 }

// trace is a curve whose points come with rising x. Its memory is bounded: when it is full, it is divided into
// columns, of each of which the points remain that show what all of them would. The columns become twice as wide when
// they are too many, so that those of before are halves of them.
type trace struct {
	points []point
	width  float64 // of a column; 0 as long as all points are there
	held   bool    // y stays as it is until the next point: the curve is a stair
}

// add appends a point. Amortised O(1).
func (t *trace) add(x, y float64) {
	if !(math.Abs(y) <= huge) {
		y = math.NaN()
		if n := len(t.points); n > 0 && math.IsNaN(t.points[n-1].y) {
			return
		}
	}
	if len(t.points) == capacity {
		t.thin()
	}
	t.points = append(t.points, point{x, y})
}

// thin reduces the points to those that matter.
func (t *trace) thin() {
	first := t.points[0].x
	span := t.points[len(t.points)-1].x - first
	if t.width == 0 {
		t.width = span / columns
	}
	for span/t.width > columns {
		t.width = float64(t.width * 2)
	}
	column := func(p point) float64 {
		if span == 0 {
			return 0
		}
		return math.Floor((p.x - first) / t.width)
	}
	out := t.points[:0]
	for begin := 0; begin < len(t.points); {
		end := begin + 1
		for c := column(t.points[begin]); end < len(t.points) && column(t.points[end]) == c; end++ {
		}
		out = appendColumn(out, t.points[begin:end])
		begin = end
	}
	t.points = out
}

// appendColumn adds the points of a column that survive, in their order. The column may begin anywhere behind the end
// of dst.
func appendColumn(dst, column []point) []point {
	lowest, highest, gap := -1, -1, -1
	for i, p := range column {
		switch {
		case math.IsNaN(p.y):
			if gap < 0 {
				gap = i
			}
		default:
			if lowest < 0 || p.y < column[lowest].y {
				lowest = i
			}
			if highest < 0 || p.y > column[highest].y {
				highest = i
			}
		}
	}
	for i, p := range column { // dst is never ahead of i
		if i == 0 || i == len(column)-1 || i == lowest || i == highest || i == gap {
			dst = append(dst, p)
		}
	}
	return dst
}

// extent returns the least and the largest y; lowest > highest if there is none.
func (t *trace) extent() (lowest, highest float64) {
	lowest, highest = math.Inf(1), math.Inf(-1)
	for _, p := range t.points {
		if !math.IsNaN(p.y) {
			lowest, highest = min(lowest, p.y), max(highest, p.y)
		}
	}
	return lowest, highest
}

// equal reports whether two curves have the same points.
func (t *trace) equal(u *trace) bool {
	if len(t.points) != len(u.points) {
		return false
	}
	for i, p := range t.points {
		if q := u.points[i]; p != q && !(p.x == q.x && math.IsNaN(p.y) && math.IsNaN(q.y)) {
			return false
		}
	}
	return true
}

// lines returns the curve on paper as lines between its gaps, without points that lie on the line through their
// neighbours.
func (t *trace) lines(x, y func(float64) vg.Length) [][]vg.Point {
	var all [][]vg.Point
	var line []vg.Point
	flush := func() {
		if len(line) > 0 {
			all = append(all, straightened(line))
		}
		line = nil
	}
	for _, p := range t.points {
		if math.IsNaN(p.y) {
			flush()
			continue
		}
		at := vg.Point{X: x(p.x), Y: y(p.y)}
		if n := len(line); t.held && n > 0 && apart(line[n-1], at) {
			line = append(line, vg.Point{X: at.X, Y: line[n-1].Y})
		}
		line = append(line, at)
	}
	flush()
	return all
}

// apart reports whether a stair between two points has a corner that can be seen: one is at least a third of a pixel
// from the other along x or y, and neither stands above nor beside it.
func apart(a, b vg.Point) bool {
	const seen = 0.25 // points
	dx, dy := b.X-a.X, vg.Length(math.Abs(float64(b.Y-a.Y)))
	return dx > 0 && dy > 0 && max(dx, dy) >= seen
}

// straightened reduces a line with rising x to one that is nowhere farther off than a twentieth of a point, a
// fifteenth of a pixel. From each point that is kept a cone is narrowed to the directions in which all points since
// then are met; the first that leaves it begins a new one. O(n).
func straightened(line []vg.Point) []vg.Point {
	const tolerance = 0.05
	out := line[:1:1]
	anchor, last := line[0], line[0]
	low, high := vg.Length(math.Inf(-1)), vg.Length(math.Inf(1))
	for i, p := range line[1:] {
		dx, dy := p.X-anchor.X, p.Y-anchor.Y
		if dx <= 0 || dy < low*dx || dy > high*dx {
			if i > 0 && last != anchor {
				out = append(out, last)
			}
			anchor, low, high = last, vg.Length(math.Inf(-1)), vg.Length(math.Inf(1))
			dx, dy = p.X-anchor.X, p.Y-anchor.Y
		}
		if dx > 0 {
			low, high = max(low, (dy-tolerance)/dx), min(high, (dy+tolerance)/dx)
		} else if p != anchor { // straight up or down
			out = append(out, p)
			anchor, low, high = p, vg.Length(math.Inf(-1)), vg.Length(math.Inf(1))
		}
		last = p
	}
	if last != out[len(out)-1] {
		out = append(out, last)
	}
	return out
}
