package scenario

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control"
	"kinetree/integrate"
	"kinetree/internal/suggest"
	"kinetree/record"
	"kinetree/sim"
	"kinetree/tree"
)

// Env is what a scenario sees of the world outside.
type Env struct {
	Input    io.Reader
	Output   io.Writer
	Version  string          // of the engine, for the log
	Progress func(t float64) // see sim.Config
}

// Run is a scenario ready to run: World.Run(ctx, Scenario.Duration).
type Run struct {
	Scenario *Scenario // with the start state and file names filled in
	Source   *Source
	Method   integrate.Method
	World    *sim.World
	Log      *record.CSV
	Notes    []string // what the user should know
}

// Prepare reads the files of a scenario and builds its world. Nothing is written before the world runs. The error may be
// several joined; a *FieldError is one about a field of the scenario.
func (s *Scenario) Prepare(env Env) (*Run, error) {
	s = s.clone()
	if errs := s.check(); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	method, err := integrate.ByName(s.Integrator)
	if err != nil {
		return nil, wrong("integrator", "%v", err)
	}
	source, err := Open(s.Model, env.Input)
	if err != nil {
		return nil, err
	}
	options := []tree.Option{tree.WithGravity(mgl64.Vec3(s.Gravity))}
	if s.IgnoreMimic {
		options = append(options, tree.IgnoreMimic())
	}
	if s.Base == "floating" {
		options = append(options, tree.WithFloatingBase())
	}
	model, err := tree.Build(source.Robot, options...)
	if err != nil {
		return nil, err
	}
	r := &Run{Scenario: s, Source: source, Method: method}
	if missing := sim.NotSimulated(model, s.Ideal); len(missing) > 0 {
		r.Notes = append(r.Notes, "not simulated yet: "+strings.Join(missing, ", "))
	}
	controller, efforts, err := r.efforts(model, env.Input)
	position, velocity, errStart := s.start(model)
	if err := errors.Join(err, errStart, r.placeLog()); err != nil {
		return nil, err
	}
	r.openLog(env, model, efforts)
	r.World, err = sim.New(sim.Config{Model: model, Method: method, Controller: controller, Position: position, Velocity: velocity,
		Step: s.Step, Ideal: s.Ideal, Sink: r.Log, Every: s.Log.Every, Progress: env.Progress})
	return r, err
}

// clone returns a copy whose maps may be changed.
func (s *Scenario) clone() *Scenario {
	c := *s
	c.Initial = Initial{s.Initial.Position.clone(), s.Initial.Velocity.clone()}
	c.Efforts = s.Efforts.clone()
	return &c
}

func (j Joints) clone() Joints {
	c := make(Joints, len(j))
	for k, v := range j {
		c[k] = slices.Clone(v)
	}
	return c
}

// efforts builds the controller of the constant efforts and the table, and describes the table's file, if there is one.
func (r *Run) efforts(m *tree.Model, input io.Reader) (*control.OpenLoop, *record.InputFile, error) {
	s := r.Scenario
	layout := control.NewLayout(m)
	constant := make([]float64, layout.Len())
	err := s.constantEfforts(m, layout, constant)
	if s.Table.File == "" {
		return control.NewOpenLoop(constant, nil), nil, err
	}
	if s.Table.File != "-" {
		file, openErr := os.Open(s.Table.File)
		if openErr != nil {
			return nil, nil, errors.Join(err, openErr)
		}
		defer file.Close()
		input = file
	}
	hash := sha256.New()
	table, tableErr := control.ReadTable(io.TeeReader(input, hash), s.Table.File, m)
	if err := errors.Join(err, tableErr); err != nil {
		return nil, nil, err
	}
	table.Linear = s.Table.Interpolation == "linear"
	for k, j := range m.Joints() {
		first := layout.Index(k)
		tabled := slices.ContainsFunc(table.Columns, func(c int) bool { return first <= c && c < first+j.NV })
		if _, both := s.Efforts[j.Name]; both && tabled {
			err = errors.Join(err, wrong("efforts", "joint %q has a constant effort and a column in %s; keep one", j.Name, s.Table.File))
		}
	}
	if len(table.Unused) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s: %d columns of a log are not efforts and not used: %s", s.Table.File, len(table.Unused), suggest.List(table.Unused)))
	}
	return control.NewOpenLoop(constant, table), &record.InputFile{File: s.Table.File, SHA256: hex.EncodeToString(hash.Sum(nil))}, err
}

// placeLog fills in the name of the log, and refuses one that would overwrite an input.
func (r *Run) placeLog() error {
	s := r.Scenario
	if s.Log.File == "" {
		s.Log.File = stem(s.Model) + ".csv"
	}
	for _, input := range []string{s.Model, s.Table.File} {
		if SameFile(s.Log.File, input) {
			return wrong("log.file", "the log would overwrite %s, which the run reads; choose another name", input)
		}
	}
	return nil
}

// SameFile reports whether two names are those of one file, which writing to one of them would change.
func SameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}

// openLog makes the log. Its files are created when the world runs.
func (r *Run) openLog(env Env, m *tree.Model, efforts *record.InputFile) {
	s := r.Scenario
	if s.Log.File == "-" {
		r.Log = record.NewStream(env.Output)
		return
	}
	equation := r.Method.Equation
	if m.NQ() != m.NV() && r.Method.OnPoses != "" {
		equation = r.Method.OnPoses
	}
	r.Log = record.NewCSV(s.Log.File, m, record.Meta{
		Engine:       record.Engine{Name: "kinetree", Version: env.Version},
		Model:        record.ModelFile{Robot: m.Name(), InputFile: record.InputFile{File: r.Source.Name, SHA256: r.Source.SHA256}},
		Efforts:      efforts,
		Integrator:   record.Integrator{Name: r.Method.Name, Equation: equation},
		Equation:     sim.Equation(m, s.Ideal),
		NotSimulated: sim.NotSimulated(m, s.Ideal),
		Scenario:     s,
	})
}
