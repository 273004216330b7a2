package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/dynamics/constraint"
	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/internal/floats"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// bound holds the solver of the constraints and its workspace.
type bound struct {
	constraints *constraint.Solver
	list        []constraint.Constraint // of the solver
	hold        []float64               // rates that are held for a while
	fext        []spatial.Force         // on each link
	settling    doubting
	tau         []float64
	turn        []float64 // a deviation of the position, see World.Tangent
	least       float64   // the least margin in a step, see reporter.branches
	angular     []bool    // of each rate
	pulled      []bool    // the constraints that are noted, see detector.watchRolling
	weight      float64   // of the robot (N)
	ballast     []float64 // of each rate, see World.ballast; nil for none
	ballasted   []float64 // what Augment is given, with it
}

// bind makes the solver of the constraints and of prescribed motion.
func (w *plant) bind() error {
	c := &w.config
	list := w.prescribe()
	w.timed.begin(0)
	if len(list) == 0 && w.contacts == nil {
		return nil
	}
	s, err := constraint.New(c.Model, list, w.forward)
	if err != nil {
		return err
	}
	n := c.Model.NV()
	w.bound = &bound{constraints: s, list: list, hold: make([]float64, n), tau: make([]float64, n),
		turn: make([]float64, n), angular: c.Model.Angular(), pulled: make([]bool, len(list)),
		weight: float64(w.energy.Mass(lagrange.Moving) * vec.Len(c.Model.Gravity())), ballast: ballast(c),
		fext: make([]spatial.Force, len(c.Model.Links()))}
	if w.bound.ballast != nil {
		w.bound.ballasted = make([]float64, n)
		w.mass.Augment(w.bound.ballast)
	}
	return nil
}

// Constraints returns the solver of the constraints, nil if there are none besides contacts. It tells their number and
// their multipliers in the current state; the caller must not change it.
func (w *World) Constraints() *constraint.Solver {
	if w.bound == nil || len(w.bound.list) == 0 {
		return nil
	}
	return w.bound.constraints
}

// holdAlways makes the algorithm hold locked rates and those that are to be kept.
func (w *plant) holdAlways(keep []bool) {
	w.stale = true
	clear(w.bound.hold)
	if w.modes != nil {
		copy(w.bound.hold, w.modes.locked)
	}
	for i, kept := range keep {
		if kept {
			w.bound.hold[i] = math.Inf(1)
		}
	}
	w.augment(w.bound.hold)
}

// assemble changes a start so that it meets the constraints.
func (w *plant) assemble(q, qd []float64) error {
	w.timed.begin(0)
	if w.bound == nil || len(w.bound.list) == 0 {
		return nil
	}
	w.moveBase(0)
	w.narrow()
	start, s := &w.config.Start, w.bound.constraints
	var unmet *constraint.UnmetError
	from := append([]float64(nil), q...)
	err := w.assembleWithin(q, start.KeepPosition)
	if err != nil && !start.AsIs && slices.Contains(start.KeepPosition, true) {
		err = w.assembleWithin(q, nil)
	}
	if errors.As(err, &unmet) {
		return w.allUnmet(unmet, from)
	}
	if err != nil {
		return fmt.Errorf("at the start: %w", err)
	}
	w.holdAlways(nil)
	if err := s.Choose(0, q); err != nil {
		return fmt.Errorf("at the start: %w", err)
	}
	if s.Mobility() == 0 && !s.Works() {
		return &ImmobileError{Constraints: s.Names(), Rank: s.Rank(), Rates: w.NV()}
	}
	if start.AsIs {
		if err := s.Meets(0, from, qd); err != nil {
			return fmt.Errorf("the start does not meet the constraints, and is not to be assembled: %w", err)
		}
	}
	w.holdAlways(start.KeepVelocity)
	err = s.Move(0, q, qd)
	if errors.As(err, &unmet) {
		w.holdAlways(nil)
		err = s.Move(0, q, qd)
	}
	if err != nil {
		return fmt.Errorf("at the start: %w", err)
	}
	return w.checkStart(q, qd, false)
}

