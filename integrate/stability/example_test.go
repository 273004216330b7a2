package stability_test

import (
	"fmt"

	"kinetree/aba"
	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/tree"
	"kinetree/urdf"
)

// flap returns a flap of 1 g m² that is damped by 0.5 N m s/rad: its velocity decays with 500 1/s.
func flap() (*stability.Spectrum, error) {
	m, err := tree.Build(&urdf.Robot{Name: "flap",
		Links: []urdf.Link{{Name: "frame"},
			{Name: "flap", Inertial: &urdf.Inertial{Mass: 0.1, Inertia: urdf.Tensor{IXX: 1e-3, IYY: 1e-3,
				IZZ: 1e-3}}}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "frame", Child: "flap",
			Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		return nil, err
	}
	damper := &tree.Passive{Damping: []float64{0.5}}
	robot, err := aba.Linearize(m, damper, m.Neutral(), nil, nil)
	if err != nil {
		return nil, err
	}
	return stability.New(robot)
}

func Example() {
	l, err := flap()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, method := range []integrate.Method{integrate.EulerMethod, integrate.RK4Method,
		integrate.SemiImplicitMethod} {
		steps, err := l.Steps(method)
		fmt.Printf("%s: %.5f s %s %v\n", method.Name, steps.Largest, steps.Limiting.Joint, err)
	}
	// Output:
	// euler: 0.00400 s hinge <nil>
	// rk4: 0.00557 s hinge <nil>
	// semi-implicit: +Inf s  <nil>
}

// ExampleNewAdvice asks what steps of 5 ms do.
func ExampleNewAdvice() {
	l, err := flap()
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := stability.NewAdvice(l.Model(), &stability.Prospect{Looks: []stability.Look{{Spectrum: l}}}, 0.005)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the fastest mode decays with %v 1/s\n", a.Fastest.Decay)
	for _, one := range a.Integrators {
		if !one.Stable {
			fmt.Printf("%s grows with %.0f 1/s; its largest step is %.5f s\n", one.Method, one.Growth, one.Largest)
		}
	}
	// Output:
	// the fastest mode decays with 500 1/s
	// midpoint grows with 97 1/s; its largest step is 0.00400 s
	// euler grows with 81 1/s; its largest step is 0.00400 s
}
