package prepare_test

import (
	"math"
	"strings"
	"testing"
)

// TestWrenchCompensation pushes the arm of two links: its steady error under computed torque is 8.650372e-3 rad, and 0
// where the law knows the push.
func TestWrenchCompensation(t *testing.T) {
	const text = `kinetree: 1
model: rr_arm
duration: 6
initial: {position: {joint1: 0.3, joint2: -0.5}}
controller: {type: computed_torque, gains: {"*": {p: 100, d: 20}}}
disturbances: [{at: 0, link: tool, force: [0, 0, -20]}]
`
	if worst := worstError(runText(t, text)); math.Abs(worst-8.650372e-3) > 1e-9 {
		t.Errorf("the steady error is %v", worst)
	}
	for _, way := range []string{"known", "measured"} {
		compensated := strings.Replace(text, "gains", "wrench_compensation: "+way+", gains", 1)
		if worst := worstError(runText(t, compensated)); worst > 1e-13 {
			t.Errorf("%s: the steady error is %v", way, worst)
		}
	}
}
