package aba_test

import (
	"fmt"

	"kinetree/aba"
	"kinetree/models"
	"kinetree/tree"
)

// A pole that stands on a cart falls over, and the cart gives way.
func ExampleSolver_ForwardDynamics() {
	robot, err := models.Robot("cart_pole")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := aba.New(model)
	qdd := make([]float64, model.NV())
	q, qd, tau := []float64{0, 0.1}, []float64{0, 0}, []float64{0, 0}
	if err := solver.ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("cart %.4f m/s^2, pole %.4f rad/s^2\n", qdd[0], qdd[1])
	// Output: cart -0.0713 m/s^2, pole 1.5754 rad/s^2
}
