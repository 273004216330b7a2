package aba_test

import (
	"bytes"
	"fmt"

	"kinetree/aba"
	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

// A pole that stands on a cart falls over, and the cart gives way.
func ExampleSolver_ForwardDynamics() {
	data, _ := models.URDF("cart_pole")
	robot, _ := urdf.Parse(bytes.NewReader(data), "cart_pole")
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
