package kinetree_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"kinetree"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// A robot of a file falls for a tenth of a second.
func Example() {
	model, err := kinetree.Load("ur5")
	if err != nil {
		log.Fatal(err)
	}
	world, err := sim.New(sim.Config{Model: model})
	if err != nil {
		log.Fatal(err)
	}
	summary, err := world.Run(context.Background(), 0.1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d joints, %d steps, %s\n", model.NV(), summary.Steps, summary.Reason)
	// Output: 6 joints, 100 steps, the duration was reached
}

// environment is a cart with a pole as an environment of reinforcement learning: an observation follows from each
// action.
type environment struct{ world *sim.World }

// reset puts the pole near the upright position.
func (e *environment) reset(angle float64) ([]float64, error) {
	err := e.world.Reset([]float64{0, angle}, nil)
	return e.observation(), err
}

// step pushes the cart with a force (N) for 20 ms, which are 20 steps of 1 ms.
func (e *environment) step(force float64) (observation []float64, reward float64, done bool, err error) {
	if err := e.world.Act([]float64{force, 0}); err != nil {
		return nil, 0, true, err
	}
	for range 20 {
		if _, err := e.world.Step(); err != nil {
			return nil, 0, true, err
		}
	}
	s := e.world.State()
	return e.observation(), 1, math.Abs(s.Q[1]) > 0.2 || math.Abs(s.Q[0]) > 1, nil
}

// observation returns positions and velocities. The slices of the state stay the same.
func (e *environment) observation() []float64 {
	s := e.world.State()
	return []float64{s.Q[0], s.Q[1], s.Qd[0], s.Qd[1]}
}

// A program owns the loop: it observes, decides and acts. Here a linear policy holds a pole upright for ten seconds.
func Example_environment() {
	model, err := kinetree.Load("cart_pole")
	if err != nil {
		log.Fatal(err)
	}
	world, err := sim.New(sim.Config{Model: model, Controller: new(sim.HeldEfforts)})
	if err != nil {
		log.Fatal(err)
	}
	e := environment{world}
	x, err := e.reset(0.05)
	if err != nil {
		log.Fatal(err)
	}
	total, done := 0.0, false
	for range 500 {
		var reward float64
		force := x[0] + float64(40*x[1]) + float64(2*x[2]) + float64(8*x[3])
		if x, reward, done, err = e.step(force); err != nil || done {
			break
		}
		total += reward
	}
	fmt.Printf("reward %v, done %v, error %v\n", total, done, err)
	// Output: reward 500, done false, error <nil>
}

// Jacobians come in three frames. Their rows are those of spatial.Motion: angular ones first. Pinocchio names the
// frames LOCAL, WORLD and LOCAL_WORLD_ALIGNED, and has the linear rows first; MuJoCo's mj_jac gives the linear and the
// angular rows of LOCAL_WORLD_ALIGNED apart.
func Example_frames() {
	model, err := kinetree.Load("rr_arm")
	if err != nil {
		log.Fatal(err)
	}
	link, _ := model.Link("link2")
	kin := tree.NewKinematics(model)
	q, qd := []float64{0.3, -0.5}, []float64{1, 2}
	kin.UpdateVelocity(q, qd)
	jacobian := make([]float64, 6*model.NV())
	for _, frame := range []struct {
		pinocchio string
		axes      tree.Axes
	}{{"LOCAL", tree.Local}, {"WORLD", tree.World}, {"LOCAL_WORLD_ALIGNED", tree.Aligned}} {
		kin.Jacobian(jacobian, link, frame.axes)
		var v [6]float64
		for row := range v {
			for i, rate := range qd {
				v[row] += float64(jacobian[row*model.NV()+i] * rate)
			}
		}
		velocity := kin.Velocity(link, frame.axes)
		same := spatial.Motion{Ang: [3]float64(v[:3]), Lin: [3]float64(v[3:])}
		fmt.Printf("%-19s J q̇ is the velocity: %v\n", frame.pinocchio,
			velocity.Lin.Sub(same.Lin).Len()+velocity.Ang.Sub(same.Ang).Len() < 1e-12)
	}
	// Output:
	// LOCAL               J q̇ is the velocity: true
	// WORLD               J q̇ is the velocity: true
	// LOCAL_WORLD_ALIGNED J q̇ is the velocity: true
}
