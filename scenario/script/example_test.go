package script_test

import (
	"fmt"

	"kinetree/scenario/script"
)

func Example() {
	s, err := script.Load("law.star", []byte(`
error = {"elbow": 0.0}   # state of a run

def control(t, position, velocity, reference):
    e = reference["elbow"] - position["elbow"]
    error["elbow"] += 0.001 * e
    return {"elbow": 100 * e + 20 * error["elbow"] - 10 * velocity["elbow"]}
`), script.Limits{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	law, err := s.NewInstance(script.Run{Joints: []script.Joint{{Name: "elbow", NQ: 1, NV: 1}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	efforts := make([]float64, 1)
	for i := range 3 {
		rest := []float64{0}
		sample := &script.Instant{Time: 0.001 * float64(i), Position: []float64{0.5}, Velocity: rest,
			Reference: []float64{1}, ReferenceVelocity: rest, ReferenceAcceleration: rest}
		if err := law.Control(efforts, sample); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f\n", efforts[0])
	}
	// Output:
	// 50.01
	// 50.02
	// 50.03
}
