package prepare

import (
	"slices"

	"kinetree/internal/strict"
	"kinetree/scenario/sweep"
)

// part is a part of a run that can be renewed in place.
type part uint8

const (
	gainsOf    part = iota + 1 // of a law, at a joint
	cascadeOf                  // of a joint
	inertiaOf                  // of a link
	frictionOf                 // and damping of a joint
	positionOf                 // of a joint, at the start
	velocityOf
	referenceOf // a coordinate
	loopOf      // sensors, delay and actuators
	wrenchOf    // a disturbance
)

// renewal describes how a path of a sweep changes a run that can be renewed in place.
type renewal struct {
	part part
	name string   // of the link, the joint or the coordinate; the index of the disturbance
	keys []string // of the path
}

// renewable are the names of the gains that a law may be given anew.
var renewable = []string{"p", "i", "d", "i_clamp"}

// renewals returns what paths say; nil if one of them says something else.
func renewals(paths []sweep.Path) []renewal {
	list := make([]renewal, 0, len(paths))
	for _, p := range paths {
		keys, err := strict.Split(p.Name)
		part, name := renewedBy(keys)
		if err != nil || part == 0 {
			return nil
		}
		list = append(list, renewal{part, name, keys})
	}
	return list
}

// renewedBy returns which part of a run a path says something of, 0 if of none or more, and the name in it.
func renewedBy(keys []string) (_ part, name string) {
	at := func(depth int, place ...string) bool {
		for i, key := range place {
			if len(keys) < depth || key != "" && keys[i] != key {
				return false
			}
		}
		return true
	}
	drag, wrench := []string{"damping", "friction"}, []string{"force", "moment", "at", "for"}
	switch {
	case at(4, "controller", "gains") && len(keys) == 4 && slices.Contains(renewable, keys[3]):
		return gainsOf, keys[2]
	case at(4, "controller", "joints"):
		return cascadeOf, keys[2]
	case at(4, "model", "links"):
		return inertiaOf, keys[2]
	case at(4, "links", "", "payload"):
		return inertiaOf, keys[1]
	case at(4, "model", "joints") && slices.Contains(drag, keys[3]):
		return frictionOf, keys[2]
	case at(3, "joints") && slices.Contains(drag, keys[2]):
		return frictionOf, keys[1]
	case at(3, "initial", "position"):
		return positionOf, keys[2]
	case at(3, "initial", "velocity"):
		return velocityOf, keys[2]
	case at(3, "reference"):
		return referenceOf, keys[1]
	case at(2, "sensors"), at(2, "actuators"), at(2, "controller", "delay"):
		return loopOf, ""
	case at(3, "disturbances") && slices.Contains(wrench, keys[2]):
		return wrenchOf, keys[1]
	}
	return 0, ""
}

// factors returns the numbers of what a factor multiplies, a number or a list.
func factors(x any) (list []float64) {
	switch x := x.(type) {
	case float64:
		return []float64{x}
	case []any:
		for _, y := range x {
			list = append(list, factors(y)...)
		}
	}
	return list
}
