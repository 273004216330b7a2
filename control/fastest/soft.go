package fastest

import (
	"errors"
	"math"

	"kinetree/internal/libm"
)

// soft is the barrier method for limits of the jerk. The unknowns are x and u at the inner nodes; at the ends of a part
// both are 0. The equations say that each cell is passed by a move. It is a workspace for one goroutine.
type soft struct {
	cells []cell
	jerk  []float64 // limits
	x, u  []float64 // of all nodes
	gap   float64   // by how much the time may be longer than the local minimum (s)

	band   *banded
	force  []float64 // right side, then the step, see the places below
	forces []float64 // multipliers of the equations
}

// In the order of the unknowns of a step the multiplier of cell i stands at 3 i, x and u of node i at 3 i − 2 and
// 3 i − 1: what belongs together is at most 4 apart.
const apart = 4

// The barrier method.
const (
	firstShare = 0.05 // of each limit that is left at the start
	slowest    = 1e6  // how many times slower than without limits of the jerk the start may be
	rounds     = 150  // steps of Newton's method at most
	gap        = 1e-6 // of the time, relative to it, between what is found and the minimum
)

// soften finds the fastest profile with limits of the jerk, given the one without. gap is by how
// much its time may be longer than that of the local minimum (s).
func soften(cells []cell, l *PathLimits, hard *profile) (found *profile, gap float64, err error) {
	n := len(cells)
	p := &soft{cells: cells, jerk: l.Jerk, x: make([]float64, n+1), u: make([]float64, n+1),
		band: newBanded(3*n-2, apart), force: make([]float64, 3*n-2), forces: make([]float64, n)}
	times := hard.times()
	if err := p.start(times[n]); err != nil {
		return nil, 0, err
	}
	p.minimize()
	out := &profile{cells: cells, x: p.x, u: make([][2]float64, n)}
	for i := range cells {
		out.u[i] = [2]float64{p.u[i], p.u[i+1]}
	}
	return out, p.gap, nil
}

// start begins with a motion of the fifth order in time, as slow as the limits need.
func (p *soft) start(duration float64) error {
	n := len(p.cells)
	from, length := p.cells[0].from, p.cells[n-1].to-p.cells[0].from
	for slow := 1.5; slow < slowest; slow *= 1.5 {
		time := float64(slow * duration)
		for i := 1; i < n; i++ {
			share := (p.cells[i].from - from) / length
			low, high := 0.0, 1.0
			for range halvings {
				z := (low + high) / 2
				if float64(z*z*z*(10+float64(z*(float64(6*z)-15)))) > share {
					high = z
				} else {
					low = z
				}
			}
			y := float64(30 * low * low * (1 - low) * (1 - low) * length / time)
			p.x[i] = float64(y * y)
			p.u[i] = float64(60 * low * (1 - low) * (1 - float64(2*low)) * length / (time * time))
		}
		if least := p.slack(p.x, p.u); least > firstShare {
			return nil
		}
	}
	return errors.New("no motion was found that keeps to the limits of the jerk; expected larger ones, or efforts " +
		"that " +
		"leave more to move")
}

// bound is a limit at a state: its value c ≤ 0, and its derivatives by x and u of the two nodes of a cell.
type bound struct{ c, x0, u0, x1, u1 float64 }

// bounds calls f with each limit of a cell that the states of its nodes are to meet.
func (p *soft) bounds(i int, x, u []float64, f func(b bound)) {
	c := &p.cells[i]
	n := len(p.cells)
	x0, x1, u0, u1 := x[i], x[i+1], u[i], u[i+1]
	y0, y1 := math.Sqrt(x0), math.Sqrt(x1)
	if i > 0 {
		for k := range c.left.rows {
			r := &c.left.rows[k]
			f(bound{c: r.at(u0, x0, y0), x0: r.b + r.v/float64(2*y0), u0: r.a})
		}
	}
	if i < n-1 {
		for k := range c.right.rows {
			r := &c.right.rows[k]
			f(bound{c: r.at(u1, x1, y1), x1: r.b + r.v/float64(2*y1), u1: r.a})
		}
	}
	t, dt := p.span(i, x0, u0, x1, u1)
	du := u1 - u0
	for k, limit := range p.jerk {
		if math.IsInf(limit, 1) {
			continue
		}
		for e := range 2 {
			d, y, a := &c.d[e], y0, u0
			if e == 1 {
				y, a = y1, u1
			}
			d1, d2, d3 := d.d1[k]/limit, d.d2[k]/limit, d.d3[k]/limit
			value := float64(d1*du/t) + float64(3*d2*y*a) + float64(d3*y*y*y)
			turn := -float64(d1*du) / (t * t)
			b := bound{x0: float64(turn * dt[0]), u0: float64(turn*dt[1]) - d1/t, x1: float64(turn * dt[2]),
				u1: float64(turn*dt[3]) + d1/t}
			if own := float64(3 * d2 * y); y > 0 {
				by := (float64(3*d2*a) + float64(3*d3*y*y)) / float64(2*y)
				if e == 0 {
					b.u0, b.x0 = b.u0+own, b.x0+by
				} else {
					b.u1, b.x1 = b.u1+own, b.x1+by
				}
			}
			b.c = value - 1
			f(b)
			f(bound{-value - 1, -b.x0, -b.u0, -b.x1, -b.u1})
		}
	}
}

