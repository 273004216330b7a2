package sim_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/aba"
	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/subjects"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// table is a sink that keeps everything.
type table struct {
	columns []string
	rows    [][]float64
	end     *sim.Summary
}

func (l *table) Begin(columns []string) error { l.columns = columns; return nil }
func (l *table) Record(row []float64) error {
	l.rows = append(l.rows, append([]float64(nil), row...))
	return nil
}
func (l *table) End(s *sim.Summary) error { l.end = s; return nil }

// column returns a column by name.
func (l *table) column(t *testing.T, name string) []float64 {
	t.Helper()
	for i, c := range l.columns {
		if c == name {
			var out []float64
			for _, r := range l.rows {
				out = append(out, r[i])
			}
			return out
		}
	}
	t.Fatalf("no column %s in %v", name, l.columns)
	return nil
}

// fall returns a configuration of the reference trajectories: free fall without damping.
func fall(t testing.TB, f *golden.File, m *tree.Model, method integrate.Method, step float64) sim.Config {
	return sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step}, Ideal: true,
		Start: sim.Start{Position: golden.Vector(t, m, f.Samples[0].Q), Velocity: golden.Vector(t, m, f.Samples[0].Qd)}}
}

// deviation returns the largest distance of the simulated positions from the reference samples up to a time.
func deviation(t testing.TB, f *golden.File, m *tree.Model, method integrate.Method, step, until float64) float64 {
	t.Helper()
	w := expect.World(t, fall(t, f, m, method, step))
	worst := 0.0
	for _, s := range f.Samples[1:] {
		if s.T > until+step {
			break
		}
		expect.Run(t, w, s.T)
		worst = math.Max(worst, floats.Distance(w.State().Q, golden.Vector(t, m, s.Q), math.Inf(1)))
	}
	return worst
}

// TestTrajectoryUR5 follows the reference trajectory of a falling UR5, which is exact to 1e-15, with our own model.
func TestTrajectoryUR5(t *testing.T) {
	f, m := golden.Load(t, "ur5_robot_trajectory"), golden.Embedded(t, "ur5")
	// The truncation error of RK4 at 1 ms is 2.5e-9 rad here, and falls with the fourth power of the step.
	if d := deviation(t, f, m, integrate.RK4Method, 0.001, 2); !(d < 1e-8) {
		t.Errorf("rk4 is off by %.3g rad", d)
	} else {
		t.Logf("rk4 at 1 ms is off by %.3g rad", d)
	}
	// The order shows where the truncation error is far above rounding and far below one.
	for _, c := range []struct {
		method integrate.Method
		step   float64
		order  float64
	}{{integrate.SemiImplicitMethod, 2e-4, 1}, {integrate.RK4Method, 5e-3, 4}} {
		order := math.Log2(deviation(t, f, m, c.method, c.step, 2) / deviation(t, f, m, c.method, c.step/2, 2))
		if t.Logf("%s has order %.2f", c.method.Name, order); math.Abs(order-c.order) > 0.3 {
			t.Errorf("%s has order %.2f, want %v", c.method.Name, order, c.order)
		}
	}
}

// TestTrajectories follows the other reference trajectories, where their files are at hand, with the tolerance that
// their README asks for. The motion of the panda is so sensitive that a change of the start by 1e-15 rad grows to
// 1e-6 rad in 2 s (4e8 times), and so do the roundings of float64; its positions are compared up to 1.6 s, its energy
// to the end.
func TestTrajectories(t *testing.T) {
	for _, c := range expect.Some(t, 2, []struct {
		name        string
		step, until float64
		tolerance   float64 // rad or m
	}{{"double_pendulum_simple_trajectory", 1e-4, 2, 1e-6}, {"ur5_robot_trajectory", 1e-3, 2, 1e-8},
		{"panda_trajectory", 5e-5, 1.6, 1e-6}}...) {
		t.Run(c.name, func(t *testing.T) {
			f := golden.Load(t, c.name)
			m := f.Model(t)
			d := deviation(t, f, m, integrate.RK4Method, c.step, c.until)
			if t.Logf("off by %.3g", d); !(d < c.tolerance) {
				t.Errorf("off by %.3g", d)
			}
			// RK4 loses energy with the fourth power of the step, here less than 1e-9 of the energy that moves.
			s := expect.Run(t, expect.World(t, fall(t, f, m, integrate.RK4Method, c.step)), 2)
			scale := math.Max(s.End.Kinetic, math.Abs(s.End.Potential-s.Start.Potential))
			if t.Logf("energy off by %.3g", s.Ledger.Drift/scale); !(math.Abs(s.Ledger.Drift) < 1e-9*scale) {
				t.Errorf("energy off by %.3g", s.Ledger.Drift/scale)
			}
		})
	}
}

