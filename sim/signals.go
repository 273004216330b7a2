package sim

import (
	"fmt"

	"kinetree/integrate"
	"kinetree/spatial"
	"kinetree/tree"
)

// Signals are columns that a program adds to the log of a run, such as the reference of a controller, the measurements
// of its sensors, or the poses of links. Conditions that end a run may be about signals, too.
type Signals struct {
	Names []string
	// Append appends the numbers of a state to a row of the log, one for each name, and returns the longer row. The
	// numbers must be a function of the state and of the current segment of the controller, because logging and
	// conditions call Append as often as they need it, at times that may go back within a step. Append must change
	// neither the numbers before its own nor the state, and should not allocate.
	Append func(row []float64, s *integrate.State) []float64
	// Remembered says that the signals are numbers that the controller remembers of its last sample. Code for whole
	// steps does not keep such numbers.
	Remembered bool
}

// LinkSignals returns the columns of links, given by their indices in Model.Links, where the base moves as given:
// tree.LinkColumns. An orientation is a quaternion with w >= 0. It panics for a link that the model has not.
func LinkSignals(m *tree.Model, base BaseCourse, links ...int) Signals {
	kin := tree.NewKinematics(m)
	var motion tree.BaseMotion
	var x Signals
	for _, l := range links {
		x.Names = append(x.Names, tree.LinkColumns(m.Links()[l].Name)...)
	}
	x.Append = func(row []float64, s *integrate.State) []float64 {
		if base.given() {
			base.Base(&motion, s.T)
			kin.MoveBase(&motion)
		}
		kin.UpdateAcceleration(s.Q, s.Qd, s.Qdd)
		for _, l := range links {
			pose, v, a := kin.Pose(l), kin.Velocity(l, tree.Aligned), kin.Acceleration(l, tree.Aligned)
			turn := spatial.Quaternion(&pose.R)
			row = append(append(append(row, pose.P[:]...), turn.V[:]...), turn.W)
			row = append(append(row, v.Lin[:]...), v.Ang[:]...)
			row = append(append(row, a.Lin[:]...), a.Ang[:]...)
		}
		return row
	}
	return x
}

// appendSignals appends the signals of the current state to a row. It panics if they are not as many as their names.
func (w *reporter) appendSignals(row []float64) []float64 {
	for i := range w.config.Log.Signals {
		x := &w.config.Log.Signals[i]
		before := len(row)
		if row = x.Append(row, w.state); len(row)-before != len(x.Names) {
			panic(fmt.Sprintf("sim: signals with %d names have %d numbers", len(x.Names), len(row)-before))
		}
	}
	return row
}
