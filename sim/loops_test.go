package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// rod returns a thin rod of a mass along x from the origin of its link.
func rod(name string, mass, length float64) urdf.Link {
	i := mass * length * length / 12
	return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass,
		Origin: urdf.Pose{XYZ: [3]float64{length / 2, 0, 0}}, Inertia: urdf.Tensor{IYY: i, IZZ: i}}}
}

// turning returns a joint about z at a place on its parent.
func turning(name, parent, child string, x float64) urdf.Joint {
	return urdf.Joint{Name: name, Type: urdf.Continuous, Parent: parent, Child: child,
		Origin: urdf.Pose{XYZ: [3]float64{x, 0, 0}}, Axis: [3]float64{0, 0, 1}}
}

// fourBar returns the four-bar linkage: crank and rocker on the ground along x, the coupler on the crank; y is up.
func fourBar(t testing.TB) (*tree.Model, []constraint.Constraint) {
	m := expect.Model(t, &urdf.Robot{Name: "four_bar",
		Links: []urdf.Link{{Name: "ground"}, rod("crank", 1, 0.3), rod("coupler", 2, 0.8), rod("rocker", 1.5, 0.6)},
		Joints: []urdf.Joint{turning("crank", "ground", "crank", 0), turning("coupler", "crank", "coupler", 0.3),
			turning("rocker", "ground", "rocker", 0.9)}}, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	return m, []constraint.Constraint{close2(t, m, "coupler", 0.8, "rocker", 0.6)}
}

// close2 holds points on the x axes of two links together.
func close2(t testing.TB, m *tree.Model, a string, x float64, b string, y float64) constraint.Constraint {
	var links [2]constraint.Anchor
	for i, name := range []string{a, b} {
		l, ok := m.Link(name)
		if !ok {
			t.Fatalf("there is no link %s", name)
		}
		links[i] = constraint.Anchor{Link: l, At: mgl64.Vec3{[2]float64{x, y}[i]}}
	}
	return &constraint.Ball{Name: "closure", Links: links}
}

// constant drives the joint of the first rate.
func constant(effort float64) sim.Controller {
	return sim.ControllerFunc(func(tau []float64, _ float64, _, _ []float64) error {
		tau[0] = effort
		return nil
	})
}

// TestFourBar compares a four-bar linkage with figures of an integration in other coordinates to 1e-12: accelerations
// at the start, the force in the hinge that closes it, and the crank after a second.
func TestFourBar(t *testing.T) {
	m, loops := fourBar(t)
	first := []bool{true, false, false}
	w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops}, Controller: constant(2),
		Start: sim.Start{Position: []float64{1, -0.5, 1.5}, Velocity: []float64{2, 0, 0}, KeepPosition: first,
			KeepVelocity: first}, Integration: sim.Integration{Step: 0.001}})
	a := w.State().Qdd
	expect.Within(t, "accelerations", []float64{a[0], a[0] + a[1], a[2]},
		[]float64{-4.404918144010, 2.203383025644, 0.770577648058}, 1e-11)
	if s := w.Constraints(); s.Rank() != 2 || s.Rows() != 3 || s.Mobility() != 1 {
		t.Errorf("rank %d of %d rows, mobility %d; expected 2 of 3, and 1", s.Rank(), s.Rows(), s.Mobility())
	}
	expect.Run(t, w, 1)
	expect.Within(t, "crank after 1 s", []float64{w.State().Q[0], w.State().Qd[0]},
		[]float64{9.908026424257, 24.461663859263}, 1e-7)
}

