package bare_test

import (
	"fmt"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/bare"
	"kinetree/tree"
)

func Example() {
	description, err := models.Robot("pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := tree.Build(description)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := bare.New(m)
	r.Damping[0] = 2
	state, err := integrate.NewState(r, 0, []float64{1}, []float64{0})
	if err != nil {
		fmt.Println(err)
		return
	}
	before := r.Energy(state.Q, state.Qd)
	stepper := integrate.NewRK4(r)
	for range 1000 {
		stepper.Step(r, state, 0.001)
	}
	fmt.Println(r.Energy(state.Q, state.Qd) < before, r.Solutions)
	// Output:
	// true 4001
}
