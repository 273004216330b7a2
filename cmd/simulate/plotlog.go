package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kinetree/cmd/internal/plot"
	"kinetree/internal/decimal"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
	"kinetree/urdf"
)

// runLog is a log that is drawn, and what is known of its run.
type runLog struct {
	name  string
	run   *plot.Run
	meta  *runMeta // nil if there is none
	notes []string
}

// runMeta is what a picture needs of a meta file.
type runMeta struct {
	Model      record.ModelFile  `json:"model"`
	Integrator record.Integrator `json:"integrator"`
	Scenario   struct {
		Step float64 `json:"dt"`
	} `json:"scenario"`
	Status string `json:"status"`
	Reason string `json:"reason"`
}

func (l *runLog) note(format string, args ...any) {
	l.notes = append(l.notes, fmt.Sprintf(format, args...))
}

// mostFaults is how many bad rows of a log are told.
const mostFaults = 10

// read takes the rows of the log.
func (l *runLog) read(input io.Reader) error {
	name := "stdin"
	if l.name != "-" {
		file, err := os.Open(l.name)
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
	if err := l.run.Begin(log.Columns()); err != nil {
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
			} else if l.run.Rows() == 0 && errs == nil {
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
			if err := l.run.Record(row); err != nil {
				return err
			}
		}
	}
}

// readMeta reads the meta file beside the log, if there is one.
func (l *runLog) readMeta() {
	if l.name == "-" {
		return
	}
	name := l.name + ".meta.json"
	data, err := os.ReadFile(name)
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
	if l.meta = meta; meta.Status != string(sim.Done) {
		l.note("the run is not complete: %s", meta.Reason)
	}
}

// method names the integrator and its step, or is empty if they are not known.
func (l *runLog) method() string {
	if l.meta == nil || l.meta.Integrator.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s, dt %s s", l.meta.Integrator.Name, decimal.Append(nil, l.meta.Scenario.Step))
}

// openModel finds the joints of the model that the meta file names. Without it the picture has no limits.
func (l *runLog) openModel() {
	if l.meta == nil || l.meta.Model.File == "" || l.meta.Model.File == "-" {
		return
	}
	for _, name := range []string{l.meta.Model.File, filepath.Join(filepath.Dir(l.name), l.meta.Model.File)} {
		source, err := models.Open(name, nil)
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
			if l.run.Joints, err = jointsOf(source.Robot); err != nil {
				l.note("no limits are drawn: %v", err)
			}
		}
		return
	}
	l.note("no limits are drawn: there is no model %s; --model names one", l.meta.Model.File)
}

// knownJoints opens a model for what is known of its joints.
func knownJoints(name string, input io.Reader) (map[string]plot.Joint, error) {
	source, err := models.Open(name, input)
	if err != nil {
		return nil, err
	}
	return jointsOf(source.Robot)
}

// jointsOf returns what is known of the coordinates of a robot's joints, by their names in logs.
func jointsOf(robot *urdf.Robot) (map[string]plot.Joint, error) {
	model, err := tree.Build(robot)
	if err != nil {
		return nil, err
	}
	return jointsOfModel(model), nil
}

// jointsOfModel is jointsOf for a robot that is built already.
func jointsOfModel(model *tree.Model) map[string]plot.Joint {
	known := map[string]plot.Joint{}
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
			info := plot.Joint{Position: "m", Velocity: "m/s", Acceleration: "m/s²", Effort: "N",
				Limits: [2]float64{j.Lower, j.Upper}, MaxVelocity: j.Velocity, MaxEffort: j.Effort}
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
