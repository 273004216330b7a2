package sim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
)

// TestGeneralRates: the skate of TestKnifeEdge, whose blade is a row on velocities that a program gives. Their
// derivatives are differences of order 4, which are off by some 1e-11 there.
func TestGeneralRates(t *testing.T) {
	const w, down = 2, 9.81 / 2
	m := onPlane(t, 0.1, tree.WithGravity(mgl64.Vec3{down, 0, -9.81 * 0.8660254037844386}))
	world := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 0.002},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.General{Name: "blade", Rows: 1,
			Set: func(A, b []float64, _ float64, q []float64) { A[0], A[1] = -math.Sin(q[2]), math.Cos(q[2]) }}}},
		Start: sim.Start{Velocity: []float64{0, 0, w}}})
	s := expect.Run(t, world, 1)
	a := down / (2 * w * w)
	expect.Within(t, "skate", world.State().Q[:2],
		[]float64{a * math.Pow(math.Sin(w), 2), a * (w - math.Sin(2*w)/2)}, 1e-9)
	if math.Abs(s.Ledger.Drift) > 1e-8 {
		t.Errorf("the energy drifts by %v J", s.Ledger.Drift)
	}
}

// TestGeneralPosition: the particle of TestMovingCircle in Cartesian coordinates, x² + y² = a² with a = 1 + t/2, a row
// on positions that a program gives. The angle at the end is 4/3.
func TestGeneralPosition(t *testing.T) {
	m := onPlane(t, 0.1, tree.WithGravity(mgl64.Vec3{}))
	circle := func(t float64) (a, rate float64) { return 1 + t/2, 0.5 }
	w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{1, 0, 0},
		Velocity: []float64{0.5, 2, 0}, AsIs: true},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.General{Name: "circle", Rows: 1,
			Set: func(A, b []float64, t float64, q []float64) {
				a, rate := circle(t)
				A[0], A[1], b[0] = q[0], q[1], a*rate
			},
			Position: func(dst []float64, t float64, q []float64) {
				a, _ := circle(t)
				dst[0] = (q[0]*q[0] + q[1]*q[1] - a*a) / 2
			}}}}})
	expect.Run(t, w, 1)
	expect.Within(t, "particle", w.State().Q[:2], []float64{1.5 * math.Cos(4.0/3), 1.5 * math.Sin(4.0/3)}, 1e-9)
}

// TestGeneralErrors: rows without a function, or none, are refused by the constraint's name.
func TestGeneralErrors(t *testing.T) {
	for _, c := range []*constraint.General{{Name: "mine", Rows: 1},
		{Name: "mine", Set: func(A, b []float64, t float64, q []float64) {}}} {
		_, err := sim.New(sim.Config{Model: onPlane(t, 0.1),
			Imposed: sim.Imposed{Constraints: []constraint.Constraint{c}}})
		if err == nil || !strings.Contains(err.Error(), `constraint "mine": it has `) {
			t.Errorf("%d rows: %v", c.Rows, err)
		}
	}
}
