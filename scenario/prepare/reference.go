package prepare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control/reference"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/tree"
	"kinetree/urdf"
)

// trajectoryOf returns the motion of a coordinate with limits from where it is at the start.
func trajectoryOf(r *scenario.Reference, start float64, limits *urdf.Limit) (reference.Trajectory, error) {
	from := scenario.Or(r.From, start)
	switch r.Type {
	case "hold":
		return reference.Hold(scenario.Or(r.To, start)), nil
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
		return reference.Trapezoid(*r.FromTime, *r.ToTime, from, *r.To, scenario.Or(r.Speed, 0))
	case "s_curve":
		within, err := motionBounds(r, limits)
		if err != nil {
			return nil, err
		}
		return reference.SCurve(scenario.Or(r.FromTime, 0), from, *r.To, within)
	case "sequence":
		return sequenceOf(r, start, limits)
	case "spline":
		return reference.Spline(r.Times, r.Positions)
	case "sine":
		s := &reference.Sine{Begin: scenario.Or(r.FromTime, 0), Offset: scenario.Or(r.Offset, start),
			Amplitude: *r.Amplitude, Frequency: *r.Frequency, Phase: scenario.Or(r.Phase, 0)}
		return s, s.Check()
	case "chirp":
		c := &reference.Chirp{Begin: scenario.Or(r.FromTime, 0), End: *r.ToTime, Offset: scenario.Or(r.Offset, start),
			Amplitude: *r.Amplitude, FromFrequency: *r.Frequency,
			ToFrequency: *r.ToFrequency, Exponential: r.Exponential}
		return c, c.Check()
	case "multisine":
		m := &reference.MultiSine{Begin: scenario.Or(r.FromTime, 0), Offset: scenario.Or(r.Offset, start),
			Amplitude: *r.Amplitude, Period: *r.Period, Lowest: *r.Frequency, Highest: *r.ToFrequency}
		return m, m.Check()
	case "prbs":
		p := &reference.PRBS{Begin: scenario.Or(r.FromTime, 0), Offset: scenario.Or(r.Offset, start),
			Amplitude: *r.Amplitude, Hold: *r.Hold, Order: *r.Order}
		return p, p.Check()
	}
	panic("prepare: there is no motion " + r.Type)
}

// motionBounds returns what an s-curve keeps to: its own numbers, and else the limits of its joint.
func motionBounds(r *scenario.Reference, limits *urdf.Limit) (within reference.MotionBounds, err error) {
	var errs []error
	for _, x := range []struct {
		to    *float64
		key   string
		own   *float64
		of    float64
		since string
	}{
		{&within.Speed, "speed", r.Speed, math.Abs(limits.Velocity), ""},
		{&within.Acceleration, "acceleration", r.Acceleration, min(limits.Acceleration, limits.Deceleration),
			", which URDF has from version 1.2 on"},
		{&within.Jerk, "jerk", r.Jerk, limits.Jerk, ", which URDF has from version 1.2 on"},
	} {
		if *x.to = scenario.Or(x.own, x.of); x.own == nil && !(x.of > 0 && x.of < math.Inf(1)) {
			errs = append(errs, fmt.Errorf("an s-curve without %s, and the joint has no limit of it%s; expected "+
				"the key %[1]s", x.key, x.since))
		}
	}
	return within, errors.Join(errs...)
}

// sequenceOf returns the motion of a sequence of moves.
func sequenceOf(r *scenario.Reference, start float64, limits *urdf.Limit) (*reference.Piecewise, error) {
	var list []*reference.Piecewise
	var errs []error
	var last reference.Move
	last.To = start
	for k := range r.Moves {
		if pause := scenario.Or(r.Moves[k].Pause, 0); !(pause >= 0) {
			errs = append(errs, fmt.Errorf("moves.%d: a pause of %v s; expected 0 or more", k, pause))
			continue
		}
		t, err := trajectoryOf(r.Moves[k].Reference(last.End, last.To), start, limits)
		if err != nil {
			errs = append(errs, fmt.Errorf("moves.%d: %w", k, err))
			continue
		}
		list = append(list, t.(*reference.Piecewise))
		last, _ = moveOf(t)
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return reference.Sequence(list)
}

// limitsOf returns the limits of the motion of a joint; none of the base, nil.
func limitsOf(robot *urdf.Robot, j *tree.Joint) *urdf.Limit {
	inf := math.Inf(1)
	limits := &urdf.Limit{Velocity: inf, Acceleration: inf, Deceleration: inf, Jerk: inf}
	if j == nil {
		return limits
	}
	i := slices.IndexFunc(robot.Joints, func(x urdf.Joint) bool { return x.Name == j.Name })
	if i >= 0 && robot.Joints[i].Limit != nil {
		*limits = *robot.Joints[i].Limit
	}
	return limits
}

// plan returns the reference of a robot that starts at position q, and the moves of coordinates that make nothing else,
// by their index, and warns of limits that it goes beyond. Joints that are not named hold where they start.
func (r *Run) plan(m *tree.Model, q []float64, env *Env) (*reference.Plan, map[int][]reference.Move, error) {
	s := r.Scenario
	plan, moves := reference.NewPlan(m, q), map[int][]reference.Move{}
	files, motions := map[string]*reference.MotionFile{}, map[int]reference.Trajectory{}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.Reference)) {
		motion, field := s.Reference[name], strict.Join("reference", name)
		joint, coordinate, err := scenario.FindCoordinate(m, field, name)
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
			j := &m.Joints()[joint]
			t, err = trajectoryOf(&motion, q[j.Q+coordinate], limitsOf(r.Source.Robot, j))
		}
		if err == nil {
			err = plan.Follow(joint, coordinate, t)
			motions[joint] = t
		}
		if err == nil {
			if p, ok := t.(*reference.Piecewise); ok && len(p.Moves()) > 0 {
				moves[m.Joints()[joint].Q+coordinate] = p.Moves()
			}
		}
		switch {
		case err != nil:
			errs = append(errs, wrong(field, "%v", err))
		case !env.Strict:
			r.Warnings = append(r.Warnings, beyond(s, m, joint, field, t)...)
		}
	}
	errs = append(errs, followRotors(s, m, plan, motions))
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
func fromFile(open infile.Opener, files map[string]*reference.MotionFile, m *tree.Model,
	motion *scenario.Reference, joint, coordinate int) (*reference.Piecewise, error) {
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
