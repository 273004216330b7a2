package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/atomicfile"
	"kinetree/internal/infile"
)

// Merge makes of the shards of a study, one directory each, the directory that one process would have left. It checks
// that all shards are there, once each, complete, of the same inputs, and with the hashes that their study.json and
// SHA256SUMS say, and that no run was cut by wall time, whose row one process would not have left; the error names all
// that is wrong. out must not be there, or be empty; it appears when it is complete. One merge at a time may make it.
// When the context is canceled nothing is left. Merge holds a line of each shard in memory, and the names of
// trajectories.
func Merge(ctx context.Context, out string, dirs []string) error {
	out = filepath.Clean(out)
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return err
	}
	lock, err := lockFile(out+lockName, fmt.Sprintf("another process merges into %s; wait for it, or choose another "+
		"directory", out))
	if err != nil {
		return err
	}
	defer lock.unlock()
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; choose another directory", out)
	}
	m := &merging{ctx: ctx}
	if err := m.open(dirs); err != nil {
		return err
	}
	return atomicfile.Folder(out, m.write)
}

var errMergeInterrupted = errors.New("the merge was interrupted; nothing is left of it")

// merging is the state of Merge.
type merging struct {
	ctx    context.Context
	cut    []int       // runs that ended by wall time
	shards []*shardDir // in the order of their index
}

// shardDir is the directory of a shard.
type shardDir struct {
	dir   string
	study *Study
	table *bufio.Reader
	sum   hash.Hash
	line  []byte
}

// open reads what the directories say, and checks that they are one study.
func (m *merging) open(dirs []string) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	var first *shardDir
	for _, dir := range dirs {
		study, err := ReadStudy(dir)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		s := &shardDir{dir: dir, study: study}
		if first = cmp.Or(first, s); s != first {
			a, b := *first.study, *study
			a.Shard, b.Shard = nil, nil
			diff, err := differences(&a, &b)
			if err != nil {
				faults = append(faults, err)
			} else if len(diff) > 0 {
				fault("%s and %s are not of one study (was: the first, is: the second):\n  %s", first.dir, dir,
					listed(diff))
			}
			if x, y := max(1, first.study.shard().Of), max(1, study.shard().Of); x != y {
				fault("%s is one of %d shards, %s one of %d; expected the same number", first.dir, x, dir, y)
				continue
			}
		}
		if !study.Complete {
			e := &execution{Config: Config{Dir: dir, Runs: study.Runs, Shard: study.shard()},
				schedule: newSchedule(study.shard().runs(study.Runs))}
			if _, err := e.replay(filepath.Join(dir, journalName)); err != nil {
				faults = append(faults, err)
			}
			fault("%s is not complete: %d of %d runs have ended, the first one missing is %d; resume it", dir,
				e.schedule.ended(), e.schedule.total, e.Shard.run(e.schedule.low))
		}
		m.shards = append(m.shards, s)
	}
	if first == nil {
		return errors.Join(append(faults, errors.New("there is no shard to merge; expected the directories of all"))...)
	}
	of := max(1, first.study.shard().Of)
	by := make([]*shardDir, of)
	for _, s := range m.shards {
		i := s.study.shard().Index
		if i >= of {
			continue // told above
		}
		if by[i] != nil {
			fault("shard %d/%d is there twice: in %s and in %s; name one", i, of, by[i].dir, s.dir)
		}
		by[i] = s
	}
	for i, s := range by {
		if s == nil {
			fault("shard %d/%d is missing: %s", i, of, some(Shard{i, of}, first.study.Runs))
		}
	}
	m.shards = by
	return errors.Join(faults...)
}

// some names the runs of a shard.
func some(s Shard, all int) string {
	n := s.runs(all)
	var names []string
	for k := range min(n, 3) {
		names = append(names, strconv.Itoa(s.run(k)))
	}
	if n > 3 {
		return fmt.Sprintf("runs %s and %d more", strings.Join(names, ", "), n-3)
	}
	return "runs " + strings.Join(names, ", ")
}

// write writes the merged directory.
func (m *merging) write(dir string) error {
	sums, err := m.trajectories(dir)
	if err != nil {
		return err
	}
	hash, err := m.table(dir)
	if err != nil {
		return err
	}
	if len(m.cut) > 0 {
		return fmt.Errorf("%d runs were cut by wall time, the first is %d: their rows are other ones each time; give "+
			"them more, limits.wall, and --retry failed, or bound their steps, limits.steps", len(m.cut), m.cut[0])
	}
	study := *m.shards[0].study
	study.Shard, study.Table, study.Sums = nil, hash, sums
	return study.write(dir)
}

