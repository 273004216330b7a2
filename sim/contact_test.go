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

// TestRodSlides: a rod of 1 m and 1 kg at 60° that slides on its tip with friction 0.5 and does not turn presses with
// 4.088 N one way and 8.914 N the other way.
func TestRodSlides(t *testing.T) {
	m := free(t, 1, [3]float64{1e-9, 1.0 / 12, 1.0 / 12})
	c, s := math.Cos(math.Pi/3), math.Sin(math.Pi/3)
	for _, x := range []struct{ velocity, force float64 }{{1, 4.08831927731351}, {-1, 8.91428427298235}} {
		qd := make([]float64, 6)
		qd[0], qd[2] = c*x.velocity, -s*x.velocity // in the axes of the rod
		w := expect.World(t, sim.Config{Model: m,
			Start:   sim.Start{Position: at(m, mgl64.Vec3{c / 2, 0, s / 2}, -math.Pi/3), Velocity: qd},
			Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), 0.5, 0, distance.Round{At: mgl64.Vec3{-0.5, 0, 0}})}})
		list, _, err := w.Contacts()
		if err != nil {
			t.Fatal(err)
		}
		if f := list[0]; f.Mode != "sliding" {
			t.Errorf("the tip is %s; expected it sliding", f.Mode)
		}
		expect.Number(t, "normal force", list[0].Force[2], x.force, 1e-12)
		expect.Number(t, "friction", list[0].Force[0], -0.5*x.force*x.velocity, 1e-12)
	}
}

// TestTable: the feet of a table carry its weight together, and each has the least it can: its share is undetermined.
func TestTable(t *testing.T) {
	m := free(t, 4, [3]float64{0.5, 0.5, 0.8})
	feet := []distance.Round{{At: mgl64.Vec3{0.5, 0.3, -0.7}}, {At: mgl64.Vec3{0.5, -0.3, -0.7}},
		{At: mgl64.Vec3{-0.5, 0.3, -0.7}}, {At: mgl64.Vec3{-0.5, -0.3, -0.7}}}
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: at(m, mgl64.Vec3{0, 0, 0.7}, 0)},
		Imposed: sim.Imposed{Contacts: onHalfSpace(plane(0), 0.5, 0, feet...)}})
	list, shared, err := w.Contacts()
	if err != nil {
		t.Fatal(err)
	}
	sum := mgl64.Vec3{}
	for _, f := range list {
		sum = sum.Add(f.Force)
		if f.Force[2] < 0 || math.Hypot(f.Force[0], f.Force[1]) > 0.5*f.Force[2]+1e-9 {
			t.Errorf("a foot bears %v; expected it within its cone", f.Force)
		}
	}
	expect.Within(t, "sum", sum[:], []float64{0, 0, 4 * 9.81}, 1e-9)
	if !shared {
		t.Error("expected the shares to be said to be undetermined")
	}
}

// gripper returns two fingers that slide along x towards a box of 0.5 kg, which nothing else holds.
func gripper(t *testing.T) *tree.Model {
	finger := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 0.2,
			Inertia: urdf.Tensor{IXX: 1e-3, IYY: 1e-3, IZZ: 1e-3}}}
	}
	box := urdf.Link{Name: "box", Inertial: &urdf.Inertial{Mass: 0.5,
		Inertia: urdf.Tensor{IXX: 1e-3, IYY: 2e-3, IZZ: 1.5e-3}}}
	slide := func(name, child string, x float64) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "base", Child: child, Axis: [3]float64{x, 0, 0},
			Origin: urdf.Pose{XYZ: [3]float64{-0.1 * x, 0, 1}}, Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 100,
				Velocity: 10}}
	}
	return expect.Model(t, &urdf.Robot{Name: "gripper", Links: []urdf.Link{{Name: "base"}, finger("left"),
		finger("right"), box}, Joints: []urdf.Joint{slide("a", "left", 1), slide("b", "right", -1),
		{Name: "free", Type: urdf.Floating, Parent: "base", Child: "box",
			Origin: urdf.Pose{XYZ: [3]float64{0, 0, 1}}}}})
}

