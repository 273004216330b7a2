package aba_test

import (
	"errors"
	"testing"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
)

// TestZeroQuaternion takes the quaternion of each joint of random robots, and of their floating bases, to zero: all
// that solves for accelerations names the joint. One whose numbers are as small as there are is an orientation.
func TestZeroQuaternion(t *testing.T) {
	tested := map[bool]int{} // by whether joints follow others
	for seed := range uint64(60) {
		c := randrobot.NewAny(t, seed, 6)
		m := c.Build(t)
		n := m.NV()
		type place struct {
			name string
			at   int
		}
		var places []place
		if m.Floating() {
			places = append(places, place{"base", 3})
		}
		for _, j := range m.Joints() {
			if j.NQ != j.NV && j.Leader < 0 {
				places = append(places, place{j.Name, j.Q + j.NQ - 4})
			}
		}
		zeros := make([]float64, n)
		for _, p := range places {
			q, qdd := m.Neutral(), make([]float64, n)
			solve := map[string]func() error{
				"aba":         func() error { return aba.New(m).ForwardDynamics(qdd, q, zeros, zeros, nil) },
				"M⁻¹":         func() error { return aba.New(m).InverseMassMatrix(make([]float64, n*n), q) },
				"articulate":  func() error { return aba.New(m).Articulate(q) },
				"crba":        func() error { return crba.New(m).Factor(q) },
				"derivatives": func() error { _, err := aba.Linearize(m, nil, q, nil, nil); return err },
			}
			for what, solve := range solve {
				clear(q[p.at : p.at+4])
				var e *tree.PoseError
				if err := solve(); !errors.As(err, &e) || e.Joint != p.name || e.Base != (p.name == "base") {
					t.Errorf("seed %d, %s: error %v, want one that names %s", seed, what, err, p.name)
				}
				q[p.at+3] = 5e-324
				if err := solve(); errors.As(err, &e) {
					t.Errorf("seed %d, %s: error %v for the quaternion 0, 0, 0, 5e-324", seed, what, err)
				}
				tested[m.Coupled()]++
			}
		}
	}
	if tested[false] < 50 || tested[true] < 50 {
		t.Errorf("tested %v", tested)
	}
}
