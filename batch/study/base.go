package study

import (
	"os"
	"path/filepath"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
)

// seedPath is the path of the seed, which has a column of its own.
const seedPath = "seed"

// base is a scenario that runs change.
type base struct {
	doc       *scenario.Document
	effective *scenario.Effective // nil until it is needed
	template  *scenario.Template  // nil if what runs have in common has faults, or is not known yet
}

// base returns the scenario that a study names or holds.
func (s *Study) base(n *strict.Node) (*base, error) {
	var doc *scenario.Document
	var err error
	if n.Kind == strict.Map {
		root := scenario.Rooted(n)
		if root.Get("kinetree") == nil { // its version is that of the study
			version, _ := strict.Of(1.0)
			if err := root.Set("kinetree", version); err != nil {
				return nil, err
			}
		}
		doc, err = scenario.NewDocument(root, s.Name, s.dir)
	} else {
		name := s.place(n.Text)
		if _, missing := os.Stat(name); missing != nil {
			if _, embedded := os.Stat(n.Text); embedded != nil && scenario.IsFile(n.Text) &&
				filepath.Ext(n.Text) == "" {
				name = n.Text
			}
		}
		doc, err = scenario.OpenDocument(name, nil)
	}
	return &base{doc: doc}, err
}

// prepare puts into the document what a path goes through and what is scaled, so that runs only set values.
func (b *base) prepare(paths []sweep.Path) error {
	var faults strict.Faults
	for _, p := range paths {
		if !p.Scale && !scenario.IsItem(p.Name) {
			continue
		}
		if err := b.complete(); err != nil {
			return err
		}
		known, err := b.effective.Settle(b.doc, p.Name)
		switch {
		case err != nil:
			faults = append(faults, p.Node.Fault("%v", err))
		case !known && p.Scale: // what else is wrong with the path is told when it is set
			faults = append(faults, p.Node.Fault("%s: there is no number to scale; expected a path to one", p.Name))
		}
	}
	var names []string
	for _, p := range paths {
		names = append(names, p.Name)
	}
	b.vary(names)
	return faults.Err()
}

// vary says which paths runs may set. What is wrong with the rest is found by the first run that is prepared.
func (b *base) vary(paths []string) { b.template, _ = b.doc.Template(paths) }

// open returns a document to set the values of a run in, and what makes its scenario.
func (b *base) open() (*scenario.Document, func(*scenario.Document) (*scenario.Scenario, error)) {
	if b.template == nil {
		return b.doc.Clone(), (*scenario.Document).Scenario
	}
	return b.template.Document(), b.template.Scenario
}

// complete makes the effective scenario.
func (b *base) complete() error {
	if b.effective != nil {
		return nil
	}
	s, err := b.doc.Scenario()
	if err != nil {
		return err
	}
	source, err := models.Open(s.Model, nil)
	if err != nil {
		return err
	}
	b.effective, err = b.doc.Effective(s, source.Robot)
	return err
}

// with returns the scenario with the settings of a script.
func (b *base) with(set []script.Setting) (*scenario.Scenario, error) {
	doc, finish := b.open()
	for _, x := range set {
		if err := doc.Set(x.Path, x.Value); err != nil {
			return nil, err
		}
	}
	return finish(doc)
}
