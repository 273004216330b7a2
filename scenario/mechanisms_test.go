package scenario_test

import (
	"math"
	"testing"

	"kinetree/models/oracle/expect"
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
