package analysis_test

import (
	"fmt"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/models"
	"kinetree/tree"
)

// How much delay an arm under PD with gravity compensation still bears, and how long its period may be.
func Example() {
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
	position := []float64{0.3, 0.5}
	linear, err := aba.Linearize(model, nil, position, nil, gravity(model, position))
	if err != nil {
		fmt.Println(err)
		return
	}
	pd := control.NewPD(model, []float64{20000, 5000}, []float64{4000, 1000})
	setup := &analysis.Setup{Model: model, Plant: analysis.NewPlant(linear), Position: position,
		Law: control.Sum(model, pd, control.NewGravityCompensation(model)), Delay: 0.001}
	loop, err := setup.Loop(0.002)
	if err != nil {
		fmt.Println(err)
		return
	}
	radius, err := loop.SpectralRadius()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("spectral radius %.4f\n", radius)
	for rate := range 2 {
		m, err := loop.Margins(rate)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("joint %d: gain may grow by %.2f, delay by %.1f ms\n", rate+1, m.Gain, 1000*m.Delay)
	}
	largest, err := setup.LargestPeriod(0.002)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("period up to %.2f ms\n", 1000*largest)
	// Output:
	// spectral radius 0.9898
	// joint 1: gain may grow by 11.66, delay by 54.4 ms
	// joint 2: gain may grow by 7.79, delay by 16.0 ms
	// period up to 13.19 ms
}
