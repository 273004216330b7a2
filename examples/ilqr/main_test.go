package main

import (
	"math"
	"testing"

	"kinetree/aba"
	"kinetree/models"
	"kinetree/tree"
)

// TestSwingUp checks that the robot that is driven along the plan, in the finer steps of another integrator, stands
// upright at the end, within its range and with forces that its motor has.
func TestSwingUp(t *testing.T) {
	plan, _, end, err := swingUp()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range plan.x[steps] {
		if math.Abs(x) > 0.03 {
			t.Errorf("planned: state %d is %v at the end", i, x)
		}
	}
	// Semi-implicit Euler in steps of 10 ms is off by some percent of a radian in 2 s, which the gains do not undo
	// fully.
	if math.Abs(end.Position[0]) > 0.05 || math.Abs(end.Position[1]) > 0.05 {
		t.Errorf("simulated: the cart is at %v m and the pole leans by %v rad", end.Position[0], end.Position[1])
	}
	for k, x := range plan.x {
		if math.Abs(x[0]) > 2.4 || k < steps && math.Abs(plan.u[k]) > 20 {
			t.Errorf("step %d: the cart is at %v m", k, x[0])
		}
	}
}

// TestPlan checks the linear motion against differences, and that the cost is stationary: with no gains, for which it
// is a function of the forces alone, a change of any force by ±1e-3 N changes it by less than by chance.
func TestPlan(t *testing.T) {
	robot, err := models.Robot("cart_pole")
	if err != nil {
		t.Fatal(err)
	}
	model, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{aba.NewDerivatives(model)}
	x, u, h := []float64{0.3, 2, -1, 4}, 7.0, 1e-5
	_, A, B, err := p.Next(x, u)
	if err != nil {
		t.Fatal(err)
	}
	next := func(k int, by float64) []float64 {
		y, v := append([]float64{}, x...), u
		if k < nx {
			y[k] += by
		} else {
			v += by
		}
		z, _, _, err := p.Next(y, v)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	for k := range nx + 1 {
		above, below := next(k, h), next(k, -h)
		for i := range nx {
			got := 0.0
			if k < nx {
				got = A.At(i, k)
			} else {
				got = B.At(i, 0)
			}
			// Central differences: h² of the third derivative, and rounding over h.
			if want := (above[i] - below[i]) / (2 * h); math.Abs(got-want) > 1e-8 {
				t.Errorf("derivative %d of state %d is %v, want %v", k, i, got, want)
			}
		}
	}
	m, _, err := p.Plan()
	if err != nil {
		t.Fatal(err)
	}
	open := *m
	for k := range open.K {
		open.K[k] = scaled(0, open.K[k])
	}
	cost := func(k int, by float64) float64 {
		du := make([]float64, steps)
		du[k] = by
		n, err := p.follow(&open, du, 1)
		if err != nil {
			t.Fatal(err)
		}
		return n.cost
	}
	for k := 0; k < steps; k += 10 {
		// The slope of the cost of a single step's force u is weight u, up to 0.013 for 13 N, where nothing balances
		// it.
		if slope := (cost(k, 1e-3) - cost(k, -1e-3)) / 2e-3; math.Abs(slope) > 1e-3 {
			t.Errorf("the cost has the slope %v by the force of step %d", slope, k)
		}
	}
}
