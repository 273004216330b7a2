package identify

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

// manifold is what constraints leave of the motion of a model, and of its equation. Some rates are free and give the
// others, which are tied to them,
//
//	q̇ = N q̇_free,   A N = 0,   Nᵀ W θ = Nᵀ (τ + Aᵀ λ) = Nᵀ τ
//
// so that the multipliers λ, which no log has, drop out, and the rows of the equation are those of the free rates. It
// is a workspace for one goroutine.
type manifold struct {
	model   *tree.Model
	solver  *constraint.Solver
	forward *aba.Solver
	places  [][]float64 // some positions that meet the constraints, those of the motion once it is known
	hold    []float64
	scale   []float64 // of each rate: 1, or of linear ones 1/m
	free    []int     // rates, rising
	tied    []int     // the others
	coupled [][]bool  // by free rate and tied one: whether a sample ties the one to the other
}

// newManifold returns what constraints leave of a model near the position start. Where that is possible it takes the
// rates that are kept from there.
func newManifold(m *tree.Model, list []constraint.Constraint, start []float64, kept ...int) (*manifold,
	error) {
	c := &manifold{model: m, forward: aba.New(m), places: [][]float64{slices.Clone(start)},
		hold: make([]float64, m.NV())}
	var err error
	if c.solver, err = constraint.New(m, list, c.forward); err != nil {
		return nil, err
	}
	q := c.places[0]
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

// bind makes the equation that of the motion which constraints leave, and finds what the logs lack of it. The position
// start is near that of the logs.
func (e *Equation) bind(list []constraint.Constraint, start []float64, logs ...*Log) (err error) {
	start = slices.Clone(start)
	first := logs[0].Parts[0].Q[0]
	for i, x := range first {
		if !math.IsNaN(x) {
			start[i] = x
		}
	}
	_, given := lacking(e.model, first)
	if e.bound, err = newManifold(e.model, list, start, given...); err != nil {
		return err
	}
	return e.bound.complete(logs...)
}

// prepare is Prepare for the motion of the equation.
func (e *Equation) prepare(cutoff float64, logs ...*Log) (*Measurements, error) {
	x, err := Prepare(e.model, cutoff, logs...)
	if err == nil && e.bound != nil {
		err = e.bound.settle(x)
	}
	return x, err
}

// keep makes the solver leave rates as they are.
func (c *manifold) keep(rates ...int) {
	clear(c.hold)
	for _, i := range rates {
		c.hold[i] = math.Inf(1)
	}
	c.forward.Augment(c.hold)
	c.solver.Forget()
}

// meet takes a state to the constraints: the position, then the velocity unless it is nil, then the acceleration unless
// it is, each by the smallest change with the mass matrix as the metric, without a change of the rates that are kept.
func (c *manifold) meet(q, v, a []float64, kept ...int) error {
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
func (c *manifold) spread(q []float64) *mat.Dense {
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

// Bounds of the choice of free rates: how large the part of a rate that others do not give is at least, at its smallest
// along the motion and as a share of the largest such part, for a joint that efforts drive to be chosen; and at how
// many states of the motion that is looked at.
const (
	choosable = 1e-2
	looks     = 200
)

// choose finds the free rates: those that are furthest from being given by others at all states of the motion, and
// rather of joints that efforts drive. The positions of the samples meet the constraints.
func (c *manifold) choose(parts []*Samples) error {
	n := c.model.NV()
	driven, total := make([]bool, n), 0
	for _, s := range parts {
		total += s.Len()
		for _, tau := range s.Tau {
			for i, x := range tau {
				driven[i] = driven[i] || x != 0
			}
		}
	}
	var bases []*mat.Dense // of what is not yet chosen
	c.places = nil
	for _, s := range parts {
		for i := 0; i < s.Len(); i += max(1, total/looks) {
			c.places = append(c.places, s.Q[i])
			if b := c.spread(s.Q[i]); b != nil {
				bases = append(bases, b)
			}
		}
	}
	if len(bases) == 0 {
		return errors.New("the constraints leave the robot no motion; expected some that do")
	}
	_, mobility := bases[0].Dims()
	c.free = nil
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
		c.free = append(c.free, best)
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
	slices.Sort(c.free)
	c.tied = nil
	for i := range n {
		if !slices.Contains(c.free, i) {
			c.tied = append(c.tied, i)
		}
	}
	c.coupled = nil
	for range c.free {
		c.coupled = append(c.coupled, make([]bool, len(c.tied)))
	}
	for _, s := range parts {
		c.tie(s)
	}
	return nil
}

// tie finds how the free rates give the others at the samples.
func (c *manifold) tie(s *Samples) {
	s.ties = make([][]float64, s.Len())
	for i, q := range s.Q {
		s.ties[i] = c.ties(q)
		for k, x := range s.ties[i] {
			const little = 1e-9
			f, d := k/len(c.tied), k%len(c.tied)
			c.coupled[f][d] = c.coupled[f][d] || math.Abs(x)*c.scale[c.tied[d]] > little*c.scale[c.free[f]]
		}
	}
}

// ties returns what the tied rates have of each free one at a position that meets the constraints, free by free; nil
// where the free ones do not give them, as at a dead centre. With the columns T of A of the tied rates and F of the
// free ones it solves T x + F = 0 by elimination with complete pivoting, which finds the rows that others imply.
func (c *manifold) ties(q []float64) []float64 {
	n, tied, free := c.model.NV(), len(c.tied), len(c.free)
	rows, _ := c.solver.Matrix(0, q)
	a := make([][]float64, 0, len(rows)/n)
	for r := range len(rows) / n {
		row := make([]float64, 0, n)
		for _, v := range c.tied {
			row = append(row, rows[r*n+v]/c.scale[v])
		}
		for _, v := range c.free {
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
			out[f*tied+d] = x * c.scale[c.free[f]] / c.scale[c.tied[d]]
		}
	}
	return out
}

// fold makes of the rows of all rates, of some numbers each, those of the free ones; the others become 0.
func (c *manifold) fold(rows []float64, width int, ties []float64) {
	for f, v := range c.free {
		to := rows[v*width:][:width]
		for d, w := range c.tied {
			if x := ties[f*len(c.tied)+d]; x != 0 {
				floats.AddScaled(to, x, rows[w*width:][:width])
			}
		}
	}
	for _, w := range c.tied {
		clear(rows[w*width:][:width])
	}
}

// follow sets the tied rates to what the free ones give.
func (c *manifold) follow(v, ties []float64) {
	for d, w := range c.tied {
		v[w] = 0
		for f, u := range c.free {
			v[w] += float64(ties[f*len(c.tied)+d] * v[u])
		}
	}
}

// counts changes which efforts of the samples count: those of free rates, where those that are folded into them do.
func (c *manifold) counts(used [][]bool, s *Samples) {
	for i := range s.T {
		for f, v := range c.free {
			all := used[v][i] && s.ties[i] != nil
			for d, w := range c.tied {
				all = all && (used[w][i] || !c.coupled[f][d])
			}
			used[v][i] = all
		}
	}
	for _, w := range c.tied {
		clear(used[w])
	}
}

// wander sets q, v and a to a random state that meets the constraints. Its position is on a short random way from one
// of the motion, so that it is one of the ways in which the robot is assembled there; v and a are random before.
func (c *manifold) wander(q, v, a []float64, rng *rand.Rand) error {
	const (
		steps = 4
		long  = 0.15 // rad, or of the size of the robot
	)
	step, next := make([]float64, len(v)), make([]float64, len(q))
	copy(q, c.places[int(rng.Float64()*float64(len(c.places)))])
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
			if c.meet(next, nil, nil) == nil {
				copy(q, next)
				break
			}
		}
	}
	return c.meet(q, v, a)
}

// randomRows sets w to the rows of the equation in a random state that meets the constraints, or to zero if none is
// found.
func (e *Equation) randomRows(w, q, v, a []float64, rng *rand.Rand) {
	clear(w)
	if e.bound.wander(q, v, a, rng) != nil {
		return
	}
	if ties := e.bound.ties(q); ties != nil {
		e.Rows(w, q, v, a)
		e.bound.fold(w, len(e.names), ties)
	}
}

// complete finds the positions, velocities and accelerations of the joints of logs whose positions are NaN.
func (c *manifold) complete(logs ...*Log) error {
	for _, log := range logs {
		for part, s := range log.Parts {
			unknown, given := lacking(c.model, s.Q[0])
			if len(unknown) == 0 {
				continue
			}
			if part == 0 {
				if err := c.tell(unknown, given); err != nil {
					return fmt.Errorf("%s: %w", log.File, err)
				}
			}
			if err := c.completePart(s, unknown, given); err != nil {
				return fmt.Errorf("%s: %w", log.File, err)
			}
		}
	}
	return nil
}

// lacking returns the joints whose positions are not known in q, and the rates of the others.
func lacking(m *tree.Model, q []float64) (joints []*tree.Joint, given []int) {
	unknown := make([]bool, m.NV())
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 || !slices.ContainsFunc(q[j.Q:j.Q+j.NQ], math.IsNaN) {
			continue
		}
		joints = append(joints, j)
		for i := range j.NV {
			unknown[j.V+i] = true
		}
	}
	for i, u := range unknown {
		if !u {
			given = append(given, i)
		}
	}
	return joints, given
}

