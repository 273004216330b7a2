package sim_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// passed returns what a gear of the efficiency passes on of y where its joint moves in a direction.
func passed(efficiency, direction, y float64) float64 {
	if direction*y >= 0 {
		return efficiency * y
	}
	return y / efficiency
}

// TestRotorBeforeLoss lifts and lowers 2 kg on a vertical rail by a rotor that is felt as 3 kg, through a gear of the
// efficiency 0.8: the losses are those of what the rotor leaves of the effort, whichever way that acts.
func TestRotorBeforeLoss(t *testing.T) {
	const load, rotor, weight, efficiency = 2.0, 3.0, 2 * 9.81, 0.8
	for _, c := range []struct{ effort, velocity float64 }{
		{20, 0}, {24.5, 0}, {30, 0}, {10, 0}, {-40, 0},
		{20, 1}, {20, -1}, {-10, -1}, {-10, 1}, {0, 1}, {0, -1}, {-2, 1}, {200, -1}, {-60, 1},
	} {
		var want float64
		direction := math.Copysign(1, c.velocity)
		if c.velocity == 0 {
			switch {
			case efficiency*c.effort > weight:
				direction = 1
			case c.effort/efficiency < weight:
				direction = -1
			default:
				direction = 0
			}
		}
		agreed := 0
		for _, e := range []float64{efficiency, 1 / efficiency} {
			a := (e*c.effort - weight) / (load + e*rotor)
			if y := c.effort - rotor*a; direction != 0 && math.Abs(passed(efficiency, direction, y)-e*y) < 1e-9 {
				want = a
				agreed++
			}
		}
		if agreed > 1 || agreed == 0 && direction != 0 {
			t.Fatalf("%+v: %d efficiencies agree", c, agreed)
		}
		for _, method := range integrate.Methods() {
			for _, algorithm := range sim.AlgorithmNames() {
				m := expect.Model(t, verticalRail(), tree.WithArmature("x", rotor))
				w := expect.World(t, sim.Config{Model: m, Joints: []sim.JointExtras{{Efficiency: efficiency}},
					Dynamics: sim.Algorithm(algorithm), Integration: sim.Integration{Method: method},
					Start:      sim.Start{Velocity: []float64{c.velocity}},
					Controller: loop.NewOpenLoop([]float64{c.effort}, nil)})
				expect.Number(t, "acceleration", w.State().Qdd[0], want, 1e-12)
				s := expect.Run(t, w, 0.02) // in which no direction changes
				expect.Number(t, "velocity", s.End.Velocity[0], c.velocity+want*0.02, 1e-12)
				if method.Name == integrate.RK4Method.Name { // some have other positions
					expect.Number(t, method.Name+": drift", s.Ledger.Drift, 0, 1e-11)
				}
			}
		}
	}
}

// verticalRail returns the mass of 2 kg on a rail that stands.
func verticalRail() *urdf.Robot {
	return &urdf.Robot{Name: "rail",
		Links: []urdf.Link{{Name: "rail"}, {Name: "mass", Inertial: &urdf.Inertial{Mass: 2}}},
		Joints: []urdf.Joint{{Name: "x", Type: urdf.Prismatic, Parent: "rail", Child: "mass", Axis: up,
			Limit: unlimited()}}}
}