// grip returns the world of a gripper whose pads with friction 0.5 push a box of 0.5 kg.
func grip(t *testing.T, push, step float64) *sim.World {
	m := gripper(t)
	box, err := distance.NewBox(mgl64.Vec3{0.1, 0.06, 0.08})
	if err != nil {
		t.Fatal(err)
	}
	link := func(name string) int {
		i, ok := m.Link(name)
		if !ok {
			t.Fatalf("no link %s", name)
		}
		return i
	}
	var pads []sim.ContactPair
	for x, name := range [...]string{"left", "right"} {
		x := 0.05 - 0.1*float64(x)
		for i := range 4 {
			pads = append(pads, sim.ContactPair{Contact: constraint.Contact{Name: name + "/box",
				Links: [2]int{link("box"), link(name)}, Solid: box, Place: spatial.Identity(), Friction: 0.5,
				Ball: distance.Round{At: mgl64.Vec3{x, 0.02 * float64(i&1*2-1), 0.02 * float64(i&2-1)}}}})
		}
	}
	return expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Contacts: pads},
		Integration: sim.Integration{Step: step},
		Controller: sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
			tau[0], tau[1] = push, push
			return nil
		})})
}

// TestGrip: two pads with friction 0.5 hold 0.5 kg with 4.905 N each, without any creep in 100 s; with 4.904 N it
// begins to fall with 0.002 m/s².
func TestGrip(t *testing.T) {
	expect.Number(t, "acceleration", grip(t, 4.904, 0).State().Qdd[4], -0.002, 1e-9)
	w := grip(t, 4.905, 0)
	start := append([]float64(nil), w.State().Q...)
	expect.Run(t, w, 100)
	for i, x := range w.State().Q {
		if x != start[i] {
			t.Errorf("position %d is %v after 100 s and was %v; expected no creep at all", i, x, start[i])
		}
	}
}

// TestHuntCrossley: a body that comes with 1 m/s is thrown back with 0.882189986247306 m/s by a contact of dissipation
// 0.2 s/m, whatever the stiffness, the exponent and the mass.
func TestHuntCrossley(t *testing.T) {
	for _, c := range []struct{ mass, stiffness, exponent float64 }{{1, 1e4, 1}, {3, 1e6, 1.5}, {0.2, 1e8, 2.5}} {
		body := &urdf.Inertial{Mass: c.mass, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
		m := expect.Model(t, &urdf.Robot{Name: "body", Links: []urdf.Link{{Name: "body", Inertial: body}}},
			tree.WithFloatingBase(), tree.WithGravity(mgl64.Vec3{}))
		list := onHalfSpace(plane(0), 0, 0, distance.Round{Radius: 0.1})
		list[0].Compliance = &step.Compliance{Stiffness: c.stiffness, Exponent: c.exponent, Dissipation: 0.2}
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 1e-5},
			Start: sim.Start{Position: at(m, mgl64.Vec3{0, 0, 0.1 + 1e-4}, 0),
				Velocity: []float64{0, 0, -1, 0, 0, 0}},
			Imposed: sim.Imposed{Contacts: list}})
		s := expect.Run(t, w, 0.05)
		if w.State().Q[2] < 0.1 {
			t.Fatalf("still in contact after 0.05 s")
		}
		expect.Number(t, "velocity", w.State().Qd[2], 0.882189986247306, 1e-9)
		expect.Number(t, "work", s.Ledger.WrenchWork, c.mass*(0.882189986247306*0.882189986247306-1)/2, 1e-8)
	}
}

// TestPress: a mass of 1 kg that a position gain K = 400 presses on a wall of stiffness k = 1e4, e = 0.01 m beyond it,
// bears K e k/(K + k) = 3.846153846153846 N, around which it swings with the poles −10 ± 101.488915650921947 i.
func TestPress(t *testing.T) {
	mass := &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}
	m := expect.Model(t, &urdf.Robot{Name: "press", Links: []urdf.Link{{Name: "base"}, {Name: "head", Inertial: mass}},
		Joints: []urdf.Joint{{Name: "slide", Type: urdf.Prismatic, Parent: "base", Child: "head",
			Axis: [3]float64{1, 0, 0}, Dynamics: &urdf.Dynamics{Damping: 20},
			Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 1e3, Velocity: 10}}}})
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 2e-4},
		Joints: []sim.JointExtras{{Stiffness: 400, Rest: 0.01}}, Start: sim.Start{Position: []float64{0.0002}},
		Imposed: sim.Imposed{Contacts: []sim.ContactPair{{Contact: constraint.Contact{Name: "head/wall",
			Links: [2]int{constraint.World, 1}, Solid: distance.NewHalfSpace(),
			Place: spatial.Transform{R: spatial.FromRPY(0, -math.Pi/2, 0)}},
			Compliance: &step.Compliance{Stiffness: 1e4}}}}})
	const steady, decay, rate = 4.0 / 10400, 10, 101.488915650921947
	for _, until := range []float64{0.013, 0.1, 4} {
		expect.Run(t, w, until)
		swing := math.Exp(-decay*until) * (math.Cos(rate*until) + decay/rate*math.Sin(rate*until))
		expect.Number(t, "position", w.State().Q[0], steady+(0.0002-steady)*swing, 1e-11)
	}
	list, _, err := w.Contacts()
	if err != nil {
		t.Fatal(err)
	}
	expect.Number(t, "force", list[0].Force[0], -3.846153846153846, 1e-9)
}

