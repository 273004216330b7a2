package scenario

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/urdf"
)

// Document is a scenario file as it was read: a tree of values whose paths may be set before it becomes a scenario.
// It is YAML, or the meta file of a log, whose scenario repeats that run.
type Document struct {
	Name string // of the file
	Root *strict.Node
	dir  string // that file names in it are relative to
}

// IsFile reports whether a name is that of a scenario file rather than a model's: by its extension, or as an embedded
// scenario where there is no such file.
func IsFile(name string) bool {
	for _, end := range []string{".yaml", ".yml", ".meta.json"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	if _, err := os.Stat(name); err == nil {
		return false
	}
	_, ok := models.Scenario(name)
	return ok
}

// OpenDocument reads a scenario file, or an embedded scenario where there is no such file. A name - is the input. The
// error is strict.Faults for what the file says.
func OpenDocument(name string, input io.Reader) (*Document, error) {
	if name == "-" {
		text, err := io.ReadAll(input)
		if err != nil {
			return nil, err
		}
		return ReadDocument(text, "input", ".")
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if embedded, ok := models.Scenario(name); ok {
			return ReadDocument(embedded, name+".yaml", ".")
		}
	}
	if err != nil {
		return nil, err
	}
	return ReadDocument(text, name, filepath.Dir(name))
}

// ReadDocument makes a document of text. File names in it are relative to the folder dir.
func ReadDocument(text []byte, name, dir string) (*Document, error) {
	root, err := strict.Parse(text, name)
	if err != nil {
		return nil, err
	}
	if engine, meta := root.Get("engine"), root.Get("scenario"); engine != nil && meta != nil { // a meta file
		root = Rooted(meta)
	}
	return NewDocument(root, name, dir)
}

// NewDocument makes a document of a value. File names in it are relative to the folder dir.
func NewDocument(root *strict.Node, name, dir string) (*Document, error) {
	d := &Document{name, root, dir}
	if root.Kind != strict.Map {
		return nil, strict.Faults{root.Fault("%s; expected a scenario: a mapping with kinetree and model", root.Kind)}
	}
	return d, d.checkVersion()
}

// Rooted returns a value of a document as a document of its own.
func Rooted(n *strict.Node) *strict.Node {
	c := *n
	c.Path = ""
	return c.Clone()
}

// checkVersion returns a fault unless the document has the format version and a model.
func (d *Document) checkVersion() error {
	var faults strict.Faults
	switch version := d.Root.Get("kinetree"); {
	case version == nil:
		faults = append(faults, d.Root.Fault("there is no key kinetree, the version of the format; expected kinetree: 1"))
	case version.Kind != strict.Number || version.Number != 1:
		faults = append(faults, version.Fault("%q; expected 1, the version of the format that this program reads",
			version.Text))
	}
	if d.Root.Get("model") == nil {
		faults = append(faults, d.Root.Fault("there is no key model; expected a file or an embedded model"))
	}
	return faults.Err()
}

// Stem returns the name of the file without folder and ending.
func (d *Document) Stem() string { return models.Stem(d.Name) }

// Clone returns a copy that may be changed.
func (d *Document) Clone() *Document {
	c := *d
	c.Root = d.Root.Clone()
	return &c
}

// Set puts a value, one that strict.Of takes, at a path such as controller.gains.elbow_joint.p.
func (d *Document) Set(path string, value any) error {
	n, err := strict.Of(value)
	if err != nil {
		return err
	}
	return d.SetNode(path, n)
}

// SetNode puts a value at a path. A path in the model, such as model.links.tool0.mass, makes its name a mapping with
// the name in the key file.
func (d *Document) SetNode(path string, value *strict.Node) error {
	if model := d.Root.Get("model"); model != nil && model.Kind == strict.String && strings.HasPrefix(path, "model.") {
		file := *model
		file.Path = "model.file"
		*model = strict.Node{Kind: strict.Map, File: model.File, Pos: model.Pos, Path: model.Path,
			Pairs: []strict.Pair{{Key: "file", Pos: model.Pos, Value: &file}}}
	}
	return d.Root.Set(path, value)
}

// Scenario returns what the document says. Its file names are relative to the current folder. The error is
// strict.Faults.
func (d *Document) Scenario() (*Scenario, error) {
	s := Default()
	if err := d.Root.Decode(s).Err(); err != nil {
		return nil, err
	}
	s.mapFiles(func(name string) string { return place(d.dir, name) })
	return s, nil
}

// place returns the name of a file that a document in the folder dir names.
func place(dir, name string) string {
	if dir == "." || name == "" || name == "-" || filepath.IsAbs(name) {
		return name
	}
	if placed := filepath.Join(dir, name); !isEmbedded(name) || exists(placed) {
		return placed
	}
	return name
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// isEmbedded reports whether a name is that of an embedded model.
func isEmbedded(name string) bool {
	_, ok := models.URDF(name)
	return ok
}

// Locate returns an error of a scenario with the places in the document of the fields that it is about. A nil
// document leaves it as it is.
func (d *Document) Locate(err error) error {
	if err == nil || d == nil {
		return err
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		if _, diagnostics := err.(urdf.Diagnostics); diagnostics {
			return err
		}
		var errs []error
		for _, e := range joined.Unwrap() {
			errs = append(errs, d.Locate(e))
		}
		return errors.Join(errs...)
	}
	var field *FieldError
	var missing *models.NoModelError
	if errors.As(err, &missing) {
		for _, path := range []string{"model.file", "model", "controller.model"} {
			if at := d.Root.Find(path); at.Path == path && at.Kind == strict.String &&
				d.Place(at.Text) == missing.Name {
				field = &FieldError{path, missing.Error()}
				err = field
			}
		}
	}
	if errors.As(err, &field) {
		at := d.Root.Find(field.Field)
		return &strict.Fault{File: d.Name, Pos: at.Pos, Path: field.Field, Message: field.Message}
	}
	return err
}
