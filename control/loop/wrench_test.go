package loop_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestWrenchCompensation pushes the arm of two links, which computed torque holds at (0.3, −0.5) with P = 100/s² and
// D = 20/s, with −20 N at the tool. Without compensation it sags to where P e is what the push accelerates, which the
// equation 100 M e = Jᵀ f says; with it the arm stays, sampled and at every instant, measured and known, and what the
// law asks for is that of an arm that is not pushed, less Jᵀ f.
func TestWrenchCompensation(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	tool, _ := m.Link("tool")
	push := []sim.Wrench{{Link: tool, Force: mgl64.Vec3{0, 0, -20}, From: 0.5, To: math.Inf(1)}}
	hold := []float64{0.3, -0.5}
	run := func(compensate, continuous, measured bool) *sim.World {
		law := control.Law(control.NewComputedTorque(m, []float64{100, 100}, []float64{20, 20}))
		known := loop.Wrenches{}
		if compensate {
			w, err := control.NewWrenchCompensation(m, m)
			if err != nil {
				t.Fatal(err)
			}
			law = control.Sum(m, law, w)
			known = loop.Wrenches{Of: sim.NewLinkWrenches(m, push, nil), Measured: measured}
		}
		plan := reference.NewPlan(m, hold)
		c := sim.Config{Model: m, Ideal: true, Start: sim.Start{Position: hold},
			Disturbances: sim.Disturbances{Wrenches: push}}
		if continuous {
			l, err := loop.NewContinuous(m, law, plan, nil, 0.001)
			if err != nil {
				t.Fatal(err)
			}
			l.Know(known)
			c.Controller = l
		} else {
			l, err := loop.NewSampled(loop.SampledConfig{Model: m, Law: law, Plan: plan, Period: 0.002,
				Wrenches: known})
			if err != nil {
				t.Fatal(err)
			}
			c.Controller = l
		}
		w := expect.World(t, c)
		expect.Run(t, w, 5)
		return w
	}
	for _, continuous := range []bool{false, true} {
		w := run(false, continuous, false)
		q, kin, J := w.State().Q, tree.NewKinematics(m), make([]float64, 12)
		kin.Update(q)
		kin.Jacobian(J, tool, tree.Aligned)
		e := [2]float64{hold[0] - q[0], hold[1] - q[1]}
		s2 := math.Cos(q[1])
		M := [3]float64{32.5 + 50*(1.25+s2), 10 + 50*(0.25+0.5*s2), 22.5}
		expect.Within(t, "100 M e", []float64{100 * (M[0]*e[0] + M[1]*e[1]), 100 * (M[1]*e[0] + M[2]*e[1])},
			[]float64{20 * J[10], 20 * J[11]}, 1e-6) // of 40 N m; the rest of the decay
		for _, measured := range []bool{false, true} {
			w := run(true, continuous, measured)
			// held efforts against a force that does not turn with the arm: no motion, but for rounding
			expect.Within(t, "position", w.State().Q, hold, 1e-12)
		}
	}
}

// TestWrenchCompensationDoesNotAllocate checks a law and what it knows.
func TestWrenchCompensationDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	law, err := control.NewWrenchCompensation(m, m)
	if err != nil {
		t.Fatal(err)
	}
	in := &control.Input{Q: make([]float64, 6), Wrenches: make([]spatial.Force, len(m.Links()))}
	in.Wrenches[len(in.Wrenches)-1].Lin[2] = 5
	tau := make([]float64, 6)
	known := sim.NewLinkWrenches(m, []sim.Wrench{{Link: 3, Force: mgl64.Vec3{1, 2, 3}, To: 1}}, nil)
	if n := testing.AllocsPerRun(10, func() {
		known.Begin(0.5)
		if _, err := known.At(0.5, in.Q, tau); err != nil {
			t.Fatal(err)
		}
		if err := law.Effort(tau, in); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
