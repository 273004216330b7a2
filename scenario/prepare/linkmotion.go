package prepare

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/reference"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/spatial"
	"kinetree/tree"
)

// linkMotion returns the motion of the link that the law moves, nil if the scenario has none. It begins where the link
// is at the start.
func (r *Run) linkMotion(m *tree.Model, env *Env) (reference.PoseMotion, error) {
	name := r.Scenario.Controller.Link
	motion, given := r.Scenario.LinkMotions[name]
	if !given {
		return nil, nil
	}
	field := strict.Join("reference_link", name)
	link, err := scenario.FindLink(m, field, name)
	if err != nil {
		return nil, err
	}
	kin := tree.NewKinematics(m)
	kin.Update(r.Loop.start)
	from := kin.Pose(link)
	if motion.Type == "file" {
		in, err := env.Open.Open(motion.File)
		if err != nil {
			return nil, wrong(field, "%v", err)
		}
		defer in.Close()
		t, err := reference.ReadPoses(in, motion.File, name, from.R, motion.Interpolation)
		if err != nil {
			return nil, err
		}
		first, last := t.Span()
		r.noteTimes(motion.File, "the reference stands still", first, last)
		return t, nil
	}
	t, err := strokeOf(&motion, &from)
	if err != nil {
		return nil, wrong(field, "%v", err)
	}
	return t, nil
}

// strokeOf returns the motion along a line or an arc from a pose.
func strokeOf(motion *scenario.LinkMotion, from *spatial.Transform) (reference.PoseMotion, error) {
	to := spatial.Transform{R: from.R, P: mgl64.Vec3(motion.To[:3])}
	if len(motion.To) == 7 {
		to.R = spatial.FromQuaternion(spatial.UnitQuaternion(mgl64.Quat{V: mgl64.Vec3(motion.To[3:6]),
			W: motion.To[6]}))
	}
	profile := motion.Profile
	if motion.Type == "min_jerk_pose" {
		profile = "min_jerk"
	}
	var progress *reference.Piecewise
	var err error
	switch begin, end := *motion.FromTime, *motion.ToTime; profile {
	case "min_jerk":
		progress, err = reference.MinJerk(begin, end, 0, 1)
	case "ramp":
		progress, err = reference.Ramp(begin, end, 0, 1)
	default:
		progress, err = reference.Trapezoid(begin, end, 0, 1, 0)
	}
	if err != nil {
		return nil, err
	}
	if motion.Type == "arc" {
		return reference.Arc(from, &to, mgl64.Vec3(motion.Via), progress)
	}
	return reference.Line(from, &to, progress), nil
}
