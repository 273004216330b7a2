package scenario

import (
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// ForceElementSpec is a force element between two points of links. The link world is the world.
type ForceElementSpec struct {
	Type      string        `json:"type" enum:"spring" doc:"spring: along the line between both points"`
	Links     []string      `json:"links" doc:"both links, of which one may be world"`
	At        [2][3]float64 `json:"at" doc:"a point of each link, in its axes (m)"`
	Stiffness float64       `json:"stiffness,omitempty" doc:"N/m"`
	Damping   float64       `json:"damping,omitempty" doc:"N s/m, along the line"`
	Rest      float64       `json:"rest,omitempty" doc:"length without force (m)"`
}

// baseCoordinates are the keys of base_motion.
var baseCoordinates = []string{"x", "y", "z", "roll", "pitch", "yaw"}

// CheckPrescribed reports motions that mean nothing.
func (s *Scenario) CheckPrescribed() (errs []error) {
	for _, name := range slices.Sorted(maps.Keys(s.Prescribed)) {
		r := s.Prescribed[name]
		errs = append(errs, r.check(strict.Join("prescribed", name))...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.BaseMotion)) {
		r, field := s.BaseMotion[name], strict.Join("base_motion", name)
		switch {
		case BaseIndex(name) < 0:
			errs = append(errs, Wrong(field, "the base has no coordinate %q%s; expected one of %s", name,
				suggest.Hint(name, baseCoordinates), suggest.List(baseCoordinates)))
		case r.Type == "file":
			errs = append(errs, Wrong(field+".type", "a file has motions of joints only; expected another kind of "+
				"motion"))
		default:
			errs = append(errs, r.check(field)...)
		}
	}
	if len(s.BaseMotion) > 0 && s.Base == "floating" {
		errs = append(errs, Wrong("base_motion", "the base floats, so nothing prescribes its motion; expected base: "+
			"fixed, or no such key"))
	}
	return errs
}

// BaseIndex returns the index of a coordinate of a floating base by its name, such as x; it is −1 for other names.
func BaseIndex(name string) int {
	for i, x := range baseCoordinates {
		if x == name {
			return i
		}
	}
	return -1
}
