package prepare_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// planar is an arm of two links of 1 m and 0.5 m in a horizontal plane.
const planar = `<robot name="planar"><link name="base"/>
<link name="a"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.2"/></inertial></link>
<link name="b"><inertial><origin xyz="0.25 0 0"/><mass value="1"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>
<joint name="s" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
<joint name="e" type="continuous"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
</robot>`

const eventful = `kinetree: 1
model: r.urdf
duration: 3.9
dt: 0.001
initial: {position: {s: 0.2, e: 0.7}}
controller: {type: pd, period: 0.001, gains: {s: {p: 400, d: 25}, e: {p: 150, d: 4}}}
reference:
  s: {type: sequence, moves: [{type: s_curve, from_time: 0.1, to: 0.9, speed: 2, acceleration: 8, jerk: 100},
      {type: step, at: 1.5, to: 0.8}]}
  e: {type: min_jerk, from_time: 0.2, to_time: 0.5, to: 0.1}
disturbances: [{link: b, force: [10, 20, 0], at: 2.2503}]
metrics: {events: true, tolerance: {s: 0.002}, links: {b: {point: [0.5, 0, 0], tolerance: 0.003}}}
`

// eventRow is a row of a log: the time, and of both joints the position and the reference.
type eventRow struct {
	t    float64
	q, r [2]float64
}

// tip is where the tip of the arm is, by hand.
func tip(q [2]float64) [2]float64 {
	return [2]float64{math.Cos(q[0]) + 0.5*math.Cos(q[0]+q[1]), math.Sin(q[0]) + 0.5*math.Sin(q[0]+q[1])}
}

