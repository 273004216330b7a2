package fastest

import (
	"math"

	"kinetree/rnea"
	"kinetree/tree"
)

// equation is the equation of motion along a path. It is a workspace for one goroutine.
type equation struct {
	route    *Route
	solver   *rnea.Solver
	passive  *tree.Passive
	friction []float64 // of each rate

	q, d1, d2, zero []float64
	m, c, v, g      []float64 // τ = m u + c x + v √x + g
	springs         []float64
}

func newEquation(r *Route, passive *tree.Passive) *equation {
	n := r.model.NV()
	e := &equation{route: r, solver: rnea.New(r.model), passive: passive}
	for _, x := range []*[]float64{&e.friction, &e.q, &e.d1, &e.d2, &e.zero, &e.m, &e.c, &e.v, &e.g, &e.springs} {
		*x = make([]float64, n)
	}
	for _, j := range r.model.Joints() {
		e.friction[j.V] += float64(j.Friction * math.Abs(j.Ratio))
	}
	return e
}

// still is below which a derivative of a position by s is that of a joint that rests: s is as long as the path.
const still = 1e-12

// signs sets dst to the directions of the joints at s, 0 of those that rest.
func (e *equation) signs(dst []float64, s float64) {
	e.route.At(e.q, e.d1, e.d2, s, false)
	for k, x := range e.d1 {
		dst[k] = 0
		if math.Abs(x) > still {
			dst[k] = math.Copysign(1, x)
		}
	}
}

// at finds the coefficients at s.
func (e *equation) at(s float64, before bool, signs []float64) {
	e.route.At(e.q, e.d1, e.d2, s, before)
	e.solver.InverseDynamics(e.g, e.q, e.zero, e.zero, nil)
	e.solver.InverseDynamics(e.m, e.q, e.zero, e.d1, nil)
	e.solver.InverseDynamics(e.c, e.q, e.d1, e.d2, nil)
	clear(e.springs)
	e.passive.AddSpringEffort(e.springs, e.q)
	for k := range e.g {
		e.m[k] -= e.g[k]
		e.c[k] -= e.g[k]
		e.v[k] = 0
		if e.passive.Damping != nil {
			e.v[k] = float64(e.passive.Damping[k] * e.d1[k])
		}
		e.g[k] += float64(e.friction[k]*signs[k]) - e.springs[k]
	}
}

// constraint returns what the limits say at s.
func (e *equation) constraint(l *PathLimits, s float64, before bool, signs []float64) *constraint {
	e.at(s, before, signs)
	c := &constraint{}
	add := func(limit, a, b, v, g float64) {
		if !math.IsInf(limit, 1) {
			c.rows = append(c.rows, row{a / limit, b / limit, v / limit, g/limit - 1})
		}
	}
	for k := range e.m {
		add(l.Effort[k], e.m[k], e.c[k], e.v[k], e.g[k])
		add(l.Effort[k], -e.m[k], -e.c[k], -e.v[k], -e.g[k])
		droop := e.v[k] + float64(l.Droop[k]*e.d1[k])
		add(l.Stall[k], e.m[k], e.c[k], droop, e.g[k])
		add(l.Stall[k], -e.m[k], -e.c[k], -droop, -e.g[k])
		up, down := l.Acceleration[k], l.Deceleration[k]
		switch {
		case signs[k] < 0:
			up, down = down, up
		case signs[k] == 0:
			up = math.Min(up, down)
			down = up
		}
		if signs[k] != 0 || e.d2[k] != 0 {
			add(up, e.d1[k], e.d2[k], 0, 0)
			add(down, -e.d1[k], -e.d2[k], 0, 0)
		}
		if v := l.Velocity[k]; signs[k] != 0 && !math.IsInf(v, 1) {
			c.rows = append(c.rows, row{0, float64(e.d1[k] / v * (e.d1[k] / v)), 0, -1})
		}
	}
	return c
}
