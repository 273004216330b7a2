package constraint

import (
	"math"
	"slices"

	"kinetree/internal/floats"
)

// Assemble changes the position q so that it meets the constraints at time t, starting from where it is; rates that
// forward holds stay. It looks by Newton's method, whose steps are the smallest with the mass matrix as the metric, and
// begins anew from places around if that ends where no step helps, or far away, to take the nearest of what it finds.
// The error is an *UnmetError that names the constraint that stays furthest from closing, or that of Root.Articulate;
// then q is as it was. Choose is to be called after it, when forward holds what it always holds.
func (s *Solver) Assemble(t float64, q []float64) error {
	s.place(t, q, nil, nil)
	for _, e := range s.equations {
		if e.pair != nil && e.pair.alignAtStart {
			e.pair.align()
		}
	}
	s.began = false
	const (
		attempts = 40
		others   = 12  // attempts after which the nearest of what was found is taken
		near     = 0.2 // rad, or of the size of the robot: nothing nearer is looked for
	)
	var worst *UnmetError
	from, best, nearest := slices.Clone(q), slices.Clone(q), math.Inf(1)
	at, to, step := make([]float64, len(q)), make([]float64, len(q)), make([]float64, s.model.NV())
	count := 0
	for n := range attempts {
		if n > others && !math.IsInf(nearest, 1) {
			break
		}
		copy(at, from)
		if n > 0 {
			// Numbers that fill the interval evenly, larger from attempt to attempt; held rates take no part.
			for i := range s.z {
				count++
				_, part := math.Modf(float64(count) * (math.Sqrt(5) - 1) / 2)
				s.z[i] = float64((float64(2*part)-1)*math.Pi) * float64(n%others+1) / others
			}
			if err := s.forward.Articulate(at); err != nil {
				return err
			}
			s.forward.TakeRoot()
			s.free(s.z)
			s.model.Integrate(at, at, s.z, 1)
		}
		off, e, err := s.newton(t, at, to, step)
		if err != nil {
			return err
		}
		if off <= 1e-12 {
			s.model.Difference(step, from, at)
			if moved := s.extent(step); moved < nearest {
				nearest = moved
				copy(best, at)
			}
			if nearest <= near {
				break
			}
			continue
		}
		if x := s.unmet(e); worst == nil || x.Off < worst.Off {
			worst = x
		}
	}
	if math.IsInf(nearest, 1) {
		return worst
	}
	copy(q, best)
	return nil
}

// extent returns the largest number of a step (rad, or m relative to the size of the robot).
func (s *Solver) extent(step []float64) (most float64) {
	for i, angular := range s.model.Angular() {
		if x := math.Abs(step[i]); angular {
			most = max(most, x)
		} else {
			most = max(most, x/s.size)
		}
	}
	return most
}

// Choose finds the rows that no others imply, at time t and position q, which meets the constraints; the others are
// redundant. The error is a *FlatError, or that of Root.Articulate.
func (s *Solver) Choose(t float64, q []float64) error {
	s.began = false
	s.place(t, q, nil, nil)
	if err := s.flat(); err != nil {
		return err
	}
	return s.articulate(q, rounding)
}

// free sets the numbers of rates that are held to zero.
func (s *Solver) free(z []float64) {
	one := make([]float64, len(z))
	for i := range z {
		way := s.forward.WayOfRate(i)
		clear(one)
		s.forward.AddEffort(one, way, i, 1)
		if one[i] == 0 {
			z[i] = 0
		}
	}
}

// newton looks for a position that meets the constraints from q on. It returns what remains.
func (s *Solver) newton(t float64, q, to, step []float64) (off float64, worst *rowAt, err error) {
	const longest = 0.5 // rad, or of the size of the robot
	s.place(t, q, nil, nil)
	off, worst = s.open()
	for range 4 * rounds {
		if off <= closed {
			break
		}
		if err := s.forward.Articulate(q); err != nil {
			return off, worst, err
		}
		s.scales()
		s.factor.decompose(s.w, s.scale, dependent, nil)
		s.takeOff()
		s.respond(s.x, true)
		s.forward.FromRoot(s.z)
		copy(step, s.z)
		if size := s.extent(step); size > longest {
			floats.Scale(longest/size, step)
		}
		better := false
		for h := 1.0; h > 1e-3 && !better; h /= 2 {
			s.model.Integrate(to, q, step, h)
			s.place(t, to, nil, nil)
			next, e := s.open()
			if better = next < off; better {
				off, worst = next, e
				copy(q, to)
			}
		}
		if !better {
			s.place(t, q, nil, nil)
			break
		}
	}
	return off, worst, nil
}

// Move changes the velocity qd so that it meets the constraints at time t and position q, which does; rates that
// forward holds stay. It is the smallest change, with the mass matrix as the metric. The error is an *UnmetError if
// there is no such velocity, or that of Root.Articulate.
func (s *Solver) Move(t float64, q, qd []float64) error {
	s.place(t, q, nil, nil)
	if _, err := s.projectVelocity(t, q, qd); err != nil {
		return err
	}
	if slip, e := s.slips(qd); slip > open {
		return s.slipping(e, qd)
	}
	return nil
}

// Meets reports whether position and velocity at time t meet the constraints, within a part of 1e-9 of the robot's size
// and its velocities. The error is an *UnmetError otherwise.
func (s *Solver) Meets(t float64, q, qd []float64) error {
	s.place(t, q, qd, nil)
	if off, e := s.open(); off > open {
		return s.unmet(e)
	}
	if slip, e := s.slips(qd); slip > open {
		return s.slipping(e, qd)
	}
	return nil
}
