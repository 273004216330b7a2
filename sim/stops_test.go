package sim_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"kinetree/control/loop"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// limited returns the mass on a rail between stops.
func limited(t testing.TB, axis [3]float64, lower, upper float64) *tree.Model {
	return rail(t, axis, func(j *urdf.Joint) { j.Limit.Lower, j.Limit.Upper = lower, upper })
}

// TestRestsOnStop drops a pendulum on its stop: it rests there, and the stop bears what gravity does, m g l sin 0.5.
func TestRestsOnStop(t *testing.T) {
	for _, method := range integrate.Methods() {
		for _, side := range []float64{1, -1} {
			limit := &urdf.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Effort: math.Inf(1), Velocity: math.Inf(1)}
			if side > 0 {
				limit.Lower = 0.5
			} else {
				limit.Upper = -0.5
			}
			m := expect.Model(t, &urdf.Robot{Name: "bell",
				Links: []urdf.Link{{Name: "frame"},
					{Name: "bell", Inertial: &urdf.Inertial{Mass: 2, Origin: urdf.Pose{XYZ: [3]float64{0, 0, -0.8}}}}},
				Joints: []urdf.Joint{{Name: "j", Type: urdf.Revolute, Parent: "frame", Child: "bell",
					Axis: [3]float64{0, 1, 0}, Limit: limit}}})
			log := &table{}
			s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Method: method},
				Start: sim.Start{Position: []float64{1.5 * side}}, Log: sim.Log{Sink: log}}), 3)
			if s.End.Position[0] != 0.5*side || s.End.Velocity[0] != 0 || s.Impacts != 1 ||
				math.Abs(s.Ledger.StopLoss-2*9.81*0.8*(math.Cos(0.5)-math.Cos(1.5))) > 0.05 {
				t.Errorf("%s: %+v", method.Name, s)
			}
			efforts := log.column(t, "j/limit_effort")
			if last := efforts[len(efforts)-1]; math.Abs(last-side*2*9.81*0.8*math.Sin(0.5)) > 1e-13 ||
				efforts[0] != 0 {
				t.Errorf("%s: the stop bears %v", method.Name, last)
			}
		}
	}
}

// TestBounces drops a mass by 1 m on a stop: impact n comes at sqrt(2/g) (1 + 2 (e + ... + e^(n−1))), and each
// returns e² of the energy. In the end it rests.
func TestBounces(t *testing.T) {
	for _, e := range []float64{0, 0.3, 0.8, 1} {
		log := &table{}
		w := expect.World(t, sim.Config{Model: limited(t, up, 0, math.Inf(1)),
			Integration: sim.Integration{Method: integrate.RK4Method},
			Joints:      []sim.JointExtras{{Restitution: e}}, Start: sim.Start{Position: []float64{1}},
			Log: sim.Log{Sink: log}})
		fall, energy := math.Sqrt(2/9.81), 2*9.81
		at, share := fall, 1.0
		for range 4 {
			if e == 0 {
				break
			}
			share *= e
			s := expect.Run(t, w, at+fall*share) // the top of the bounce
			want := energy * share * share
			if got := s.End.Total(); math.Abs(got-want) > 1e-11 || math.Abs(s.End.Position[0]-share*share) > 1e-12 ||
				math.Abs(s.Ledger.Drift) > 1e-11 {
				t.Errorf("restitution %v: energy %v, want %v; at %v; drift %v", e, got, want, s.End.Position[0],
					s.Ledger.Drift)
			}
			at += 2 * fall * share
		}
		if e == 1 {
			continue
		}
		s := expect.Run(t, w, 10)
		if s.End.Position[0] != 0 || s.End.Velocity[0] != 0 || s.End.Kinetic != 0 {
			t.Errorf("restitution %v: it does not come to rest: %+v", e, s.End)
		}
		for i, x := range log.column(t, "x/position") {
			if x < 0 {
				t.Fatalf("restitution %v: row %d is at %v", e, i, x)
			}
		}
	}
}

