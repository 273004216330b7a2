package models_test

import (
	"fmt"

	"kinetree/models"
)

func ExampleList() {
	for _, m := range models.List()[:3] {
		fmt.Printf("%s: %s\n", m.Name, m.Summary)
	}
	// Output:
	// pendulum: point mass on a massless bar
	// double_pendulum: two thin rods, chaotic
	// cartesian: lift and slide, two prismatic joints
}
