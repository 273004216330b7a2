package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/spatial"
)

// TestMagnitude checks that the magnitude of Sᵀ I S is no less than it, and is the trace of the block that a unit
// vector S lies in.
func TestMagnitude(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := motion(t)
		box := spatial.Box(2, 0.1, 0.3, 0.7)
		r := spatial.FromRPY(s.Ang[0], s.Ang[1], s.Ang[2])
		i := spatial.NewInertia(2, s.Lin.Mul(0.1), box.Rotated(&r))
		var a spatial.ArticulatedInertia
		a.SetRigid(&i)
		var f spatial.Force
		i.Apply(&f, &s)
		for what, got := range map[string]float64{"rigid": i.Magnitude(&s), "articulated": a.Magnitude(&s)} {
			if sum := s.Dot(&f); !(got*(1+1e-14) >= sum) { // some ten roundings
				t.Fatalf("%s: magnitude %v of the sum %v", what, got, sum)
			}
		}
		trace := i.I[0] + i.I[2] + i.I[5]
		for k := range 3 {
			var turn, slide spatial.Motion
			turn.Ang[k], slide.Lin[k] = 1, -1
			for what, c := range map[string][2]float64{"turn": {i.Magnitude(&turn), trace},
				"articulated turn": {a.Magnitude(&turn), trace},
				"slide":            {i.Magnitude(&slide), 6}, "articulated slide": {a.Magnitude(&slide), 6}} {
				if math.Abs(c[0]-c[1]) > 1e-14*c[1] {
					t.Fatalf("%s %d: magnitude %v, want %v", what, k, c[0], c[1])
				}
			}
		}
	})
}

// TestUnitQuaternion checks quaternions of any length, and those very near to length 1.
func TestUnitQuaternion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := motion(t)
		want, _ := spatial.Exp(&m)
		l := rapid.SampledFrom([]float64{-1, 1, 1 + 1e-12, 1 - 1e-10, 3, 1e-300, 1e300}).Draw(t, "length")
		got := spatial.UnitQuaternion(mgl64.Quat{W: l * want.W, V: want.V.Mul(l)})
		if l < 0 {
			got = mgl64.Quat{W: -got.W, V: got.V.Mul(-1)}
		}
		if d := got.Sub(want).Len(); !(d <= 1e-15) || math.Abs(got.Len()-1) > 4e-16 { // a few roundings
			t.Fatalf("length %v: %v, want %v, off by %.3g; its length is 1 + %.3g", l, got, want, d, got.Len()-1)
		}
	})
	if q := spatial.UnitQuaternion(mgl64.Quat{}); !math.IsNaN(q.W) {
		t.Errorf("no quaternion has the direction %v", q)
	}
}
