package prepare

import (
	"slices"

	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/tree"
	"kinetree/urdf"
)

// alteration is the robot of a run whose links and joints are other ones in each run of a variation.
type alteration struct {
	robot   *urdf.Robot // as the scenario changes it
	recheck *urdf.Recheck
	links   []int // that differ
	joints  []int
	made    [2]*tree.Model // the last models, of which the run has one at most and nobody uses the other any more
}

// newAlteration returns the robot of a run; nil if more depends on it than the model, the world and the law.
func newAlteration(r *Run) *alteration {
	s := r.Scenario
	changed := slices.ContainsFunc(s.Disturbances, func(d scenario.Disturbance) bool { return d.ChangesRobot() })
	altered, _, err := robot.Change(s, r.Source.Robot)
	if err != nil || changed || r.World.Constraints() != nil ||
		len(s.Prescribed)+len(s.BaseMotion)+len(s.Environment) > 0 {
		return nil
	}
	return &alteration{robot: altered, recheck: urdf.NewRecheck(altered)}
}

// keep notes which link or joint a path says something of.
func (a *alteration) keep(what *renewal) bool {
	list, i := &a.links, slices.IndexFunc(a.robot.Links, func(l urdf.Link) bool { return l.Name == what.name })
	if what.part == frictionOf {
		list, i = &a.joints, slices.IndexFunc(a.robot.Joints, func(j urdf.Joint) bool { return j.Name == what.name })
	}
	if i >= 0 && !slices.Contains(*list, i) {
		*list = append(*list, i)
	}
	return i >= 0
}

// model returns the model of the robot with what the scenario of the run says now; nil if there is something wrong with
// that.
func (a *alteration) model(r *Run) *tree.Model {
	s, described := r.Scenario, r.Source.Robot
	for _, i := range a.links {
		l := &a.robot.Links[i]
		*l = described.Links[i]
		change := s.Model.Links[l.Name]
		if robot.EditLink(&change, "", l) != nil || robot.AddPayload(s.Links[l.Name].Payload, l) != nil {
			return nil
		}
	}
	for _, i := range a.joints {
		j := &a.robot.Joints[i]
		*j = described.Joints[i]
		change, more := s.Model.Joints[j.Name], s.Joints[j.Name]
		if robot.EditJoint(&change, "", j) != nil || robot.ChangeJoint(&more, j, s.IgnoreMimic) != nil {
			return nil
		}
	}
	if a.recheck.Links(a.links...) != nil {
		return nil
	}
	now := r.World.Model()
	if now == a.made[0] {
		a.made[0], a.made[1] = a.made[1], now
	}
	a.made[0] = now.Altered(a.robot, a.links, a.joints, a.made[0])
	return a.made[0]
}
