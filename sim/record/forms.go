package record

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// Writer is a sink that writes the log of a run. A [FileSink] writes each form of a log.
type Writer interface {
	sim.Sink
	// Name returns the name of the log, and MetaName that of the meta file, or "" if there is none.
	Name() string
	MetaName() string
	// Rows returns how many rows were written by End, and before that how many have come.
	Rows() int
	// Replaces tells what the log would replace when it begins, see [FileSink.Replaces].
	Replaces() (differs []string, err error)
}

// LoggedRobot is what a log can say of the robot beside its rows. Forms that have tables alone need no robot.
type LoggedRobot struct {
	Model       *tree.Model
	Description []byte      // the robot's description, as its file has it
	Tree        *urdf.Robot // the same, read
	// Base returns the motion of a base that is moved in a prescribed way, and is nil for others.
	Base func(t float64) tree.BaseMotion
}

// Form is a form in which logs are kept in files.
type Form struct {
	// Ending is how the names of the files end, in small letters.
	Ending string
	// Magic lists how the files begin, those of runs that were cut off as well.
	Magic []string
	// NewEncoder returns what writes rows to a new file.
	NewEncoder func(to *Output, robot LoggedRobot) RowEncoder
	// NewSource reads the beginning of a file. The error tells all that is wrong with the names of the columns.
	NewSource func(from *LogInput) (RowSource, error)
}

// RowEncoder turns rows into the bytes of a form. A [FileSink] calls Begin, then Add, then End, from one goroutine at a
// time,
// and nothing but End after an error.
type RowEncoder interface {
	// Begin takes the names of the columns.
	Begin(columns []string) error
	// Add takes whole rows, one behind the other. The slice is valid during the call only.
	Add(rows []float64) error
	// End completes the file, also after an error of Begin or Add. It returns how many rows the file holds.
	End() (rows int, err error)
}

// Output is the file that an [RowEncoder] writes.
type Output struct {
	io.Writer
	// File is the same file, or nil if the output is a stream.
	File LogFile
}

// LogFile has the methods of an *os.File that encoders use.
type LogFile interface {
	io.WriteCloser
	io.Seeker
	Truncate(size int64) error
	Name() string
}

// forms are the forms of logs, in the order in which messages name the endings.
var forms = []Form{csvForm, npzForm}

// Register adds a form to those that files are written in and read from. Packages of forms call Register when the
// program begins, so that a program has the forms whose packages it imports.
func Register(f Form) {
	forms = append(forms, f)
}

// formOf returns the form of a file by its ending, in capitals or not; that of CSV if there is no ending.
func formOf(name string) (f Form, ok bool) {
	base := strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	if filepath.Ext(base) == "" {
		return csvForm, true
	}
	at := slices.IndexFunc(forms, func(f Form) bool { return strings.HasSuffix(base, f.Ending) && base != f.Ending })
	if at < 0 {
		return csvForm, false
	}
	return forms[at], true
}

// Named returns the name of a log with something between what comes before its ending, and that.
func Named(name, more string) string {
	f, _ := formOf(name)
	if at := len(name) - len(f.Ending); at > 0 && strings.EqualFold(name[at:], f.Ending) {
		return name[:at] + more + name[at:]
	}
	return name + more
}

// CheckName returns an error if the ending of a file is that of no form of a log. A name may have no ending.
func CheckName(name string) error {
	if _, ok := formOf(name); !ok {
		return fmt.Errorf("there is no log format %s; expected a name that ends in %s", filepath.Ext(name), Endings())
	}
	return nil
}

// Endings returns the endings of logs, in words.
func Endings() string {
	list := make([]string, len(forms))
	for i, f := range forms {
		list[i] = f.Ending
	}
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
