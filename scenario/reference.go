package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kinetree/control/reference"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Reference is the motion that a joint is asked to follow. Which keys it has depends on its type; From is the
// position at the start where it is not given.
type Reference struct {
	Type         string    `json:"type,omitempty" enum:"hold|step|ramp|min_jerk|trapezoidal|spline|sine|chirp|file"`
	At           *float64  `json:"at,omitempty" doc:"step: when (s)"`
	FromTime     *float64  `json:"from_time,omitempty"`
	ToTime       *float64  `json:"to_time,omitempty" doc:"when it ends (s)"`
	From         *float64  `json:"from,omitempty"`
	To           *float64  `json:"to,omitempty" doc:"position after (rad or m)"`
	Speed        *float64  `json:"speed,omitempty" doc:"trapezoidal: velocity in the middle (rad/s or m/s)"`
	Acceleration *float64  `json:"acceleration,omitempty"`
	Times        []float64 `json:"times,omitempty" doc:"spline: when it passes each position (s)"`
	Positions    []float64 `json:"positions,omitempty" doc:"spline: positions to pass (rad or m)"`
	Amplitude    *float64  `json:"amplitude,omitempty" doc:"sine, chirp (rad or m)"`
	Frequency    *float64  `json:"frequency,omitempty" doc:"sine, chirp: Hz, of a chirp at its beginning"`
	ToFrequency  *float64  `json:"to_frequency,omitempty" doc:"chirp: Hz at its end"`
	Exponential  bool      `json:"exponential,omitempty"`
	Offset       *float64  `json:"offset,omitempty"`
	Phase        *float64  `json:"phase,omitempty" default:"0" doc:"sine (rad)"`
	File         string    `json:"file,omitempty"`

	Interpolation reference.Interpolation `json:"interpolation,omitempty" enum:"hold|linear|cubic|quintic|monotone"`
}

