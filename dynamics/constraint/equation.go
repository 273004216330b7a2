package constraint

import (
	"math"
	"slices"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// equation are the rows of one constraint, compiled for a model.
type equation struct {
	index, n  int
	name      string
	holonomic int  // the first so many rows are on positions, too
	works     bool // its multipliers do work: b is not 0
	moves     bool // it is prescribed motion
	first     int  // its first row among all
	pair      *pair
	rows      []row // of the pair
	rates     *rateRows
	support   []int // the rates that have elements of W, in rising order
	w         []float64
	ways      [2][]int // where in the support the ways of both sides have their elements
	rateWays  [][]int  // the same for each of the rates of rateRows
}

func newPairEquation(p *pair, n, holonomic int) *equation {
	return &equation{n: n, holonomic: holonomic, pair: p, rows: make([]row, n)}
}

func newRateEquation(r *rateRows, holonomic int) *equation {
	return &equation{n: len(r.b), holonomic: holonomic, rates: r}
}

// lay finds the support. w is where its elements of W are to be.
func (e *equation) lay(forward Root) {
	var ways [][]int
	if e.pair != nil {
		for i := range e.pair.sides {
			var way []int
			if s := &e.pair.sides[i]; !s.fixed() {
				way = forward.Way(s.body)
			}
			ways = append(ways, way)
		}
	} else {
		for _, v := range e.rates.rates {
			ways = append(ways, forward.WayOfRate(v))
		}
	}
	for _, way := range ways {
		e.support = append(e.support, way...)
	}
	slices.Sort(e.support)
	e.support = slices.Compact(e.support)
	for i, way := range ways {
		at := make([]int, len(way))
		for k, v := range way {
			at[k], _ = slices.BinarySearch(e.support, v)
		}
		if e.pair != nil {
			e.ways[i] = at
		} else {
			e.rateWays = append(e.rateWays, at)
		}
	}
}

// place takes what depends on the position, and on the velocity unless qd is nil.
func (e *equation) place(m *tree.Model, kin *tree.Kinematics, t float64, q, qd []float64, acceleration bool) {
	if e.pair == nil {
		e.rates.update(e.rates, m, t, q, qd)
		return
	}
	for i := range e.pair.sides {
		s := &e.pair.sides[i]
		s.place(kin)
		if qd != nil {
			s.move(kin, acceleration)
		}
	}
	e.pair.set(e.pair, e.rows)
	if qd != nil {
		e.pair.difference(acceleration)
	}
}

// off returns what is to be zero of the position in row k, which is one of the first e.holonomic.
func (e *equation) off(k int) float64 {
	if e.pair == nil {
		return e.rates.off[k]
	}
	return e.rows[k].off
}

// rate returns what is to be zero of the velocity in row k.
func (e *equation) rate(k int, qd []float64) float64 {
	if e.pair == nil {
		return e.rates.rate(k, qd)
	}
	return e.pair.rate(&e.rows[k])
}

// derivative returns what is to be zero of the acceleration in row k.
func (e *equation) derivative(k int, qdd []float64) float64 {
	if e.pair == nil {
		return e.rates.derivative(k, qdd)
	}
	return e.pair.derivative(&e.rows[k])
}

// fill sets the elements of W.
func (e *equation) fill(forward Root, kin *tree.Kinematics, forces []spatial.Force) {
	width := len(e.support)
	clear(e.w)
	if e.pair == nil {
		for k := range e.n {
			row := e.w[k*width : k*width+width]
			for i, v := range e.rates.rates {
				if c := e.rates.A[k*len(e.rates.rates)+i]; c != 0 {
					forward.AddEffort(row, e.rateWays[i], v, c)
				}
			}
		}
		return
	}
	for i := range e.pair.sides {
		if s := &e.pair.sides[i]; !s.fixed() {
			e.pair.forces(forces, i, e.rows, kin)
			forward.AddForces(e.w, width, e.ways[i], s.body, forces[:e.n])
		}
	}
}

// scales sets for each row how long its elements of W would be if each side moved in the direction in which it moves
// most easily, and one of them alone.
func (e *equation) scales(scale []float64, forward Root, kin *tree.Kinematics) {
	width := len(e.support)
	if e.pair == nil {
		room := make([]float64, width)
		for k := range e.n {
			scale[k] = 0
			for i, v := range e.rates.rates {
				clear(room)
				forward.AddEffort(room, e.rateWays[i], v, e.rates.A[k*len(e.rates.rates)+i])
				scale[k] = max(scale[k], norm(room))
			}
		}
		return
	}
	all := make([]row, 6)
	for k := range 3 {
		all[k].F, all[3+k].N = unit[k], unit[k]
	}
	forces, room := make([]spatial.Force, 6), make([]float64, 6*width)
	lin, ang := 0.0, 0.0
	for i := range e.pair.sides {
		if s := &e.pair.sides[i]; !s.fixed() {
			clear(room)
			e.pair.forces(forces, i, all, kin)
			forward.AddForces(room, width, e.ways[i], s.body, forces)
			for k := range 3 {
				lin = max(lin, norm(room[k*width:k*width+width]))
				ang = max(ang, norm(room[(3+k)*width:(3+k)*width+width]))
			}
		}
	}
	for k := range e.n {
		scale[k] = float64(lin*vec.Len(e.rows[k].F)) + float64(ang*vec.Len(e.rows[k].N))
	}
}

// forces sets forces to those of the rows on a side, in its body's frame.
func (p *pair) forces(forces []spatial.Force, i int, rows []row, kin *tree.Kinematics) {
	s := &p.sides[i]
	pose := kin.BodyPose(s.body)
	arm := p.x[i].Sub(pose.P)
	sign := float64(2*i - 1)
	for k := range rows {
		r := &rows[k]
		f := spatial.Force{Ang: vec.Scaled(r.N.Add(vec.Cross(arm, r.F)), sign), Lin: vec.Scaled(r.F, sign)}
		turn := spatial.Transform{R: pose.R}
		turn.ApplyForce(&forces[k], &f)
	}
}

func norm(x []float64) float64 {
	sum := 0.0
	for _, a := range x {
		sum += float64(a * a)
	}
	return math.Sqrt(sum)
}
