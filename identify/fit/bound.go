package fit

import (
	"fmt"
	"math"
	"slices"

	"kinetree/dynamics/constraint"
	"kinetree/identify"
	"kinetree/identify/consistent"
	"kinetree/tree"
)

// bind makes an equation that of the motion which constraints leave, and finds what the logs lack of it. The position
// start is near that of the logs.
func bind(e *identify.Equation, list []constraint.Constraint, start []float64, logs ...*Log) (err error) {
	start = slices.Clone(start)
	first := logs[0].Parts[0].Q[0]
	for i, x := range first {
		if !math.IsNaN(x) {
			start[i] = x
		}
	}
	_, given := lacking(e.Model(), first)
	if e.Bound, err = consistent.NewManifold(e.Model(), list, start, given...); err != nil {
		return err
	}
	return complete(e, logs...)
}

// prepare is Prepare for the motion of an equation.
func prepare(e *identify.Equation, cutoff float64, logs ...*Log) (*Measurements, error) {
	x, err := Prepare(e.Model(), cutoff, logs...)
	if err == nil && e.Bound != nil {
		err = x.settle(e)
	}
	return x, err
}

// complete finds the positions, velocities and accelerations of the joints of logs whose positions are NaN.
func complete(e *identify.Equation, logs ...*Log) error {
	for _, log := range logs {
		for part, s := range log.Parts {
			unknown, given := lacking(e.Model(), s.Q[0])
			if len(unknown) == 0 {
				continue
			}
			if part == 0 {
				if err := e.Bound.Tell(unknown, given); err != nil {
					return fmt.Errorf("%s: %w", log.File, err)
				}
			}
			if err := s.complete(e.Bound, unknown, given); err != nil {
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

// complete finds what a stretch of a log lacks, each position from the one before.
func (s *Samples) complete(c *consistent.Manifold, lacking []*tree.Joint, given []int) error {
	known := func(rows [][]float64) bool {
		return !slices.ContainsFunc(given, func(i int) bool { return math.IsNaN(rows[0][i]) })
	}
	velocities, accelerations := known(s.V), known(s.V) && known(s.A)
	before := c.Places[0]
	for i, q := range s.Q {
		v, a := make([]float64, len(s.V[i])), make([]float64, len(s.A[i]))
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
		err := c.Meet(q, v, a, given...)
		if err != nil { // more is measured than can be chosen
			err = c.Meet(q, v, a)
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
func (x *Measurements) settle(e *identify.Equation) error {
	c, m := e.Bound, e.Model()
	var kept []int
	for k := range m.Joints() {
		if j := &m.Joints()[k]; x.stands(j.Name) {
			kept = append(kept, j.V)
		}
	}
	x.Moved = make([]float64, m.NV())
	moved := make([]float64, m.NV())
	for part, s := range x.Parts {
		s = &Samples{T: s.T, Q: clone(s.Q), V: clone(s.V), A: clone(s.A), Tau: s.Tau, noise: s.noise, spread: s.spread}
		for i, q := range s.Q {
			was := slices.Clone(q)
			err := c.Meet(q, s.V[i], s.A[i], kept...)
			if err != nil {
				copy(q, was)
				err = c.Meet(q, s.V[i], s.A[i])
			}
			if err != nil {
				return fmt.Errorf("at %v s the positions do not meet the constraints: %w", s.T[i], err)
			}
			m.Difference(moved, was, q)
			for k, d := range moved {
				x.Moved[k] = math.Max(x.Moved[k], math.Abs(d))
			}
		}
		x.Parts[part] = s
	}
	return nil
}

// looks is at how many states of a motion is looked, at least, to choose the free rates.
const looks = 200

// choose makes the free rates of an equation with constraints those that suit a motion.
func (x *Measurements) choose(e *identify.Equation) error {
	driven, total := make([]bool, e.Model().NV()), 0
	for _, s := range x.Parts {
		total += s.Len()
		for _, tau := range s.Tau {
			for i, y := range tau {
				driven[i] = driven[i] || y != 0
			}
		}
	}
	var places [][]float64
	for _, s := range x.Parts {
		for i := 0; i < s.Len(); i += max(1, total/looks) {
			places = append(places, s.Q[i])
		}
	}
	return e.Bound.Choose(places, driven)
}

// tie finds how the free rates of an equation with constraints give the others, at all samples of a motion.
func (x *Measurements) tie(e *identify.Equation) {
	for _, s := range x.Parts {
		s.ties = e.Bound.Tie(s.Q)
	}
}
