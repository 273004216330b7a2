package identify

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// TestEvaluator compares what is evaluated side by side with what the solvers give alone, bit by bit but for the signs
// of zeros, for numbers of states that leave lanes free, and with states among them that code refuses. Before codePays
// evaluations there is no code.
func TestEvaluator(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range expect.Some(t, 2, "ur5", "panda_arm", "branched", "delta_robot") {
		m := golden.Embedded(t, name)
		for what, of := range map[string]func(*tree.Model) *evaluator{"regressor": regressors,
			"efforts": inverseDynamics} {
			e := of(m)
			side := 0
			for _, count := range []int{1, 3, codePays, 1, 7, 8, 9, 50} {
				states := make([]MotionState, count)
				for i := range states {
					x := MotionState{make([]float64, m.NQ()), make([]float64, m.NV()), make([]float64, m.NV())}
					m.Random(x.Q, rng)
					for k := range x.Qd {
						x.Qd[k], x.Qdd[k] = rng.NormFloat64(), 10*rng.NormFloat64()
					}
					if i%5 == 4 {
						x.Qd[0] = 0x1p70 // beyond what code takes
					}
					states[i] = x
				}
				next, want := 0, make([]float64, len(e.out))
				e.each(count, func(i int, x *MotionState) {
					copy(x.Q, states[i].Q)
					copy(x.Qd, states[i].Qd)
					copy(x.Qdd, states[i].Qdd)
				}, func(i int, _ *MotionState, out []float64) {
					if i != next {
						t.Fatalf("%s of %s: state %d; expected %d", what, name, i, next)
					}
					next++
					e.alone(want, states[i].Q, states[i].Qd, states[i].Qdd)
					for k, y := range want {
						if math.Float64bits(out[k]+0) != math.Float64bits(y+0) {
							t.Fatalf("%s of %s, state %d of %d, number %d: %v, want %v", what, name, i, count, k,
								out[k], y)
						}
					}
				})
				if next != count {
					t.Fatalf("%s of %s: %d of %d states", what, name, next, count)
				}
				if e.batch == nil != (e.done <= codePays) && e.code != nil {
					t.Errorf("%s of %s: code after %d evaluations: %v", what, name, e.done, e.batch != nil)
				}
				if e.batch != nil {
					side = e.batch.Lanes
				}
			}
			t.Logf("%s of %s: %d side by side", what, name, side)
		}
	}
}
