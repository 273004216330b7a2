package scenario_test

import (
	"testing"

	"kinetree/internal/strict"
	"kinetree/models"
)

// TestEffective checks what a scenario has at paths that its file does not name: the numbers of the model, the gains
// of all joints, defaults.
func TestEffective(t *testing.T) {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	d, s, err := read(t, `{kinetree: 1, model: {file: rr_arm, links: {link2: {mass: 25, stretch: [2, 1, 1]}}}, joints: {joint2: {damping: 3}},
  controller: {type: pd, gains: {"*": {p: 7}, joint2: {d: 2}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	e, err := d.Effective(s, robot)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]float64{
		"controller.gains.joint1.p": 7, "controller.gains.joint2.d": 2, "gravity.2": -9.81, "duration": 5,
		"joints.joint2.damping": 3, "joints.joint1.damping": 0, "joints.joint1.effort_limit": 2000,
		// with half the mass, before it is stretched
		"model.links.link2.mass": 25, "model.links.link1.mass": 50, "model.links.link2.com.0": 0.5,
		"model.links.link2.inertia.5": 5,
		"model.links.link2.stretch.0": 2, "model.links.link1.stretch.0": 1, "model.joints.joint2.origin.xyz.0": 1,
	} {
		if n := e.Value(path); n == nil || n.Kind != strict.Number || n.Number != want {
			t.Errorf("%s is %+v, want %v", path, n, want)
		}
	}
	for _, path := range []string{"controller.gains.joint1.d", "joints.joint3.damping", "model.links.link3.mass",
		"gravity.3", "gravity.x", "nothing", "a..b"} {
		if n := e.Value(path); n != nil {
			t.Errorf("%s is %+v, want nothing", path, n)
		}
	}
	// What is settled can be set item by item, and leaves the scenario as it is.
	c := d.Clone()
	for _, path := range []string{"model.links.link1.com.2", "gravity.2", "controller.gains.joint1.p"} {
		if known, err := e.Settle(c, path); !known || err != nil {
			t.Errorf("%s: %v, %v", path, known, err)
		}
	}
	if known, err := e.Settle(c, "gravity_.2"); known || err != nil {
		t.Errorf("a path to nothing: %v, %v", known, err)
	}
	n, _ := strict.Of(0.25)
	if err := c.SetNode("model.links.link1.com.2", n); err != nil {
		t.Fatal(err)
	}
	changed, err := c.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	if com := *changed.ModelChanges.Links["link1"].COM; com != [3]float64{0.5, 0, 0.25} ||
		changed.Gravity != s.Gravity || *changed.Controller.Gains["joint1"].P != 7 {
		t.Errorf("the centre is %v, gravity %v", com, changed.Gravity)
	}
}
