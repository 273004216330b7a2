package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/dynamics/constraint"
	"kinetree/identify"
	"kinetree/internal/suggest"
	"kinetree/tree"
	"kinetree/urdf"
)

// Task is an identification: what is sought, and how logs are treated.
type Task struct {
	Terms  identify.Terms
	Cutoff float64 // of the filter that the equation passes (Hz); 0 for none, NaN for one that follows from the motion
	// by which the efforts act later than they are logged (s); NaN for the one that explains the log best
	Delay float64
	// Constraints of the robot, whose forces need no column in a log: the equation is that of the motion that they
	// leave. Positions of joints that a log does not have, but the constraints tell, are NaN in it.
	Constraints []constraint.Constraint
	Start       []float64 // a position near that of the logs, for how the robot is assembled; nil without constraints
}

// Identification is the result of a Task.
type Identification struct {
	Motion     *Measurements
	Delay      float64 // s
	Fit        *Fit
	Consistent *Consistent
	Tests      []Test // of each effort
	Doubts     []Doubt
	Validation []Validation // of each effort, on other logs; nil if there are none
}

// Run finds the parameters of a model, which was built of a robot, from logs, and compares them with other logs, if
// there are any.
func (t Task) Run(m *tree.Model, robot *urdf.Robot, logs, others []*Log) (*Identification, error) {
	r := &Identification{Delay: t.Delay}
	fault := func(err error) error { return fmt.Errorf("%s: %w", suggest.List(files(logs)), err) }
	e := identify.NewEquation(m, t.Terms)
	var err error
	if len(t.Constraints) > 0 {
		if err := bind(e, t.Constraints, t.Start, slices.Concat(logs, others)...); err != nil {
			return nil, err
		}
	}
	if r.Motion, err = prepare(e, t.Cutoff, logs...); err != nil {
		return nil, err
	}
	if e.Bound != nil {
		if err := r.Motion.choose(e); err != nil {
			return nil, fault(err)
		}
		r.Motion.tie(e)
	}
	base := identify.FindBase(e)
	if r.Motion.Cutoff == 0 && t.Delay != 0 {
		return nil, fault(errors.New("a delay takes a filter, for efforts between samples: choose a cutoff"))
	}
	if math.IsNaN(t.Delay) {
		if r.Delay, err = delayBy(base, r.Motion); err != nil {
			return nil, fault(err)
		}
	}
	if r.Delay != 0 {
		r.Motion.delayBy(r.Delay)
	}
	if r.Fit, err = New(base, r.Motion.Cutoff, r.Motion.Parts...); err != nil {
		return nil, fault(err)
	}
	r.Consistent = NewConsistent(r.Fit, robot)
	r.Tests = r.Fit.Tests()
	r.Doubts = r.Consistent.doubts(r.Motion, r.Tests)
	if len(others) == 0 {
		return r, nil
	}
	other, err := prepare(e, r.Motion.Cutoff, others...)
	if err != nil {
		return nil, err
	}
	if e.Bound != nil {
		other.tie(e)
	}
	if r.Delay != 0 {
		other.delayBy(r.Delay)
	}
	r.Validation = r.Consistent.validate(other)
	return r, nil
}

func files(logs []*Log) (names []string) {
	for _, l := range logs {
		names = append(names, l.File)
	}
	return names
}