// table joins the tables.
func (m *merging) table(dir string) (hash string, err error) {
	out, err := createWhole(filepath.Join(dir, tableName))
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			out.discard()
		}
	}()
	var header []byte
	for i, s := range m.shards {
		file, err := infile.Open(filepath.Join(s.dir, tableName))
		if err != nil {
			return "", err
		}
		defer file.Close()
		s.table, s.sum = bufio.NewReaderSize(infile.Rows(file, file.Name(), MaxRow), 1<<14), sha256.New()
		if err := s.next(); err != nil {
			return "", err
		}
		if i == 0 {
			header = bytes.Clone(s.line)
			if _, err := out.Write(header); err != nil {
				return "", err
			}
		} else if !bytes.Equal(header, s.line) {
			return "", fmt.Errorf("%s has other columns than %s; it was changed", file.Name(),
				filepath.Join(m.shards[0].dir, tableName))
		}
	}
	for run := range m.shards[0].study.Runs {
		if m.ctx.Err() != nil {
			return "", errMergeInterrupted
		}
		s := m.shards[run%len(m.shards)]
		if err := s.next(); err != nil {
			return "", err
		}
		if index, _, _ := bytes.Cut(s.line, []byte{','}); string(index) != strconv.Itoa(run) {
			return "", fmt.Errorf("%s has a row of run %q; expected run %d", filepath.Join(s.dir, tableName), index,
				run)
		}
		if bytes.Contains(s.line, []byte(cut)) {
			fields, err := csv.NewReader(bytes.NewReader(s.line)).Read()
			if err == nil && len(fields) > 3 && isCut(fields[2], fields[3]) {
				m.cut = append(m.cut, run)
			}
		}
		if _, err := out.Write(s.line); err != nil {
			return "", err
		}
	}
	for _, s := range m.shards {
		name := filepath.Join(s.dir, tableName)
		if _, err := s.table.ReadByte(); err != io.EOF {
			return "", fmt.Errorf("%s has more rows than runs (%v)", name, err)
		}
		if hex.EncodeToString(s.sum.Sum(nil)) != s.study.Table {
			return "", fmt.Errorf("%s is not what the batch has written: its SHA-256 is not that of %s", name,
				filepath.Join(s.dir, studyName))
		}
	}
	return out.commit()
}

// next reads a line of the table.
func (s *shardDir) next() error {
	line, err := s.table.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("%s ends early: %w", filepath.Join(s.dir, tableName), err)
	}
	s.line = line
	s.sum.Write(line)
	return nil
}

// trajectories copies the trajectories and joins the lists of their hashes. It returns the hash of the list.
func (m *merging) trajectories(dir string) (hash string, err error) {
	type entry struct {
		run  int
		hash string
		from string
	}
	var all []entry
	var changed []string // lists of hashes
	for _, s := range m.shards {
		name := filepath.Join(s.dir, trajectoriesName, sumsName)
		text, err := infile.Read(name, MaxSums)
		if errors.Is(err, os.ErrNotExist) && s.study.Sums == "" {
			continue
		}
		if err != nil {
			return "", err
		}
		if sum := sha256.Sum256(text); s.study.Sums != "" && hex.EncodeToString(sum[:]) != s.study.Sums {
			changed = append(changed, name)
		}
		for line := range strings.Lines(string(text)) {
			hash, file, ok := parseSum(strings.TrimSuffix(line, "\n"))
			run, err := strconv.Atoi(strings.TrimSuffix(file, ".csv"))
			if !ok || err != nil {
				return "", fmt.Errorf("%s has the line %q; expected HASH  RUN.csv", name, line)
			}
			all = append(all, entry{run, hash, filepath.Join(s.dir, trajectoriesName, trajectoryName(run))})
		}
	}
	if len(changed) > 0 {
		return "", fmt.Errorf("%s is not what the batch has written: its SHA-256 is not that of %s",
			changed[0], studyName)
	}
	if len(all) == 0 {
		return "", nil
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Compare(a.run, b.run) })
	if err := os.Mkdir(filepath.Join(dir, trajectoriesName), 0o777); err != nil {
		return "", err
	}
	sums := &sumsFile{dir: dir}
	for _, t := range all {
		if m.ctx.Err() != nil {
			sums.discard()
			return "", errMergeInterrupted
		}
		hash, err := copyFile(filepath.Join(dir, trajectoriesName, trajectoryName(t.run)), t.from)
		if err == nil && hash != t.hash {
			err = fmt.Errorf("%s is not what the batch has written: its SHA-256 is not that of %s", t.from, sumsName)
		}
		if err == nil {
			err = sums.add(t.run, hash)
		}
		if err != nil {
			sums.discard()
			return "", err
		}
	}
	return sums.commit()
}

// copyFile copies a file and returns its hash.
func copyFile(to, from string) (hash string, err error) {
	in, err := infile.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sum), in)
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, out.Close())
}