// Docs implements strict.Documented.
func (*Reference) Docs() map[string]string {
	return map[string]string{
		"type":         "kind of motion",
		"from_time":    "when the motion begins (s); sine, chirp: 0 if it is not given",
		"from":         "position before (rad or m); the start position if it is not given",
		"acceleration": "trapezoidal without to_time: largest acceleration (rad/s^2 or m/s^2)",
		"exponential":  "chirp: the frequency rises by the same factor in equal times",
		"offset":       "sine, chirp: position in the middle (rad or m); the start position if it is not given",
		"file":         "CSV with the columns time and JOINT/position, and maybe JOINT/velocity and JOINT/acceleration",
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
	"spline":      "times positions |",
	"sine":        "amplitude frequency | from_time offset phase",
	"chirp":       "amplitude frequency to_frequency to_time | from_time offset exponential",
	"file":        "file | interpolation",
}

// given returns the keys that are there besides the type.
func (r *Reference) given() []string {
	return slices.DeleteFunc(strict.Given(*r), func(key string) bool { return key == "type" })
}

// check returns what is missing or too much.
func (r *Reference) check(field string) []error {
	var errs []error
	known, ok := keys[r.Type]
	if !ok {
		types := sorted(keys)
		return []error{wrong(field+".type", "%q%s; expected one of %s", r.Type, suggest.Hint(r.Type, types),
			suggest.List(types))}
	}
	must, may, _ := strings.Cut(known, "|")
	given := r.given()
	for _, k := range strings.Fields(must) {
		if !slices.Contains(given, k) {
			errs = append(errs, wrong(field, "a motion of the type %s has no %s; expected it", r.Type, k))
		}
	}
	all := append(strings.Fields(must), strings.Fields(may)...)
	for _, k := range given {
		if !slices.Contains(all, k) {
			errs = append(errs, wrong(field+"."+k, "a motion of the type %s does not use it; expected %s", r.Type,
				suggest.List(all)))
		}
	}
	if by, all := string(r.Interpolation), reference.Interpolations(); by != "" && !slices.Contains(all, by) {
		errs = append(errs, wrong(field+".interpolation", "%q%s; expected one of %s", by, suggest.Hint(by, all),
			suggest.List(all)))
	}
	if r.Type == "trapezoidal" && (r.ToTime == nil) != (r.Acceleration != nil && r.Speed != nil) {
		errs = append(errs, wrong(field, "expected to_time, with or without speed, or else speed and acceleration"))
	}
	return errs
}

// or returns what a pointer points to, or something else if it is nil.
func or(x *float64, otherwise float64) float64 {
	if x == nil {
		return otherwise
	}
	return *x
}

// trajectory returns the motion of a coordinate from where it is at the start.
func (r *Reference) trajectory(start float64) (reference.Trajectory, error) {
	from := or(r.From, start)
	switch r.Type {
	case "hold":
		return reference.Hold(or(r.To, start)), nil
	case "step":
		return reference.Step(*r.At, from, *r.To)
	case "ramp":
		return reference.Ramp(*r.FromTime, *r.ToTime, from, *r.To)
	case "min_jerk":
		return reference.MinJerk(*r.FromTime, *r.ToTime, from, *r.To)
	case "trapezoidal":
		if r.ToTime == nil {
			return reference.FastTrapezoid(*r.FromTime, from, *r.To, *r.Speed, *r.Acceleration)
		}
		return reference.Trapezoid(*r.FromTime, *r.ToTime, from, *r.To, or(r.Speed, 0))
	case "spline":
		return reference.Spline(r.Times, r.Positions)
	case "sine":
		s := &reference.Sine{Begin: or(r.FromTime, 0), Offset: or(r.Offset, start), Amplitude: *r.Amplitude,
			Frequency: *r.Frequency, Phase: or(r.Phase, 0)}
		return s, s.Check()
	case "chirp":
		c := &reference.Chirp{Begin: or(r.FromTime, 0), End: *r.ToTime, Offset: or(r.Offset, start),
			Amplitude: *r.Amplitude, FromFrequency: *r.Frequency,
			ToFrequency: *r.ToFrequency, Exponential: r.Exponential}
		return c, c.Check()
	}
	panic("scenario: there is no motion " + r.Type)
}

// plan returns the reference of a robot that starts at position q, and the moves in it by the index of the
// coordinate, and warns of limits that it goes beyond. Joints that are not named hold where they start.
func (r *Run) plan(m *tree.Model, q []float64, env *Env) (*reference.Plan, map[int]reference.Move, error) {
	s := r.Scenario
	plan, moves := reference.NewPlan(m, q), map[int]reference.Move{}
	files, motions := map[string]*reference.MotionFile{}, map[int]reference.Trajectory{}
	var errs []error
	for _, name := range sorted(s.Reference) {
		motion, field := s.Reference[name], "reference."+quote(name)
		joint, coordinate, err := coordinate(m, field, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		var t reference.Trajectory
		if motion.Type == "file" {
			var p *reference.Piecewise
			if p, err = fromFile(env.Open, files, m, &motion, joint, coordinate); err == nil {
				r.noteSpan(motion.File, "the reference stands still", p)
			}
			t = p
		} else {
			t, err = motion.trajectory(q[m.Joints()[joint].Q+coordinate])
		}
		if err == nil {
			err = plan.Follow(joint, coordinate, t)
			motions[joint] = t
		}
		if err == nil {
			if move, ok := moveOf(t); ok {
				moves[m.Joints()[joint].Q+coordinate] = move
			}
		}
		switch {
		case err != nil:
			errs = append(errs, wrong(field, "%v", err))
		case !env.Strict:
			r.Warnings = append(r.Warnings, s.beyond(m, joint, field, t)...)
		}
	}
	errs = append(errs, s.followRotors(m, plan, motions))
	return plan, moves, errors.Join(errs...)
}

// moveOf returns the move that a motion is, if it is one.
func moveOf(t reference.Trajectory) (reference.Move, bool) {
	if p, ok := t.(*reference.Piecewise); ok {
		return p.Move()
	}
	return reference.Move{}, false
}

// fromFile returns the motion of a coordinate that a file tells; files holds those that were read.
func fromFile(open infile.Opener, files map[string]*reference.MotionFile, m *tree.Model, motion *Reference, joint,
	coordinate int) (*reference.Piecewise, error) {
	name := motion.File
	if files[name] == nil {
		in, err := open.Open(name)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		if files[name], err = reference.ReadMotionFile(in, name, m); err != nil {
			return nil, err
		}
	}
	return files[name].Trajectory(joint, coordinate, motion.Interpolation)
}

// noteSpan notes that a motion from a file has nothing to say at the start of the run, or in all of the run.
func (r *Run) noteSpan(file, until string, t *reference.Piecewise) {
	if first, last := t.Span(); first <= last {
		r.noteTimes(file, until, first, last)
	}
}

// coordinate returns the joint and the coordinate that a name such as elbow or slider[1] means.
func coordinate(m *tree.Model, field, name string) (joint, coordinate int, err error) {
	for k, j := range m.Joints() {
		for i, n := range tree.CoordinateNames(j.Name, j.NQ) {
			if n == name {
				return k, i, nil
			}
		}
	}
	if k, ok := m.Joint(name); ok {
		n := m.Joints()[k].NQ
		return 0, 0, wrong(field, "joint %q has %d coordinates; expected one of them, %s", name, n,
			suggest.List(tree.CoordinateNames(name, n)))
	}
	_, err = lookup(m, field, name)
	return 0, 0, err
}

// quote returns a key as paths have it.
func quote(key string) string {
	if key == "" || strings.ContainsAny(key, `."`) {
		return fmt.Sprintf("%q", key)
	}
	return key
}
