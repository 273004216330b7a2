package scenario_test

import (
	"fmt"
	"testing"
)

// TestUnrecorded checks what runs say that keeps their steps from being code.
func TestUnrecorded(t *testing.T) {
	const law = "controller: {type: pd, period: 0.001, gains: {\"*\": {p: 1, d: 1}}}"
	for _, c := range []struct{ run, want string }{
		{"model: rr_arm", ""},
		{"model: rr_arm, " + law, ""},
		{"model: panda_arm, base: floating", ""},
		{"model: panda_arm, base: floating, " + law, "the controller is not recorded"},
		{"model: rr_arm, integrator: implicit", "the integrator iterates, or chooses its steps"},
		{"model: rr_arm, integrator: dormand-prince", "the integrator iterates, or chooses its steps"},
		{"model: four_bar, initial: {position: {crank_joint: 1}}, constraints: [{name: closure, type: point, " +
			"links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}]", "there are constraints"},
		{"model: rr_arm, prescribed: {joint1: {type: sine, amplitude: 0.1, frequency: 1}}", "a motion is prescribed"},
		{"model: rr_arm, efforts: {joint1: 1}", ""},
		{"model: rr_arm, force_elements: [{type: spring, links: [world, link2], at: [[0, 3, 0], [0, 0, 0]], " +
			"stiffness: 5}]", "there are force elements"},
		{"model: rr_arm, joints: {joint1: {stribeck: {level: 1, velocity: 0.1}}}", "friction depends on the velocity"},
		{"model: rr_arm, joints: {joint1: {gear: {efficiency: 0.8}}}", "a drive has a motor or a gear with losses"},
		{"model: rr_arm, joints: {joint1: {kind: spherical, stiffness: 3}}",
			"a spring acts on a pose or within a drive"},
	} {
		run := prepareDrawn(t, fmt.Sprintf("{kinetree: 1, duration: 0.1, dt: 0.001, %s}", c.run), nil)
		if run == nil {
			t.Errorf("%s: cannot be prepared", c.run)
			continue
		}
		if got := run.World.Unrecorded(); got != c.want {
			t.Errorf("%s: its steps are no code because %q, want %q", c.run, got, c.want)
		}
	}
}