// TestOrderWithLoops checks on the four-bar linkage that each method has the order that it has on open trees: the error
// of half the step is less by the factor 2 to the order.
func TestOrderWithLoops(t *testing.T) {
	m, loops := fourBar(t)
	first := []bool{true, false, false}
	for _, x := range expect.Some(t, 2, []struct {
		method integrate.Method
		order  float64
		step   float64
	}{{integrate.EulerMethod, 1, 1e-4}, {integrate.SemiImplicitMethod, 1, 1e-4}, {integrate.ImplicitMethod, 1, 1e-4},
		{integrate.MidpointMethod, 2, 5e-4}, {integrate.ImplicitMidpointMethod, 2, 5e-4},
		{integrate.RK4Method, 4, 5e-4}}...) {
		off := func(step float64) float64 {
			w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops}, Controller: constant(2),
				Start: sim.Start{Position: []float64{1, -0.5, 1.5}, Velocity: []float64{2, 0, 0}, KeepPosition: first,
					KeepVelocity: first}, Integration: sim.Integration{Method: x.method, Step: step}})
			expect.Run(t, w, 1)
			return math.Abs(w.State().Qd[0] - 24.461663859263)
		}
		coarse, fine := off(x.step), off(x.step/2)
		if order := math.Log2(coarse / fine); math.Abs(order-x.order) > 0.35 { // of terms of the next order
			t.Errorf("%s: errors %.3g and %.3g, order %.2f; expected %g", x.method.Name, coarse, fine, order, x.order)
		}
	}
	w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops}, Controller: constant(2),
		Start: sim.Start{Position: []float64{1, -0.5, 1.5}, Velocity: []float64{2, 0, 0}, KeepPosition: first,
			KeepVelocity: first}, Integration: sim.Integration{Method: integrate.DormandPrinceMethod, Step: 0.01}})
	expect.Run(t, w, 1)
	expect.Within(t, "dormand-prince", w.State().Q[:1], []float64{9.908026424257}, 1e-7) // 1e-9 a step
}

// TestParallelogram: two cranks of 1 kg and 0.5 m that carry a level coupler of 2 kg swing as a pendulum does, from 0.6
// rad at rest.
func TestParallelogram(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "parallelogram",
		Links: []urdf.Link{{Name: "ground"}, rod("left", 1, 0.5), rod("coupler", 2, 1), rod("right", 1, 0.5)},
		Joints: []urdf.Joint{turning("left", "ground", "left", 0), turning("coupler", "left", "coupler", 0.5),
			turning("right", "ground", "right", 1)}}, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	const hanging = -math.Pi / 2
	w := expect.World(t, sim.Config{Model: m,
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{close2(t, m, "coupler", 1, "right", 0.5)}},
		Start:   sim.Start{Position: []float64{hanging + 0.6, -hanging - 0.6, hanging + 0.6}}})
	if a := w.State().Qdd[0]; math.Abs(a+12.463070994012) > 1e-11 {
		t.Errorf("the acceleration is %.12f; expected -12.463070994012", a)
	}
	expect.Run(t, w, 1)
	if x := w.State().Q[0] - hanging; math.Abs(x+0.072233079429851) > 1e-9 { // rk4 at 1 ms: 4e-11
		t.Errorf("theta(1) = %.15f; expected -0.072233079429851", x)
	}
}

// TestFourBars compares the benchmark A02 of the IFToMM library of multibody problems with its closed form: N four-bar
// linkages of links of 1 m and 1 kg side by side, all bars upright, whose first tip starts with 1 m/s. All links become
// collinear twice in a turn, where the linkages are singular. θ of the bars obeys θ” = k sin θ. What rounding leaves
// between neighbours must not become motion there, however near a stage of the method comes to such a position: with
// rates at the start that differ by 1e-15 or by 1e-3 forty linkages end 1.5e-9 m off at most.
func TestFourBars(t *testing.T) {
	for _, x := range expect.Some(t, 2, []struct {
		n     int
		rate  float64 // at the start; of the last two, a step or a stage ends 4e-6 rad from a dead centre
		end   float64
		want  [2]float64
		limit float64
	}{{2, 1, 10, [2]float64{0.3284581115408154, 0.9445185381786010}, 1e-8}, {40, 1, 20, [2]float64{}, 1e-7},
		{4, 1.013, 20, [2]float64{}, 1e-8}, {4, 1.004, 20, [2]float64{}, 1e-8}}...) {
		if x.n > 4 && testing.Short() {
			x.end = 0.5
		}
		m, q, qd, loops := fourBars(t, x.n, x.rate)
		w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
			Start: sim.Start{Position: q, Velocity: qd}})
		expect.Run(t, w, x.end)
		k, _ := m.Joint("bar0")
		angle := w.State().Q[m.Joints()[k].Q]
		tip := [2]float64{math.Cos(angle), math.Sin(angle)}
		if x.want == [2]float64{} {
			n := float64(x.n)
			theta := upright(9.81*((n+1)/2+n)/((n+1)/3+n), x.rate, x.end)
			x.want = [2]float64{math.Sin(theta), math.Cos(theta)}
		}
		expect.Within(t, "tip of the first bar", tip[:], x.want[:], x.limit)
	}
}

