// Quickstart is the first program of docs/library.md: it reads a URDF file and simulates the robot.
package main

import (
	"context"
	"fmt"
	"log"

	"kinetree"
	"kinetree/sim"
)

func main() {
	model, err := kinetree.Load("arm.urdf") // the error has all faults of the file, with their lines
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
