package query_test

import (
	"fmt"

	"kinetree/cmd/internal/query"
	"kinetree/models"
	"kinetree/tree"
)

func ExampleSolver() {
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
	answer, ok := query.New(model, nil, query.Acting{}).Answer(nil,
		[]byte(`{"id": 1, "want": ["forward_dynamics", "energy"], "effort": {"hinge": 2}}`))
	fmt.Println(string(answer), ok)
	// Output: {"id":1,"forward_dynamics":{"acceleration":{"hinge":2}},"energy":{"kinetic":0,"potential":-9.81}} true
}
