package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/tree"
	"kinetree/urdf"
)

// Reference figures are with g = 9.81 m/s², in closed form or computed with 30 digits.

// free returns a body of a mass and principal moments of inertia that nothing holds.
func free(t *testing.T, mass float64, inertia [3]float64) *tree.Model {
	body := &urdf.Inertial{Mass: mass, Inertia: urdf.Tensor{IXX: inertia[0], IYY: inertia[1], IZZ: inertia[2]}}
	return expect.Model(t, &urdf.Robot{Name: "body", Links: []urdf.Link{{Name: "body", Inertial: body}}},
		tree.WithFloatingBase())
}

// ball returns a homogeneous one.
func ball(t *testing.T, mass, radius float64) *tree.Model {
	i := 0.4 * mass * radius * radius
	return free(t, mass, [3]float64{i, i, i})
}

// plane returns the half space below a plane through the origin that falls along x by an angle.
func plane(slope float64) spatial.Transform {
	return spatial.Transform{R: spatial.FromRPY(0, slope, 0)}
}

// onHalfSpace returns contacts of balls on the link 0 with a plane.
func onHalfSpace(place spatial.Transform, friction, restitution float64,
	balls ...distance.Round) (list []sim.ContactPair) {
	for _, b := range balls {
		list = append(list, sim.ContactPair{Contact: constraint.Contact{Name: "body/floor",
			Links: [2]int{constraint.World, 0}, Solid: distance.NewHalfSpace(), Place: place, Ball: b,
			Friction: friction}, Restitution: restitution})
	}
	return list
}

// at returns the position of a floating base: the place, and a turn about y.
func at(m *tree.Model, place mgl64.Vec3, pitch float64) []float64 {
	q := m.Neutral()
	copy(q, place[:])
	q[4], q[6] = math.Sin(pitch/2), math.Cos(pitch/2)
	return q
}

// corners are those of a box.
func corners(t *testing.T, size mgl64.Vec3) []distance.Round {
	b, err := distance.NewBox(size)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := b.Rounds()
	return list
}

// TestBallDropped: a ball that falls 1 m and rebounds with 0.8 of its velocity is at rest after
// √(2h/g) (1 + e)/(1 − e) = 4.063712768871579 s.
func TestBallDropped(t *testing.T) {
	m := ball(t, 2, 0.1)
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: at(m, mgl64.Vec3{0.3, 0.2, 1.1}, 0)},
		Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), 0.5, 0.8, distance.Round{Radius: 0.1})}})
	s := expect.Run(t, w, 4.5)
	rest := 0.0
	for _, e := range s.Touches {
		if e.Mode == "rest" {
			rest = e.Time
		}
	}
	expect.Number(t, "rest", rest, 4.063712768871579, 1e-9)
	expect.Number(t, "height", w.State().Q[2], 0.1, 1e-12)
	expect.Number(t, "loss", s.Ledger.StopLoss, 2*9.81*1, 1e-9)
	expect.Number(t, "drift", s.Ledger.Drift, 0, 1e-9)
}

// TestBlockOnSlope: on a slope of 30° a block slides with g (sin − μ cos) where friction 0.3 is not enough, and does
// not move at all with 0.6.
func TestBlockOnSlope(t *testing.T) {
	const slope = math.Pi / 6
	size := mgl64.Vec3{0.2, 0.2, 0.1}
	m := free(t, 1.5, [3]float64{0.00625, 0.00625, 0.01})
	normal := mgl64.Vec3{math.Sin(slope), 0, math.Cos(slope)}
	for _, friction := range []float64{0.3, 0.6} {
		q := at(m, normal.Mul(0.05), slope)
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q},
			Imposed: sim.Imposed{Contacts: onHalfSpace(plane(slope), friction, 0, corners(t, size)...)}})
		start := append([]float64(nil), w.State().Q...)
		if friction == 0.3 {
			a := w.State().Qdd
			expect.Number(t, "acceleration", a[0], 2.3562872366623964, 1e-9)
			s := expect.Run(t, w, 1)
			expect.Number(t, "velocity", mgl64.Vec3(w.State().Qd[:3]).Len(), 2.3562872366623964, 1e-9)
			way := mgl64.Vec3(w.State().Q[:3]).Sub(mgl64.Vec3(start[:3])).Len()
			expect.Number(t, "way", way, 2.3562872366623964/2, 1e-9)
			expect.Number(t, "loss", s.Ledger.FrictionLoss, 0.3*1.5*9.81*math.Cos(slope)*way, 1e-9)
			expect.Number(t, "drift", s.Ledger.Drift, 0, 1e-9)
			continue
		}
		expect.Run(t, w, 100)
		for i, x := range w.State().Q {
			if x != start[i] {
				t.Errorf("friction 0.6: position %d is %v after 100 s and was %v; expected no creep at all", i, x,
					start[i])
			}
		}
	}
}

