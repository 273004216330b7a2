// Package output decides which files a command may write.
//
// A file is there to be replaced if it has the mark of what the command writes, which is what an earlier call of it
// has left; so has an empty file, and what is no file, such as a device. Anything else is kept unless the user says
// otherwise. A file without an ending that has the name of something embedded would hide it, and is not written.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/atomicfile"
	"kinetree/internal/infile"
	"kinetree/models"
	"kinetree/scenario"
)

// A Target is a file that a command is asked to write.
type Target struct {
	Flag, Name string   // nothing is written if the name is empty; - is the output
	Endings    []string // of the names that it may have; none for any
	Mark       string   // what a file of this kind has near its beginning
	Costly     bool     // it takes long to make, so whether it can be written is tried before
}

// Check returns why files cannot be written: because they are one of the inputs, are written twice, have the ending of
// something else, would replace something else unless force says so, or, where they are costly, cannot be written at
// all. One wants to know before the work and not after it.
func Check(force bool, inputs []string, files ...Target) error {
	var errs []error
	written := map[string]string{}
	for _, f := range files {
		if f.Name == "" {
			continue
		}
		fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf(f.Flag+": "+format, args...)) }
		if other, twice := written[filepath.Clean(f.Name)]; twice {
			fail("%s is the file of %s, too; choose another name", f.Name, other)
		}
		written[filepath.Clean(f.Name)] = f.Flag
		if f.Name == "-" {
			continue
		}
		if ending := filepath.Ext(f.Name); len(ending) > 1 && len(f.Endings) > 0 &&
			!slices.ContainsFunc(f.Endings, func(e string) bool { return strings.EqualFold(e, ending) }) {
			fail("the name of %s ends in %s; expected %s", f.Name, ending, strings.Join(f.Endings, " or "))
		}
		if input := slices.ContainsFunc(inputs, func(name string) bool {
			return name != "-" && scenario.SameFile(f.Name, name)
		}); input {
			fail("%s would be overwritten, which is an input; choose another name", f.Name)
		} else if err := Free(force, f.Name, f.Mark); err != nil {
			fail("%v", err)
		} else if f.Costly {
			if err := atomicfile.Writable(f.Name); err != nil {
				fail("%s cannot be written: %v", f.Name, err)
			}
		}
	}
	return errors.Join(errs...)
}

// near is how far from the beginning of a file a mark ends at most, besides its own length.
const near = 1 << 10

// Free returns an error if a file of a name would hide something embedded, or if there is something else under the name
// than a file with a mark and force does not say that it may be replaced.
func Free(force bool, name, mark string) error {
	if filepath.Ext(name) == "" && models.Hides(name) {
		return fmt.Errorf("the file %s would hide what is embedded under that name; choose a name with an ending", name)
	}
	if info, err := os.Stat(name); force || err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return nil // what cannot be looked at cannot be written, as the caller finds out
	}
	file, err := infile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, int64(near+len(mark))))
	if err == nil && (mark == "" || !bytes.Contains(head, []byte(mark))) {
		err = fmt.Errorf("%s is there already, and is nothing that this command has written; choose another name, or "+
			"--force to replace it", name)
	}
	return err
}
