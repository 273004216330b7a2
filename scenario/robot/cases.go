package robot

import (
	"errors"
	"fmt"

	"kinetree/internal/strict"
	"kinetree/scenario"
)

// Cases returns the scenarios of the cases in their order, or the scenario alone if it has none. What was set since its
// file was read, by flags for example, holds in every case. The error has all that cannot be set, with places.
func Cases(s *scenario.Scenario, env Env) (list []*scenario.Scenario, err error) {
	if len(s.Cases.List()) == 0 {
		return []*scenario.Scenario{s}, nil
	}
	var errs []error
	for i := range s.Cases.List() {
		x, err := inCase(s, env, &s.Cases.List()[i])
		list, errs = append(list, x), append(errs, err)
	}
	return list, errors.Join(errs...)
}

// Case returns the scenario in a case that it has.
func Case(s *scenario.Scenario, env Env, name string) (*scenario.Scenario, error) {
	c, err := s.FindCase(name)
	if err != nil {
		return nil, err
	}
	return inCase(s, env, c)
}

// inCase returns the scenario in a case.
func inCase(s *scenario.Scenario, env Env, c *scenario.Case) (*scenario.Scenario, error) {
	x, again := c.Begin(s)
	var errs []error
	for _, o := range c.Set {
		err := override(x, env, o)
		var faults strict.Faults
		var fault *strict.Fault
		if errors.As(err, &faults) {
			err = faults[0]
		}
		if errors.As(err, &fault) {
			told := *fault
			told.Message = fmt.Sprintf("case %s: %s", c.Name, told.Message)
			err = &told
		}
		errs = append(errs, err)
	}
	return x, errors.Join(append(errs, Override(x, env, again...))...)
}