// TestMidpointPassesSingularPositions: two four-bar linkages turn on by the implicit midpoint method where all their
// links are in a line, with the error of a method of order 2.
func TestMidpointPassesSingularPositions(t *testing.T) {
	m, q, qd, loops := fourBars(t, 2, 1)
	w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
		Start:       sim.Start{Position: q, Velocity: qd},
		Integration: sim.Integration{Method: integrate.ImplicitMidpointMethod}})
	s := expect.Run(t, w, 4)
	k, _ := m.Joint("bar0")
	turned := math.Pi/2 - w.State().Q[m.Joints()[k].Q]
	if want := upright(9.81*3.5/3, 1, 4); math.Abs(turned-want) > 1e-3 || math.Abs(s.Ledger.LargestDrift) > 1e-3 {
		t.Errorf("the bars turn by %.9f rad, the energy drifts by %.3g J; expected %.9f rad and less than 1e-3 J",
			turned, s.Ledger.LargestDrift, want)
	}
}

// fourBars returns n four-bar linkages side by side of links of 1 m and 1 kg, with their bars upright and the rate at
// which these begin to fall.
func fourBars(t testing.TB, n int, rate float64) (m *tree.Model, q, qd []float64, loops []constraint.Constraint) {
	r := &urdf.Robot{Name: "four_bars", Links: []urdf.Link{{Name: "ground"}}}
	for i := range n + 1 {
		bar := fmt.Sprintf("bar%d", i)
		r.Links = append(r.Links, rod(bar, 1, 1))
		r.Joints = append(r.Joints, turning(bar, "ground", bar, float64(i)))
		q, qd = append(q, math.Pi/2), append(qd, -rate)
		if i < n {
			coupler := fmt.Sprintf("coupler%d", i)
			r.Links = append(r.Links, rod(coupler, 1, 1))
			r.Joints = append(r.Joints, turning(coupler, bar, coupler, 1))
			q, qd = append(q, -math.Pi/2), append(qd, rate)
		}
	}
	m = expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	for i := range n {
		loops = append(loops, close2(t, m, fmt.Sprintf("coupler%d", i), 1, fmt.Sprintf("bar%d", i+1), 1))
	}
	return m, q, qd, loops
}

// upright returns the angle from upright of θ” = k sin θ at a time, from θ = 0 with a rate: by the classical method
// with steps so small that its error is rounding.
func upright(k, rate, end float64) float64 {
	n := int(end * 20000)
	h := end / float64(n)
	x, v := 0.0, rate
	for range n {
		a1 := k * math.Sin(x)
		v2, a2 := v+h/2*a1, k*math.Sin(x+h/2*v)
		v3, a3 := v+h/2*a2, k*math.Sin(x+h/2*v2)
		v4, a4 := v+h*a3, k*math.Sin(x+h*v3)
		x, v = x+h/6*(v+2*v2+2*v3+v4), v+h/6*(a1+2*a2+2*a3+a4)
	}
	return x
}

// onPlane returns a body of 1 kg that slides on the plane z = 0 and turns about its normal.
func onPlane(t testing.TB, inertia float64, options ...tree.Option) *tree.Model {
	return expect.Model(t, &urdf.Robot{Name: "skate",
		Links: []urdf.Link{{Name: "ice"}, {Name: "skate", Inertial: &urdf.Inertial{Mass: 1,
			Inertia: urdf.Tensor{IXX: inertia, IYY: inertia, IZZ: inertia}}}},
		Joints: []urdf.Joint{{Name: "plane", Type: urdf.Planar, Parent: "ice", Child: "skate",
			Axis: [3]float64{0, 0, 1}}}}, options...)
}

