package rnea_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
)

// TestGravity compares gravity efforts with inverse dynamics at rest, which passes forces on, on robots with joints of
// all kinds and mimicry, their base fixed, floating or moved. They differ by rounding: terms are some times as large as
// the largest effort.
func TestGravity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 10)
		s := rnea.New(c.Model)
		if rapid.Bool().Draw(t, "moved") {
			s.MoveBase(c.BaseMotion())
		}
		n := c.Model.NV()
		got, want, zero := make([]float64, n), make([]float64, n), make([]float64, n)
		s.InverseDynamics(want, c.Q, zero, zero, nil)
		s.Gravity(got, c.Q)
		limit := 1e-11 * math.Max(1, floats.Norm(want, math.Inf(1)))
		if d := floats.Distance(got, want, math.Inf(1)); !(d <= limit) {
			t.Fatalf("efforts %v, want %v: off by %.3g, limit %.3g", got, want, d, limit)
		}
	})
}
