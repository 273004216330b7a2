package lagrange_test

import (
	"fmt"

	"kinetree/lagrange"
	"kinetree/models"
	"kinetree/tree"
)

func ExampleSolver_Energy() {
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
	kinetic, potential := lagrange.New(model).Energy([]float64{0}, []float64{3})
	fmt.Printf("%.2f J, %.2f J\n", kinetic, potential)
	// Output: 4.50 J, -9.81 J
}
