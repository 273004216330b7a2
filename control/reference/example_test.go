package reference_test

import (
	"fmt"

	"kinetree/control/reference"
)

func Example() {
	move, err := reference.MinJerk(0.5, 1.5, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range []float64{0, 0.5, 1, 1.5} {
		p := move.At(t)
		fmt.Printf("%.1f s: %.3f rad, %.3f rad/s, the next break at %v s\n", t, p.Position, p.Velocity, move.Break(t))
	}
	// Output:
	// 0.0 s: 0.000 rad, 0.000 rad/s, the next break at 0.5 s
	// 0.5 s: 0.000 rad, 0.000 rad/s, the next break at 1.5 s
	// 1.0 s: 0.500 rad, 1.875 rad/s, the next break at 1.5 s
	// 1.5 s: 1.000 rad, 0.000 rad/s, the next break at +Inf s
}
