package sim_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/tree"
	"kinetree/urdf"
)

// sliders returns masses on one rail along x, which nothing else holds.
func sliders(t *testing.T, masses ...float64) *tree.Model {
	r := &urdf.Robot{Name: "rail", Links: []urdf.Link{{Name: "base"}}}
	for i, mass := range masses {
		name := string(rune('a' + i))
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass,
			Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}})
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "base", Child: name,
			Axis: [3]float64{1, 0, 0}, Limit: &urdf.Limit{Lower: -100, Upper: 100, Effort: 1, Velocity: 100}})
	}
	return expect.Model(t, r, tree.WithGravity(mgl64.Vec3{}))
}

// neighbours returns contacts of balls of a radius on the links of sliders, each with the next one.
func neighbours(t *testing.T, n int, radius, restitution float64, soft *step.Compliance) (list []sim.ContactPair) {
	ball, err := distance.NewSphere(radius)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n - 1 {
		list = append(list, sim.ContactPair{Contact: constraint.Contact{
			Name: string(rune('a'+i)) + "/" + string(rune('b'+i)), Links: [2]int{1 + i, 2 + i}, Solid: ball,
			Place: spatial.Identity(), Ball: distance.Round{Radius: radius}}, Restitution: restitution,
			Compliance: soft})
	}
	return list
}

// TestSlidersHit: two masses that meet keep their momentum and, at a restitution e, e of the velocity with which they
// met: v₁ = (m₁ u₁ + m₂ u₂ − m₂ e (u₁ − u₂))/(m₁ + m₂). The loss is (1 − e²) (u₁ − u₂)² m₁ m₂/(2 (m₁ + m₂)).
func TestSlidersHit(t *testing.T) {
	const m1, m2, u1, u2, e = 2.0, 3.0, 1.5, -0.5, 0.6
	m := sliders(t, m1, m2)
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0, 1}, Velocity: []float64{u1, u2}},
		Imposed: sim.Imposed{Contacts: neighbours(t, 2, 0.1, e, nil)}})
	s := expect.Run(t, w, 1)
	v1 := (m1*u1 + m2*u2 - m2*e*(u1-u2)) / (m1 + m2)
	v2 := (m1*u1 + m2*u2 + m1*e*(u1-u2)) / (m1 + m2)
	expect.Within(t, "velocities", w.State().Qd, []float64{v1, v2}, 1e-14)
	met := (1 - 0.2) / (u1 - u2)
	expect.Within(t, "positions", w.State().Q, []float64{u1*met + v1*(1-met), 1 + u2*met + v2*(1-met)}, 1e-13)
	expect.Number(t, "loss", s.Ledger.StopLoss, (1-e*e)*(u1-u2)*(u1-u2)*m1*m2/(2*(m1+m2)), 1e-13)
}

// TestCompliantSlidersHit: by Hunt and Crossley two masses part with the same share of the velocity with which they met
// as one mass at a wall, 0.882189986247306 for 0.2 s/m and 1 m/s, and they keep their momentum.
func TestCompliantSlidersHit(t *testing.T) {
	m := sliders(t, 2, 3)
	soft := &step.Compliance{Stiffness: 1e5, Exponent: 1.5, Dissipation: 0.2}
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 1e-5},
		Start:   sim.Start{Position: []float64{0, 0.201}, Velocity: []float64{0.8, -0.2}},
		Imposed: sim.Imposed{Contacts: neighbours(t, 2, 0.1, 0, soft)}})
	expect.Run(t, w, 0.1)
	v := w.State().Qd
	expect.Number(t, "velocity of parting", v[1]-v[0], 0.882189986247306, 1e-9)
	expect.Number(t, "momentum", 2*v[0]+3*v[1], 2*0.8-3*0.2, 1e-12)
}

// TestCradle: of five equal elastic balls that do not quite touch the last one takes the velocity of the first one, and
// the others rest where they were hit; of two that come, two go.
func TestCradle(t *testing.T) {
	const gap = 1e-4
	for come := 1; come <= 2; come++ {
		m := sliders(t, 1, 1, 1, 1, 1)
		q, qd := make([]float64, 5), make([]float64, 5)
		for i := range q {
			q[i] = float64(i) * (0.2 + gap)
			if i < come {
				q[i], qd[i] = q[i]-0.1, 1
			}
		}
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: qd},
			Imposed: sim.Imposed{Contacts: neighbours(t, 5, 0.1, 1, nil)}})
		s := expect.Run(t, w, 0.3)
		want := make([]float64, 5)
		for i := range come {
			want[4-i] = 1
		}
		expect.Within(t, "velocities", w.State().Qd, want, 1e-12)
		if s.Impacts != 4 { // of two that come, the second one hits when the first one's push is two balls on
			t.Errorf("%d impacts when %d come; expected 4", s.Impacts, come)
		}
	}
}

