package prepare

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/sim"
	"kinetree/tree"
)

// scriptedJoints are the joints as the functions of a script see them.
type scriptedJoints struct {
	model  *tree.Model
	joints []int // that have an entry, in model order; a floating base has the first one
	list   []script.Joint
	effort []float64 // of all, one after another
}

// newScriptedJoints returns all joints, or those with efforts of their own.
func newScriptedJoints(m *tree.Model, followers bool) *scriptedJoints {
	s := &scriptedJoints{model: m}
	if m.Floating() {
		s.list = append(s.list, script.Joint{Name: m.BaseName(), NQ: 7, NV: 6})
	}
	for k, j := range m.Joints() {
		if j.Leader < 0 || followers {
			s.joints = append(s.joints, k)
			s.list = append(s.list, script.Joint{Name: j.Name, NQ: j.NQ, NV: j.NV})
		}
	}
	for _, j := range s.list {
		s.effort = append(s.effort, make([]float64, j.NV)...)
	}
	return s
}

// positions appends the positions of the joints at q.
func (s *scriptedJoints) positions(dst, q []float64) []float64 {
	if s.model.Floating() {
		dst = append(dst, q[:7]...)
	}
	for _, k := range s.joints {
		dst = s.model.Joints()[k].AppendPosition(dst, q)
	}
	return dst
}

// rates appends the rates of the joints at qd.
func (s *scriptedJoints) rates(dst, qd []float64) []float64 {
	if s.model.Floating() {
		dst = append(dst, qd[:6]...)
	}
	for _, k := range s.joints {
		dst = s.model.Joints()[k].AppendRate(dst, qd)
	}
	return dst
}

