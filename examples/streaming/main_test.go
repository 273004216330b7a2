package main

import (
	"math"
	"slices"
	"testing"

	"kinetree/sim"
)

// TestStream checks that the rows that arrive are those of the log: all of them in order, with the energy that a
// pendulum without friction keeps.
func TestStream(t *testing.T) {
	var times []float64
	var first, last float64
	summary, err := simulate([]float64{1, 1}, 2, func(columns []string, row []float64) bool {
		energy := row[slices.Index(columns, "energy/total")]
		if len(times) == 0 {
			first = energy
		}
		last = energy
		times = append(times, row[0])
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(times) != 201 || summary.Status != sim.Done {
		t.Errorf("%d rows of %s", len(times), summary.Status)
	}
	for i, x := range times {
		if math.Abs(x-0.01*float64(i)) > 1e-9 {
			t.Fatalf("row %d is of %v s", i, x)
		}
	}
	// Of 10 J; rk4 in steps of 1 ms loses some 1e-10 of the energy that moves.
	if math.Abs(last-first) > 1e-7 {
		t.Errorf("the energy goes from %v to %v J", first, last)
	}
}

// TestStop checks that the receiver ends the run: soon after it has said so, for the stream holds a few rows. Row 100,
// the first being that of the start, is of step 990.
func TestStop(t *testing.T) {
	rows := 0
	summary, err := simulate([]float64{3, 0.1}, 60, func([]string, []float64) bool {
		rows++
		return rows < 100
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows != 100 || summary.Status == sim.Done || summary.Steps < 990 || summary.Steps > 3000 {
		t.Errorf("%d rows, %s after %d steps", rows, summary.Status, summary.Steps)
	}
}
