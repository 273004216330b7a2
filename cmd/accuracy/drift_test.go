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
	if testing.Short() {
		t.Skip("with -short, no pair of motions is followed for 1000 s")
	}
	end := full.long
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

// TestProblemRows measures the cheap runs of the problems again: what docs/accuracy.md says of them is of this code.
func TestProblemRows(t *testing.T) {
	page, err := os.ReadFile("../../docs/accuracy.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..") // to the reference trajectory
	compared := 0
	for _, prepare := range problems {
		p, err := prepare()
		if err != nil {
			t.Fatal(err)
		}
		c, err := measure(p, effort{most: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		_, section, found := strings.Cut(string(page), "\n## "+c.title+"\n")
		if !found {
			t.Fatalf("docs/accuracy.md has no section %s", c.title)
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, one := range c.curves {
			_, row, _ := strings.Cut(section, "\n| `"+one.method.Name+"` | ")
			row, _, _ = strings.Cut(row, "\n")
			cells := strings.Split(row, " | ")
			for i, goal := range goals {
				x, ok := one.cheapest(goal)
				if !ok {
					continue
				}
				compared++
				if cells[i] != x.String() {
					t.Errorf("%s, %s, error %v: docs/accuracy.md has %q; expected %q: run `go run ./cmd/accuracy`",
						c.title, one.method.Name, goal, cells[i], x)
				}
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d cells were compared; expected at least 20", compared)
	}
}
