// Ilqr swings the pole of a cart up by an iterative linear-quadratic regulator (Tassa, Erez and Todorov 2012): it
// simulates, linearises along the motion with the derivatives of forward dynamics, improves the forces by a sweep back
// in time, and starts again. The forces and gains that it finds then drive the robot in a simulation of ten times finer
// steps.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"kinetree/aba"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// law drives a robot along a motion: a sim.Segmented whose effort is smooth within a step of the plan.
type law struct {
	*Motion
	k int
}

// BeginSegment implements sim.Segmented.
func (l *law) BeginSegment(t float64, _, _ []float64) (end float64, err error) {
	if l.k = int(math.Round(t / step)); l.k < steps {
		return float64(l.k+1) * step, nil
	}
	l.k = steps - 1
	return math.Inf(1), nil
}

// Effort implements sim.Controller: a spring and a damper about the straight line from one state to the next.
func (l *law) Effort(tau []float64, t float64, q, qd []float64) error {
	s := t/step - float64(l.k)
	tau[0] = l.u[l.k]
	for i, x := range [nx]float64{q[0], q[1], qd[0], qd[1]} {
		tau[0] += l.K[l.k].At(0, i) * (x - (1-s)*l.x[l.k][i] - s*l.x[l.k+1][i])
	}
	return nil
}

// swingUp plans and simulates, and returns the plan and where the robot ends.
func swingUp() (plan *Motion, iterations int, end *sim.Snapshot, err error) {
	robot, err := models.Robot("cart_pole")
	if err != nil {
		return nil, 0, nil, err
	}
	model, err := tree.Build(robot)
	if err != nil {
		return nil, 0, nil, err
	}
	problem := &Problem{aba.NewDerivatives(model)}
	if plan, iterations, err = problem.Plan(); err != nil {
		return nil, 0, nil, err
	}
	world, err := sim.New(sim.Config{Model: model, Controller: &law{Motion: plan},
		Start: sim.Start{Position: start[:2], Velocity: start[2:]}})
	if err != nil {
		return nil, 0, nil, err
	}
	summary, err := world.Run(context.Background(), steps*step)
	if err != nil {
		return nil, 0, nil, err
	}
	return plan, iterations, &summary.End, nil
}

func main() {
	plan, iterations, end, err := swingUp()
	if err != nil {
		log.Fatal(err)
	}
	largest := 0.0
	for _, u := range plan.u {
		largest = math.Max(largest, math.Abs(u))
	}
	fmt.Printf("planned in %d iterations: a cost of %.4f, forces of up to %.1f N\n", iterations, plan.cost, largest)
	fmt.Printf("simulated: at the end the cart is at %.4f m and the pole leans by %.4f rad\n", end.Position[0],
		end.Position[1])
}
