package sim

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/internal/traced/spatial"
	traced "kinetree/internal/traced/tree"
	"kinetree/tree"
)

// RecordableController is a Segmented controller whose efforts can be recorded for runs side by side. The recording has
// the operations of the controller's methods, in their order.
type RecordableController interface {
	Segmented
	// Shape names what Record records: controllers of one shape differ by the numbers that Enter puts into a lane
	// alone. The shape is empty if the controller cannot be recorded.
	Shape() string
	// Splits reports whether segments end within steps of a length, as a rule. The lane then takes steps in parts.
	Splits(step float64) bool
	// Known reports whether the controller itself knows its efforts while it is in a lane.
	Known() bool
	// Believed returns the model that the controller computes with, nil for none. Controllers of one shape may have
	// different models.
	Believed() *tree.Model
	// Wrenches returns the wrenches on links that the controller knows; nil if the controller asks for none.
	Wrenches() *LinkWrenches
	// Record records the efforts of the rates in a step, and after the step: in the present segment, or in the segment
	// that begins at the end of the step.
	Record(t *tape.Tape, x *RecordedRobot) RecordedEfforts
	// Enter puts the numbers of the controller into a lane, within a segment that the controller has begun. Enter
	// returns false if the controller cannot enter yet. Leave takes the numbers that steps have changed out of the
	// lane.
	Enter(l *tape.Lane) bool
	Leave(l *tape.Lane)
	// PrepareStep gives the lane the numbers that the controller knows of a step, or of a part of a step, given whether
	// a segment begins at its end. PrepareStep returns false if code cannot take the step. It changes the rows of the
	// lane alone, so a step may be prepared several times. SegmentBegan is called after a step at whose end, at time t,
	// a segment begins, and returns the time of the end of that segment.
	PrepareStep(l *tape.Lane, s Stretch, begins bool) (ok bool)
	SegmentBegan(l *tape.Lane, t float64) (end float64)
	// Repeats returns how many of the steps that end at the given times can reuse the inputs of the last PrepareStep.
	// After a step at whose end a segment begins, each of these steps ends a segment; otherwise the steps lie in the
	// same segment. Repeated is called after a number of steps that each ended a segment, the last step at time t, and
	// returns the time of the end of the segment that began at t.
	Repeats(ends []float64) int
	Repeated(steps int, t float64) (end float64)
}

// RecordedRobot is the robot that a controller is recorded with: the twins of the robot and of the believed model,
// which may be the same twin; the wrenches on the links at a position, in the axes of the links, nil if no wrench acts;
// and the length of all steps (s), 0 if the length is given for each step.
type RecordedRobot struct {
	Robot, Believed *traced.Model
	Wrenches        func(q []graph.Num) []spatial.Force
	Step            float64
}

// Stretch is a step or a part of a step (s). The length may differ by rounding from the difference of the times. Step
// is RecordedRobot.Step.
type Stretch struct{ From, To, Length, Step float64 }

// Moment is a time within a step at which integrators evaluate the acceleration.
type Moment int

// The moments of a step from T of length h: T, T + h/2 and T + h.
const (
	AtBegin Moment = iota
	InMiddle
	AtEnd
)

// RecordedEfforts record the efforts of a controller at a position and velocity.
type RecordedEfforts struct {
	At  func(m Moment, q, qd []graph.Num) []graph.Num // at a moment of the step
	End func(q, qd []graph.Num) []graph.Num           // at the time of the end of the step
	// Next records the efforts after the step, which ends at a position and velocity: in the segment that begins there,
	// or, if none begins, at the last moment of the step.
	Next func(q, qd []graph.Num) []graph.Num
	// Sent are the rows of the efforts that Next sends and that act later; nil for none. The efforts stay in these rows
	// until Next sends others.
	Sent *tape.CarriedRows
}

// Timed returns efforts that depend on time alone: the efforts at each [Moment], at the time of the end of the step,
// and after the step. The caller may replace Next.
func Timed(begin, middle, last, end, next []graph.Num) RecordedEfforts {
	at := [...][]graph.Num{begin, middle, last}
	return RecordedEfforts{
		At:   func(m Moment, _, _ []graph.Num) []graph.Num { return at[m] },
		End:  func(_, _ []graph.Num) []graph.Num { return end },
		Next: func(_, _ []graph.Num) []graph.Num { return next },
	}
}

// Constant returns efforts that do not change.
func Constant(tau []graph.Num) RecordedEfforts { return Timed(tau, tau, tau, tau, tau) }

// RecordableObserver is an Observer that can be recorded for runs side by side. Its methods have the meaning of the
// methods of RecordableController.
type RecordableObserver interface {
	Observer
	Shape() string
	Record(t *tape.Tape, s *tape.Step)
	Enter(l *tape.Lane) bool
	// Leave is given the time, position and velocity at the end of the last step.
	Leave(l *tape.Lane, time float64, q, qd []float64)
	// PrepareStep gives the lane the numbers that the observer knows of a step, and returns the time up to which later
	// steps can reuse the numbers.
	PrepareStep(l *tape.Lane, from, to float64) (until float64)
	// Correct observes a step whose results code has flagged, and changes the results. The first carried rows of the
	// lane and of the results are the state at the start and at the end of the step: positions, then velocities.
	Correct(lane, results *tape.Lane, from, to float64)
}
