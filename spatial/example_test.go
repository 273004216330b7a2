package spatial_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
)

// A thin rod of 2 kg and 1 m, by its centre and by its end.
func ExampleParallelAxis() {
	centre := spatial.Cylinder(2, 0, 1)
	end := spatial.ParallelAxis(centre, 2, mgl64.Vec3{0, 0, 0.5})
	fmt.Printf("%.3f kg m^2 about the centre, %.3f about the end\n", centre[0], end[0])
	// Output: 0.167 kg m^2 about the centre, 0.667 about the end
}

// A body turns at 2 rad/s about the z axis of its own frame. A frame 1 m along x on the body moves sideways.
func ExampleTransform_ApplyMotion() {
	x := spatial.Transform{R: spatial.FromRPY(0, 0, 0), P: mgl64.Vec3{1, 0, 0}}
	v := spatial.Motion{Ang: mgl64.Vec3{0, 0, 2}}
	x.ApplyMotion(&v, &v)
	fmt.Println(v.Ang, v.Lin)
	// Output: [0 0 2] [0 2 0]
}
