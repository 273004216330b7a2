package tree_test

import (
	"fmt"
	"math"

	"kinetree/models"
	"kinetree/tree"
)

// Where is the tool of the planar arm when its elbow is bent by a right angle?
func ExampleKinematics() {
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
	tool, _ := model.Link("tool")
	kin := tree.NewKinematics(model)
	kin.Update([]float64{0, math.Pi / 2})
	fmt.Printf("%.3f\n", kin.Pose(tool).P)
	// Output: [1.000 0.000 1.000]
}
