package compile

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"kinetree/compile/machine"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// robots calls f with all embedded models, those beside the checkout, and many random trees of all kinds of joints.
func robots(t *testing.T, f func(t *testing.T, m *tree.Model, random bool)) {
	count := 0
	run := func(r *urdf.Robot, random bool, opts ...tree.Option) {
		m, err := tree.Build(r, opts...)
		if err != nil {
			t.Fatal(err)
		}
		if m.NV() == 0 {
			return
		}
		count++
		f(t, m, random)
	}
	for _, name := range models.Names() {
		r, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		run(r, false)
		if count%4 == 0 || !testing.Short() {
			run(r, false, tree.WithFloatingBase())
		}
	}
	if count < 10 {
		t.Errorf("%d embedded models; expected more", count)
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "shared", "golden", "urdf", "*.urdf"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no robots are beside the checkout")
	}
	for _, name := range expect.Some(t, 3, files...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := urdf.Parse(strings.NewReader(string(data)), name)
		if r == nil {
			t.Fatal(err)
		}
		run(r, false)
	}
	many := uint64(300)
	if testing.Short() {
		many = 10
	}
	for seed := range many {
		r, opts := randrobot.Any(seed, 1+int(seed%9))
		for k := range r.Joints {
			if j := &r.Joints[k]; seed%3 == 0 && j.Type == urdf.Revolute {
				opts = append(opts, tree.WithArmature(j.Name, 0.1*float64(k)))
			}
		}
		run(r, true, opts...)
	}
	t.Logf("%d robots", count)
}

// fill puts a random state into each lane.
func fill(b *Batch, rng *rand.Rand) {
	m := b.algorithm.model
	q := make([]float64, m.NQ())
	for lane := range b.Lanes {
		m.Random(q, rng)
		for i, x := range q {
			b.Q[i*b.Lanes+lane] = x
		}
	}
	for _, part := range b.in[1:4] {
		for i := range part {
			if part[i] = 10 * rng.NormFloat64(); rng.IntN(8) == 0 {
				part[i] = 0
			}
		}
	}
}

// compare compares a batch with the Go code, bit by bit, and returns how many of its states code has computed.
func compare(t *testing.T, b *Batch, rng *rand.Rand) (compiled int) {
	t.Helper()
	want := make([]float64, len(b.out))
	for range 3 {
		fill(b, rng)
		var fault bool
		for lane := range b.Lanes {
			fault = b.general(lane) != nil || fault
		}
		copy(want, b.out)
		clear(b.out)
		if b.frame != nil {
			for met := b.frame.Run(); met != 0; met &= met - 1 {
				compiled++
			}
		}
		if err := b.Run(); err != nil != fault {
			t.Fatalf("%s: %v, in Go a fault: %v", b.algorithm.model.Name(), err, fault)
		}
		if fault {
			continue
		}
		for i, x := range want {
			if math.Float64bits(b.out[i]) != math.Float64bits(x) {
				t.Fatalf("%s, number %d of %d lanes: %v, want %v", b.algorithm.model.Name(), i, b.Lanes, b.out[i], x)
			}
		}
	}
	return compiled
}

// TestBatch compares all algorithms on all robots, in all instruction sets of the machine, with the Go code.
func TestBatch(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the code of a robot leaves megabytes behind
	rng := rand.New(rand.NewPCG(1, 2))
	states, compiled, turn, without, by := 0, 0, 0, map[string]int{}, map[string]int{}
	robots(t, func(t *testing.T, m *tree.Model, random bool) {
		turn++ // other instruction sets get wrenches
		for _, set := range machine.InstructionSets() {
			if set.Check() != nil {
				continue
			}
			t.Setenv(Variable, set.Name)
			if turn++; testing.Short() && rng.IntN(12) != 0 {
				continue // the other instruction sets have other robots
			}
			for _, wrenches := range expect.Some(t, 1, turn%2 == 0, turn%2 == 1) {
				o := Options{Lanes: set.Lanes, Wrenches: wrenches}
				o.Gravity = wrenches
				factors := o
				factors.MassMatrix = true
				batches := []*Batch{ForwardDynamics(m, o), ForwardDynamics(m, factors), InverseDynamics(m, o),
					MassMatrix(m, o), ForwardDynamicsDerivatives(m, o)}
				if !wrenches && turn%2 == 1 { // its code is the longest, and wrenches do not matter
					batches = append(batches, Regressor(m, o), Kinematics(m, o))
					if m.NV() < 12 {
						batches = append(batches, Jacobians(m, o))
					}
				}
				for _, b := range batches {
					name, reason := b.Code()
					if reason != nil {
						without[reason.Error()]++
					} else if name != set.Name {
						t.Fatalf("%s is used where it should be %s", name, set.Name)
					}
					n := compare(t, b, rng)
					by[fmt.Sprintf("%s of %d lanes", name, b.Lanes)] += n
					compiled += n
					states += 3 * b.Lanes
				}
				if random {
					break // others of them get the other
				}
			}
		}
	})
	t.Logf("code has computed %d of %d states: %v; batches without code: %v", compiled, states, by, without)
	t.Setenv(Variable, "")
	if _, reason := ForwardDynamics(expect.Model(t, mustRobot(t, "ur5")), Options{}).Code(); reason != nil {
		t.Skipf("no code runs here: %v", reason)
	}
	if compiled < states*9/10 {
		t.Errorf("code has computed %d of %d states; expected nearly all", compiled, states)
	}
}

