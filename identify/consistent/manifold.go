package consistent

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/internal/floats"
	"kinetree/internal/suggest"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Manifold is what constraints leave of the motion of a model, and of its equation. Some rates are free and give the
// others, which are tied to them,
//
//	q̇ = N q̇_free,   A N = 0,   Nᵀ W θ = Nᵀ (τ + Aᵀ λ) = Nᵀ τ
//
// so that the multipliers λ, which no log has, drop out, and the rows of the equation are those of the free rates. It
// is a workspace for one goroutine.
type Manifold struct {
	model   *tree.Model
	solver  *constraint.Solver
	forward *aba.Solver
	Places  [][]float64 // some positions that meet the constraints, those of the motion once it is known
	hold    []float64
	scale   []float64 // of each rate: 1, or of linear ones 1/m
	Free    []int     // rates, rising
	Tied    []int     // the others
	coupled [][]bool  // by free rate and tied one: whether a sample ties the one to the other
}

// NewManifold returns what constraints leave of a model near the position start. Where that is possible it takes the
// rates that are kept from there.
func NewManifold(m *tree.Model, list []constraint.Constraint, start []float64, kept ...int) (*Manifold,
	error) {
	c := &Manifold{model: m, forward: aba.New(m), Places: [][]float64{slices.Clone(start)},
		hold: make([]float64, m.NV())}
	var err error
	if c.solver, err = constraint.New(m, list, c.forward); err != nil {
		return nil, err
	}
	q := c.Places[0]
	c.keep(kept...)
	err = c.solver.Assemble(0, q)
	if c.keep(); err != nil { // more is measured than can be chosen
		err = c.solver.Assemble(0, q)
	}
	if err != nil {
		return nil, err
	}
	if err := c.solver.Choose(0, q); err != nil {
		return nil, err
	}
	c.scale = make([]float64, m.NV())
	for i, turns := range m.Angular() {
		if c.scale[i] = 1; !turns {
			c.scale[i] = 1 / c.solver.Size()
		}
	}
	return c, nil
}

// keep makes the solver leave rates as they are.
func (c *Manifold) keep(rates ...int) {
	clear(c.hold)
	for _, i := range rates {
		c.hold[i] = math.Inf(1)
	}
	c.forward.Augment(c.hold)
	c.solver.Forget()
}

// Meet takes a state to the constraints: the position, then the velocity unless it is nil, then the acceleration unless
// it is, each by the smallest change with the mass matrix as the metric, without a change of the rates that are kept.
func (c *Manifold) Meet(q, v, a []float64, kept ...int) error {
	c.keep(kept...)
	defer c.keep()
	rest := make([]float64, len(c.hold))
	if err := c.solver.Project(0, q, rest); err != nil {
		return err
	}
	if v == nil {
		return nil
	}
	if err := c.solver.Move(0, q, v); err != nil || a == nil {
		return err
	}
	clear(rest)
	if err := c.forward.ForwardDynamics(slices.Clone(a), q, v, rest, nil); err != nil {
		return err
	}
	c.solver.Correct(a, 0, q, v)
	return nil
}

