package main

import (
	"math"
	"testing"
)

// TestSwing checks that the pendulum stands upright at last, and that the motor has done the work that this takes: 2 m
// g l = 19.62 J, which is far more than 3 N m times half a turn.
func TestSwing(t *testing.T) {
	summary, swings, err := swing()
	if err != nil {
		t.Fatal(err)
	}
	lean := math.Remainder(summary.End.Position[0]-math.Pi, 2*math.Pi)
	if math.Abs(lean) > 1e-6 || math.Abs(summary.End.Velocity[0]) > 1e-6 {
		t.Errorf("at the end it leans by %v rad and moves at %v rad/s", lean, summary.End.Velocity[0])
	}
	if work := summary.Ledger.EffortWork; math.Abs(work-2*9.81) > 1e-6 {
		t.Errorf("the work is %v J, want %v", work, 2*9.81)
	}
	if swings < 4 || swings > 40 {
		t.Errorf("%d swings", swings)
	}
}
