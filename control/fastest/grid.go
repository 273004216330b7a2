package fastest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// cell is a part of the path between two nodes, within which the path is smooth and no joint turns round.
type cell struct {
	from, to    float64
	left, right *constraint // at both ends
	signs       []float64   // directions of the joints
	d           [2]slopes   // derivatives at both ends, where the jerk is limited
}

// slopes are the derivatives of the positions by s.
type slopes struct{ d1, d2, d3 []float64 }

// between returns the slopes within a cell, given those at its end.
func (a *slopes) between(b *slopes, share float64) slopes {
	x := slopes{slices.Clone(a.d1), slices.Clone(a.d2), a.d3}
	for k := range x.d1 {
		x.d1[k] += float64(share * (b.d1[k] - a.d1[k]))
		x.d2[k] += float64(share * (b.d2[k] - a.d2[k]))
	}
	return x
}

// nodes returns those of a part of the path from rest to rest, n cells of it and more where it has to be cut. They are
// dense at the ends, s ∝ k², because there s ∝ t².
func (r *Route) nodes(from, to float64, n int) []float64 {
	var cuts []float64
	for i := 1; i < len(r.knots); i++ {
		if a, b := math.Max(from, r.knots[i-1]), math.Min(to, r.knots[i]); a < b {
			cuts = append(append(cuts, r.turns(a, b)...), b)
		}
	}
	slices.Sort(cuts)
	list := []float64{from}
	next := 0
	for k := 1; k <= n; k++ {
		z := float64(k) / float64(n)
		s := from + float64((to-from)*z*z*(3-float64(2*z)))
		near := (s - list[len(list)-1]) / 8
		for ; next < len(cuts) && cuts[next] < s+near; next++ {
			c := cuts[next]
			if c > list[len(list)-1]+float64(near/8) && c < to {
				if last := len(list) - 1; last > 0 && c-list[last] < near && !slices.Contains(cuts, list[last]) {
					list = list[:last]
				}
				list = append(list, c)
			}
		}
		if k == n {
			list = append(list, to)
		} else if s-list[len(list)-1] > near {
			list = append(list, s)
		}
	}
	return list
}

// grid returns the cells of a part of the path. The error names the joints that nothing limits, and those that cannot
// bear the robot at rest.
func (p *PathTask) grid(from, to float64, n int, limits *PathLimits) ([]cell, error) {
	e, m := newEquation(p.Route, p.Passive), p.Route.model
	nodes := p.Route.nodes(from, to, n)
	cells := make([]cell, len(nodes)-1)
	var faults []error
	told := map[string]bool{}
	tell := func(s float64, signs []float64) {
		for k := range signs {
			own := float64(e.g[k])
			over := math.Abs(own) / math.Min(limits.Effort[k], limits.Stall[k])
			if name := m.RateName(k); over >= 1 && !told[name] {
				told[name] = true
				faults = append(faults, fmt.Errorf("joint %q takes an effort of %.6g at rest where the path is %.6g "+
					"long, friction included, and its limit is %.6g; expected a path along which the robot can rest",
					name, own, s, math.Min(limits.Effort[k], limits.Stall[k])))
			}
		}
	}
	for i := range cells {
		c := &cells[i]
		c.from, c.to, c.signs = nodes[i], nodes[i+1], make([]float64, m.NV())
		e.signs(c.signs, (c.from+c.to)/2)
		for side, at := range [2]float64{c.from, c.to} {
			of := e.constraint(limits, at, side == 1, c.signs)
			of.climb()
			if least, most := of.interval(0); math.IsInf(least, -1) || math.IsInf(most, 1) {
				if name := unlimited(m, limits, c.signs); !told[name] {
					told[name] = true
					faults = append(faults, fmt.Errorf("nothing limits how the robot accelerates along the path: "+
						"expected a limit of the effort or the acceleration of %s", name))
				}
			}
			if slices.ContainsFunc(of.rows, func(r row) bool { return r.g >= 0 }) {
				tell(at, c.signs)
			}
			c.d[side] = slopes{slices.Clone(e.d1), slices.Clone(e.d2), make([]float64, len(e.d1))}
			if side == 0 {
				c.left = of
			} else {
				c.right = of
			}
		}
		for k := range c.signs {
			d3 := (c.d[1].d2[k] - c.d[0].d2[k]) / (c.to - c.from)
			c.d[0].d3[k], c.d[1].d3[k] = d3, d3
		}
	}
	return cells, errors.Join(faults...)
}

// unlimited names the joints that move and have neither a limit of effort nor one of acceleration.
func unlimited(m *tree.Model, l *PathLimits, signs []float64) string {
	text := ""
	for k, sign := range signs {
		if free := math.Min(math.Min(l.Effort[k], l.Stall[k]), math.Max(l.Acceleration[k],
			l.Deceleration[k])); sign != 0 &&
			math.IsInf(free, 1) {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("joint %q", m.RateName(k))
		}
	}
	return text
}