// TestEnergyDrift lets a double pendulum swing through chaos for 10 s.
func TestEnergyDrift(t *testing.T) {
	m := golden.Embedded(t, "double_pendulum")
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Position: []float64{math.Pi / 2, math.Pi / 2}}})
	s := expect.Run(t, w, 10)
	const scale = 9.81 * (0.5 + 1.5) // the potential energy between hanging and level (J)
	if drift := math.Abs(s.Ledger.Drift) / scale; !(drift < 1e-8) {
		t.Errorf("the energy drifts by %.3g of its scale", drift)
	} else {
		t.Logf("the energy drifts by %.3g of its scale", drift)
	}
	if s.Ledger.EffortWork != 0 || s.Ledger.DampingLoss != 0 || s.Steps != 10_000 || s.End.Time != 10 ||
		s.Status != sim.Done {
		t.Errorf("summary %+v", s)
	}
}

// unlimited returns limits that nothing reaches.
func unlimited() *urdf.Limit {
	return &urdf.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Effort: math.Inf(1), Velocity: math.Inf(1)}
}

// cart returns a mass of 2 kg on a rail with damping d.
func cart(t testing.TB, d float64) *tree.Model {
	t.Helper()
	m, err := tree.Build(&urdf.Robot{Name: "cart",
		Links: []urdf.Link{{Name: "rail"}, {Name: "mass", Inertial: &urdf.Inertial{Mass: 2}}},
		Joints: []urdf.Joint{{Name: "x", Type: urdf.Prismatic, Parent: "rail", Child: "mass", Axis: [3]float64{1, 0, 0},
			Limit: unlimited(), Dynamics: &urdf.Dynamics{Damping: d}}}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestDamping brakes a mass: v = v0 e^(-d t/m), and what it loses the damping takes.
func TestDamping(t *testing.T) {
	const d, v0 = 3.0, 4.0
	c := sim.Config{Model: cart(t, d), Integration: sim.Integration{Method: integrate.RK4Method},
		Start: sim.Start{Velocity: []float64{v0}}}
	w := expect.World(t, c)
	s := expect.Run(t, w, 1)
	want := v0 * math.Exp(-d/2)
	// The error of RK4 is (d h/m)⁴/120 per unit of time, some 1e-13.
	if got := w.State().Qd[0]; math.Abs(got-want) > 1e-12 {
		t.Errorf("velocity %v, want %v", got, want)
	}
	if heat := v0*v0 - want*want; math.Abs(s.Ledger.DampingLoss-heat) > 1e-11 || math.Abs(s.Ledger.Drift) > 1e-11 {
		t.Errorf("heat %v, want %v; drift %v", s.Ledger.DampingLoss, heat, s.Ledger.Drift)
	}
	if !strings.Contains(c.Equation(), "damping") {
		t.Errorf("equation %q", c.Equation())
	}
	c.Ideal = true
	if expect.Run(t, expect.World(t, c), 1); expect.World(t, c).State().Qd[0] != v0 || strings.Contains(c.Equation(),
		"damping") {
		t.Error("an ideal robot is damped")
	}
}

// TestWork pushes a mass: with the constant effort F it gains F² t²/(2 m).
func TestWork(t *testing.T) {
	for _, method := range integrate.Methods() {
		w := expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: method},
			Controller: loop.NewOpenLoop([]float64{3}, nil)})
		s := expect.Run(t, w, 2)
		if got, want := w.State().Qd[0], 3.0; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: velocity %v, want %v", method.Name, got, want)
		}
		// Both methods are exact in the velocity; Simpson's rule is exact for a power that is linear in time.
		if want := 9.0; math.Abs(s.Ledger.EffortWork-want) > 1e-11 || math.Abs(s.End.Kinetic-want) > 1e-11 ||
			math.Abs(s.Ledger.Drift) > 1e-11 {
			t.Errorf("%s: work %v, kinetic energy %v, drift %v; want %v", method.Name, s.Ledger.EffortWork,
				s.End.Kinetic,
				s.Ledger.Drift, want)
		}
	}
}