// each calls f with each joint that may have an effort and the place of that in s.effort. The error is that of an
// effort on a floating base.
func (s *scriptedJoints) each(function string, f func(k, at, n int) error) error {
	at := 0
	if s.model.Floating() {
		at = 6
		if slices.ContainsFunc(s.effort[:at], func(x float64) bool { return x != 0 }) {
			return wrong("script", "%s returned an effort for the floating base %q, which has no actuator; expected "+
				"efforts of joints", function, s.list[0].Name)
		}
	}
	for _, k := range s.joints {
		n := s.model.Joints()[k].NV
		if err := f(k, at, n); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// scriptedLaw is the function control of a script, with the state that it takes. For the analysis, the state is the
// departure from the first one.
type scriptedLaw struct {
	*scriptedJoints
	law    *script.Instance
	first  []float64 // state
	sample script.Instant
}

// newScriptedLaw returns the control law of the script, with a state of its own, which believes in a model.
func (r *Run) newScriptedLaw(m, believed *tree.Model, env *Env) (control.Law, error) {
	file, err := loadScript(r.Scenario, env)
	if err != nil {
		return nil, err
	}
	if !file.Has("control") {
		return nil, wrong("script",
			"%s has no function control(t, position, velocity, reference), which the controller asks for",
			r.Scenario.Script)
	}
	l := &scriptedLaw{scriptedJoints: newScriptedJoints(m, false)}
	run := script.Run{Joints: l.list, Params: r.Scenario.Params, Model: newScriptedModel(believed), Done: env.Done}
	if l.law, err = file.NewInstance(run); err != nil {
		return nil, err
	}
	l.first = l.law.AppendState(nil)
	return l, nil
}

// AppendState implements control.Stateful.
func (l *scriptedLaw) AppendState(state []float64) []float64 {
	begin := len(state)
	state = l.law.AppendState(state)
	for i, x := range l.first {
		state[begin+i] -= x
	}
	return state
}

// SetState implements control.Stateful.
func (l *scriptedLaw) SetState(state []float64) {
	next := slices.Clone(l.first)
	for i := range next {
		next[i] += state[i]
	}
	l.law.SetState(next)
}

// frozenLaw is a scriptedLaw for the analysis, which must not change what the law of the run keeps in globals, and
// cannot know it.
type frozenLaw struct {
	*scriptedLaw
	live *script.Instance
}

// globalsError reports a law that changes globals.
type globalsError struct{ cause error }

func (e *globalsError) Error() string {
	return fmt.Sprintf("the script keeps what it remembers in globals, which a linear analysis does not know (%v); "+
		"expected a function control(t, position, velocity, reference, state)", e.cause)
}

// frozen returns the law for the analysis.
func (l *scriptedLaw) frozen() (*frozenLaw, error) {
	law, err := l.law.Frozen()
	live, err2 := l.law.New()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	joints := *l.scriptedJoints
	joints.effort = slices.Clone(joints.effort)
	return &frozenLaw{&scriptedLaw{scriptedJoints: &joints, law: law, first: l.first}, live}, nil
}

// Effort implements control.Law. The error of a law that changes globals, which without this fault would have none, is
// a *globalsError.
func (l *frozenLaw) Effort(tau []float64, in *control.Input) error {
	state := l.law.AppendState(nil)
	err := l.scriptedLaw.Effort(tau, in)
	if err == nil {
		return nil
	}
	l.live.SetState(state)
	if l.live.Control(l.effort, &l.sample) == nil {
		return &globalsError{err}
	}
	return err
}

// probe calls the law at many times and states of motion, about the start and the reference, so that it shows a
// change of globals that the law makes in some of them only: the error is then a *globalsError. Other faults of the
// script in states that a run may never reach do not count.
func (l *frozenLaw) probe(plan *reference.Plan, start []float64, duration, period float64) error {
	const times = 25
	m := l.model
	rng := rand.New(rand.NewPCG(1, 1))
	in := &control.Input{Period: period, Q: make([]float64, m.NQ()), Qd: make([]float64, m.NV()),
		Reference: reference.NewSetpoint(m)}
	tau, off := make([]float64, m.NV()), make([]float64, m.NV())
	defer l.law.SetState(l.first)
	for k := range times {
		in.Time = duration * float64(k) / (times - 1)
		plan.At(in.Reference, in.Time)
		for _, near := range [][]float64{start, in.Reference.Q} {
			for _, size := range []float64{0, 1e-3, 0.1, 3} {
				for i := range off {
					off[i] = float64(size * (float64(2*rng.Float64()) - 1))
					in.Qd[i] = float64(size * (float64(2*rng.Float64()) - 1))
				}
				m.Integrate(in.Q, near, off, 1)
				var globals *globalsError
				if err := l.Effort(tau, in); errors.As(err, &globals) {
					return err
				} else if err != nil {
					l.law.SetState(l.first)
				}
			}
		}
	}
	return nil
}

// lateLaw is a law as it is at a later time.
type lateLaw struct {
	*frozenLaw
	time float64
}

// Effort implements control.Law.
func (l *lateLaw) Effort(tau []float64, in *control.Input) error {
	late := *in
	late.Time = l.time
	return l.frozenLaw.Effort(tau, &late)
}

// changes reports whether the linear analysis of the law depends on the time of the run, and a time at which it is
// another one than at the beginning. It looks at some times; faults of the script there do not count.
func (l *frozenLaw) changes(setup *analysis.Setup, duration, period float64) (t float64, changes bool) {
	const times = 12
	first, err := analysis.Law(l.model, l, setup.Position, period)
	if err != nil || first.M == nil {
		return 0, false
	}
	for k := range times {
		t = duration * float64(k+1) / times
		later, err := analysis.Law(l.model, &lateLaw{l, t}, setup.Position, period)
		if err != nil {
			continue
		}
		if later.M == nil || len(later.M.Data()) != len(first.M.Data()) {
			return t, true
		}
		difference := slices.Clone(later.M.Data())
		floats.Sub(difference, first.M.Data())
		// differences of a law are exact to some 1e-10
		if floats.Norm(difference, math.Inf(1)) > 1e-6*floats.Norm(first.M.Data(), math.Inf(1)) {
			return t, true
		}
	}
	return 0, false
}

// Effort implements control.Law.
func (l *scriptedLaw) Effort(tau []float64, in *control.Input) error {
	s := &l.sample
	s.Time, s.Period = in.Time, in.Period
	s.Position, s.Velocity = l.positions(s.Position[:0], in.Q), l.rates(s.Velocity[:0], in.Qd)
	s.Reference = l.positions(s.Reference[:0], in.Reference.Q)
	s.ReferenceVelocity = l.rates(s.ReferenceVelocity[:0], in.Reference.Qd)
	s.ReferenceAcceleration = l.rates(s.ReferenceAcceleration[:0], in.Reference.Qdd)
	if s.Lost = s.Lost[:0]; in.Lost == nil {
		s.Lost = nil
	} else {
		s.Lost = l.rates(s.Lost, in.Lost)
	}
	if err := l.law.Control(l.effort, s); err != nil {
		return err
	}
	clear(tau)
	return l.each("control", func(k, at, n int) error {
		copy(tau[l.model.Joints()[k].V:], l.effort[at:at+n])
		return nil
	})
}

// scriptedEfforts is the function effort of a script: efforts in an open loop, at every instant.
type scriptedEfforts struct {
	*scriptedJoints
	law    *script.Instance
	q, v   []float64 // of all joints, one after another
	layout *tree.EffortLayout
	taken  []bool // by joint: its effort comes from the script
}

// newScriptedEfforts returns the efforts of the script, or nil if no joint takes its own from there.
func (r *Run) newScriptedEfforts(m *tree.Model, layout *tree.EffortLayout, env *Env) (sim.Segmented, error) {
	s := r.Scenario
	if s.Script == "" {
		return nil, nil
	}
	e := &scriptedEfforts{scriptedJoints: newScriptedJoints(m, true), layout: layout,
		taken: make([]bool, len(m.Joints()))}
	var names []string
	for k, j := range m.Joints() {
		if e.taken[k] = s.Efforts[j.Name].Script; e.taken[k] {
			names = append(names, j.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	file, err := loadScript(s, env)
	if err != nil {
		return nil, err
	}
	if !file.Has("effort") {
		return nil, wrong("script",
			"%s has no function effort(t, position, velocity), which the efforts of %s come from", s.Script,
			suggest.List(names))
	}
	run := script.Run{Joints: e.list, Params: s.Params, Done: env.Done}
	e.law, err = file.NewInstance(run)
	return e, err
}

// BeginSegment implements sim.Segmented.
func (e *scriptedEfforts) BeginSegment(float64, []float64, []float64) (end float64, err error) {
	return math.Inf(1), nil
}

// Effort implements sim.Controller.
func (e *scriptedEfforts) Effort(tau []float64, t float64, q, qd []float64) error {
	e.q, e.v = e.positions(e.q[:0], q), e.rates(e.v[:0], qd)
	if err := e.law.Effort(e.effort, t, e.q, e.v); err != nil {
		return err
	}
	clear(tau)
	return e.each("effort", func(k, at, n int) error {
		part := e.effort[at : at+n]
		if !e.taken[k] && slices.ContainsFunc(part, func(x float64) bool { return x != 0 }) {
			name := e.model.Joints()[k].Name
			return wrong("efforts", "effort returned an effort for %q, which does not take it from the script; "+
				"expected efforts.%s: script, or none for it", name, strict.Join("", name))
		}
		copy(tau[e.layout.Index(k):], part)
		return nil
	})
}

// usesScript reports whether the law or an effort is a function of the script.
func usesScript(s *scenario.Scenario) bool {
	for _, e := range s.Efforts {
		if e.Script {
			return true
		}
	}
	return s.Controller.Type == "script"
}
