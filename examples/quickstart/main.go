// Quickstart is the first program of docs/library.md: it reads a URDF file and simulates the robot.
package main

import (
	"context"
	"fmt"
	"log"

	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

func main() {
	robot, diagnostics := urdf.ParseFile("arm.urdf") // all faults of the file, with line and column
	if robot == nil {
		log.Fatal(diagnostics)
	}
	model, err := tree.Build(robot)
	if err != nil {
		log.Fatal(err)
	}
	world, err := sim.New(sim.Config{Model: model, Start: sim.Start{Position: []float64{1.2, 0}}})
	if err != nil {
		log.Fatal(err)
	}
	summary, err := world.Run(context.Background(), 2)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.4f rad after %d steps\n", summary.End.Position, summary.Steps)
}