// assembleWithin changes a position so that it meets the constraints at time 0 within the limits of the joints. The
// rates to be kept do not change. A joint that would end outside of its limits starts on the end stop that it would
// pass, and the other joints close the constraints. If the other joints cannot, and the joint is outside by rounding,
// its end stop moves to the joint; otherwise the error is an *OutsideError of the joint that is furthest outside.
func (w *plant) assembleWithin(q []float64, keep []bool) error {
	from, held := slices.Clone(q), make([]bool, w.NV())
	copy(held, keep)
	var first *OutsideError
	var assembled []float64
	for {
		w.holdAlways(held)
		copy(q, from)
		err := w.bound.constraints.Assemble(0, q)
		if err != nil && first == nil {
			return err
		}
		var furthest *tree.CoordinateRange
		if err == nil {
			if furthest = w.furthestOutside(q); furthest == nil {
				return nil
			}
			if first == nil {
				assembled, first = slices.Clone(q), w.outside(furthest, q)
				first.Assembled = true
			}
		}
		if furthest == nil || held[furthest.V] { // there is no position within the limits
			if excess := max(first.Range.Lower-first.Position, first.Position-first.Range.Upper); excess > nothing {
				return first
			}
			copy(q, assembled)
			w.widen(q)
			return nil
		}
		held[furthest.V], from[furthest.Q] = true, min(max(q[furthest.Q], furthest.Lower), furthest.Upper)
	}
}

// allUnmet returns an error for each constraint that cannot be met from a position: the constraints without which all
// others close. The error first is known already.
func (w *plant) allUnmet(first *constraint.UnmetError, from []float64) error {
	const most = 10
	list := w.bound.list
	var left []int // indices of those that are not left out
	for i := range list {
		left = append(left, i)
	}
	errs := []error{fmt.Errorf("at the start: %w", first)}
	for next := first; len(errs) < most; {
		left = slices.DeleteFunc(left, func(i int) bool { return i == next.Index })
		var some []constraint.Constraint
		for _, i := range left {
			some = append(some, list[i])
		}
		s, err := constraint.New(w.Model(), some, w.forward)
		if err != nil {
			break
		}
		if w.base != nil {
			s.MoveBase(&w.base.motion)
		}
		if !errors.As(s.Assemble(0, slices.Clone(from)), &next) {
			break
		}
		next.Index = left[next.Index]
		errs = append(errs, fmt.Errorf("at the start: %w", next))
	}
	return errors.Join(errs...)
}

// ImmobileError reports that the constraints leave a robot no motion.
type ImmobileError struct {
	Constraints []string
	Rank        int // of their rows
	Rates       int // of the robot
}

func (e *ImmobileError) Error() string {
	const most = 6
	text := strings.Join(e.Constraints[:min(most, len(e.Constraints))], ", ")
	if more := len(e.Constraints) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("the robot cannot move: it has %d rates, and the constraints %s have %d independent rows; "+
		"expected fewer constraints, or some that leave a rate to choose", e.Rates, text, e.Rank)
}

// Project implements integrate.Projecting.
func (w *World) Project(t float64, q, qd []float64) error {
	if w.bound == nil || w.contacts != nil && w.contacts.still {
		return nil
	}
	w.plant.hold()
	w.plant.moveBase(t)
	return w.bound.constraints.Project(t, q, qd)
}

// Margin implements integrate.Passing.
func (w *World) Margin() float64 {
	if w.bound == nil {
		return 1
	}
	return w.bound.constraints.Margin()
}

// Tangent implements integrate.Passing.
func (w *World) Tangent(dq, dqd, q []float64) {
	b, m := w.bound, w.config.Model
	b.constraints.Tangent(dqd, false)
	if w.NQ() == w.NV() {
		b.constraints.Tangent(dq, true)
		return
	}
	clear(b.turn)
	floats.Add(dq, q)
	m.Integrate(dq, dq, b.turn, 0)
	m.Difference(b.turn, q, dq)
	b.constraints.Tangent(b.turn, true)
	m.PositionRate(dq, q, b.turn)
}

// Constrained implements integrate.Impulsive. Impulses along gradients that vanish would hold a mechanism in a singular
// position, so it goes through there with the forces of the constraints.
func (w *World) Constrained() bool {
	return w.bound != nil && w.contacts == nil && w.Margin() >= integrate.Nearby
}

