package prepare_test

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// TestSqueezer compares Andrews' squeezing mechanism with the figures of the Test Set for IVP Solvers (Mazzia and
// Magherini, release 2.4, 2008, problem "andrews", there by PSIDE with tolerances of 1e-14): angles and rates after
// 0.03 s, when the crank has turned two and a half times, and the accelerations at the start.
func TestSqueezer(t *testing.T) {
	angles := []string{"beta/position", "theta/position", "gamma/position", "phi/position", "delta/position",
		"omega/position", "epsilon/position"}
	rates := []string{"beta/velocity", "theta/velocity", "gamma/velocity", "phi/velocity", "delta/velocity",
		"omega/velocity", "epsilon/velocity"}
	run, x := play(t, "testdata/squeezer.yaml", "log.every", 100)
	if c := run.World.Constraints().Count(); c.Rank != 6 || c.Mobility != 1 {
		t.Errorf("the constraints have rank %d and leave mobility %d; expected 6 and 1", c.Rank, c.Mobility)
	}
	expect.Within(t, "accelerations at the start", x.of(t, 0, "beta/acceleration", "theta/acceleration"),
		[]float64{14222.4439199541138, -10666.8329399655854}, 1e-9)
	// rk4 at 10 us: 1e-9 and 5e-7
	expect.Within(t, "angles", x.of(t, x.last(), angles...), []float64{0.1581077119629904e2, -0.1575637105984298e2,
		0.4082224013073101e-1, -0.5347301163226948, 0.5244099658805304, 0.5347301163226948, 0.1048080741042263e1}, 3e-9)
	expect.Within(t, "rates", x.of(t, x.last(), rates...), []float64{0.1139920302151208e4, -0.1424379294994111e4,
		0.1103291221937134e2, 0.1929337464421385e2, 0.5735699284790808, -0.1929337464421385e2, 0.3231791658026955},
		1e-6)
}

// TestBricard: of the five rows of the hinge that closes Bricard's mechanism one is implied by the others. Every other
// angle is the same, and the two that there are obey sin a + sin b + sin a sin b = 0 (Bricard, "Mémoire sur la théorie
// de l'octaèdre articulé", J. Math. Pures Appl. 3, 1897, for the trihedral linkage with right angles).
func TestBricard(t *testing.T) {
	end := 10.0
	if testing.Short() {
		end = 2
	}
	run, x := play(t, "testdata/bricard.yaml", "log.every", 50, "duration", end)
	if c := run.World.Constraints().Count(); c.Rows != 5 || c.Rank != 4 || c.Mobility != 1 {
		t.Errorf("%v; expected 5 rows of rank 4, mobility 1", &c)
	}
	most := 0.0
	for row := range x.rows {
		q := x.of(t, row, "joint1/position", "joint2/position", "joint3/position", "joint4/position",
			"joint5/position")
		a, b := math.Sin(q[0]), math.Sin(q[1])
		most = max(most, math.Abs(q[0]))
		expect.Within(t, "angles", []float64{q[2], q[3], q[4], a + b + a*b}, []float64{q[0], q[1], q[0], 0}, 1e-13)
	}
	if most < 1 {
		t.Errorf("the first joint turns by %.3g rad; expected a motion", most)
	}
	if drift := run.World.Ledger().LargestDrift; !(math.Abs(drift) < 1e-9) { // rk4 at 1 ms: 1e-12 J of 15 J
		t.Errorf("the energy drifts by %.3g J", drift)
	}
}

