package models

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/suggest"
	"kinetree/urdf"
)

// Source is a description of a robot and where it came from.
type Source struct {
	Name        string           // of the file or embedded model
	Data        []byte           // the description as it was read
	SHA256      string           // of Data
	Robot       *urdf.Robot      // nil if the description has errors
	Diagnostics urdf.Diagnostics // of Data; warnings only, if there is a robot
}

// Stem returns the name without folder and ending, for files that are named after the model.
func (s *Source) Stem() string { return Stem(s.Name) }

// Incomplete parses the description anew for a robot whose inertias are to be estimated, see urdf.ParseIncomplete.
func (s *Source) Incomplete() (*urdf.Robot, urdf.Diagnostics) {
	return formatOf(s.Name).incomplete(s.Data, s.Name)
}

// NoModelError says that a name stands for no model.
type NoModelError struct{ Name string }

func (e *NoModelError) Error() string {
	return fmt.Sprintf("there is no file %s and no embedded model of that name%s", e.Name,
		suggest.Hint(e.Name, Names()))
}

// Open reads the robot that a name stands for: a file, an embedded model where no such file exists, or - for the
// input. A name that stands for nothing is a *NoModelError. The error of a bad file is its urdf.Diagnostics, warnings
// included.
func Open(name string, input io.Reader) (*Source, error) {
	s, err := Read(name, input)
	if err == nil && s.Robot == nil {
		return nil, s.Diagnostics
	}
	return s, err
}

// Read is Open for those who want to see a bad file too: only a file that cannot be read is an error.
func Read(name string, input io.Reader) (*Source, error) { return ReadBy(nil, name, input) }

// ReadBy is Read with a function that opens files, nil for the usual one.
func ReadBy(open infile.Opener, name string, input io.Reader) (*Source, error) {
	data, err := read(open, name, input)
	if err != nil {
		return nil, err
	}
	robot, diags := formatOf(name).parse(data, name)
	if other := foreign(data); robot == nil && len(diags) > 0 && other != "" {
		diags = diags[:1]
		diags[0].Message = other
	}
	sum := sha256.Sum256(data)
	return &Source{name, data, hex.EncodeToString(sum[:]), robot, diags}, nil
}

// foreign says what a file is that is no robot but one of ours, or "".
func foreign(data []byte) string {
	const most = 4096 // bytes, in which a comment may stand
	head := data[:min(len(data), most)]
	switch {
	case bytes.HasPrefix(head, []byte("time,")):
		return "this is the log of a run; expected a robot. `simulate run LOG.meta.json` repeats the run, `simulate " +
			"plot LOG` draws it"
	case version.Match(head):
		return "this is a scenario or a study; expected a robot. `simulate run` takes a scenario, `simulate batch` a " +
			"study"
	}
	return ""
}

// version is the key that scenarios and studies have.
var version = regexp.MustCompile(`(?m)^[{ ]*"?kinetree"?:`)

// read returns the bytes that a name stands for, of a file beyond the limits of URDF only as many as show it.
func read(open infile.Opener, name string, input io.Reader) ([]byte, error) {
	if name != "-" {
		file, err := open.Open(name)
		if err != nil {
			info, missing := os.Stat(name)
			if data, ok := URDF(name); ok && (missing != nil || info.IsDir()) {
				return data, nil
			}
			if errors.Is(err, fs.ErrNotExist) {
				err = &NoModelError{name}
			}
			return nil, err
		}
		defer file.Close()
		input = file
	}
	return urdf.ReadDocument(input)
}

// Stem returns the name of a file without folder and ending, and stdin for the input.
func Stem(name string) string {
	if name == "-" {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}
