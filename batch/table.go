package batch

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/atomicfile"
	"kinetree/internal/infile"
)

// header returns the columns of the table.
func (c *Config) header() []string {
	return append(append([]string{"index", "seed", "status", "reason"}, c.Axes...), c.Metrics...)
}

// bestColumn returns the cell of the metric whose best value is told, or −1.
func (c *Config) bestColumn() int {
	for i, name := range c.Metrics {
		if name == c.Best && name != "" {
			return len(c.Axes) + i
		}
	}
	return -1
}

// headerLine returns the first line of the table.
func headerLine(columns []string) []byte {
	var b []byte
	for i, name := range columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, name)
	}
	return append(b, '\n')
}

// wholeFile is a file that appears under its name when it is complete and on the disk.
type wholeFile struct {
	file *atomicfile.File
	out  *bufio.Writer
	sum  hash.Hash
}

func createWhole(name string) (*wholeFile, error) {
	file, err := atomicfile.Create(name)
	if err != nil {
		return nil, err
	}
	return &wholeFile{file, bufio.NewWriterSize(file, 1<<16), sha256.New()}, nil
}

func (f *wholeFile) Write(b []byte) (int, error) {
	f.sum.Write(b)
	return f.out.Write(b)
}

// commit completes the file and returns its hash.
func (f *wholeFile) commit() (hash string, err error) {
	f.out.Flush() // Commit returns the errors of these two
	f.file.Sync()
	if err := f.file.Commit(); err != nil {
		return "", err
	}
	return hex.EncodeToString(f.sum.Sum(nil)), nil
}

// discard removes the file.
func (f *wholeFile) discard() { f.file.Discard() }

// writeTable writes the table and the hashes of trajectories from the journal, and returns the hashes of both files.
// The rows that wait for those before them are at most as many as the window of the schedule, unless a record was lost.
func (e *execution) writeTable() (hash, sumsHash string, err error) {
	in, err := infile.Open(filepath.Join(e.Dir, journalName))
	if err != nil {
		return "", "", err
	}
	defer in.Close()
	table, err := createWhole(filepath.Join(e.Dir, tableName))
	if err != nil {
		return "", "", err
	}
	sums := &sumsFile{dir: e.Dir}
	defer func() {
		if err != nil {
			table.discard()
			sums.discard()
		}
	}()
	table.Write(headerLine(e.header()))
	type row struct {
		hash string
		line []byte
	}
	waiting := map[int]row{}
	write := func(run int, x row) error {
		if _, err := table.Write(x.line); err != nil {
			return err
		}
		return sums.add(e.Shard.run(run), x.hash)
	}
	order := newSchedule(e.schedule.total)
	r := newReader(in)
	for next := 0; next < e.schedule.total; {
		rec, ok, err := r.next()
		if err != nil {
			return "", "", err
		}
		if !ok {
			return "", "", fmt.Errorf("%s changed while it was read; resume the batch", in.Name())
		}
		k, ok := e.ended(order, rec, false)
		if !ok {
			continue
		}
		if k != next {
			waiting[k] = row{rec.hash, bytes.Clone(rec.row)}
			continue
		}
		for x, ok := (row{rec.hash, rec.row}), true; ok; x, ok = waiting[next] {
			if err := write(next, x); err != nil {
				return "", "", err
			}
			delete(waiting, next)
			next++
		}
	}
	if sumsHash, err = sums.commit(); err != nil {
		return "", "", err
	}
	hash, err = table.commit()
	return hash, sumsHash, err
}

// sumsFile is the list of the hashes of trajectories, which is there only if there are some.
type sumsFile struct {
	dir  string
	file *wholeFile
}

func (s *sumsFile) add(run int, hash string) (err error) {
	if hash == "" {
		return nil
	}
	// A trajectory is on the disk before the table that names it.
	if err := syncFile(filepath.Join(s.dir, trajectoriesName, trajectoryName(run))); err != nil {
		return err
	}
	if s.file == nil {
		if s.file, err = createWhole(filepath.Join(s.dir, trajectoriesName, sumsName)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(s.file, hash+"  "+trajectoryName(run)+"\n")
	return err
}

// commit completes the file and returns its hash, which is empty if there is none.
func (s *sumsFile) commit() (hash string, err error) {
	if s.file == nil {
		return "", nil
	}
	hash, err = s.file.commit()
	s.file = nil
	return hash, err
}

// syncFile has the system write a file to the disk.
func syncFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0) // some systems sync what can be written only
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

func (s *sumsFile) discard() {
	if s.file != nil {
		s.file.discard()
	}
}

// parseSum takes a line of the list apart.
func parseSum(line string) (hash, name string, ok bool) {
	hash, name, ok = strings.Cut(line, "  ")
	return hash, name, ok && len(hash) == sha256.Size*2 && filepath.Base(name) == name
}
