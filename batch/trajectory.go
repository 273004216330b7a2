package batch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"slices"

	"kinetree/internal/atomicfile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Trajectories says of which runs the trajectories are kept. The zero value means of none. In a study it is all,
// failed, none, a run or a list of runs.
type Trajectories struct {
	Which string // all, failed or none; empty means none
	Runs  []int  // instead, in rising order
}

// kept are the words for which trajectories are kept.
var kept = []string{"all", "failed", "none"}

// DecodeNode implements strict.Decoder.
func (t *Trajectories) DecodeNode(n *strict.Node) strict.Faults {
	list := n
	switch {
	case n.Kind == strict.Number:
		list = &strict.Node{Kind: strict.List, Items: []*strict.Node{n}}
	case n.Kind == strict.String && slices.Contains(kept, n.Text):
		*t = Trajectories{Which: n.Text}
		return nil
	case n.Kind == strict.String:
		return strict.Faults{n.Fault("%q%s; expected all, failed, none, or the runs, such as 17 or [3, 17]", n.Text,
			suggest.Hint(n.Text, kept))}
	case n.Kind != strict.List:
		return strict.Faults{n.Fault("%s; expected all, failed, none, or the runs, such as 17 or [3, 17]", n.Kind)}
	}
	*t = Trajectories{}
	faults := list.Decode(&t.Runs)
	for i, run := range t.Runs {
		if run < 0 {
			faults = append(faults, list.Items[i].Fault("run %d; expected a number from 0", run))
		}
	}
	slices.Sort(t.Runs)
	return faults
}

// Schema implements strict.Described.
func (t *Trajectories) Schema() *strict.Schema {
	run, runs := strict.TypeSchema("integer"), strict.TypeSchema("array")
	run.Minimum, runs.Items = new(float64), run
	return &strict.Schema{AnyOf: []*strict.Schema{{Enum: kept}, run, runs}}
}

// MarshalJSON implements json.Marshaler.
func (t Trajectories) MarshalJSON() ([]byte, error) {
	switch {
	case t.Runs != nil:
		return json.Marshal(t.Runs)
	case t.Which == "":
		return json.Marshal("none")
	}
	return json.Marshal(t.Which)
}

// may reports whether the trajectory of a run may be kept.
func (t *Trajectories) may(run int) bool {
	_, chosen := slices.BinarySearch(t.Runs, run)
	return chosen || t.Which == "all" || t.Which == "failed"
}

// keeps reports whether the trajectory of a run that ended so is kept.
func (t *Trajectories) keeps(s Status) bool { return t.Which != "failed" || s.failed() }

// TrajectoryWriter takes the trajectory of a run, in the format that the worker chooses. The file appears when the
// run has ended, and only if it shall be kept and something was written; up to then what is short stays in memory.
type TrajectoryWriter struct {
	dir     string
	run     int
	written bool
	buffer  []byte
	file    *atomicfile.File
	sum     hash.Hash
	err     error // of the disk, which ends the batch
}

// inMemory is how many bytes of a trajectory are collected before they are written.
const inMemory = 1 << 20

func (t *TrajectoryWriter) reset(run int) {
	t.run, t.written, t.buffer, t.err = run, false, t.buffer[:0], nil
	if t.sum == nil {
		t.sum = sha256.New()
	}
	t.sum.Reset()
}

// Write implements io.Writer.
func (t *TrajectoryWriter) Write(b []byte) (int, error) {
	if t.err != nil {
		return 0, t.err
	}
	t.written = true
	t.sum.Write(b)
	if t.buffer = append(t.buffer, b...); len(t.buffer) >= inMemory {
		t.flush()
	}
	return len(b), t.err
}

func (t *TrajectoryWriter) name() string {
	return filepath.Join(t.dir, trajectoriesName, trajectoryName(t.run))
}

func trajectoryName(run int) string { return fmt.Sprintf("%06d.csv", run) }

// flush writes what was collected.
func (t *TrajectoryWriter) flush() {
	if t.file == nil {
		if t.err = os.MkdirAll(filepath.Dir(t.name()), 0o777); t.err == nil {
			t.file, t.err = atomicfile.Create(t.name())
		}
	}
	if t.err == nil {
		_, t.err = t.file.Write(t.buffer)
	}
	t.buffer = t.buffer[:0]
}

// discard removes what was written.
func (t *TrajectoryWriter) discard() {
	if t.file != nil {
		t.file.Discard()
		t.file = nil
	}
}

// keep completes the file of the trajectory or removes it. It returns the hash of what was kept, and an error of the
// disk.
func (r *Run) keep() (hash string, err error) {
	t := r.Trajectory
	if t == nil {
		return "", nil
	}
	keep := t.err == nil && t.written && r.policy.keeps(r.Status)
	if keep {
		t.flush()
	}
	if t.file != nil && keep {
		t.err = t.file.Commit()
		t.file = nil
	}
	t.discard()
	switch {
	case t.err != nil:
		return "", full(t.err)
	case !keep:
		return "", nil
	}
	return hex.EncodeToString(t.sum.Sum(nil)), nil
}

// removeParts removes what a killed process has left of trajectories.
func removeParts(dir string) error {
	entries, err := os.ReadDir(filepath.Join(dir, trajectoriesName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == atomicfile.Ending {
			err = errors.Join(err, os.Remove(filepath.Join(dir, trajectoriesName, entry.Name())))
		}
	}
	return err
}
