package controllers

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/params"
)

// LoadGained is Load of a controller with PIDs, and the one of its chain whose gains Override replaces.
func LoadGained(f *params.ParameterFile, name string) (*ControllerSystem, *Controller, error) {
	s, err := Load(f, name, "")
	if err != nil {
		return nil, nil, err
	}
	at := s.Gained()
	if at < 0 {
		return nil, nil, fmt.Errorf("%s: the controllers %s have no PIDs whose gains could be written", f.Name,
			suggest.List(s.controllers()))
	}
	return s, s.Chain[at], nil
}

// Into writes gains into the text of a parameter file: numbers by joint and key, such as p, with as many significant
// digits. The joint "*" stands for all joints of the controller that are not named. Only the digits of those numbers
// change, and each has to stand in the file already. The controller is the one of LoadGained, see Load for its name.
func Into(f *params.ParameterFile, name string, gains map[string]map[string]float64, digits int) ([]byte, error) {
	_, c, err := LoadGained(f, name)
	if err != nil {
		return nil, err
	}
	var errs []error
	var changes []strict.Digits
	for _, joint := range slices.Sorted(maps.Keys(gains)) {
		var of []int
		for k, j := range c.Joints {
			if _, named := gains[j]; j == joint || joint == "*" && !named {
				of = append(of, k)
			}
		}
		if len(of) == 0 && joint != "*" {
			errs = append(errs, fmt.Errorf("%s: %s has no joint %q%s; expected one of %s", f.Name, c.Name, joint,
				suggest.Hint(joint, c.Joints), suggest.List(c.Joints)))
		}
		for _, k := range of {
			for _, key := range slices.Sorted(maps.Keys(gains[joint])) {
				parameter := c.keys[k] + key
				v := c.node.Value(parameter)
				if v == nil {
					errs = append(errs, fmt.Errorf("%s: %s has no parameter %s; expected it, since only digits that "+
						"are there are changed", f.Name, c.Name, parameter))
					continue
				}
				changes = append(changes, strict.Digits{At: v, Text: strict.WithDigits(gains[joint][key], digits,
					true)})
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return strict.Rewrite(f.Text, changes)
}
