package scenario

import (
	"errors"
	"fmt"

	"kinetree/internal/strict"
	"kinetree/ros/controllers"
	"kinetree/ros/params"
)

// Written is a number at a path of a scenario, such as controller.gains.elbow_joint.p, that is to be written into a
// file.
type Written struct {
	Path  string
	Value float64
}

// Into writes numbers into the text of a file that has them already: a scenario, or a parameter file of ROS 2, whose
// controller has the given name, empty for the one that could be meant; there gains of joints can be written. Only the
// digits of those numbers change, which have as many significant ones as digits says: every other byte stays. The error
// has all numbers that have no place in the file.
func Into(text []byte, file, controller string, numbers []Written, digits int) ([]byte, error) {
	root, err := strict.Parse(text, file)
	if err != nil {
		return nil, err
	}
	if root.Get("kinetree") == nil {
		return intoParameters(text, file, controller, numbers, digits)
	}
	var errs []error
	var changes []strict.Digits
	for _, x := range numbers {
		keys, err := strict.Split(x.Path)
		if err != nil {
			return nil, err
		}
		at := root.At(keys...)
		if at == nil {
			errs = append(errs, fmt.Errorf("%s: error: there is no number %s; expected it, since only digits that "+
				"are there are changed", file, x.Path))
			continue
		}
		changes = append(changes, strict.Digits{At: at, Text: strict.WithDigits(x.Value, digits, false)})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return strict.Rewrite(text, changes)
}

// intoParameters is Into of a parameter file.
func intoParameters(text []byte, file, controller string, numbers []Written, digits int) ([]byte, error) {
	parameters, err := params.Read(text, file, nil)
	if err != nil {
		return nil, err
	}
	gains := map[string]map[string]float64{}
	var errs []error
	for _, x := range numbers {
		keys, err := strict.Split(x.Path)
		if err != nil || len(keys) != 4 || keys[0] != "controller" || keys[1] != "gains" {
			errs = append(errs, fmt.Errorf("%s: error: %s is no gain of a joint, and the file has these alone; "+
				"expected a scenario, or paths such as controller.gains.elbow_joint.p", file, x.Path))
			continue
		}
		if gains[keys[2]] == nil {
			gains[keys[2]] = map[string]float64{}
		}
		gains[keys[2]][keys[3]] = x.Value
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return controllers.Into(parameters, controller, gains, digits)
}
