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

// Which joint velocities move the tool of the bent planar arm straight up at 1 m/s, and the acceleration of the tool
// then, if the joints keep their velocities.
func ExampleKinematics_Jacobian() {
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
	q := []float64{0, math.Pi / 2}
	kin.Update(q)
	j := make([]float64, 6*2)
	kin.Jacobian(j, tool, tree.Aligned)
	// Rows 3 and 5 are the velocities along x and z.
	a, b, c, d := j[6], j[7], j[10], j[11]
	det := a*d - b*c
	v := []float64{-b / det, a / det}
	kin.UpdateVelocity(q, v)
	fmt.Printf("v = %.2f rad/s, tool at %.2f m/s, %.2f m/s²\n", v, kin.Velocity(tool, tree.Aligned).Lin[2],
		kin.BiasAcceleration(tool, tree.Aligned).Lin)
	// Output: v = [1.00 -1.00] rad/s, tool at 1.00 m/s, [-1.00 0.00 0.00] m/s²
}
