package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/strict"
	"kinetree/internal/vec"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// refresh is the time from one frame of a motion to the next.
const refresh = time.Second / 60

// start is a state to begin a motion in: the positions of joints by their names (rad or m).
type start struct {
	Position map[string]float64 `json:"position"`
}

// motion is a robot that moves in real time.
type motion struct {
	mu    sync.Mutex
	speed float64 // simulated seconds per second
	steps int     // to take while the speed is 0
	pull  pull
	from  []setting // where it began
	turn  *message  // with the values to go on with; nil for none
}

// pull is a spring with a damper from a point of a link to a point of the world. Its stiffness lets the mass of the
// robot swing at 2 Hz on it, and its damper is half of the critical one.
type pull struct {
	model  *tree.Model
	link   int // -1 for none
	point  mgl64.Vec3
	target mgl64.Vec3
	mass   float64 // of the robot (kg)
	force  float64 // when it acted last (N)
}

// AddWrenches implements sim.ForceElement.
func (p *pull) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	if p.link < 0 {
		p.force = 0
		return nil
	}
	const w = 2 * math.Pi * 2 // rad/s
	pose, v := kin.Pose(p.link), kin.Velocity(p.link, tree.Aligned)
	arm := vec.MulVec(pose.R, p.point)
	at, u := pose.P.Add(arm), v.Lin.Add(vec.Cross(v.Ang, arm))
	f := vec.Scaled(p.target.Sub(at), float64(p.mass*w*w)).Sub(vec.Scaled(u, float64(p.mass*w)))
	p.force = vec.Len(f)
	kin.AddWrench(&wrenches[p.link], p.link, &spatial.Force{Ang: vec.Cross(arm, f), Lin: f})
	return nil
}

// moving is a frame of a motion. The positions follow the header: of a floating base its position and quaternion
// x, y, z, w, then of each joint.
type moving struct {
	Time float64 `json:"time"`            // s
	Lag  bool    `json:"lag,omitempty"`   // the machine is too slow for the speed
	Pull float64 `json:"force,omitempty"` // of the spring (N)
}

// move returns the job of a motion.
func (t *Talk) move(m message) func(ctx context.Context) {
	mo := &motion{speed: 1, pull: pull{link: -1}}
	if m.Speed != nil {
		mo.speed = *m.Speed
	}
	t.halt("work")
	t.motion = mo
	return func(ctx context.Context) {
		if err := t.play(ctx, m, mo); err != nil {
			t.reply(m.ID, "motion", nil, err)
		}
	}
}

// play steps the world of a motion.
func (t *Talk) play(ctx context.Context, m message, mo *motion) error {
	if m.From != nil {
		for _, name := range slices.Sorted(maps.Keys(m.From.Position)) {
			mo.from = append(mo.from, setting{strict.Join("initial.position", name), m.From.Position[name]})
		}
	}
	s, w, err := t.world(ctx, m, mo)
	if err != nil {
		return err
	}
	ticks := time.NewTicker(refresh)
	defer ticks.Stop()
	due := 0.0 // simulated time that the clock has reached
	for last := time.Now(); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
		clock := time.Now()
		elapsed := min(clock.Sub(last).Seconds(), 0.1)
		last = clock
		if turn := mo.turned(); turn != nil {
			if next, err := t.turn(ctx, *turn, mo, w); err != nil && ctx.Err() == nil {
				t.reply(turn.ID, "motion", nil, err) // and the motion goes on as it was
			} else if err == nil {
				w = next
			}
		}
		lag, err := mo.advance(ctx, w, elapsed, &due)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return s.Locate(err)
		}
		now := moving{Time: w.State().T, Lag: lag, Pull: mo.pull.force}
		frame, err := newFrame(m.ID, "motion", now, positions(w), nil)
		if err != nil {
			return err
		}
		t.offer(frame)
	}
}

