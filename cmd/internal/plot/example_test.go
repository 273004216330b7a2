package plot_test

import (
	"fmt"
	"math"
	"strings"

	"kinetree/cmd/internal/plot"
)

func ExampleTrajectories() {
	run := plot.NewRun("swing.csv")
	run.Joints = map[string]plot.Coordinate{"hinge": {Position: "rad", Limits: [2]float64{-1.5, 1.5}}}
	if err := run.Begin([]string{"time", "hinge/position"}); err != nil {
		fmt.Println(err)
		return
	}
	for i := range 1001 {
		t := float64(i) / 100
		if err := run.Record([]float64{t, math.Cos(t)}); err != nil {
			fmt.Println(err)
			return
		}
	}
	drawing, err := plot.Trajectories([]*plot.Run{run}, plot.Options{Title: "pendulum"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var out strings.Builder
	if err := drawing.SVG(&out); err != nil {
		fmt.Println(err)
	}
	width, height := drawing.Size()
	fmt.Printf("%.0f x %.0f pixels, has the unit: %v\n", width, height,
		strings.Contains(out.String(), "position (rad)"))
	// Output: 811 x 345 pixels, has the unit: true
}
