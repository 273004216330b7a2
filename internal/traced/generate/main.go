// Command generate writes the twins in internal/traced, of what the roots use. Run it in internal/traced, as
// go generate does.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// roots are the functions whose twins are asked for: names of packages, types and methods. A star before an interface
// stands for all types of its package that implement the interface.
var roots = []string{
	"aba.New", "aba.NewByMassMatrix", "aba.Solver.ForwardDynamics", "aba.Solver.Reaction",
	"aba.NewDerivatives", "aba.DerivativeSolver.ForwardDynamics",
	"tree.NewKinematics", "tree.Kinematics.Update", "tree.Kinematics.BodyPose", "tree.Kinematics.AddWrench",
	"tree.Kinematics.UpdateVelocity", "tree.Kinematics.Velocity", "tree.Model.advance", "tree.Model.Difference",
	"rnea.New", "rnea.Solver.InverseDynamics", "rnea.Solver.Gravity", "rnea.Solver.Bias",
	"dynamics/crba.New", "dynamics/crba.Solver.MassMatrix", "dynamics/crba.Solver.Factor",
	"dynamics/crba.Solver.Product",
	"dynamics/regressor.New", "dynamics/regressor.Solver.Regressor", "dynamics/regressor.Solver.ReferenceRegressor",
	"integrate.Stepper", "integrate.Foreseen", "integrate.Euler", "integrate.SemiImplicit", "integrate.Midpoint",
	"integrate.RK4", "integrate.Implicit",
	"control.Law", "control.*Recordable",
	"control/signal.SignalPath", "control/signal.SignalPath.Measure", "control/signal.SignalPath.Ask",
	"control/signal.ActuatorBank", "control/signal.ActuatorBank.Set", "control/signal.ActuatorBank.Reach",
	"control/signal.ActuatorBank.Lose", "control/signal.ActuatorBank.Bounded", "control/signal.ActuatorBank.Efforts",
	"control/metrics.tally", "control/metrics.tally.Step",
	"sim/step.Mechanism", "sim/step.Mechanism.Drive", "sim/step.Mechanism.Begin", "sim/step.Mechanism.Rates",
	"sim/step.Mechanism.Damp", "sim/step.Mechanism.Stiffen", "sim/step.Mechanism.Energy",
	"sim/step.Friction.Engage", "sim/step.Passage.Ahead", "sim/step.LinkForces.On",
	"sim/step.VoltageLimits", "sim/step.VoltageLimits.Attainable",
	"sim/step.Books", "sim/step.Books.Book", "sim/step.Books.Look",
	"dynamics/lagrange.New", "dynamics/lagrange.Solver.Energy", "dynamics/lagrange.Solver.CoriolisProduct",
}

// lifted are packages of whose values there are twins, see traced.Lift: each has a table of its types.
var lifted = []string{"control", "control/metrics", "control/signal", "integrate", "sim/step"}

func main() {
	files, err := twins(".", roots)
	if err == nil {
		for name, text := range files {
			if err = os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				break
			}
			if err = os.WriteFile(name, text, 0o666); err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
