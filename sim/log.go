package sim

// Sink takes the log of a run: one Begin and, unless that fails, a Record for each logged state and one End. A log is a table of numbers;
// the columns have the names of the trajectory CSV.
type Sink interface {
	Begin(columns []string) error
	Record(row []float64) error // row is valid during the call only
	End(*Summary) error
}

// Columns returns the names of the columns of a log: the time; for each joint in model order its position, velocity, acceleration
// and effort; the energies. Units are SI and radians.
func (w *World) Columns() []string {
	columns := []string{"time"}
	for _, j := range w.Model().Joints() {
		columns = append(columns, j.Name+"/position", j.Name+"/velocity", j.Name+"/acceleration", j.Name+"/effort")
	}
	return append(columns, "energy/kinetic", "energy/potential", "energy/total")
}

func (w *World) beginLog() error {
	columns := w.Columns()
	w.row = make([]float64, len(columns))
	return w.config.Sink.Begin(columns)
}

// log writes the current state to the sink, if there is one.
func (w *World) log() error {
	if w.config.Sink == nil {
		return nil
	}
	s := w.state
	if err := w.Effort(w.effort, s.T, s.Q, s.V); err != nil {
		return w.at(err)
	}
	row := append(w.row[:0], s.T)
	for _, j := range w.Model().Joints() {
		row = append(row, s.Q[j.Q], s.V[j.V], s.A[j.V], w.effort[j.V])
	}
	kinetic, potential := w.energy.Energy(s.Q, s.V)
	w.logged = s.T
	return w.config.Sink.Record(append(row, kinetic, potential, kinetic+potential))
}

// endLog ends the log with the last state, unless logging is what failed. The first error counts.
func (w *World) endLog(s *Summary, status Status, err error) (Status, error) {
	fail := func(e error) {
		if e != nil && err == nil {
			status, err = Failed, e
		}
	}
	if status != Failed && w.logged != w.state.T {
		fail(w.log())
	}
	s.end(w, status, err)
	fail(w.config.Sink.End(s))
	return status, err
}
