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

// IntoFile is a file that has numbers already, into which others are written: a scenario, or a parameter file of ROS 2,
// of which gains of joints can be written.
type IntoFile struct {
	Name       string
	Text       []byte
	Controller string            // of a parameter file; empty for the one that could be meant
	Args       map[string]string // of its launch file, see params.Read
	Digits     int               // significant ones
}

// Parameters returns the parameter file that the file is, nil for a scenario.
func (f *IntoFile) Parameters() (*params.ParameterFile, error) {
	if root, err := strict.ParseRepeated(f.Text, f.Name); err != nil || root.Get("kinetree") != nil {
		return nil, err
	}
	return params.Read(f.Text, f.Name, f.Args)
}

// Into returns the text with the numbers. Only their digits change: every other byte stays. The error has all numbers
// that have no place in the file.
func (f *IntoFile) Into(numbers []Written) ([]byte, error) {
	parameters, err := f.Parameters()
	if err != nil {
		return nil, err
	}
	if parameters != nil {
		return f.intoParameters(parameters, numbers)
	}
	root, err := strict.Parse(f.Text, f.Name)
	if err != nil {
		return nil, err
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
				"are there are changed", f.Name, x.Path))
			continue
		}
		changes = append(changes, strict.Digits{At: at, Text: strict.WithDigits(x.Value, f.Digits, false)})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return strict.Rewrite(f.Text, changes)
}

// intoParameters is Into of a parameter file.
func (f *IntoFile) intoParameters(parameters *params.ParameterFile, numbers []Written) ([]byte, error) {
	gains := map[string]map[string]float64{}
	var errs []error
	for _, x := range numbers {
		keys, err := strict.Split(x.Path)
		if err != nil || len(keys) != 4 || keys[0] != "controller" || keys[1] != "gains" {
			errs = append(errs, fmt.Errorf("%s: error: %s is no gain of a joint, and the file has these alone; "+
				"expected a scenario, or paths such as controller.gains.elbow_joint.p", f.Name, x.Path))
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
	return controllers.Into(parameters, f.Controller, gains, f.Digits)
}
