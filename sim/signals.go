package sim

import (
	"fmt"

	"kinetree/integrate"
)

// Signals are columns that somebody adds to the log of a run, such as the reference of a controller, what its sensors
// measure, or the poses of links. Conditions that end a run may be about them, too.
type Signals struct {
	Names []string
	// Append appends the numbers of a state to a row of the log, one for each name, and returns the longer row. It
	// must be a function of the state and of the current segment of the controller, for it is asked as often as
	// logging and conditions need, at times that may go back within a step. It must change neither the row that there
	// is nor the state, and should not allocate.
	Append func(row []float64, s *integrate.State) []float64
}

// appendSignals appends the signals of the current state to a row. It panics if they are not as many as their names.
func (w *World) appendSignals(row []float64) []float64 {
	for i := range w.config.Log.Signals {
		x := &w.config.Log.Signals[i]
		before := len(row)
		if row = x.Append(row, w.state); len(row)-before != len(x.Names) {
			panic(fmt.Sprintf("sim: signals with %d names have %d numbers", len(x.Names), len(row)-before))
		}
	}
	return row
}