// TestBallRolls: a ball that is thrown at 5 m/s with friction 0.2 rolls from 2 v/(7 μ g) on, at 5/7 of its speed.
func TestBallRolls(t *testing.T) {
	const radius = 0.1
	m := ball(t, 1, radius)
	qd := make([]float64, 6)
	qd[0] = 5
	// The velocity is in the axes of the ball, which turns: RK4 errs by (ω h)⁴ or so.
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 2.5e-4},
		Start:   sim.Start{Position: at(m, mgl64.Vec3{0, 0, radius}, 0), Velocity: qd},
		Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), 0.2, 0, distance.Round{Radius: radius})}})
	s := expect.Run(t, w, 1)
	rolls := 0.0
	for _, e := range s.Touches {
		if e.Mode == "sticking" {
			rolls = e.Time
		}
	}
	expect.Number(t, "rolls from", rolls, 0.7281199941750399, 1e-9)
	expect.Number(t, "speed", mgl64.Vec3(w.State().Qd[:3]).Len(), 5*5.0/7, 1e-9)
	expect.Number(t, "way", w.State().Q[0], 3.1205142607501712+(1-0.7281199941750399)*25.0/7, 1e-9)
	expect.Number(t, "drift", s.Ledger.Drift, 0, 1e-9)
}

// TestBallOnSlope: on a slope of 20° a ball rolls with 5/7 g sin where friction is above 2/7 tan, and slips below.
func TestBallOnSlope(t *testing.T) {
	slope := 20 * math.Pi / 180
	m := ball(t, 1, 0.1)
	for friction, want := range map[float64]string{0.10399149551: "sticking", 0.10399149549: "sliding"} {
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 2.5e-4},
			Start:   sim.Start{Position: at(m, mgl64.Vec3{math.Sin(slope), 0, math.Cos(slope)}.Mul(0.1), 0)},
			Imposed: sim.Imposed{Contacts: onHalfSpace(plane(slope), friction, 0, distance.Round{Radius: 0.1})}})
		list, _, err := w.Contacts()
		if err != nil {
			t.Fatal(err)
		}
		if list[0].Mode != want {
			t.Errorf("friction %v: %s; expected %s", friction, list[0].Mode, want)
		}
		a := w.State().Qdd
		expect.Number(t, "acceleration", mgl64.Vec3(a[:3]).Len(), 2.3965840043034365, 1e-9)
		expect.Run(t, w, 1)
		expect.Number(t, "speed", mgl64.Vec3(w.State().Qd[:3]).Len(), 2.3965840043034365, 1e-9)
	}
}

// TestTippingBox: a box of half width b that is pushed at a height h above the floor tips where friction is above b/h,
// and slips below.
func TestTippingBox(t *testing.T) {
	const half, height = 0.1, 0.25
	size := mgl64.Vec3{2 * half, 0.3, 0.4}
	m := free(t, 2, [3]float64{0.04, 0.035, 0.03})
	for _, c := range []struct {
		friction float64
		tips     bool
	}{{half/height + 1e-6, true}, {half/height - 1e-6, false}} {
		// The push is what friction bears at most, or, where it tips, what turns the box about its edge, and a bit
		// more.
		push := 2 * 9.81 * min(half/height, c.friction) * 1.0000001
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: at(m, mgl64.Vec3{0, 0, 0.2}, 0)},
			Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), c.friction, 0, corners(t, size)...)},
			Disturbances: sim.Disturbances{Wrenches: []sim.Wrench{{Force: mgl64.Vec3{push, 0, 0},
				Moment: mgl64.Vec3{0, push * (height - 0.2), 0}, To: math.Inf(1)}}}})
		a := w.State().Qdd
		if tips := a[4] > 1e-9; tips != c.tips {
			t.Errorf("friction %v: accelerations %v; expected tipping: %t", c.friction, a, c.tips)
		}
		if slips := a[0] > 0 && a[4] < 1e-9; slips == c.tips {
			t.Errorf("friction %v: accelerations %v; expected slipping: %t", c.friction, a, !c.tips)
		}
	}
}

