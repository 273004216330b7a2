package constraint

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
)

const (
	// closed is the violation, relative to the size of what it is a difference of, that is taken for rounding; less of
	// it where rows are near the span of others, down to precise.
	closed  = 4e-15
	precise = 1.2e-16
	// floor is that below which no articulation is worth its cost.
	floor = 3e-14
	// open is the violation beyond which rows that seemed redundant are not.
	open = 1e-9
	// weak is the distance of a row from the span of others, relative to what it could be, below which there is a
	// singular position within a few steps.
	weak = 1e-3
	// rounds is the largest number of corrections.
	rounds = 30
)

// A pass is one of the ways in which states are taken to the constraints, one after the other until little enough
// remains. In the first ones the rows have no effect that are nearer to the span of others than a part of what they
// could be, see Solver.decompose: near a singular position what is rounding of the constraint would be far more in the
// position, and more yet in the velocity. What is right before such a position stays so in the few steps through it,
// as long as it is left alone; integration does not drift so much there.
type pass struct{ part, remains float64 }

var (
	positions  = [...]pass{{0.05, 3e-15}, {weak, 5e-14}, {rounding, 5e-14}}
	velocities = [...]pass{{0.05, 1e-13}, {weak, 1e-10}, {rounding, 1e-10}}
)

// Margin returns how far the position of the last Correct is from a singular one: the least distance of a row from the
// span of others, relative to what it could be.
func (s *Solver) Margin() float64 { return math.Sqrt(s.factor.weakest) }

// Tangent takes from a small deviation d of the position of the last Correct, or of the velocity there, what Project
// would take from it. d has numbers of velocities. O(n) for each row and what the factorization takes; no allocation.
func (s *Solver) Tangent(d []float64, position bool) {
	clear(s.x)
	clear(s.z)
	for _, side := range [...]struct {
		sign float64
		qd   []float64
	}{{1, s.z}, {-1, d}} {
		for _, e := range s.equations {
			e.move(side.qd)
		}
		for r := range s.rows {
			if x := &s.rows[r]; !position || x.k < x.holonomic {
				s.x[r] += float64(side.sign * x.rate(x.k, side.qd))
			}
		}
	}
	s.respond(s.x, true)
	s.forward.FromRoot(s.z)
	floats.Add(d, s.z)
}

// Project takes position and velocity at time t to the constraints by the smallest change, with the mass matrix as the
// metric and rates that forward holds held. The error is an *UnmetError if that does not succeed, or that of
// Root.Articulate.
func (s *Solver) Project(t float64, q, qd []float64) error {
	for again := false; ; again = true {
		off, err := s.projectPosition(t, q)
		if err != nil {
			return err
		}
		slip, err := s.projectVelocity(t, q, qd)
		if err != nil || off <= open && slip <= open {
			return err
		}
		if err := s.forward.Articulate(q); err != nil {
			return err
		}
		before := s.Rank()
		s.rank()
		s.fresh = false
		if again || s.Rank() == before {
			if !(off <= open) {
				_, worst := s.open()
				return s.unmet(worst)
			}
			_, worst := s.slips(qd)
			return s.slipping(worst, qd)
		}
	}
}

// articulate prepares the factorization at a position, where the rows are, without rows that are nearer to the span of
// others than a tolerance.
func (s *Solver) articulate(q []float64, tolerance float64) error {
	if err := s.forward.Articulate(q); err != nil {
		return err
	}
	if !s.began || s.unranked {
		s.rank()
	}
	s.decompose(tolerance)
	return nil
}

// correct calls step, which takes the state to the constraints with the present factorization, until what remains of
// the violation is rounding, and returns that. look returns the violation, with the rows at the new state. The first
// factorization is that of the last Correct, if there is one: that of a stage of the step that has led here. A new one
// takes its place where it does not serve.
func (s *Solver) correct(q []float64, passes *[3]pass, look func() float64, step func()) (off float64,
	err error) {
	off = look()
	for i, p := range passes {
		known := i == 0 && s.fresh && s.factor.weakest >= p.part*p.part
		exact, last := false, math.Inf(1)
		target := max(precise, float64(closed*min(1, math.Sqrt(s.factor.weakest))))
		for range rounds {
			if off <= target || off > 0.5*last && (exact || off <= floor) {
				break
			}
			if !known || off > 1e-3*last {
				if err := s.articulate(q, p.part); err != nil {
					return off, err
				}
				known, exact = true, true
			}
			last = off
			step()
			off = look()
		}
		if off <= p.remains {
			break
		}
	}
	return off, nil
}

