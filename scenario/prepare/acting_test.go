package prepare_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// openLoop writes the linkage whose URDF closes a loop and returns a scenario with it.
func openLoop(t *testing.T, keys string) *scenario.Scenario {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "four_bar.urdf"), []byte(looped), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("{kinetree: 1, model: four_bar.urdf, gravity: [0, -9.81, 0], "+keys+"}"), "run.yaml",
		dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEquilibriaOfLoops checks that the loop of a URDF and the same as a constraint of a scenario have the same
// equilibria, as many as there are: each extremum of the potential along the motion of the linkage, of which the
// sequence in the angle of the crank is found here on a grid, and no position twice for turns of its joints.
func TestEquilibriaOfLoops(t *testing.T) {
	const torque = 2
	closed, err := prepare.FindEquilibria(openLoop(t, "efforts: {j1: 2}"), prepare.Env{})
	if err != nil {
		t.Fatal(err)
	}
	ready, err := scenario.Open("four_bar_loop", nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := prepare.FindEquilibria(ready, prepare.Env{})
	if err != nil {
		t.Fatal(err)
	}
	// The crank at angle x: the rocker is on either side of the line from the crank's tip to its own joint.
	potential := func(x, side float64) float64 {
		px, py := 0.3*math.Cos(x), 0.3*math.Sin(x)
		dx, dy := 0.9-px, -py
		d := math.Hypot(dx, dy)
		along := (d*d + 0.64 - 0.36) / (2 * d)
		across := side * math.Sqrt(0.64-along*along)
		tip := py + (along*dy+across*dx)/d
		return 9.81*(1*py/2+2*(py+tip)/2+1.5*tip/2) - torque*x
	}
	want, h := 0, 2*math.Pi/10000
	for _, side := range []float64{1, -1} {
		for i := range 10000 {
			x := float64(i) * h
			rise := potential(x+h, side) - potential(x, side)
			if (rise > 0) != (potential(x+2*h, side)-potential(x+h, side) > 0) {
				want++
			}
		}
	}
	if len(closed.List) != want || len(other.List) != want || want < 2 {
		t.Fatalf("%d equilibria of the loop and %d with the constraint; expected %d", len(closed.List),
			len(other.List), want)
	}
	for i, e := range closed.List {
		x, y := e.Position["j1"][0], other.List[i].Position["crank_joint"][0]
		if math.Abs(x-y) > 1e-6 || e.Stable != other.List[i].Stable {
			t.Errorf("the crank is in equilibrium at %v and with the constraint at %v", x, y)
		}
	}
}

// TestEquilibriumWithForceElement checks a weightless pendulum of 1 kg and 1 m on a spring and damper across it: at
// the spring's rest length the modes are those of λ² + c λ + k = 0.
func TestEquilibriumWithForceElement(t *testing.T) {
	const k, c = 50, 3.0
	s, err := scenario.Read([]byte("{kinetree: 1, model: pendulum, gravity: [0, 0, 0], force_elements: "+
		"[{type: spring, links: [world, bob], at: [[0.7, 0, -1], [0, 0, -1]], stiffness: 50, damping: 3, "+
		"rest: 0.7}]}"), "run.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	found, err := prepare.FindEquilibria(s, prepare.Env{})
	if err != nil {
		t.Fatal(err)
	}
	near := false
	for _, e := range found.List {
		if math.Abs(e.Position["hinge"][0]) > 1e-9 {
			continue
		}
		near = true
		x := e.Eigenvalues[0] // differences of order 4 in steps of 1e-3 are exact to 1e-9
		if !e.Stable || math.Abs(x[0]+c/2) > 1e-8 || math.Abs(math.Abs(x[1])-math.Sqrt(k-c*c/4)) > 1e-8 {
			t.Errorf("the modes are %v; expected %v and %v", e.Eigenvalues, -c/2, math.Sqrt(k-c*c/4))
		}
	}
	if !near {
		t.Errorf("equilibria %v; expected one at 0", found.List)
	}
}

// TestTimeless checks that motions over time are refused where there is no time.
func TestTimeless(t *testing.T) {
	s := openLoop(t, "prescribed: {j1: {type: hold}}, base_motion: {z: {type: hold}}")
	_, err := prepare.FindEquilibria(s, prepare.Env{})
	if err == nil || !strings.Contains(err.Error(), "prescribed") || !strings.Contains(err.Error(), "base_motion") {
		t.Errorf("%v; expected errors about both", err)
	}
	if err := s.CheckLinear(); err == nil || !strings.Contains(err.Error(), "base_motion") {
		t.Errorf("%v; expected an error about the base", err)
	}
}
