package regressor_test

import (
	"fmt"

	"kinetree/dynamics/regressor"
	"kinetree/models"
	"kinetree/tree"
)

// The efforts of a pendulum, written as linear in its parameters: at a right angle, hanging still, only its first
// moment of mass counts.
func ExampleSolver() {
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
	solver := regressor.New(model)
	y := make([]float64, model.NV()*solver.Columns())
	solver.Regressor(y, []float64{1.5707963267948966}, []float64{0}, []float64{0})
	pi, effort := regressor.Parameters(model), 0.0
	for k, x := range y {
		effort += x * pi[k]
		if x > 1e-9 || x < -1e-9 {
			fmt.Printf("%s: %.2f N m for each unit, of which there are %.0f\n", regressor.Names[k], x, pi[k])
		}
	}
	fmt.Printf("effort %.2f N m\n", effort)
	// Output:
	// mcz: -9.81 N m for each unit, of which there are -1
	// effort 9.81 N m
}
