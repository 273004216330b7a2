package sim_test

import (
	"math"
	"slices"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/urdf"
)

// policy returns an effort that depends on the state, in jumps.
func policy(q, qd []float64) float64 { return math.Copysign(4, 0.3-q[0]) - math.Round(qd[0]) }

// segmentedPolicy is the policy as a controller that is asked each 20 ms.
type segmentedPolicy struct{ tau float64 }

func (p *segmentedPolicy) BeginSegment(t float64, q, qd []float64) (end float64, err error) {
	p.tau = policy(q, qd)
	return float64(math.Round(t/0.02)+1) * 20 / 1000, nil
}

func (p *segmentedPolicy) Effort(tau []float64, _ float64, _, _ []float64) error {
	tau[0] = p.tau
	return nil
}

// TestAct gives the efforts of a policy each 20 ms from outside, and by a controller, to a joint with friction and end
// stops, by each integrator: the states are the same bit by bit, and within the tolerance of a method that chooses its
// steps, which does not know ahead when the efforts change. After a Reset the efforts are zero.
func TestAct(t *testing.T) {
	m := rail(t, along, func(j *urdf.Joint) { j.Limit.Effort, j.Dynamics.Friction = 9, 1.5 })
	for _, method := range integrate.Methods() {
		c := sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: 1e-3, MaxDrift: math.Inf(1)},
			Start: sim.Start{Velocity: []float64{0.4}}}
		c.Controller = new(segmentedPolicy)
		asked := expect.World(t, c)
		c.Controller = new(sim.HeldEfforts)
		acting := expect.World(t, c)
		for round := range 2 {
			moved := 0.0
			for n := range 1000 {
				if s := acting.State(); n%20 == 0 {
					if err := acting.Act([]float64{policy(s.Q, s.Qd)}); err != nil {
						t.Fatal(err)
					}
				}
				for _, w := range []*sim.World{asked, acting} {
					if _, err := w.Step(); err != nil {
						t.Fatalf("%s: %v", method.Name, err)
					}
				}
				a, b := asked.State(), acting.State()
				same := slices.Equal(a.Q, b.Q) && slices.Equal(a.Qd, b.Qd)
				if method.Name == integrate.DormandPrinceMethod.Name {
					same = math.Abs(a.Q[0]-b.Q[0])+math.Abs(a.Qd[0]-b.Qd[0]) < 1e-9
				}
				if a.T != b.T || !same {
					t.Fatalf("%s, round %d, step %d: asked %+v, acting %+v", method.Name, round, n, a, b)
				}
				moved = max(moved, math.Abs(b.Q[0]))
			}
			if moved < 0.1 {
				t.Errorf("%s: the joint has moved by %v m alone", method.Name, moved)
			}
			for _, w := range []*sim.World{asked, acting} {
				if err := w.Reset(nil, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	w := expect.World(t, sim.Config{Model: m, Controller: new(sim.HeldEfforts)})
	tau := []float64{3}
	if n := testing.AllocsPerRun(100, func() {
		if err := w.Act(tau); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Act allocates %v times", n)
	}
}
