package prepare

import (
	"errors"
	"fmt"

	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/sweep"
)

// Variation makes scenarios that differ from one in the values of some paths: the runs of a sweep. It is immutable.
type Variation struct {
	base     *scenario.Scenario
	paths    []sweep.Path
	places   []*strict.Node // of the paths
	scaled   []any          // what factors multiply, by path; nil for other paths
	reusable []reusable     // what of a run is another one, by path; nil if some path needs a new run
}

// Vary returns the variation of a scenario in some paths. What paths that scale multiply, and lists of which others are
// items, are those of the effective scenario where this one leaves them to its robot. The error is strict.Faults for
// the paths.
func Vary(s *scenario.Scenario, paths []sweep.Path, effective func() (*scenario.Scenario, error)) (*Variation, error) {
	v := &Variation{s.Clone(), paths, make([]*strict.Node, len(paths)), make([]any, len(paths)),
		reusableBy(paths)}
	var faults strict.Faults
	for k, p := range paths {
		v.places[k] = p.Node.Find("path")
		var missing *scenario.FieldError
		if err := v.base.Settle(p.Name, effective); errors.As(err, &missing) {
			faults = append(faults, v.places[k].Fault("%s: %s", missing.Field, missing.Message))
			continue
		} else if err != nil {
			return nil, err
		}
		if !p.Scale {
			continue
		}
		e, err := effective()
		if err != nil {
			return nil, err
		}
		if _, err := s.Get(p.Name); err != nil {
			faults = append(faults, v.fault(k, err.Error()))
		} else if v.scaled[k] = e.Value(p.Name); v.scaled[k] == nil {
			faults = append(faults, v.fault(k, "there is no number, so there is nothing to scale; expected a path "+
				"to one, or no scale"))
		}
	}
	return v, faults.Err()
}

// fault returns a fault of a path.
func (v *Variation) fault(k int, message string) *strict.Fault {
	p := &v.paths[k]
	return p.Node.Fault("%s: %s", p.Name, message)
}

// Scenario returns the scenario with a value for each path, and a seed.
func (v *Variation) Scenario(row []sweep.Value, seed int64) (*scenario.Scenario, error) {
	c := *v.base
	s := &c
	for k := range row {
		n := row[k].Strict()
		if v.paths[k].Scale {
			if row[k].Node != nil {
				return nil, v.fault(k, fmt.Sprintf("%s is no factor; expected a number", row[k].Append(nil)))
			}
			scaled, err := times(v.scaled[k], row[k].Number)
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