// slack returns how much of the nearest limit is left, a share of it.
func (p *soft) slack(x, u []float64) float64 {
	least := math.Inf(1)
	for i := range p.cells {
		if i > 0 && !(x[i] > 0) {
			return -1
		}
		p.bounds(i, x, u, func(b bound) { least = math.Min(least, -b.c) })
	}
	return least
}

// missing returns what is missing of the equation of a cell.
func (p *soft) missing(i int, x0, u0, x1, u1 float64) float64 {
	length := p.cells[i].to - p.cells[i].from
	if i == len(p.cells)-1 {
		_, last := leap(length, 0, 0, -u0)
		return float64(last*math.Abs(last)) - x0
	}
	_, last := leap(length, math.Sqrt(x0), u0, u1)
	return float64(last*math.Abs(last)) - x1
}

// span returns the time of a cell and its derivatives by x and u of its nodes.
func (p *soft) span(i int, x0, u0, x1, u1 float64) (t float64, d [4]float64) {
	length := p.cells[i].to - p.cells[i].from
	of := func(x, a, b float64) (t, dx, da, db float64) {
		y := math.Sqrt(x)
		root := math.Sqrt(math.Max(1e-300, x+float64(length*(float64(2*a)+b)*2/3)))
		t = 2 * length / (y + root)
		k := -t / (y + root)
		if x > 0 {
			dx = float64(k * (0.5/y + 0.5/root))
		}
		return t, dx, k * 2 * length / (3 * root), k * length / (3 * root)
	}
	if i == len(p.cells)-1 || i > 0 && u0+u1 < 0 {
		t, d[2], d[3], d[1] = of(x1, -u1, -u0)
		d[1], d[3] = -d[1], -d[3]
		return t, d
	}
	t, d[0], d[1], d[3] = of(x0, u0, u1)
	return t, d
}

// curvature returns the second derivatives by x of the time of a cell, as that of a constant u.
func (p *soft) curvature(i int) (d00, d01, d11 float64) {
	length := p.cells[i].to - p.cells[i].from
	switch a, b := math.Sqrt(p.x[i]), math.Sqrt(p.x[i+1]); {
	case i == 0:
		return 0, 0, float64(9*length) / float64(4*b*b*b*b*b)
	case i == len(p.cells)-1:
		return float64(9*length) / float64(4*a*a*a*a*a), 0, 0
	default:
		sum := a + b
		k := length / (sum * sum)
		return float64(k*(0.5/(a*a*a))) + k/(sum*a*a), k / (sum * a * b), float64(k*(0.5/(b*b*b))) + k/(sum*b*b)
	}
}

// total returns the time of the part.
func (p *soft) total() float64 {
	sum := 0.0
	for i := range p.cells {
		t, _ := p.span(i, p.x[i], p.u[i], p.x[i+1], p.u[i+1])
		sum += t
	}
	return sum
}

// merit returns the time with the barrier and what is missing of the equations.
func (p *soft) merit(x, u []float64, mu, weight float64) float64 {
	sum, logs := 0.0, 0.0
	product := 1.0
	for i := range p.cells {
		if i > 0 && !(x[i] > 0) {
			return math.Inf(1)
		}
		t, _ := p.span(i, x[i], u[i], x[i+1], u[i+1])
		sum += t + float64(weight*math.Abs(p.missing(i, x[i], u[i], x[i+1], u[i+1])))
		p.bounds(i, x, u, func(b bound) {
			if !(b.c < 0) {
				sum = math.Inf(1)
				return
			}
			if product = float64(product * -b.c); product < 1e-200 || product > 1e200 {
				logs += libm.Log(product)
				product = 1
			}
		})
		if math.IsInf(sum, 1) {
			return sum
		}
	}
	return sum - float64(mu*(logs+libm.Log(product)))
}