// law is a controller of one joint as a function.
type law func(t, q, qd float64) float64

func (l law) Effort(tau []float64, t float64, q, qd []float64) error {
	tau[0] = l(t, q[0], qd[0])
	return nil
}

// TestLedger books the work of efforts that depend on the time and on the state: what they do must be what the mass
// gains, to the order 4 of Simpson's rule and RK4.
func TestLedger(t *testing.T) {
	for name, l := range map[string]law{
		"time":     func(t, _, _ float64) float64 { return 30 * math.Sin(7*t) },
		"position": func(_, q, _ float64) float64 { return -200 * q },
		"velocity": func(_, _, qd float64) float64 { return -3 * qd * qd },
	} {
		drift := func(step float64) float64 {
			w := expect.World(t, sim.Config{Model: cart(t, 1), Integration: sim.Integration{Method: integrate.RK4Method,
				Step: step}, Controller: l,
				Start: sim.Start{Position: []float64{1}, Velocity: []float64{2}}})
			s := expect.Run(t, w, 1)
			if math.Abs(s.Ledger.EffortWork) < 0.5 {
				t.Errorf("%s: only %v J of work", name, s.Ledger.EffortWork)
			}
			return math.Abs(s.Ledger.Drift)
		}
		coarse, fine := drift(0.02), drift(0.01)
		if order := math.Log2(coarse / fine); order < 3.7 || coarse > 1e-3 {
			t.Errorf("%s: the ledger is off by %.3g and %.3g J, order %.2f", name, coarse, fine, order)
		}
	}
}

// careful is a stepper that takes 0.7 of what it is asked for, and all of it every other time.
type careful struct{ calls int }

func (c *careful) Step(sys integrate.System, s *integrate.State, h float64) (float64, error) {
	if c.calls++; c.calls%2 == 1 {
		h *= 0.7
	}
	return integrate.SemiImplicit{}.Step(sys, s, h)
}

// TestPartialSteps checks the motion where a stepper takes less than it is asked for, and where the end of the run
// cuts a step.
func TestPartialSteps(t *testing.T) {
	for _, c := range []struct{ step, until float64 }{{0.1, 1}, {0.1, 1.05}, {0.3, 1}, {1.0 / 7, 1.9}} {
		for name, method := range map[string]integrate.Method{"careful": {New: func(integrate.System,
			integrate.Options) integrate.Stepper {
			return &careful{}
		}}, "rk4": integrate.RK4Method} {
			log := &table{}
			w := expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: method,
				Step: c.step},
				Start: sim.Start{Velocity: []float64{2}},
				Log:   sim.Log{Sink: log}})
			s := expect.Run(t, w, c.until)
			times, positions := log.column(t, "time"), log.column(t, "x/position")
			for i := range times {
				if math.Abs(positions[i]-2*times[i]) > 1e-12 {
					t.Errorf("%s, step %v: at %v s the mass is at %v", name, c.step, times[i], positions[i])
				}
			}
			if s.End.Time != c.until || len(times) != s.Steps+1 {
				t.Errorf("%s, step %v: the run ends at %v with %d rows for %d steps", name, c.step, s.End.Time,
					len(times), s.Steps)
			}
		}
	}
	// The work is that of the time taken.
	w := expect.World(t, sim.Config{Model: cart(t, 0),
		Integration: sim.Integration{Method: integrate.Method{New: func(integrate.System,
			integrate.Options) integrate.Stepper {
			return &careful{}
		}}, Step: 0.1}, Start: sim.Start{Velocity: []float64{1}},
		Controller: law(func(float64, float64, float64) float64 { return 2 })})
	// v from 1 to 2
	if s := expect.Run(t, w, 1); math.Abs(s.Ledger.EffortWork-3) > 1e-12 || math.Abs(s.Ledger.Drift) > 1e-12 {
		t.Errorf("work %v, drift %v", s.Ledger.EffortWork, s.Ledger.Drift)
	}
}

