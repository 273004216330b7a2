package live

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/strict"
	"kinetree/internal/vec"
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
}

// pull is a spring with a damper from a point of a link to a point of the world. Its stiffness lets the mass of the
// robot swing at 2 Hz on it, and its damper is half of the critical one.
type pull struct {
	model  *tree.Model
	link   int // -1 for none
	point  mgl64.Vec3
	target mgl64.Vec3
	mass   float64 // of the robot (kg)
}

// AddWrenches implements sim.ForceElement.
func (p *pull) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	if p.link < 0 {
		return nil
	}
	const w = 2 * math.Pi * 2 // rad/s
	pose, v := kin.Pose(p.link), kin.Velocity(p.link, tree.Aligned)
	arm := vec.MulVec(pose.R, p.point)
	at, u := pose.P.Add(arm), v.Lin.Add(vec.Cross(v.Ang, arm))
	f := vec.Scaled(p.target.Sub(at), float64(p.mass*w*w)).Sub(vec.Scaled(u, float64(p.mass*w)))
	kin.AddWrench(&wrenches[p.link], p.link, &spatial.Force{Ang: vec.Cross(arm, f), Lin: f})
	return nil
}

// moving is a frame of a motion. The positions follow the header: of a floating base its position and quaternion
// x, y, z, w, then of each joint.
type moving struct {
	Time float64 `json:"time"`          // s
	Lag  bool    `json:"lag,omitempty"` // the machine is too slow for the speed
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
	set := m.Set
	if m.From != nil {
		for name, x := range m.From.Position {
			set = append(set, setting{strict.Join("initial.position", name), x})
		}
	}
	s, err := t.stage.with(set)
	if err != nil {
		return err
	}
	r, err := t.stage.prepare(ctx, s, prepare.Env{Cache: t.cache, Forces: []sim.ForceElement{&mo.pull}})
	if err != nil {
		return err
	}
	w := r.World
	mo.mu.Lock()
	mo.pull.model = w.Model()
	for _, b := range w.Model().Bodies() {
		mo.pull.mass += b.Inertia.M
	}
	mo.mu.Unlock()
	ticks := time.NewTicker(refresh)
	defer ticks.Stop()
	due := 0.0 // simulated time that the clock has reached
	for last := time.Now(); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
		}
		now := time.Now()
		elapsed := min(now.Sub(last).Seconds(), 0.1)
		last = now
		lag, err := mo.advance(ctx, w, elapsed, &due)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return s.Locate(err)
		}
		frame, err := newFrame(m.ID, "motion", moving{Time: w.State().T, Lag: lag}, positions(w), nil)
		if err != nil {
			return err
		}
		t.offer(frame)
	}
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