// spread returns an orthonormal basis, one column each, of the velocities that constraints leave at a position.
func (c *Manifold) spread(q []float64) *mat.Dense {
	n := c.model.NV()
	rows, _ := c.solver.Matrix(0, q)
	all := mat.NewDense(len(rows)/n+n, n, nil) // with rows of zeros, so that there are all right singular vectors
	for r := range len(rows) / n {
		for i := range n {
			all.Set(r, i, rows[r*n+i]/c.scale[i])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(all) {
		return nil
	}
	rank := c.solver.Rank()
	if rank >= n {
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, n, rank, n))
}

// choosable bounds the choice of free rates: how large the part of a rate that others do not give is at least, at its
// smallest along the motion and as a share of the largest such part, so that a joint that efforts drive is chosen.
const choosable = 1e-2

// Choose finds the free rates: those that are furthest from being given by others at all of some positions of the
// motion, which meet the constraints, and rather those that efforts drive. The error says why there are none.
func (c *Manifold) Choose(places [][]float64, driven []bool) error {
	n := c.model.NV()
	var bases []*mat.Dense // of what is not yet chosen
	c.Places = places
	for _, q := range places {
		if b := c.spread(q); b != nil {
			bases = append(bases, b)
		}
	}
	if len(bases) == 0 {
		return errors.New("the constraints leave the robot no motion; expected some that do")
	}
	_, mobility := bases[0].Dims()
	c.Free = nil
	for range mobility {
		least := make([]float64, n)
		for i := range least {
			least[i] = math.Inf(1)
			for _, b := range bases {
				least[i] = min(least[i], floats.Norm(b.RawRowView(i), 2))
			}
		}
		best := slices.Index(least, slices.Max(least))
		for i := range least {
			if driven[i] && least[i] > choosable*slices.Max(least) && (!driven[best] || least[i] > least[best]) {
				best = i
			}
		}
		c.Free = append(c.Free, best)
		for _, b := range bases { // without what moves the rate, its row is zero
			direction := slices.Clone(b.RawRowView(best))
			size := floats.Norm(direction, 2)
			if size == 0 {
				continue
			}
			floats.Scale(1/size, direction)
			for i := range n {
				row := b.RawRowView(i)
				floats.AddScaled(row, -floats.Dot(row, direction), direction)
			}
		}
	}
	slices.Sort(c.Free)
	c.Tied = nil
	for i := range n {
		if !slices.Contains(c.Free, i) {
			c.Tied = append(c.Tied, i)
		}
	}
	c.coupled = nil
	for range c.Free {
		c.coupled = append(c.coupled, make([]bool, len(c.Tied)))
	}
	return nil
}

// Tie returns how the free rates give the others at positions of the motion, each as Ties has it.
func (c *Manifold) Tie(positions [][]float64) [][]float64 {
	all := make([][]float64, len(positions))
	for i, q := range positions {
		all[i] = c.Ties(q)
		for k, x := range all[i] {
			const little = 1e-9
			f, d := k/len(c.Tied), k%len(c.Tied)
			c.coupled[f][d] = c.coupled[f][d] || math.Abs(x)*c.scale[c.Tied[d]] > little*c.scale[c.Free[f]]
		}
	}
	return all
}

// Ties returns what the tied rates have of each free one at a position that meets the constraints, free by free; nil
// where the free ones do not give them, as at a dead centre. With the columns T of A of the tied rates and F of the
// free ones it solves T x + F = 0 by elimination with complete pivoting, which finds the rows that others imply.
func (c *Manifold) Ties(q []float64) []float64 {
	n, tied, free := c.model.NV(), len(c.Tied), len(c.Free)
	rows, _ := c.solver.Matrix(0, q)
	a := make([][]float64, 0, len(rows)/n)
	for r := range len(rows) / n {
		row := make([]float64, 0, n)
		for _, v := range c.Tied {
			row = append(row, rows[r*n+v]/c.scale[v])
		}
		for _, v := range c.Free {
			row = append(row, rows[r*n+v]/c.scale[v])
		}
		a = append(a, row)
	}
	order, largest := make([]int, tied), 0.0 // tied rates in the order of their pivots
	for k := range order {
		order[k] = k
	}
	for k := range tied {
		row, column := k, k
		for r := k; r < len(a); r++ {
			for j := k; j < tied; j++ {
				if math.Abs(a[r][order[j]]) > math.Abs(a[row][order[column]]) {
					row, column = r, j
				}
			}
		}
		const singular = 1e-7 // of the largest pivot
		if k >= len(a) || !(math.Abs(a[row][order[column]]) > singular*largest) {
			return nil
		}
		a[k], a[row], order[k], order[column] = a[row], a[k], order[column], order[k]
		pivot := a[k][order[k]]
		largest = math.Max(largest, math.Abs(pivot))
		for r := range a {
			if x := a[r][order[k]] / pivot; r != k && x != 0 {
				floats.AddScaled(a[r], -x, a[k])
			}
		}
	}
	out := make([]float64, free*tied)
	for k, d := range order {
		for f := range free {
			x := -a[k][tied+f] / a[k][d]
			out[f*tied+d] = x * c.scale[c.Free[f]] / c.scale[c.Tied[d]]
		}
	}
	return out
}

// Fold makes of the rows of all rates, of some numbers each, those of the free ones; the others become 0.
func (c *Manifold) Fold(rows []float64, width int, ties []float64) {
	for f, v := range c.Free {
		to := rows[v*width:][:width]
		for d, w := range c.Tied {
			if x := ties[f*len(c.Tied)+d]; x != 0 {
				floats.AddScaled(to, x, rows[w*width:][:width])
			}
		}
	}
	for _, w := range c.Tied {
		clear(rows[w*width:][:width])
	}
}

// Follow sets the tied rates to what the free ones give.
func (c *Manifold) Follow(v, ties []float64) {
	for d, w := range c.Tied {
		v[w] = 0
		for f, u := range c.Free {
			v[w] += float64(ties[f*len(c.Tied)+d] * v[u])
		}
	}
}

// Counts changes which efforts count at positions of which it is given the ties: those of free rates, where those that
// are folded into them do.
func (c *Manifold) Counts(used [][]bool, ties [][]float64) {
	for i := range ties {
		for f, v := range c.Free {
			all := used[v][i] && ties[i] != nil
			for d, w := range c.Tied {
				all = all && (used[w][i] || !c.coupled[f][d])
			}
			used[v][i] = all
		}
	}
	for _, w := range c.Tied {
		clear(used[w])
	}
}

// Wander sets q, v and a to a random state that meets the constraints. Its position is on a short random way from one
// of the motion, so that it is one of the ways in which the robot is assembled there; v and a are random before.
func (c *Manifold) Wander(q, v, a []float64, rng *rand.Rand) error {
	const (
		steps = 4
		long  = 0.15 // rad, or of the size of the robot
	)
	step, next := make([]float64, len(v)), make([]float64, len(q))
	copy(q, c.Places[int(rng.Float64()*float64(len(c.Places)))])
	for range steps {
		b := c.spread(q)
		if b == nil {
			break
		}
		clear(step)
		_, columns := b.Dims()
		for k := range columns {
			floats.AddScaled(step, float64(2*rng.Float64())-1, b.Column(k))
		}
		for i := range step {
			step[i] = float64(step[i] * (long / c.scale[i]))
		}
		for h := 1.0; h > 1e-3; h /= 2 {
			c.model.Integrate(next, q, step, h)
			if c.Meet(next, nil, nil) == nil {
				copy(q, next)
				break
			}
		}
	}
	return c.Meet(q, v, a)
}

// Tell returns an error unless the constraints tell the rates of joints from those that are given: unless nothing moves
// while these rest, at a random position.
func (c *Manifold) Tell(lacking []*tree.Joint, given []int) error {
	q, rng := make([]float64, c.model.NQ()), rand.New(rand.NewPCG(2, 0))
	v := make([]float64, c.model.NV())
	if err := c.Wander(q, v, slices.Clone(v), rng); err != nil {
		return err
	}
	b := c.spread(q)
	if b == nil {
		return nil
	}
	_, mobility := b.Dims()
	rows := mat.NewDense(max(len(given), mobility), mobility, nil)
	for k, i := range given {
		copy(rows.RawRowView(k), b.RawRowView(i))
	}
	var svd mat.SVD
	if svd.Factorize(rows) && svd.Rank(1e-6) == mobility {
		return nil
	}
	var names []string
	for _, j := range lacking {
		names = append(names, j.Name+"/position")
	}
	return fmt.Errorf("there are no columns %s, and the constraints do not tell all of these positions from the "+
		"others; expected those of as many joints as the robot has freedoms, %d", suggest.List(names), mobility)
}
