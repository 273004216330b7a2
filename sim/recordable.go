package sim

import (
	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/compile/traced/spatial"
	traced "kinetree/compile/traced/tree"
	"kinetree/tree"
)

// RecordableController is a Segmented controller whose efforts can be recorded for runs side by side. What is recorded
// are the operations of its methods, in their order.
type RecordableController interface {
	Segmented
	// Shape says what Record records: controllers of the same shape differ by the numbers that Enter puts into a lane.
	// It is empty if there is nothing that can be recorded.
	Shape() string
	// Splits reports whether segments end within steps of a length, as a rule. Steps are then taken in parts.
	Splits(step float64) bool
	// Known reports whether the controller knows the efforts without the rows of its lane.
	Known() bool
	// Believed returns the model that the controller computes with, nil for none. Of controllers of the same shape
	// these may differ.
	Believed() *tree.Model
	// Wrenches returns what the controller knows to act on the links; nil if it does not ask.
	Wrenches() *LinkWrenches
	// Record records the efforts of the rates in a segment, and in the next one that begins at the end of a step, where
	// one begins there.
	Record(t *tape.Tape, x *RecordedRobot) RecordedEfforts
	// Enter puts the numbers of the controller into a lane, within a segment that the controller has begun. It returns
	// false if the controller has to wait. Leave takes back what has changed.
	Enter(l *tape.Lane) bool
	Leave(l *tape.Lane)
	// PrepareStep gives the lane what is known of a step, or of a part of one, at whose end a segment begins or not. It
	// returns false if code cannot take the step. It changes nothing but the rows of the lane, so that a step may be
	// prepared several times. SegmentBegan is called after the step, when the segment has begun at time t, and returns
	// the time of its end.
	PrepareStep(l *tape.Lane, s Stretch, begins bool) (ok bool)
	SegmentBegan(l *tape.Lane, t float64) (end float64)
	// Repeats returns how many of the steps that end at the given times can reuse the inputs of the last PrepareStep.
	// After a step at whose end a segment begins these are steps that each end a segment; otherwise they lie in the
	// same segment. Repeated is told that so many steps have been taken, each of which ended a segment, the last one at
	// time t. It returns the time of the end of the segment that has begun there.
	Repeats(ends []float64) int
	Repeated(steps int, t float64) (end float64)
}

// RecordedRobot is what a controller is recorded with: the twins of the robot and of the believed model, which may be
// the same, what wrenches do to the links of the robot at a position, in their axes, nil if none act, and the length
// that all steps have, 0 if it is given for each (s).
type RecordedRobot struct {
	Robot, Believed *traced.Model
	Wrenches        func(q []graph.Num) []spatial.Force
	Step            float64
}

// Stretch is a step or a part of one. Its length may be another number than the difference of its times (s). Step is
// what it is of RecordedRobot.
type Stretch struct{ From, To, Length, Step float64 }

// Moment is when within a step the acceleration is wanted.
type Moment int

// The moments of a step from T of length h: T, T + h/2 and T + h.
const (
	AtBegin Moment = iota
	InMiddle
	AtEnd
)

// RecordedEfforts record those of a controller at positions and velocities.
type RecordedEfforts struct {
	At  func(m Moment, q, qd []graph.Num) []graph.Num // at a moment of the step
	End func(q, qd []graph.Num) []graph.Num           // at the time of its end
	// Next records those after the step, at whose end the robot is there: in the next segment, or at the last moment if
	// none begins there.
	Next func(q, qd []graph.Num) []graph.Num
	// Sent are those that will act later, which Next records; nil for none. They stay as they are until others are
	// sent.
	Sent *tape.CarriedRows
}

// Timed returns efforts that depend on time alone: those at each [Moment], at the time of the end of the step
// and, unless Next is another one, after it.
func Timed(begin, middle, last, end, next []graph.Num) RecordedEfforts {
	at := [...][]graph.Num{begin, middle, last}
	return RecordedEfforts{
		At:   func(m Moment, _, _ []graph.Num) []graph.Num { return at[m] },
		End:  func(_, _ []graph.Num) []graph.Num { return end },
		Next: func(_, _ []graph.Num) []graph.Num { return next },
	}
}

// Constant returns efforts that are the same all the time.
func Constant(tau []graph.Num) RecordedEfforts { return Timed(tau, tau, tau, tau, tau) }

// RecordableObserver is an Observer that can be recorded for runs side by side. Its methods are like those of
// RecordableController.
type RecordableObserver interface {
	Observer
	Shape() string
	Record(t *tape.Tape, s *tape.Step)
	Enter(l *tape.Lane) bool
	// Leave is told the time, position and velocity at the end of the last step.
	Leave(l *tape.Lane, time float64, q, qd []float64)
	// PrepareStep gives the lane what is known of a step, and returns until when that holds for later steps, too.
	PrepareStep(l *tape.Lane, from, to float64) (until float64)
	// Correct observes what code does not observe of a step of which it has flagged the results, and changes these. The
	// first rows that the lanes carry are the state: positions, then velocities.
	Correct(lane, results *tape.Lane, from, to float64)
}
