package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/sim"
)

// Writer is a sink that writes the log of a run. Each form of a log has one, such as [CSV].
type Writer interface {
	sim.Sink
	// Name returns the name of the log, and MetaName that of the meta file, or "" if there is none.
	Name() string
	MetaName() string
	// Rows returns how many rows were written by End, and before that how many have come.
	Rows() int
	// Replaces tells what the log would replace when it begins, see [CSV.Replaces].
	Replaces() (differs []string, err error)
}

// form is a form in which logs are written to files.
type form struct {
	ending string // of the files, in small letters
	writer func(name string, meta Meta) Writer
}

// forms are those that there are.
var forms = []form{
	{".csv", func(name string, meta Meta) Writer { return NewCSV(name, meta) }},
}

// formOf returns the number of the form of a file by its ending, in capitals or not, 0 if there is no ending, and −1 if
// there is no such form.
func formOf(name string) (at int, ending string) {
	ending = filepath.Ext(name[strings.LastIndexAny(name, `/\`)+1:])
	if ending == "" {
		return 0, ""
	}
	return slices.IndexFunc(forms, func(f form) bool { return strings.EqualFold(f.ending, ending) }), ending
}

// CheckName returns an error if the ending of a file is that of no form of a log. A name may have no ending.
func CheckName(name string) error {
	if at, ending := formOf(name); at < 0 {
		return fmt.Errorf("there is no log format %s; expected a name that ends in %s", ending, Endings())
	}
	return nil
}

// NewWriter returns what writes the log of a file in the form that its ending says, and the meta file beside it. Both
// are created by Begin, not before. The form is a [CSV] for names without an ending and for those that [CheckName]
// refuses.
func NewWriter(name string, meta Meta) Writer {
	at, _ := formOf(name)
	return forms[max(0, at)].writer(name, meta)
}

// Endings returns the endings of logs, in words.
func Endings() string {
	list := make([]string, len(forms))
	for i, f := range forms {
		list[i] = f.ending
	}
	return strings.Join(list, " or ")
}
