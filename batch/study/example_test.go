package study_test

import (
	"fmt"
	"strings"

	"kinetree/batch/study"
)

func Example() {
	s, err := study.Open("rr_arm_gains", nil) // an embedded one
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s)
	fmt.Println(strings.Join(s.Row(7), ", "))
	c, err := s.Scenario(7) // repeats the run alone
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*c.Controller.Gains["*"].P, *c.Controller.Gains["*"].D)
	// Output:
	// 25 points x 1 samples = 25 runs
	// controller.gains.*.p = 1000, controller.gains.*.d = 400
	// 1000 400
}
