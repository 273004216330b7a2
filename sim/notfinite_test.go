package sim_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestEffortNotFinite gives a joint an effort that is not finite, of a robot in motion and of one that friction
// holds: each step and each run is an error that names the joint, and a finite effort is none again.
func TestEffortNotFinite(t *testing.T) {
	free := golden.Embedded(t, "rr_arm")
	robot, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	for i := range robot.Joints {
		robot.Joints[i].Dynamics = &urdf.Dynamics{Friction: 1000}
	}
	held, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*tree.Model{"free": free, "held by friction": held} {
		k, _ := m.Joint("joint2")
		for _, ideal := range []bool{false, name == "free"} {
			for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				effort := 0.0
				w, err := sim.New(sim.Config{Model: m, Ideal: ideal,
					Start: sim.Start{Position: []float64{0.3, 0.2}},
					Controller: sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
						tau[k] = effort
						return nil
					})})
				if err != nil {
					t.Fatal(err)
				}
				steps := func(n int) (err error) {
					for range n {
						if _, err = w.Step(); err != nil {
							return err
						}
					}
					return nil
				}
				if err := steps(20); err != nil {
					t.Fatal(err)
				}
				effort = bad
				want := fmt.Sprintf(`the controller gives the effort %v of joint "joint2" at t = `, bad)
				for range 2 {
					if err := steps(1); err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s, effort %v: a step has the error %v; expected %s", name, bad, err, want)
					}
				}
				if s, err := w.Run(t.Context(), 1); err == nil || !strings.Contains(err.Error(), want) ||
					s.Status != sim.Failed {
					t.Errorf("%s, effort %v: a run ends with %+v and the error %v", name, bad, s, err)
				}
				effort = 1
				if err := steps(3); err != nil {
					t.Errorf("%s, effort 1 after %v: %v", name, bad, err)
				}
			}
		}
	}
}
