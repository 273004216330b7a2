package lagrange_test

import (
	"fmt"
	"math"

	"kinetree/dynamics/lagrange"
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

// The planar arm, its elbow bent by a right angle and both joints in motion: its Coriolis matrix, where its centre of
// mass is, and its momentum.
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
	solver := lagrange.New(model)
	q, v := []float64{0, math.Pi / 2}, []float64{1, 2}
	matrix := make([]float64, 4)
	solver.CoriolisMatrix(matrix, q, v)
	fmt.Printf("C = %.0f\n    %.0f\n", matrix[:2], matrix[2:])
	fmt.Printf("center of mass at %.3f m\n", solver.CenterOfMass(q, lagrange.Moving))
	fmt.Printf("momentum %.1f N s\n", solver.Momentum(q, v).Lin)
	// Output:
	// C = [-50 -75]
	//     [25 0]
	// center of mass at [0.750 0.000 0.250] m
	// momentum [-75.0 0.0 75.0] N s
}
