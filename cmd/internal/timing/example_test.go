package timing_test

import (
	"fmt"
	"time"

	"kinetree/cmd/internal/timing"
	"kinetree/models"
	"kinetree/tree"
)

func ExampleRun() {
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		panic(err)
	}
	model, err := tree.Build(robot)
	if err != nil {
		panic(err)
	}
	report, err := timing.Run(model, time.Millisecond)
	if err != nil {
		panic(err)
	}
	for _, r := range report.Results[:3] {
		fmt.Println(r.Name, r.Best < 1e6, r.Allocs)
	}
	// Output:
	// aba true 0
	// rnea true 0
	// crba true 0
}
