package metrics_test

import (
	"fmt"
	"math"

	"kinetree/control/metrics"
	"kinetree/control/reference"
)

// A joint that is asked to go from 0 to 1 at once and does so as 1 − exp(−t).
func Example() {
	joint := metrics.New(metrics.Config{Move: &reference.Move{Begin: 0, To: 1}})
	at := func(t float64) *metrics.Sample {
		return &metrics.Sample{Time: t, Position: 1 - math.Exp(-t), Velocity: math.Exp(-t), Reference: 1}
	}
	for k := range 100 {
		joint.Add(at(float64(k)/10), at(float64(k+1)/10), 0)
	}
	r := joint.Measures()
	fmt.Printf("rise %.4f s, settling %.4f s, IAE %.4f\n", r.RiseTime, r.SettlingTime, r.IAE)
	// Output: rise 2.1972 s, settling 3.9120 s, IAE 1.0000
}
