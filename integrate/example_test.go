package integrate_test

import (
	"fmt"
	"math"

	"kinetree/integrate"
)

// spring is a mass of 1 kg on a spring of 1 N/m.
type spring struct{}

func (spring) NQ() int { return 1 }
func (spring) NV() int { return 1 }

func (spring) Acceleration(qdd []float64, _ float64, q, _ []float64) error {
	qdd[0] = -q[0]
	return nil
}

func (spring) Retract(dst, q, qd []float64, h float64) { dst[0] = q[0] + h*qd[0] }

func ExampleStepper() {
	for _, method := range integrate.Methods() {
		state, _ := integrate.NewState(spring{}, 0, []float64{1}, []float64{0})
		stepper := method.New(spring{}, integrate.Options{})
		for range 100 {
			if _, err := stepper.Step(spring{}, state, 0.01); err != nil {
				fmt.Println(err)
				return
			}
		}
		fmt.Printf("%-17s is off by %.0e after 1 s\n", method.Name, math.Abs(state.Q[0]-math.Cos(1)))
	}
	// Output:
	// semi-implicit     is off by 4e-03 after 1 s
	// implicit          is off by 4e-03 after 1 s
	// rk4               is off by 7e-11 after 1 s
	// dormand-prince    is off by 1e-10 after 1 s
	// implicit-midpoint is off by 7e-06 after 1 s
	// midpoint          is off by 1e-05 after 1 s
	// euler             is off by 3e-03 after 1 s
}
