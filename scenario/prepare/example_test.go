package prepare_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

func ExampleScenario() {
	s := scenario.Default()
	s.Model.File, s.Integrator.Name, s.Duration = "ur5", "rk4", 0.1
	s.Efforts["elbow_joint"] = scenario.Effort{Values: scenario.Numbers{10}}
	s.Log.File = "-"
	var log bytes.Buffer
	run, err := prepare.New(s, prepare.Env{Output: &log})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := run.World.Run(context.Background(), run.Scenario.Duration)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Status, summary.Steps, "steps,", strings.Count(log.String(), "\n"), "lines")
	// Output: done 100 steps, 102 lines
}
