package sim

import (
	"math"
	"slices"

	"kinetree/dynamics/constraint"
	"kinetree/spatial/mat"
)

// release takes friction and end stops from the rates that constraints lock, such as the rates of a triangle of hinges.
// The constraints hold such a rate, and rigid bodies do not determine whether friction or a stop bears a part. Rounding
// of its position would cause events at an end stop without end. A rate that stands still in a dead centre of its loop
// is not locked.
func (w *plant) release() error {
	if w.modes == nil || w.bound == nil {
		return nil
	}
	var fixed []constraint.Constraint
	for _, c := range w.bound.list {
		switch c.(type) {
		case *constraint.Prescribed, *constraint.Rates, *constraint.General: // which may move what they hold
		default:
			fixed = append(fixed, c)
		}
	}
	if len(fixed) == 0 {
		return nil
	}
	s, err := constraint.New(w.Model(), fixed, w.forward)
	if err != nil {
		return err
	}
	if w.base != nil {
		s.MoveBase(&w.base.motion)
	}
	q := slices.Clone(w.state.Q)
	locked, free := w.lockedAt(s, q)
	if free == nil || !slices.Contains(locked, true) {
		return nil
	}
	const aside = 0.01 // rad or m: so far that no rate stays in a dead centre
	step := make([]float64, w.NV())
	for j := range columns(free) {
		for i := range step {
			step[i] += float64(aside / float64(1+j) * free.At(i, j))
		}
	}
	w.config.Model.Integrate(q, q, step, 1)
	if clear(step); s.Project(0, q, step) != nil {
		return nil
	}
	still, _ := w.lockedAt(s, q)
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; locked[r.v] && still[r.v] && !r.locked {
			r.rigid, r.lower.position, r.upper.position = true, math.Inf(-1), math.Inf(1)
		}
	}
	w.modes.rub(w.Model())
	return nil
}

// lockedAt returns the rates that the constraints lock at a position, and a basis of the motions within the
// constraints.
func (w *plant) lockedAt(s *constraint.Solver, q []float64) (locked []bool, free *mat.Dense) {
	const still = 1e-9 // in a motion of length 1
	n := w.NV()
	rows, _ := s.Matrix(0, q)
	for i, held := range w.modes.locked {
		if held != 0 {
			row := make([]float64, n)
			row[i] = 1
			rows = append(rows, row...)
		}
	}
	free = mat.NullSpace(rows, n)
	locked = make([]bool, n)
	for i := range locked {
		locked[i] = true
		for j := range columns(free) {
			locked[i] = locked[i] && math.Abs(free.At(i, j)) <= still
		}
	}
	return locked, free
}
