package sim_test

import (
	"math"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/urdf"
)

// TestLineSpringThroughItsAnchor: a mass of 2 kg on a rail swings through the point that its spring of the rest length
// r is fixed to. On each side it is a harmonic oscillator about ±r, from a on x = r + (a − r) cos ωt, which comes to 0
// after arccos(r/(r − a))/ω. Methods keep their order past the instants in which the force turns round: rk4 was off by
// 5e-3 m there, as methods of order 1 are.
func TestLineSpringThroughItsAnchor(t *testing.T) {
	const start, rest, stiffness, mass, end = 1.0, 0.1, 80.0, 2.0, 3.0
	w := math.Sqrt(stiffness / mass)
	quarter := math.Acos(rest/(rest-start)) / w
	n := int(end / quarter)
	if n < 10 {
		t.Fatalf("%d quarters of a swing; expected 10", n)
	}
	since := end - float64(n)*quarter
	if n%2 == 1 {
		since = quarter - since
	}
	want := rest + (start-rest)*math.Cos(w*since)
	if (n+1)/2%2 == 1 {
		want = -want
	}
	m := rail(t, along, func(*urdf.Joint) {})
	link, _ := m.Link("mass")
	off := func(method integrate.Method, step float64) float64 {
		spring := &sim.LineSpring{Links: [2]int{-1, link}, Stiffness: stiffness, Rest: rest}
		w := expect.World(t, sim.Config{Model: m, Forces: []sim.ForceElement{spring},
			Start: sim.Start{Position: []float64{start}}, Integration: sim.Integration{Step: step, Method: method}})
		expect.Run(t, w, end)
		return math.Abs(w.State().Q[0] - want)
	}
	coarse, fine := off(integrate.RK4Method, 0.02), off(integrate.RK4Method, 0.01)
	if order := math.Log2(coarse / fine); math.Abs(order-4) > 0.5 || fine > 1e-5 {
		t.Errorf("rk4 is off by %.3g m and %.3g m, order %.2f; expected 4", coarse, fine, order)
	}
	if x := off(integrate.DormandPrinceMethod, 0.01); x > 1e-7 { // a hundred times the accuracy of its steps
		t.Errorf("dormand-prince is off by %.3g m", x)
	}
}

// TestLineSpringPastItsAnchor: a mass in the plane that misses the anchor of its spring by a tenth of a step keeps its
// energy, with the angular momentum about the anchor: that the line turns round within a step is no other force.
func TestLineSpringPastItsAnchor(t *testing.T) {
	m := onPlane(t, 0.1)
	skate, _ := m.Link("skate")
	spring := &sim.LineSpring{Links: [2]int{-1, skate}, Stiffness: 40, Rest: 0.1}
	w := expect.World(t, sim.Config{Model: m, Forces: []sim.ForceElement{spring},
		Start:       sim.Start{Position: []float64{1, 0, 0}, Velocity: []float64{0, 0.02, 0}},
		Integration: sim.Integration{Method: integrate.DormandPrinceMethod, Step: 0.01}})
	expect.Run(t, w, 3)
	q, v := w.State().Q, w.State().Qd
	l := math.Hypot(q[0], q[1])
	energy := (v[0]*v[0]+v[1]*v[1])/2 + 20*(l-0.1)*(l-0.1)
	expect.Within(t, "energy and momentum", []float64{energy, q[0]*v[1] - q[1]*v[0]},
		[]float64{0.02*0.02/2 + 20*0.9*0.9, 0.02}, 1e-6)
}
