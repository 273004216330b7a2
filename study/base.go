package study

import (
	"os"
	"path/filepath"

	"kinetree/design"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/script"
)

// seedPath is the path of the seed, which has a column of its own.
const seedPath = "seed"

// base is a scenario that runs change.
type base struct {
	doc       *scenario.Document
	effective *scenario.Effective // nil until it is needed
}

// base returns the scenario that a study names or holds.
func (s *Study) base(n *strict.Node) (*base, error) {
	var doc *scenario.Document
	var err error
	if n.Kind == strict.Map {
		doc, err = scenario.NewDocument(scenario.Rooted(n), s.Name, s.dir)
	} else {
		name := s.place(n.Text)
		if _, missing := os.Stat(name); missing != nil {
			if _, embedded := os.Stat(n.Text); embedded != nil && scenario.IsFile(n.Text) && filepath.Ext(n.Text) == "" {
				name = n.Text
			}
		}
		doc, err = scenario.OpenDocument(name, nil)
	}
	return &base{doc: doc}, err
}

// prepare puts into the document what a path goes through and what is scaled, so that runs only set values.
func (b *base) prepare(paths []design.Path) error {
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
	return faults.Err()
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
	source, err := scenario.Open(s.Model, nil)
	if err != nil {
		return err
	}
	b.effective, err = b.doc.Effective(s, source.Robot)
	return err
}

// with returns the scenario with the settings of a script.
func (b *base) with(set []script.Setting) (*scenario.Scenario, error) {
	doc := b.doc.Clone()
	for _, x := range set {
		if err := doc.Set(x.Path, x.Value); err != nil {
			return nil, err
		}
	}
	return doc.Scenario()
}