// TestCompliantStick: a block on a compliant slope of 20° with friction 0.5 stays where it is held, without creep, and
// on one with friction 0.3 it slides with g (sin − μ cos).
func TestCompliantStick(t *testing.T) {
	slope := 20 * math.Pi / 180
	size := mgl64.Vec3{0.2, 0.2, 0.02}
	m := free(t, 1, [3]float64{0.004, 0.004, 0.007})
	sink := 9.81 * math.Cos(slope) / (4 * 1e4)
	for _, friction := range []float64{0.5, 0.3} {
		var list []sim.ContactPair
		for _, c := range onHalfSpace(plane(slope), friction, 0, corners(t, size)...) {
			c.Compliance = &step.Compliance{Stiffness: 1e4, Damping: 50}
			list = append(list, c)
		}
		normal := mgl64.Vec3{math.Sin(slope), 0, math.Cos(slope)}
		w := expect.World(t, sim.Config{Model: m,
			Start:   sim.Start{Position: at(m, normal.Mul(0.01-sink), slope)},
			Imposed: sim.Imposed{Contacts: list}})
		along := func() float64 {
			return mgl64.Vec3(w.State().Q[:3]).Dot(mgl64.Vec3{math.Cos(slope), 0, -math.Sin(slope)})
		}
		expect.Run(t, w, 3)
		settled := along()
		speed := mgl64.Vec3(w.State().Qd[:3]).Len()
		if friction == 0.3 {
			// It tilts while it settles; after that the acceleration is that of a rigid block.
			expect.Run(t, w, 4)
			expect.Number(t, "acceleration", mgl64.Vec3(w.State().Qd[:3]).Len()-speed,
				9.81*(math.Sin(slope)-0.3*math.Cos(slope)), 1e-9)
			continue
		}
		expect.Run(t, w, 60)
		expect.Number(t, "creep", along()-settled, 0, 1e-15)
	}
}

// TestObstacleElsewhere: what rests on an obstacle far from the origin stays where it is, and what penetrates it is
// refused with its depth, or moved out.
func TestObstacleElsewhere(t *testing.T) {
	box, err := distance.NewBox(mgl64.Vec3{0.1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	m := ball(t, 1, 0.05)
	place := spatial.Transform{R: mgl64.Ident3(), P: mgl64.Vec3{3, -2, 1}}
	list := []sim.ContactPair{{Contact: constraint.Contact{Name: "body/box", Links: [2]int{constraint.World, 0},
		Solid: box, Place: place, Ball: distance.Round{Radius: 0.05}, Friction: 0.5}}}
	top := mgl64.Vec3{3, -2, 1.55}
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: at(m, top, 0)},
		Imposed: sim.Imposed{Contacts: list}})
	expect.Run(t, w, 1)
	expect.Within(t, "position", w.State().Q[:3], top[:], 1e-15)

	inside := sim.Config{Model: m, Start: sim.Start{Position: at(m, top.Sub(mgl64.Vec3{0, 0, 0.01}), 0)},
		Imposed: sim.Imposed{Contacts: list}}
	var penetration *sim.PenetrationError
	if _, err := sim.New(inside); !errors.As(err, &penetration) || math.Abs(penetration.Depth-0.01) > 1e-12 {
		t.Errorf("got %v; expected a penetration of 0.01 m", err)
	}
	inside.Imposed.Separate = true
	w = expect.World(t, inside)
	expect.Within(t, "position moved out", w.State().Q[:3], top[:], 1e-12)
}
