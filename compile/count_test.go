package compile

import (
	"testing"

	"kinetree/models/oracle/golden"
)

// TestCount compares with counts by hand. The pendulum is a point mass of 1 kg on a bar of 1 m: q̈ = τ − g sin q takes
// a sine and a product, and the mass matrix is a number.
func TestCount(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	for name, want := range map[string]Operations{
		"crba": {},
		"rnea": {Additions: 1, Multiplications: 1, Sines: 1},
	} {
		if got, err := Count(m, name); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
	if _, err := Count(m, "cbra"); err == nil {
		t.Error("there is no error of an algorithm that is none")
	}
	for _, name := range []string{"double_pendulum", "ur5", "panda_arm", "branched"} {
		m := golden.Embedded(t, name)
		var last int
		for _, algorithm := range Counted() {
			o, err := Count(m, algorithm)
			// The dynamics of a robot do not depend on a first angle about the vertical.
			if err != nil || o.Sines > m.NV() || o.Sines < m.NV()-3 || algorithm == "kinematics" && o.Roots > 0 {
				t.Errorf("%s, %s: %+v, %v", name, algorithm, o, err)
			}
			last = o.Additions + o.Multiplications
			t.Logf("%s, %s: %+v", name, algorithm, o)
		}
		if last == 0 {
			t.Errorf("%s: nothing is counted", name)
		}
	}
}
