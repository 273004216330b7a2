package fastest

import "math"

// halvings are how often an interval of x is halved: more often than its digits last.
const halvings = 60

// reach finds the fastest profile without limits of the jerk. Where the largest u ends because the end has to be
// reached, the cell is cut in two.
func reach(cells []cell) *profile {
	top := controllable(cells)
	p := &profile{x: []float64{0}}
	for i := range cells {
		c, x, next := cells[i], p.x[len(p.x)-1], top[i+1]
		if most := c.fastest(x, next); most < next {
			next = most
		} else if x < top[i] {
			z := c.meets(x, next)
			first := c
			first.to = c.from + float64(z*(c.to-c.from))
			first.right = c.between(z)
			p.pass(first, first.fastest(x, math.Inf(1)))
			c.from, c.left = first.to, first.right
			c.d[0] = c.d[0].between(&c.d[1], z)
		}
		p.pass(c, next)
	}
	return p
}

// pass adds a cell with x at its end.
func (p *profile) pass(c cell, x float64) {
	last := p.x[len(p.x)-1]
	var from, to [2]float64
	from[0], from[1] = c.left.interval(last)
	to[0], to[1] = c.right.interval(x)
	var u [2]float64
	u[0], u[1] = join(c.to-c.from, math.Sqrt(last), math.Sqrt(x), from, to)
	p.cells, p.x, p.u = append(p.cells, c), append(p.x, x), append(p.u, u)
}

// fastest returns the largest x at the end of a cell, up to a bound, given that at its start.
func (c *cell) fastest(x, bound float64) float64 {
	y := math.Sqrt(x)
	_, most := c.left.interval(x)
	return largest(bound, func(x float64) bool {
		_, u := c.right.interval(x)
		_, last := leap(c.to-c.from, y, most, u)
		return math.Sqrt(x) > last
	})
}

// slowest returns the largest x at the start of a cell, up to a bound, from which the one at its end can be reached.
func (c *cell) slowest(x, bound float64) float64 {
	y := math.Sqrt(x)
	stop, _ := c.right.interval(x)
	return largest(bound, func(x float64) bool {
		u, _ := c.left.interval(x)
		_, first := leap(c.to-c.from, y, -stop, -u)
		return math.Sqrt(x) > first
	})
}

// meets returns the share of a cell in which the fastest motion from its start meets the slowest one that leads to its
// end. There the robot begins to brake, or to be bound by what bounds x.
func (c *cell) meets(x, end float64) float64 {
	low, high := 0.0, 1.0
	for range halvings / 2 {
		z := (low + high) / 2
		mid := c.between(z)
		first, last := *c, *c
		first.to = c.from + float64(z*(c.to-c.from))
		first.right, last.from, last.left = mid, first.to, mid
		if fast := first.fastest(x, math.Inf(1)); fast > last.slowest(end, mid.top) {
			high = z
		} else {
			low = z
		}
	}
	return low
}

// between returns the constraint within a cell: both ends have the same rows.
func (c *cell) between(share float64) *constraint {
	of := &constraint{rows: make([]row, len(c.left.rows))}
	mix := func(a, b float64) float64 { return a + float64(share*(b-a)) }
	for i := range of.rows {
		a, b := &c.left.rows[i], &c.right.rows[i]
		of.rows[i] = row{mix(a.a, b.a), mix(a.b, b.b), mix(a.v, b.v), mix(a.g, b.g)}
	}
	of.climb()
	return of
}

// controllable returns the largest x at each node from which the end can be reached.
func controllable(cells []cell) []float64 {
	n := len(cells)
	top := make([]float64, n+1)
	for i := n - 1; i >= 0; i-- {
		c := &cells[i]
		length := c.to - c.from
		// The end where the least u leaves most at the start: the top, unless u is steep there.
		most, end := math.Inf(-1), 0.0
		for _, part := range [...]float64{1, 0.999999, 0.9999, 0.999, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25, 0} {
			x := float64(part * top[i+1])
			u, _ := c.right.interval(x)
			if left := x - float64(length*u); left > most {
				most, end = left, x
			}
		}
		bound := c.left.top
		if i > 0 {
			bound = math.Min(bound, cells[i-1].right.top)
		}
		top[i] = c.slowest(end, bound)
	}
	top[0] = 0
	return top
}

// largest returns the largest x from 0 to b, which may be infinite, up to which over is false.
func largest(b float64, over func(float64) bool) float64 {
	if math.IsInf(b, 1) {
		for b = 1e-6; !over(b) && b < 1e300; b = float64(b * 4) {
		}
	}
	if !over(b) {
		return b
	}
	a := 0.0
	for range halvings {
		if x := (a + b) / 2; over(x) {
			b = x
		} else {
			a = x
		}
	}
	return a
}
