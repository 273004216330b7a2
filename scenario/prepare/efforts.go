package prepare

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"kinetree/control/loop"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
)

// efforts builds the controllers of the constant efforts, of the files of efforts and of the script, and describes
// the file of the table, if there is one.
func (r *Run) efforts(m *tree.Model, env *Env) ([]sim.Segmented, *record.InputFile, error) {
	s := r.Scenario
	layout := m.EffortLayout()
	constant := make([]float64, layout.Len())
	files, err := constantEfforts(s, m, layout, constant)
	var table *loop.EffortTable
	var described *record.InputFile
	if s.Table.File != "" {
		var tableErr error
		table, described, tableErr = readTable(env, s.Table.File, m)
		if err = errors.Join(err, tableErr); err != nil {
			return nil, nil, err
		}
		table.Linear = s.Table.Interpolation == "linear"
		for k, j := range m.Joints() {
			first := layout.Index(k)
			tabled := slices.ContainsFunc(table.Columns, func(c int) bool { return first <= c && c < first+j.NV })
			if _, both := s.Efforts[j.Name]; both && tabled {
				err = errors.Join(err, wrong("efforts", "joint %q has an effort and a column in %s; keep one", j.Name,
					s.Table.File))
			}
		}
		if len(table.Unused) > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: %d columns of a log are not efforts and not used: %s",
				s.Table.File, len(table.Unused), suggest.List(table.Unused)))
		}
	}
	var open []sim.Segmented
	if table != nil || slices.ContainsFunc(constant, func(x float64) bool { return x != 0 }) {
		open = append(open, loop.NewOpenLoop(constant, table))
	}
	if table != nil {
		r.noteBegin(s.Table.File, table)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		table, _, tableErr := readTable(env, name, m)
		if tableErr == nil {
			tableErr = keep(table, files[name], name, m, layout)
		}
		if err = errors.Join(err, tableErr); err == nil {
			open = append(open, loop.NewOpenLoop(make([]float64, layout.Len()), table))
			r.noteBegin(name, table)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Excitation)) {
		table, excitationErr := excited(s, m, name)
		if err = errors.Join(err, excitationErr); err == nil {
			open = append(open, loop.NewOpenLoop(make([]float64, layout.Len()), table))
		}
	}
	scripted, scriptErr := r.newScriptedEfforts(m, layout, env)
	if scripted != nil {
		open = append(open, scripted)
	}
	return open, described, errors.Join(err, scriptErr)
}

// mostHolds is how many efforts an excitation may have.
const mostHolds = 10_000_000

// excited returns the efforts of the excitation of a joint, each of which is held.
func excited(s *scenario.Scenario, m *tree.Model, name string) (*loop.EffortTable, error) {
	given, field := s.Excitation[name], strict.Join("excitation", name)
	k, err := scenario.FindJoint(m, field, name)
	if err != nil {
		return nil, err
	}
	if n := m.Joints()[k].NV; n != 1 {
		return nil, wrong(field, "joint %q has %d efforts; expected a joint with one", name, n)
	}
	signal, hold, err := given.Signal(s.Step)
	if err == nil && s.Duration/hold > mostHolds {
		err = fmt.Errorf("%v s have more than %d holds of %v s; expected fewer", s.Duration, mostHolds, hold)
	}
	if err != nil {
		return nil, wrong(field, "%v", err)
	}
	table := &loop.EffortTable{Columns: []int{m.EffortLayout().Index(k)}}
	for i := 0; ; i++ {
		at := math.Round((given.FromTime+float64(float64(i)*hold))*1e12) / 1e12 // at which steps end, too
		if at > s.Duration {
			break
		}
		table.Times = append(table.Times, at)
		table.Rows = append(table.Rows, []float64{signal.At(at).Position})
	}
	return table, nil
}

// noteBegin notes that a table has nothing to say at the start of the run, or in all of the run.
func (r *Run) noteBegin(file string, t *loop.EffortTable) {
	if n := len(t.Times); n > 0 {
		r.noteTimes(file, "the efforts are 0", t.Times[0], t.Times[n-1])
	}
}

// noteTimes notes once what is so until the first row of a file if that has a time after the start of the run, and if
// all times are outside of the run.
func (r *Run) noteTimes(file, until string, first, last float64) {
	note, end := "", r.Scenario.Duration
	switch {
	case first > end:
		note = fmt.Sprintf("%s: %s until the first row, at t = %v s, after the end of the run at %v s; expected times "+
			"from the start of the run on, so subtract that of the first row", file, until, first, end)
	case first > 0:
		note = fmt.Sprintf("%s: %s until the first row, at t = %v s", file, until, first)
	case last < 0:
		note = fmt.Sprintf("%s: the last row, at t = %v s, is before the start of the run, so no other row has an "+
			"effect; expected times from the start of the run on", file, last)
	}
	if note != "" && !slices.Contains(r.Notes, note) {
		r.Notes = append(r.Notes, note)
	}
}

// constantEfforts puts the constant efforts into an effort vector, and returns the files that others come from with
// their joints.
func constantEfforts(s *scenario.Scenario, m *tree.Model, layout *tree.EffortLayout, tau []float64) (
	files map[string][]int, err error) {
	var errs []error
	for _, name := range ordered(m, s.Efforts) {
		given, field := s.Efforts[name], strict.Join("efforts", name)
		if m.Floating() && name == m.BaseName() {
			errs = append(errs, wrong(field, "the floating base %q has no actuator; expected a joint", name))
			continue
		}
		k, err := scenario.FindJoint(m, field, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		switch n := m.Joints()[k].NV; {
		case given.Script && s.Script == "":
			errs = append(errs, wrong("script",
				"the effort of joint %q comes from a script; expected the name of a Starlark file", name))
		case given.Script:
		case given.File != "":
			if files == nil {
				files = map[string][]int{}
			}
			files[given.File] = append(files[given.File], k)
		case len(given.Values) != n:
			errs = append(errs, wrong(field, "joint %q: %d numbers; expected %d", name, len(given.Values), n))
		default:
			copy(tau[layout.Index(k):], given.Values)
		}
	}
	return files, errors.Join(errs...)
}

// readTable reads a file of efforts, - for the input.
func readTable(env *Env, name string, m *tree.Model) (*loop.EffortTable, *record.InputFile, error) {
	input := env.Input
	if name != "-" {
		file, err := env.Open.Open(name)
		if err != nil {
			return nil, nil, err
		}
		defer file.Close()
		input = file
	}
	hash := sha256.New()
	table, err := loop.ReadEffortTable(io.TeeReader(input, hash), name, m)
	return table, &record.InputFile{File: name, SHA256: hex.EncodeToString(hash.Sum(nil))}, err
}

// keep leaves in a table the columns of some joints. The error names those that it does not have.
func keep(t *loop.EffortTable, joints []int, file string, m *tree.Model, layout *tree.EffortLayout) error {
	var errs []error
	var columns []int
	for _, k := range joints {
		first, n := layout.Index(k), m.Joints()[k].NV
		for i, c := range t.Columns {
			if first <= c && c < first+n {
				columns = append(columns, i)
				n--
			}
		}
		if n > 0 {
			errs = append(errs, wrong("efforts", "%s has no column %s/effort; expected one", file, m.Joints()[k].Name))
		}
	}
	kept := make([]int, len(columns))
	for i, c := range columns {
		kept[i] = t.Columns[c]
	}
	t.Columns = kept
	for r, row := range t.Rows {
		short := make([]float64, len(columns))
		for i, c := range columns {
			short[i] = row[c]
		}
		t.Rows[r] = short
	}
	return errors.Join(errs...)
}
