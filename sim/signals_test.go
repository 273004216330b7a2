package sim_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
)

// heights returns signals of the pendulum's first coordinate: its height and what is left of it below zero.
func heights(names ...string) sim.Signals {
	return sim.Signals{Names: names, Append: func(row []float64, s *integrate.State) []float64 {
		for i := range names {
			row = append(row, float64(i)-math.Cos(s.Q[0]))
		}
		return row
	}}
}

// TestSignals logs the signals of two providers behind the columns of the run, before the account of the energy, and
// ends a run by one of them.
func TestSignals(t *testing.T) {
	m, log := golden.Embedded(t, "pendulum"), &table{}
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Position: []float64{2}},
		Log:   sim.Log{Ledger: true, Sink: log, Signals: []sim.Signals{heights("height"), heights("a", "b")}},
		End:   sim.End{Until: []string{"height < -0.5"}}})
	s := expect.Run(t, w, 10)
	at := slices.Index(log.columns, "height")
	if want := []string{"height", "a", "b", "ledger/effort_work"}; !slices.Equal(log.columns[at:at+4], want) {
		t.Fatalf("columns %v, want %v among them", log.columns, want)
	}
	position := log.column(t, m.Joints()[0].Name+"/position")
	for i, h := range log.column(t, "height") {
		if want := -math.Cos(position[i]); h != want || log.rows[i][at+1] != want || log.rows[i][at+2] != 1+want {
			t.Fatalf("row %d has %v, want %v, the same and 1 more", i, log.rows[i][at:at+3], want)
		}
	}
	// The event is located to 1e-12 s, in which a height moves by less than 1e-11 at a few rad/s.
	if h := -math.Cos(s.End.Position[0]); s.Status != sim.Stopped || math.Abs(h+0.5) > 1e-11 {
		t.Errorf("%s at the height %v: %s", s.Status, h, s.Reason)
	}
}

func TestBadSignals(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	c := sim.Config{Model: m, Log: sim.Log{Sink: &table{}, Signals: []sim.Signals{heights("energy/total")}}}
	if _, err := sim.New(c); err == nil || !strings.Contains(err.Error(), `two columns "energy/total"`) {
		t.Errorf("got %v", err)
	}
	c.Log.Signals = []sim.Signals{heights("a")}
	c.Log.Signals[0].Names = []string{"a", "b"}
	defer func() {
		if s, _ := recover().(string); !strings.Contains(s, "signals with 2 names have 1 numbers") {
			t.Errorf("recovered %q", s)
		}
	}()
	expect.Run(t, expect.World(t, c), 0)
}