// Off returns the largest violation of a position at time t, relative to the lengths in its constraint, and keeps them
// all for Aim.
func (s *Solver) Off(t float64, q []float64) float64 {
	s.place(t, q, nil, nil)
	s.takeOff()
	off, _ := s.open()
	return off
}

// takeOff sets x to the opposite of what is to be zero of the position.
func (s *Solver) takeOff() {
	for r := range s.rows {
		x := &s.rows[r]
		if s.x[r] = 0; x.k < x.holonomic {
			s.x[r] = -x.off(x.k)
		}
	}
}

// Aim sets dq to the smallest displacement, with the mass matrix as the metric, that takes back the violations that Off
// has found, by the rows at time t and position q. The error is that of Root.Articulate.
func (s *Solver) Aim(dq []float64, t float64, q []float64) error {
	s.place(t, q, nil, nil)
	if err := s.articulate(q, weak); err != nil {
		return err
	}
	s.respond(s.x, false)
	copy(dq, s.z)
	s.forward.FromRoot(dq)
	s.Forget() // for the velocity that comes is far from the constraints
	return nil
}

// projectPosition returns the violation of the position that remains.
func (s *Solver) projectPosition(t float64, q []float64) (off float64, err error) {
	look := func() float64 {
		s.place(t, q, nil, nil)
		off, _ := s.open()
		return off
	}
	return s.correct(q, &positions, look, func() {
		s.takeOff()
		s.respond(s.x, false)
		s.forward.FromRoot(s.z)
		s.model.Integrate(q, q, s.z, 1)
	})
}

// projectVelocity needs the rows at the position, as projectPosition leaves them. It returns the violation of the
// velocity that remains.
func (s *Solver) projectVelocity(t float64, q, qd []float64) (slip float64, err error) {
	look := func() float64 {
		for _, e := range s.equations {
			e.move(qd)
		}
		slip, _ := s.slips(qd)
		return slip
	}
	return s.correct(q, &velocities, look, func() {
		for r := range s.rows {
			x := &s.rows[r]
			s.x[r] = -x.rate(x.k, qd)
		}
		s.respond(s.x, false)
		s.forward.FromRoot(s.z)
		floats.Add(qd, s.z)
	})
}

// open returns the largest violation of the position at the place of the rows, relative to what it is a difference of.
func (s *Solver) open() (most float64, worst *rowAt) {
	for r := range s.rows {
		x := &s.rows[r]
		if x.k >= x.holonomic {
			continue
		}
		off := math.Abs(x.off(x.k))
		if off == 0 { // whatever the size, which is 0 at the origin
			continue
		}
		if off /= x.size(); !(off <= most) {
			most, worst = off, x
		}
	}
	return most, worst
}

// size returns what a violation of the position in the row is a difference of.
func (x *rowAt) size() float64 {
	if x.pair == nil {
		size := 1.0
		for _, c := range x.rates.A {
			size = max(size, math.Abs(c))
		}
		return size
	}
	if x.rows[x.k].N != (mgl64.Vec3{}) {
		return 1
	}
	return x.pair.reach
}

// slips is open for the velocity: relative to the largest rates, and to 1 rad/s.
func (s *Solver) slips(qd []float64) (most float64, worst *rowAt) {
	turn, slide := s.fastest(qd)
	for r := range s.rows {
		x := &s.rows[r]
		size := max(turn, slide)
		if x.pair != nil && x.rows[x.k].N == (mgl64.Vec3{}) {
			size = float64(turn*x.size()) + slide
		}
		rate := math.Abs(x.rate(x.k, qd))
		if rate == 0 { // whatever the size, which is 0 at the origin
			continue
		}
		if slip := rate / size; !(slip <= most) {
			most, worst = slip, x
		}
	}
	return most, worst
}

// fastest returns the largest rate that is an angular one, at least 1 rad/s, and the largest other one (m/s).
func (s *Solver) fastest(qd []float64) (turn, slide float64) {
	turn = 1
	for i, angular := range s.angular {
		rate := math.Abs(qd[i])
		switch {
		case angular && rate > turn:
			turn = rate
		case !angular && rate > slide:
			slide = rate
		}
	}
	return turn, slide
}