// TestKnifeEdge: a skate on a slope of 30 degrees that turns at 2 rad/s moves on a cycloid across the slope,
//
//	x = g sin α/(2ω²) sin² ωt,   y = g sin α/(2ω²) (ωt − sin(2ωt)/2)
func TestKnifeEdge(t *testing.T) {
	const w, down = 2, 9.81 / 2
	m := onPlane(t, 0.1, tree.WithGravity(mgl64.Vec3{down, 0, -9.81 * 0.8660254037844386}))
	skate, _ := m.Link("skate")
	world := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 0.002},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.KnifeEdge{Name: "blade",
			Across: mgl64.Vec3{0, 1, 0}, Link: constraint.Anchor{Link: skate}}}},
		Start: sim.Start{Velocity: []float64{0, 0, w}}})
	s := expect.Run(t, world, 1)
	a := down / (2 * w * w)
	q := world.State().Q
	expect.Within(t, "skate", q[:2], []float64{a * math.Pow(math.Sin(w), 2), a * (w - math.Sin(2*w)/2)}, 1e-10)
	if math.Abs(s.Ledger.Drift) > 1e-9 {
		t.Errorf("the energy drifts by %v J", s.Ledger.Drift)
	}
}

// TestTurntable: a ball that rolls on a table which turns at Ω goes in circles at 2/7 Ω, whatever its mass and size.
func TestTurntable(t *testing.T) {
	const rate, radius = 7.0, 0.05
	i := 0.4 * 0.2 * radius * radius
	m := expect.Model(t, &urdf.Robot{Name: "turntable",
		Links: []urdf.Link{{Name: "ground"},
			{Name: "table", Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}},
			{Name: "ball", Inertial: &urdf.Inertial{Mass: 0.2, Inertia: urdf.Tensor{IXX: i, IYY: i, IZZ: i}}}},
		Joints: []urdf.Joint{{Name: "drive", Type: urdf.Continuous, Parent: "ground", Child: "table",
			Axis: [3]float64{0, 0, 1}},
			{Name: "free", Type: urdf.Floating, Parent: "ground", Child: "ball"}}})
	ball, _ := m.Link("ball")
	table, _ := m.Link("table")
	drive, _ := m.Joint("drive")
	free, _ := m.Joint("free")
	q, qd := m.Neutral(), make([]float64, m.NV())
	at, v := m.Joints()[free].Q, m.Joints()[free].V
	q[at], q[at+2] = 0.3, radius
	qd[m.Joints()[drive].V], qd[v+1] = rate, 0.6
	keep := make([]bool, m.NV())
	keep[m.Joints()[drive].V], keep[v], keep[v+1] = true, true, true
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: qd, KeepVelocity: keep},
		Integration: sim.Integration{Step: 0.0005},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{
			&constraint.Rolling{Name: "ball", Link: constraint.Anchor{Link: ball}, Radius: radius,
				Plane: constraint.Anchor{Link: table}, Normal: mgl64.Vec3{0, 0, 1}},
			&constraint.Prescribed{Name: "drive", Joint: drive, Motion: func(t float64) (x, v, a float64) {
				return rate * t, rate, 0
			}}}}})
	// From (0.3, 0) at (0, 0.6): the velocity turns at 2/7 Ω = 2 rad/s about a centre 0.3 to the left, which is the
	// origin.
	expect.Run(t, w, 1)
	angle := 2.0 / 7 * rate
	expect.Within(t, "ball", w.State().Q[at:at+3],
		[]float64{0.3 * math.Cos(angle), 0.3 * math.Sin(angle), radius}, 1e-9)
}

