package study

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

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
	effective *strict.Node       // the scenario with all that it leaves at its default, and the numbers of the model; nil until it is needed
	template  *scenario.Template // nil if what runs have in common has faults, or is not known yet
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
		keys, _ := strict.Split(p.Name)
		_, err := strconv.Atoi(keys[len(keys)-1])
		inList := err == nil && len(keys) > 1
		if !p.Scale && !inList {
			continue
		}
		if err := b.complete(); err != nil {
			return err
		}
		whole := p.Name
		if inList {
			whole = p.Name[:len(p.Name)-len(keys[len(keys)-1])-1]
		}
		n := b.value(whole)
		switch {
		case n == nil && p.Scale:
			faults = append(faults, p.Node.Fault("%s: there is no number to scale; expected a path to one", p.Name))
		case n == nil: // what is wrong with the path is told when it is set
		default:
			if err := b.doc.SetNode(whole, n); err != nil {
				faults = append(faults, p.Node.Fault("%v", err))
			}
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
	source, err := scenario.Open(s.Model, nil)
	if err != nil {
		return err
	}
	if s.ModelChanges, err = s.ModelChanges.Complete(source.Robot); err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	b.effective, err = strict.Parse(text, b.doc.Name)
	return err
}

// value returns the value at a path of the effective scenario, or nil. Gains of a joint may be those of all joints.
func (b *base) value(path string) *strict.Node {
	if n := exact(b.doc.Root, path); n != nil {
		return n
	}
	if n := exact(b.effective, path); n != nil {
		return n
	}
	keys, _ := strict.Split(path)
	if len(keys) == 4 && keys[0] == "controller" && keys[1] == "gains" {
		return exact(b.effective, `controller.gains.*.`+keys[3])
	}
	return nil
}

// exact returns the node at a path, or nil.
func exact(root *strict.Node, path string) *strict.Node {
	keys, err := strict.Split(path)
	if err != nil {
		return nil
	}
	n := root
	for _, k := range keys {
		if n.Kind == strict.List {
			i, err := strconv.Atoi(k)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		} else if n = n.Get(k); n == nil {
			return nil
		}
	}
	return n
}

// scaled returns a number or a list of numbers times a factor.
func scaled(n *strict.Node, factor float64) (*strict.Node, error) {
	switch {
	case n != nil && n.Kind == strict.Number:
		return strict.Of(n.Number * factor)
	case n != nil && n.Kind == strict.List:
		out := &strict.Node{Kind: strict.List}
		for _, item := range n.Items {
			x, err := scaled(item, factor)
			if err != nil {
				return nil, err
			}
			out.Items = append(out.Items, x)
		}
		return out, nil
	}
	return nil, fmt.Errorf("what is scaled is no number and no list of numbers; expected one")
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
