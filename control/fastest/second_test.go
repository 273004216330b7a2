package fastest

import (
	"math"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/sim"
)

// TestSecondAlgorithm compares both methods where both apply: without limits of the jerk the barrier method finds no
// faster motion than that of reachable sets, and one that is nearly as fast. It is slower, because its u does not jump.
func TestSecondAlgorithm(t *testing.T) {
	for _, name := range []string{"ur5", "panda_arm", "double_pendulum", "rr_arm"} {
		m := expect.Model(t, expect.Robot(t, name))
		n := m.NV()
		l := NewPathLimits(m)
		for k := range n {
			if math.IsInf(l.Effort[k], 1) {
				l.Effort[k] = 60
			}
			l.Acceleration[k], l.Deceleration[k] = 20, 15
		}
		var points [][]float64
		for i := range 4 {
			p := make([]float64, n)
			ranges, _ := m.Ranges()
			for k, j := range m.Joints() {
				low, high := math.Max(-2, ranges[k].Lower), math.Min(2, ranges[k].Upper)
				p[j.Q] = (low+high)/2 + 0.3*(high-low)*math.Sin(float64(5*i*(k+1)+k))
			}
			points = append(points, p)
		}
		route, err := NewRoute(m, points, Smooth)
		if err != nil {
			t.Fatal(err)
		}
		p := &PathTask{Route: route, Limits: l, Passive: sim.Passive(m, make([]sim.JointExtras, len(m.Joints())),
			false)}
		cells, err := p.grid(0, route.Length(), 300, l)
		if err != nil {
			t.Fatal(err)
		}
		hard := reach(cells)
		times := hard.times()
		second, gap, err := soften(cells, l, hard)
		if err != nil {
			t.Fatal(err)
		}
		slow := second.times()
		got, want := slow[len(slow)-1], times[len(times)-1]
		t.Logf("%s: %v s by reachable sets, %v s by the barrier method, gap %v s", name, want, got, gap)
		if got < want*(1-1e-4) || got > want*1.02 {
			t.Errorf("%s: %v s by the barrier method, %v s by reachable sets; expected no less, and 2 %% more at "+
				"most", name,
				got, want)
		}
	}
}
