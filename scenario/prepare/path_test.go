package prepare_test

import (
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/robot"
)

// TestEffective checks what a scenario has at paths that its file does not name: the numbers of the model, the gains
// of all joints, defaults.
func TestEffective(t *testing.T) {
	s := read(t, `{kinetree: 1, model: {file: rr_arm, links: {link2: {mass: 25, stretch: [2, 1, 1]}}},
  joints: {joint2: {damping: 3}}, controller: {type: pd, delay: 0, gains: {"*": {p: 7}, joint2: {d: 2}}}}`)
	e, err := robot.Effective(s, robot.Env{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{
		"controller.gains.joint1.p": 7.0, "controller.gains.joint2.d": 2.0, "gravity.2": -9.81, "duration": 5.0,
		"controller.delay": 0.0, "controller.period": nil, "controller.type": "pd",
		"joints.joint2.damping": 3.0, "joints.joint1.damping": 0.0, "joints.joint1.effort_limit": 2000.0,
		// with half the mass, before it is stretched
		"model.links.link2.mass": 25.0, "model.links.link1.mass": 50.0, "model.links.link2.com.0": 0.5,
		"model.links.link2.inertia.5": 5.0,
		"model.links.link2.stretch.0": 2.0, "model.links.link1.stretch.0": 1.0,
		"model.joints.joint2.origin.xyz.0": 1.0,
		"controller.gains.joint1.d":        nil, "joints.joint3.damping": nil, "model.links.link3.mass": nil,
		"gravity.3": nil, "gravity.x": nil, "nothing": nil, "a..b": nil,
	} {
		if v := e.Value(path); v != want {
			t.Errorf("%s is %v, want %v", path, v, want)
		}
	}
	// An item of a list that the model has can be set alone.
	c := s.Clone()
	if err := robot.Override(c, robot.Env{}, scenario.NewOverride("model.links.link1.com.2", 0.25, "")); err != nil {
		t.Fatal(err)
	}
	if com := *c.Model.Links["link1"].COM; com != [3]float64{0.5, 0, 0.25} || s.Model.Links["link1"].COM != nil {
		t.Errorf("the centre is %v", com)
	}
}
