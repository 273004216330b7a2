package study

import (
	"slices"

	"kinetree/batch"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
)

// Scenario returns the scenario of run i, which repeats it alone. The error is that of a value that cannot be set.
func (s *Study) Scenario(i int) (*scenario.Scenario, error) {
	if s.script == nil {
		return s.variation.Scenario(s.design.Row(nil, i), s.design.Seed(i))
	}
	c, err := s.with(s.runs[i])
	if err == nil && !seeded(s.runs[i].Set) {
		c.Seed = s.design.Seed(i)
	}
	return c, err
}

// with returns the scenario of a run of a script.
func (s *Study) with(run script.RunSpec) (*scenario.Scenario, error) {
	base := s.byFile[run.File]
	c := base.Clone()
	for _, x := range run.Set {
		value := base.Placed(x.Path, strict.Encode(x.Value))
		if err := robot.Override(c, s.robotEnv(), scenario.Override{Path: x.Path, Value: value}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// seeded reports whether a script sets the seed of a run.
func seeded(set []script.Setting) bool {
	return slices.ContainsFunc(set, func(x script.Setting) bool { return x.Path == seedPath })
}

// fillRow writes the values of a run of a sweep into its row of the table. It appends them to row, too.
func (s *Study) fillRow(r *batch.Run, row []sweep.Value) []sweep.Value {
	row, r.Seed = s.design.Row(row, r.Index), s.design.Seed(r.Index)
	for _, v := range row {
		if v.Node == nil {
			r.Number(v.Number)
		} else {
			r.Text(string(v.Append(nil)))
		}
	}
	return row
}

// fill writes the values of a run of a script into its row of the table and returns its scenario.
func (s *Study) fill(r *batch.Run) (*scenario.Scenario, error) {
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
	return c, err
}

// shown returns a value of a script as the table has it.
func shown(x any) string {
	return string(sweep.Value{Node: strict.Encode(x)}.Append(nil))
}

// probe prepares the first run, the last one and one between. A study none of whose runs can be prepared is wrong as
// a whole; where one of them can, the errors of others are theirs.
func (s *Study) probe() error {
	var first error
	for k, i := range []int{0, s.Len() / 2, s.Len() - 1} {
		c, err := s.Scenario(i)
		if err == nil {
			var run *prepare.Run
			if run, err = prepare.New(c, s.env()); err == nil {
				s.setColumns(run)
				s.Unrecorded = run.World.Unrecorded()
				return s.checkJoints(run)
			}
			err = c.Locate(err)
		}
		if k == 0 {
			first = err
		}
	}
	return first
}

// Row returns the values of run i as text: path = value.
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
