package live

import (
	"slices"
	"strings"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/tree"
)

// units are those of numbers by the last key of their paths, of joints that turn and of joints that slide.
var units = map[string][2]string{
	"delay": {"s", "s"}, "period": {"s", "s"}, "lag": {"s", "s"}, "at": {"s", "s"}, "for": {"s", "s"},
	"duration": {"s", "s"}, "dt": {"s", "s"}, "start": {"s", "s"}, "mass": {"kg", "kg"}, "frequency": {"Hz", "Hz"},
	"phase": {"rad", "rad"}, "friction": {"N m", "N"}, "damping": {"N m s/rad", "N s/m"},
	"stiffness": {"N m/rad", "N/m"}, "armature": {"kg m²", "kg"}, "effort": {"N m", "N"},
	"position_noise": {"rad", "m"}, "position_resolution": {"rad", "m"}, "velocity_noise": {"rad/s", "m/s"},
	"to": {"rad", "m"}, "from": {"rad", "m"}, "offset": {"rad", "m"}, "amplitude": {"rad", "m"},
}

// ofGains are the units of the gains of laws that make efforts of errors of the position.
var ofGains = map[string][2]string{"p": {"N m/rad", "N/m"}, "i": {"N m/(rad s)", "N/(m s)"},
	"d": {"N m s/rad", "N s/m"}}

// unitOf returns the unit of the number at a path. The run tells which joints slide; nil if there is none.
func unitOf(path string, s *scenario.Scenario, r *prepare.Run) string {
	keys := split(path)
	last := keys[len(keys)-1]
	unit, known := units[last]
	switch {
	case keys[0] == "controller" && len(keys) == 4 && keys[1] == "gains":
		law := s.Controller.Type
		unit, known = ofGains[last], strings.HasPrefix(law, "pd") || strings.HasPrefix(law, "pid")
	case keys[0] == "initial" && len(keys) == 3 && keys[1] == "position":
		unit, known = units["to"], true
	case keys[0] == "initial" && len(keys) == 3 && keys[1] == "velocity":
		unit, known = units["velocity_noise"], true
	case keys[0] == "efforts":
		unit, known = units["effort"], len(keys) == 2
	case keys[0] == "disturbances" && len(keys) == 4:
		unit, known = [2]string{"N", "N"}, keys[2] == "force"
		if keys[2] == "moment" {
			unit, known = [2]string{"N m", "N m"}, true
		}
	}
	switch {
	case !known:
		return ""
	case unit[0] == unit[1]:
		return unit[0]
	case r == nil:
		return ""
	}
	var turns, slides bool
	for _, j := range r.World.Model().Joints() {
		if j.NV != 1 || namesJoint(keys, r) && !slices.Contains(keys, j.Name) {
			continue
		}
		slides = slides || j.Type == "prismatic"
		turns = turns || j.Type != "prismatic"
	}
	switch {
	case turns && !slides:
		return unit[0]
	case slides && !turns:
		return unit[1]
	}
	return ""
}

// namesJoint reports whether one of the keys is the name of a joint.
func namesJoint(keys []string, r *prepare.Run) bool {
	return slices.ContainsFunc(r.World.Model().Joints(), func(j tree.Joint) bool {
		return slices.Contains(keys, j.Name)
	})
}
