package crba_test

import (
	"fmt"

	"kinetree/dynamics/crba"
	"kinetree/models"
	"kinetree/tree"
)

// The mass matrix of a double pendulum, stretched out, and the accelerations that an effort on its first joint causes
// from rest without gravity.
func Example() {
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := crba.New(model)
	q := []float64{0, 0}

	M := make([]float64, 4)
	solver.MassMatrix(M, q)
	fmt.Printf("M = %.3f\n", M)

	if err := solver.Factor(q); err != nil {
		fmt.Println(err)
		return
	}
	qdd := []float64{1, 0} // efforts, which Solve replaces
	solver.Solve(qdd)
	fmt.Printf("accelerations %.3f\n", qdd)
	// Output:
	// M = [2.667 0.833 0.833 0.333]
	// accelerations [1.714 -4.286]
}
