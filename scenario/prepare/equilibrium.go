package prepare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/dynamics/constraint"
	"kinetree/internal/floats"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// statics is the problem of a robot at rest: the position q = q₀ ⊕ δ, the state x of the law and the multipliers λ of
// constraints, with which
//
//	τ(q, x) + τ_open + τ_springs(q) + Jᵀ f + Aᵀ λ − g(q) = 0,    x⁺(q, x) = x    and the constraints are met,
//
// where τ is what the law asks for of the reference at the start, at rest. So an integral carries what the joint needs
// in its place, and a joint without one sags to where its law balances it. Friction and end stops are left out.
type statics struct {
	model    *tree.Model
	law      control.Law      // nil without one
	stateful control.Stateful // the law, if it remembers
	open     []sim.Segmented
	passive  *tree.Passive
	inverse  *rnea.Solver
	kin      *tree.Kinematics
	wrenches []sim.Wrench // those that act at the start
	elements []sim.ForceElement
	closed   *constraint.Solver // nil without constraints
	states   int                // numbers of x
	samples  int                // after which the law does the same again
	drives   *sim.Drives
	current  []float64 // of the circuits of motors
	in       control.Input
	origin   []float64 // q₀
	refers   bool      // δ is of the reference, r = q₀ ⊕ δ, and the robot stays in q₀

	rest, effort, part []float64
	fext               []spatial.Force
}

// balance moves the position of the start of a configuration to the equilibrium near it and sets the state of the law.
// It returns the efforts that the law asks for there. It does nothing unless the scenario asks for it.
func (r *Run) balance(open []sim.Segmented, c *sim.Config) (effort []float64, err error) {
	m := c.Model
	if !r.Scenario.Initial.Equilibrium {
		return nil, nil
	}
	if m.Floating() {
		return nil, wrong("initial.equilibrium", "nothing holds a floating base; expected a fixed one")
	}
	if slices.ContainsFunc(c.Start.Velocity, func(x float64) bool { return x != 0 }) {
		return nil, wrong("initial.velocity", "an equilibrium is at rest; expected no velocities beside it")
	}
	var law control.Law
	if l := r.Loop; l != nil && l.Law != nil {
		if law, err = r.twinLaw(m); err != nil {
			return nil, err
		}
	}
	s, err := r.statics(open, c, law)
	if err != nil {
		return nil, err
	}
	nv := m.NV()
	y, err := s.solve()
	if err != nil {
		return nil, wrong("initial.equilibrium", "there is no equilibrium near the start: %v", err)
	}
	m.Integrate(c.Start.Position, s.origin, y[:nv], 1)
	copy(c.Start.Velocity, s.current)
	if s.law == nil {
		return nil, nil
	}
	if stateful, ok := r.Loop.Law.(control.Stateful); ok {
		stateful.SetState(y[nv : nv+s.states])
	}
	for i, limit := range r.Loop.Actuators.Limit {
		if math.Abs(s.effort[i]) > limit {
			return nil, wrong("initial.equilibrium", "joint %q would need %.6g to stay, beyond its effort limit of %v",
				m.RateName(i), s.effort[i], limit)
		}
	}
	return s.effort, nil
}

// statics returns the problem of a law, nil for none, in the place where a configuration starts.
func (r *Run) statics(open []sim.Segmented, c *sim.Config, law control.Law) (s *statics, err error) {
	m := c.Model
	nv := m.NV()
	s = &statics{model: m, law: law, open: open, passive: sim.Passive(m, c.Joints, c.Ideal), inverse: rnea.New(m),
		kin: tree.NewKinematics(m), origin: slices.Clone(c.Start.Position), rest: make([]float64, nv),
		effort: make([]float64, nv), part: make([]float64, m.EffortLayout().Len()),
		fext:   make([]spatial.Force, len(m.Links())),
		drives: sim.NewDrives(m, c.Joints), current: make([]float64, nv), elements: c.Forces}
	if list := slices.Concat(c.Imposed.Constraints, still(m, c.Imposed.Joints)); len(list) > 0 {
		if s.closed, err = constraint.New(m, list, aba.New(m)); err != nil {
			return nil, fields(r.Scenario, err)
		}
		if err := s.closed.Assemble(0, s.origin); err != nil {
			return nil, fields(r.Scenario, err)
		}
	}
	for _, w := range c.Disturbances.Wrenches {
		if w.From <= 0 && w.To > 0 {
			s.wrenches = append(s.wrenches, w)
		}
	}
	if law == nil {
		return s, nil
	}
	s.in = control.Input{Period: r.Loop.Period, Q: make([]float64, m.NQ()), Qd: s.rest,
		Reference: reference.NewSetpoint(m)}
	r.Loop.Plan.At(s.in.Reference, 0)
	clear(s.in.Reference.Qd)
	clear(s.in.Reference.Qdd)
	if s.stateful, _ = law.(control.Stateful); s.stateful != nil {
		s.states = len(s.stateful.AppendState(nil))
	}
	s.samples = 1
	if periodic, ok := law.(control.Periodic); ok {
		s.samples = periodic.Samples()
	}
	return s, nil
}

