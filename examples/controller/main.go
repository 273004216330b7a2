// Controller swings a pendulum up with a law of its own. The motor gives 3 N m, less than a third of what holds the
// pendulum at the horizontal, so the law first gives it energy, swing by swing, and catches it near the top.
//
// A control.Law sees what the sensors of a loop.Sampled tell it and asks for efforts, once every period; in between
// they hold. For efforts at every instant there is sim.Controller, with one method, too.
package main

import (
	"context"
	"fmt"
	"log"
	"math"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// limit is the largest torque of the motor (N m).
const limit = 3

// swingUp is a control.Law for a point mass of 1 kg at 1 m that hangs down at the angle 0.
type swingUp struct {
	pump       float64 // N m for each J that is missing and rad/s
	stiffness  float64 // near the top (N m/rad)
	damping    float64 // near the top (N m s/rad)
	swings     int     // how often the pendulum has turned round
	lastNonneg bool
}

// Effort implements control.Law.
func (l *swingUp) Effort(tau []float64, in *control.Input) error {
	const g = 9.81
	angle, speed := in.Q[0], in.Qd[0]
	if nonneg := speed >= 0; nonneg != l.lastNonneg {
		l.swings++
		l.lastNonneg = nonneg
	}
	lean := math.Remainder(angle-in.Reference.Q[0], 2*math.Pi) // from the top
	// Near the top the pendulum falls as exp(sqrt(g) t): the motor can turn it back as long as this sum is small.
	if math.Abs(lean+speed/math.Sqrt(g)) < 0.9*limit/g {
		tau[0] = -l.stiffness*lean - l.damping*speed
	} else {
		missing := g - (speed*speed/2 - g*math.Cos(angle)) // energy to the top, at rest
		tau[0] = l.pump * missing * speed
		if speed == 0 {
			tau[0] = limit // someone has to begin
		}
	}
	tau[0] = math.Max(-limit, math.Min(limit, tau[0]))
	return nil
}

// swing simulates 15 s and returns how the run ended and how often the pendulum turned round.
func swing() (*sim.Summary, int, error) {
	robot, err := models.Robot("pendulum") // a file: urdf.ParseFile("pendulum.urdf")
	if err != nil {
		return nil, 0, err
	}
	model, err := tree.Build(robot)
	if err != nil {
		return nil, 0, err
	}
	law := &swingUp{pump: 5, stiffness: 30, damping: 8}
	closed, err := loop.NewSampled(loop.SampledConfig{
		Model: model, Law: law, Plan: reference.NewPlan(model, []float64{math.Pi}), Period: 0.002, Delay: 0.0005,
	})
	if err != nil {
		return nil, 0, err
	}
	world, err := sim.New(sim.Config{Model: model, Controller: closed})
	if err != nil {
		return nil, 0, err
	}
	summary, err := world.Run(context.Background(), 15)
	return summary, law.swings, err
}

func main() {
	summary, swings, err := swing()
	if err != nil {
		log.Fatal(err)
	}
	end := &summary.End
	fmt.Printf("after %d swings the pendulum stands at %.4f rad with %.1e rad/s\n", swings, end.Position[0],
		end.Velocity[0])
	fmt.Printf("the motor did %.3f J of work; the integration is off by %.1e J\n", summary.Ledger.EffortWork,
		summary.Ledger.Drift)
}
