package loop_test

import (
	"context"
	"fmt"
	"strings"

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
	closed, err := loop.NewSampled(loop.SampledConfig{Model: model,
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

func ExampleReadEffortTable() {
	robot, err := models.Robot("cartesian")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := loop.ReadEffortTable(strings.NewReader("time,slide\n0,5\n1,-5\n"), "efforts.csv", model)
	if err != nil {
		fmt.Println(err)
		return
	}
	hold := []float64{49.05, 0} // the weight on the lift
	law := loop.NewOpenLoop(hold, table)
	tau := make([]float64, 2)
	for _, t := range []float64{0.5, 1.5} {
		law.BeginSegment(t, nil, nil)
		if err := law.Effort(tau, t, nil, nil); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(t, tau)
	}
	// Output:
	// 0.5 [49.05 5]
	// 1.5 [49.05 -5]
}
