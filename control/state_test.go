package control_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// TestWholeState asks laws for efforts at random inputs whose efforts a limit cuts: a new law that is given the state
// of another one asks for the same efforts from there on, to the last bit.
func TestWholeState(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	n := m.NV()
	laws := map[string]func() control.Law{}
	for _, windup := range []control.AntiWindup{control.ClampOnly, control.Conditional, control.BackCalculation} {
		for _, filter := range []float64{0, 0.01} {
			for _, measured := range []bool{false, true} {
				c := control.PIDConfig{P: []float64{80, 50}, I: []float64{300, 0}, D: []float64{8, 4},
					Clamp: []float64{3, 3}, AntiWindup: windup, FilterTime: filter, OnMeasurement: measured}
				laws[fmt.Sprintf("pid, %s, filter %v s, on measurement: %v", windup, filter, measured)] =
					func() control.Law {
						l, err := control.NewPID(m, c)
						if err != nil {
							t.Fatal(err)
						}
						return control.Sum(m, l, control.NewGravityCompensation(m))
					}
			}
		}
	}
	laws["state feedback with an integral, a delay and a lag"] = func() control.Law {
		rng := rand.New(rand.NewPCG(3, 4))
		f := control.Feedback{Integral: []bool{true, false}, Period: 0.001, Delay: 0.0025, Lag: 0.004}
		for range n {
			f.K = append(f.K, randoms(rng, 2*n+1+n+3*n))
		}
		return control.NewStateFeedback(m, f)
	}
	for name, law := range laws {
		wholeState(t, m, name, law)
	}
}

// wholeState compares laws that go on from the state of another one with this one.
func wholeState(t *testing.T, m *tree.Model, name string, law func() control.Law) {
	t.Helper()
	n := m.NV()
	rng := rand.New(rand.NewPCG(1, 2))
	first, second := law().(control.Stateful), law().(control.Stateful)
	for k := range 100 {
		in := randomInput(rng, m)
		if k == 0 {
			in.Lost = nil
		}
		got, want := make([]float64, n), make([]float64, n)
		second.SetState(first.AppendState(nil))
		for law, tau := range map[control.Law][]float64{first: want, second: got} {
			if err := law.Effort(tau, in); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, sample %d: a new law with the same state asks for %v; expected %v", name, k, got, want)
			break
		}
		second = law().(control.Stateful)
	}
}

// randomInput returns an input with efforts that were lost.
func randomInput(rng *rand.Rand, m *tree.Model) *control.Input {
	in := &control.Input{Period: 0.001, Q: randoms(rng, m.NQ()), Qd: randoms(rng, m.NV()),
		Reference: reference.NewSetpoint(m), Lost: randoms(rng, m.NV())}
	copy(in.Reference.Q, randoms(rng, m.NQ()))
	return in
}

func randoms(rng *rand.Rand, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(2*rng.Float64()) - 1
	}
	return list
}
