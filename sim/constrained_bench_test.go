package sim_test

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// armWithFourBar returns an arm of nine joints about two axes in turn that carries a four-bar linkage, and what closes
// its loop.
func armWithFourBar(t testing.TB) (*tree.Model, []float64, []constraint.Constraint) {
	r := &urdf.Robot{Name: "arm", Links: []urdf.Link{{Name: "base"}}}
	var q []float64
	parent := "base"
	for i := range 9 {
		name := fmt.Sprintf("link%d", i)
		l := rod(name, 1, 0.3)
		l.Inertial.Inertia.IXX = 1e-3
		j := turning(name, parent, name, 0.3)
		if i%2 == 1 {
			j.Axis = [3]float64{0, 1, 0}
		}
		r.Links, r.Joints = append(r.Links, l), append(r.Joints, j)
		q = append(q, 0.3)
		parent = name
	}
	r.Links = append(r.Links, rod("crank", 1, 0.3), rod("coupler", 2, 0.8), rod("rocker", 1.5, 0.6))
	r.Joints = append(r.Joints, turning("crank", parent, "crank", 0.3), turning("coupler", "crank", "coupler", 0.3),
		turning("rocker", parent, "rocker", 1.2))
	m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	return m, append(q, 1, -0.5, 1.5), []constraint.Constraint{close2(t, m, "coupler", 0.8, "rocker", 0.6)}
}

// BenchmarkLoop times a step of an arm of twelve joints, without and with a loop that closes three of them.
func BenchmarkLoop(b *testing.B) {
	m, q, loop := armWithFourBar(b)
	for _, x := range []struct {
		name string
		list []constraint.Constraint
	}{{"open", nil}, {"closed", loop}} {
		b.Run(x.name, func(b *testing.B) {
			w := expect.World(b, sim.Config{Model: m, Start: sim.Start{Position: q},
				Imposed: sim.Imposed{Constraints: x.list}, Integration: sim.Integration{Step: 1e-3}})
			b.ReportAllocs()
			for range b.N {
				if _, err := w.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoops times a step of 1 ms of linkages with more and more loops: four-bar linkages side by side, which are
// one mechanism of mobility 1, and as many that each stand alone.
func BenchmarkLoops(b *testing.B) {
	for _, n := range []int{10, 40, 100, 1000} {
		b.Run(fmt.Sprintf("row/%d", n), func(b *testing.B) {
			m, q, qd, loops := fourBars(b, n, 1)
			benchmarkSteps(b, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
				Start: sim.Start{Position: q, Velocity: qd}})
		})
		b.Run(fmt.Sprintf("apart/%d", n), func(b *testing.B) {
			r := &urdf.Robot{Name: "apart", Links: []urdf.Link{{Name: "ground"}}}
			var q []float64
			for i := range n {
				left, coupler, right := fmt.Sprintf("left%d", i), fmt.Sprintf("coupler%d", i), fmt.Sprintf("right%d", i)
				r.Links = append(r.Links, rod(left, 1, 1), rod(coupler, 1, 1), rod(right, 1, 1))
				r.Joints = append(r.Joints, turning(left, "ground", left, float64(2*i)),
					turning(coupler, left, coupler, 1), turning(right, "ground", right, float64(2*i+1)))
				q = append(q, 1, -1, 1)
			}
			m := expect.Model(b, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
			var loops []constraint.Constraint
			for i := range n {
				loops = append(loops, close2(b, m, fmt.Sprintf("coupler%d", i), 1, fmt.Sprintf("right%d", i), 1))
			}
			benchmarkSteps(b, sim.Config{Model: m, Imposed: sim.Imposed{Constraints: loops},
				Start: sim.Start{Position: q}})
		})
	}
}

func benchmarkSteps(b *testing.B, c sim.Config) {
	c.Integration.Step = 0.001
	w := expect.World(b, c)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Step(); err != nil {
			b.Fatal(err)
		}
	}
}