// TestEvents compares the figures of events with those that the rows of the log tell, each step of which is a row: a
// time is known to the step, an extreme to a second difference, of some 1e-5 rad here.
func TestEvents(t *testing.T) {
	s, err := in(t, map[string]string{"r.urdf": planar}, eventful)
	if err != nil {
		t.Fatal(err)
	}
	log := &tape{}
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: log})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(t.Context(), s.Duration); err != nil {
		t.Fatal(err)
	}
	var rows []eventRow
	for i := range log.rows {
		x := log.of(t, i, "time", "s/position", "e/position", "s/reference/position", "e/reference/position")
		rows = append(rows, eventRow{x[0], [2]float64{x[1], x[2]}, [2]float64{x[3], x[4]}})
	}
	events := run.Events()
	value := func(name string) float64 {
		at := strings.LastIndexByte(name, '/')
		x, ok := events.Value(name[:at], name[at+1:])
		if !ok {
			t.Errorf("there is no %s in %+v", name, events)
		}
		return x
	}
	// last returns the last time after begin and before until at which something is more than a band.
	last := func(begin, until, band float64, of func(r *eventRow) float64) float64 {
		at := begin
		for i := range rows {
			if r := &rows[i]; r.t >= begin && r.t < until && of(r) > band {
				at = r.t
			}
		}
		return at - begin
	}
	peak := func(begin, until float64, of func(r *eventRow) float64) (most float64) {
		for i := range rows {
			if r := &rows[i]; r.t > begin+1e-9 && r.t < until {
				most = max(most, of(r))
			}
		}
		return most
	}
	off := func(k int, to float64) func(r *eventRow) float64 {
		return func(r *eventRow) float64 { return math.Abs(r.q[k] - to) }
	}
	lag := func(k int) func(r *eventRow) float64 {
		return func(r *eventRow) float64 { return math.Abs(r.q[k] - r.r[k]) }
	}
	far := func(x, y [2]float64) float64 { return math.Hypot(x[0]-y[0], x[1]-y[1]) }
	follows := func(r *eventRow) float64 { return far(tip(r.q), tip(r.r)) }
	tipTo := func(s, e float64) func(r *eventRow) float64 {
		return func(r *eventRow) float64 { return far(tip(r.q), tip([2]float64{s, e})) }
	}
	const push, step, small = 2.2503, 0.001, 2e-5
	profile := 0.7/2 + 2.0/8 + 8.0/100 // of the s-curve (s)
	end := s.Duration + 1
	for _, c := range []struct {
		name            string
		want, tolerance float64
	}{
		{"s/move0/settling_time", last(0.1, 1.5, 0.002, off(0, 0.9)), step},
		{"s/move0/settling_after", max(0, last(0.1, 1.5, 0.002, off(0, 0.9))-profile), step},
		{"s/move0/peak_error", peak(0.1, 1.5, lag(0)), small},
		{"s/move0/overshoot", 100 * (peak(0.1, 1.5, func(r *eventRow) float64 { return r.q[0] }) - 0.9) / 0.7, 0.01},
		{"s/move1/settling_after", last(1.5, push, 0.002, off(0, 0.8)), step},
		{"s/move1/settling_time", last(1.5, push, 0.002, off(0, 0.8)), step},
		{"s/disturbance0/recovery_time", math.NaN(), 0}, // a constant force leaves an error
		{"s/disturbance0/peak_error", peak(push, end, lag(0)), small},
		{"s/disturbance0/end_error", rows[len(rows)-1].r[0] - rows[len(rows)-1].q[0], 1e-12},
		{"e/move0/settling_time", last(0.2, push, 0.02*math.Abs(rows[200].q[1]-0.1), off(1, 0.1)), step},
		{"e/move0/peak_error", peak(0.2, push, lag(1)), small},
		{"b/move0/settling_time", last(0.1, 1.5, 0.003, tipTo(0.9, 0.1)), step},
		{"b/move0/settling_after", max(0, last(0.1, 1.5, 0.003, tipTo(0.9, 0.1))-profile), step},
		{"b/move0/peak_error", peak(0.1, 1.5, follows), small},
		{"b/move1/settling_after", last(1.5, push, 0.003, tipTo(0.8, 0.1)), step},
		{"b/disturbance0/peak_error", peak(push, end, follows), small},
		{"b/disturbance0/end_error", follows(&rows[len(rows)-1]), 1e-12},
	} {
		got := value(c.name)
		if !(math.Abs(got-c.want) <= c.tolerance) && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if strings.HasSuffix(c.name, "settling_time") && !(got > 0.02) {
			t.Errorf("%s: %v tells nothing", c.name, got)
		}
	}
	if m := run.Measures(); m[1].SettlingTime != value("e/move0/settling_time") || m[0].Moves {
		t.Errorf("the measures of the run are %+v and %+v", m[0], m[1])
	}
	if e, err := json.Marshal(events); err != nil || !strings.Contains(string(e), `"s/disturbance0":{"peak_error":`) ||
		!strings.Contains(string(e), `"recovery_time":null`) {
		t.Errorf("%s: %v", e, err)
	}
}

// TestTolerance has an absolute band in the settling time of a run, whether its steps are code or not.
func TestTolerance(t *testing.T) {
	const head = "kinetree: 1\nmodel: r.urdf\nduration: 2\ncontroller: {type: pd, period: 0.001, gains: " +
		"{\"*\": {p: 150, d: 40}}}\nreference: {s: {type: step, at: 0.1, to: 0.5}}\n"
	settling := func(keys string) float64 {
		s, err := in(t, map[string]string{"r.urdf": planar}, head+keys)
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(prepare.Solo).Run(t.Context(), run); err != nil {
			t.Fatal(err)
		}
		return run.Measures()[0].SettlingTime
	}
	band, same := settling(""), settling("metrics: {tolerance: 0.01}\n") // 2 % of 0.5
	if tight := settling("metrics: {tolerance: {s: 0.001}}\n"); band != same || !(tight > band) {
		t.Errorf("settled after %v, by 0.01 rad %v, by 0.001 rad %v", band, same, tight)
	}
	for keys, want := range map[string]string{
		"metrics: {tolerance: -1}":              "metrics.tolerance.*: -1; expected a positive number",
		"metrics: {tolerance: {x: 1}}":          `no joint "x"`,
		"metrics: {links: {c: {}}}":             `no link "c"`,
		"metrics: {links: {b: {tolerance: 0}}}": "metrics.links.b.tolerance: 0; expected a positive number",
	} {
		s, err := in(t, map[string]string{"r.urdf": planar}, head+keys+"\n")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", keys, err, want)
		}
	}
}