// residual sets f to what is lacking of the balance at y = (δ, x): efforts, and rates of the law's state over a period
// of its samples. The law's efforts are in s.effort then.
func (s *statics) residual(f, y []float64) error {
	nv := s.model.NV()
	q := slices.Clone(s.origin)
	if s.refers {
		s.model.Integrate(s.in.Reference.Q, s.origin, y[:nv], 1)
	} else {
		s.model.Integrate(q, s.origin, y[:nv], 1)
	}
	clear(s.fext)
	s.kin.UpdateVelocity(q, s.rest)
	for _, w := range s.wrenches {
		w.Add(s.fext, s.kin)
	}
	for _, e := range s.elements {
		if err := e.AddWrenches(s.fext, 0, q, s.rest, s.kin); err != nil {
			return err
		}
	}
	need := f[:nv]
	s.inverse.InverseDynamics(need, q, s.rest, s.rest, s.fext)
	floats.Scale(-1, need)
	s.passive.AddSpringEffort(need, q)
	if s.closed != nil {
		rows, _ := s.closed.Matrix(0, q)
		for r, lambda := range y[nv+s.states:] {
			floats.AddScaled(need, lambda, rows[r*nv:r*nv+nv])
		}
		copy(f[nv+s.states:], s.closed.Misses(0, q))
	}
	total := make([]float64, len(s.part))
	for _, open := range s.open {
		clear(s.part)
		if _, err := open.BeginSegment(0, q, s.rest); err != nil {
			return err
		}
		if err := open.Effort(s.part, 0, q, s.rest); err != nil {
			return err
		}
		floats.Add(total, s.part)
	}
	if s.law == nil {
		s.act(need, total)
		return nil
	}
	if s.stateful != nil {
		s.stateful.SetState(y[nv : nv+s.states])
	}
	copy(s.in.Q, q)
	s.in.Wrenches = s.fext
	if err := s.law.Effort(s.effort, &s.in); err != nil {
		return err
	}
	floats.Add(total[:nv], s.effort)
	s.act(need, total)
	if s.stateful != nil {
		later := make([]float64, nv)
		for range s.samples - 1 {
			if err := s.law.Effort(later, &s.in); err != nil {
				return err
			}
		}
		x := f[nv : nv+s.states]
		copy(x, s.stateful.AppendState(nil))
		floats.Sub(x, y[nv:nv+s.states])
		if s.in.Period > 0 {
			floats.Scale(1/(float64(s.samples)*s.in.Period), x)
		}
	}
	return nil
}

// act adds what the drives make of efforts that are given to the efforts that act.
func (s *statics) act(efforts, given []float64) {
	s.drives.Static(given, s.current)
	floats.Add(efforts, s.model.EffortLayout().Generalized(given))
}

// solve returns the solution nearest to the start by Newton's method, with steps of least length where what is free
// does not matter, and halved steps where a whole one is too long.
func (s *statics) solve() ([]float64, error) {
	const most = 100
	longest := 0.5 // step of a position (rad, m): the equilibrium is the one near the start
	if s.refers {
		longest = math.Inf(1)
	}
	nv := s.model.NV()
	n := s.unknowns()
	y, f := make([]float64, n), make([]float64, n)
	trial, next := make([]float64, n), make([]float64, n)
	if err := s.residual(f, y); err != nil {
		return nil, err
	}
	scale := 1.0
	for _, x := range f {
		scale = max(scale, math.Abs(x))
	}
	jacobian, step := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for range most {
		if floats.Norm(f, math.Inf(1)) <= balanced*scale {
			return y, s.residual(f, y) // and so s.effort belongs to y
		}
		if err := s.slopes(jacobian, y); err != nil {
			return nil, err
		}
		var svd mat.SVD
		if !svd.Factorize(jacobian) {
			break
		}
		rank := svd.Rank(1e-9)
		if rank == 0 {
			break
		}
		svd.SolveVecTo(step, mat.NewVecDense(n, f), rank)
		better, whole := false, 1.0
		if long := floats.Norm(step.Data()[:nv], math.Inf(1)); long > longest {
			whole = longest / long
		}
		for length := whole; length > 1e-6*whole && !better; length /= 2 {
			floats.AddScaledTo(trial, y, -length, step.Data())
			if err := s.residual(next, trial); err != nil {
				return nil, err
			}
			better = floats.Norm(next, 2) < floats.Norm(f, 2)
		}
		if !better {
			break
		}
		copy(y, trial)
		copy(f, next)
	}
	return nil, s.lack(f)
}

// balanced is how much of the largest effort that is lacking at first, or of 1 N m, may be lacking of an equilibrium.
const balanced = 1e-10

// slopes sets the derivatives of the residual at y, by differences of order 2: their errors cost iterations and no
// accuracy.
func (s *statics) slopes(jacobian *mat.Dense, y []float64) error {
	const h = 1e-4
	at, high, low := slices.Clone(y), make([]float64, len(y)), make([]float64, len(y))
	for k, x := range y {
		at[k] = x + h
		err := s.residual(high, at)
		at[k] = x - h
		if err := errors.Join(err, s.residual(low, at)); err != nil {
			return err
		}
		at[k] = x
		for i := range high {
			jacobian.Set(i, k, (high[i]-low[i])/(2*h))
		}
	}
	return nil
}

// lack returns an error that tells the joint which lacks most of the balance.
func (s *statics) lack(f []float64) error {
	worst := s.worst(f)
	return fmt.Errorf("joint %q lacks %.3g N m or N; expected a law, springs or a position that can hold it",
		s.model.RateName(worst), f[worst])
}

// worst returns the rate of the largest effort of a residual.
func (s *statics) worst(f []float64) (rate int) {
	for i := range s.model.NV() {
		if math.Abs(f[i]) > math.Abs(f[rate]) {
			rate = i
		}
	}
	return rate
}

// unknowns returns how many numbers (δ, x, λ) has.
func (s *statics) unknowns() int {
	n := s.model.NV() + s.states
	if s.closed != nil {
		n += s.closed.Rows()
	}
	return n
}