// TestEndTimes checks odd end times.
func TestEndTimes(t *testing.T) {
	if s, err := expect.World(t, sim.Config{Model: cart(t, 0)}).Run(context.Background(), math.NaN()); err == nil ||
		s != nil {
		t.Errorf("NaN: %v, %v", s, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w := expect.World(t, sim.Config{Model: cart(t, 0), Watch: sim.Watch{Progress: func(now float64) {
		if now > 1 {
			cancel()
		}
	}}})
	if s, _ := w.Run(ctx, math.Inf(1)); s.Status != sim.Interrupted || s.End.Time < 1 {
		t.Errorf("infinity: %+v", s)
	}
	if s := expect.Run(t, w, w.State().T); s.Steps != 0 || s.Status != sim.Done {
		t.Errorf("an end that is now: %+v", s)
	}
}

// TestPieces applies a table with rows between the steps: steps must end on the rows, so that the motion is exact.
func TestPieces(t *testing.T) {
	for _, linear := range []bool{false, true} {
		log := &table{}
		w := expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: integrate.RK4Method,
			Step: 0.1}, Log: sim.Log{Sink: log},
			Controller: loop.NewOpenLoop([]float64{0}, &loop.EffortTable{Times: []float64{0.2, 0.53, 0.71},
				Columns: []int{0},
				Rows:    [][]float64{{2}, {-4}, {6}}, Linear: linear})})
		expect.Run(t, w, 1)
		want := (2*0.33 - 4*0.18 + 6*0.29) / 2
		if linear {
			want = (-1*0.33 + 1*0.18 + 6*0.29) / 2
		}
		if got := w.State().Qd[0]; math.Abs(got-want) > 1e-14 {
			t.Errorf("linear %v: velocity %v, want %v", linear, got, want)
		}
		if len(log.rows) != 11 {
			t.Errorf("%d rows", len(log.rows))
		}
		// A row at the time of a jump has the effort and acceleration after it.
		effort, acceleration := log.column(t, "x/effort"), log.column(t, "x/acceleration")
		if effort[1] != 0 || effort[2] != 2 || acceleration[2] != 1 {
			t.Errorf("linear %v: efforts %v, accelerations %v", linear, effort, acceleration)
		}
	}
}

// TestLog checks rows and columns of a log.
func TestLog(t *testing.T) {
	m := golden.Embedded(t, "cart_pole")
	log := &table{}
	w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: 0.1},
		Log:        sim.Log{Every: 4, Sink: log},
		Start:      sim.Start{Position: []float64{0, 0.1}},
		Controller: loop.NewOpenLoop([]float64{2, 0}, nil)})
	s := expect.Run(t, w, 1.05)
	want := "time slider/position slider/velocity slider/acceleration slider/effort hinge/position hinge/velocity " +
		"hinge/acceleration hinge/effort energy/kinetic energy/potential energy/total slider/limit_effort"
	if got := strings.Join(log.columns, " "); got != want {
		t.Errorf("columns %s", got)
	}
	if got := log.column(t, "time"); !floats.Equal(got, []float64{0, 0.4, 0.8, 1.05}) {
		t.Errorf("times %v", got)
	}
	if s.Steps != 11 || log.end != s {
		t.Errorf("%d steps, end %v", s.Steps, log.end)
	}
	kinetic, potential, total := log.column(t, "energy/kinetic"), log.column(t, "energy/potential"),
		log.column(t, "energy/total")
	for i := range total {
		if total[i] != kinetic[i]+potential[i] {
			t.Errorf("row %d: energies %v, %v, %v", i, kinetic[i], potential[i], total[i])
		}
	}
	if last := len(total) - 1; total[last] != s.End.Total() || kinetic[0] != s.Start.Kinetic {
		t.Errorf("summary %+v", s)
	}
	// The accelerations belong to the logged state.
	qdd := make([]float64, 2)
	row := log.rows[2]
	if err := aba.New(m).ForwardDynamics(qdd, []float64{row[1], row[5]}, []float64{row[2], row[6]}, []float64{2, 0},
		nil); err != nil || qdd[0] != row[3] || qdd[1] != row[7] {
		t.Errorf("accelerations %v %v, want %v", row[3], row[7], qdd)
	}
}

