package sim_test

import (
	"context"
	"testing"
	"time"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
)

// tiring is a controller that cancels a run when it is asked for the hundredth time, and counts how often it is asked
// behind that.
type tiring struct {
	cancel context.CancelFunc
	ctx    context.Context
	asked  int
	wait   time.Duration // until the world has heard of it, on another goroutine
}

func (c *tiring) Effort(tau []float64, _ float64, _, _ []float64) error {
	clear(tau)
	if c.asked++; c.asked == 100 {
		c.cancel()
		<-c.ctx.Done()
		time.Sleep(c.wait)
	}
	return nil
}

// TestHurried cancels runs in the middle of steps: a controller that takes long, as a script may, is asked once more at
// most, for the last row of the log. The state is that of the end of the step before, and a run without a context goes
// on from there. Where the world has not heard in time, as others use the machine, there is another try.
func TestHurried(t *testing.T) {
	for _, method := range integrate.Methods() {
		for _, lanes := range []bool{false, true} {
			for wait := 20 * time.Millisecond; ; wait *= 10 {
				asked := cancelled(t, method, lanes, wait)
				if asked <= 101 {
					break
				}
				if wait > time.Second {
					t.Errorf("%s, lanes %v: asked %d times", method.Name, lanes, asked)
					break
				}
			}
		}
	}
}

// cancelled cancels a run, and returns how often its controller was asked.
func cancelled(t *testing.T, method integrate.Method, lanes bool, wait time.Duration) int {
	var err error
	c := &tiring{wait: wait}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	w := expect.World(t, sim.Config{Model: cart(t, 0), Controller: c,
		Integration: sim.Integration{Method: method, Step: 0.01}})
	var s *sim.Summary
	if lanes {
		solver, _ := laneSolver(w.Model())
		l := sim.Lanes{Model: w.Model(), Solver: solver}
		begun := false
		l.Run(c.ctx, func() (sim.LaneRun, bool) {
			again := begun
			begun = true
			ended := func(of *sim.Summary, e error) { s, err = of, e }
			return sim.LaneRun{World: w, Until: 100, Ended: ended}, !again
		})
	} else {
		s, err = w.Run(c.ctx, 100)
	}
	if err == nil || s.Status != sim.Interrupted {
		t.Errorf("%s, lanes %v: %+v: %v", method.Name, lanes, s, err)
	}
	asked := c.asked
	if s, err = w.Run(context.Background(), s.End.Time+1); err != nil || s.Status != sim.Done {
		t.Errorf("%s, lanes %v: %+v: %v", method.Name, lanes, s, err)
	}
	return asked
}
