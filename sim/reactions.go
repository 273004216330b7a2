package sim

import (
	"kinetree/rnea"
	"kinetree/spatial"
)

// reactions are the wrenches that joints and constraints bear, for the log and for the work of prescribed motion.
type reactions struct {
	inverse *rnea.Solver
	tau     []float64
	qdd     []float64
	fext    []spatial.Force
}

// newReactions returns the workspace, nil if nothing needs it.
func newReactions(c *Config) *reactions {
	if !c.Log.Reactions && !c.Imposed.Base.given() && len(c.Imposed.Constraints)+len(c.Imposed.Joints)+
		len(c.Imposed.Contacts) == 0 {
		return nil
	}
	n := c.Model.NV()
	return &reactions{inverse: rnea.New(c.Model), tau: make([]float64, n), qdd: make([]float64, n),
		fext: make([]spatial.Force, len(c.Model.Links()))}
}

// reactionColumns names the columns: for each joint the force and the moment that it exerts on its child link, in the
// link's axes and about its origin, and what the constraints do.
func (w *reporter) reactionColumns() (names []string) {
	for _, j := range w.Model().Joints() {
		for _, part := range []string{"/force/x", "/force/y", "/force/z", "/moment/x", "/moment/y", "/moment/z"} {
			names = append(names, j.Name+part)
		}
	}
	if w.bound != nil {
		names = append(names, w.bound.constraints.Columns()...)
	}
	return names
}

// load sets fext to the wrenches on the links in a state, the state of the last Acceleration.
func (x *reactions) load(w *World, t float64, q, qd []float64) error {
	var fext []spatial.Force
	if w.wrenches != nil {
		var err error
		if fext, err = w.wrenches.On(t, q, qd); err != nil {
			return err
		}
	}
	clear(x.fext)
	copy(x.fext, fext)
	if w.bound != nil {
		w.bound.constraints.Loads(x.fext, x.tau)
	}
	return nil
}

// appendReactions appends the reactions in the current state to a row, by inverse dynamics. Of the reactions that rigid
// bodies leave undetermined, these have the least norm.
func (w *reporter) appendReactions(row []float64) ([]float64, error) {
	x, s := w.reactions, w.state
	if w.bound != nil { // for the multipliers of this state
		free := w.bound.constraints.Undetermined(s.T, s.Q)
		if err := w.Acceleration(x.qdd, s.T, s.Q, s.Qd); err != nil {
			return row, err
		}
		if free != nil {
			defer w.bound.constraints.Share(free)()
		}
	}
	if err := x.load(w.World, s.T, s.Q, s.Qd); err != nil {
		return row, err
	}
	x.inverse.InverseDynamics(x.tau, s.Q, s.Qd, s.Qdd, x.fext)
	for k := range w.Model().Joints() {
		f := x.inverse.JointForce(k)
		row = append(append(row, f.Lin[:]...), f.Ang[:]...)
	}
	if w.bound != nil {
		row = w.bound.constraints.AppendMultipliers(row)
	}
	return row, nil
}
