package control_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/compile/tape"
	"kinetree/control"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// TestReuse checks that a law that was asked for efforts is one with other gains and another model afterwards: it asks
// for the same efforts and names the same numbers, to the last bit. Laws that are not alike are not reused.
func TestReuse(t *testing.T) {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	m := expect.Model(t, robot)
	for i := range robot.Links {
		if x := robot.Links[i].Inertial; x != nil {
			x.Mass *= 2
		}
	}
	heavy := expect.Model(t, robot)
	rng := rand.New(rand.NewPCG(3, 4))
	laws := rowedLaws(t, heavy)
	delete(laws, "adaptive") // whose regressor is of one model
	wanted := rowedLaws(t, m)
	for name, law := range laws {
		for range 5 {
			effort(t, law, randomInput(rng, m))
		}
		list := tape.RowsOf(law.(control.Recordable))
		for i, x := range tape.RowsOf(wanted[name].(control.Recordable)).FixedNumbers {
			*x = float64(0.5 * *x)
			if *list.FixedNumbers[i] == *x && *x != 0 && !math.IsInf(*x, 1) {
				t.Errorf("%s: number %d, %v, is not changed", name, i, *x)
			}
		}
		if !control.Reuse(law, wanted[name]) {
			t.Errorf("%s cannot be reused", name)
			continue
		}
		for k := range 10 {
			in := randomInput(rng, m)
			if got, want := effort(t, law, in), effort(t, wanted[name], in); !slices.Equal(got, want) {
				t.Fatalf("%s, sample %d: a law that is reused asks for %v; expected %v", name, k, got, want)
			}
		}
		for other, like := range wanted {
			if other != name && control.Reuse(law, like) {
				t.Errorf("%s is reused as %s", name, other)
			}
		}
	}
	refusesOptions(t, golden.Embedded(t, "ur5"))
}

// refusesOptions checks that laws with other options, other numbers that are no rows, or numbers that no law names are
// not reused.
func refusesOptions(t *testing.T, m *tree.Model) {
	t.Helper()
	ones := slices.Repeat([]float64{1}, m.NV())
	pid := func(change func(c *control.PIDConfig)) control.Law {
		c := control.PIDConfig{P: ones, I: ones, D: ones, FilterTime: 0.1}
		change(&c)
		law, err := control.NewPID(m, c)
		if err != nil {
			t.Fatal(err)
		}
		return law
	}
	for i, change := range []func(c *control.PIDConfig){
		func(c *control.PIDConfig) { c.FilterTime = 0.2 },
		func(c *control.PIDConfig) { c.OnMeasurement = true },
		func(c *control.PIDConfig) { c.AntiWindup = control.Conditional },
		func(c *control.PIDConfig) { c.Output = ones },
		func(c *control.PIDConfig) { c.Weights = &control.SetpointWeights{} },
	} {
		if control.Reuse(pid(func(*control.PIDConfig) {}), pid(change)) {
			t.Errorf("a PID is reused as one with the change %d", i)
		}
	}
	table := control.Table{Points: []float64{0}, Gains: []control.RateGains{{P: ones, I: ones, D: ones, Clamp: ones}}}
	scheduled := func() control.Law {
		law, err := control.NewScheduled(m, control.NewPD(m, ones, ones), 0, table)
		if err != nil {
			t.Fatal(err)
		}
		return law
	}
	asked := control.Sum(m, scheduled(), control.NewGravityCompensation(m))
	effort(t, asked, input(rand.New(rand.NewPCG(1, 2)), m))
	if control.Reuse(asked, control.Sum(m, scheduled(), control.NewGravityCompensation(m))) ||
		control.Reuse(scheduled(), scheduled()) {
		t.Error("a law without rows is reused")
	}
}
