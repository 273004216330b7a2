package record

import (
	"encoding/json"
	"fmt"
	"math"

	"kinetree/internal/atomicfile"
	"kinetree/sim"
	"kinetree/tree"
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
	Scenario     any        `json:"scenario"` // every option, defaults included

	Status sim.Status `json:"status"`
	Reason string     `json:"reason"`
	Steps  int        `json:"steps"`
	Rows   int        `json:"rows"`
	Start  *Snapshot  `json:"start,omitempty"`
	End    *Snapshot  `json:"end,omitempty"`
	Work   *Work      `json:"work,omitempty"`

	Impacts  int        `json:"impacts,omitempty"` // on stops
	Exceeded []Exceeded `json:"exceeded,omitempty"`
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

// Snapshot is a state, by joint, with its energies.
type Snapshot struct {
	Time     float64                `json:"time"`
	Base     *Base                  `json:"base,omitempty"` // nil if it is fixed
	Position map[string]tree.Values `json:"position"`
	Velocity map[string]tree.Values `json:"velocity"`
	Energy   Energy                 `json:"energy"`
}

// Base is the state of a floating base: its pose in the world, the orientation as a quaternion x, y, z, w, and the
// velocity of the root link's origin in the root link's axes.
type Base struct {
	Position        tree.Values `json:"position"`
	Orientation     tree.Values `json:"orientation"`
	LinearVelocity  tree.Values `json:"linear_velocity"`
	AngularVelocity tree.Values `json:"angular_velocity"`
}

// Energy holds the energies of a state (J).
type Energy struct {
	Kinetic   Number `json:"kinetic"`
	Potential Number `json:"potential"`
	Total     Number `json:"total"`
}

// Work holds the account of the energy of a run (J): the end has Efforts + Wrenches + Changes − Damping − Friction −
// Stops + Drift more than the start.
type Work struct {
	Efforts  Number `json:"efforts"`
	Wrenches Number `json:"wrenches"`
	Damping  Number `json:"damping"`          // taken away by it
	Friction Number `json:"friction"`         // taken away by it
	Stops    Number `json:"stops"`            // lost in impacts on them
	Changes  Number `json:"changes,omitzero"` // added by changes of the robot
	Drift    Number `json:"drift"`            // error of the integration
}

// Exceeded tells when a joint was beyond a limit for the first time. An effort was limited, a velocity was not.
type Exceeded struct {
	Joint string  `json:"joint"`
	What  string  `json:"what"` // effort or velocity
	Limit float64 `json:"limit"`
	Time  float64 `json:"time"`
}

// NewExceeded takes over the excesses of a run.
func NewExceeded(s *sim.Summary) []Exceeded {
	var list []Exceeded
	for _, e := range s.Excesses {
		list = append(list, Exceeded{e.Joint, e.What, e.Limit, e.Time})
	}
	return list
}

// Number is a float64 that is null in JSON if it is not finite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (x Number) MarshalJSON() ([]byte, error) {
	if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// NewSnapshot names the numbers of a state.
func NewSnapshot(m *tree.Model, s *sim.Snapshot) *Snapshot {
	out := &Snapshot{Time: s.Time, Position: map[string]tree.Values{}, Velocity: map[string]tree.Values{},
		Energy: Energy{Number(s.Kinetic), Number(s.Potential), Number(s.Total())}}
	if m.Floating() {
		out.Base = &Base{s.Position[:3], s.Position[3:7], s.Velocity[:3], s.Velocity[3:6]}
	}
	for i := range m.Joints() {
		j := &m.Joints()[i]
		out.Position[j.Name] = j.AppendPosition(nil, s.Position)
		out.Velocity[j.Name] = j.AppendRate(nil, s.Velocity)
	}
	return out
}

// NewWork takes over the account of a run.
func NewWork(s *sim.Summary) *Work {
	return &Work{Number(s.Work), Number(s.Push), Number(s.Heat), Number(s.Friction), Number(s.Stops), Number(s.Added),
		Number(s.Drift())}
}

// metaFile is the file of a Meta.
type metaFile struct {
	name  string
	model *tree.Model
	meta  Meta
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
	f.meta.Start, f.meta.End = NewSnapshot(f.model, &s.Start), NewSnapshot(f.model, &s.End)
	f.meta.Work, f.meta.Impacts, f.meta.Exceeded = NewWork(s), s.Impacts, NewExceeded(s)
	return f.write()
}

// write replaces the file in one step, so that it is never half written.
func (f *metaFile) write() error {
	text, err := json.MarshalIndent(&f.meta, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(f.name, append(text, '\n')); err != nil {
		return fmt.Errorf("the meta file cannot be written: %w", err)
	}
	return nil
}
