package sim_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"kinetree/models/oracle/expect"
	"kinetree/sim"
)

// TestTimedOut bounds the steps of a run without an end, which ends after just these, each time, and with less wall
// time than a step takes. A run that needs no more is complete.
func TestTimedOut(t *testing.T) {
	for range 3 {
		w := expect.World(t, sim.Config{Model: cart(t, 0), End: sim.End{Steps: 1000}})
		s, err := w.Run(context.Background(), math.Inf(1))
		var tired *sim.TimedOutError
		if !errors.As(err, &tired) || tired.Steps != 1000 || tired.Wall != 0 || s.Status != sim.TimedOut ||
			s.Steps != 1000 || s.End.Time != 1 {
			t.Errorf("%+v: %v", s, err)
		}
	}
	w := expect.World(t, sim.Config{Model: cart(t, 0), End: sim.End{Steps: 1000, Wall: time.Hour}})
	if s, err := w.Run(context.Background(), 1); err != nil || s.Status != sim.Done {
		t.Errorf("%+v: %v", s, err)
	}
	w = expect.World(t, sim.Config{Model: cart(t, 0), End: sim.End{Wall: 1}})
	s, err := w.Run(context.Background(), math.Inf(1))
	var tired *sim.TimedOutError
	if !errors.As(err, &tired) || tired.Wall != 1 || s.Status != sim.TimedOut {
		t.Errorf("%+v: %v", s, err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := w.Run(canceled, math.Inf(1)); err == nil || s.Status != sim.Interrupted && s.Status != sim.TimedOut {
		t.Errorf("%+v: %v", s, err)
	}
	if _, err := sim.New(sim.Config{Model: cart(t, 0), End: sim.End{Steps: -1}}); err == nil {
		t.Error("a negative number of steps has no error")
	}
}
