package prepare

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/scenario/sweep"
)

// Variation makes scenarios that differ from one in the values of some paths, one of which may be the case: the runs of
// a sweep. It is immutable.
type Variation struct {
	bases    []varied // a scenario, or its cases
	paths    []sweep.Path
	places   []*strict.Node // of the paths
	ofCase   int            // the index of the path of the case; −1 for none
	reusable []reusable     // what of a run is another one, by path; nil if some path needs a new run
}

// varied is a scenario that is varied.
type varied struct {
	*scenario.Scenario
	scaled []any // what factors multiply, by path; nil for other paths
}

// Vary returns the variation of a scenario in some paths. What paths that scale multiply, and lists of which others are
// items, are those of the effective scenario where this one leaves them to its robot; effective is called once at most
// for each case. The error is strict.Faults for the paths.
func Vary(s *scenario.Scenario, paths []sweep.Path,
	effective func(*scenario.Scenario) (*scenario.Scenario, error)) (*Variation, error) {
	v := &Variation{paths: paths, places: make([]*strict.Node, len(paths)), reusable: reusableBy(paths),
		ofCase: slices.IndexFunc(paths, func(p sweep.Path) bool { return p.Name == scenario.CasePath })}
	for k, p := range paths {
		v.places[k] = p.Node.Find("path")
	}
	list := []*scenario.Scenario{s}
	if v.ofCase >= 0 {
		var err error
		if list, err = robot.Cases(s, robot.Env{}); err != nil {
			return nil, err
		}
	}
	for _, s := range list {
		b := varied{s.Clone(), make([]any, len(paths))}
		all := sync.OnceValues(func() (*scenario.Scenario, error) { return effective(s) })
		if err := v.settle(&b, all); err != nil {
			return nil, err
		}
		v.bases = append(v.bases, b)
	}
	return v, nil
}

// settle puts the lists of which paths are items into a scenario, and notes what factors multiply.
func (v *Variation) settle(b *varied, effective func() (*scenario.Scenario, error)) error {
	var faults strict.Faults
	for k, p := range v.paths {
		if k == v.ofCase {
			continue
		}
		var missing *scenario.FieldError
		if err := b.Settle(p.Name, effective); errors.As(err, &missing) {
			faults = append(faults, v.places[k].Fault("%s: %s", missing.Field, missing.Message))
			continue
		} else if err != nil {
			return err
		}
		if !p.Scale {
			continue
		}
		e, err := effective()
		if err != nil {
			return err
		}
		if _, err := b.Get(p.Name); err != nil {
			faults = append(faults, v.fault(k, err.Error()))
		} else if b.scaled[k] = e.Value(p.Name); b.scaled[k] == nil {
			faults = append(faults, v.fault(k, "there is no number, so there is nothing to scale; expected a path "+
				"to one, or no scale"))
		}
	}
	return faults.Err()
}

// fault returns a fault of a path.
func (v *Variation) fault(k int, message string) *strict.Fault {
	p := &v.paths[k]
	return p.Node.Fault("%s: %s", p.Name, message)
}

// base returns the scenario in a case, the only one for a variation without a path of the case; nil if there is none.
func (v *Variation) base(name string) *varied {
	if v.ofCase < 0 {
		return &v.bases[0]
	}
	if i := slices.IndexFunc(v.bases, func(b varied) bool { return b.Of() == name }); i >= 0 {
		return &v.bases[i]
	}
	return nil
}

// caseIn returns the name of the case in a row, "" if rows have none.
func (v *Variation) caseIn(row []sweep.Value) string {
	if v.ofCase < 0 {
		return ""
	}
	return row[v.ofCase].Strict().Text
}

// Scenario returns the scenario with a value for each path, and a seed.
func (v *Variation) Scenario(row []sweep.Value, seed int64) (*scenario.Scenario, error) {
	b := v.base(v.caseIn(row))
	if b == nil {
		_, err := v.bases[0].FindCase(v.caseIn(row))
		return nil, v.fault(v.ofCase, err.Error())
	}
	c := *b.Scenario
	s := &c
	for k := range row {
		if k == v.ofCase {
			continue
		}
		n := row[k].Strict()
		if v.paths[k].Scale {
			if row[k].Node != nil {
				return nil, v.fault(k, fmt.Sprintf("%s is no factor; expected a number", row[k].Append(nil)))
			}
			scaled, err := times(b.scaled[k], row[k].Number)
			if err != nil {
				return nil, v.fault(k, err.Error())
			}
			n = strict.Encode(scaled)
		} else if row[k].Node != nil {
			n = s.Placed(v.paths[k].Name, n)
		}
		n.File, n.Pos = v.places[k].File, v.places[k].Pos
		if err := s.Set(v.paths[k].Name, n); err != nil {
			return nil, err
		}
	}
	s.Seed = seed
	return s, nil
}

// times returns a number, or a list of numbers, times a factor.
func times(x any, factor float64) (any, error) {
	switch x := x.(type) {
	case float64:
		return float64(x * factor), nil
	case []any:
		out := make([]any, len(x))
		for i := range x {
			var err error
			if out[i], err = times(x[i], factor); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return nil, fmt.Errorf("what is scaled is no number and no list of numbers; expected one")
}
