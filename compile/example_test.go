package compile_test

import (
	"fmt"

	"kinetree/compile"
	"kinetree/models"
	"kinetree/tree"
)

// The accelerations of a pendulum that is released at several angles.
func ExampleForwardDynamics() {
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
	b := compile.ForwardDynamics(model, compile.Options{})
	for lane := range b.Lanes {
		b.Q[lane] = 0.1 * float64(lane+1) // coordinate 0 of each lane
	}
	if err := b.Run(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", b.Qdd[0])
	// Output: -0.9794
}
