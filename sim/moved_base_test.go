package sim_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// polynomial is the motion c₀ + c₁ t + c₂ t².
type polynomial [3]float64

func (p polynomial) At(t float64) (x, v, a float64) {
	return p[0] + t*(p[1]+t*p[2]), p[1] + 2*t*p[2], 2 * p[2]
}

func (polynomial) Break(float64) float64 { return math.Inf(1) }

// swing is the motion A sin(ω t + φ).
type swing struct{ amplitude, rate, phase float64 }

func (s swing) At(t float64) (x, v, a float64) {
	sin, cos := math.Sincos(s.rate*t + s.phase)
	return s.amplitude * sin, s.amplitude * s.rate * cos, -s.amplitude * s.rate * s.rate * sin
}

func (swing) Break(float64) float64 { return math.Inf(1) }

// pendulumOf returns a pendulum about y, a point mass of 1 kg at 1 m below its hinge.
func pendulumOf(t testing.TB) *tree.Model {
	return expect.Model(t, &urdf.Robot{Name: "pendulum",
		Links: []urdf.Link{{Name: "base"}, {Name: "bob",
			Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}}}}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "base", Child: "bob",
			Axis: [3]float64{0, 1, 0}}}})
}

// TestAcceleratedPendulum: the base of a pendulum goes up with 2 m/s², which adds to gravity. The figure is of a
// computation with 20 digits.
func TestAcceleratedPendulum(t *testing.T) {
	for _, x := range []struct {
		method integrate.Method
		limit  float64
	}{{integrate.RK4Method, 1e-11}, {integrate.DormandPrinceMethod, 1e-8}, {integrate.ImplicitMidpointMethod, 1e-5}} {
		w := expect.World(t, sim.Config{Model: pendulumOf(t), Start: sim.Start{Position: []float64{1}},
			Integration: sim.Integration{Method: x.method},
			Imposed:     sim.Imposed{Base: sim.BaseCourse{2: polynomial{0, 0, 1}}}})
		s := expect.Run(t, w, 1)
		expect.Within(t, x.method.Name, w.State().Q, []float64{-0.99684717530756}, x.limit)
		if math.Abs(s.Ledger.Drift) > 1e3*x.limit || s.Ledger.ConstraintWork < 1 {
			t.Errorf("%s: the work is %v J and the drift %v J", x.method.Name, s.Ledger.ConstraintWork, s.Ledger.Drift)
		}
	}
}

// TestBaseIsAJoint compares a pendulum whose base moves along and about all axes with the same pendulum on a chain of
// six joints that move as prescribed.
func TestBaseIsAJoint(t *testing.T) {
	motions := sim.BaseCourse{swing{0.2, 3, 0.3}, swing{0.1, 5, 1}, polynomial{0.1, -0.2, 0.5}, swing{0.4, 2, 0},
		swing{0.3, 4, 0.5}, polynomial{0.2, 0.7, 0.3}}
	m := pendulumOf(t)
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{1}},
		Imposed: sim.Imposed{Base: motions}, Integration: sim.Integration{Step: 0.002}})
	s := expect.Run(t, w, 1)

	r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "ground"}}}
	axes := [6][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}} // x y z yaw pitch roll
	from := [6]int{0, 1, 2, 5, 4, 3}
	parent := "ground"
	for i, name := range []string{"x", "y", "z", "yaw", "pitch", "base"} {
		kind := urdf.Continuous
		if i < 3 {
			kind = urdf.Prismatic
		}
		j := urdf.Joint{Name: "to_" + name, Type: kind, Parent: parent, Child: name, Axis: axes[i]}
		if i < 3 {
			j.Limit = &urdf.Limit{Lower: -10, Upper: 10, Effort: 1e9, Velocity: 1e9}
		}
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 0.1,
			Inertia: urdf.Tensor{IXX: 0.01, IYY: 0.01, IZZ: 0.01}}}) // which moves as given, whatever it weighs
		r.Joints = append(r.Joints, j)
		parent = name
	}
	r.Links = append(r.Links, urdf.Link{Name: "bob",
		Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}},
			Inertia: urdf.Tensor{IXX: 1e-9, IYY: 1e-9, IZZ: 1e-9}}})
	r.Joints = append(r.Joints, urdf.Joint{Name: "hinge", Type: urdf.Continuous, Parent: "base", Child: "bob",
		Axis: [3]float64{0, 1, 0}})
	chain := expect.Model(t, r)
	var prescribed []sim.PrescribedJoint
	q, qd := chain.Neutral(), make([]float64, chain.NV())
	for i, name := range []string{"to_x", "to_y", "to_z", "to_yaw", "to_pitch", "to_base"} {
		k, _ := chain.Joint(name)
		motion := motions[from[i]]
		prescribed = append(prescribed, sim.PrescribedJoint{Joint: k, Motion: motion})
		q[chain.Joints()[k].Q], qd[chain.Joints()[k].V], _ = motion.At(0)
	}
	k, _ := chain.Joint("hinge")
	hinge := chain.Joints()[k]
	q[hinge.Q] = 1
	c := expect.World(t, sim.Config{Model: chain, Start: sim.Start{Position: q, Velocity: qd},
		Imposed: sim.Imposed{Joints: prescribed}, Integration: sim.Integration{Step: 0.002}})
	sc := expect.Run(t, c, 1)
	// errors of rk4 in steps of 2 ms
	expect.Within(t, "hinge", []float64{w.State().Q[0], w.State().Qd[0]},
		[]float64{c.State().Q[hinge.Q], c.State().Qd[hinge.V]}, 1e-7)
	expect.Within(t, "drift", []float64{s.Ledger.Drift, sc.Ledger.Drift}, []float64{0, 0}, 1e-6)
	for _, p := range prescribed {
		x, v, _ := p.Motion.At(1)
		j := chain.Joints()[p.Joint]
		expect.Within(t, j.Name, []float64{c.State().Q[j.Q], c.State().Qd[j.V]}, []float64{x, v}, 1e-13)
	}
}

