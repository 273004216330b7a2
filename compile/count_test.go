package compile

import (
	"math/rand/v2"
	"testing"

	"kinetree/aba"
	"kinetree/models/oracle/golden"
)

// TestCount compares with counts by hand. The pendulum is a point mass of 1 kg on a bar of 1 m: q̈ = τ − g sin q takes
// a sine and a product, and the mass matrix is a number.
func TestCount(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	for name, want := range map[string]Operations{
		"crba": {},
		"rnea": {Additions: 1, Multiplications: 1, Sines: 1},
	} {
		if got, err := Count(m, name); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
	if _, err := Count(m, "cbra"); err == nil {
		t.Error("there is no error of an algorithm that is none")
	}
	for _, name := range []string{"double_pendulum", "ur5", "panda_arm", "branched"} {
		m := golden.Embedded(t, name)
		var last int
		for _, algorithm := range Counted() {
			o, err := Count(m, algorithm)
			// The dynamics of a robot do not depend on a first angle about the vertical.
			if err != nil || o.Sines > m.NV() || o.Sines < m.NV()-3 || algorithm == "kinematics" && o.Roots > 0 {
				t.Errorf("%s, %s: %+v, %v", name, algorithm, o, err)
			}
			last = o.Additions + o.Multiplications
			t.Logf("%s, %s: %+v", name, algorithm, o)
		}
		if last == 0 {
			t.Errorf("%s: nothing is counted", name)
		}
	}
}

// TestCountedIsComputed compares what the counted operations of derivatives compute with package aba at random states,
// to the bit.
func TestCountedIsComputed(t *testing.T) {
	for _, name := range []string{"ur5", "panda_arm", "branched", "rr_arm", "bar_disc", "delta_robot", "disc"} {
		m := golden.Embedded(t, name)
		n, rng := m.NV(), rand.New(rand.NewPCG(3, 4))
		solver, by := aba.NewDerivatives(m), make([]float64, n+3*n*n)
		a, err := counted(m, "aba/derivatives")
		if err != nil {
			t.Fatal(err)
		}
		g, err := a.graph()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 20 {
			in := make([]float64, m.NQ()+2*n)
			q, qd, tau := in[:m.NQ()], in[m.NQ():m.NQ()+n], in[m.NQ()+n:]
			m.Random(q, rng)
			for i := range n {
				qd[i], tau[i] = 2*rng.Float64()-1, 20*rng.Float64()-10
			}
			if err := solver.ForwardDynamics(by[:n], by[n:n+n*n], by[n+n*n:n+2*n*n], by[n+2*n*n:], q, qd, tau,
				nil); err != nil {
				t.Fatal(err)
			}
			got := make([]float64, len(g.Outputs))
			g.Requires = nil // that nothing is out of the ordinary
			g.Evaluate(got, in)
			for i, x := range got {
				if x != by[i] {
					t.Fatalf("%s: result %d is %v, and %v in package aba", name, i, x, by[i])
				}
			}
		}
	}
}
