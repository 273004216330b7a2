package sim_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/urdf"
)

// TestConditions ends runs in the middle of steps, where conditions begin to hold: x = t² under 4 N on 2 kg, kinetic
// energy 4 t².
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		condition string
		at        float64
	}{
		{"x/position > 1.2", math.Sqrt(1.2)},
		{"x/velocity>1.5", 0.75},
		{"energy/total > 3", math.Sqrt(0.75)},
		{"time > 0.123456", 0.123456},
		{"x/position > -1", 0},
		{"x/position < 0.5", 0},
	} {
		log := &table{}
		s := expect.Run(t, expect.World(t,
			sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: integrate.RK4Method,
				Step: 0.3}, Log: sim.Log{Sink: log},
				Controller: loop.NewOpenLoop([]float64{4}, nil),
				End:        sim.End{Until: []string{c.condition, "x/position > 5"}}}), 4)
		if math.Abs(s.End.Time-c.at) > 1e-9 || s.Status != sim.Stopped || !strings.HasPrefix(s.Reason,
			c.condition+" at t = ") || log.rows[len(log.rows)-1][0] != s.End.Time {
			t.Errorf("%q: %+v", c.condition, s)
		}
	}
	// A peak inside a step: it rises to 0.5 m at 1 s and falls.
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: integrate.RK4Method,
			Step: 1.9}, Start: sim.Start{Velocity: []float64{1}},
			Controller: loop.NewOpenLoop([]float64{-2}, nil),
			End:        sim.End{Until: []string{"x/position > 0.495"}}}), 3)
	if math.Abs(s.End.Time-0.9) > 1e-9 {
		t.Errorf("the peak: %+v", s)
	}
	// The ledger has a step at its end: its work of 4 t² passes 1.05 J within the second step.
	for condition, at := range map[string]float64{"ledger/effort_work > 1.05": 0.6, "ledger/residual > 1e-9": 1.2} {
		s := expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 0),
			Controller:  loop.NewOpenLoop([]float64{4}, nil),
			Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.3}, Log: sim.Log{Ledger: true},
			End: sim.End{Until: []string{condition}}}), 1.2)
		if s.End.Time != at {
			t.Errorf("%q: %+v", condition, s)
		}
	}
	// A jump of an effort ends the run where it is.
	s = expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 0), End: sim.End{Until: []string{"x/effort > 2"}},
		Controller: loop.NewOpenLoop([]float64{0}, &loop.EffortTable{Times: []float64{0.20005}, Columns: []int{0},
			Rows: [][]float64{{3}}})}), 1)
	if s.End.Time != 0.20005 {
		t.Errorf("the jump: %+v", s)
	}
	// The run can go on.
	w := expect.World(t, sim.Config{Model: cart(t, 0), Start: sim.Start{Velocity: []float64{1}},
		Joints: []sim.JointExtras{{}},
		End:    sim.End{Until: []string{"x/position > 1"}}})
	if first, second := expect.Run(t, w, 3), expect.Run(t, w, 3); first.Status != sim.Stopped ||
		second.Status != sim.Stopped ||
		second.Steps != 0 {
		t.Errorf("%+v, then %+v", first, second)
	}
}

func TestBadConditions(t *testing.T) {
	m := golden.Embedded(t, "cart_pole")
	for condition, want := range map[string]string{
		"slider/positon > 1": `no column "slider/positon" (did you mean "slider/position"?)`,
		"slider/position >":  `"" is not a number`,
		"time > inf":         `"inf" is not a number`,
		"slider":             "expected COLUMN > NUMBER",
		"slidr/limit":        `no moving joint "slidr" (did you mean "slider"?)`,
		"hinge/limit":        `joint "hinge" has no stops`,
	} {
		_, err := sim.New(sim.Config{Model: m, End: sim.End{Until: []string{condition}}})
		var e *sim.ConditionError
		if !errors.As(err, &e) || e.Condition != condition || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", condition, err)
		}
	}
}

// TestEffortLimit checks that the actuator saturates, and that friction, stops and what it is asked for do not.
func TestEffortLimit(t *testing.T) {
	m := rail(t, along, func(j *urdf.Joint) { j.Limit.Effort, j.Limit.Velocity, j.Dynamics.Friction = 3, 0.2, 2.5 })
	log := &table{}
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.1},
			Log:        sim.Log{Sink: log},
			Controller: law(func(t, _, _ float64) float64 { return 10 - 20*t })}), 1)
	effort := log.column(t, "x/effort")
	if effort[0] != 3 || math.Abs(effort[4]-2) > 1e-12 || effort[10] != -3 ||
		log.column(t, "x/friction_effort")[0] != -2.5 {
		t.Errorf("efforts %v", effort)
	}
	// 0.5 N on 2 kg pass 0.2 m/s within 0.8 s, but the push ends at 0.35 s.
	if len(s.Excesses) != 1 || s.Excesses[0] != (sim.Excess{Joint: "x", What: "effort", Limit: 3, Time: 0}) {
		t.Errorf("%+v", s.Excesses)
	}
	s = expect.Run(t, expect.World(t, sim.Config{Model: m, Start: sim.Start{Velocity: []float64{-0.3}},
		Controller: loop.NewOpenLoop([]float64{3},
			nil)}), 1)
	if len(s.Excesses) != 1 || s.Excesses[0] != (sim.Excess{Joint: "x", What: "velocity", Limit: 0.2, Time: 0}) {
		t.Errorf("%+v", s.Excesses)
	}
	if s := expect.Run(t, expect.World(t, sim.Config{Model: m, Ideal: true, Start: sim.Start{Velocity: []float64{-0.3}},
		Controller: loop.NewOpenLoop([]float64{30}, nil)}), 1); len(s.Excesses) != 0 ||
		math.Abs(s.End.Velocity[0]-14.7) > 1e-9 {
		t.Errorf("ideal: %+v", s)
	}
}
