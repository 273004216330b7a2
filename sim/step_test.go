package sim

import (
	"context"
	"math"
	"testing"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// null is a sink that drops everything.
type null struct{}

func (null) Begin([]string) error   { return nil }
func (null) Record([]float64) error { return nil }
func (null) End(*Summary) error     { return nil }

// ramp is a controller with a segment of 0.05 s, whose effort on the first rate rises from segment to segment.
type ramp struct{ end float64 }

func (r *ramp) BeginSegment(t float64, _, _ []float64) (float64, error) {
	r.end = t + 0.05
	return r.end, nil
}

func (r *ramp) Effort(tau []float64, t float64, _, _ []float64) error {
	tau[0] = r.end - t/2
	return nil
}

// TestStepDoesNotAllocate takes whole steps of a run, with a controller and a log.
func TestStepDoesNotAllocate(t *testing.T) {
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	floating, err := tree.Build(robot, tree.WithFloatingBase())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*tree.Model{golden.Embedded(t, "branched"), floating} {
		stepDoesNotAllocate(t, m)
	}
}

func stepDoesNotAllocate(t *testing.T, m *tree.Model) {
	for _, method := range integrate.Methods() {
		w, err := New(Config{Model: m, Integration: Integration{Method: method}, Controller: &ramp{},
			Log: Log{Sink: null{}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.reporter.beginLog(); err != nil {
			t.Fatal(err)
		}
		n := 0
		if a := testing.AllocsPerRun(200, func() {
			if _, err := w.driver.advance(context.Background(), n, math.Inf(1)); err != nil {
				t.Error(err)
			}
			n++
			if err := w.reporter.log(); err != nil {
				t.Error(err)
			}
		}); a != 0 {
			t.Errorf("%s: %v allocations per step", method.Name, a)
		}
	}
}

// TestEventsDoNotAllocate steps a mass that falls on its stop, bounces, slides and sticks, with conditions, wrenches
// and an account.
func TestEventsDoNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "branched")
	rough := make([]JointExtras, len(m.Joints()))
	for k := range rough {
		rough[k] = JointExtras{Stiffness: 30, Rest: 3, Restitution: 0.5}
	}
	for _, method := range integrate.Methods() {
		w, err := New(Config{Model: m, Integration: Integration{Method: method}, Joints: rough,
			Log: Log{Sink: null{}, Ledger: true},
			End: End{Until: []string{"energy/total > 1e9", "left_elbow/limit"}},
			Disturbances: Disturbances{Wrenches: []Wrench{{Link: len(m.Links()) - 1, Force: [3]float64{1, 2, 3},
				From: 0.1, To: 0.2}}},
			Controller: &ramp{}})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if a := testing.AllocsPerRun(500, func() {
			for w.state.T < w.clock.time(n+1) {
				if _, err := w.driver.advance(context.Background(), n, math.Inf(1)); err != nil {
					t.Fatal(err)
				}
				w.until.met = nil // the stop that would end the run
			}
			n++
			if err := w.reporter.log(); err != nil {
				t.Error(err)
			}
		}); a != 0 {
			t.Errorf("%s: %v allocations per step", method.Name, a)
		}
		if w.events.impacts < 3 || len(w.limits.excesses) == 0 {
			t.Errorf("%s: %d impacts, %d excesses", method.Name, w.events.impacts, len(w.limits.excesses))
		}
	}
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		step, until float64
		steps       int
	}{{0.001, 5, 5000}, {0.1, 0.3, 3}, {0.1, 0.35, 4}, {0.3, 1, 4}, {1.0 / 3, 1, 3}, {2, 1, 1}, {1, 0, 0},
		{1e-3, 1e-3, 1}, {0.7, 2.1, 3}} {
		clock, n := newClock(c.step), 0
		for clock.beginsBefore(n, c.until) {
			n++
		}
		if n != c.steps {
			t.Errorf("%v s in steps of %v s: %d, want %d", c.until, c.step, n, c.steps)
		}
	}
	ms := newClock(0.001)
	if got := ms.time(35); got != 0.035 {
		t.Errorf("step 35 is at %v", got)
	}
	if ms.before(0.035) != 35 || ms.before(0.0354) != 35 || ms.before(0.0359999999999) != 36 {
		t.Errorf("whole steps before: %d, %d, %d", ms.before(0.035), ms.before(0.0354), ms.before(0.0359999999999))
	}
}
