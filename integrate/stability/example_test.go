package stability_test

import (
	"fmt"

	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/tree"
	"kinetree/urdf"
)

func Example() {
	// A flap of 1 g m² that is damped by 0.5 N m s/rad: its velocity decays with 500 1/s.
	m, err := tree.Build(&urdf.Robot{Name: "flap",
		Links: []urdf.Link{{Name: "frame"},
			{Name: "flap", Inertial: &urdf.Inertial{Mass: 0.1, Inertia: urdf.Inertia{IXX: 1e-3, IYY: 1e-3,
				IZZ: 1e-3}}}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "frame", Child: "flap",
			Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := stability.Linearize(m, stability.Start{Position: m.Neutral(), Damping: []float64{0.5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, method := range []integrate.Method{integrate.SemiImplicitMethod, integrate.RK4Method,
		integrate.ImplicitMethod} {
		steps, err := l.Steps(method)
		fmt.Printf("%s: %.5f s %s %v\n", method.Name, steps.Largest, steps.Limiting.Joint, err)
	}
	// Output:
	// semi-implicit: 0.00400 s hinge <nil>
	// rk4: 0.00557 s hinge <nil>
	// implicit: +Inf s  <nil>
}
