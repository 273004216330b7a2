package prepare_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kinetree/models/oracle/expect"
)

// TestRegulatedSteps runs arms under regulators, with and without integrals, delays of less and more than a period,
// lags, dampers, efforts at their limits and noise, side by side with code for whole steps and each alone.
func TestRegulatedSteps(t *testing.T) {
	const runs = 5
	rng := rand.New(rand.NewPCG(91, 92))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	for k, loop := range expect.Some(t, 2, "type: lqr, period: 0.001", "type: lqi, period: 0.002",
		"type: lqr, period: 0.002, delay: 0.001", "type: lqi, period: 0.001, delay: 0.0025",
		"type: lqr, period: 0.001, delay: 0.002}, actuators: {lag: 0.004",
		"type: lqi, period: 0.002, delay: 0.001}, actuators: {lag: 0.01",
		"type: lqi, period: 0.001}, sensors: {position_noise: 1e-5, velocity_noise: 1e-4",
	) {
		for m, method := range []string{"semi-implicit", "rk4"} {
			integral := ""
			if loop[:9] == "type: lqi" {
				integral = fmt.Sprintf(", integral_weight: %v", u(1e4, 1e5))
			}
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(`{kinetree: 1, model: ur5, dt: 0.001, duration: 0.2, integrator: %s,
 log: {every: 20}, joints: {elbow_joint: {damping: %v, effort_limit: %v}, shoulder_pan_joint: {damping: 0.5}},
 controller: {gains: {"*": {position_weight: %v, velocity_weight: 1, effort_weight: 0.01%s}}, %s},
 reference: {elbow_joint: {type: step, at: 0.05, to: 1.1}, shoulder_pan_joint: {type: sine, amplitude: 0.1,
  frequency: 3}},
 initial: {position: {shoulder_lift_joint: -1, elbow_joint: 1, wrist_1_joint: 0.3}, velocity: {wrist_2_joint: 0.1,
  wrist_3_joint: 0.2}}}`, method, u(0.5, 1), u(3, 9), u(10, 1000), integral, loop))
			}
			if testing.Short() && (k+m)%2 == 1 {
				continue
			}
			compareLogged(t, loop+" by "+method, texts, 200)
		}
	}
}