// TestLineSpring: two masses on a rail with a spring and a damper between them swing against each other as one of the
// reduced mass does, at √(k/µ) and with the decay c/(2µ), and their centre stays at rest.
func TestLineSpring(t *testing.T) {
	slide := func(name string) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "ground", Child: name, Axis: [3]float64{1, 0, 0},
			Limit: &urdf.Limit{Lower: -10, Upper: 10, Effort: 1, Velocity: 1e9}}
	}
	body := func(name string, mass float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "rail",
		Links:  []urdf.Link{{Name: "ground"}, body("left", 1), body("right", 3)},
		Joints: []urdf.Joint{slide("left"), slide("right")}})
	left, _ := m.Link("left")
	right, _ := m.Link("right")
	const k, c, rest, reduced = 50.0, 1.2, 0.5, 0.75
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0, 0.4}},
		Forces: []sim.ForceElement{&sim.LineSpring{Links: [2]int{left, right}, Stiffness: k, Damping: c, Rest: rest,
			At: [2]mgl64.Vec3{{0.1, 0, 0}, {0.1, 0, 0}}}}})
	expect.Run(t, w, 1)
	rate := c / (2 * reduced)
	omega := math.Sqrt(k/reduced - rate*rate)
	length := rest - 0.1*math.Exp(-rate)*(math.Cos(omega)+rate/omega*math.Sin(omega))
	q := w.State().Q
	expect.Within(t, "length and centre", []float64{q[1] - q[0], q[0] + 3*q[1]}, []float64{length, 1.2}, 1e-9)
}

// TestStiffLineSpring: a spring and a damper far too fast for the steps act between the wall and one of two masses that
// a gear couples, so that the other is twice as fast. Its length obeys µ x” + c x' + k x = 0 with µ = m + 4 M.
func TestStiffLineSpring(t *testing.T) {
	slide := func(name string) urdf.Joint {
		return urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "ground", Child: name, Axis: [3]float64{1, 0, 0},
			Limit: &urdf.Limit{Lower: -10, Upper: 10, Effort: 1, Velocity: 1e9}}
	}
	body := func(name string, mass float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "rail",
		Links:  []urdf.Link{{Name: "ground"}, body("slow", 3), body("fast", 1)},
		Joints: []urdf.Joint{slide("slow"), slide("fast")}})
	slow, _ := m.Link("slow")
	gear := &constraint.Gear{Name: "gear", Joints: [2]int{1, 0}, Ratio: 2}
	for _, x := range []struct {
		k, c   float64
		method integrate.Method
		limit  float64
	}{{8e5, 4e4, integrate.RK4Method, 1e-7}, {2e7, 0, integrate.RK4Method, 1e-4},
		{8e5, 4e4, integrate.ImplicitMethod, 1e-3},
		{100, 4e4, integrate.SemiImplicitMethod, 1e-5}} {
		const mass, end, rest = 3 + 4*1., 0.1, 1.
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0.01, 0.02}},
			Integration: sim.Integration{Method: x.method, MaxDrift: 1},
			Imposed:     sim.Imposed{Constraints: []constraint.Constraint{gear}},
			Forces: []sim.ForceElement{&sim.LineSpring{Links: [2]int{-1, slow}, Stiffness: x.k, Damping: x.c,
				Rest: rest, At: [2]mgl64.Vec3{{-1, 0, 0}, {0, 0, 0}}}}})
		expect.Run(t, w, end)
		// the roots a and b of µ λ² + c λ + k = 0, and x = 0.01 (b e^(a t) − a e^(b t))/(b − a)
		root := cmplx.Sqrt(complex(x.c*x.c-4*mass*x.k, 0))
		a, b := (-complex(x.c, 0)+root)/(2*mass), (-complex(x.c, 0)-root)/(2*mass)
		want := 0.01 * real((b*cmplx.Exp(a*end)-a*cmplx.Exp(b*end))/(b-a))
		q := w.State().Q
		expect.Within(t, x.method.Name, []float64{q[0], q[1]}, []float64{want, 2 * want}, x.limit)
		between := [2]string{"world", "slow"}
		if stiff := w.Stiff(); x.method.Stiff != nil && (len(stiff) == 0 || stiff[0].Links != between) {
			t.Errorf("%v is noted as stiff; expected the spring between the world and slow", stiff)
		}
	}
}

