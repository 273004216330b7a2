package aba_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestSameState asks a solver that takes accelerations from the mass matrix for several in a row, mostly in the same
// few states, and compares their bits with those of a new solver. What it keeps of a state must not show.
func TestSameState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		m := c.Model
		n := m.NV()
		zero := math.Copysign(0, -1)
		rates := [][]float64{c.V, make([]float64, n), make([]float64, n)}
		for i := range n {
			rates[2][i] = zero
		}
		other := append([]float64(nil), c.Q...)
		other[len(other)-1] = math.Nextafter(other[len(other)-1], 9)
		kept, base, d := aba.NewByMassMatrix(m), tree.Rest(), []float64(nil)
		got, want, tau := make([]float64, n), make([]float64, n), make([]float64, n)
		for range 12 {
			if rapid.IntRange(0, 5).Draw(t, "moved") == 0 {
				base = c.BaseMotion()
				kept.MoveBase(base)
			}
			if rapid.IntRange(0, 5).Draw(t, "reused") == 0 {
				base, d = tree.Rest(), nil
				kept.Reuse(m)
			}
			if rapid.IntRange(0, 5).Draw(t, "inverted") == 0 {
				if err := kept.InverseMassMatrix(make([]float64, n*n), other); err != nil {
					t.Fatal(err)
				}
			}
			if rapid.Bool().Draw(t, "augmented") {
				d = make([]float64, n)
				for i := range d {
					d[i] = rapid.SampledFrom([]float64{0, 0.3, math.Inf(1)}).Draw(t, "added")
				}
				kept.Augment(d)
			}
			q := rapid.SampledFrom([][]float64{c.Q, c.Q, other}).Draw(t, "q")
			qd := rapid.SampledFrom(rates).Draw(t, "qd")
			var fext []spatial.Force
			if rapid.IntRange(0, 3).Draw(t, "pushed") == 0 {
				fext = c.Fext
			}
			for i := range tau {
				tau[i] = float64(rapid.SampledFrom([]float64{-1, 0, 2}).Draw(t, "times") * c.Tau[i])
			}
			anew := aba.NewByMassMatrix(m)
			anew.MoveBase(base)
			anew.Augment(d)
			if err := kept.ForwardDynamics(got, q, qd, tau, fext); err != nil {
				t.Fatal(err)
			}
			if err := anew.ForwardDynamics(want, q, qd, tau, fext); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if math.Float64bits(got[i]) != math.Float64bits(want[i]) || kept.Reaction(i) != anew.Reaction(i) {
					t.Fatalf("acceleration and reaction of rate %d are %v and %v, of a new solver %v and %v", i, got[i],
						kept.Reaction(i), want[i], anew.Reaction(i))
				}
			}
		}
	})
}
