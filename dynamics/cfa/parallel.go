package cfa

import (
	"fmt"
	"sync/atomic"

	"kinetree/spatial"
	"kinetree/tree"
)

// ParallelChain is a [Chain] whose forward dynamics takes O(log n) steps, the parts of which do not depend on each
// other and run on several goroutines. What a part computes does not depend on the number of goroutines, so neither
// do the results. It is for one caller at a time.
//
// The velocities, v_i = X_i v_i−1 + S_i q̇_i, and the constraint forces, A λ = r, are systems in which each unknown
// is linked to its neighbours. Odd-even reduction takes every second unknown out of such a system, all at once, and
// leaves one of the same form and half the size (cyclic reduction: Hockney, "A fast direct solution of Poisson's
// equation using Fourier analysis", J. ACM 12, 1965). So ⌈log₂ n⌉ reductions leave one unknown of n, and as many
// substitutions in the opposite order find the others. velocities.go and reduction.go are these; all else is a step
// for all bodies at once.
type ParallelChain struct {
	*Chain
	moves      []move       // one for each joint
	left       []mat5       // for each row that is taken out L⁻¹ A_j,j−h
	h          int          // the distance of the unknowns that are in the system
	reductions int          // of A
	lost       atomic.Int64 // the first row whose factors are lost in rounding, or n
	team       *team

	// Of the call that is under way.
	qdd, q, qd, tau []float64
	fext            []spatial.Force
}

// NewParallelChain returns a chain of a model that runs on up to the given number of goroutines, the caller's being
// one of them. Errors are those of [NewChain]. About 1.6 kB for each joint. It panics if workers < 1.
func NewParallelChain(m *tree.Model, workers int) (*ParallelChain, error) {
	if workers < 1 {
		panic(fmt.Sprintf("cfa: there are %d workers; expected 1 or more", workers))
	}
	c, err := NewChain(m)
	if err != nil {
		return nil, err
	}
	n := len(c.rows)
	return &ParallelChain{Chain: c, moves: make([]move, n), left: make([]mat5, n), team: newTeam(workers)}, nil
}

// Reductions returns the number of reductions that the last ForwardDynamics made of the constraint forces: ⌈log₂ n⌉
// for n joints. The velocities take the same number.
func (p *ParallelChain) Reductions() int { return p.reductions }

// ForwardDynamics is that of [Chain], from which the results differ in rounding. O(n) operations in O(log n) steps;
// an allocation for each goroutine besides the caller's.
func (p *ParallelChain) ForwardDynamics(qdd, q, qd, tau []float64, fext []spatial.Force) error {
	p.model.CheckLengths(q, qd, tau, qdd)
	p.model.CheckWrenches(fext)
	n := len(p.rows)
	if n == 0 {
		return nil
	}
	p.qdd, p.q, p.qd, p.tau, p.fext = qdd, q, qd, tau, fext
	defer func() { p.qdd, p.q, p.qd, p.tau, p.fext = nil, nil, nil, nil, nil }()
	p.team.begin(p, n)
	defer p.team.end()

	p.team.all(p, n, (*ParallelChain).begin)
	p.velocities()
	p.team.all(p, n, (*ParallelChain).loose)
	p.team.all(p, n, func(p *ParallelChain, j int) { p.setRow(j + 1) })
	if !p.reduce() {
		return p.undetermined(int(p.lost.Load())+1, p.rows)
	}
	for range solutions {
		p.solve()
		p.team.all(p, n, func(p *ParallelChain, j int) { p.bear(j + 1) })
	}
	p.team.all(p, n, func(p *ParallelChain, j int) { p.rates(j+1, p.qdd) })
	return nil
}

// begin places body j, counted from 0, and sets the equation of its velocity.
func (p *ParallelChain) begin(j int) {
	p.place(j+1, p.q, p.tau)
	p.setMove(j)
}

// loose sets the acceleration of body j, counted from 0, without constraint forces.
func (p *ParallelChain) loose(j int) {
	p.bias(j+1, p.qd, p.fext)
	p.accelerate(j + 1)
}
