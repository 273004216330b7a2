package plot

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/decimal"
	"kinetree/internal/infile"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
	"kinetree/urdf"
)

// Log is the log of a run that is drawn, and what is known of the run.
type Log struct {
	Run   *Run
	Notes []string // what the user should know of it
	name  string
	meta  *runMeta // nil if there is none
}

// ReadLogs reads logs, of which one may be the input, -, between two times. What the meta files beside them say gives
// the names and titles of [Describe]; the model that they name, or if it is not empty another one, gives units and
// limits. The errors are those of all logs.
func ReadLogs(names []string, model string, input io.Reader, from, to float64) ([]*Log, error) {
	logs := make([]*Log, len(names))
	var errs []error
	for i, name := range names {
		l := &Log{name: name, Run: NewRun(name)}
		l.Run.From, l.Run.To = from, to
		errs = append(errs, l.read(input))
		l.readMeta()
		logs[i] = l
	}
	if model == "" {
		for _, l := range logs {
			l.openModel()
		}
		return logs, errors.Join(errs...)
	}
	source, err := models.Open(model, input)
	if err == nil {
		var joints map[string]Coordinate
		joints, err = jointsOf(source.Robot)
		for _, l := range logs {
			l.Run.Joints = joints
		}
	}
	return logs, errors.Join(append(errs, err)...)
}

// runMeta holds the fields of a meta file that a picture uses.
type runMeta struct {
	Model      record.ModelFile  `json:"model"`
	Integrator record.Integrator `json:"integrator"`
	Scenario   struct {
		Model json.RawMessage `json:"model"`
		Step  float64         `json:"dt"`
	} `json:"scenario"`
	Status string `json:"status"`
	Reason string `json:"reason"`
}

func (l *Log) note(format string, args ...any) {
	l.Notes = append(l.Notes, fmt.Sprintf(format, args...))
}

// mostFaults is how many bad rows of a log are told.
const mostFaults = 10

// read reads the rows of the log.
func (l *Log) read(input io.Reader) error {
	name := "stdin"
	if l.name != "-" {
		file, err := infile.Open(l.name)
		if err != nil {
			return err
		}
		defer file.Close()
		input, name = file, l.name
	}
	log, err := record.NewReader(input, name)
	if err != nil {
		return err
	}
	if err := l.Run.Begin(log.Columns()); err != nil {
		return err
	}
	row := make([]float64, len(log.Columns()))
	var errs []error
	for {
		err := log.Read(row)
		var fault *record.LogError
		switch {
		case errors.Is(err, io.EOF):
			if log.Cut() {
				l.note("the last row, line %d, does not end and is left out", log.Line())
			}
			if log.Rows() == 0 && errs == nil {
				errs = append(errs, fmt.Errorf("%s: the log has no rows", name))
			} else if l.Run.Rows() == 0 && errs == nil {
				l.note("no row lies in the span of time asked for")
			}
			return errors.Join(errs...)
		case errors.As(err, &fault):
			if errs = append(errs, err); len(errs) == mostFaults {
				return errors.Join(append(errs, fmt.Errorf("%s: too many bad rows; the others were not read", name))...)
			}
		case err != nil:
			return errors.Join(append(errs, err)...)
		default:
			if err := l.Run.Record(row); err != nil {
				return err
			}
		}
	}
}

// readMeta reads the meta file beside the log, if there is one.
func (l *Log) readMeta() {
	if l.name == "-" {
		return
	}
	name := l.name + ".meta.json"
	data, err := infile.Read(name, record.MaxMeta)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	meta := new(runMeta)
	if err == nil {
		err = json.Unmarshal(data, meta)
	}
	if err != nil {
		l.note("%s is not used: %v", name, err)
		return
	}
	switch l.meta = meta; meta.Status {
	case string(sim.Done):
	case string(sim.Drifted):
		l.note("the run is of no use: %s", meta.Reason)
	default:
		l.note("the run is not complete: %s", meta.Reason)
	}
}

// method names the integrator and its step, or is empty if they are not known.
func (l *Log) method() string {
	if l.meta == nil || l.meta.Integrator.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s, dt %s s", l.meta.Integrator.Name, decimal.Append(nil, l.meta.Scenario.Step))
}

