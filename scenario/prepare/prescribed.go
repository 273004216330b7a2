package prepare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control/reference"
	"kinetree/dynamics/constraint"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// moving is a trajectory as a motion that is prescribed.
type moving struct{ reference.Trajectory }

// At implements sim.PrescribedMotion.
func (m moving) At(t float64) (x, v, a float64) {
	p := m.Trajectory.At(t)
	return p.Position, p.Velocity, p.Acceleration
}

// still returns constraints that hold joints where their prescribed motions begin.
func still(m *tree.Model, moved []sim.PrescribedJoint) (list []constraint.Constraint) {
	for _, p := range moved {
		list = append(list, &constraint.Prescribed{Name: m.Joints()[p.Joint].Name, Joint: p.Joint,
			Coordinate: p.Coordinate, Motion: func(float64) (x, v, a float64) {
				x, _, _ = p.Motion.At(0)
				return x, 0, 0
			}})
	}
	return list
}

// notePrescribed notes files of motions with times outside of the run.
func (r *Run) notePrescribed(moved []sim.PrescribedJoint) {
	for i, name := range slices.Sorted(maps.Keys(r.Scenario.Prescribed)) {
		if motion := r.Scenario.Prescribed[name]; motion.Type == "file" {
			p := moved[i].Motion.(moving).Trajectory.(*reference.Piecewise)
			r.noteSpan(motion.File, "what is prescribed stands still", p)
		}
	}
}

// jump returns an error if a motion is at two places at one time before the end, where nothing can follow it exactly.
func jump(t reference.Trajectory, end float64) error {
	const little = 1e-9 // part of the position, and of what the velocity covers in a second
	for at := t.Break(0); at <= end; at = t.Break(at) {
		before, after := t.At(math.Nextafter(at, 0)), t.At(at)
		size := 1 + math.Abs(before.Position) + math.Abs(before.Velocity)
		if math.Abs(after.Position-before.Position) > little*size {
			return fmt.Errorf("the position jumps from %.6g to %.6g at %v s, which takes a force without bounds; "+
				"expected a motion without jumps, such as min_jerk", before.Position, after.Position, at)
		}
	}
	return nil
}

// prescribed returns the motions that are prescribed for joints, which start at position q, and for the base.
func prescribed(s *scenario.Scenario, robot *urdf.Robot, m *tree.Model, q []float64, open infile.Opener) (
	list []sim.PrescribedJoint, base sim.BaseCourse, err error) {
	var errs []error
	files := map[string]*reference.MotionFile{}
	for _, name := range slices.Sorted(maps.Keys(s.Prescribed)) {
		motion, field := s.Prescribed[name], strict.Join("prescribed", name)
		joint, coordinate, err := scenario.FindCoordinate(m, field, name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		j := &m.Joints()[joint]
		var t reference.Trajectory
		switch {
		case j.NQ != j.NV:
			err = fmt.Errorf("joint %q has a pose for a position; expected a joint with coordinates, or joints with "+
				"one in a row in its place", j.Name)
		case j.Leader >= 0:
			err = fmt.Errorf("joint %q mimics %q, so it has no motion of its own", j.Name, m.Joints()[j.Leader].Name)
		case motion.Type == "file":
			if t, err = fromFile(open, files, m, &motion, joint, coordinate); err == nil {
				err = files[motion.File].Contradiction(joint, coordinate)
			}
		default:
			t, err = trajectoryOf(&motion, q[j.Q+coordinate], limitsOf(robot, j))
		}
		if err == nil {
			err = errors.Join(jump(t, s.Duration), atStop(s, m, joint, coordinate, t))
		}
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		list = append(list, sim.PrescribedJoint{Joint: joint, Coordinate: coordinate, Motion: moving{t}})
	}
	for _, name := range slices.Sorted(maps.Keys(s.BaseMotion)) {
		motion := s.BaseMotion[name]
		t, err := trajectoryOf(&motion, 0, limitsOf(robot, nil))
		if err == nil {
			err = jump(t, s.Duration)
		}
		if err != nil {
			errs = append(errs, wrong(strict.Join("base_motion", name), "%v", err))
			continue
		}
		base[scenario.BaseIndex(name)] = moving{t}
	}
	return list, base, errors.Join(errs...)
}
