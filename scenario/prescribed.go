package scenario

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/reference"
	"kinetree/dynamics/constraint"
	"kinetree/internal/infile"
	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
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

// forceElements returns the force elements for the simulation.
func (s *Scenario) forceElements(m *tree.Model) (list []sim.ForceElement, err error) {
	var errs []error
	for i := range s.Elements {
		f := &s.Elements[i]
		x := &resolver{m: m, field: fmt.Sprintf("force_elements.%d", i)}
		if f.Type != "spring" {
			x.wrong("type", "%q; expected spring", f.Type)
		}
		for _, number := range []struct {
			key   string
			value float64
		}{{"stiffness", f.Stiffness}, {"damping", f.Damping}, {"rest", f.Rest}} {
			if !(number.value >= 0) {
				x.wrong(number.key, "%v; expected 0 or more", number.value)
			}
		}
		places := x.pair(f.Links, Vectors(f.At[:]))
		if len(f.Links) == 2 && f.Links[0] == f.Links[1] {
			x.wrong("links", "both are %q; expected two links, or a link and world", f.Links[0])
		}
		errs = append(errs, x.errs...)
		list = append(list, &sim.LineSpring{Links: [2]int{places[0].Link, places[1].Link},
			At:        [2]mgl64.Vec3{places[0].At, places[1].At},
			Stiffness: f.Stiffness, Damping: f.Damping, Rest: f.Rest})
	}
	return list, errors.Join(errs...)
}

// baseCoordinates are the keys of base_motion.
var baseCoordinates = []string{"x", "y", "z", "roll", "pitch", "yaw"}

// checkPrescribed reports motions that mean nothing.
func (s *Scenario) checkPrescribed() (errs []error) {
	for _, name := range sorted(s.Prescribed) {
		r := s.Prescribed[name]
		errs = append(errs, r.check("prescribed."+quote(name))...)
	}
	for _, name := range sorted(s.BaseMotion) {
		r, field := s.BaseMotion[name], "base_motion."+quote(name)
		switch {
		case baseIndex(name) < 0:
			errs = append(errs, wrong(field, "the base has no coordinate %q%s; expected one of %s", name,
				suggest.Hint(name, baseCoordinates), suggest.List(baseCoordinates)))
		case r.Type == "file":
			errs = append(errs, wrong(field+".type", "a file has motions of joints only; expected another kind of "+
				"motion"))
		default:
			errs = append(errs, r.check(field)...)
		}
	}
	if len(s.BaseMotion) > 0 && s.Base == "floating" {
		errs = append(errs, wrong("base_motion", "the base floats, so nothing prescribes its motion; expected base: "+
			"fixed, or no such key"))
	}
	return errs
}

func baseIndex(name string) int {
	for i, x := range baseCoordinates {
		if x == name {
			return i
		}
	}
	return -1
}

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
	for i, name := range sorted(r.Scenario.Prescribed) {
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
func (s *Scenario) prescribed(m *tree.Model, q []float64, open infile.Opener) (list []sim.PrescribedJoint,
	base sim.BaseCourse, err error) {
	var errs []error
	files := map[string]*reference.MotionFile{}
	for _, name := range sorted(s.Prescribed) {
		motion, field := s.Prescribed[name], "prescribed."+quote(name)
		joint, coordinate, err := coordinate(m, field, name)
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
			t, err = motion.trajectory(q[j.Q+coordinate])
		}
		if err == nil {
			err = errors.Join(jump(t, s.Duration), s.atStop(m, joint, coordinate, t))
		}
		if err != nil {
			errs = append(errs, wrong(field, "%v", err))
			continue
		}
		list = append(list, sim.PrescribedJoint{Joint: joint, Coordinate: coordinate, Motion: moving{t}})
	}
	for _, name := range sorted(s.BaseMotion) {
		motion := s.BaseMotion[name]
		t, err := motion.trajectory(0)
		if err == nil {
			err = jump(t, s.Duration)
		}
		if err != nil {
			errs = append(errs, wrong("base_motion."+quote(name), "%v", err))
			continue
		}
		base[baseIndex(name)] = moving{t}
	}
	return list, base, errors.Join(errs...)
}
