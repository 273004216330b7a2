package scenario

import (
	"reflect"
	"slices"
	"strings"

	"kinetree/internal/strict"
)

// Template makes scenarios that differ in some values only. What they have in common is decoded once. It may be used
// by any number of goroutines.
type Template struct {
	common  *Scenario
	changes *Document // the keys of the document, at the top, that paths go through
	fields  []int     // of Scenario, those keys

	model, initial, joints bool // are among them
	files                  bool // they may name files
}

// withFiles are the keys that may name files.
var withFiles = []string{"model", "efforts", "efforts_table", "controller", "reference", "script", "log"}

// Template returns a template whose scenarios differ in the values at some paths. The error is strict.Faults, of what
// they have in common.
func (d *Document) Template(paths []string) (*Template, error) {
	t := &Template{changes: &Document{Name: d.Name, dir: d.dir}}
	var first []string
	for _, p := range paths {
		keys, err := strict.Split(p)
		if err != nil {
			return nil, err
		}
		first = append(first, keys[0])
	}
	common, changes := *d.Root, *d.Root
	common.Pairs, changes.Pairs = nil, nil
	for _, p := range d.Root.Pairs {
		if slices.Contains(first, p.Key) {
			changes.Pairs = append(changes.Pairs, p)
		} else {
			common.Pairs = append(common.Pairs, p)
		}
	}
	t.changes.Root = &changes
	c := *d
	c.Root = &common
	var err error
	if t.common, err = c.Scenario(); err != nil {
		return nil, err
	}
	form := reflect.TypeFor[Scenario]()
	for i := range form.NumField() {
		if name, _, _ := strings.Cut(form.Field(i).Tag.Get("json"), ","); slices.Contains(first, name) {
			t.fields = append(t.fields, i)
			t.model, t.initial, t.joints = t.model || name == "model", t.initial || name == "initial", t.joints ||
				name == "joints"
			t.files = t.files || slices.Contains(withFiles, name)
		}
	}
	return t, nil
}

// Document returns a copy of the part of the document that changes, to set values in.
func (t *Template) Document() *Document { return t.changes.Clone() }

// Scenario returns the scenario of a document that Document returned. It shares what all have in common: the caller
// must not change it. The error is strict.Faults.
func (t *Template) Scenario(d *Document) (*Scenario, error) {
	c := *t.common
	if !t.files {
		if t.initial {
			c.Initial = Initial{Position: Joints{}, Velocity: Joints{}}
		}
		if t.joints {
			c.Joints = map[string]Joint{}
		}
		if err := d.Root.Decode(&c).Err(); err != nil {
			return nil, err
		}
		return &c, nil
	}
	s, err := d.Scenario() // on its own, since names of files are placed once
	if err != nil {
		return nil, err
	}
	from, to := reflect.ValueOf(s).Elem(), reflect.ValueOf(&c).Elem()
	for _, i := range t.fields {
		to.Field(i).Set(from.Field(i))
	}
	if t.model {
		c.ModelChanges = s.ModelChanges
	}
	return &c, nil
}
