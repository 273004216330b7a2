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
	active    int   // the others at the end have no elements of W; see Solver.rank
	rates     *rateRows
	support   []int // the rates that have elements of W, in rising order
	rank      int   // how many of the rows no others imply; see Solver.rank
	w         []float64
	ways      [3][]int // where in the support are the elements of the ways of both sides to their ancestor, and of it
	rateWays  [][]int  // the same for each of the rates of rateRows
}

func newPairEquation(p *pair, n, holonomic int) *equation {
	p.length = p.size
	for i := range p.sides {
		s := &p.sides[i]
		p.length += vec.Len(s.frame.P)
		if s.branch != nil {
			p.length += s.branch.length()
		}
	}
	return &equation{n: n, active: n, holonomic: holonomic, pair: p, rows: make([]row, n)}
}

func newRateEquation(r *rateRows, holonomic int) *equation {
	return &equation{n: len(r.b), active: len(r.b), holonomic: holonomic, rates: r}
}

// lay finds the support. w is where its elements of W are to be.
func (e *equation) lay(forward Root) {
	e.support, e.rateWays = nil, nil
	var ways [][]int
	if p := e.pair; p != nil {
		for i := range p.sides {
			ways = append(ways, forward.Way(p.sides[i].body, p.ancestor))
		}
		ways = append(ways, forward.Way(p.ancestor, 0))
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

// place takes what depends on the position, on the velocity unless qd is nil, and on the acceleration unless qdd is.
// The poses are those that forward knows already, unless it is nil.
func (e *equation) place(m *tree.Model, forward Root, t float64, q, qd, qdd []float64) {
	if e.pair == nil {
		e.rates.update(e.rates, m, t, q, qd)
		return
	}
	for i := range e.pair.sides {
		s := &e.pair.sides[i]
		s.place(q, forward)
		if qd != nil {
			s.move(qd, qdd)
		}
	}
	e.pair.set(e.pair, e.rows)
	x := vec.Load(&e.pair.x[1])
	e.pair.reach = math.Sqrt(x.Dot(x)) + e.pair.length
	if qd != nil {
		e.pair.difference(qdd != nil)
	}
}

// move sets the velocity, at the position of the last place, for rate.
func (e *equation) move(qd []float64) {
	if e.pair == nil {
		return
	}
	for i := range e.pair.sides {
		e.pair.sides[i].move(qd, nil)
	}
	e.pair.difference(false)
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

// fill sets the elements of W. There is room in forces for two forces for each row.
func (e *equation) fill(forward Root, forces []spatial.Force) {
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
	p, both := e.pair, forces[:0]
	for i := range p.sides {
		s, at := &p.sides[i], forces[i*e.active:i*e.active+e.active]
		if s.fixed() {
			continue
		}
		p.forces(at, i, e.rows[:e.active])
		forward.AddForces(e.w, width, e.ways[i], s.body, p.ancestor, at)
		if len(both) == 0 {
			both = at
			continue
		}
		for k := range both {
			both[k].Add(&at[k])
		}
	}
	if p.ancestor > 0 && len(e.ways[2]) > 0 {
		forward.AddForces(e.w, width, e.ways[2], p.ancestor, 0, both)
	}
}

// scales sets for each row how long its elements of W would be if each side moved in the direction in which it moves
// most easily, and one of them alone. size is that of the robot (m).
func (e *equation) scales(scale []float64, forward Root, size float64) {
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
			e.pair.forces(forces, i, all)
			forward.AddForces(room, width, e.ways[i], s.body, e.pair.ancestor, forces)
			forward.AddForces(room, width, e.ways[2], e.pair.ancestor, 0, forces)
			for k := range 3 {
				lin = max(lin, norm(room[k*width:k*width+width]))
				ang = max(ang, norm(room[(3+k)*width:(3+k)*width+width]))
			}
		}
	}
	// A point on an axis moves by rounding alone.
	const little = 1e-6
	lin, ang = max(lin, float64(little*size*ang)), max(ang, float64(little/size*lin))
	for k := range e.n {
		scale[k] = float64(lin*vec.Len(e.rows[k].F)) + float64(ang*vec.Len(e.rows[k].N))
	}
}

// forces sets forces to those of the rows on a side, in its body's frame.
func (p *pair) forces(forces []spatial.Force, i int, rows []row) {
	pose := p.sides[i].bodyPose()
	arm := vec.Load(&p.x[i]).Sub(vec.Load(&pose.P))
	sign := float64(2*i - 1)
	for k := range rows {
		r := &rows[k]
		F := vec.Load(&r.F).Scale(sign)
		n, l := vec.Load(&r.N).Scale(sign).Add(arm.Cross(F)), F
		vec.Of(vec.TMul(&pose.R, n)).Store(&forces[k].Ang)
		vec.Of(vec.TMul(&pose.R, l)).Store(&forces[k].Lin)
	}
}

// idle returns how many rows there are at the end whose elements of W are rounding.
func (e *equation) idle(scale []float64) (n int) {
	for width := len(e.support); n < e.n; n++ {
		k := e.n - 1 - n
		if norm(e.w[k*width:k*width+width]) > rounding*scale[k] {
			break
		}
	}
	return n
}

func norm(x []float64) float64 {
	sum := 0.0
	for _, a := range x {
		sum += float64(a * a)
	}
	return math.Sqrt(sum)
}