// corner rests until a time and then goes on at a speed.
type corner struct{ begin, speed float64 }

func (c corner) At(t float64) (x, v, a float64) {
	if t < c.begin {
		return 0, 0, 0
	}
	return c.speed * (t - c.begin), c.speed, 0
}

func (c corner) Break(t float64) float64 {
	if t < c.begin {
		return c.begin
	}
	return math.Inf(1)
}

// TestBaseJumps: a base whose velocity jumps, in a line and about an axis, throws what hangs on it as a joint that
// moves so does. Of a pendulum whose hinge goes off sideways with v the rate changes by m l v cos q/(I + m l²), and one
// that friction held goes off, too.
func TestBaseJumps(t *testing.T) {
	slide := urdf.Joint{Name: "slide", Type: urdf.Prismatic, Parent: "ground", Child: "cart",
		Axis: [3]float64{1, 0, 0}, Limit: &urdf.Limit{Lower: -10, Upper: 10, Effort: 1e9, Velocity: 1e9}}
	turn := urdf.Joint{Name: "turn", Type: urdf.Continuous, Parent: "cart", Child: "base", Axis: [3]float64{0, 1, 0}}
	hinge := urdf.Joint{Name: "hinge", Type: urdf.Continuous, Parent: "base", Child: "bob", Axis: [3]float64{0, 1, 0}}
	bob := urdf.Link{Name: "bob", Inertial: &urdf.Inertial{Mass: 1,
		Origin: urdf.Pose{XYZ: [3]float64{0, 0, -1}}, Inertia: urdf.Tensor{IXX: 0.1, IYY: 0.1, IZZ: 0.1}}}
	wheel := urdf.Link{Name: "base", Inertial: &urdf.Inertial{Inertia: bob.Inertial.Inertia}}
	for _, friction := range []float64{0, 20} {
		hinge.Dynamics = &urdf.Dynamics{Friction: friction}
		m := expect.Model(t, &urdf.Robot{Name: "pendulum", Links: []urdf.Link{{Name: "base"}, bob},
			Joints: []urdf.Joint{hinge}})
		chain := expect.Model(t, &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "ground"}, {Name: "cart"},
			bob, wheel}, Joints: []urdf.Joint{slide, turn, hinge}})
		line, about := corner{0.3, 2}, corner{0.5, -3}
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0.5}},
			Imposed: sim.Imposed{Base: sim.BaseCourse{0: line, 4: about}}})
		c := expect.World(t, sim.Config{Model: chain, Start: sim.Start{Position: []float64{0, 0, 0.5}},
			Imposed: sim.Imposed{Joints: []sim.PrescribedJoint{{Joint: 0, Motion: line}, {Joint: 1, Motion: about}}}})
		expect.Run(t, w, 0.2995)
		before := *w.State()
		q, rate := before.Q[0], before.Qd[0]
		expect.Run(t, w, 0.3)
		want := rate + 2*math.Cos(q)/1.1
		if friction > 0 && rate != 0 {
			t.Errorf("the hinge moves with %v rad/s; expected friction to hold it", rate)
		}
		if got := w.State().Qd[0]; math.Abs(got-want) > 0.02 { // what gravity does in half a millisecond
			t.Errorf("friction %v N m: the hinge has %v rad/s after the jump; expected about %v", friction, got, want)
		}
		if err := w.Reset(nil, nil); err != nil {
			t.Fatal(err)
		}
		s, sc := expect.Run(t, w, 1), expect.Run(t, c, 1)
		const spin = 0.1 * 3 * 3 / 2. // the energy of the base, which the chain has
		expect.Within(t, "hinge", []float64{w.State().Q[0], w.State().Qd[0], s.Ledger.ConstraintWork + spin},
			[]float64{c.State().Q[2], c.State().Qd[2], sc.Ledger.ConstraintWork}, 1e-9)
		expect.Within(t, "drift", []float64{s.Ledger.Drift, sc.Ledger.Drift}, []float64{0, 0}, 1e-9)
	}
}