// TestNoTunnel shoots a mass between stops that are near for its speed: 500 impacts in a step, each of which turns it
// exactly.
func TestNoTunnel(t *testing.T) {
	for _, method := range integrate.Methods() {
		log := &table{}
		s := expect.Run(t, expect.World(t, sim.Config{Model: limited(t, along, -0.01, 0.01),
			Integration: sim.Integration{Method: method, Step: 0.01},
			Joints:      []sim.JointExtras{{Restitution: 1}}, Start: sim.Start{Velocity: []float64{1000}},
			Log: sim.Log{Sink: log}}), 0.03)
		if s.Impacts != 1500 || math.Abs(s.End.Velocity[0]) != 1000 || s.Ledger.StopLoss != 0 {
			t.Errorf("%s: %+v", method.Name, s)
		}
		for _, x := range log.column(t, "x/position") {
			if math.Abs(x) > 0.01 {
				t.Errorf("%s: at %v", method.Name, x)
			}
		}
	}
}

// TestDipInside lets a spring pull a mass back so fast that it would pass the stop and return within one step: x =
// sin t, the step 2 s, the stop at 0.7.
func TestDipInside(t *testing.T) {
	s := expect.Run(t, expect.World(t, sim.Config{Model: limited(t, along, math.Inf(-1), 0.7),
		Integration: sim.Integration{Method: integrate.RK4Method, Step: 2},
		Joints:      []sim.JointExtras{{Stiffness: 2, Restitution: 1}}, Start: sim.Start{Velocity: []float64{1}}}), 2)
	// It turns at asin 0.7 with the velocity cos, and then repeats the motion backwards; RK4 with so long steps is
	// off by some %.
	if want := math.Sin(2*math.Asin(0.7) - 2); s.Impacts != 1 || math.Abs(s.End.Position[0]-want) > 0.05 {
		t.Errorf("at %v, want %v: %+v", s.End.Position[0], want, s)
	}
}

// TestStopAndFriction presses a mass against its stop and pulls it away: friction and stop share what holds it, and
// friction alone is left where it is pulled.
func TestStopAndFriction(t *testing.T) {
	m := rail(t, along, func(j *urdf.Joint) { j.Limit.Lower, j.Dynamics.Friction = -1, 3 })
	log := &table{}
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 0.01},
			Start: sim.Start{Position: []float64{-1}}, Log: sim.Log{Sink: log},
			Controller: law(func(t, _, _ float64) float64 { return 10*t - 5 })}), 1)
	time, x, stop, friction := log.column(t, "time"), log.column(t, "x/position"), log.column(t, "x/limit_effort"),
		log.column(t, "x/friction_effort")
	for i := range time {
		push := 10*time[i] - 5
		wantStop, wantFriction := max(-push, 0), -min(max(push, 0), 3)
		if math.Abs(stop[i]-wantStop) > 1e-12 || math.Abs(friction[i]-wantFriction) > 1e-12 {
			t.Fatalf("at %v s the stop bears %v, friction %v; want %v, %v", time[i], stop[i], friction[i], wantStop,
				wantFriction)
		}
		if u := math.Max(time[i]-0.8, 0); math.Abs(x[i]-(-1+10.0/12*u*u*u)) > 1e-12 {
			t.Fatalf("at %v s at %v", time[i], x[i])
		}
	}
	if s.Impacts != 0 || math.Abs(s.Ledger.Drift) > 1e-12 {
		t.Errorf("%+v", s)
	}
}

// chain returns n masses of 1 kg on rails one on top of the other, so that each joint moves those above it.
func chain(t testing.TB, n int, change func(i int, j *urdf.Joint)) *tree.Model {
	r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "a"}}}
	for i := range n {
		name := string(rune('b' + i))
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1}})
		j := urdf.Joint{Name: "j" + name, Type: urdf.Prismatic, Parent: r.Links[i].Name, Child: name, Axis: along,
			Limit: unlimited(), Dynamics: &urdf.Dynamics{}}
		change(i, &j)
		r.Joints = append(r.Joints, j)
	}
	return expect.Model(t, r)
}

