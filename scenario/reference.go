package scenario

import (
	"maps"
	"slices"
	"strings"

	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Reference is the motion that a joint is asked to follow. Which keys it has depends on its type; From is the
// position at the start where it is not given.
type Reference struct {
	Type         string    `json:"type,omitempty"`
	At           *float64  `json:"at,omitempty" doc:"step: when (s)"`
	FromTime     *float64  `json:"from_time,omitempty"`
	ToTime       *float64  `json:"to_time,omitempty" doc:"when it ends (s)"`
	From         *float64  `json:"from,omitempty"`
	To           *float64  `json:"to,omitempty" doc:"position after (rad or m)"`
	Speed        *float64  `json:"speed,omitempty"`
	Acceleration *float64  `json:"acceleration,omitempty"`
	Jerk         *float64  `json:"jerk,omitempty"`
	Times        []float64 `json:"times,omitempty" doc:"spline: when it passes each position (s)"`
	Positions    []float64 `json:"positions,omitempty" doc:"spline: positions to pass (rad or m)"`
	Amplitude    *float64  `json:"amplitude,omitempty"`
	Frequency    *float64  `json:"frequency,omitempty"`
	ToFrequency  *float64  `json:"to_frequency,omitempty" doc:"chirp: Hz at its end; multisine: of its highest line"`
	Period       *float64  `json:"period,omitempty" doc:"multisine: s; its lines are multiples of the inverse"`
	Hold         *float64  `json:"hold,omitempty" doc:"prbs: how long each value lasts (s)"`
	Order        *int      `json:"order,omitempty" doc:"prbs: bits of its register, 2 to 20"`
	Exponential  bool      `json:"exponential,omitempty"`
	Offset       *float64  `json:"offset,omitempty"`
	Phase        *float64  `json:"phase,omitempty" default:"0" doc:"sine (rad)"`
	File         string    `json:"file,omitempty"`

	Moves         []SequenceMove          `json:"moves,omitempty" doc:"sequence: moves, each from where the last ends"`
	Interpolation reference.Interpolation `json:"interpolation,omitempty" enum:"hold|linear|cubic|quintic|monotone"`
}

// Enum implements strict.Enumerated.
func (*Reference) Enum(key string) string {
	if key != "type" {
		return ""
	}
	return "hold|step|ramp|min_jerk|trapezoidal|s_curve|sequence|spline|sine|chirp|multisine|prbs|file"
}

// Docs implements strict.Documented.
func (*Reference) Docs() map[string]string {
	return map[string]string{
		"type":      "kind of motion",
		"from_time": "when the motion begins (s); s_curve, sine, chirp, multisine, prbs: 0 if it is not given",
		"amplitude": "sine, chirp, multisine, prbs: largest distance from offset (rad or m)",
		"frequency": "sine, chirp: Hz, of a chirp at its beginning; multisine: Hz of its lowest line",
		"from":      "position before (rad or m); the start position if it is not given",
		"speed": "trapezoidal: velocity in the middle (rad/s or m/s); s_curve: largest velocity, the limit of the " +
			"joint if it is not given",
		"acceleration": "trapezoidal without to_time, s_curve: largest acceleration (rad/s^2 or m/s^2); s_curve: the " +
			"joint's least limit of acceleration and deceleration (URDF 1.2) if it is not given",
		"jerk":        "s_curve: largest jerk (rad/s^3 or m/s^3); the limit of the joint (URDF 1.2) if it is not given",
		"exponential": "chirp: the frequency rises by the same factor in equal times",
		"offset": "sine, chirp, multisine, prbs: position in the middle (rad or m); that at the start if it " +
			"is not given",
		"file": "CSV with the columns time and JOINT/position, and maybe JOINT/velocity and JOINT/acceleration",
		"interpolation": "file: between its rows; hold jumps at each row, linear has a constant velocity, monotone " +
			"is smooth and never beyond its rows, cubic has the velocities of the file, or those of the spline " +
			"through its rows, which may swing beyond them, and quintic has its accelerations, too; monotone for a " +
			"file of positions alone, with velocities cubic, with accelerations quintic, if it is not given",
	}
}

// keys lists the keys of each type of motion: those that it must have, and behind the bar those that it may have.
var keys = map[string]string{
	"hold":        "| to",
	"step":        "at to | from",
	"ramp":        "from_time to_time to | from",
	"min_jerk":    "from_time to_time to | from",
	"trapezoidal": "from_time to | from to_time speed acceleration",
	"s_curve":     "to | from from_time speed acceleration jerk",
	"sequence":    "moves |",
	"spline":      "times positions |",
	"sine":        "amplitude frequency | from_time offset phase",
	"chirp":       "amplitude frequency to_frequency to_time | from_time offset exponential",
	"multisine":   "amplitude period frequency to_frequency | from_time offset",
	"prbs":        "amplitude hold order | from_time offset",
	"file":        "file | interpolation",
}

// checkKeys returns which keys of something with a type are missing or too many. The keys of each type are those that
// it must have, and behind the bar those that it may have.
func checkKeys(field, what, kind string, given []string, keys map[string]string) (errs []error) {
	known, ok := keys[kind]
	if !ok {
		types := slices.Sorted(maps.Keys(keys))
		return []error{Wrong(field+".type", "%q%s; expected one of %s", kind, suggest.Hint(kind, types),
			suggest.List(types))}
	}
	must, may, _ := strings.Cut(known, "|")
	for _, k := range strings.Fields(must) {
		if !slices.Contains(given, k) {
			errs = append(errs, Wrong(field, "%s of the type %s has no %s; expected it", what, kind, k))
		}
	}
	all := append(strings.Fields(must), strings.Fields(may)...)
	for _, k := range given {
		if k != "type" && !slices.Contains(all, k) {
			errs = append(errs, Wrong(field+"."+k, "%s of the type %s does not use it; expected %s", what, kind,
				suggest.List(all)))
		}
	}
	return errs
}

// check returns what is missing or too much.
func (r *Reference) check(field string) []error {
	errs := checkKeys(field, "a motion", r.Type, strict.Given(*r), keys)
	if _, known := keys[r.Type]; !known {
		return errs
	}
	if by, all := string(r.Interpolation), reference.Interpolations(); by != "" && !slices.Contains(all, by) {
		errs = append(errs, Wrong(field+".interpolation", "%q%s; expected one of %s", by, suggest.Hint(by, all),
			suggest.List(all)))
	}
	if r.Type == "trapezoidal" && (r.ToTime == nil) != (r.Acceleration != nil && r.Speed != nil) {
		errs = append(errs, Wrong(field, "expected to_time, with or without speed, or else speed and acceleration"))
	}
	return append(errs, r.checkMoves(field)...)
}

// Or returns what a pointer points to, or something else if it is nil.
func Or(x *float64, otherwise float64) float64 {
	if x == nil {
		return otherwise
	}
	return *x
}
