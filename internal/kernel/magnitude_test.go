package kernel_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/kernel"
	"kinetree/models/oracle/plain"
	"kinetree/spatial"
)

// TestMagnitude checks that the magnitude of Sᵀ I S is no less than it, and is the trace of the block that a unit
// vector S lies in.
func TestMagnitude(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := plain.Motion(t)
		box := spatial.Box(2, 0.1, 0.3, 0.7)
		r := spatial.FromRPY(s.Ang[0], s.Ang[1], s.Ang[2])
		i := spatial.NewInertia(2, s.Lin.Mul(0.1), box.Rotated(&r))
		var a kernel.ArticulatedInertia
		a.SetRigid(&i)
		var f spatial.Force
		i.Apply(&f, &s)
		for what, got := range map[string]float64{"rigid": kernel.RigidMagnitude(&i, &s),
			"articulated": a.Magnitude(&s)} {
			if sum := s.Dot(&f); !(got*(1+1e-14) >= sum) { // some ten roundings
				t.Fatalf("%s: magnitude %v of the sum %v", what, got, sum)
			}
		}
		trace := i.I[0] + i.I[2] + i.I[5]
		for k := range 3 {
			var turn, slide spatial.Motion
			turn.Ang[k], slide.Lin[k] = 1, -1
			for what, c := range map[string][2]float64{"turn": {kernel.RigidMagnitude(&i, &turn), trace},
				"articulated turn": {a.Magnitude(&turn), trace},
				"slide":            {kernel.RigidMagnitude(&i, &slide), 6}, "articulated slide": {a.Magnitude(&slide),
					6}} {
				if math.Abs(c[0]-c[1]) > 1e-14*c[1] {
					t.Fatalf("%s %d: magnitude %v, want %v", what, k, c[0], c[1])
				}
			}
		}
	})
}
