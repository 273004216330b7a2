package urdf

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A unit is what a number in it is multiplied by and divided by to be in the unit of URDF. Powers of ten stand where
// they are exact.
type unit struct{ times, over float64 }

// units are those of a quantity, by their names in small letters without blanks, dots and signs of powers.
type units map[string]unit

var (
	lengths = units{"m": {1, 1}, "meter": {1, 1}, "meters": {1, 1}, "metre": {1, 1}, "metres": {1, 1}, "mm": {1, 1000},
		"cm": {1, 100}, "in": {0.0254, 1}, "inch": {0.0254, 1}}
	angles = units{"rad": {1, 1}, "radian": {1, 1}, "radians": {1, 1}, "deg": {math.Pi, 180},
		"degree": {math.Pi, 180}, "degrees": {math.Pi, 180}, "°": {math.Pi, 180}}
	masses = units{"kg": {1, 1}, "kilogram": {1, 1}, "kilograms": {1, 1}, "g": {1, 1000}, "gram": {1, 1000},
		"grams": {1, 1000}}
	inertias      = units{"kgm2": {1, 1}, "kgmm2": {1, 1e6}, "kgcm2": {1, 1e4}, "gmm2": {1, 1e9}, "gcm2": {1, 1e7}}
	forces        = units{"n": {1, 1}, "newton": {1, 1}, "kn": {1000, 1}}
	torques       = units{"nm": {1, 1}, "knm": {1000, 1}, "nmm": {1, 1000}}
	speeds        = units{"m/s": {1, 1}, "mm/s": {1, 1000}, "cm/s": {1, 100}}
	turns         = units{"rad/s": {1, 1}, "deg/s": {math.Pi, 180}, "°/s": {math.Pi, 180}, "rpm": {math.Pi, 30}}
	linearDamping = units{"ns/m": {1, 1}}
	turnDamping   = units{"nms/rad": {1, 1}, "nms": {1, 1}}
)

// units returns those that an attribute of the element may be written in, or nil.
func (n node) units(key string) units {
	slides := false
	if p := n.el.Parent(); p != nil {
		slides = p.SelectAttrValue("type", "") == string(Prismatic)
	}
	either := func(linear, angular units) units {
		if slides {
			return linear
		}
		return angular
	}
	switch n.el.Tag + "@" + key {
	case "mass@value":
		return masses
	case "origin@xyz", "box@size", "cylinder@radius", "cylinder@length", "capsule@radius", "capsule@length",
		"sphere@radius":
		return lengths
	case "origin@rpy":
		return angles
	case "limit@lower", "limit@upper", "mimic@offset", "safety_controller@soft_lower_limit",
		"safety_controller@soft_upper_limit":
		return either(lengths, angles)
	case "limit@effort", "dynamics@friction":
		return either(forces, torques)
	case "limit@velocity":
		return either(speeds, turns)
	case "dynamics@damping":
		return either(linearDamping, turnDamping)
	}
	if n.el.Tag == "inertia" {
		return inertias
	}
	return nil
}

// mend gives the diagnostic of a value that is not so many numbers a repair, if they are numbers in quotation marks, or
// with units that can mean one thing only.
func (n node) mend(d *Diagnostic, key, value string, count int) {
	words := strings.FieldsFunc(unquote(value), isBlank)
	if count == 1 { // the name of its unit may have blanks in it
		words = []string{strings.Join(words, " ")}
	}
	var numbers []string
	bare, scaled := false, false // numbers other than 0 without a unit, and those that a unit changes
	for _, word := range words {
		word = unquote(word)
		digits := numberPrefix(word)
		u, known := n.units(key)[unitName(word[len(digits):])]
		switch {
		case word == digits:
			numbers = append(numbers, digits)
			x, _ := parseNumber(digits)
			bare = bare || x != 0
			continue
		case !known || digits == "" && (len(numbers) == 0 || u != unit{1, 1}):
			return
		case digits == "": // of all numbers before it
			continue
		}
		if u != (unit{1, 1}) {
			scaled = true
			x, err := parseNumber(digits)
			if err != nil {
				return
			}
			digits = strconv.FormatFloat(x*u.times/u.over, 'g', -1, 64)
		}
		numbers = append(numbers, digits)
	}
	if len(numbers) != count || bare && scaled || slices.ContainsFunc(numbers, func(s string) bool {
		_, err := parseNumber(s)
		return err != nil
	}) {
		return
	}
	n.repair(d, Attribute{Name: key, Value: strings.Join(numbers, " ")})
}

// unquote removes blanks and quotation marks from both ends of a text.
func unquote(s string) string {
	return strings.Trim(s, " \t\r\n\"'`“”„‘’")
}

// numberPrefix returns the longest beginning of a word that is a number.
func numberPrefix(word string) string {
	for end := len(word); end > 0; end-- {
		if isDecimal(word[:end]) {
			return word[:end]
		}
	}
	return ""
}

// unitName returns the name of a unit as in units.
func unitName(s string) string {
	plain := strings.NewReplacer("*", "", "·", "", "⋅", "", ".", "", "^", "", "²", "2", " ", "")
	return plain.Replace(strings.ToLower(s))
}