// Aim implements integrate.Impulsive.
func (w *World) Aim(dq []float64, t float64, q []float64, later float64, next []float64) (off float64, err error) {
	w.plant.hold()
	w.plant.moveBase(later)
	off = w.bound.constraints.Off(later, next)
	w.plant.moveBase(t)
	return off, w.bound.constraints.Aim(dq, t, q)
}

// constrain adds the effect of the constraints to the accelerations qdd, which are those of the robot without
// constraints under the efforts tau and the wrenches fext. The reaction of a held rate includes the forces of the
// constraints.
func (w *plant) constrain(qdd []float64, t float64, q, qd, tau []float64, fext []spatial.Force) error {
	switch x := w.contacts; {
	case x != nil && x.ahead > 0:
		x.foresee(qdd, t, q, qd)
	case x != nil && x.undecided:
		x.decide(qdd, t, q, qd)
	default:
		w.bound.constraints.Correct(qdd, t, q, qd)
	}
	w.bound.least = min(w.bound.least, w.bound.constraints.Margin())
	if w.modes == nil || !w.modes.anyHeld() {
		return nil
	}
	w.load(tau, fext)
	return w.accelerate(qdd, q, qd, w.bound.tau, w.bound.fext)
}

// load sets the efforts and wrenches of bound to tau and fext, which may be nil, with what the constraints do.
func (w *plant) load(tau []float64, fext []spatial.Force) {
	b := w.bound
	copy(b.tau, tau)
	clear(b.fext)
	copy(b.fext, fext)
	b.constraints.Loads(b.fext, b.tau)
}

// driven reports whether constraints or what moves the base do work.
func (w *plant) driven() bool {
	return w.base != nil || w.bound != nil && w.bound.constraints.Works() || w.contacts.slips()
}

// constraintPower returns the power of the constraints and of the prescribed motion of the base in a state (W).
func (w *plant) constraintPower(t float64, q, qd []float64) (power float64, err error) {
	x := w.reactions
	if err := w.Acceleration(x.qdd, t, q, qd); err != nil {
		return 0, err
	}
	w.contacts.contactLosses()
	if w.bound != nil {
		power = w.bound.constraints.Power()
		for i, b := range w.bound.ballast {
			power -= float64(float64(b*x.qdd[i]) * qd[i])
		}
	}
	if w.base != nil {
		if err := x.load(w.World, t, q, qd); err != nil {
			return 0, err
		}
		x.inverse.InverseDynamics(x.tau, q, qd, x.qdd, x.fext)
		power += x.inverse.BasePower(x.fext)
	}
	return power, nil
}

// anyHeld reports whether some rate stands still.
func (s *modes) anyHeld() bool {
	for i := range s.rates {
		if s.rates[i].held() {
			return true
		}
	}
	return false
}

// inverseMassMatrix sets dst to what unit efforts cause in the current state.
func (w *plant) inverseMassMatrix(dst []float64) error {
	if err := w.forward.InverseMassMatrix(dst, w.state.Q); err != nil || w.bound == nil {
		return err
	}
	w.bound.constraints.InverseMassMatrix(dst, w.state.T, w.state.Q)
	return nil
}

// restTogether brings rates to rest that constraints couple with one that has come to rest at an event: what is left of
// their velocities is rounding.
func (w *plant) restTogether() error {
	rest := false
	w.holdAlways(nil)
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.held() || r.slip != 0 && w.state.Qd[r.v] == 0 &&
			(r.pad == nil || r.pad.rests(w.state.Qd)) {
			w.bound.hold[r.v] = math.Inf(1)
			rest = rest || r.slip != 0
		}
	}
	if !rest {
		return nil
	}
	w.augment(w.bound.hold)
	if err := w.bound.constraints.Move(w.state.T, w.state.Q, w.state.Qd); err != nil {
		return err
	}
	// The velocity meets the constraints to rounding of 1 rad/s at least, see Solver.Project.
	small := rounding * max(1, largest(w.last.Qd), largest(w.last.Qdd)*(w.state.T-w.last.T))
	for i := range w.modes.rates {
		if r := &w.modes.rates[i]; r.slip != 0 && math.Abs(w.state.Qd[r.v]) <= small {
			w.state.Qd[r.v] = 0
		}
	}
	return nil
}
