package prepare

import (
	"context"
	"time"

	"kinetree/control/analysis"
	"kinetree/dynamics/constraint"
	"kinetree/dynamics/coulomb"
	"kinetree/internal/finitejson"
	"kinetree/sim"
	"kinetree/urdf/estimate"
)

// Outcome is the result of a run of a scenario.
type Outcome struct {
	Model      string        `json:"model"` // name of the robot
	File       string        `json:"file"`  // of its description
	Base       string        `json:"base"`
	Joints     []string      `json:"joints"`
	Inner      int           `json:"-"` // how many of these belong to drives
	Integrator string        `json:"integrator"`
	Step       float64       `json:"dt"` // s
	Steps      int           `json:"steps"`
	Simulated  float64       `json:"simulated_time"`   // s
	Wall       float64       `json:"wall_time"`        // s
	Speed      float64       `json:"real_time_factor"` // simulated seconds per second
	Start      *sim.Snapshot `json:"start"`
	End        *sim.Snapshot `json:"end"`
	Ledger     sim.Ledger    `json:"work"`
	DriftShare float64       `json:"drift_share"` // see sim.Ledger.DriftShare
	Impacts    int           `json:"impacts"`     // on end stops
	Excesses   []sim.Excess  `json:"exceeded,omitempty"`
	Pulls      []sim.Pull    `json:"pulled,omitempty"`
	// what contacts began to do
	Contacts []sim.TouchEvent `json:"contacts,omitempty"`
	// by how much what rigid contacts bear has broken the laws of contact at most
	Laws *coulomb.Laws `json:"contact_laws,omitempty"`
	// rigid bodies do not tell what each contact bears
	Shared bool            `json:"contact_shares_undetermined,omitempty"`
	Coarse sim.Turn        `json:"coarse,omitzero"` // the fastest turn, if it was too fast for the steps
	Stiff  []sim.Stiffness `json:"stiff,omitempty"` // dampers and springs that were taken implicitly
	Status sim.Status      `json:"status"`
	Ended  string          `json:"ended"` // why, in words
	// masses and inertias of links that were estimated from their shapes
	Estimates []estimate.Estimate `json:"inertia_estimates,omitempty"`
	Log       string              `json:"log"` // its file; empty if there is none
	Rows      int                 `json:"rows"`
	Metrics   MeasuresByJoint     `json:"metrics,omitempty"`
	Events    MeasuresByEvent     `json:"events,omitempty"`
	// what the law is if it is a linear-quadratic regulator
	Regulator *analysis.Regulator `json:"regulator,omitempty"`
	// what became of the trajectory of a joint_trajectory_controller
	Goal *GoalReport `json:"trajectory,omitempty"`
	// rows, rank and mobility at the start; nil without constraints
	Constraints *constraint.RowCount `json:"constraints,omitempty"`

	Followers int           `json:"-"` // joints that follow others
	Floating  bool          `json:"-"` // the base
	Columns   int           `json:"-"` // of the log
	Meta      string        `json:"-"` // the file beside the log, or empty
	Took      time.Duration `json:"-"` // as Wall
}

// Simulate runs the scenario to its end. The error of a run that has begun comes with what it came to.
func (r *Run) Simulate(ctx context.Context) (*Outcome, error) {
	begin := time.Now()
	s, err := new(Solo).Run(ctx, r)
	took := time.Since(begin)
	if s == nil {
		return nil, err
	}
	m := r.World.Model()
	o := &Outcome{Model: m.Name(), File: r.Source.Name, Base: r.Scenario.Base, Joints: m.JointNames(),
		Estimates:  r.Estimates,
		Integrator: r.Method.Name, Step: r.Scenario.Step, Steps: s.Steps, Simulated: s.End.Time, Wall: took.Seconds(),
		Speed: s.End.Time / took.Seconds(), Start: &s.Start, End: &s.End, Ledger: s.Ledger,
		DriftShare: s.Ledger.DriftShare(), Impacts: s.Impacts, Excesses: s.Excesses,
		Pulls: s.Pulls, Contacts: s.Touches, Laws: s.Laws, Shared: s.Shared, Coarse: s.Coarse, Stiff: s.Stiff,
		Status: s.Status, Ended: s.Reason, Metrics: r.Measures(), Events: r.Events(), Floating: m.Floating(),
		Columns: len(r.World.Columns()), Took: took}
	if r.Log != nil {
		o.Log, o.Rows, o.Meta = r.Scenario.Log.File, r.Log.Rows(), r.Log.MetaName()
	}
	o.Constraints = s.Constraints
	o.Goal = r.Goal()
	if r.Loop != nil {
		o.Regulator = r.Loop.Regulator
	}
	for _, j := range m.Joints() {
		if j.Drives >= 0 {
			o.Inner++
		}
		if j.Leader >= 0 {
			o.Followers++
		}
	}
	return o, err
}

// MarshalJSON implements json.Marshaler. A number that is not finite is null.
func (o *Outcome) MarshalJSON() ([]byte, error) { return finitejson.Marshal(o) }
