package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestRollingThatPulls: a ball of 2 kg that is lifted by 25 N from 0.5 s on is held back by its plane, by what is more
// than its weight; by 19 N it is not.
func TestRollingThatPulls(t *testing.T) {
	const radius, mass = 0.1, 2.0
	i := 0.4 * mass * radius * radius
	body := &urdf.Inertial{Mass: mass, Inertia: urdf.Tensor{IXX: i, IYY: i, IZZ: i}}
	m := expect.Model(t, &urdf.Robot{Name: "ball", Links: []urdf.Link{{Name: "ball", Inertial: body}}},
		tree.WithFloatingBase())
	for _, lift := range []float64{19, 25} {
		q, qd := m.Neutral(), make([]float64, m.NV())
		q[2], qd[1], qd[3] = radius, 1, radius
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: qd},
			Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.Rolling{Name: "floor", Radius: radius,
				Plane: constraint.Anchor{Link: constraint.World}, Normal: mgl64.Vec3{0, 0, 1}}}},
			Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Force: mgl64.Vec3{0, 0, lift}, From: 0.5,
				To: math.Inf(1)}}}})
		for range 2 { // the second run begins anew
			s := expect.Run(t, w, 1)
			if lift < 9.81*mass {
				if len(s.Pulls) > 0 {
					t.Errorf("%+v; expected no pull", s.Pulls)
				}
			} else if len(s.Pulls) != 1 || s.Pulls[0].Constraint != "floor" || math.Abs(s.Pulls[0].Time-0.5) > 2e-3 ||
				math.Abs(s.Pulls[0].Force-(lift-9.81*mass)) > 1e-9 {
				t.Errorf("%+v; expected a pull by %v N from 0.5 s on", s.Pulls, lift-9.81*mass)
			}
			if err := w.Reset(nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}