// tell returns an error unless the constraints tell the rates of joints from those that are given: unless nothing moves
// while these rest, at a random position.
func (c *manifold) tell(lacking []*tree.Joint, given []int) error {
	q, rng := make([]float64, c.model.NQ()), rand.New(rand.NewPCG(2, 0))
	v := make([]float64, c.model.NV())
	if err := c.wander(q, v, slices.Clone(v), rng); err != nil {
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

// completePart finds what a stretch of a log lacks, each position from the one before.
func (c *manifold) completePart(s *Samples, lacking []*tree.Joint, given []int) error {
	known := func(rows [][]float64) bool {
		return !slices.ContainsFunc(given, func(i int) bool { return math.IsNaN(rows[0][i]) })
	}
	velocities, accelerations := known(s.V), known(s.V) && known(s.A)
	before := c.places[0]
	for i, q := range s.Q {
		v, a := make([]float64, len(c.hold)), make([]float64, len(c.hold))
		for _, j := range lacking {
			copy(q[j.Q:j.Q+j.NQ], before[j.Q:j.Q+j.NQ])
		}
		for _, k := range given {
			if velocities {
				v[k] = s.V[i][k]
			}
			if accelerations {
				a[k] = s.A[i][k]
			}
		}
		err := c.meet(q, v, a, given...)
		if err != nil { // more is measured than can be chosen
			err = c.meet(q, v, a)
		}
		if err != nil {
			return fmt.Errorf("at %v s: %w", s.T[i], err)
		}
		before = q
		for _, j := range lacking {
			for k := j.V; k < j.V+j.NV; k++ {
				if velocities {
					s.V[i][k] = v[k]
				}
				if accelerations {
					s.A[i][k] = a[k]
				}
			}
		}
	}
	return nil
}

// settle takes the states of a motion to the constraints. Joints that count as standing still do so. It notes by how
// much positions change.
func (c *manifold) settle(x *Measurements) error {
	var kept []int
	for k := range c.model.Joints() {
		if j := &c.model.Joints()[k]; x.stands(j.Name) {
			kept = append(kept, j.V)
		}
	}
	x.Moved = make([]float64, c.model.NV())
	moved := make([]float64, c.model.NV())
	for part, s := range x.Parts {
		s = &Samples{T: s.T, Q: clone(s.Q), V: clone(s.V), A: clone(s.A), Tau: s.Tau, noise: s.noise, spread: s.spread}
		for i, q := range s.Q {
			was := slices.Clone(q)
			err := c.meet(q, s.V[i], s.A[i], kept...)
			if err != nil {
				copy(q, was)
				err = c.meet(q, s.V[i], s.A[i])
			}
			if err != nil {
				return fmt.Errorf("at %v s the positions do not meet the constraints: %w", s.T[i], err)
			}
			c.model.Difference(moved, was, q)
			for k, d := range moved {
				x.Moved[k] = math.Max(x.Moved[k], math.Abs(d))
			}
		}
		x.Parts[part] = s
	}
	return nil
}
