package record_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
)

func ExampleNewStream() {
	robot, err := models.Robot("pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot, tree.WithGravity(mgl64.Vec3{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model, Integration: sim.Integration{Step: 0.25},
		Start: sim.Start{Velocity: []float64{2}}, Ideal: true,
		Log: sim.Log{Every: 2, Sink: record.NewStream(os.Stdout)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := world.Run(context.Background(), 0.5); err != nil {
		fmt.Println(err)
	}
	// Output:
	// time,hinge/position,hinge/velocity,hinge/acceleration,hinge/effort,energy/kinetic,energy/potential,energy/total
	// 0,0,2,0,0,2,0,2
	// 0.5,1,2,0,0,2,0,2
}

// The log of a run in memory.
func ExampleRows() {
	robot, err := models.Robot("pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot, tree.WithGravity(mgl64.Vec3{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	var rows record.Rows
	world, err := sim.New(sim.Config{Model: model, Integration: sim.Integration{Step: 0.25},
		Start: sim.Start{Velocity: []float64{2}}, Ideal: true, Log: sim.Log{Sink: &rows}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := world.Run(context.Background(), 0.5); err != nil {
		fmt.Println(err)
		return
	}
	position, err := rows.Column("hinge/position")
	fmt.Println(rows.Len(), position, err)
	_, err = rows.Column("hinge/postion")
	hint, _, _ := strings.Cut(err.Error(), ";")
	fmt.Println(hint)
	// Output:
	// 3 [0 0.5 1] <nil>
	// the log has no column "hinge/postion" (did you mean "hinge/position"?)
}
