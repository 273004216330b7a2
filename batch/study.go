package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/finitejson"
	"kinetree/internal/infile"
)

// Names in the directory of a batch.
const (
	studyName        = "study.json"
	tableName        = "runs.csv"
	journalName      = "runs.journal"
	trajectoriesName = "trajectories"
	sumsName         = "SHA256SUMS"
	lockName         = ".lock"
)

// format is the version of the layout of the directory and of the journal.
const format = 1

// Study is what study.json says.
type Study struct {
	Format       int             `json:"kinetree_batch"`
	Complete     bool            `json:"complete"`
	Runs         int             `json:"runs"`            // of the whole study
	Shard        *Shard          `json:"shard,omitempty"` // nil for the whole study
	Axes         []string        `json:"axes"`
	Metrics      []string        `json:"metrics"`
	Trajectories json.RawMessage `json:"trajectories"`
	Table        string          `json:"runs_sha256,omitempty"`         // of runs.csv, when complete
	Sums         string          `json:"trajectories_sha256,omitempty"` // of trajectories/SHA256SUMS, if it is there
	Inputs       json.RawMessage `json:"inputs"`
}

// ReadStudy reads the study.json of a batch.
func ReadStudy(dir string) (*Study, error) {
	name := filepath.Join(dir, studyName)
	text, err := infile.Read(name, MaxStudy)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s has no batch: %w; expected the directory of one", dir, err)
	}
	if err != nil {
		return nil, err
	}
	var s Study
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: %w; expected what a batch has written", name, err)
	}
	if s.Format != format {
		return nil, fmt.Errorf("%s has the format %d of another version; expected %d", name, s.Format, format)
	}
	if s.Runs < 1 || s.Shard != nil && (s.Shard.Index < 0 || s.Shard.Index >= s.Shard.Of) {
		return nil, fmt.Errorf("%s: %d runs and shard %v; expected what a batch has written", name, s.Runs, s.Shard)
	}
	return &s, nil
}

func (s *Study) shard() Shard {
	if s.Shard == nil {
		return Shard{}
	}
	return *s.Shard
}

// write replaces study.json in one step.
func (s *Study) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	f, err := createWhole(filepath.Join(dir, studyName))
	if err != nil {
		return err
	}
	f.Write(append(finitejson.Plain(text), '\n'))
	_, err = f.commit()
	return err
}

// study returns what study.json says when the batch begins.
func (c *Config) study() (*Study, error) {
	inputs, err := json.Marshal(c.Inputs)
	if err != nil {
		return nil, err
	}
	trajectories, err := json.Marshal(c.Trajectories)
	s := &Study{Format: format, Runs: c.Runs, Axes: append([]string{}, c.Axes...),
		Metrics: append([]string{}, c.Metrics...), Trajectories: trajectories, Inputs: inputs}
	if c.Shard.Of > 0 {
		s.Shard = &c.Shard
	}
	return s, err
}

// open prepares the directory: for a new batch, or for what is left of one. It reports whether nothing is left.
func (e *execution) open() (complete bool, err error) {
	e.schedule = newSchedule(e.Shard.runs(e.Runs))
	study, err := e.study()
	if err != nil {
		return false, err
	}
	var there []string
	for _, name := range []string{studyName, tableName, journalName, trajectoriesName} {
		if _, err := os.Lstat(filepath.Join(e.Dir, name)); err == nil {
			there = append(there, name)
		}
	}
	journal := filepath.Join(e.Dir, journalName)
	switch {
	case len(there) == 0:
		if err := study.write(e.Dir); err != nil {
			return false, err
		}
	case !slices.Contains(there, studyName):
		return false, fmt.Errorf("%s has %s and no %s, so what is there is no batch; choose another directory", e.Dir,
			strings.Join(there, ", "), studyName)
	case !e.Resume && !e.RetryFailed:
		return false, fmt.Errorf("%s has %s already; resume that batch, or choose another directory", e.Dir,
			strings.Join(there, ", "))
	default:
		old, err := ReadStudy(e.Dir)
		if err != nil {
			return false, err
		}
		if diff, err := differences(old, study); err != nil || len(diff) > 0 {
			return false, errors.Join(err, &ChangedError{e.Dir, diff})
		}
		if old.Complete { // the process may have ended before it had removed the journal
			if err := os.Remove(journal); err != nil && !errors.Is(err, os.ErrNotExist) {
				return false, err
			}
			v, err := verify(e.Dir, old, true)
			if err != nil {
				return false, err
			}
			if v.Failed == 0 || !e.RetryFailed {
				e.progress.state.Failed = v.Failed
				return true, nil
			}
			if err := e.reopen(study); err != nil {
				return false, err
			}
		} else if e.RetryFailed {
			if err := e.dropFailed(journal); err != nil {
				return false, err
			}
		}
		if err := removeParts(e.Dir); err != nil {
			return false, err
		}
	}
	size, err := e.replay(journal)
	if err == nil {
		e.journal, err = openJournal(journal, size)
	}
	return false, err
}