// TestBicycle compares the eigenvalues of the benchmark bicycle with those that Meijaard, Papadopoulos, Ruina and
// Schwab publish (Proc. R. Soc. A 463, 2007, table 2), at 5 m/s and at rest, and finds it stable between the speeds of
// weave and capsize that they give, alone.
func TestBicycle(t *testing.T) {
	poles := func(speed float64) []complex128 {
		s, err := scenario.Open("testdata/bicycle.yaml", nil)
		if err != nil {
			t.Fatal(err)
		}
		for path, value := range map[string]float64{"initial.base.linear_velocity.0": speed,
			"initial.velocity.rear_axle": speed / 0.3, "initial.velocity.front_axle": speed / 0.35} {
			if err := robot.Override(s, robot.Env{}, scenario.NewOverride(path, value, "test")); err != nil {
				t.Fatal(err)
			}
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if c := run.World.Constraints().Count(); c.Rank != 6 || c.Mobility != 3 {
			t.Errorf("%v; expected rank 6, mobility 3", &c)
		}
		linear, err := run.World.Linearize(nil)
		if err != nil {
			t.Fatal(err)
		}
		poles, err := linear.Poles()
		if err != nil {
			t.Fatal(err)
		}
		return poles
	}
	nearest := func(poles []complex128, to complex128) (off float64) {
		off = math.Inf(1)
		for _, p := range poles {
			off = min(off, cmplx.Abs(p-to))
		}
		return off
	}
	for speed, published := range map[float64][]complex128{
		5: {-0.775341882195845 + 4.464867713788229i, -0.322866429004087, -14.078389692798216},
		0: {5.530943717653930, 3.131643247906564, -3.131643247906564, -5.530943717653930},
	} {
		all := poles(speed)
		for _, want := range published {
			if off := nearest(all, want); !(off < 1e-8) { // of differences; they are 1e-10
				t.Errorf("at %v m/s: the poles %v lack %v by %.3g", speed, all, want, off)
			}
		}
	}
	const weave, capsize = 4.292382536341109, 6.024262015388121
	for speed, stable := range map[float64]bool{weave - 1e-6: false, weave + 1e-6: true, capsize - 1e-6: true,
		capsize + 1e-6: false} {
		if all := poles(speed); (real(all[0]) <= 0) != stable {
			t.Errorf("at %v m/s the fastest to grow is %v; expected stable: %v", speed, all[0], stable)
		}
	}
}

// TestGovernor: of IFToMM's stiff governor (A05) nothing turns the shaft, so the moment of momentum about it stays what
// it is; springs and dampers, whose rates are 8000 1/s, hold slider and rods where rods without mass would to less than
// their own strain, and steps of 1 ms say the same as those that an integrator chooses which follows the springs.
func TestGovernor(t *testing.T) {
	end := 1.0
	if testing.Short() {
		end = 0.3
	}
	names := []string{"left_hinge/position", "right_hinge/position", "lift/position", "spin/velocity"}
	run, x := play(t, "testdata/governor.yaml", "duration", end)
	_, exact := play(t, "testdata/governor.yaml", "duration", end, "integrator", "dormand-prince", "log.every", 100)
	expect.Within(t, "hinges, lift and spin", x.of(t, x.last(), names...), exact.of(t, exact.last(), names...), 1e-7)
	if len(run.World.Stiff()) != 4 { // the springs take 0.4 rad a step
		t.Errorf("%v are stiff; expected both dampers and both springs", run.World.Stiff())
	}
	const rod, ball, slider, shaft = 0.3, 5, 0.005, 0.3 * 2e-4 / 12 // masses, and moments of inertia about the axis
	momentum := func(row int) float64 {
		q := x.of(t, row, names...)
		sin, cos := math.Sincos(q[0])
		about := (rod*(1+0.25e-4)/3.+ball)*cos*cos + rod*2e-4/12*sin*sin
		return (shaft + slider + 2*about) * q[3]
	}
	first, most := momentum(0), 0.0
	for row := range x.rows {
		q := x.of(t, row, names...)
		most = max(most, math.Abs(q[2]-(0.5-math.Sin(q[0]))))
		expect.Within(t, "moment of momentum", []float64{momentum(row)}, []float64{first}, 1e-6)
	}
	if most > 1e-3 || x.of(t, x.last(), names...)[0] == x.of(t, 0, names...)[0] {
		t.Errorf("the slider is off by %v m from where rods would hold it; expected less than 1 mm, and a motion", most)
	}
}

// TestBennett: Bennett's linkage moves though counting says that it cannot, for its rows are of rank 2. Opposite angles
// are equal but for the sign, and tan(a/2) tan(b/2) = sin((β + α)/2)/sin((β − α)/2) (Bennett, "A new mechanism",
// Engineering 76, 1903).
func TestBennett(t *testing.T) {
	run, x := play(t, "testdata/bennett.yaml", "log.every", 20)
	if c := run.World.Constraints().Count(); c.Rows != 5 || c.Rank != 2 || c.Mobility != 1 {
		t.Errorf("%v; expected 5 rows of rank 2, mobility 1", &c)
	}
	product := math.Sin((1.1+0.6)/2) / math.Sin((1.1-0.6)/2)
	low, high := math.Inf(1), math.Inf(-1)
	for row := range x.rows {
		q := x.of(t, row, "joint_1/position", "joint_2/position", "joint_3/position")
		low, high = min(low, q[0]), max(high, q[0])
		expect.Within(t, "angles", []float64{math.Remainder(q[0]+q[2], 2*math.Pi),
			math.Cos(q[0]/2) * math.Cos(q[1]/2) * product}, []float64{0, math.Sin(q[0]/2) * math.Sin(q[1]/2)}, 1e-13)
	}
	if high-low < 2 {
		t.Errorf("the first joint turns by %.3g rad; expected a motion", high-low)
	}
	if drift := run.World.Ledger().LargestDrift; !(math.Abs(drift) < 1e-8) { // rk4 at 1 ms
		t.Errorf("the energy drifts by %.3g J", drift)
	}
}

// TestCardan: the driven shaft of a cardan joint turns with cos β/(1 − sin² β cos² φ) of the rate of the driver, with
// the driver's angle φ from where its axis of the cross is in the plane of both shafts.
func TestCardan(t *testing.T) {
	run, x := play(t, "testdata/cardan.yaml", "log.every", 10)
	if c := run.World.Constraints().Count(); c.Rank != 2 || c.Mobility != 1 {
		t.Errorf("%v; expected rank 2, mobility 1", &c)
	}
	sin, cos := math.Sincos(0.5)
	for row := range x.rows {
		q := x.of(t, row, "shaft/position", "shaft/velocity", "driven/angular_velocity/y", "driven/angular_velocity/z")
		phi := math.Sin(q[0])
		expect.Within(t, "driven shaft", []float64{cos*q[3] - sin*q[2]},
			[]float64{q[1] * cos / (1 - sin*sin*phi*phi)}, 1e-12)
	}
	if turned := x.of(t, x.last(), "shaft/position")[0]; turned < 10 {
		t.Errorf("the shaft turns by %.3g rad; expected more than a turn", turned)
	}
}

// TestLinkageBeginsInBalance: a linkage that begins in equilibrium stays there, held by its loop, by a spring between
// links, and by a law with an integral or without any; and there is where the search for equilibria finds it.
func TestLinkageBeginsInBalance(t *testing.T) {
	const linkage = "kinetree: 1\nmodel: four_bar\nduration: 0.3\ngravity: [0, -9.81, 0]\n" +
		"initial: {equilibrium: true, position: {crank_joint: -1.3, coupler_joint: 0.8, rocker_joint: -1.2}}\n" +
		"constraints: [{type: point, links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}]\n"
	for _, more := range []string{
		"",
		"force_elements: [{type: spring, links: [world, rocker], at: [[1.5, 0, 0], [0.6, 0, 0]], stiffness: 30}]\n",
		"controller: {type: pid, gains: {crank_joint: {p: 50, i: 20, d: 5}}}\n",
		"prescribed: {crank_joint: {type: hold, to: -1.2}}\n",
	} {
		s, err := scenario.Read([]byte(linkage+more), "run.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Errorf("%s: %v", more, err)
			continue
		}
		begin := slices.Clone(run.World.State().Q)
		if _, err := run.Simulate(t.Context()); err != nil {
			t.Fatal(err)
		}
		x := run.World.State()
		expect.Within(t, "position", x.Q, begin, 1e-9)
		expect.Within(t, "velocity", x.Qd, make([]float64, 3), 1e-8)
		if more != "" {
			continue
		}
		s.Initial.Equilibrium = false
		found, err := prepare.FindEquilibria(s, prepare.Env{})
		if err != nil {
			t.Fatal(err)
		}
		near := math.Inf(1)
		for _, e := range found.List {
			near = min(near, math.Abs(e.Position["crank_joint"][0]-begin[0]))
		}
		if near > 1e-8 {
			t.Errorf("the crank begins at %v; expected one of %v", begin[0], found.List)
		}
	}
}
