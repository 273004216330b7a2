package constraint_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/sim"
)

// TestRandomLoopsKeepEnergy lets random trees with random constraints that do no work move, and the same trees without
// them: what integration adds to the energy falls with the step by the order of the method, down to rounding. What
// constraints or projection added besides would not fall.
func TestRandomLoopsKeepEnergy(t *testing.T) {
	methods := []struct {
		integrate.Method
		order int
	}{{integrate.SemiImplicitMethod, 1}, {integrate.MidpointMethod, 2}, {integrate.ImplicitMidpointMethod, 2},
		{integrate.RK4Method, 4}}
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawLoops(t)
		if len(c.list) == 0 || !c.regular(t) || slices.ContainsFunc(c.list, func(x constraint.Constraint) bool {
			_, moves := x.(*constraint.Prescribed)
			return moves
		}) {
			t.Skip("no robot to compare")
		}
		for _, x := range methods {
			for _, list := range [][]constraint.Constraint{nil, c.list} {
				last, falls := math.NaN(), 0
				var drifts []float64
				for k := 0; falls < 2; k++ {
					if k > 7 {
						t.Fatalf("%s with %d constraints: halved steps have the drifts %v J; expected them to "+
							"fall by 2^%d", x.Name, len(list), drifts, x.order)
					}
					drift, moved, mobile := c.drift(t, x.Method, list, math.Ldexp(0x1p-8, -k))
					if !mobile {
						t.Skip("a robot that cannot move")
					}
					drifts = append(drifts, drift)
					// Rounding of the states and of what holds them to the constraints, in some hundred steps.
					if drift <= 1e-11*(1+moved) {
						break
					}
					// 0.8 for the terms of higher order.
					if falls++; !(drift <= last/(0.8*math.Ldexp(1, x.order))) {
						falls = 0
					}
					last = drift
				}
			}
		}
		compared++
	})
	if compared < 5 {
		t.Errorf("the energy of %d robots was compared; expected 5", compared)
	}
}

// regular reports whether the rows of the constraints are far from dependent ones, as some are near singular positions.
func (c *loopCase) regular(t *rapid.T) bool {
	var svd mat.SVD
	if !svd.Factorize(c.matrix(c.Q), mat.SVDNone) {
		t.Fatal("no singular values")
	}
	values := svd.Values(nil)
	least := values[0]
	for _, s := range values {
		if s > 1e-9*values[0] {
			least = s
		}
	}
	return values[0] > 1e-6 && least > 0.03*values[0]
}

// drift returns the largest drift of the energy in 1/16 s, and the energy that moved (J). It reports whether the
// constraints let the robot move.
func (c *loopCase) drift(t *rapid.T, method integrate.Method, list []constraint.Constraint, step float64) (drift,
	moved float64, mobile bool) {
	w, err := sim.New(sim.Config{Model: c.Model, Imposed: sim.Imposed{Constraints: list}, Ideal: true,
		Start:       sim.Start{Position: c.Q, Velocity: c.V},
		Integration: sim.Integration{Method: method, Step: step, MaxDrift: math.Inf(1)}})
	stuck, unmet := (*sim.ImmobileError)(nil), (*constraint.UnmetError)(nil)
	if errors.As(err, &stuck) || errors.As(err, &unmet) { // of rows that only nearly imply each other
		return 0, 0, false
	}
	if err != nil {
		t.Fatal(err)
	}
	if s := w.Constraints(); s != nil && s.Rank() < s.Rows() {
		return 0, 0, false // such a mechanism may be one that does not move but for infinitely small steps
	}
	if _, err := w.Run(t.Context(), 0x1p-4); err != nil {
		t.Fatal(err)
	}
	l := w.Ledger()
	return l.LargestDrift, l.Moved, true
}
