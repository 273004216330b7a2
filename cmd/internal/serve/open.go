package serve

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/cmd/internal/live"
	"kinetree/internal/infile"
	"kinetree/internal/spreadsheet"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/robot"
	"kinetree/sim/record"
)

// largestLog is how long the text of a log is that a page gets (bytes).
const largestLog = 16 * live.LargestLog

// largestBatch is how many runs of a batch a page gets.
const largestBatch = 100_000

// Open opens what a page shows: a scenario, the log of a run with its meta file beside it, the directory of a batch, or
// a model, which gets the scenario that `simulate init` writes. Its scenario is the one that apply has
// changed. The version is that of the
// program, for what it records. The error is what the command line says.
func Open(name string, apply func(*scenario.Scenario) error, input io.Reader, version string) (*live.Stage, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return openBatch(name, apply, version)
	case strings.EqualFold(filepath.Ext(name), ".csv"):
		return openLog(name, apply, version)
	case scenario.IsFile(name):
		s, err := robot.Checked(scenario.Open(name, input))
		if err != nil {
			return nil, err
		}
		return stage(s, apply, name, filepath.Dir(name), version)
	}
	return openModel(name, apply, input, version)
}

// stage makes a stage of a scenario with overrides.
func stage(s *scenario.Scenario, apply func(*scenario.Scenario) error, name, dir, version string) (*live.Stage, error) {
	if err := apply(s); err != nil {
		return nil, err
	}
	st, err := live.New(s, name, dir, version)
	if names := s.Cases.Names(); err == nil && len(names) > 0 {
		st.Notes = append(st.Notes, "this is the scenario without its cases; --case chooses one: "+
			suggest.List(names))
	}
	return st, err
}

// openModel makes the scenario of a model.
func openModel(name string, apply func(*scenario.Scenario) error, input io.Reader,
	version string) (*live.Stage, error) {
	wanted := scenario.Default()
	if err := apply(wanted); err != nil {
		return nil, err
	}
	source, err := robot.Opening(wanted, robot.Env{Input: input}).Model(name)
	if err != nil {
		return nil, err
	}
	file := source.Stem() + ".yaml"
	text, notes, err := draft.Starter(file, source, wanted.Inertia)
	var unheld *draft.UnheldError
	if errors.As(err, &unheld) {
		notes = append(notes, unheld.Error())
	} else if err != nil {
		return nil, err
	}
	s, err := robot.Checked(scenario.Read([]byte(text), file, ""))
	if err != nil {
		return nil, err
	}
	st, err := stage(s, apply, name, "", version)
	if err == nil {
		st.Notes = append(st.Notes, notes...)
	}
	return st, err
}

// openLog reads the log of a run, and the scenario in the meta file beside it.
func openLog(name string, apply func(*scenario.Scenario) error, version string) (*live.Stage, error) {
	meta := name + ".meta.json"
	text, err := infile.Read(meta, record.MaxMeta)
	if err != nil {
		return nil, fmt.Errorf("%w; expected the meta file that `simulate run` writes beside a log", err)
	}
	var content struct {
		Scenario json.RawMessage `json:"scenario"`
	}
	if err := json.Unmarshal(text, &content); err != nil || content.Scenario == nil {
		return nil, fmt.Errorf("%s has no scenario; expected the meta file of a log (%v)", meta, err)
	}
	dir := filepath.Dir(name)
	s, err := robot.Checked(scenario.Read(content.Scenario, meta, dir))
	if err != nil {
		return nil, err
	}
	st, err := stage(s, apply, name, dir, version)
	if err != nil {
		return nil, err
	}
	if st.Log, err = readLog(name); err == nil {
		st.Log.Text = func() ([]byte, error) { return infile.Read(name, largestLog) }
	}
	return st, err
}

func readLog(name string) (*live.Table, error) {
	f, err := infile.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := record.NewReader(f, name)
	if err != nil {
		return nil, err
	}
	t := &live.Table{Columns: in.Columns()}
	row := make([]float64, len(in.Columns()))
	for {
		switch err := in.Read(row); {
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return nil, err
		}
		if err := t.Record(row); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// openBatch reads the table of a batch, whose runs can be run again.
func openBatch(dir string, apply func(*scenario.Scenario) error, version string) (*live.Stage, error) {
	name, texts, err := study.Of(dir)
	if err != nil {
		return nil, err
	}
	var set []scenario.Override
	for _, text := range texts {
		path, value, err := scenario.ParseOverride(text)
		if err != nil {
			return nil, err
		}
		set = append(set, scenario.NewOverride(path, value, dir))
	}
	s, err := study.Open(name, func(string) {}, set...)
	if err != nil {
		return nil, err
	}
	b, err := readRuns(filepath.Join(dir, "runs.csv"))
	if err != nil {
		return nil, err
	}
	b.Axes = s.Axes
	b.Scenario = func(index int) (*scenario.Scenario, error) {
		if index < 0 || index >= s.Len() {
			return nil, fmt.Errorf("run %d; expected one from 0 to %d", index, s.Len()-1)
		}
		one, err := s.Scenario(index)
		if err != nil {
			return nil, err
		}
		return one, apply(one)
	}
	first, err := b.Scenario(0)
	if err != nil {
		return nil, err
	}
	st, err := live.New(first, dir, filepath.Dir(name), version)
	if err != nil {
		return nil, err
	}
	st.Batch = b
	if len(b.Rows) == largestBatch {
		st.Notes = append(st.Notes, fmt.Sprintf("only the first %d runs are shown", largestBatch))
	}
	return st, nil
}

func readRuns(name string) (*live.Runs, error) {
	f, err := infile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w; expected the directory of a batch whose runs have all ended", err)
	}
	defer f.Close()
	in := csv.NewReader(infile.Rows(f, name, batch.MaxRow))
	b := &live.Runs{}
	if b.Columns, err = in.Read(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	unquote(b.Columns)
	for len(b.Rows) < largestBatch {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		unquote(row)
		b.Rows = append(b.Rows, row)
	}
	return b, nil
}

// unquote removes the apostrophes that keep spreadsheets from reading texts as formulas.
func unquote(row []string) {
	for i, cell := range row {
		row[i] = spreadsheet.Read(cell)
	}
}
