package loop_test

import (
	"context"
	"fmt"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// An arm under PD with gravity compensation, in samples of 2 ms that take effect 1 ms later.
func Example() {
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
	plan := reference.NewPlan(model, []float64{0, 0})
	move, err := reference.MinJerk(0, 1, 0, 0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := plan.Follow(0, 0, move); err != nil {
		fmt.Println(err)
		return
	}
	pd := control.NewPD(model, []float64{20000, 5000}, []float64{4000, 1000})
	closed, err := loop.New(loop.Config{Model: model,
		Law: control.Sum(model, pd, control.NewGravityCompensation(model)), Plan: plan, Period: 0.002, Delay: 0.001})
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model, Controller: closed})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := world.Run(context.Background(), 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f\n", summary.End.Position[:1])
	// Output: [0.500]
}
