package batch

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
)

// reopen makes of a complete batch one whose failed runs have not ended. A process that is killed meanwhile leaves the
// complete batch, or the reopened one.
func (e *execution) reopen(study *Study) error {
	hashes := map[string]string{}
	text, err := infile.Read(filepath.Join(e.Dir, trajectoriesName, sumsName), MaxSums)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if hash, name, ok := parseSum(strings.TrimSuffix(line, "\n")); ok {
			hashes[name] = hash
		}
	}
	table, err := infile.Open(filepath.Join(e.Dir, tableName))
	if err != nil {
		return err
	}
	defer table.Close()
	in := bufio.NewReader(infile.Rows(table, table.Name(), MaxRow))
	if _, err := in.ReadBytes('\n'); err != nil { // the header
		return err
	}
	row := 0
	err = e.writeJournal(func() (rec record, ok bool, err error) {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return rec, false, nil
		}
		run := e.Shard.run(row)
		row++
		return record{run: run, hash: hashes[trajectoryName(run)], row: line}, true, err
	})
	if err != nil {
		return err
	}
	if err := study.write(e.Dir); err != nil {
		return err
	}
	os.Remove(filepath.Join(e.Dir, trajectoriesName, sumsName)) // both are written anew
	return os.Remove(filepath.Join(e.Dir, tableName))
}

// dropFailed removes the records of failed runs from the journal.
func (e *execution) dropFailed(journal string) error {
	file, err := infile.Open(journal)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return e.writeJournal(newReader(file).next)
}

// writeJournal writes a journal of those records whose runs have not failed, and removes the trajectories of the
// others.
func (e *execution) writeJournal(next func() (rec record, ok bool, err error)) error {
	out, err := createWhole(filepath.Join(e.Dir, journalName))
	if err != nil {
		return err
	}
	var failed []int
	for {
		rec, ok, err := next()
		if err != nil {
			out.discard()
			return err
		}
		if !ok {
			break
		}
		if fields, err := csv.NewReader(bytes.NewReader(rec.row)).Read(); err != nil || len(fields) < 4 ||
			Status(fields[2]).failed() {
			failed = append(failed, rec.run)
			continue
		}
		if _, err := out.Write(rec.line(nil)); err != nil {
			out.discard()
			return err
		}
	}
	if _, err := out.commit(); err != nil {
		return err
	}
	for _, run := range failed {
		err := os.Remove(filepath.Join(e.Dir, trajectoriesName, trajectoryName(run)))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
