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

// The accelerations of pendulums of other masses and inertias, at one angle.
func ExampleBatch_Use() {
	var list []*tree.Model
	for _, inertia := range []float64{0.1, 0.2} { // kg m², about the centre of mass
		robot, err := models.Robot("pendulum")
		if err != nil {
			fmt.Println(err)
			return
		}
		robot.Links[1].Inertial.Inertia.IYY += inertia
		model, err := tree.Build(robot)
		if err != nil {
			fmt.Println(err)
			return
		}
		list = append(list, model)
	}
	b := compile.ForwardDynamics(list[0], compile.Options{Lanes: 2, Inertias: true})
	for lane, model := range list {
		if err := b.Use(lane, model); err != nil {
			fmt.Println(err)
			return
		}
		b.Q[lane] = 0.1
	}
	if err := b.Run(); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", b.Qdd)
	// Output: [-0.8903 -0.8161]
}
