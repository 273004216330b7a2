package prepare

import (
	"errors"
	"fmt"
	"math"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/dynamics/crba"
	"kinetree/internal/floats"
	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// standing is what acts on the robot of a run at rest, besides its law.
type standing struct {
	config sim.Config // of which the robot, its start and what acts on it count
	open   []sim.Segmented
}

// unjudgedError says why the law of a run cannot be judged about a place of rest.
type unjudgedError struct{ reason string }

func (e *unjudgedError) Error() string { return e.reason }

// unheld says what the law of a loop lacks to hold the robot at rest at the start, "" for one that does so for some
// reference and some memory. So a law that sags from a reference, or whose integral has to fill, is judged where it is.
func (r *Run) unheld(setup *analysis.Setup) (lack string, err error) {
	if setup.Model.Floating() {
		return "", nil
	}
	s, err := r.statics(r.standing.open, &r.standing.config, setup.Law)
	if err != nil {
		return "", err
	}
	defer s.restore()()
	s.refers = true
	y := make([]float64, s.unknowns())
	f := make([]float64, len(y))
	copy(s.in.Reference.Q, s.origin)
	if err := s.residual(f, y); err != nil {
		return "", err
	}
	const little = 1e-6 // of the effort that holds the robot, or of 1 N m: the place of rest is beside the start
	worst := s.worst(f)
	if math.Abs(f[worst]) <= float64(little*max(1, floats.Norm(setup.Hold, math.Inf(1)))) {
		return "", nil
	}
	if _, err := s.solve(); err == nil {
		return "", nil
	}
	return fmt.Sprintf("the law does not hold the robot at the start, where %s lacks %.3g N m or N",
		s.model.RateName(worst), f[worst]), nil
}

// restElsewhere moves a loop that is unstable about the start to where its law brings the robot to rest, if the law
// does not hold it at the start for any reference: a derivative about a place through which the robot only passes says
// nothing of its stability.
func (r *Run) restElsewhere(setup *analysis.Setup) error {
	lack, err := r.unheld(setup)
	if err != nil || lack == "" {
		return err
	}
	if r.World.Constraints() != nil {
		return &unjudgedError{lack + "; expected a start in which the law rests, for a robot with constraints"}
	}
	s, err := r.statics(r.standing.open, &r.standing.config, setup.Law)
	if err != nil {
		return err
	}
	restore := s.restore()
	y, err := s.settle()
	restore()
	if err != nil {
		return &unjudgedError{fmt.Sprintf("%s, and no place in which it would do so is found from there: %v", lack,
			err)}
	}
	m := setup.Model
	q := make([]float64, m.NQ())
	m.Integrate(q, s.origin, y[:m.NV()], 1)
	setup.Place, setup.Position = analysis.Rest, q
	if setup.Hold, err = r.held(m, q); err != nil {
		return err
	}
	if setup.Plant, err = r.plant(m, q, setup.Hold); err != nil {
		return err
	}
	setup.Law = &restingLaw{Law: setup.Law, model: m, at: q, reference: s.in.Reference.Q, state: y[m.NV():],
		rest: reference.NewSetpoint(m), off: make([]float64, m.NV())}
	var where []string
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.Leader < 0 && j.NQ == 1 {
			where = append(where, fmt.Sprintf("%s %.5g", j.Name, q[j.Q]))
		}
	}
	setup.Note = fmt.Sprintf("%s; this is the verdict for where it brings the robot to rest, %s", lack,
		suggest.List(where))
	return nil
}

// restore returns a function that gives the law its memory back.
func (s *statics) restore() func() {
	if s.stateful == nil {
		return func() {}
	}
	before := s.stateful.AppendState(nil)
	return func() { s.stateful.SetState(before) }
}

// settle returns where the robot comes to rest from the start if its motion is damped by so much in proportion to its
// inertia that M(q) q̇ = f, and what the law remembers there. The steps are those of the linearly implicit Euler
// method, which become Newton's as they grow; so it does not end where the robot would not stay, as Newton's method
// may.
func (s *statics) settle() ([]float64, error) {
	const (
		most      = 500
		longest   = 0.1 // way within a step (rad, m)
		first     = 1e-3
		last      = 1e6 // length of a step (s)
		shrinking = 4
	)
	nv, n := s.model.NV(), s.unknowns()
	y, f, q := make([]float64, n), make([]float64, n), make([]float64, s.model.NQ())
	jacobian, step, inertia := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil), make([]float64, nv*nv)
	masses := crba.New(s.model)
	h, scale := first, 1.0
	for k := range most {
		if err := s.residual(f, y); err != nil {
			return nil, err
		}
		largest := floats.Norm(f, math.Inf(1))
		if k == 0 {
			scale = max(scale, largest)
		}
		if largest <= balanced*scale {
			return y, nil
		}
		if err := s.slopes(jacobian, y); err != nil {
			return nil, err
		}
		s.model.Integrate(q, s.origin, y[:nv], 1)
		masses.MassMatrix(inertia, q)
		for ; ; h /= shrinking {
			if h < first*first {
				return nil, s.lack(f)
			}
			system := mat.NewDense(n, n, nil)
			system.Scale(-1, jacobian)
			for i := range n {
				if i >= nv {
					system.Set(i, i, system.At(i, i)+1/h)
					continue
				}
				for j := range nv {
					system.Set(i, j, system.At(i, j)+inertia[i*nv+j]/h)
				}
			}
			var lu mat.LU
			lu.Factorize(system)
			copy(step.Data(), f)
			lu.SolveVec(step)
			if long := floats.Norm(step.Data()[:nv], math.Inf(1)); long <= longest { // not so for NaN
				break
			}
		}
		floats.Add(y, step.Data())
		h = min(2*h, last)
	}
	return nil, s.lack(f)
}

// restingLaw is a law about a place in which it rests with a reference and a memory of its own: the reference of the
// place stands for that, and zeros stand for the memory.
type restingLaw struct {
	control.Law
	model         *tree.Model
	at, reference []float64
	state         []float64
	rest          *reference.Setpoint
	off           []float64
}

// Effort implements control.Law.
func (l *restingLaw) Effort(tau []float64, in *control.Input) error {
	moved := *in
	moved.Reference = l.rest
	copy(l.rest.Qd, in.Reference.Qd)
	copy(l.rest.Qdd, in.Reference.Qdd)
	l.model.Difference(l.off, l.at, in.Reference.Q)
	l.model.Integrate(l.rest.Q, l.reference, l.off, 1)
	return l.Law.Effort(tau, &moved)
}

// AppendState implements control.Stateful.
func (l *restingLaw) AppendState(state []float64) []float64 {
	stateful, ok := l.Law.(control.Stateful)
	if !ok {
		return state
	}
	begin := len(state)
	state = stateful.AppendState(state)
	floats.Sub(state[begin:], l.state)
	return state
}

// SetState implements control.Stateful.
func (l *restingLaw) SetState(state []float64) {
	if stateful, ok := l.Law.(control.Stateful); ok {
		whole := append([]float64(nil), state...)
		floats.Add(whole, l.state)
		stateful.SetState(whole)
	}
}

// isUnjudged reports whether an error is the reason why a law cannot be judged.
func isUnjudged(err error) bool {
	var globals *globalsError
	var unjudged *unjudgedError
	return errors.As(err, &globals) || errors.As(err, &unjudged)
}