// TestRollingDisc: a thin disc that rolls upright in a straight line on a level plane keeps its speed, and one that
// spins on a slope gains g sin α / (1 + I/(m r²)).
func TestRollingDisc(t *testing.T) {
	const mass, radius = 2.0, 0.5
	i := mass * radius * radius / 4
	body := &urdf.Inertial{Mass: mass, Inertia: urdf.Tensor{IXX: i, IYY: 2 * i, IZZ: i}}
	m := expect.Model(t, &urdf.Robot{Name: "disc", Links: []urdf.Link{{Name: "disc", Inertial: body}}},
		tree.WithFloatingBase(),
		tree.WithGravity(mgl64.Vec3{9.81 * math.Sin(0.2), 0, -9.81 * math.Cos(0.2)}))
	q := m.Neutral()
	q[2] = radius
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.Rolling{Name: "disc",
			Axis: mgl64.Vec3{0, 1, 0}, Radius: radius, Plane: constraint.Anchor{Link: constraint.World},
			Normal: mgl64.Vec3{0, 0, 1}}}}})
	expect.Run(t, w, 1)
	want := 9.81 * math.Sin(0.2) / 1.5 / 2
	expect.Within(t, "centre", w.State().Q[:3], []float64{want, 0, radius}, 1e-10)
}

// TestMovingCircle: a particle of 1 kg on a rod of the length a(t) = 1 + t/2 about a fixed point keeps its angular
// momentum without gravity: q̇ = 2/a², q(1) = 4/3. The force along the rod is m (ä − a q̇²).
func TestMovingCircle(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "particle",
		Links: []urdf.Link{{Name: "ground"}, {Name: "arm"}, {Name: "particle", Inertial: &urdf.Inertial{Mass: 1}}},
		Joints: []urdf.Joint{turning("turn", "ground", "arm", 0),
			{Name: "slide", Type: urdf.Prismatic, Parent: "arm", Child: "particle", Axis: [3]float64{1, 0, 0},
				Limit: &urdf.Limit{Lower: 0, Upper: 10, Effort: 1e3, Velocity: 1e3}}}}, tree.WithGravity(mgl64.Vec3{}))
	slide, _ := m.Joint("slide")
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0, 1}, Velocity: []float64{2, 0.5}},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.Prescribed{Name: "slide", Joint: slide,
			Motion: func(t float64) (x, v, a float64) { return 1 + t/2, 0.5, 0 }}}}})
	expect.Run(t, w, 1)
	x := w.State()
	expect.Within(t, "state", []float64{x.Q[0], x.Qd[0], x.Q[1], x.Qd[1]}, []float64{4.0 / 3, 8.0 / 9, 1.5, 0.5}, 1e-11)
}

// TestMidpointKeepsEnergyOnLoops: the implicit midpoint method keeps the energy of a four-bar linkage that swings
// freely for a long time, as it does on open robots: its error oscillates and does not grow, and is less by the factor
// 4 for half the step.
func TestMidpointKeepsEnergyOnLoops(t *testing.T) {
	m, loops := fourBar(t)
	largest := func(step, from, to float64) float64 {
		w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
			Integration: sim.Integration{Step: step,
				Method: integrate.ImplicitMidpointMethod}, Start: sim.Start{Position: []float64{1, -0.5, 1.5},
				KeepPosition: []bool{true, false, false}}})
		if from > 0 {
			expect.Run(t, w, from)
		}
		return expect.Run(t, w, to).Ledger.LargestDrift
	}
	end := 60.0
	if testing.Short() {
		end = 12
	}
	early, late, fine := largest(0.004, 0, 6), largest(0.004, end-6, end), largest(0.002, 0, 6)
	t.Logf("the error of the energy: %.3g J at first, %.3g J after %v s; %.3g J by half the step", early, late, end,
		fine)
	if late > 2.5*early { // of the energy at the start of the second run, which may be at either end of its swing
		t.Errorf("the error of the energy grows from %.3g J to %.3g J", early, late)
	}
	if r := early / fine; r < 3.5 || r > 4.5 {
		t.Errorf("half the step makes the error of the energy less by the factor %.2f; expected 4", r)
	}
}

// TestConstrainedStepDoesNotAllocate: no step of a robot with loops does, by any integrator, with the log of what the
// constraints bear.
func TestConstrainedStepDoesNotAllocate(t *testing.T) {
	m, loops := fourBar(t)
	for _, method := range integrate.Methods() {
		w := expect.World(t, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
			Integration: sim.Integration{Step: 0.001,
				Method: method}, Start: sim.Start{Position: []float64{1, -0.5, 1.5},
				KeepPosition: []bool{true, false, false}}})
		if n := testing.AllocsPerRun(200, func() {
			if _, err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations in a step; expected none", method.Name, n)
		}
	}
}
