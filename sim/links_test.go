package sim_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestLinkSignals logs links of a robot with joints of all kinds and a floating base: the velocities are the
// differences of the positions, and the accelerations those of the velocities, in the world. So are those of the base
// in its own axes.
func TestLinkSignals(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	links := []int{len(m.Links()) - 1, 2}
	log, h := &table{}, 1e-4
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.DormandPrinceMethod,
		Step: h},
		Start: sim.Start{Velocity: randrobot.Vector(4, m.NV())},
		Log:   sim.Log{Sink: log, Signals: []sim.Signals{sim.LinkSignals(m, sim.BaseCourse{}, links...)}}})
	expect.Run(t, w, 10*h)
	column := func(names ...string) (rows [11][]float64) {
		for _, name := range names {
			for i, x := range log.column(t, name) {
				rows[i] = append(rows[i], x)
			}
		}
		return rows
	}
	vector := func(of, name string) [11][]float64 {
		return column(of+"/"+name+"/x", of+"/"+name+"/y", of+"/"+name+"/z")
	}
	// Central differences of order 4 of motions of some rad/s have errors near 1e-12/h of rounding.
	derivative := func(what string, of, is [11][]float64) {
		t.Helper()
		for i := 2; i < 9; i++ {
			for k := range of[i] {
				got := (of[i-2][k] - 8*of[i-1][k] + 8*of[i+1][k] - of[i+2][k]) / (12 * h)
				if math.Abs(got-is[i][k]) > 1e-6*(1+math.Abs(got)) {
					t.Errorf("%s: component %d of row %d changes by %v per second, and is %v", what, k, i, got,
						is[i][k])
				}
			}
		}
	}
	for _, l := range links {
		name := m.Links()[l].Name
		derivative(name+" position", vector(name, "position"), vector(name, "linear_velocity"))
		derivative(name+" linear velocity", vector(name, "linear_velocity"), vector(name, "linear_acceleration"))
		derivative(name+" angular velocity", vector(name, "angular_velocity"), vector(name, "angular_acceleration"))
		// The orientation turns by ω: q(t + h) q(t)* is a turn of ω h, to order 3 of steps on both sides.
		turn := column(name+"/orientation/w", name+"/orientation/x", name+"/orientation/y", name+"/orientation/z")
		omega := vector(name, "angular_velocity")
		for i := 1; i < 10; i++ {
			a, b := quaternion(turn[i-1]), quaternion(turn[i+1])
			twist := spatial.Log(b.Mul(a.Conjugate()), [3]float64{})
			for k := range 3 {
				if x := twist.Ang[k] / (2 * h); math.Abs(x-omega[i][k]) > 1e-5 {
					t.Errorf("%s turns by %v, and its velocity is %v", name, x, omega[i][k])
				}
			}
		}
	}
	derivative("base linear velocity", vector("base", "linear_velocity"), vector("base", "linear_acceleration"))
	derivative("base angular velocity", vector("base", "angular_velocity"), vector("base", "angular_acceleration"))
	signals, row := sim.LinkSignals(m, sim.BaseCourse{}, links...), make([]float64, 0, 38)
	if a := testing.AllocsPerRun(10, func() { signals.Append(row, w.State()) }); a != 0 {
		t.Errorf("%v allocations", a)
	}
	for _, name := range log.columns {
		if _, known := m.LogColumns()[name]; !known && name != "time" && !tree.IsOtherLogColumn(name) {
			t.Errorf("readers of logs would refuse the column %s", name)
		}
	}
	if i := slices.Index(log.columns, "base/angular_acceleration/z"); log.columns[i-18] != "base/position/x" {
		t.Errorf("the columns of the base do not follow each other: %v", log.columns[:25])
	}
}

// quaternion returns that of w, x, y, z.
func quaternion(x []float64) mgl64.Quat { return mgl64.Quat{W: x[0], V: mgl64.Vec3(x[1:4])} }
