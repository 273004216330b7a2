package record

import (
	"encoding/json"
	"fmt"

	"kinetree/dynamics/constraint"
	"kinetree/internal/atomicfile"
	"kinetree/internal/finitejson"
	"kinetree/sim"
	"kinetree/urdf/estimate"
)

// Meta describes a run; it is the file beside its log. It holds what is needed to understand the run and to repeat it
// with the same input files, and nothing that changes from one repetition to the next. The caller fills in the first
// part, the sink how the run went.
type Meta struct {
	Engine       Engine     `json:"engine"`
	Model        ModelFile  `json:"model"`
	Efforts      *InputFile `json:"efforts_file,omitempty"` // nil without one
	Integrator   Integrator `json:"integrator"`
	Equation     string     `json:"equation_of_motion"`
	NotSimulated []string   `json:"not_simulated,omitempty"`
	// the masses and inertias of links that were estimated
	Estimates    []estimate.Estimate `json:"inertia_estimates,omitempty"`
	ScenarioFile string              `json:"scenario_file,omitempty"` // that the run was read from, if any
	Case         string              `json:"case,omitempty"`          // that the scenario is in
	Scenario     any                 `json:"scenario"`                // every option, defaults included

	Status sim.Status    `json:"status"`
	Reason string        `json:"reason"`
	Steps  int           `json:"steps"`
	Rows   int           `json:"rows"`
	Start  *sim.Snapshot `json:"start,omitempty"`
	End    *sim.Snapshot `json:"end,omitempty"`
	Work   *sim.Ledger   `json:"work,omitempty"`

	Impacts  int          `json:"impacts,omitempty"` // on end stops
	Exceeded []sim.Excess `json:"exceeded,omitempty"`
	Pulled   []sim.Pull   `json:"pulled,omitempty"`
	// what contacts began to do, the first sim.MostTouches
	Contacts []sim.TouchEvent `json:"contacts,omitempty"`
	Coarse   sim.Turn         `json:"coarse,omitzero"` // too fast for the steps
	// what the integrator took implicitly, see integrate.IMEX
	Stiff []sim.Stiffness `json:"stiff,omitempty"`
	// rows, rank and mobility
	Constraints *constraint.RowCount `json:"constraints,omitempty"`
}

// Engine is the program that made a log.
type Engine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ModelFile is the robot's description.
type ModelFile struct {
	Robot string `json:"robot"`
	InputFile
}

// InputFile is a file that the run has read.
type InputFile struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// Integrator is the method of integration.
type Integrator struct {
	Name     string `json:"name"`
	Equation string `json:"equation"`
}

// metaFile is the file of a Meta.
type metaFile struct {
	name string
	meta Meta
}

// begin writes that the run is not finished, which stays there if the process is killed.
func (f *metaFile) begin() error {
	f.meta.Status, f.meta.Reason = "running",
		"the run has not finished, or its process was killed; the log has the rows up to then"
	return f.write()
}

// end writes how the run ended.
func (f *metaFile) end(s *sim.Summary, rows int) error {
	f.meta.Status, f.meta.Reason, f.meta.Steps, f.meta.Rows = s.Status, s.Reason, s.Steps, rows
	f.meta.Start, f.meta.End, f.meta.Work = &s.Start, &s.End, &s.Ledger
	f.meta.Impacts, f.meta.Exceeded = s.Impacts, s.Excesses
	f.meta.Pulled, f.meta.Contacts = s.Pulls, s.Touches
	f.meta.Coarse, f.meta.Stiff, f.meta.Constraints = s.Coarse, s.Stiff, s.Constraints
	return f.write()
}

// write replaces the file in one step, so that it is never half written.
func (f *metaFile) write() error {
	text, err := json.MarshalIndent(&f.meta, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(f.name, append(finitejson.Plain(text), '\n')); err != nil {
		return fmt.Errorf("the meta file cannot be written: %w", err)
	}
	return nil
}
