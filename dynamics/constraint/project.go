package constraint

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/floats"
	"kinetree/internal/vec"
)

const (
	// closed is the violation, relative to the size of what it is a difference of, that is taken for rounding.
	closed = 1e-15
	// shut is the violation that may remain.
	shut = 5e-14
	// slow is shut for velocities.
	slow = 1e-10
	// open is the violation beyond which rows that seemed redundant are not.
	open = 1e-9
	// weak is the distance of a row from the span of others, relative to what it could be, below which projection
	// leaves it alone as long as the violation is below shut. Near a singular configuration what is rounding of the
	// constraint would be far more in the position, and integration does not drift so much in the few steps there.
	weak = 1e-3
	// rounds is the largest number of corrections.
	rounds = 30
)

// Project takes position and velocity at time t to the constraints by the smallest change, with the mass matrix as the
// metric and rates that forward holds held. The error is an *UnmetError if that does not succeed, or that of
// Root.Articulate.
func (s *Solver) Project(t float64, q, qd []float64) error {
	for again := false; ; again = true {
		if err := s.projectPosition(t, q); err != nil {
			return err
		}
		if err := s.projectVelocity(t, q, qd); err != nil {
			return err
		}
		off, e := s.open()
		slip, f := s.slips(qd)
		if off <= open && slip <= open {
			return nil
		}
		before := len(s.chosen)
		s.rank()
		if again || len(s.chosen) == before {
			if off > open {
				return e.unmet()
			}
			return f.slipping(qd)
		}
	}
}

// articulate prepares the factorization at a position, where the rows are, without rows that are nearer to the span of
// others than a tolerance.
func (s *Solver) articulate(q []float64, tolerance float64) error {
	if err := s.forward.Articulate(q); err != nil {
		return err
	}
	if !s.began {
		s.rank()
	}
	s.decompose(tolerance)
	return nil
}

// correct calls step, which takes the state to the constraints with the present factorization, until what remains of
// the violation is rounding. look returns the violation, with the rows at the new state.
func (s *Solver) correct(q []float64, shut float64, look func() float64, step func()) error {
	off := look()
	for _, tolerance := range [...]float64{weak, rounding} {
		known, last := false, math.Inf(1)
		for range rounds {
			if off <= closed || off > 0.5*last {
				break
			}
			if known = known && off < 1e-3*last; !known {
				if err := s.articulate(q, tolerance); err != nil {
					return err
				}
				known = true
			}
			last = off
			step()
			off = look()
		}
		if off <= shut {
			break
		}
	}
	return nil
}

func (s *Solver) projectPosition(t float64, q []float64) error {
	look := func() float64 {
		s.kin.Update(q)
		s.place(t, q, nil, false)
		off, _ := s.open()
		return off
	}
	return s.correct(q, shut, look, func() {
		for c, r := range s.chosen {
			x := &s.rows[r]
			if s.x[c] = 0; x.k < x.holonomic {
				s.x[c] = -x.off(x.k)
			}
		}
		s.respond(s.x)
		s.forward.FromRoot(s.z)
		s.model.Integrate(q, q, s.z, 1)
	})
}

func (s *Solver) projectVelocity(t float64, q, qd []float64) error {
	look := func() float64 {
		s.kin.UpdateVelocity(q, qd)
		s.place(t, q, qd, false)
		slip, _ := s.slips(qd)
		return slip
	}
	return s.correct(q, slow, look, func() {
		for c, r := range s.chosen {
			x := &s.rows[r]
			s.x[c] = -x.rate(x.k, qd)
		}
		s.respond(s.x)
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
		if off := math.Abs(x.off(x.k)) / x.size(); !(off <= most) {
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
	p := x.pair
	return vec.Len(p.x[1]) + vec.Len(p.sides[0].frame.P) + vec.Len(p.sides[1].frame.P) + p.size
}

// slips is open for the velocity: relative to the largest rate, and to 1 rad/s or the size of the robot in a second.
func (s *Solver) slips(qd []float64) (most float64, worst *rowAt) {
	fastest := max(1, floats.Norm(qd, math.Inf(1)))
	for r := range s.rows {
		x := &s.rows[r]
		size := fastest
		if x.pair != nil && x.rows[x.k].N == (mgl64.Vec3{}) {
			size *= s.size
		}
		if slip := math.Abs(x.rate(x.k, qd)) / size; !(slip <= most) {
			most, worst = slip, x
		}
	}
	return most, worst
}

func (x *rowAt) unmet() *UnmetError {
	return &UnmetError{Constraint: x.name, Off: math.Abs(x.off(x.k))}
}

func (x *rowAt) slipping(qd []float64) *UnmetError {
	return &UnmetError{Constraint: x.name, Off: math.Abs(x.rate(x.k, qd)), Velocity: true}
}
