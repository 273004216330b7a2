package main

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestRegular checks that the motion of the long runs is not chaotic, so that they can be repeated: what differs by
// 1e-9 rad at the start differs by some hundred times as much after 1000 s, as for motions that are periodic in two
// angles. In the chaotic motion with more energy it grows to the size of the pendulum.
func TestRegular(t *testing.T) {
	end := full.long
	if testing.Short() {
		end = 200
	}
	apart := func(from []float64) float64 {
		_, a, err := measureDrift("rk4", from, end)
		if err != nil {
			t.Fatal(err)
		}
		_, b, err := measureDrift("rk4", []float64{from[0] + 1e-9, from[1]}, end)
		if err != nil {
			t.Fatal(err)
		}
		return math.Hypot(a[0]-b[0], a[1]-b[1])
	}
	if x := apart(swingFrom); x > 1e-9*5*end {
		t.Errorf("the motions are %v rad apart at the end", x)
	}
	if x := apart([]float64{2, 0.5}); x < 1e-4 {
		t.Errorf("the chaotic motions are %v rad apart only, so this test says nothing", x)
	}
}

// TestPage measures rows of docs/accuracy.md again, with the methods that take least time: the page is that of this
// code.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("two runs of 1000 s take some seconds; the rows of docs/accuracy.md are not compared")
	}
	page, err := os.ReadFile("../../docs/accuracy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"semi-implicit", "midpoint"} {
		d, _, err := measureDrift(name, swingFrom, full.long)
		if err != nil {
			t.Fatal(err)
		}
		if row := d.row(); !strings.Contains(string(page), "\n"+row+"\n") {
			t.Errorf("docs/accuracy.md does not have the row\n%s\nrun `go run ./cmd/accuracy`", row)
		}
	}
}