// TestImpactOfChain lets the upper of two masses, one on the other, run against its stop on the lower one: momentum
// is kept, and the relative velocity turns with the restitution. Then the lower one, resting on a stop of its own,
// takes the blow.
func TestImpactOfChain(t *testing.T) {
	for _, c := range []struct {
		lower float64 // stop of the lower mass, where it starts
		want  [2]float64
	}{
		// together 1 kg m/s, u' = −0.5: the lower one moves with v, the upper one with v − 0.5, 2 v − 0.5 = 1
		{-1, [2]float64{0.75, -0.5}},
		{0, [2]float64{0.75, -0.5}}, // the blow lifts it from its stop
	} {
		m := chain(t, 2, func(i int, j *urdf.Joint) {
			if i == 0 {
				j.Limit.Lower = c.lower
			} else {
				j.Limit.Upper = 0.1
			}
		})
		w := expect.World(t, sim.Config{Model: m, Joints: []sim.JointExtras{{}, {Restitution: 0.5}},
			Start: sim.Start{Velocity: []float64{0, 1}}})
		s := expect.Run(t, w, 0.11)
		if v := w.State().Qd; math.Abs(v[0]-c.want[0]) > 1e-14 || math.Abs(v[1]-c.want[1]) > 1e-14 ||
			math.Abs(s.Ledger.StopLoss-(0.5-(0.75*0.75+0.25*0.25)/2)) > 1e-14 {
			t.Errorf("after the impact %v, lost %v J", v, s.Ledger.StopLoss)
		}
	}
	// The blow presses it on its stop, which holds it: the upper mass bounces off a wall.
	m := chain(t, 2, func(i int, j *urdf.Joint) { j.Limit.Upper = []float64{0, 0.1}[i] })
	w := expect.World(t, sim.Config{Model: m, Joints: []sim.JointExtras{{}, {Restitution: 0.5}},
		Start: sim.Start{Velocity: []float64{0, 1}}})
	if expect.Run(t, w, 0.11); w.State().Qd[0] != 0 || w.State().Qd[1] != -0.5 {
		t.Errorf("off the wall: %v", w.State().Qd)
	}
	// Friction holds nothing in an impact.
	m = chain(t, 2, func(i int, j *urdf.Joint) {
		j.Dynamics.Friction = []float64{100, 0}[i]
		j.Limit.Upper = []float64{math.Inf(1), 0.1}[i]
	})
	w = expect.World(t, sim.Config{Model: m, Start: sim.Start{Velocity: []float64{0, 1}},
		End: sim.End{Until: []string{"jc/limit"}}})
	if s := expect.Run(t, w, 1); math.Abs(s.End.Velocity[0]-0.5) > 1e-14 || s.End.Velocity[1] != 0 ||
		s.Status != sim.Stopped {
		t.Errorf("against friction: %v, %v", s.End.Velocity, s.Reason)
	}
}

// TestLocked checks that equal limits hold a joint against impacts and efforts.
func TestLocked(t *testing.T) {
	m := chain(t, 2, func(i int, j *urdf.Joint) {
		j.Limit.Lower, j.Limit.Upper = []float64{0.3, -1}[i], []float64{0.3, 0.1}[i]
	})
	log := &table{}
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: m, Start: sim.Start{Position: []float64{0.3, 0}, Velocity: []float64{0, 1}},
			Joints: []sim.JointExtras{{}, {Restitution: 1}}, Log: sim.Log{Sink: log},
			Controller: loop.NewOpenLoop([]float64{7, 0}, nil)}), 1)
	if s.End.Position[0] != 0.3 || s.End.Velocity[0] != 0 || s.End.Velocity[1] != -1 || s.Impacts != 1 ||
		log.column(t, "jb/limit_effort")[5] != -7 {
		t.Errorf("%+v", s)
	}
	_, err := sim.New(sim.Config{Model: m, Start: sim.Start{Position: []float64{0.3, 0}, Velocity: []float64{1, 0}}})
	if err == nil || !strings.Contains(err.Error(), `joint "jb" is locked`) {
		t.Errorf("a velocity: %v", err)
	}
}

