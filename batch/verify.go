package batch

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/infile"
)

// Verified says what a directory has that is as its batch has written it.
type Verified struct {
	Runs         int // rows of the table
	Failed       int // of these
	Cut          int // of the failed ones, those that ended by wall time, so that their rows are other ones each time
	Trajectories int
}

// Verify compares the directory of a complete batch with what its batch has written: the table and each trajectory, by
// their SHA-256. The error names all that is missing, was changed, or was put there.
func Verify(dir string) (*Verified, error) {
	study, err := ReadStudy(dir)
	if err != nil {
		return nil, err
	}
	if !study.Complete {
		return nil, fmt.Errorf("the batch in %s is not complete; resume it first", dir)
	}
	return verify(dir, study, true)
}

// verify is Verify. It looks at the contents of trajectories if that is asked for, else at whether they are there.
func verify(dir string, study *Study, contents bool) (*Verified, error) {
	v := &Verified{}
	return v, errors.Join(v.table(dir, study), v.trajectories(dir, study, contents))
}

// table verifies the table.
func (v *Verified) table(dir string, study *Study) error {
	name := filepath.Join(dir, tableName)
	changed := func(format string, args ...any) error {
		return fmt.Errorf("%s is not what the batch has written: %s; take it from a copy, or run the batch again", name,
			fmt.Sprintf(format, args...))
	}
	file, err := infile.Open(name)
	if err != nil {
		return fmt.Errorf("the table of the batch: %w; take it from a copy, or run the batch again", err)
	}
	defer file.Close()
	sum := sha256.New()
	in := csv.NewReader(io.TeeReader(infile.Rows(file, name, MaxRow), sum))
	in.ReuseRecord = true
	columns := 4 + len(study.Axes) + len(study.Metrics)
	shard := study.shard()
	for row := -1; ; row++ {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			if want := shard.runs(study.Runs); row != want {
				return changed("it has %d rows; expected %d", max(0, row), want)
			}
			break
		}
		if err == nil && len(record) != columns {
			err = fmt.Errorf("line %d has %d fields; expected %d", row+2, len(record), columns)
		}
		if err != nil {
			return changed("%v", err)
		}
		if row < 0 {
			continue
		}
		if record[0] != strconv.Itoa(shard.run(row)) {
			return changed("line %d is of run %q; expected %d", row+2, record[0], shard.run(row))
		}
		v.Runs++
		if Status(record[2]).failed() {
			v.Failed++
		}
		if isCut(record[2], record[3]) {
			v.Cut++
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != study.Table {
		return changed("its SHA-256 is not that of %s", filepath.Join(dir, studyName))
	}
	return nil
}

// isCut reports whether a row is of a run that ended by wall time.
func isCut(status, reason string) bool {
	return Status(status) == TimedOut && strings.HasPrefix(reason, cut)
}

// trajectories verifies the trajectories and the list of their hashes.
func (v *Verified) trajectories(dir string, study *Study, contents bool) error {
	folder := filepath.Join(dir, trajectoriesName)
	name := filepath.Join(folder, sumsName)
	text, err := infile.Read(name, MaxSums)
	if errors.Is(err, os.ErrNotExist) && study.Sums == "" {
		text, err = nil, nil
	}
	if err != nil {
		return fmt.Errorf("the hashes of the trajectories: %w", err)
	}
	if sum := sha256.Sum256(text); study.Sums != "" && hex.EncodeToString(sum[:]) != study.Sums {
		return fmt.Errorf("%s is not what the batch has written: its SHA-256 is not that of %s", name,
			filepath.Join(dir, studyName))
	}
	var faults []error
	listed := map[string]bool{}
	for line := range bytes.Lines(text) {
		hash, file, ok := parseSum(strings.TrimSuffix(string(line), "\n"))
		if !ok {
			return fmt.Errorf("%s has the line %q; expected HASH  RUN.csv", name, line)
		}
		listed[file] = true
		path := filepath.Join(folder, file)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			faults = append(faults, fmt.Errorf("the trajectory %s is missing or empty; it is listed in %s", path,
				sumsName))
			continue
		}
		if contents {
			if is, err := hashFile(path); err != nil || is != hash {
				faults = append(faults, errors.Join(err, fmt.Errorf("the trajectory %s is not what the batch has "+
					"written: its SHA-256 is not that of %s", path, sumsName)))
				continue
			}
		}
		v.Trajectories++
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		faults = append(faults, err)
	}
	for _, e := range entries {
		if file := e.Name(); strings.HasSuffix(file, ".csv") && !listed[file] {
			faults = append(faults, fmt.Errorf("%s is no trajectory of the batch: %s does not list it",
				filepath.Join(folder, file), sumsName))
		}
	}
	const most = 10
	if n := len(faults); n > most {
		faults = append(slices.Clip(faults[:most]), fmt.Errorf("and %d more", n-most))
	}
	return errors.Join(faults...)
}

// hashFile returns the SHA-256 of a file.
func hashFile(name string) (hash string, err error) {
	file, err := infile.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
