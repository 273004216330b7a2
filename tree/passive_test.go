package tree_test

import (
	"math"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestPassive checks the springs and dampers of joints, some of which follow others, joint by joint: a spring stores
// ½ k x², its effort is what this loses by the coordinate, and dampers lose the power Σ b v² of the joints.
func TestPassive(t *testing.T) {
	r, opts := randrobot.AllKinds()
	for i := range r.Joints {
		r.Joints[i].Dynamics = &urdf.Dynamics{Damping: 0.1 * float64(i+1)}
	}
	m := expect.Model(t, r, opts...)
	var springs []tree.Spring
	followers := 0
	for k, j := range m.Joints() {
		if j.NQ == 1 && j.NV == 1 {
			springs = append(springs, tree.Spring{Joint: k, Stiffness: 3 + float64(k), Rest: 0.1 * float64(k)})
		}
		if j.Leader >= 0 {
			followers++
		}
	}
	if len(springs) < 2 || followers == 0 {
		t.Fatalf("the robot has %d joints for springs and %d followers; the test needs both", len(springs), followers)
	}
	p := m.Passive(springs)
	q, qd := m.Neutral(), randrobot.Vector(5, m.NV())
	m.Integrate(q, q, qd, 0.3)
	energy := func(q []float64) (sum float64) {
		for _, s := range springs {
			j := &m.Joints()[s.Joint]
			x := j.AppendPosition(nil, q)[0] - s.Rest
			sum += s.Stiffness * x * x / 2
		}
		return sum
	}
	if got, want := p.Energy(q), energy(q); math.Abs(got-want) > 1e-13*want {
		t.Errorf("stored energy %v, want %v", got, want)
	}
	const h = 1e-3 // the energy is quadratic, so differences of any step are exact but for rounding
	tau, unit, moved := make([]float64, m.NV()), make([]float64, m.NV()), make([]float64, m.NQ())
	p.AddSpringEffort(tau, q)
	at := func(i int, x float64) float64 {
		unit[i] = x
		m.Integrate(moved, q, unit, 1)
		unit[i] = 0
		return energy(moved)
	}
	for i := range tau {
		if want := -(at(i, h) - at(i, -h)) / (2 * h); math.Abs(tau[i]-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("effort %d of the springs is %v, want %v", i, tau[i], want)
		}
		if want := (at(i, h) - 2*at(i, 0) + at(i, -h)) / (h * h); math.Abs(p.Stiffness[i]-want) > 1e-6*(1+want) {
			t.Errorf("stiffness %d is %v, want %v", i, p.Stiffness[i], want)
		}
	}
	power, got := 0.0, 0.0
	for k := range m.Joints() {
		j := &m.Joints()[k]
		for _, v := range j.AppendRate(nil, qd) {
			power += j.Damping * v * v
		}
	}
	both := make([]float64, m.NV())
	p.AddEffort(both, q, qd)
	for i := range both {
		got -= (both[i] - tau[i]) * qd[i]
	}
	if power == 0 || math.Abs(got-power) > 1e-12*power {
		t.Errorf("dampers lose %v W, want %v", got, power)
	}
	if still := m.Passive(nil); still.Stiffness != nil || still.Energy(q) != 0 {
		t.Errorf("without springs the stiffness is %v", still.Stiffness)
	}
}