// openModel finds the joints of the model that the meta file names. Without it the picture has no limits.
func (l *Log) openModel() {
	if l.meta == nil || l.meta.Model.File == "" || l.meta.Model.File == "-" {
		return
	}
	for _, name := range []string{l.meta.Model.File, filepath.Join(filepath.Dir(l.name), l.meta.Model.File)} {
		source, err := l.opening().Model(name)
		var missing *models.NoModelError
		switch {
		case errors.As(err, &missing):
			continue
		case err != nil:
			l.note("no limits are drawn: %v", err)
		case source.SHA256 != l.meta.Model.SHA256:
			l.note("no limits are drawn: the model %s has changed since the run; --model %s takes it nevertheless",
				name, name)
		default:
			if l.Run.Joints, err = jointsOf(source.Robot); err != nil {
				l.note("no limits are drawn: %v", err)
			}
		}
		return
	}
	l.note("no limits are drawn: there is no model %s; --model names one", l.meta.Model.File)
}

// opening says how the run has opened its model.
func (l *Log) opening() models.Opening {
	var spec struct{ Args, Packages map[string]string }
	_ = json.Unmarshal(l.meta.Scenario.Model, &spec) // a model that is a name alone has none
	return models.Opening{Arguments: spec.Args, Packages: spec.Packages}
}

// jointsOf is JointsOf for a robot that is not built yet.
func jointsOf(robot *urdf.Robot) (map[string]Coordinate, error) {
	model, err := tree.Build(robot)
	if err != nil {
		return nil, err
	}
	return JointsOf(model), nil
}

// JointsOf returns what is known of the coordinates of a robot's joints, by their names in logs.
func JointsOf(model *tree.Model) map[string]Coordinate {
	known := map[string]Coordinate{}
	for _, j := range model.Joints() {
		lengths := 0 // how many of its coordinates are lengths; angles or parts of a quaternion follow
		switch j.Type {
		case urdf.Prismatic:
			lengths = 1
		case urdf.Planar:
			lengths = 2
		case urdf.Floating:
			lengths = 3
		}
		for i, name := range tree.CoordinateNames(j.Name, max(j.NQ, j.NV)) {
			limits := j.Interval(i)
			info := Coordinate{Position: "m", Velocity: "m/s", Acceleration: "m/s²", Effort: "N",
				Limits: [2]float64{limits.Lower, limits.Upper}, MaxVelocity: j.Velocity, MaxEffort: j.Effort}
			if i >= lengths {
				info.Position, info.Velocity, info.Acceleration, info.Effort = "rad", "rad/s", "rad/s²", "N m"
				if j.NQ != j.NV {
					info.Position = ""
				}
			}
			known[name] = info
		}
	}
	return known
}

// Describe gives runs their names, and a picture of them its title, unless it has one, and its subtitle.
func Describe(logs []*Log, o *Options) {
	var robots, methods, files []string
	add := func(to *[]string, s string) {
		if !slices.Contains(*to, s) {
			*to = append(*to, s)
		}
	}
	for _, l := range logs {
		add(&files, filepath.Base(l.name))
		if l.meta != nil {
			add(&robots, l.meta.Model.Robot)
		}
		add(&methods, l.method())
	}
	for _, l := range logs {
		l.Run.Name = l.name
		if len(files) == len(logs) { // without the folder they are different, too
			l.Run.Name = filepath.Base(l.name)
		}
		if m := l.method(); len(methods) > 1 && m != "" {
			l.Run.Name += " (" + m + ")"
		}
	}
	var parts []string
	if len(methods) == 1 && methods[0] != "" {
		parts = append(parts, methods[0])
	}
	if m := logs[0].meta; len(logs) == 1 && m != nil {
		parts = append(parts, logs[0].Run.Name)
		if m.Status != string(sim.Done) {
			parts = append(parts, m.Reason)
		}
	}
	o.Subtitle = strings.Join(parts, " · ")
	switch {
	case o.Title != "":
	case len(robots) > 0:
		o.Title = strings.Join(robots, ", ")
	case len(logs) == 1:
		o.Title = logs[0].Run.Name
	}
}
