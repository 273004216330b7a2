package sim_test

import (
	"context"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestFrictionInLoop checks friction in all joints of a parallelogram: its angle θ, that of all joints but for the
// sign, obeys I θ̈ = −G sin θ − R sign θ̇ with I = 2 m l²/3 + m_c l², G = g l (m + m_c) and the friction R of all
// joints together. At rest it sticks as long as G sin θ is at most R, however the joints share that, and slips beyond.
func TestFrictionInLoop(t *testing.T) {
	const inertia, weight, start = 2*0.25/3 + 2*0.25, 9.81 * 0.5 * 3, 0.6
	bound := weight * math.Sin(start)
	for _, c := range []struct {
		name   string
		shares [3]float64 // of the bound, of the joints left, coupler and right
	}{
		{"all alike", [3]float64{0.4, 0.4, 0.4}}, {"just", [3]float64{0.3334, 0.3334, 0.3334}},
		{"nearly", [3]float64{0.3332, 0.3332, 0.3332}}, {"one", [3]float64{0, 0, 1.0001}},
		{"one, not quite", [3]float64{0, 0, 0.9999}}, {"two", [3]float64{0.7, 0.4, 0}},
		{"each", [3]float64{1.1, 1.2, 1.3}}, {"little", [3]float64{0.05, 0.02, 0.03}},
	} {
		r := &urdf.Robot{Name: "parallelogram",
			Links: []urdf.Link{{Name: "ground"}, rod("left", 1, 0.5), rod("coupler", 2, 1), rod("right", 1, 0.5)},
			Joints: []urdf.Joint{turning("left", "ground", "left", 0), turning("coupler", "left", "coupler", 0.5),
				turning("right", "ground", "right", 1)}}
		total := 0.0
		for i, share := range c.shares {
			r.Joints[i].Dynamics = &urdf.Dynamics{Friction: share * bound}
			total += share * bound
		}
		m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
		hanging := -math.Pi / 2
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{
			Position: []float64{hanging + start, -hanging - start, hanging + start}},
			Imposed: sim.Imposed{Constraints: []constraint.Constraint{close2(t, m, "coupler", 1, "right", 0.5)}}})
		s := w.State()
		want := math.Min(0, total-bound) / inertia
		for i, sign := range []float64{1, -1, 1} {
			if got := s.Qdd[i]; math.Abs(got-sign*want) > 1e-9 { // efforts of 15 N m, rounded
				t.Errorf("%s: acceleration %d is %v; expected %v", c.name, i, got, sign*want)
			}
		}
		if _, err := w.Run(context.Background(), 0.25); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		x, v := start, 0.0 // by steps of Runge and Kutta of its own
		for range 2500 {
			const h = 1e-4
			slope := func(x float64) float64 {
				if total >= bound {
					return 0
				}
				return (total - weight*math.Sin(x)) / inertia
			}
			a := slope(x)
			b := slope(x + h/2*v)
			c := slope(x + h/2*v + h*h/4*a)
			d := slope(x + h*v + h*h/2*b)
			x, v = x+h*v+h*h/6*(a+b+c), v+h/6*(a+2*b+2*c+d)
		}
		if got := s.Q[0] - hanging; math.Abs(got-x) > 1e-11 || math.Abs(s.Qd[0]-v) > 1e-11 {
			t.Errorf("%s: after 0.25 s it is at %v with %v; expected %v and %v", c.name, got, s.Qd[0], x, v)
		}
	}
}

