// Package control holds control laws: what a controller asks of the joints of a robot, from samples of their motion and
// the reference that they are to follow. A [Law] has one method, from an [Input] to efforts. Among the laws are PD and
// PID, the cascade of drives, gravity compensation, computed torque, impedance, state feedback and an adaptive one;
// [Sum] adds laws up.
//
// A law knows neither when it is asked nor what becomes of its efforts. The controllers of package loop do: they drive
// a simulation with a law, sensors and actuators. Package reference has the motions that joints are asked to follow,
// metrics how well they do, analysis the linear theory of the closed loop.
package control

import (
	"fmt"

	"kinetree/compile/tape"
	"kinetree/control/reference"
	"kinetree/spatial"
	"kinetree/tree"
)

// Input is what a control law knows at an instant.
type Input struct {
	Time      float64 // s
	Period    float64 // from one sample to the next (s); 0 for a law that acts without samples
	Q, Qd     []float64
	Reference *reference.Setpoint
	// Lost is what the actuators did not give of each effort of the last sample, given minus asked, where that was
	// beyond a limit: of the effort, of its rate, or of the voltage of a motor; zeros otherwise. nil for a law that
	// acts without samples.
	Lost []float64
	// Wrenches are what the law knows to act on each link of the robot, in its axes at its origin; nil for nothing.
	Wrenches []spatial.Force
}

// lost returns what was lost of the effort of rate i in the last sample.
func (in *Input) lost(i int) float64 {
	if in.Lost == nil {
		return 0
	}
	return in.Lost[i]
}

// Law is a control law: Effort sets tau (NV numbers: N m, N) to the efforts that an input asks for, one for each
// rate. A law that remembers, a [Stateful], is asked exactly once for each sample, in the order of time. It must not
// keep the slices.
//
// The efforts of a floating base are of no account. Joints that follow others have no effort of their own.
type Law interface {
	Effort(tau []float64, in *Input) error
}

// Stateful is a Law with a memory, which the analysis of a loop has to know.
type Stateful interface {
	Law
	// AppendState appends the state, numbers that with the input determine the efforts and the next state, and
	// SetState restores it. The state of a new law makes it forget all samples.
	AppendState(state []float64) []float64
	SetState(state []float64)
}

// Accumulating is a Stateful whose state is an integral in time of what it knows of each instant, x' = f(input). So it
// may act at every instant, too, where an input has no period: then Effort does not change the state, and what asks for
// the efforts integrates the rates.
type Accumulating interface {
	Stateful
	// AppendRate appends the rates f of the state at an instant.
	AppendRate(rate []float64, in *Input) []float64
	// Settle moves the state to where it may be, now and then between instants.
	Settle()
	// Sampled reports whether the state of this law is more than an integral, so that the law needs samples.
	Sampled() bool
}

// Estimating is a Law that estimates something, such as parameters of the robot.
type Estimating interface {
	Law
	// Estimates returns the names of what is estimated.
	Estimates() []string
	// AppendEstimates appends the estimates of the last efforts, one for each name, and returns the longer row.
	AppendEstimates(row []float64) []float64
}

// Parted is a Law whose efforts are sums of parts that have names, such as p, i and d.
type Parted interface {
	Law
	// Parts returns the names, none for a law without parts that are known.
	Parts() []string
	// AppendParts appends the parts of the last effort of rate i (N m, N), one for each name, and returns the longer
	// row. It does not allocate unless the row has to grow.
	AppendParts(row []float64, i int) []float64
}

// Telling is a Law that has more to log than the parts of its efforts.
type Telling interface {
	Law
	// Signals returns the names of the columns.
	Signals() []string
	// AppendSignals appends the numbers of the last sample, one for each name, and returns the longer row.
	AppendSignals(row []float64) []float64
}

// Periodic is a Stateful that does not do the same at each sample, but again after a number of samples.
type Periodic interface {
	Stateful
	// Samples returns the number, 1 for a law that does the same at each.
	Samples() int
}

// Foreseer is a Law that asks for the gravity efforts of a model where the robot is. Foresee tells them, as package
// rnea computes them, for a position at which the law may be asked next; so it need not compute them again. It changes
// no effort and does not allocate.
type Foreseer interface {
	Law
	Foresee(m *tree.Model, q, gravity []float64)
}

// Recordable is a Law of which package traced has a twin, written from its source, for runs side by side: it names the
// numbers that its samples are about.
type Recordable interface {
	Law
	tape.Rowed
	// Believed returns the model that the law computes with, nil for that of the robot.
	Believed() *tree.Model
}

// sum is the sum of laws.
type sum struct {
	laws []Law
	part []float64
}