// world returns the world of the scenario that a message is about, in which the pull of a motion acts.
func (t *Talk) world(ctx context.Context, m message, mo *motion) (*scenario.Scenario, *sim.World, error) {
	m.Set = slices.Concat(m.Set, mo.from)
	s, err := t.stage.with(m)
	if err != nil {
		return nil, nil, err
	}
	r, err := t.stage.prepare(ctx, s, prepare.Env{Cache: t.cache, Forces: []sim.ForceElement{&mo.pull}})
	if err != nil {
		return nil, nil, err
	}
	mo.mu.Lock()
	defer mo.mu.Unlock()
	mo.pull.model, mo.pull.mass = r.World.Model(), 0
	for _, b := range r.World.Model().Bodies() {
		mo.pull.mass += b.Inertia.M
	}
	return s, r.World, nil
}

// turned returns the message with the values that a motion is to go on with, once; nil for none.
func (mo *motion) turned() *message {
	mo.mu.Lock()
	defer mo.mu.Unlock()
	m := mo.turn
	mo.turn = nil
	return m
}

// turn returns a world with other values, which goes on from the state and the time of the one so far. A controller
// begins anew: what it had integrated and delayed is gone.
func (t *Talk) turn(ctx context.Context, m message, mo *motion, w *sim.World) (*sim.World, error) {
	s, next, err := t.world(ctx, m, mo)
	if err != nil {
		return nil, err
	}
	from := w.State()
	if len(next.State().Q) != len(from.Q) || len(next.State().Qd) != len(from.Qd) {
		return nil, errors.New("the robot has other coordinates with these values; expected a motion that begins anew")
	}
	if err := next.Reset(from.Q, from.Qd); err != nil {
		return nil, s.Locate(err)
	}
	return next, s.Locate(next.Skip(from.T))
}

// advance takes the steps that are due after some time, and reports whether there were too many of them.
func (mo *motion) advance(ctx context.Context, w *sim.World, elapsed float64, due *float64) (lag bool, err error) {
	mo.mu.Lock()
	defer mo.mu.Unlock()
	begin := time.Now()
	step := func() error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		status, err := w.Step()
		if err == nil && status == sim.Stopped {
			err = errors.New("a condition of stop holds, so the motion ends")
		}
		return err
	}
	for ; mo.speed == 0 && mo.steps > 0 && time.Since(begin) < refresh; mo.steps-- {
		if err := step(); err != nil {
			return false, err
		}
		*due = w.State().T
	}
	*due += float64(mo.speed * elapsed)
	for w.State().T < *due {
		if err := step(); err != nil {
			return false, err
		}
		if time.Since(begin) > refresh {
			*due = w.State().T
			return true, nil
		}
	}
	return false, nil
}

// positions returns the position of a world as frames have it.
func positions(w *sim.World) []float64 {
	m, q := w.Model(), w.State().Q
	var values []float64
	if m.Floating() {
		values = append(values, q[:7]...)
	}
	for _, j := range m.Joints() {
		values = j.AppendPosition(values, q)
	}
	return values
}

// steer changes the motion that is under way: what pulls at it, how fast it goes.
func (t *Talk) steer(m message) {
	mo := t.motion
	if mo == nil || t.jobs["work"] == nil {
		return // it has ended meanwhile
	}
	mo.mu.Lock()
	defer mo.mu.Unlock()
	switch {
	case m.Ask == "turn":
		mo.turn = &m
	case m.Ask == "pace":
		if m.Speed != nil {
			mo.speed = max(0, *m.Speed)
		}
		mo.steps = m.Steps
	case m.Link == "":
		mo.pull.link = -1
	case mo.pull.model != nil:
		link, ok := mo.pull.model.Link(m.Link)
		if !ok {
			t.reply(m.ID, "motion", nil, fmt.Errorf("there is no link %q to pull at", m.Link))
			return
		}
		mo.pull.link, mo.pull.point, mo.pull.target = link, m.Point, m.Target
	}
}
