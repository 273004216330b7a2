package control_test

import (
	"fmt"
	"strings"

	"kinetree/control"
	"kinetree/models"
	"kinetree/tree"
)

func ExampleReadTable() {
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
	table, err := control.ReadTable(strings.NewReader("time,slide\n0,5\n1,-5\n"), "efforts.csv", model)
	if err != nil {
		fmt.Println(err)
		return
	}
	hold := []float64{49.05, 0} // the weight on the lift
	law := control.NewOpenLoop(hold, table)
	tau := make([]float64, 2)
	for _, t := range []float64{0.5, 1.5} {
		law.BeginSegment(t, nil, nil)
		if err := law.Control(tau, t, nil, nil); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(t, tau)
	}
	// Output:
	// 0.5 [49.05 5]
	// 1.5 [49.05 -5]
}
