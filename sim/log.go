package sim

import (
	"fmt"
	"math"
	"slices"

	"kinetree/integrate"
	"kinetree/tree"
)

// Sink takes the log of a run, a table of numbers whose columns have names: one Begin and, unless that fails, a Record
// for each logged state and one End.
type Sink interface {
	Begin(columns []string) error
	Record(row []float64) error // row is valid during the call only
	End(*Summary) error
}

// Observer sees a run step by step or, where a step has parts, part by part: the states at both ends, the effort
// vectors at both ends (see tree.EffortLayout), and the work that the efforts did at each rate (J). The work of a
// follower's effort counts at the rate of its leader; the works add up to the effort work of the ledger. Where efforts
// jump, a part ends with the efforts before the jump, and the next part begins with the efforts after the jump. The
// slices and states are valid during the call only.
type Observer interface {
	Observe(from, to *integrate.State, effortFrom, effortTo, work []float64)
}

// reporter is the world as it is seen: it fills the log, the ledger and the summary, and watches limits and conditions.
type reporter struct{ *World }

// logbook holds the state of the log.
type logbook struct {
	row  []float64 // nil without a log and conditions on columns
	time float64   // of the row that was logged last
}

// Columns returns the names of the columns of a log: the time; the state of a floating base and its acceleration; for
// each joint in model order its positions, velocities, accelerations and efforts; the energies; for joints that have
// any, the efforts of friction and of end stops; the reactions and the contacts if they are logged; the signals of the
// configuration; the ledger if it is logged. Units are SI and radians. The effort of a joint is the effort of its
// actuator, also for a follower; a follower has the efforts of its own friction and end stops, too. The effort of a
// joint with an elastic drive is the effort that the drive transmits. A free body has the columns of a floating base
// under its name. Motors have JOINT/motor/voltage and JOINT/motor/current behind the joints.
func (w *World) Columns() []string {
	columns := []string{"time"}
	if w.Model().Floating() {
		columns = append(columns, tree.BaseColumns()...)
	}
	for _, j := range w.Model().Joints() {
		for _, q := range []tree.Quantity{tree.Position, tree.Velocity, tree.Acceleration, tree.Effort} {
			columns = append(columns, j.Columns(q)...)
		}
	}
	columns = append(columns, w.drive.motorColumns(w.Model())...)
	columns = append(columns, "energy/kinetic", "energy/potential", "energy/total")
	for k, j := range w.Model().Joints() {
		if w.modes != nil && w.modes.rubbing[k] {
			for _, name := range tree.CoordinateNames(j.Name, j.NV) {
				columns = append(columns, name+"/friction_effort")
			}
		}
		for i, name := range tree.CoordinateNames(j.Name, j.NV) {
			if w.modes != nil && w.modes.stopped(k, j.V+i) != nil {
				columns = append(columns, name+"/limit_effort")
			}
		}
	}
	if w.config.Log.Reactions {
		columns = append(columns, w.reporter.reactionColumns()...)
	}
	if w.config.Log.Contacts {
		columns = append(columns, w.contacts.columns()...)
	}
	for _, x := range w.config.Log.Signals {
		columns = append(columns, x.Names...)
	}
	if w.config.Log.Ledger {
		columns = append(columns, w.reporter.ledgerColumns()...)
	}
	return columns
}

// ledgerColumns returns the names of the columns of the ledger.
func (w *reporter) ledgerColumns() []string {
	columns := []string{"ledger/effort_work", "ledger/wrench_work", "ledger/damping_loss", "ledger/friction_loss",
		"ledger/stop_loss", "ledger/residual"}
	if w.drive.motors {
		columns = append(columns, "ledger/motor_loss")
	}
	if w.config.Disturbances.Changes != nil {
		columns = append(columns, "ledger/payload")
	}
	if w.bound != nil || w.base != nil {
		columns = append(columns, "ledger/constraint_work")
	}
	return columns
}

// makeRow makes the row of the log, if there is a log or a condition on a column. It returns an error if two columns
// have the same name, as a joint "a[0]" beside a joint "a" with several coordinates would have.
func (w *reporter) makeRow() error {
	if w.config.Log.Sink == nil && !w.until.onColumns {
		return nil
	}
	columns := w.Columns()
	w.logbook.row = make([]float64, len(columns))
	slices.Sort(columns)
	for i := range columns[1:] {
		if columns[i] == columns[i+1] {
			return fmt.Errorf("the log would have two columns %q; expected other names of joints and links", columns[i])
		}
	}
	return nil
}

// LogTo makes a sink that which takes the log of the runs to come. It panics unless the world has a log or, if the sink
// is nil, has none.
func (w *World) LogTo(sink Sink) {
	if (sink == nil) != (w.config.Log.Sink == nil) {
		panic("sim: a world has a log from the first, or none")
	}
	w.config.Log.Sink = sink
}