// TestUse compares batches in whose lanes are models with other masses, inertias and places of joints with the Go code
// of each.
func TestUse(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	states, compiled, kept, none := 0, 0, 0, false
	random := uint64(60)
	if testing.Short() {
		random = 2
	}
	for seed := range random + 1 {
		for _, o := range []Options{{Inertias: true}, {Placements: true}, {Inertias: true, Placements: true,
			Gravity: true}, {Inertias: true, Wrenches: true}} {
			r, opts := mustRobot(t, "ur5"), []tree.Option(nil)
			if seed > 0 {
				r, opts = randrobot.Any(seed, 1+int(seed%7))
			}
			m, err := tree.Build(r, opts...)
			if err != nil {
				t.Fatal(err)
			}
			all := []func(*tree.Model, Options) *Batch{ForwardDynamics, InverseDynamics, MassMatrix,
				ForwardDynamicsDerivatives}
			if seed%4 == 0 { // its code is the longest
				all = append(all, Regressor, Kinematics, Jacobians)
			}
			for _, make := range all {
				b := make(m, o)
				_, reason := b.Code()
				none = none || reason != nil
				for lane := 1; lane < b.Lanes; lane++ {
					other := *r
					other.Links, other.Joints = slices.Clone(r.Links), slices.Clone(r.Joints)
					for i := range other.Links {
						if in := other.Links[i].Inertial; in != nil && o.Inertias {
							c := *in
							scale := 0.5 + rng.Float64()
							c.Mass *= scale
							a := &c.Inertia
							for _, x := range []*float64{&a.IXX, &a.IXY, &a.IXZ, &a.IYY, &a.IYZ, &a.IZZ} {
								*x *= scale
							}
							c.Origin.XYZ[rng.IntN(3)] += float64(0.01 * rng.Float64())
							other.Links[i].Inertial = &c
						}
					}
					for i := range other.Joints {
						if o.Placements && r.Joints[i].Type != urdf.Fixed {
							other.Joints[i].Origin.XYZ[rng.IntN(3)] += float64(0.1 * rng.Float64())
						}
					}
					n, err := tree.Build(&other, opts...)
					if err != nil {
						t.Fatal(err)
					}
					if !m.SameStructure(n) {
						kept++ // a joint with poses for positions has moved
						continue
					}
					if err := b.Use(lane, n); err != nil {
						t.Fatal(err)
					}
				}
				compiled += compare(t, b, rng)
				states += 3 * b.Lanes
			}
		}
	}
	t.Logf("code has computed %d of %d states; %d models have another structure", compiled, states, kept)
	if !none && (compiled < states*9/10 || kept > states/6) {
		t.Errorf("code has computed %d of %d states, %d models had another structure; expected nearly all, and few",
			compiled, states, kept)
	}
}

// TestUseOthers checks that a batch takes no models but those that it can compute with, and says why.
func TestUseOthers(t *testing.T) {
	m := expect.Model(t, mustRobot(t, "ur5"))
	heavy, long, huge := mustRobot(t, "ur5"), mustRobot(t, "ur5"), mustRobot(t, "ur5")
	heavy.Links[3].Inertial.Mass++
	long.Joints[3].Origin.XYZ[2] += 0.5
	huge.Links[3].Inertial.Mass = 1e16
	for _, c := range []struct {
		o    Options
		m    *tree.Model
		want string
	}{
		{Options{}, expect.Model(t, heavy), "the inertias of the model ur5 differ"},
		{Options{Placements: true}, expect.Model(t, heavy), "the option Inertias"},
		{Options{Inertias: true}, expect.Model(t, long), "the option Placements"},
		{Options{Inertias: true}, expect.Model(t, huge), "expected magnitudes up to 1e+15"},
		{Options{Inertias: true}, expect.Model(t, mustRobot(t, "panda_arm")), "expected one with the same joints"},
		{Options{Inertias: true}, expect.Model(t, heavy), ""},
		{Options{Placements: true}, expect.Model(t, long), ""},
	} {
		err := ForwardDynamics(m, c.o).Use(0, c.m)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v; expected %q", c.o, err, c.want)
		}
	}
}