// TestRockingBlock: a block of half sizes 0.25 x 1 that falls back upright from one edge onto the other one goes on
// with 1 − 3/2 sin²α = 0.9117647058823529 of its rate, tan α = 0.25.
func TestRockingBlock(t *testing.T) {
	const b, h, mass = 0.25, 1.0, 3.0
	m := free(t, mass, [3]float64{1, mass * (b*b + h*h) / 3, 1})
	edges := []distance.Round{{At: mgl64.Vec3{-b, 0.1, -h}}, {At: mgl64.Vec3{-b, -0.1, -h}},
		{At: mgl64.Vec3{b, 0.1, -h}}, {At: mgl64.Vec3{b, -0.1, -h}}}
	// Tilted by 0.05 about the right edge.
	pitch := 0.05
	c, s := math.Cos(pitch), math.Sin(pitch)
	w := expect.World(t, sim.Config{Model: m,
		Start:   sim.Start{Position: at(m, mgl64.Vec3{b - b*c + h*s, 0, b*s + h*c}, pitch)},
		Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), 2, 0, edges...)}})
	energy := func() float64 { // above that of the block at rest
		s := w.State()
		k := mass*mgl64.Vec3(s.Qd[:3]).Dot(mgl64.Vec3(s.Qd[:3]))/2 + mass*(b*b+h*h)/6*s.Qd[4]*s.Qd[4]
		return k + mass*9.81*(s.Q[2]-h)
	}
	start := energy()
	run := expect.Run(t, w, 0.5)
	if run.Impacts != 1 {
		t.Fatalf("%d impacts within 0.5 s; expected 1", run.Impacts)
	}
	const part = 0.9117647058823529
	expect.Number(t, "energy after the impact", energy(), start*part*part, 1e-9)
	expect.Number(t, "drift", run.Ledger.Drift, 0, 1e-9)
}

// rods returns an arm in the x-z plane of two homogeneous rods of 1 m and 1 kg, whose joints turn from x to z.
func rods(t *testing.T) *tree.Model {
	rod := &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0.5, 0, 0}},
		Inertia: urdf.Tensor{IXX: 1e-9, IYY: 1.0 / 12, IZZ: 1.0 / 12}}
	joint := func(name, parent, child string, x float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Continuous, Parent: parent, Child: child, Axis: [3]float64{0, -1, 0},
			Origin: urdf.Pose{XYZ: [3]float64{x, 0, 0}}}
	}
	return expect.Model(t, &urdf.Robot{Name: "rods", Links: []urdf.Link{{Name: "base"}, {Name: "upper", Inertial: rod},
		{Name: "lower", Inertial: rod}}, Joints: []urdf.Joint{joint("shoulder", "base", "upper", 0),
		joint("elbow", "upper", "lower", 1)}})
}

// TestArmHitsWall: the arm at (60°, −120°) hits a wall with the rates (−1, −1): rates, impulse and loss are in closed
// form. The same with a restitution of 0, and with friction, which slips there below 5.196.
func TestArmHitsWall(t *testing.T) {
	m := rods(t)
	tip := math.Cos(math.Pi/3) + math.Cos(-math.Pi/3)
	wall := func(friction, e float64) []sim.ContactPair {
		return []sim.ContactPair{{Contact: constraint.Contact{Name: "lower/wall", Links: [2]int{constraint.World, 2},
			Solid: distance.NewHalfSpace(), Place: spatial.Transform{R: spatial.FromRPY(0, math.Pi/2, 0),
				P: mgl64.Vec3{tip, 0, 0}},
			Ball: distance.Round{At: mgl64.Vec3{1, 0, 0}}, Friction: friction}, Restitution: e}}
	}
	for _, c := range []struct{ e, impulse, loss float64 }{
		{0.5, 0.567040442954097, 0.122767857142857}, {0, 0.378026961969398, 0.163690476190476}} {
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{math.Pi / 3, -2 * math.Pi / 3},
			Velocity: []float64{-1, -1}}, Imposed: sim.Imposed{Contacts: wall(0, c.e)}})
		qd := w.State().Qd
		if c.e == 0.5 {
			expect.Within(t, "rates", qd, []float64{-1.1071428571428571, 0.5}, 1e-12)
		}
		// The impulse changes the momentum about the elbow, whose arm to the tip's normal is sin 60°.
		m2 := func(qd []float64) float64 { // of the lower rod about the elbow
			return (1.0/3+0.5*math.Cos(2*math.Pi/3))*qd[0] + qd[1]/3
		}
		expect.Number(t, "impulse", (m2(qd)-m2([]float64{-1, -1}))/math.Sin(math.Pi/3), c.impulse, 1e-12)
		expect.Number(t, "loss", w.Ledger().StopLoss, c.loss, 1e-12)
	}
}
