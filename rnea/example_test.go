package rnea_test

import (
	"fmt"

	"kinetree/models"
	"kinetree/rnea"
	"kinetree/tree"
)

// The efforts that hold the planar arm level, and those that swing its elbow upwards besides.
func ExampleSolver() {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := rnea.New(model)
	tau, level := make([]float64, 2), []float64{0, 0}
	solver.Gravity(tau, level)
	fmt.Printf("hold:  %.2f N m\n", tau)
	solver.InverseDynamics(tau, level, []float64{0, 0}, []float64{0, 1}, nil)
	fmt.Printf("swing: %.2f N m\n", tau)
	// Output:
	// hold:  [981.00 245.25] N m
	// swing: [1028.50 267.75] N m
}