// TestUsePlaces checks that a batch that computes poses of links takes no model whose links have other places on their
// bodies.
func TestUsePlaces(t *testing.T) {
	m, moved := expect.Model(t, mustRobot(t, "ur5")), mustRobot(t, "ur5")
	for i := range moved.Joints {
		if j := &moved.Joints[i]; j.Child == "tool0" {
			j.Origin.XYZ[2] += 0.1
		}
	}
	o := Options{Inertias: true, Placements: true}
	for _, b := range []*Batch{Kinematics(m, o), Jacobians(m, o)} {
		if err := b.Use(0, expect.Model(t, moved)); err == nil || !strings.Contains(err.Error(), "other places") {
			t.Errorf("%v; expected that links have other places", err)
		}
	}
	if err := InverseDynamics(m, o).Use(0, expect.Model(t, moved)); err != nil {
		t.Error(err)
	}
}

func mustRobot(t testing.TB, name string) *urdf.Robot {
	t.Helper()
	r, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNeighbours checks that states with which code cannot do are computed in Go, and change no other lane.
func TestNeighbours(t *testing.T) {
	m := expect.Model(t, mustRobot(t, "ur5"))
	rng := rand.New(rand.NewPCG(3, 4))
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1 << 21, 1e308} {
		b := ForwardDynamics(m, Options{})
		fill(b, rng)
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		want := append([]float64(nil), b.Qdd...)
		for _, part := range b.in {
			if len(part) == 0 {
				continue
			}
			kept := part[0]
			part[0] = bad
			_ = b.Run()
			part[0] = kept
			for i, x := range want {
				if i%b.Lanes != 0 && math.Float64bits(b.Qdd[i]) != math.Float64bits(x) {
					t.Fatalf("a neighbour with %v: number %d is %v, want %v", bad, i, b.Qdd[i], x)
				}
			}
		}
	}
}

// TestSingular checks that a joint that moves no inertia gives an error in its lane, and no other.
func TestSingular(t *testing.T) {
	r := mustRobot(t, "pendulum")
	for k := range r.Links {
		r.Links[k].Inertial = nil
	}
	b := ForwardDynamics(expect.Model(t, r), Options{})
	err := b.Run()
	var lane *LaneError
	var singular *tree.SingularError
	if !errors.As(err, &lane) || !errors.As(err, &singular) {
		t.Errorf("a robot without masses gave the error %v", err)
	}
	if name, reason := b.Code(); name != "go" || reason == nil {
		t.Errorf("code for a robot without masses: %s, %v", name, reason)
	}
}

// TestVariable checks what the environment variable allows.
func TestVariable(t *testing.T) {
	m := expect.Model(t, mustRobot(t, "pendulum"))
	t.Setenv(Variable, "off")
	if name, reason := ForwardDynamics(m, Options{}).Code(); name != "go" || reason == nil {
		t.Errorf("off: %s, %v", name, reason)
	}
	t.Setenv(Variable, "1")
	if b := ForwardDynamics(m, Options{}); b.Lanes != 1 {
		t.Errorf("1: %d lanes", b.Lanes)
	}
	t.Setenv(Variable, "2")
	if b := ForwardDynamics(m, Options{}); b.Lanes > 2 {
		t.Errorf("2: %d lanes", b.Lanes)
	}
	if name, reason := ForwardDynamics(m, Options{Lanes: 8}).Code(); name != "go" || reason == nil {
		t.Errorf("1, and 8 asked for: %s, %v", name, reason)
	}
	for _, set := range machine.InstructionSets() {
		if set.Check() != nil {
			continue
		}
		t.Setenv(Variable, set.Name)
		for _, lanes := range []int{0, set.Lanes} {
			if name, reason := ForwardDynamics(m, Options{Lanes: lanes}).Code(); name != set.Name {
				t.Errorf("%s, %d lanes: %s, %v", set.Name, lanes, name, reason)
			}
		}
	}
	for _, good := range []string{"", "off", "1", "2", "4", "8"} {
		t.Setenv(Variable, good)
		if err := CheckVariable(); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"on", "0", "3", "-1"} {
		t.Setenv(Variable, bad)
		if err := CheckVariable(); err == nil || !strings.Contains(err.Error(), `"`+bad+`"; expected one of off, 1`) {
			t.Errorf("%s: %v", bad, err)
		}
		if name, reason := ForwardDynamics(m, Options{}).Code(); name != "go" || reason == nil {
			t.Errorf("%s: %s, %v", bad, name, reason)
		}
	}
}

func TestRunDoesNotAllocate(t *testing.T) {
	b := ForwardDynamics(expect.Model(t, mustRobot(t, "ur5")), Options{Wrenches: true})
	fill(b, rand.New(rand.NewPCG(5, 6)))
	b.Q[0] = 1 << 21 // for the Go code
	if n := testing.AllocsPerRun(100, func() {
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
