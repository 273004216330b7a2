package sim_test

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// A pendulum falls from the horizontal; after a second it is on its way up on the other side.
func ExampleWorld() {
	robot, err := models.Robot("pendulum")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot)
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Position: []float64{1.5707963267948966}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := world.Run(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("position %.4f rad after %d steps, kinetic energy %.3f J\n", summary.End.Position[0], summary.Steps,
		summary.End.Kinetic)
	// Output: position -1.4050 rad after 1000 steps, kinetic energy 1.619 J
}

// Without anything but a model a robot falls from its neutral position, in steps of 1 ms by rk4: by g t²/2.
func ExampleNew() {
	robot, err := models.Robot("ur5")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot, tree.WithFloatingBase())
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := world.Run(context.Background(), 0.1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s after %d steps at %.5f m\n", summary.Reason, summary.Steps, summary.End.Position[2])
	// Output: the duration was reached after 100 steps at -0.04905 m
}

// tether is a spring from a point of the world to the origin of a link.
type tether struct {
	link      int
	to        mgl64.Vec3 // m
	stiffness float64    // N/m
}

// AddWrenches implements sim.ForceElement.
func (s *tether) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	stretch := s.to.Sub(kin.Pose(s.link).P)
	kin.AddWrench(&wrenches[s.link], s.link, &spatial.Force{Lin: stretch.Mul(s.stiffness)})
	return nil
}

// A ball of 2 kg falls into a spring of 200 N/m: z = -(m g/k) (1 - cos(√(k/m) t)). Near the lowest point the spring has
// taken all that gravity has given, 3.85 J.
func ExampleForceElement() {
	robot, diagnostics := urdf.Parse(strings.NewReader(`<robot name="ball"><link name="ball"><inertial><mass value="2"/>
		<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>`), "ball.urdf")
	if err := diagnostics.Err(); err != nil {
		fmt.Println(err)
		return
	}
	model, err := tree.Build(robot, tree.WithFloatingBase())
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := sim.New(sim.Config{Model: model, Forces: []sim.ForceElement{&tether{stiffness: 200}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for world.State().T < math.Pi/10 {
		if _, err := world.Step(); err != nil {
			fmt.Println(err)
			return
		}
	}
	t := world.State().T
	fmt.Printf("height %.6f m, by the formula %.6f m\n", world.State().Q[2], -0.0981*(1-math.Cos(10*t)))
	fmt.Printf("work of the spring %.4f J, drift below 1e-9 J: %v\n", world.Ledger().WrenchWork,
		math.Abs(world.Ledger().Drift) < 1e-9)
	// Output:
	// height -0.196197 m, by the formula -0.196197 m
	// work of the spring -3.8493 J, drift below 1e-9 J: true
}
