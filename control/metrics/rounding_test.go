package metrics_test

import (
	"math"
	"testing"

	"kinetree/control/metrics"
	"kinetree/control/reference"
)

// TestRounding checks that what a rounding makes of positions is no measure: a joint that goes from 0.3 to 1 without
// passing either end trembles by a rounding there, and one that stays trembles about 0. A thousand roundings are a
// measure.
func TestRounding(t *testing.T) {
	for size, want := range map[float64]bool{1e-28: false, 2e-16: false, 2e-13: true} {
		move := metrics.Config{Move: &reference.Move{To: 1}}
		moved := measure(move, 1000, 2, func(t float64) metrics.Sample {
			y, v := 0.3, 0.0
			switch {
			case t >= 1:
				y = 1
			case t > 0.5:
				s := 2*t - 1
				y, v = 0.3+0.7*(3-2*s)*s*s, 0.7*12*s*(1-s)
			}
			return metrics.Sample{Position: y - size*math.Sin(9*t), Velocity: v, Reference: 1}
		})
		stays := measure(metrics.Config{}, 100, 1, func(t float64) metrics.Sample {
			return metrics.Sample{Position: -size * math.Sin(9*t)}
		})
		for name, x := range map[string]float64{"undershoot": moved.Undershoot, "overshoot": moved.Overshoot,
			"steady-state error": stays.SteadyStateError, "largest error": stays.MaxError, "RMS error": stays.RMSError,
			"IAE": stays.IAE, "ISE": stays.ISE, "ITAE": stays.ITAE, "ITSE": stays.ITSE} {
			if (x != 0) != want {
				t.Errorf("trembling by %v rad: the %s is %v", size, name, x)
			}
		}
	}
}