// TestStopOfFollower checks that the stop of a follower holds its leader, and bears what does so: y = −2 x + 0.1 ≥
// −0.9 keeps x below 0.5.
func TestStopOfFollower(t *testing.T) {
	r := pairRobot(0, 0)
	for i := range r.Joints {
		if r.Joints[i].Name == "y" {
			r.Joints[i].Limit.Lower = -0.9
		}
	}
	log := &table{}
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: expect.Model(t, r), Integration: sim.Integration{Method: integrate.RK4Method},
			Log:        sim.Log{Sink: log},
			Controller: loop.NewOpenLoop([]float64{14, 0}, nil), End: sim.End{Until: []string{"y/limit"}}}), 3)
	if math.Abs(s.End.Time-1) > 1e-9 || math.Abs(s.End.Position[0]-0.5) > 1e-15 || !strings.HasPrefix(s.Reason,
		"y/limit at t = ") {
		t.Errorf("%+v", s)
	}
	log = &table{}
	expect.Run(t, expect.World(t, sim.Config{Model: expect.Model(t, r), Log: sim.Log{Sink: log},
		Controller: loop.NewOpenLoop([]float64{14, 0}, nil)}),
		3)
	efforts := log.column(t, "y/limit_effort")
	if last := efforts[len(efforts)-1]; math.Abs(last-7) > 1e-12 { // −2·7 + 14 = 0
		t.Errorf("the stop bears %v", last)
	}
	for _, c := range log.columns {
		if c == "x/limit_effort" {
			t.Error("x has a column for stops and no stop")
		}
	}
}

// TestStartOutside checks the errors for starts that cannot be.
func TestStartOutside(t *testing.T) {
	m := limited(t, along, -1, 1)
	for _, x := range []float64{-1.1, 1.1} {
		_, err := sim.New(sim.Config{Model: m, Start: sim.Start{Position: []float64{x}}})
		var e *sim.OutsideError
		if !errors.As(err, &e) || e.Joint != "x" || !strings.Contains(err.Error(), "outside, its limits are -1 and 1") {
			t.Errorf("at %v: %v", x, err)
		}
		if _, err := sim.New(sim.Config{Model: m, Start: sim.Start{Position: []float64{x}}, Ideal: true}); err != nil {
			t.Errorf("ideal: %v", err)
		}
	}
	// Into the stop from the first moment on.
	s := expect.Run(t, expect.World(t,
		sim.Config{Model: m, Start: sim.Start{Position: []float64{1}, Velocity: []float64{2}},
			Joints: []sim.JointExtras{{Restitution: 0.5}}}), 0.1)
	if math.Abs(s.End.Position[0]-0.9) > 1e-11 || s.End.Velocity[0] != -1 || s.Ledger.StopLoss != 3 {
		t.Errorf("into the stop: %+v", s)
	}
}

// TestSymmetric lets two equal fingers meet their stops at the same instant.
func TestSymmetric(t *testing.T) {
	r := &urdf.Robot{Name: "gripper",
		Links: []urdf.Link{{Name: "hand"}, {Name: "wrist", Inertial: &urdf.Inertial{Mass: 1}}}, Joints: []urdf.Joint{
			{Name: "arm", Type: urdf.Prismatic, Parent: "hand", Child: "wrist", Axis: along, Limit: unlimited()}}}
	for _, name := range []string{"left", "right"} {
		axis := along
		if name == "right" {
			axis[0] = -1
		}
		r.Links = append(r.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 0.3}})
		limit := unlimited()
		limit.Lower = -0.1
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: "wrist", Child: name,
			Axis: axis, Limit: limit, Dynamics: &urdf.Dynamics{Friction: 0.1}})
	}
	for _, e := range []float64{0, 0.7} {
		w := expect.World(t, sim.Config{Model: expect.Model(t, r),
			Integration: sim.Integration{Method: integrate.RK4Method},
			Controller:  law(func(float64, float64, float64) float64 { return 0 }),
			Start:       sim.Start{Velocity: []float64{0, -1, -1}}, Joints: []sim.JointExtras{{}, {Restitution: e},
				{Restitution: e}}})
		s := expect.Run(t, w, 1)
		if v := s.End.Velocity; math.Abs(s.End.Position[0]) > 1e-12 || v[1] != v[2] ||
			math.Abs(s.Ledger.Drift) > 1e-12 {
			t.Errorf("restitution %v: %+v", e, s)
		}
	}
}
