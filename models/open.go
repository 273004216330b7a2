package models

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/suggest"
	"kinetree/urdf"
	"kinetree/urdf/check"
	"kinetree/urdf/find"
	"kinetree/urdf/xacro"
)

// Source is a description of a robot and where it came from.
type Source struct {
	Name        string           // of the file or embedded model
	Data        []byte           // the description as it was read, or as the file expands to
	SHA256      string           // of Data
	Robot       *urdf.Robot      // nil if the description has errors
	Diagnostics urdf.Diagnostics // of Data; warnings only, if there is a robot
	Opening     Opening          // how it was opened
	expanded    *xacro.Expanded  // nil if Data is the file
	warnings    urdf.Diagnostics // of the expansion
}

// Text returns the text of a file that diagnostics name, or nil if it was not read for the model.
func (s *Source) Text(file string) []byte {
	switch {
	case s.expanded != nil:
		return s.expanded.Files[file]
	case file == s.Name:
		return s.Data
	}
	return nil
}

// Stem returns the name without folder and ending, for files that are named after the model.
func (s *Source) Stem() string { return Stem(s.Name) }

// Incomplete parses the description anew for a robot whose inertias are to be estimated, see urdf.ParseIncomplete.
func (s *Source) Incomplete() (*urdf.Robot, urdf.Diagnostics) { return s.parse(true) }

// Resolver finds the files that the robot names.
func (s *Source) Resolver() *find.Resolver { return &find.Resolver{Packages: s.Opening.Packages} }

// parse makes the robot of Data, unless there is none because the file has errors.
func (s *Source) parse(incomplete bool) (*urdf.Robot, urdf.Diagnostics) {
	var origin urdf.Provenance
	if s.expanded != nil {
		if s.expanded.Text == nil {
			return nil, s.warnings
		}
		origin = s.expanded.Origin
	}
	robot, diags := formatOf(s.Name).parse(s.Data, s.Name, incomplete, origin)
	if diags = append(diags, check.Units(robot)...); origin == nil {
		diags.Sort()
	}
	if diags.Err() != nil {
		robot = nil
	}
	return robot, slices.Concat(s.warnings, diags)
}

// NoModelError says that a name stands for no model.
type NoModelError struct{ Name string }

func (e *NoModelError) Error() string {
	return fmt.Sprintf("there is no file %s and no embedded model of that name%s", e.Name,
		suggest.Hint(e.Name, Names()))
}

// Opening says how models are opened. The zero value opens files as they are.
type Opening struct {
	Open      infile.Opener     // opens files, nil for the usual way
	Input     io.Reader         // that - stands for
	Arguments map[string]string // that a file of xacro is expanded with
	Packages  map[string]string // the folders of packages, for files of xacro
}

// Open reads the robot that a name stands for: a file, an embedded model where no such file exists, or - for the
// input. A name that stands for nothing is a *NoModelError. The error of a bad file is its urdf.Diagnostics, warnings
// included.
func Open(name string, input io.Reader) (*Source, error) { return Opening{Input: input}.Model(name) }

// Model is the function Open for an opening.
func (o Opening) Model(name string) (*Source, error) {
	s, err := o.Read(name)
	if err == nil && s.Robot == nil {
		return nil, s.Diagnostics
	}
	return s, err
}

// Read is Open for those who want to see a bad file too: only a file that cannot be read is an error.
func Read(name string, input io.Reader) (*Source, error) { return Opening{Input: input}.Read(name) }

// Read is the function Read for an opening.
func (o Opening) Read(name string) (*Source, error) {
	data, err := read(o.Open, name, o.Input)
	if err != nil {
		return nil, err
	}
	s := &Source{Name: name, Data: data, Opening: o}
	if expand := formatOf(name).expand; expand != nil {
		s.expanded, s.warnings = expand(data, name, xacro.Environment{Arguments: o.Arguments, Open: o.Open,
			Resolver: find.Resolver{Packages: o.Packages}})
		s.Data = s.expanded.Text
	} else if len(o.Arguments) > 0 {
		return nil, fmt.Errorf("%s takes no arguments (%s); expected a file that ends in .xacro", name,
			suggest.List(slices.Sorted(maps.Keys(o.Arguments))))
	}
	s.Robot, s.Diagnostics = s.parse(false)
	if other := foreign(data); s.Robot == nil && len(s.Diagnostics) > 0 && other != "" {
		s.Diagnostics = s.Diagnostics[:1]
		s.Diagnostics[0].Message = other
	}
	sum := sha256.Sum256(s.Data)
	s.SHA256 = hex.EncodeToString(sum[:])
	return s, nil
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
	base, made := strings.CutSuffix(base, ".xacro") // which may follow another ending
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	if ending := strings.ToLower(filepath.Ext(base)); made && !slices.Contains(Endings(), ending) {
		return base
	}
	return stem
}
