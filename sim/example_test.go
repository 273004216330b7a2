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

// Without anything but a model a robot falls from its neutral position, in steps of 1 ms by rk4: by g t²/2.
func ExampleNew() {
	robot, err := models.Robot("ur5")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot, tree.WithFloatingBase())
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := world.Run(context.Background(), 0.1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s after %d steps at %.5f m\n", summary.Reason, summary.Steps, summary.End.Position[2])
	// Output: the duration was reached after 100 steps at -0.04905 m
}