// replay marks the runs of the journal as ended, and returns how many bytes of it are whole lines. A run whose
// trajectory is not there as it was written has not ended.
func (e *execution) replay(name string) (size int64, err error) {
	file, err := infile.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r := newReader(file)
	for {
		rec, ok, err := r.next()
		if err != nil || !ok {
			return r.whole, err
		}
		if _, ok := e.ended(e.schedule, rec, true); ok {
			e.progress.resume(&e.Config, rec)
		}
	}
}

// ended marks the run of a record as ended, and returns false if it has not: it is none of the batch, it has ended
// before, or, if that is to be checked, its trajectory is not what was written.
func (e *execution) ended(s *schedule, rec record, check bool) (k int, ok bool) {
	k = (rec.run - e.Shard.Index) / max(1, e.Shard.Of)
	if rec.run < 0 || e.Shard.run(k) != rec.run || k >= s.total {
		return k, false
	}
	if rec.hash != "" && check {
		hash, err := hashFile(filepath.Join(e.Dir, trajectoriesName, trajectoryName(rec.run)))
		if err != nil || hash != rec.hash {
			return k, false
		}
	}
	return k, s.recorded(k)
}

// finish makes the table of the journal.
func (e *execution) finish() error {
	hash, sums, err := e.writeTable()
	if err != nil {
		return full(err)
	}
	study, err := e.study()
	if err != nil {
		return err
	}
	study.Complete, study.Table, study.Sums = true, hash, sums
	if err := study.write(e.Dir); err != nil {
		return full(err)
	}
	return os.Remove(filepath.Join(e.Dir, journalName))
}

// ChangedError says that a batch was made from other inputs than those given now.
type ChangedError struct {
	Dir         string
	Differences []string // such as `inputs.model.sha256: was "12ab", is "98fe"`
}

// Error names the first ten differences.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("the batch in %s was made from other inputs; take the same ones, or another directory:\n  %s",
		e.Dir, listed(e.Differences))
}

// listed returns the first ten differences, one a line.
func listed(list []string) string {
	const most = 10
	if len(list) > most {
		list = append(slices.Clone(list[:most]), fmt.Sprintf("and %d more", len(list)-most))
	}
	return strings.Join(list, "\n  ")
}

// differences names what two studies do not have in common, except for what they say of their end.
func differences(was, is *Study) ([]string, error) {
	var values [2]any
	for i, s := range []*Study{was, is} {
		c := *s
		c.Complete, c.Table, c.Sums = false, "", ""
		text, err := json.Marshal(&c)
		if err != nil {
			return nil, err
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&values[i]); err != nil {
			return nil, err
		}
	}
	return diff(nil, "", values[0], values[1]), nil
}

// diff adds the differences of two values of JSON.
func diff(list []string, path string, was, is any) []string {
	at := func(key string) string {
		if path == "" {
			return key
		}
		return path + "." + key
	}
	switch a := was.(type) {
	case map[string]any:
		if b, ok := is.(map[string]any); ok {
			keys := make([]string, 0, len(a))
			for k := range a {
				keys = append(keys, k)
			}
			for k := range b {
				if _, both := a[k]; !both {
					keys = append(keys, k)
				}
			}
			slices.Sort(keys)
			for _, k := range keys {
				x, inA := a[k]
				y, inB := b[k]
				switch {
				case !inA:
					list = append(list, fmt.Sprintf("%s: was not there, is %s", at(k), show(y)))
				case !inB:
					list = append(list, fmt.Sprintf("%s: was %s, is not there", at(k), show(x)))
				default:
					list = diff(list, at(k), x, y)
				}
			}
			return list
		}
	case []any:
		if b, ok := is.([]any); ok && len(a) == len(b) {
			for i := range a {
				list = diff(list, at(strconv.Itoa(i)), a[i], b[i])
			}
			return list
		}
	}
	if x, y := show(was), show(is); x != y {
		list = append(list, fmt.Sprintf("%s: was %s, is %s", path, x, y))
	}
	return list
}

// show returns a value as JSON. What is long is not cut, or two might look the same.
func show(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