// TestFrictionAtDeadCentre turns the crank of a four-bar linkage past the angles in which its rocker turns back, at
// which friction in all joints, the rocker's too, cannot hold the rocker: the energy that goes into friction is
// Σ μ |φ̇| integrated over time, which the rates tell.
func TestFrictionAtDeadCentre(t *testing.T) {
	const friction = 0.1
	r := &urdf.Robot{Name: "four_bar",
		Links: []urdf.Link{{Name: "ground"}, rod("crank", 1, 0.3), rod("coupler", 2, 0.8), rod("rocker", 1.5, 0.6)},
		Joints: []urdf.Joint{turning("crank", "ground", "crank", 0), turning("coupler", "crank", "coupler", 0.3),
			turning("rocker", "ground", "rocker", 0.9)}}
	for i := range r.Joints {
		r.Joints[i].Dynamics = &urdf.Dynamics{Friction: friction}
	}
	m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	q := []float64{1, -0.5509177324766188, 1.5995212504880394}
	reversals, spent, last := 0, 0.0, [3]float64{}
	for _, prescribed := range []bool{false, true} {
		c := sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: []float64{2, 0, 0},
			KeepVelocity: []bool{true, false, false}},
			Imposed: sim.Imposed{Constraints: []constraint.Constraint{close2(t, m, "coupler", 0.8, "rocker", 0.6)}},
			Controller: sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
				tau[0] = 2
				return nil
			})}
		if prescribed {
			c.Imposed.Joints = []sim.PrescribedJoint{{Joint: 0, Motion: turningAt(6)}}
			c.Start.Position = []float64{0, -0.5509177324766188, 1.5995212504880394}
			c.Start.KeepPosition = []bool{true, false, false}
			c.Start.Velocity = []float64{6, 0, 0}
		}
		w := expect.World(t, c)
		booked := 0.0
		spent, last = 0, [3]float64(w.State().Qd)
		for k := range 2000 {
			summary, err := w.Run(context.Background(), float64(k+1)*1e-3)
			if err != nil {
				t.Fatal(err)
			}
			now := [3]float64(w.State().Qd)
			for i := range now {
				spent += friction * (math.Abs(last[i]) + math.Abs(now[i])) / 2 * 1e-3
			}
			if last[2]*now[2] < 0 {
				reversals++
			}
			last = now
			booked += summary.Ledger.FrictionLoss
		}
		if math.Abs(booked-spent) > 1e-3*spent { // trapezoids of 1 ms
			t.Errorf("friction has taken %v J; expected %v", booked, spent)
		}
	}
	if reversals < 4 {
		t.Errorf("the rocker has turned back %d times; expected 4 or more", reversals)
	}
}

// turningAt is a joint that turns evenly (rad/s).
type turningAt float64

// At implements sim.PrescribedMotion.
func (s turningAt) At(t float64) (x, v, a float64) { return float64(s) * t, float64(s), 0 }

// Break implements sim.PrescribedMotion.
func (turningAt) Break(float64) float64 { return math.Inf(1) }

// TestFrictionSharedOnce: a five-bar linkage falls until friction in its four joints holds it, and then rests without
// events. What each joint bears depends on the state alone, so steps of 1 ms and of 2 ms lead to the same shares. Which
// joints are held and which rest because of that was found again and again by rounding, hundreds of times a step.
func TestFrictionSharedOnce(t *testing.T) {
	for _, x := range expect.Some(t, 2, []struct {
		friction [4]float64
		start    [2]float64 // of the cranks
	}{
		{[4]float64{0.932, 0.457, 0.969, 0.469}, [2]float64{1.4, 0.9}},
		{[4]float64{1.787, 0.123, 0, 1.615}, [2]float64{1.9, 1.3}},
		{[4]float64{0.72, 0.932, 0.197, 0.98}, [2]float64{1.52, 1.14}},
		{[4]float64{0.5, 0.5, 0.5, 0.5}, [2]float64{1.2, 1.2}},
		{[4]float64{0.279, 0.501, 0.331, 0.9}, [2]float64{1.7, 0.6}},
		{[4]float64{1.973, 0.096, 0.497, 0.515}, [2]float64{2.2, 1.5}},
	}...) {
		r := &urdf.Robot{Name: "five_bar", Links: []urdf.Link{{Name: "ground"}, rod("a", 1, 0.3), rod("b", 0.8, 0.5),
			rod("c", 1.1, 0.32), rod("d", 0.7, 0.55)}, Joints: []urdf.Joint{turning("a", "ground", "a", 0),
			turning("b", "a", "b", 0.3), turning("c", "ground", "c", 0.4), turning("d", "c", "d", 0.32)}}
		for i := range r.Joints {
			r.Joints[i].Dynamics = &urdf.Dynamics{Friction: x.friction[i]}
		}
		m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
		var shares [2][4]float64
		for i, step := range []float64{0.001, 0.002} {
			const end, events = 8.0, 300 // of the fall
			log := &table{}
			w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: step},
				Log: sim.Log{Sink: log, Every: 1000}, End: sim.End{Steps: int(end/step) + events},
				Start: sim.Start{Position: []float64{x.start[0], 0, x.start[1], 0},
					KeepPosition: []bool{true, false, true, false}},
				Imposed: sim.Imposed{Constraints: []constraint.Constraint{close2(t, m, "b", 0.5, "d", 0.55)}}})
			expect.Run(t, w, end)
			for j, name := range []string{"a", "b", "c", "d"} {
				if x.friction[j] == 0 {
					continue
				}
				f := log.column(t, name+"/friction_effort")
				if shares[i][j] = f[len(f)-1]; math.Abs(w.State().Qd[j]) > 1e-12 {
					t.Errorf("friction %v: joint %s still moves at %v rad/s", x.friction, name, w.State().Qd[j])
				}
			}
		}
		// The places of rest differ by some 1e-5 rad, by the errors of events, and weights of 10 N m by as much.
		expect.Within(t, "shares", shares[0][:], shares[1][:], 1e-3)
	}
}
