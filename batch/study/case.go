package study

import (
	"errors"
	"strings"

	"kinetree/batch"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
	"kinetree/urdf"
)

// Scenario returns the scenario of run i, which repeats it alone.
func (s *Study) Scenario(i int) (*scenario.Scenario, error) {
	if s.script != nil {
		run := s.runs[i]
		c, err := s.byFile[run.File].with(run.Set)
		if err == nil && !seeded(run.Set) {
			c.Seed = s.design.Seed(i)
		}
		return c, err
	}
	c, _, err := s.swept(nil, i)
	return c, err
}

// seeded reports whether a script sets the seed of a run.
func seeded(set []script.Setting) bool {
	for _, x := range set {
		if x.Path == seedPath {
			return true
		}
	}
	return false
}

// swept returns the scenario of run i of a sweep, and appends its values to row.
func (s *Study) swept(row []sweep.Value, i int) (*scenario.Scenario, []sweep.Value, error) {
	row = s.design.Row(row, i)
	doc, finish := s.bases[0].open()
	for k, p := range s.design.Paths() {
		node := row[k].Strict()
		if s.factor[k] {
			var err error
			if row[k].Node != nil {
				return nil, row, p.Node.Fault("%s: %s is no factor; expected a number", p.Name, row[k].Append(nil))
			}
			if node, err = doc.Scaled(p.Name, row[k].Number); err != nil {
				return nil, row, p.Node.Fault("%s: %v", p.Name, err)
			}
		}
		if err := doc.SetNode(p.Name, node); err != nil {
			return nil, row, p.Node.Fault("%v", err)
		}
	}
	c, err := finish(doc)
	if err == nil {
		c.Seed = s.design.Seed(i)
	}
	return c, row, err
}

// fill writes the values of run i into its row of the table and returns its scenario.
func (s *Study) fill(r *batch.Run, row []sweep.Value) (*scenario.Scenario, []sweep.Value, error) {
	if s.script == nil {
		c, row, err := s.swept(row, r.Index)
		r.Seed = s.design.Seed(r.Index)
		for _, v := range row {
			if v.Node == nil {
				r.Number(v.Number)
			} else {
				r.Text(string(v.Append(nil)))
			}
		}
		return c, row, err
	}
	c, err := s.Scenario(r.Index)
	if err == nil {
		r.Seed = c.Seed
	}
	values := map[string]any{}
	for _, x := range s.runs[r.Index].Set {
		values[x.Path] = x.Value
	}
	for _, path := range s.Axes {
		switch x := values[path].(type) {
		case nil:
			r.Text("")
		case float64:
			r.Number(x)
		case string:
			r.Text(x)
		default:
			r.Text(shown(x))
		}
	}
	return c, row, err
}

// shown returns a value of a script as the table has it.
func shown(x any) string {
	node, _ := strict.Of(x) // the script has made it of what a document may have
	return string(sweep.Value{Node: node}.Append(nil))
}

// probe prepares the first run, the last one and one between. A study none of whose runs can be prepared is wrong as
// a whole; where one of them can, the errors of others are theirs.
func (s *Study) probe() error {
	var first error
	for k, i := range []int{0, s.Len() / 2, s.Len() - 1} {
		c, err := s.Scenario(i)
		if err == nil {
			var run *scenario.Run
			if run, err = c.Prepare(s.env()); err == nil {
				s.setColumns(run)
				return s.checkJoints(run)
			}
		}
		if k == 0 {
			first = err
		}
	}
	return s.locate(first)
}

// locate returns an error of a run as one of the axis that it is about, or of the place in the scenario.
func (s *Study) locate(err error) error {
	doc := s.bases[0].doc
	if s.script != nil {
		return err
	}
	var out []error
	for _, e := range flatten(doc.Locate(err)) {
		fault, ok := e.(*strict.Fault)
		if !ok {
			out = append(out, e)
			continue
		}
		for _, p := range s.design.Paths() {
			if fault.Path == p.Name || strings.HasPrefix(p.Name, fault.Path+".") || strings.HasPrefix(fault.Path,
				p.Name+".") {
				at := p.Node.Find("path")
				fault = &strict.Fault{File: at.File, Pos: at.Pos, Path: fault.Path, Message: fault.Message}
				break
			}
		}
		out = append(out, fault)
	}
	return errors.Join(out...)
}

// flatten returns the errors that were joined.
func flatten(err error) []error {
	switch joined := err.(type) {
	case urdf.Diagnostics:
	case interface{ Unwrap() []error }:
		var all []error
		for _, e := range joined.Unwrap() {
			all = append(all, flatten(e)...)
		}
		return all
	}
	return []error{err}
}

// Row returns the values of run i for people: path = value.
func (s *Study) Row(i int) []string {
	var list []string
	if s.script != nil {
		for _, x := range s.runs[i].Set {
			list = append(list, x.Path+" = "+shown(x.Value))
		}
		return list
	}
	for k, v := range s.design.Row(nil, i) {
		sign := " = "
		if s.factor[k] {
			sign = " x "
		}
		list = append(list, s.Axes[k]+sign+string(v.Append(nil)))
	}
	return list
}