// TestTimes checks that the times of steps are the nearest numbers to their decimal values.
func TestTimes(t *testing.T) {
	log := &table{}
	expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Step: 0.003},
		Log: sim.Log{Sink: log}}),
		3)
	times := log.column(t, "time")
	for i, got := range times {
		if want := float64(i*3) / 1000; got != want {
			t.Fatalf("step %d is at %v, want %v", i, got, want)
		}
	}
	log = &table{}
	expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Step: 1.0 / 7},
		Log: sim.Log{Sink: log}}), 2)
	if times := log.column(t, "time"); len(times) != 15 || times[14] != 2 {
		t.Errorf("times %v", times)
	}
	log = &table{}
	if s := expect.Run(t, expect.World(t, sim.Config{Model: cart(t, 0), Log: sim.Log{Sink: log}}), 0); s.Steps != 0 ||
		len(log.rows) != 1 {
		t.Errorf("no duration: %d steps, %d rows", s.Steps, len(log.rows))
	}
}

// atAnyStep returns the methods that take any step as it comes: the others choose their own, or find out that they
// cannot solve for it.
func atAnyStep() []integrate.Method {
	return slices.DeleteFunc(integrate.Methods(), func(m integrate.Method) bool {
		return m.Adaptive ||
			m.Name == integrate.ImplicitMidpointMethod.Name
	})
}

func TestDiverged(t *testing.T) {
	m := golden.Embedded(t, "double_pendulum")
	for _, method := range atAnyStep() {
		log := &table{}
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: 0.5},
			Log:   sim.Log{Every: 1000, Sink: log},
			Start: sim.Start{Position: []float64{1, 1}}})
		s, err := w.Run(context.Background(), 1000)
		var e *sim.DivergedError
		if !errors.As(err, &e) || e.Joint == "" || s.Status != sim.Diverged || s.Reason != err.Error() || log.end != s {
			t.Fatalf("%s: %v, summary %+v", method.Name, err, s)
		}
		last := log.rows[len(log.rows)-1]
		if e.Time != s.End.Time || last[0] != e.Time {
			t.Errorf("%s: diverged after %v, the state is of %v, the last row of %v", method.Name, e.Time, s.End.Time,
				last[0])
		}
		for i, x := range last[:9] { // the energies may overflow
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %s is %v in the last row", method.Name, log.columns[i], x)
			}
		}
	}
}

// TestOverflow checks that numbers that overflow within a step are called a divergence, not a fault of the model.
func TestOverflow(t *testing.T) {
	box := &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0.3, 0, 0}}, Mass: 1,
		Inertia: urdf.Tensor{IXX: 0.1, IYY: 0.1, IZZ: 0.1}}
	m, err := tree.Build(&urdf.Robot{Name: "crane", Links: []urdf.Link{{Name: "base"}, {Name: "boom", Inertial: box},
		{Name: "trolley", Inertial: box}},
		Joints: []urdf.Joint{
			{Name: "turn", Type: urdf.Continuous, Parent: "base", Child: "boom", Axis: [3]float64{0, 0, 1}},
			{Name: "slide", Type: urdf.Prismatic, Parent: "boom", Child: "trolley", Axis: [3]float64{1, 0, 0},
				Dynamics: &urdf.Dynamics{Damping: 1e-3}},
		}})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range atAnyStep() {
		for _, step := range []float64{3, 10, 100} {
			w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
				Start:      sim.Start{Velocity: []float64{10, 0}},
				Controller: loop.NewOpenLoop([]float64{10, 10}, nil)})
			s, err := w.Run(context.Background(), 1e5)
			var e *sim.DivergedError
			if !errors.As(err, &e) || e.Stiff != "" || s.Status != sim.Diverged {
				t.Errorf("%s, step %v: %v", method.Name, step, err)
			}
		}
	}
}

