package cfa_test

import (
	"fmt"

	"kinetree/dynamics/cfa"
	"kinetree/models"
	"kinetree/tree"
)

// The arm of a UR5 falls from rest, stretched out, computed on two goroutines; and the force that its shoulder bears.
func ExampleParallelChain() {
	robot, err := models.Robot("ur5")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	chain, err := cfa.NewParallelChain(model, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	qdd, zero := make([]float64, 6), make([]float64, 6)
	if err := chain.ForwardDynamics(qdd, zero, zero, zero, nil); err != nil {
		fmt.Println(err)
		return
	}
	link, _ := model.Link("upper_arm_link")
	fmt.Printf("%.3f rad/s²\n", qdd[:3])
	fmt.Printf("%d reductions; the shoulder bears %.1f N\n", chain.Reductions(), chain.JointForce(link).Lin.Len())
	// Output:
	// [0.000 25.724 -28.737] rad/s²
	// 3 reductions; the shoulder bears 21.2 N
}
