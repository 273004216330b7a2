package tune_test

import (
	"math"
	"testing"
)

// TestDrawnBefore compares costs over eight robots with those that the program found when it still made each run from a
// text: the same robots are drawn, and the same runs are made, of which the integrals of errors are rounded in another
// way now.
func TestDrawnBefore(t *testing.T) {
	p, err := parse(elbow)
	if err != nil {
		t.Fatal(err)
	}
	if p.Samples != 8 {
		t.Errorf("%d robots, want 8", p.Samples)
	}
	const rounding = 1e-14
	for _, c := range []struct{ p, d, cost float64 }{
		{60, 1, 0.35639485525209413},
		{314.43671684068727, 1, 0.11212467363448665},
		{130.92282214090912, 268.43789119106464, 0.06030881246080821},
		{686.1157058917455, 268.43789119106464, 0.02709303435979673},
		{389.0506087530928, 0.6789749110308162, 0.09595363103009899},
	} {
		if got, err := p.Cost(t.Context(), []float64{c.p, c.d}); err != nil || math.Abs(got-c.cost) > rounding*c.cost {
			t.Errorf("p = %v, d = %v cost %v, %v; want %v", c.p, c.d, got, err, c.cost)
		}
	}
}

// elbow is a UR5 whose law believes in the robot that is described, while eight others are drawn.
const elbow = `kinetree: 1
model: ur5
integrator: semi-implicit
duration: 1
dt: 0.002
initial:
  position: {shoulder_lift_joint: -1.2, elbow_joint: 1.0, wrist_1_joint: -0.5}
controller:
  type: pd_gravity
  model: ur5
  gains:
    "*": {p: 1500, d: 120}
    elbow_joint: {p: 60, d: 1}
    wrist_1_joint: {p: 100, d: 4}
    wrist_2_joint: {p: 100, d: 4}
    wrist_3_joint: {p: 6, d: 0.1}
reference:
  elbow_joint: {type: step, at: 0.1, to: 1.2}
metrics: {joints: [elbow_joint]}
tune:
  free:
    controller.gains.elbow_joint.p: [20, 5000, log]
    controller.gains.elbow_joint.d: [0.5, 500, log]
  cost: itae + 0.001*max(0, overshoot - 2)
  runs: 100
  robust: {samples: 8, reduce: p90}
sweep:
  - {path: model.links.upper_arm_link.mass, scale: true, normal: [1, 0.05]}
  - {path: model.links.forearm_link.mass, scale: true, normal: [1, 0.05]}
  - {path: model.links.forearm_link.com.0, uniform: [-0.01, 0.01]}
  - {path: model.links.forearm_link.stretch.2, uniform: [0.9, 1.1]}
  - {path: joints.elbow_joint.friction, uniform: [0, 2]}
  - {path: controller.delay, uniform: [0, 0.002]}
  - {path: links.ee_link.payload.mass, uniform: [0, 3]}
`