// TestTooStiff checks that a damping too strong for the step is named as the cause.
func TestTooStiff(t *testing.T) {
	w := expect.World(t, sim.Config{Model: cart(t, 1e5), Start: sim.Start{Velocity: []float64{1}},
		Integration: sim.Integration{Method: integrate.MidpointMethod}})
	_, err := w.Run(context.Background(), 10)
	var e *sim.DivergedError
	if !errors.As(err, &e) || e.Stiff != "x" || math.Abs(e.Limit-4e-5) > 1e-12 || !strings.Contains(err.Error(),
		`the damping of joint "x" needs a step below 4e-05 s`) {
		t.Errorf("got %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	log := &table{}
	w := expect.World(t, sim.Config{Model: cart(t, 0), Start: sim.Start{Velocity: []float64{1}},
		Log: sim.Log{Every: 1000, Sink: log},
		Watch: sim.Watch{Progress: func(time float64) {
			if time > 0.5 {
				cancel()
			}
		}}})
	s, err := w.Run(ctx, 1e6)
	if err == nil || s.Status != sim.Interrupted || s.End.Time < 0.5 || s.End.Time > 1 {
		t.Fatalf("%v, summary %+v", err, s)
	}
	if last := log.rows[len(log.rows)-1]; last[0] != s.End.Time || log.end != s {
		t.Errorf("the last row is of %v, the end of %v", last[0], s.End.Time)
	}
}

// broken is a sink that fails.
type broken struct {
	table
	begin, record, end error
	after              int // rows before record fails
}

func (b *broken) Begin(c []string) error { return errors.Join(b.begin, b.table.Begin(c)) }
func (b *broken) Record(row []float64) error {
	if len(b.rows) >= b.after && b.record != nil {
		return b.record
	}
	return b.table.Record(row)
}
func (b *broken) End(s *sim.Summary) error { return errors.Join(b.end, b.table.End(s)) }

func TestBrokenSink(t *testing.T) {
	full := errors.New("no space left")
	for name, sink := range map[string]*broken{"begin": {begin: full}, "first row": {record: full},
		"later row": {record: full, after: 5}, "end": {end: full}} {
		s, err := expect.World(t, sim.Config{Model: cart(t, 0), Log: sim.Log{Sink: sink}}).Run(context.Background(), 1)
		if !errors.Is(err, full) || (s == nil) != (sink.begin != nil) || s != nil && s.Status != sim.Failed {
			t.Errorf("%s: %v, summary %+v", name, err, s)
		}
		if ended := sink.table.end != nil; ended != (sink.begin == nil) {
			t.Errorf("%s: the log was ended: %v", name, ended)
		}
	}
}

// failing is a controller that fails, or whose efforts are not finite, from a time on.
type failing struct {
	from float64
	err  error
}

func (f failing) Effort(tau []float64, t float64, _, _ []float64) error {
	clear(tau)
	if t < f.from {
		return nil
	}
	tau[0] = math.NaN()
	return f.err
}

// secondFails is a controller whose second segment, from 0.5 s on, fails.
type secondFails struct{ from *float64 }

var errSegment = errors.New("no second segment")

func (f secondFails) BeginSegment(t float64, _, _ []float64) (float64, error) {
	*f.from = t
	return t + 0.5, nil
}

func (f secondFails) Effort(tau []float64, _ float64, _, _ []float64) error {
	tau[0] = 1
	if *f.from > 0 {
		return errSegment
	}
	return nil
}

// stuck is a controller whose segments end where they begin.
type stuck struct{}

func (stuck) BeginSegment(t float64, _, _ []float64) (float64, error) { return t, nil }
func (stuck) Effort([]float64, float64, []float64, []float64) error   { return nil }

func TestBadController(t *testing.T) {
	wrong := errors.New("no law")
	s, err := expect.World(t, sim.Config{Model: cart(t, 0), Controller: failing{0.5, wrong}}).Run(context.Background(),
		1)
	if !errors.Is(err, wrong) || s.End.Time < 0.49 || s.End.Time > 0.5 || s.Status != sim.Failed ||
		!strings.Contains(err.Error(), "after t = 0.499 s") {
		t.Errorf("%v, at %v, %v", err, s.End.Time, s.Status)
	}
	// A segment that fails where it begins: what was reached before is kept.
	log := &table{}
	s, err = expect.World(t, sim.Config{Model: cart(t, 0), Integration: sim.Integration{Method: integrate.RK4Method,
		Step: 0.1}, Log: sim.Log{Sink: log},
		Start: sim.Start{Velocity: []float64{1}}, Controller: secondFails{new(float64)}}).Run(context.Background(), 1)
	if !errors.Is(err, errSegment) || s.Status != sim.Failed || s.End.Time != 0.5 || math.Abs(s.Ledger.Drift) > 1e-12 ||
		log.end != s {
		t.Errorf("%v, summary %+v", err, s)
	}
	if _, err := sim.New(sim.Config{Model: cart(t, 0), Controller: stuck{}}); err == nil ||
		!strings.Contains(err.Error(), "expected a later time") {
		t.Errorf("a segment without a length: %v", err)
	}
	const faulty = `the controller gives the effort NaN of joint "x" at t = `
	if s, err := expect.World(t, sim.Config{Model: cart(t, 0), Controller: failing{0.5, nil}}).Run(context.Background(),
		1); err == nil || !strings.Contains(err.Error(), faulty+"0.5 s") || s.Status != sim.Failed {
		t.Errorf("efforts that are no number: %v", err)
	}
	if _, err := sim.New(sim.Config{Model: cart(t, 0), Controller: failing{0, nil}}); err == nil ||
		!strings.Contains(err.Error(), faulty+"0 s") {
		t.Errorf("at the start: %v", err)
	}
}

func TestBadConfig(t *testing.T) {
	still := expect.Model(t, &urdf.Robot{Name: "table", Links: []urdf.Link{{Name: "top"}}})
	massless, err := tree.Build(&urdf.Robot{Name: "air", Links: []urdf.Link{{Name: "a"}, {Name: "b"}},
		Joints: []urdf.Joint{{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]sim.Config{
		"the robot table has no moving joint": {Model: still},
		`joint "j" moves no inertia`:          {Model: massless},
		"the step is -1 s":                    {Model: cart(t, 0), Integration: sim.Integration{Step: -1}},
		"the step is NaN s":                   {Model: cart(t, 0), Integration: sim.Integration{Step: math.NaN()}},
		"not finite":                          {Model: cart(t, 0), Start: sim.Start{Velocity: []float64{math.Inf(1)}}},
	} {
		if _, err := sim.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestRunAgain checks that a run in parts is the run in one, each part with an account of its own.
func TestRunAgain(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	start := func() *sim.World { // with a law of its own, which remembers its place in the table
		return expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method},
			Controller: loop.NewOpenLoop(make([]float64, 6), &loop.EffortTable{
				Times: []float64{0, 0.3005}, Columns: []int{2}, Rows: [][]float64{{5}, {-5}}})})
	}
	parts := start()
	one, first, second := expect.Run(t, start(), 1), expect.Run(t, parts, 0.4), expect.Run(t, parts, 1)
	if !floats.Equal(second.End.Position, one.End.Position) || first.Steps != 400 || second.Steps != 600 ||
		second.Start.Time != 0.4 {
		t.Errorf("in parts %+v and %+v, in one %+v", first, second, one)
	}
	if d := first.Ledger.EffortWork + second.Ledger.EffortWork - one.Ledger.EffortWork; math.Abs(d) > 1e-12 {
		t.Errorf("the work differs by %v", d)
	}
	// A part that ends within a step: the next one ends it.
	odd := start()
	if s := expect.Run(t, odd, 0.4004); s.Steps != 401 || s.End.Time != 0.4004 {
		t.Errorf("%d steps to %v", s.Steps, s.End.Time)
	}
	if s := expect.Run(t, odd, 0.402); s.Steps != 2 || s.End.Time != 0.402 {
		t.Errorf("%d steps to %v", s.Steps, s.End.Time)
	}
}

// TestSameBytes checks that a motion repeats bit by bit, and does not depend on what is logged.
func TestSameBytes(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	var end []float64
	for _, c := range []sim.Config{{Log: sim.Log{Every: 1, Sink: &table{}}}, {Log: sim.Log{Every: 7, Sink: &table{}}},
		{}} {
		c.Model, c.Integration.Method, c.Start.Position = m, integrate.RK4Method, []float64{0, 0, 0, -1.5, 0, 1.5, 0}
		s := expect.Run(t, expect.World(t, c), 1)
		if end == nil {
			end = s.End.Position
		}
		if !floats.Equal(end, s.End.Position) {
			t.Errorf("the motion ends at %v and at %v", end, s.End.Position)
		}
	}
}

// BenchmarkRun times whole steps of an ideal robot without a log.
func BenchmarkRun(b *testing.B) {
	for _, m := range subjects.Models(b, 100) {
		for _, method := range integrate.Methods() {
			b.Run(m.Name()+"/"+method.Name, func(b *testing.B) {
				const step = 1e-6 // small enough for any motion to stay finite
				w := expect.World(b, sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
					Ideal: true})
				b.ReportAllocs()
				b.ResetTimer()
				expect.Run(b, w, float64(b.N)*step)
			})
		}
	}
}
