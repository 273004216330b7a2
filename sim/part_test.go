package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestTakesPartAtRest lets random robots take a part that is at rest. The impulse that gives the part its velocity is
// the one that changes those of the robot, by inverse dynamics of the robot alone without weight; and the loss is the
// kinetic energy of the velocities that are lost, of robot and part (theorem of Carnot).
func TestTakesPartAtRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		robot, options := randrobot.Any(seed, rapid.IntRange(1, 6).Draw(t, "joints"))
		for i := range robot.Joints {
			robot.Joints[i].Limit = nil
			if robot.Joints[i].Type == urdf.Revolute || robot.Joints[i].Type == urdf.Prismatic {
				robot.Joints[i].Limit = unlimited()
			}
		}
		options = append(options, tree.WithGravity([3]float64{}))
		bare := expect.Model(t, robot, options...)
		link := len(robot.Links) - 1
		mass, at := rapid.Float64Range(0.1, 5).Draw(t, "mass"), mgl64.Vec3{0.1, -0.2, 0.3}
		loaded := robot.Clone()
		if err := loaded.Links[link].AddPayload(mass, at); err != nil {
			t.Fatal(err)
		}
		place, _ := bare.Link(robot.Links[link].Name)
		start := sim.Start{Position: bare.Neutral(), Velocity: randrobot.Vector(seed, bare.NV())}
		w := expect.World(t, sim.Config{Model: bare, Start: start, Ideal: true,
			Integration: sim.Integration{Step: 1e-3},
			Disturbances: sim.Disturbances{Changes: []sim.Change{{At: 1e-3, Resting: true,
				Model: expect.Model(t, loaded, options...)}}}})
		free := expect.World(t, sim.Config{Model: bare, Start: start, Ideal: true})
		for _, x := range []*sim.World{w, free} {
			if _, err := x.Step(); err != nil {
				t.Fatal(err)
			}
		}
		q, before, after := w.State().Q, free.State().Qd, w.State().Qd
		change, rest := make([]float64, bare.NV()), make([]float64, bare.NV())
		for i := range change {
			change[i] = after[i] - before[i]
		}
		kin := tree.NewKinematics(bare)
		kin.UpdateVelocity(q, after)
		u := kin.Velocity(place, tree.Local)
		v := u.Lin.Add(u.Ang.Cross(at)) // of the part
		fext := make([]spatial.Force, len(bare.Links()))
		fext[place] = spatial.Force{Ang: at.Cross(v.Mul(-mass)), Lin: v.Mul(-mass)}
		off := make([]float64, bare.NV())
		rnea.New(bare).InverseDynamics(off, q, rest, change, fext)
		size, lost := 0.0, mass*v.Dot(v)/2
		kinetic := make([]float64, bare.NV())
		rnea.New(bare).InverseDynamics(kinetic, q, rest, change, nil)
		for i := range off {
			size = max(size, math.Abs(kinetic[i]), mass*v.Len())
			lost += kinetic[i] * change[i] / 2
		}
		// Rounding, by mass matrices of a condition of some 1e4.
		expect.Within(t, "impulse that is not the part's", off, rest, 1e-10*(1+size))
		l := w.Ledger()
		expect.Number(t, "loss", l.StopLoss, lost, 1e-10*(1+lost))
		expect.Number(t, "drift", l.Drift, free.Ledger().Drift, 1e-10*(1+lost))
	})
}
