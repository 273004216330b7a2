package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// madeUp returns the text of a robot as nobody would build it: a chain, a tree, a hand or the like of up to so many
// joints, of masses from 1e-9 to 1e3 kg, dampers of up to 1e4 N m s/rad, friction, ranges of 1e-4 rad, followers, and
// some with limits that are exchanged. A third of them float.
func madeUp(seed uint64, joints int) string {
	rng := rand.New(rand.NewPCG(seed, 15))
	power := func(low, high float64) float64 { return math.Pow(10, low+(high-low)*rng.Float64()) }
	around := func(x float64) float64 { return x * (2*rng.Float64() - 1) }
	some := func(share, low, high float64) float64 {
		if rng.Float64() < share {
			return power(low, high)
		}
		return 0
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<robot name='madeup%d'>\n", seed)
	link := func(i int, mass, size float64) {
		x, y, z := size*rng.Float64(), size*rng.Float64(), size*rng.Float64()
		fmt.Fprintf(&b, "<link name='l%d'><inertial><origin xyz='%g %g %g'/><mass value='%g'/><inertia ixx='%g' "+
			"iyy='%g' izz='%g' ixy='0' ixz='0' iyz='0'/></inertial></link>\n", i,
			around(size), around(size), around(size), mass,
			mass/12*(y*y+z*z), mass/12*(x*x+z*z), mass/12*(x*x+y*y))
	}
	link(0, 1, 1)
	form, wide, leaders := rng.IntN(4), rng.IntN(3) > 0, []int(nil)
	if rng.IntN(3) == 0 {
		b.WriteString("<link name='world'/><joint name='free' type='floating'><parent link='world'/>" +
			"<child link='l0'/></joint>\n")
	}
	for i := 1; i <= joints; i++ {
		mass, size := power(-3, 1), power(-2, -0.3)
		if wide {
			mass, size = power(-9, 3), power(-3, 0)
		}
		link(i, mass, size)
		parent := i - 1 // a chain
		switch {
		case form == 0:
			parent = max(0, i-1-rng.IntN(4))
		case form == 1 && i%4 == 1:
			parent = 0 // fingers
		}
		kind := []string{"revolute", "revolute", "revolute", "continuous", "prismatic"}[rng.IntN(5)]
		fmt.Fprintf(&b, "<joint name='j%d' type='%s'><parent link='l%d'/><child link='l%d'/><origin xyz='%g %g %g' "+
			"rpy='%g %g %g'/><axis xyz='%g %g %g'/><dynamics damping='%g' friction='%g'/>", i, kind, parent, i,
			around(size), around(size), around(size), around(3), around(3), around(3), around(1), around(1), around(1),
			some(0.5, -3, 4), some(0.3, -4, 2))
		if kind != "continuous" {
			width := power(-4, 0.5)
			lower := -width * []float64{0, 1, rng.Float64()}[rng.IntN(3)]
			upper := lower + width
			if rng.IntN(8) == 0 {
				lower, upper = upper, lower
			}
			fmt.Fprintf(&b, "<limit lower='%g' upper='%g' effort='1' velocity='1'/>", lower, upper)
		}
		if len(leaders) > 0 && rng.IntN(12) == 0 {
			fmt.Fprintf(&b, "<mimic joint='j%d' multiplier='%g'/>", leaders[rng.IntN(len(leaders))],
				[]float64{1, -1, 0.5, 2}[rng.IntN(4)])
		} else {
			leaders = append(leaders, i)
		}
		b.WriteString("</joint>\n")
	}
	b.WriteString("</robot>\n")
	return b.String()
}

// TestMadeUp runs made-up robots for a second, of which limits that are exchanged are none. Each must reach the end
// without a drift of 1 % of the energy that moved, and impacts must take energy. The parts into which events cut the
// 1000 steps are bounded: in robots that rattle all the time each rate may have three events a step, and there may be a
// few more from which on that counts.
func TestMadeUp(t *testing.T) {
	type made struct {
		seed   uint64
		joints int
	}
	list := []made{{1, 5}, {2, 8}, {3, 12}}
	if !testing.Short() {
		for seed := range uint64(12) {
			list = append(list, made{100 + seed, 10 + int(seed)})
		}
		list = append(list, made{7, 100})
	}
	for _, x := range list {
		name := fmt.Sprintf("made up by seed %d of %d joints", x.seed, x.joints)
		runMadeUp(t, name, madeUp(x.seed, x.joints), x.joints)
	}
}

// runMadeUp runs the robot of a text.
func runMadeUp(t *testing.T, name, text string, joints int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "robot.urdf")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s := scenario.Default()
	s.Model.File, s.Duration, s.Limits.Steps = file, duration, 1000*(20+3*joints)
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	o, err := run.Simulate(t.Context())
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if o == nil {
		return
	}
	l := o.Ledger
	if !(o.DriftShare < accurate) || !(l.StopLoss >= -1e-9*l.Moved) || !(l.FrictionLoss >= 0) {
		t.Errorf("%s: the drift is %v of the energy that moved, stops took %v J and friction %v J of %v J", name,
			o.DriftShare, l.StopLoss, l.FrictionLoss, l.Moved)
	}
}
