package scenario

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/urdf"
)

// IsFile reports whether a name is that of a scenario file rather than a model's: by its extension, or as an embedded
// scenario where there is no such file.
func IsFile(name string) bool {
	for _, end := range []string{".yaml", ".yml", ".meta.json"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	info, err := os.Stat(name)
	_, ok := models.Scenario(name)
	return ok && (err != nil || info.IsDir())
}

// Open reads a scenario file, or an embedded scenario where there is no such file. A name - is the input. The error is
// that of [Decode] for what the file says.
func Open(name string, input io.Reader) (*Scenario, error) {
	if name == "-" {
		text, err := infile.All(input, "the input", strict.MaxBytes)
		if err != nil {
			return nil, err
		}
		return Read(text, "input", ".")
	}
	if embedded, ok := models.Scenario(name); ok && IsFile(name) {
		return Read(embedded, name+".yaml", ".")
	}
	text, err := infile.Read(name, strict.MaxBytes)
	if err != nil {
		return nil, err
	}
	return Read(text, name, filepath.Dir(name))
}

// Read reads the text of a scenario file: YAML, or the meta file of a log, whose scenario repeats that run. Files that
// it names are relative to the folder dir. The name stands in faults. The error is that of [Decode].
func Read(text []byte, name, dir string) (*Scenario, error) {
	root, err := strict.Parse(text, name)
	if err != nil {
		return nil, err
	}
	origin := name
	if engine, meta := root.Get("engine"), root.Get("scenario"); engine != nil && meta != nil { // a meta file
		origin = ""
		if of := root.Get("scenario_file"); of != nil && of.Kind == strict.String {
			if origin = place(dir, of.Text); !Exists(origin) { // embedded, or the input
				origin = of.Text
			}
		}
		root = meta
	}
	s, err := Decode(root, dir)
	if err == nil {
		s.origin = origin
	}
	return s, err
}

// Decode returns the scenario that a document, or a value of one, says. Files that it names are relative to the folder
// dir. The error is strict.Faults. Beside one about keys and values there is the scenario as far as it could be read.
func Decode(root *strict.Node, dir string) (*Scenario, error) {
	s := Default()
	s.dir, s.text = dir, root.Rooted()
	if err := checkVersion(s.text); err != nil {
		return nil, err
	}
	placed := s.text.Clone()
	files(placed, nil, func(n *strict.Node) { n.Text = place(dir, n.Text) })
	s.angles = takeDegrees(placed, nil)
	return s, placed.Decode(s).Err()
}

// checkVersion returns faults unless the document has the format version and a model.
func checkVersion(root *strict.Node) error {
	if root.Kind != strict.Map {
		return strict.Faults{root.Fault("%s; expected a scenario: a mapping with kinetree and model", root.Kind)}
	}
	if root.Get("model") == nil && root.Get("scenario") != nil {
		return strict.Faults{root.Fault("this is a study; expected a scenario, with a key model. `simulate batch` " +
			"runs a study, and with --run one run of it")}
	}
	var faults strict.Faults
	switch version := root.Get("kinetree"); {
	case version == nil:
		faults = append(faults, root.Fault("there is no key kinetree, the version of the format; expected kinetree: 1"))
	case version.Kind != strict.Number || version.Number != 1:
		faults = append(faults, version.Fault("%q; expected 1, the version of the format that this program reads",
			version.Text))
	}
	if root.Get("model") == nil {
		faults = append(faults, root.Fault("there is no key model; expected a file or an embedded model"))
	}
	return faults.Err()
}

// Name returns the name of the file that the scenario was read from, or nothing if there is none.
func (s *Scenario) Name() string {
	if s.text == nil {
		return ""
	}
	return s.text.File
}

// Locate returns an error about a scenario with the places of the fields that it is about: where a value was set, or
// else in the file. A field without a place stays as it is. Of many errors it returns the first hundred, since each has
// to be found in the file.
func (s *Scenario) Locate(err error) error {
	const most = 100
	switch joined := err.(type) {
	case urdf.Diagnostics:
		return err
	case interface{ Unwrap() []error }:
		var errs []error
		all := joined.Unwrap()
		for _, e := range all[:min(len(all), most)] {
			errs = append(errs, s.Locate(e))
		}
		if more := len(all) - most; more > 0 {
			errs = append(errs, fmt.Errorf("and %d more errors", more))
		}
		return errors.Join(errs...)
	}
	var field *FieldError
	var missing *models.NoModelError
	if errors.As(err, &missing) {
		switch missing.Name {
		case s.Model.File:
			field = &FieldError{"model", missing.Error()}
			if s.At("model").Kind == strict.Map {
				field.Field = "model.file"
			}
		case s.Controller.Model:
			field = &FieldError{"controller.model", missing.Error()}
		}
	} else if !errors.As(err, &field) {
		return err
	}
	if field == nil {
		return err
	}
	if at := s.At(field.Field); at.File != "" || at.Pos != (strict.Position{}) {
		return &strict.Fault{File: at.File, Pos: at.Pos, Path: field.Field, Message: field.Message}
	}
	return err
}

// Reason returns an error on one line, and faults in it without their places.
func Reason(err error) string {
	var parts []string
	switch joined := err.(type) {
	case *strict.Fault:
		parts = append(parts, strings.TrimPrefix(joined.Path+": "+joined.Message, ": "))
	case urdf.Diagnostics:
		parts = append(parts, err.Error())
	case interface{ Unwrap() []error }:
		for _, e := range joined.Unwrap() {
			parts = append(parts, Reason(e))
		}
	default:
		parts = append(parts, err.Error())
	}
	return strings.ReplaceAll(strings.Join(parts, "; "), "\n", "; ")
}

// At returns what has the place of the value at a path, for faults: the value that was set there last, in it or around
// it, or else that of the file, or the nearest one around it.
func (s *Scenario) At(path string) *strict.Node {
	for i := len(s.set) - 1; i >= 0; i-- {
		x := &s.set[i]
		if x.Value.File != "" && (x.Path == path || strings.HasPrefix(path, x.Path+".") ||
			strings.HasPrefix(x.Path, path+".")) {
			return x.Value
		}
	}
	if s.text == nil {
		return &strict.Node{Path: path}
	}
	return s.text.Find(path)
}
