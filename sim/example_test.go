package sim_test

import (
	"context"
	"fmt"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// A pendulum falls from the horizontal; after a second it is on its way up on the other side.
func ExampleWorld() {
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
	world, err := sim.New(sim.Config{Model: model, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Position: []float64{1.5707963267948966}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := world.Run(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("position %.4f rad after %d steps, kinetic energy %.3f J\n", summary.End.Position[0], summary.Steps,
		summary.End.Kinetic)
	// Output: position -1.4050 rad after 1000 steps, kinetic energy 1.619 J
}
