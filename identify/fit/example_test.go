package fit_test

import (
	"fmt"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/identify/fit"
	"kinetree/models"
	"kinetree/tree"
)

// A pendulum whose damping nobody knows: what can be found of it, and what a swing shows.
func Example() {
	robot, err := models.Robot("pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	base := identify.FindBase(identify.NewEquation(model, identify.Damping))

	swing := &excite.FourierTrajectory{Period: 2, Start: []float64{0}, A: [][]float64{{1, -1}},
		B: [][]float64{{2, -1}}}
	samples := &fit.Samples{}
	for i := range 100 {
		t := float64(i) / 50
		q, v, a, tau := make([]float64, 1), make([]float64, 1), make([]float64, 1), make([]float64, 1)
		swing.At(q, v, a, t)
		identify.NewEfforts(model).At(tau, q, v, a)
		tau[0] += 0.25 * v[0] // the damping
		samples.T, samples.Q, samples.V = append(samples.T, t), append(samples.Q, q), append(samples.V, v)
		samples.A, samples.Tau = append(samples.A, a), append(samples.Tau, tau)
	}
	fit, err := fit.New(base, 0, samples)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, e := range fit.Estimates {
		g := &base.Groups[k]
		fmt.Printf("%s = %.2f %s\n", base.Name(g), e.Value+1e-9, base.Unit(g))
	}
	// Output:
	// hinge/mcx = 0.00 kg m
	// hinge/mcz = -1.00 kg m
	// hinge/Iyy = 1.00 kg m²
	// hinge/damping = 0.25 N m s/rad
}
