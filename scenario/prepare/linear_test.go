package prepare_test

import (
	"strings"
	"testing"

	"kinetree/scenario"
)

// TestCheckOpen checks that what a search for motions does not model is named at its place, all at once, and that
// robots without it pass.
func TestCheckOpen(t *testing.T) {
	for text, want := range map[string][]string{
		"joints: {joint1: {friction: 2, armature: 1, stiffness: 3}}\n": nil,
		"constraints:\n  - {type: gear, joints: [joint1, joint2], ratio: 2}\n" +
			"force_elements:\n  - {type: spring, links: [world, link2], at: [[0,0,1],[0,0,0]], stiffness: 9}\n" +
			"joints: {joint2: {elastic: {stiffness: 1000}}}\n": {
			"s.yaml:4:3: error: constraints: constraints leave the joints no motions of their own",
			"s.yaml:6:3: error: force_elements: force elements put forces on the robot",
			`: the drive of joint "joint2" gives way`},
	} {
		s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\n"+text), "s.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		err = s.CheckOpen()
		if (err == nil) != (want == nil) {
			t.Errorf("%s: %v", text, err)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("got\n%v\nwant %s", err, w)
			}
		}
	}
}