func (w *reporter) beginLog() error { return w.config.Log.Sink.Begin(w.Columns()) }

// log writes the current state to the sink, if there is one.
func (w *reporter) log() error {
	if w.config.Log.Sink == nil {
		return nil
	}
	if err := w.measure(w.logbook.row); err != nil {
		return w.driver.at(err)
	}
	w.logbook.time = w.state.T
	return w.config.Log.Sink.Record(w.logbook.row)
}

// measure fills a row of the log from the current state.
func (w *reporter) measure(row []float64) error {
	s := w.state
	if w.config.Imposed.Joints != nil {
		if err := w.Acceleration(w.reactions.qdd, s.T, s.Q, s.Qd); err != nil { // for what drives them
			return err
		}
	}
	if err := w.Effort(w.drive.effort, s.T, s.Q, s.Qd); err != nil {
		return err
	}
	if w.modes != nil {
		w.plant.rub(s.Qd, s.Qdd)
	}
	w.plant.addDrives(w.drive.effort)
	if w.mechanism.Passive.Couples() {
		w.mechanism.Passive.Transmitted(s.Q, s.Qd, w.drive.transmitted)
	}
	row = append(row[:0], s.T)
	if w.Model().Floating() {
		row = append(append(append(row, s.Q[:7]...), s.Qd[:6]...), s.Qdd[:6]...)
	}
	joints := w.Model().Joints()
	for k := range joints {
		j := &joints[k]
		row = j.AppendPosition(row, s.Q)
		row = j.AppendRate(row, s.Qd)
		row = j.AppendRate(row, s.Qdd)
		if effort := w.drive.layout.Index(k); !j.Free {
			row = append(row, w.drive.effort[effort:effort+j.NV]...)
		}
	}
	row = w.drive.appendMotors(row)
	kinetic, potential := w.plant.energies(s.Q, s.Qd)
	row = append(row, kinetic, potential, kinetic+potential)
	if w.modes != nil {
		row = w.appendPassive(row)
	}
	if w.config.Log.Reactions {
		var err error
		if row, err = w.appendReactions(row); err != nil {
			return err
		}
	}
	if w.config.Log.Contacts {
		var err error
		if row, err = w.contacts.appendContacts(row); err != nil {
			return err
		}
	}
	row = w.appendSignals(row)
	if w.config.Log.Ledger {
		l := &w.books.Ledger
		row = append(row, l.EffortWork, l.WrenchWork, l.DampingLoss, l.FrictionLoss, l.StopLoss,
			kinetic+potential-w.books.Start-l.Gain())
		if w.drive.motors {
			row = append(row, l.MotorLoss)
		}
		if w.config.Disturbances.Changes != nil {
			row = append(row, l.Payload)
		}
		if w.bound != nil || w.base != nil {
			_ = append(row, l.ConstraintWork) // into the row given
		}
	}
	return nil
}

// appendPassive appends the efforts of friction and end stops. Those of a rate are split among the joints that have a
// part in it as their frictions are.
func (w *reporter) appendPassive(row []float64) []float64 {
	joints := w.Model().Joints()
	for k := range joints {
		j := &joints[k]
		for i := 0; i < j.NV && w.modes.rubbing[k]; i++ {
			share := 0.0
			if r := w.modes.of(j.V + i); r != nil && r.rough {
				friction, _ := r.efforts()
				share = math.Copysign(r.share(k, j, friction), friction*j.Ratio) + 0 // not −0
			}
			row = append(row, share)
		}
		for i := range j.NV {
			r := w.modes.stopped(k, j.V+i)
			if r == nil {
				continue
			}
			_, effort := r.efforts()
			if k != r.endStop(-effort).joint {
				effort = 0
			}
			row = append(row, effort/j.Ratio+0)
		}
	}
	return row
}

// endLog ends the log with the last state, unless logging is what failed. The first error counts.
func (w *reporter) endLog(s *Summary, status Status, err error) (Status, error) {
	fail := func(e error) {
		if e != nil && err == nil {
			status, err = Failed, e
		}
	}
	if status != Failed && w.logbook.time != w.state.T {
		fail(w.log())
	}
	s.end(w.World, status, err)
	fail(w.config.Log.Sink.End(s))
	return status, err
}

// share returns the part of a friction of the rate that joint k has, as an effort on the joint.
func (r *rate) share(k int, j *tree.Joint, friction float64) float64 {
	if j.NV > 1 { // which nothing follows
		return friction
	}
	if r.Drag == nil {
		return friction * j.Friction / r.Forwards
	}
	total := r.Level(-friction)
	if total == 0 {
		return 0
	}
	return friction * (r.Drag.Of(k, -friction) / math.Abs(j.Ratio)) / total
}