// TestGearsTogether compares with inverse dynamics of the robot without rotors: in any state of motion its efforts are
// what the gears pass on of the efforts of the drives, less what the rotors take.
func TestGearsTogether(t *testing.T) {
	back := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "joints")
		robot := randrobot.Chain(n)
		load := expect.Model(t, robot)
		numbers := func(name string, least, most float64) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(least, most), n, n).Draw(t, name)
		}
		rotors, efficiencies := numbers("rotors", 0, 2), numbers("efficiencies", 0.2, 1)
		efforts := numbers("efforts", -20, 20)
		start := sim.Start{Position: numbers("positions", -3, 3), Velocity: numbers("velocities", 0.1, 2)}
		var options []tree.Option
		extras := make([]sim.JointExtras, n)
		for i, j := range load.Joints() {
			options = append(options, tree.WithArmature(j.Name, rotors[i]))
			extras[i].Efficiency = efficiencies[i]
			start.Velocity[i] *= float64(1 - 2*rapid.IntRange(0, 1).Draw(t, "sign"))
		}
		w := expect.World(t, sim.Config{Model: expect.Model(t, robot, options...), Joints: extras, Start: start,
			Controller: loop.NewOpenLoop(efforts, nil)})
		a := w.State().Qdd
		tau := make([]float64, n)
		rnea.New(load).InverseDynamics(tau, start.Position, start.Velocity, a, nil)
		scale := 10.0 // of the weights (N m)
		for i := range n {
			scale = max(scale, math.Abs(efforts[i])+math.Abs(rotors[i]*a[i])+math.Abs(tau[i]))
		}
		for i := range n {
			y := efforts[i] - rotors[i]*a[i]
			if y*efforts[i] < 0 {
				back++
			}
			// the mass matrix of a chain of six has a condition of some 1e3
			expect.Number(t, "what joint "+load.Joints()[i].Name+" gets", passed(efficiencies[i], start.Velocity[i], y),
				tau[i], 1e-11*scale/efficiencies[i])
		}
	})
	if back == 0 {
		t.Error("no rotor drove its gear against the effort")
	}
}

// TestRotorBeforeLossElastic twists the spring of an elastic drive: its rotor bears what the gear makes of the effort
// of the spring, which comes behind it.
func TestRotorBeforeLossElastic(t *testing.T) {
	const rotor, stiffness, efficiency = 0.2, 50.0, 0.8
	m := wheel(t, tree.WithRotor("x", rotor))
	for _, c := range []struct{ effort, twist, velocity float64 }{
		{10, 0.1, 1}, {10, 0.1, -1}, {-10, 0.1, 1}, {0, -0.1, 1}, {0, -0.1, -1}, {1, 0.1, 1},
	} {
		w := expect.World(t, sim.Config{Model: m, Joints: extras(m, sim.JointExtras{Efficiency: efficiency,
			Elastic: &tree.Coupling{Stiffness: stiffness}}), Controller: loop.NewOpenLoop([]float64{c.effort, 0}, nil),
			Start: sim.Start{Position: []float64{0, c.twist}, Velocity: []float64{0, c.velocity}}})
		spring := stiffness * c.twist // which is what the gear passes on
		y := spring / efficiency
		if c.velocity*spring < 0 {
			y = spring * efficiency
		}
		expect.Number(t, "acceleration of the rotor", w.State().Qdd[1], (c.effort-y)/rotor, 1e-11)
		expect.Number(t, "acceleration of the wheel", w.State().Qdd[0], 3*spring, 1e-11)
	}
}

// TestRotorLossBooked swings a wheel to and fro by a rotor behind which is a gear with losses: what these take is what
// the account lacks, within the order of the method, and what Simpson's rule over the accelerations of the log says.
func TestRotorLossBooked(t *testing.T) {
	const rotor, efficiency = 1.0, 0.7
	m := wheel(t, tree.WithArmature("x", rotor))
	off := func(step float64) float64 {
		log := &table{}
		w := expect.World(t, sim.Config{Model: m, Joints: []sim.JointExtras{{Efficiency: efficiency, Stiffness: 20,
			Rest: 0}}, Integration: sim.Integration{Step: step}, Log: sim.Log{Sink: log, Ledger: true},
			Start: sim.Start{Position: []float64{0.7}, Velocity: []float64{0.1}}})
		s := expect.Run(t, w, 2)
		v, a := log.column(t, "x/velocity"), log.column(t, "x/acceleration")
		friction := log.column(t, "x/friction_effort")
		for i := range v {
			if y := -rotor * a[i]; v[i] != 0 {
				expect.Number(t, "friction", friction[i], passed(efficiency, v[i], y)-y, 1e-11)
			}
		}
		if !(s.Ledger.FrictionLoss > 0.5) {
			t.Errorf("the gear takes %v J of 4.9 J", s.Ledger.FrictionLoss)
		}
		return math.Abs(s.Ledger.Drift)
	}
	// The kinks where the gear is driven backwards make it order 2 at least; w h = 4e-3.
	if coarse, fine := off(1e-3), off(2.5e-4); !(coarse < 1e-5 && fine < coarse/8) {
		t.Errorf("the account is off by %v J, and %v J with a quarter of the step", coarse, fine)
	}
}