// Sum returns the law
//
//	τ = τ_1 + τ_2 + ...
//
// for a model, such as PD plus gravity compensation.
func Sum(m *tree.Model, laws ...Law) Law {
	s := sum{laws: laws, part: make([]float64, m.NV())}
	for _, l := range laws {
		if _, ok := l.(Stateful); ok {
			return &statefulSum{sum: s}
		}
	}
	return &s
}

// Effort implements Law. It does not allocate unless one of the laws does.
func (s *sum) Effort(tau []float64, in *Input) error {
	clear(tau)
	for _, l := range s.laws {
		if err := l.Effort(s.part, in); err != nil {
			return err
		}
		for i, x := range s.part {
			tau[i] += x
		}
	}
	return nil
}

// Rows implements tape.Rowed.
func (s *sum) Rows(r *tape.RowList) {
	r.Scratch(s.part)
	for _, l := range s.laws {
		if l, ok := l.(Recordable); ok {
			l.Rows(r)
		}
	}
}

// Believed implements Recordable.
func (s *sum) Believed() *tree.Model {
	for _, l := range s.laws {
		if l, ok := l.(Recordable); ok && l.Believed() != nil {
			return l.Believed()
		}
	}
	return nil
}

// Foresee implements Foreseer.
func (s *sum) Foresee(m *tree.Model, q, gravity []float64) {
	for _, l := range s.laws {
		if l, ok := l.(Foreseer); ok {
			l.Foresee(m, q, gravity)
		}
	}
}

// Parts implements Parted: those of the laws that have any. What they lack of the effort is that of the other laws.
func (s *sum) Parts() (names []string) {
	for _, l := range s.laws {
		if l, ok := l.(Parted); ok {
			names = append(names, l.Parts()...)
		}
	}
	return names
}

// AppendParts implements Parted.
func (s *sum) AppendParts(row []float64, i int) []float64 {
	for _, l := range s.laws {
		if l, ok := l.(Parted); ok {
			row = l.AppendParts(row, i)
		}
	}
	return row
}

// statefulSum is a sum with a Stateful among the laws.
type statefulSum struct {
	sum
	scratch []float64
}

// AppendState implements Stateful.
func (s *statefulSum) AppendState(state []float64) []float64 {
	for _, l := range s.laws {
		if l, ok := l.(Stateful); ok {
			state = l.AppendState(state)
		}
	}
	return state
}

// SetState implements Stateful.
func (s *statefulSum) SetState(state []float64) {
	for _, l := range s.laws {
		if l, ok := l.(Stateful); ok {
			s.scratch = l.AppendState(s.scratch[:0])
			l.SetState(state[:len(s.scratch)])
			state = state[len(s.scratch):]
		}
	}
}

// tracking holds the errors of position and velocity.
type tracking struct {
	model *tree.Model
	e, ed []float64 // r ⊖ q and ṙ − q̇
}

func newTracking(m *tree.Model) tracking {
	m.CheckBuilt()
	return tracking{m, make([]float64, m.NV()), make([]float64, m.NV())}
}

// update computes the errors.
func (t *tracking) update(in *Input) {
	t.model.Difference(t.e, in.Q, in.Reference.Q)
	for i, x := range in.Reference.Qd {
		t.ed[i] = x - in.Qd[i]
	}
}

// checkGains panics unless a list has a number for each rate of a model.
func checkGains(m *tree.Model, lists ...[]float64) {
	m.CheckBuilt()
	for _, g := range lists {
		if len(g) != m.NV() {
			panic(fmt.Sprintf("control: there are %d gains, the model %s has nv = %d", len(g), m.Name(), m.NV()))
		}
	}
}

// CheckBelief returns an error unless a model that a law believes in has the same joints as the model of the robot,
// in the same order and with the same coordinates, so that its efforts are those of the robot.
func CheckBelief(believed, m *tree.Model) error {
	a, b := believed.Joints(), m.Joints()
	if len(a) != len(b) || believed.NQ() != m.NQ() || believed.NV() != m.NV() || believed.Floating() != m.Floating() {
		return fmt.Errorf("the model of the control law, %s, has %d moving joints with %d rates; expected %d with %d "+
			"as the robot %s", believed.Name(), len(a), believed.NV(), len(b), m.NV(), m.Name())
	}
	for k := range a {
		if a[k].Name != b[k].Name || a[k].Q != b[k].Q || a[k].NQ != b[k].NQ || a[k].V != b[k].V || a[k].NV != b[k].NV {
			return fmt.Errorf("joint %d of the model of the control law, %s, is %q; expected %q as in the robot %s, "+
				"with as many coordinates", k, believed.Name(), a[k].Name, b[k].Name, m.Name())
		}
	}
	return nil
}