// TestBallsAtOnce: balls that touch are hit at once, for which Newton's law gives −1/3, 2/3 and 2/3 of the velocity.
func TestBallsAtOnce(t *testing.T) {
	m := sliders(t, 1, 1, 1)
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{-0.1, 0.2, 0.4},
		Velocity: []float64{1, 0, 0}}, Imposed: sim.Imposed{Contacts: neighbours(t, 3, 0.1, 1, nil)}})
	expect.Run(t, w, 0.2)
	expect.Within(t, "velocities", w.State().Qd, []float64{-1. / 3, 2. / 3, 2. / 3}, 1e-12)
}

// TestSlowStart: a grip of 0.5 kg by 4.904 N falls from rest with 0.002 m/s², far slower than friction alone would stop
// it, and that is what its way says after 1 s, by every step. What is left is 1e-5 rad of the direction.
func TestSlowStart(t *testing.T) {
	for _, h := range []float64{1e-3, 2.5e-4} {
		w := grip(t, 4.904, h)
		expect.Run(t, w, 1)
		expect.Number(t, "way", w.State().Q[4], -0.001, 1e-9)
		expect.Number(t, "velocity", w.State().Qd[4], -0.002, 1e-9)
	}
}

// TestCreepAcross: a block on a slope of 30° with friction 0.3 is pushed across the slope and, as it stops, slides down
// it. With small steps the same comes out, to the velocity of the push: within a step it stops, and what friction does
// meanwhile is known to that.
func TestCreepAcross(t *testing.T) {
	const slope = math.Pi / 6
	m := free(t, 1.5, [3]float64{0.00625, 0.00625, 0.01})
	normal := mgl64.Vec3{math.Sin(slope), 0, math.Cos(slope)}
	end := func(h float64) []float64 {
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: h},
			Start: sim.Start{Position: at(m, normal.Mul(0.05), slope), Velocity: []float64{0, 1e-4, 0, 0, 0, 0}},
			Imposed: sim.Imposed{Contacts: onHalfSpace(plane(slope), 0.5, 0,
				corners(t, mgl64.Vec3{0.2, 0.2, 0.1})...)}})
		expect.Run(t, w, 0.3)
		return w.State().Q
	}
	coarse, fine := end(1e-3), end(1e-4)
	expect.Within(t, "position", coarse[:3], fine[:3], 1e-4*0.3)
}

// TestCrossing: two bars that cross and fall on each other have no corner that meets the other, and the run says so.
func TestCrossing(t *testing.T) {
	box, err := distance.NewBox(mgl64.Vec3{1, 0.1, 0.1})
	if err != nil {
		t.Fatal(err)
	}
	m := free(t, 1, [3]float64{0.01, 0.1, 0.1})
	turned := spatial.Transform{R: spatial.FromRPY(0, 0, math.Pi/2)}
	var list []sim.ContactPair
	rounds, _ := box.Rounds()
	for _, b := range rounds {
		list = append(list, sim.ContactPair{Contact: constraint.Contact{Name: "body/bar",
			Links: [2]int{constraint.World, 0}, Solid: box, Place: turned, Ball: b, Inside: box.Inside(b.At)}})
	}
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: at(m, mgl64.Vec3{0, 0, 0.2}, 0)},
		Imposed: sim.Imposed{Contacts: list, Crossing: []sim.CrossingPair{{Name: "body/bar",
			Links: [2]int{constraint.World, 0}, Solids: [2]*distance.Convex{box, box},
			Places: [2]spatial.Transform{turned, spatial.Identity()}}}}})
	_, err = w.Run(t.Context(), 1)
	var crossing *sim.CrossingError
	if !errors.As(err, &crossing) || crossing.Depth > 2e-3 {
		t.Errorf("%v; expected that edges have met, within a step", err)
	}
}
