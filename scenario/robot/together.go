package robot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kinetree/internal/strict"
	"kinetree/scenario"
)

// Checked returns a scenario that was read, see [scenario.Read], or none beside an error. It adds to the faults of the
// scenario's text what is wrong with its constraints, force elements and prescribed motions, so that what cannot be
// read hides nothing: unknown links and joints, and numbers that mean nothing. What a fault has left unread is not
// judged. Of a scenario without faults, each case has to be one. A robot that cannot be read has its own errors later.
func Checked(s *scenario.Scenario, err error) (*scenario.Scenario, error) {
	if err == nil {
		_, err = Cases(s, Env{})
	}
	if err == nil {
		return s, nil
	}
	if s != nil {
		err = together(s, err)
	}
	return nil, err
}

// together returns the faults of a scenario's text with those of what it puts on its robot.
func together(s *scenario.Scenario, err error) error {
	var faults strict.Faults
	if !errors.As(err, &faults) || len(s.Constraints)+len(s.Elements)+len(s.Prescribed)+len(s.BaseMotion) == 0 ||
		s.Model.File == "" || s.Model.File == "-" {
		return err
	}
	ofText := faults
	unread := func(path string) bool {
		for _, f := range ofText {
			known := !strings.HasPrefix(f.Message, strict.NoSuchKey)
			if known && (f.Path == path || strings.HasPrefix(f.Path, path+".")) {
				return true
			}
		}
		return false
	}
	for _, key := range []string{"model", "base", "joints", "links", "inertia", "ignore_mimic"} {
		if unread(key) {
			return err
		}
	}
	source, _, errRobot := Open(s, Env{}, s.Model.File)
	if errRobot != nil {
		return err
	}
	m, errRobot := Model(s, Env{}, source)
	if errRobot != nil {
		return err
	}
	_, errConstraints := Constraints(s, source, m)
	_, errElements := ForceElements(s, m)
	errs := append([]error{errConstraints, errElements}, s.CheckPrescribed()...)
	for _, name := range slices.Sorted(maps.Keys(s.Prescribed)) {
		_, _, err := scenario.FindCoordinate(m, strict.Join("prescribed", name), name)
		errs = append(errs, err)
	}
	var walk func(err error)
	walk = func(err error) {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				walk(e)
			}
			return
		}
		var field *scenario.FieldError
		var fault *strict.Fault
		if errors.As(err, &field) && !unread(element(field.Field)) && errors.As(s.Locate(err), &fault) {
			faults = append(faults, fault)
		}
	}
	walk(errors.Join(errs...))
	slices.SortStableFunc(faults, func(a, b *strict.Fault) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Column - b.Pos.Column
	})
	return faults.Err()
}

// element returns the first two keys of a path, such as constraints.2.
func element(path string) string {
	keys := strings.SplitN(path, ".", 3)
	return fmt.Sprintf("%s.%s", keys[0], strings.Join(keys[1:min(2, len(keys))], ""))
}
