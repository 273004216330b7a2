package webreport_test

import (
	"regexp"
	"testing"

	"kinetree/scenario"
)

// TestVerdicts checks the ticks of pages: a loop is well up to a sensitivity of 6 dB, doubtful above and bad if it is
// unstable; and joints that settle are not ticked beside one that chatters, which the page names.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, gains                  string
		stability, settling, chatter string // "" if there is no such line
	}{
		{"calm", "p: 100, d: 20", "good", "good", ""},
		{"near", "p: 100, d: 200", "doubtful", "good", ""},
		// of v⁺ = v - d T v₋ the poles have the modulus √(d T), so d < 500 is stable; the effort limit bounds the swing
		{"unstable", "p: 100, d: 600", "bad", "open", "bad"},
	} {
		s, err := scenario.Read([]byte(`kinetree: 1
model: rr_arm
gravity: [0, 0, 0]
duration: 2
dt: 0.002
joints: {joint2: {effort_limit: 200}}
controller:
  type: computed_torque
  period: 0.002
  delay: 0.002
  gains: {joint1: {p: 100, d: 20}, joint2: {`+c.gains+`}}
reference: {joint1: {type: step, at: 0.1, to: 0.3}}
metrics: {joints: [joint1]}
`), c.name+".yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		page := report(t, s)
		for name, want := range map[string]string{"stability": c.stability, "settling": c.settling,
			"chatter": c.chatter} {
			got := ""
			if m := regexp.MustCompile(`<tr class="(\w+)"><th scope="row">` + name + `<`).FindStringSubmatch(
				page); m != nil {
				got = m[1]
			}
			if got != want {
				t.Errorf("%s: %s is %q; expected %q", c.name, name, got, want)
			}
		}
		if m := regexp.MustCompile(`efforts of joint2 turn back`).FindString(page); (m == "") != (c.chatter == "") {
			t.Errorf("%s: the page does not name joint2 alone: %q", c.name, m)
		}
	}
}
